"""moves_by_memory.py: a pickled position comes back different; does the file give the same rules each time it is
run?
"""

from base import Take

ASKED = []


class Wrong(Take):
    def moves(s, out):
        ASKED.append(s.left)
        out[0], out[1] = (1, 2) if len(ASKED) % 2 else (2, 1)
        return min(2, s.left)
