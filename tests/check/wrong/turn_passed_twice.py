"""turn_passed_twice.py:9: O never moves in 30 random games; the turn passes on by itself after play(), which
must not pass it too
"""

from base import Take


class Wrong(Take):
    def play(s, take):
        s.left -= take
        s.turn = 1 - s.turn
