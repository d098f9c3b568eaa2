"""bounds_too_high.py:7: bounds() says at least 0, but the value is -1 at left=3 turn=0"""

from base import Take


class Wrong(Take):
    def bounds(s):
        return 0.0 if s.left == 3 else -1.0, 1.0
