"""Tic-tac-toe: players take turns to mark a cell of a 3x3 board; three in a line win."""

from numpy import int8

from zermelo.core.game import Rules, grid, square_symmetries

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(Rules):
    players, board, symmetries = ("X", "O"), grid(3, 3, pieces="glyphs"), square_symmetries(3)
    max_moves, max_plies, solved = 9, 10, 0

    class State:
        cells: (int8, 9)  # 0 empty, 1 X, 2 O

    def moves(s, out):
        n = 0
        for cell in range(9):
            if s.cells[cell] == 0:
                out[n] = cell
                n += 1
        return n

    def play(s, cell):
        s.cells[cell] = s.turn + 1

    def over(s):
        return line(s) != 0 or 0 not in s.cells

    def payoff(s, out):
        out[0] = (0, 1, -1)[line(s)]
        out[1] = -out[0]


def line(s):
    """The mark that stands three in a line, or 0."""
    for a, b, c in LINES:
        if s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]:
            return s.cells[a]
    return 0
