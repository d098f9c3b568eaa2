"""Three men's morris: nine points joined by lines, and three men each. Place them in turn; then slide them along lines.

Who has three in a row wins, and who cannot move loses; a position that comes again is a draw.
"""

import numpy as np
from numpy import int8

from zermelo import Rules, graph

POINTS = {f"{'abc'[x]}{y + 1}": (1.5 * x, 1.5 * y) for y in range(3) for x in range(3)}
NAMES = list(POINTS)
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES = [pair for a, b, c in ROWS for pair in ((a, b), (b, c))]
JOINED = np.array([[(a, b) in LINES or (b, a) in LINES for b in range(9)] for a in range(9)])
MEN, SLIDE = 3, 9  # a man placed on a point is that point; slid from a to b, SLIDE * (a + 1) + b


class Morris(Rules):
    players = ("X", "O")
    board = graph(POINTS, [(NAMES[a], NAMES[b]) for a, b in LINES])
    max_moves, repetition = 24, "draw"

    class State:
        cells: (int8, 9)  # 0 empty, 1 X, 2 O

    def moves(s, out):
        n = 0
        for end in range(9):
            if s.cells[end] != 0:
                continue
            if men(s, s.turn + 1) < MEN:
                out[n] = end
                n += 1
                continue
            for start in range(9):
                if s.cells[start] == s.turn + 1 and JOINED[start, end]:
                    out[n] = SLIDE * (start + 1) + end
                    n += 1
        return n

    def play(s, move):
        if move >= SLIDE:
            s.cells[move // SLIDE - 1] = 0
        s.cells[move % SLIDE] = s.turn + 1

    def over(s):
        return row(s) or stuck(s)

    def payoff(s, out):
        out[s.turn] = -1  # the other player made the row, or left no move
        out[1 - s.turn] = 1

    def move_name(s, move):
        return NAMES[move] if move < SLIDE else f"{NAMES[move // SLIDE - 1]}-{NAMES[move % SLIDE]}"


def men(s, number):
    count = 0
    for point in range(9):
        count += s.cells[point] == number
    return count


def row(s):
    """Whether the player who has just moved has three in a row."""
    found = False
    for a, b, c in ROWS:
        found |= s.cells[a] != 0 and s.cells[a] == s.cells[b] == s.cells[c]
    return found


def stuck(s):
    """Whether the mover has placed all men and can slide none."""
    if men(s, s.turn + 1) < MEN:
        return False
    for start in range(9):
        for end in range(9):
            if s.cells[start] == s.turn + 1 and s.cells[end] == 0 and JOINED[start, end]:
                return False
    return True
