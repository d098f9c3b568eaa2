"""evaluate_nothing.py:7: evaluate() must return a number, not None at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def evaluate(s):
        pass
