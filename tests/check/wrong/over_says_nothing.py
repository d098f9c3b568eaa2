"""over_says_nothing.py:7: over() returns nothing at place=0,0 turn=0"""

from base import Race


class Wrong(Race):
    def over(s):
        s.place[0] >= 5  # noqa: B015
