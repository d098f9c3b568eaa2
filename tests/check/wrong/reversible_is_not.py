"""reversible_is_not.py:7: reversible() is 0, but the position stood already 2 plies before at knot=4 turn=0"""

from base import Rope


class Wrong(Rope):
    def reversible(s):
        return 0
