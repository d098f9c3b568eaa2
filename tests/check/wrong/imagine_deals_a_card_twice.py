"""imagine_deals_a_card_twice.py:11: imagine() draws card=1,1 dealt=2 played=1 bets=1, to which no way leads that fits
what Bob knows at moves: 2 1 1
"""

from base import Hands

from zermelo import below


class Wrong(Hands):
    def imagine(s, player, dice):
        if s.card[1 - player] > 0:
            s.card[1 - player] = 1 + below(dice, 3)
