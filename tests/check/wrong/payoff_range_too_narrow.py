"""base.py:24: payoff() is (-1.0, 1.0), outside payoff_range = (0.0, 1.0) at left=0 turn=0"""

from base import Take


class Wrong(Take):
    payoff_range = (0, 1)
