"""player_who_is_not_there.py:8: mover() is 2, but there are 2 players"""

from base import Take
from numpy import int8


class Wrong(Take):
    def mover(s):
        return 2

    class State(Take.State):
        turn: int8
