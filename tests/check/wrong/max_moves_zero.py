"""max_moves_zero.py:7: max_moves must be a whole number from 1 to 100,000, not 0"""

from base import Corner


class Wrong(Corner):
    max_moves = 0
