"""cells_with_other_symbols.py:6: cells = [3, 0, 0, 0, 2, 0], but symbols = '.XO' are for 0 to 2"""

from base import Corner


class Wrong(Corner):
    def play(s, cell):
        s.cells[cell] = s.turn + 2
