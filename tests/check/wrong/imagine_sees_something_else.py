"""imagine_sees_something_else.py:9: imagine() draws card=1,2 dealt=1 played=1 bet=0, of which sees() says something
else to Ann at card=0,2 dealt=1 played=1 bet=0
"""

from base import Cards


class Wrong(Cards):
    def imagine(s, player, dice):
        s.card[player] = (s.card[player] + 1) % 3
