"""payoff_too_large.py:7: payoff() is (-5.0, 5.0), outside payoff_range = (-1.0, 1.0) at left=0 turn=0"""

from base import Take


class Wrong(Take):
    def payoff(s, out):
        out[s.turn] = -5
        out[1 - s.turn] = 5
