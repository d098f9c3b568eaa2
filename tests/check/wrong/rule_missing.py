"""rule_missing.py:8: rule_missing.py has no rule payoff(s, out)"""

from numpy import int8

from zermelo import Rules


class Wrong(Rules):
    class State:
        left: int8

    def moves(s, out):
        return 0

    def play(s, move):
        s.left -= move
