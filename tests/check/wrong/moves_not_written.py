"""moves_not_written.py:7: moves() returns 2, but does not write so many at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def moves(s, out):
        out[0] = 1
        return min(2, s.left)
