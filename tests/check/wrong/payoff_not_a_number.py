"""payoff_not_a_number.py:7: payoff() is (inf, inf) at left=0 turn=0"""

from base import Take


class Wrong(Take):
    def payoff(s, out):
        out[0] = out[1] = float("inf") * (1 - s.left)
