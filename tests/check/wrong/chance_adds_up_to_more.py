"""chance_adds_up_to_more.py:7: the probabilities of chance() add up to 1.2 at coins=0,0 shown=0 thrown=0 turn=0"""

from base import Dice


class Wrong(Dice):
    def chance(s, out, probs):
        out[0], out[1] = 0, 1
        probs[0] = probs[1] = 0.6
        return 2
