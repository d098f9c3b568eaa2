"""bounds_of_the_other.py:7: bounds() says at most -1, but a move wins 1 at left=1 turn=1"""

from base import Take


class Wrong(Take):
    def bounds(s):
        return (1.0, 1.0) if s.left % 3 == 0 else (-1.0, -1.0)
