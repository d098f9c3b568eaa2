"""moves_never_end.py:8: moves() does not come to an end: it has run for 0.5 s"""

from base import Take


class Wrong(Take):
    def moves(s, out):
        while s.left > 0: out[0] = 1  # noqa: E701  # fmt: skip
        return 0
