"""playout_of_an_illegal_move.py:7: playout() plays 2, which is none of the moves [1] at left=1 turn=1"""

from base import Take


class Wrong(Take):
    def playout(s, out, dice):
        return 2
