"""board_too_large.py:11: board has 9 cells, but no field of State has 9 numbers, such as cells: (int8, 9);
without one, a rule cells(s) says what stands on them
"""

from base import Corner

from zermelo import grid


class Wrong(Corner):
    board = grid(3, 3)
