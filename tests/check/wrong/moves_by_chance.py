"""moves_by_chance.py:9: moves() lists [1, 2], and when asked again [2, 1] at left=3 turn=1"""

from random import randrange

from base import Take


class Wrong(Take):
    def moves(s, out):
        out[0], out[1] = (1, 2) if randrange(2) else (2, 1)
        return min(2, s.left)
