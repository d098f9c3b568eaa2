"""base.py:24: payoff() is (-1.0, 1.0), which adds up to 0 and not to payoff_sum = 1 at left=0 turn=0"""

from base import Take


class Wrong(Take):
    payoff_sum = 1
