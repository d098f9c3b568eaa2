"""over_before_it_begins.py:6: the game is over before it begins"""

from base import Take


class Wrong(Take):
    def start(s):
        s.left = 0
