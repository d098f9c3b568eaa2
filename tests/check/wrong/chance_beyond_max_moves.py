"""chance_beyond_max_moves.py:7: chance() lists 2 moves, but max_moves is 1: make it as large as it can get"""

from base import Dice


class Wrong(Dice):
    max_moves = 1
