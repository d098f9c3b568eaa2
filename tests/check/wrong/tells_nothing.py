"""tells_nothing.py:7: tells() says None to Bob of 1, and not a number from 0, or UNSEEN, at start"""

from base import Hands


class Wrong(Hands):
    def tells(s, move, player):
        return None if s.dealt < 2 and s.dealt != player else move
