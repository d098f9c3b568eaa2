"""tells_changes_the_position.py:7: tells() changes the position at start"""

from base import Hands


class Wrong(Hands):
    def tells(s, move, player):
        s.bets = 1
        return move
