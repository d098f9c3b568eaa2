"""imagine_plays_on.py:9: imagine() draws card=2,1 dealt=2 played=0 bets=1, where it is not Bob's turn
at moves: 2 1 1
"""

from base import Hands


class Wrong(Hands):
    def imagine(s, player, dice):
        if s.dealt == 2:
            s.played = 1 - s.played
