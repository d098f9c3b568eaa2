"""take_turn_does_not.py:7: after take_turn(s, 1) it is another player's turn at left=5 turn=0"""

from base import Take


class Wrong(Take):
    def take_turn(s, player):
        s.turn = 0
