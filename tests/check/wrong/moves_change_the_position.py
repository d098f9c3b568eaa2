"""moves_change_the_position.py:7: moves() changes the position at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def moves(s, out):
        s.left -= 1
        out[0] = 1
        return max(s.left, 0)
