"""hide_hides_nothing.py:9: hide() leaves Ann the field card, which is another at moves: 1 3, but tells() does not tell
Ann the difference at moves: 1 2
"""

from base import Hands


class Wrong(Hands):
    def hide(s, player):
        s.card[player] = s.card[player]
