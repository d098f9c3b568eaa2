"""payoff_forgets_a_player.py:7: payoff() does not write into out what O gets at left=0 turn=0"""

from base import Take


class Wrong(Take):
    def payoff(s, out):
        out[s.turn] = -1
