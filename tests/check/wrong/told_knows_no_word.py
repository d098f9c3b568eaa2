"""told_knows_no_word.py:8: told() of told_knows_no_word.py failed: IndexError: tuple index out of range"""

from base import Hands


class Wrong(Hands):
    def told(what, player):
        return ("passes", "bets", "two")[what]
