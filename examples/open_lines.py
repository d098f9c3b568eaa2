"""Tic-tac-toe with the lecture's estimate: the lines that X could still fill, less those that O could.

Three in a line pay 9, more than any estimate, so that a win that is in sight always comes first.
"""

from numpy import int8

from zermelo import Rules, grid

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class OpenLines(Rules):
    players, board = ("X", "O"), grid(3, 3, pieces="glyphs")
    max_moves, max_plies = 9, 10
    payoff_range = (-9, 9)

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
        return winner(s) != 0 or 0 not in s.cells

    def payoff(s, out):
        out[0] = (0, 9, -9)[winner(s)]
        out[1] = -out[0]

    def evaluate(s):
        return open_to(s, s.turn + 1) - open_to(s, 2 - s.turn)


def winner(s):
    """The mark that stands three in a line, or 0."""
    for a, b, c in LINES:
        if s.cells[a] == s.cells[b] == s.cells[c] != 0:
            return s.cells[a]
    return 0


def open_to(s, mark):
    """The lines without a mark of the other player."""
    other = 3 - mark
    count = 0
    for a, b, c in LINES:
        if s.cells[a] != other and s.cells[b] != other and s.cells[c] != other:
            count += 1
    return count
