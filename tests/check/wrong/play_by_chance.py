"""play_by_chance.py:9: play() gives two results for the same move 2 at left=3 turn=0"""

from random import randrange

from base import Take


class Wrong(Take):
    def play(s, take):
        s.left -= randrange(1, take + 1)
