"""imagine_knows_the_truth.py:11: imagine() draws card=1,3 dealt=2 played=0 bets=0 164 times of 200, but 35 times where
moves: 1 2 is true, which Ann cannot know, at moves: 1 3
"""

from base import Hands

from zermelo import below


class Wrong(Hands):
    def imagine(s, player, dice):
        if s.card[player] > 0 and s.card[1 - player] > 0 and below(dice, 3) == 0:
            s.card[1 - player] = 1 + (s.card[player] + below(dice, 2)) % 3
