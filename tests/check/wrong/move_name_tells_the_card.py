"""move_name_tells_the_card.py:9: move_name() says pass for what is pass! at moves: 1 3, but tells() does not tell Ann
the difference at moves: 1 2
"""

from base import Hands


class Wrong(Hands):
    def move_name(s, move):
        return ("pass", "bet")[move] + "!" * int(s.card[1] == 3) if s.dealt == 2 else str(move)
