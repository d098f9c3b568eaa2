"""tells_too_little.py:13: tells() is the same for Bob as at moves: 1 3 0, but the moves differ, which a player must
know at moves: 1 3 1
"""

from base import Hands


class Wrong(Hands):
    def moves(s, out):
        out[0], out[1] = 0, 1
        return 2 if s.played == 0 else 1 + s.bets

    def tells(s, move, player):
        return 0 if s.dealt == 2 or s.dealt != player else move
