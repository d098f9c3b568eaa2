"""Chomp: a bar of chocolate. Bite a square and all that lies right of it and below; the one at a1 is poisoned."""

from numpy import int8

from zermelo import Rules, grid, option

COLUMNS = option("columns", 4, "squares across", low=1, high=12)
ROWS = option("rows", 3, "squares down", low=1, high=12)


class Chomp(Rules):
    players = ("A", "B")
    board = grid(COLUMNS, ROWS)
    symbols = "#x"  # whole, eaten

    class State:
        eaten: (int8, COLUMNS * ROWS)

    def moves(s, out):
        n = 0
        for square in range(COLUMNS * ROWS):
            if s.eaten[square] == 0:
                out[n] = square
                n += 1
        return n

    def play(s, square):
        for row in range(square // COLUMNS, ROWS):
            for column in range(square % COLUMNS, COLUMNS):
                s.eaten[row * COLUMNS + column] = 1

    def payoff(s, out):
        out[s.turn] = 1  # the other one had to take the poison
        out[1 - s.turn] = -1
