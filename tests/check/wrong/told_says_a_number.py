"""told_says_a_number.py:7: told(1, 0) is 1, and not a text, at start"""

from base import Hands


class Wrong(Hands):
    def told(what, player):
        return what
