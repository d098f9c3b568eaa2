"""decided_off_the_board.py:7: decided() is ['z9'], which the board has not at OOX/OXX X"""

from base import Corner


class Wrong(Corner):
    def decided(s):
        return ["a1", "z9"]
