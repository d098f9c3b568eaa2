"""evaluate_too_much.py:7: evaluate() is 3.0, outside payoff_range = (-1.0, 1.0) at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def evaluate(s):
        return 3.0
