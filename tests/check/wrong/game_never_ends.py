"""game_never_ends.py:6: no game ends: none of the 2 positions that can come about is over"""

from base import Take


class Wrong(Take):
    def play(s, take):
        s.left = 5
