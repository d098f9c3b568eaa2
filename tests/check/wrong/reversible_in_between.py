"""
reversible_in_between.py:10: the position stood 2 plies before, and then reversible() said that it cannot come again
at knot=3 turn=1
"""

from base import Rope


class Wrong(Rope):
    def reversible(s):
        return 0 if s.knot == 5 else 30_000
