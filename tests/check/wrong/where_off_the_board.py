"""where_off_the_board.py:7: where() of a1 is ['z9'], which the board has not at .../... X"""

from base import Corner


class Wrong(Corner):
    def where(s, move):
        return [["z9"]]
