"""bounds_too_low.py:7: bounds() says at most 0, but the value is 1 at left=4 turn=1"""

from base import Take


class Wrong(Take):
    def bounds(s):
        return -1.0, 0.0 if s.left == 4 else 1.0
