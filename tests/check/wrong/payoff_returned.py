"""payoff_returned.py:7: payoff() returns (-1, 1), but must write it into out at left=0 turn=0"""

from base import Take


class Wrong(Take):
    def payoff(s, out):
        return (-1, 1) if s.turn == 0 else (1, -1)
