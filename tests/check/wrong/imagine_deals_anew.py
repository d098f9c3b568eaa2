"""imagine_deals_anew.py:9: imagine() changes card, which Ann sees at moves: 1 2 1"""

from base import Hands

from zermelo import below


class Wrong(Hands):
    def imagine(s, player, dice):
        if s.dealt == 2:
            s.card[player] = 1 + below(dice, 3)
