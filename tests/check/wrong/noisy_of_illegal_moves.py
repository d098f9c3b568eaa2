"""noisy_of_illegal_moves.py:7: noisy() lists [3], not some of the moves [1, 2] at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def noisy(s, out):
        out[0] = 3
        return 1
