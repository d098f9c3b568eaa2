"""sees_changes_the_position.py:7: sees() changes the position at card=2,0 dealt=1 played=0 bet=0"""

from base import Cards


class Wrong(Cards):
    def sees(s, player):
        s.card[1 - player] = 0
        return s.card[player]
