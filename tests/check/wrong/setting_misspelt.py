"""setting_misspelt.py:7: payofrange is neither a rule nor a setting; did you mean payoff_range?"""

from base import Take


class Wrong(Take):
    payofrange = (-1, 1)
