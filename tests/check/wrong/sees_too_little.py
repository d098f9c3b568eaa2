"""sees_too_little.py:13: sees() is the same for Ann as at card=2,0 dealt=1 played=0 bet=0, but the moves differ,
which a player must know at card=0,2 dealt=1 played=0 bet=0
"""

from base import Cards


class Wrong(Cards):
    def moves(s, out):
        out[0], out[1] = 0, 1
        return 1 if s.card[s.played % 2] == 0 else 2

    def sees(s, player):
        return s.played
