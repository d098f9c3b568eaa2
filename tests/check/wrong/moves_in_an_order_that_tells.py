"""moves_in_an_order_that_tells.py:9: moves() lists them in another order than at moves: 1 3, but tells() does not tell
Ann the difference at moves: 1 2
"""

from base import Hands


class Wrong(Hands):
    def moves(s, out):
        out[0] = int(s.card[1] == 3)
        out[1] = 1 - out[0]
        return 2
