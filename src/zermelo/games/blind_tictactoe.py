"""Blind tic-tac-toe: nobody sees the other's marks; who tries a cell is told only whether it was possible.

If it was not, because the other's mark is there, one knows that now and tries again; or, with `failure=turn`, it is the
other's turn. Nobody is told where the other marks, nor what they try in vain. Also known as phantom tic-tac-toe. On the
smaller boards (`columns=3,rows=2`) all can be listed; a line is as long as the longer side unless you say `line=2`.
"""

import numpy as np
from numpy import int8

from zermelo.core.game import UNSEEN, Rules, below, grid, option

COLUMNS = option("columns", 3, "columns", low=1, high=5)
ROWS = option("rows", 3, "rows", low=1, high=5)
LENGTH = option("line", max(COLUMNS, ROWS), "marks in a line that win", low=2, high=5)
FAILURE = option("failure", "again", "who tries a taken cell tries again, or loses the turn", choices=("again", "turn"))

CELLS = COLUMNS * ROWS
BOARD = grid(COLUMNS, ROWS, pieces="glyphs")
MARKED, FAILED, OTHER = range(3)  # what is told: possible, taken, the other's turn is over
LINES = np.array([
    [(y + k * down) * COLUMNS + x + k * right for k in range(LENGTH)]
    for y in range(ROWS) for x in range(COLUMNS) for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
    if 0 <= x + (LENGTH - 1) * right < COLUMNS and y + (LENGTH - 1) * down < ROWS
], np.int8).reshape(-1, LENGTH)  # fmt: skip
if len(LINES) == 0:
    raise ValueError(f"no line of {LENGTH} fits on a board of {COLUMNS} columns and {ROWS} rows")


def has_line(s, mark):
    for k in range(len(LINES)):
        count = 0
        for cell in LINES[k]:
            count += int(s.cells[cell] == mark)
        if count == LENGTH:
            return True
    return False


class BlindTicTacToe(Rules):
    players, board = ("X", "O"), BOARD
    max_moves, max_plies = CELLS, 2 * CELLS - 1

    class State:
        cells: (int8, CELLS)  # 0 empty, 1 X, 2 O
        found: (int8, (2, CELLS))  # whether each player knows what stands there
        turn: int8

    def moves(s, out):
        n = 0
        for cell in range(CELLS):
            if s.found[s.turn, cell] == 0:
                out[n] = cell
                n += 1
        return n

    def play(s, cell):
        s.found[s.turn, cell] = 1
        possible = s.cells[cell] == 0
        if possible:
            s.cells[cell] = s.turn + 1
        if possible or FAILURE == "turn":
            s.turn = 1 - s.turn

    def tells(s, move, player):
        possible = s.cells[move] == 0
        if player == s.turn:
            return MARKED if possible else FAILED
        return OTHER if possible or FAILURE == "turn" else UNSEEN

    def gist(s, player):
        """Which cells the player knows, and how: in which order they came to know them hardly matters."""
        number = 0
        for cell in range(CELLS):
            number = 3 * number + (s.cells[cell] if s.found[player, cell] else 0)
        return number

    def over(s):
        return has_line(s, 1) or has_line(s, 2) or 0 not in s.cells

    def payoff(s, out):
        out[0] = int(has_line(s, 1)) - int(has_line(s, 2))
        out[1] = -out[0]

    def told(what, player):
        return ("", "taken", "")[what]

    def hide(s, player):
        for cell in range(CELLS):
            s.found[1 - player, cell] = 0
            if s.found[player, cell] == 0:
                s.cells[cell] = 0

    def show(s):
        rows = ["".join(".XO"[s.cells[row * COLUMNS + x]] for x in range(COLUMNS)) for row in range(ROWS)]
        return f"{'/'.join(rows)} {'XO'[s.turn]}"

    if FAILURE == "again":  # every turn of the other has left a mark, though it is not known where

        def imagine(s, player, dice):
            mark, hidden, free = 2 - player, 0, 0
            for cell in range(CELLS):
                hidden += int(s.cells[cell] == mark and s.found[player, cell] == 0)
                free += int(s.found[player, cell] == 0)
                s.found[1 - player, cell] = int(s.cells[cell] == player + 1 and below(dice, 2) == 0)
            while True:
                left, places = hidden, free
                for cell in range(CELLS):
                    if s.found[player, cell] == 0:
                        s.cells[cell] = mark if below(dice, places) < left else 0
                        left -= int(s.cells[cell] == mark)
                        places -= 1
                if not has_line(s, mark):
                    break
            for cell in range(CELLS):
                if s.cells[cell] == mark:
                    s.found[1 - player, cell] = 1
