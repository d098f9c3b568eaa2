"""payoff_of_both.py:7: payoff() is (1.0, 1.0), which adds up to 2 and not to payoff_sum = 0 at left=0 turn=0"""

from base import Take


class Wrong(Take):
    def payoff(s, out):
        out[0] = out[1] = 1
