"""payoff_range_the_wrong_way_round.py:7: payoff_range must be a pair (lowest, highest), not (1, -1)"""

from base import Take


class Wrong(Take):
    payoff_range = (1, -1)
