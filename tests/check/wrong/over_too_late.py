"""over_too_late.py:7: over() is false, but there is no move at left=0 turn=0"""

from base import Take


class Wrong(Take):
    def over(s):
        return s.left < 0
