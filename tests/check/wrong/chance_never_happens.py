"""chance_never_happens.py:9: chance() has a probability that is not positive: {0: 1.0, 1: 0.0} at coins=0,0
shown=0 thrown=0 turn=0
"""

from base import Dice


class Wrong(Dice):
    def chance(s, out, probs):
        out[0], out[1] = 0, 1
        probs[0], probs[1] = 1.0, 0.0
        return 2
