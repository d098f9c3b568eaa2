"""moves_twice.py:7: moves() lists a move twice: [1, 1] at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def moves(s, out):
        out[0], out[1] = 1, 1
        return min(2, s.left)
