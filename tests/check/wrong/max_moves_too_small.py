"""max_moves_too_small.py:7: moves() lists 6 moves, but max_moves is 5: make it as large as it can get"""

from base import Corner


class Wrong(Corner):
    max_moves = 5
