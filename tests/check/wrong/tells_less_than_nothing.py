"""tells_less_than_nothing.py:7: tells() says -2 to Bob of 1, and not a number from 0, or UNSEEN, at start"""

from base import Hands


class Wrong(Hands):
    def tells(s, move, player):
        return -2 if s.dealt < 2 and s.dealt != player else move
