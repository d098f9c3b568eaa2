"""reversible_is_not.py:9: reversible() is 0, but the position knot=4 turn=0, which stood before the last move
that cannot be undone, can come again at knot=3 turn=1
"""

from base import Rope


class Wrong(Rope):
    def reversible(s):
        return 0
