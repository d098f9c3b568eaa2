"""bounds_upside_down.py:7: bounds() are 1.0 and -1.0 at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def bounds(s):
        return 1.0, -1.0
