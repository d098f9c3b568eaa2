"""moves_never_end.py:9: moves() does not come to an end: it has run for 0.5 s"""

from base import Take


class Wrong(Take):
    def moves(s, out):
        n = 0
        while s.left > 0:
            out[0] = 1
            n = 1
        return n
