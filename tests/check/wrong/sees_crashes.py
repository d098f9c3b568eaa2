"""sees_crashes.py:8: sees() of sees_crashes.py failed: IndexError: tuple index out of range"""

from base import Cards


class Wrong(Cards):
    def sees(s, player):
        return (1, 2)[s.card[player]]
