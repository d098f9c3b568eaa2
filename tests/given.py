"""Games that are given data: sketches of a pattern table, a small network and an endgame table, on a simple board.

Two players place stones on a row of cells; who owns more of the cells' worth in the end wins. Not a good game, but what
an evaluation reads of it can be as large as one likes.
"""

import numpy as np
from numpy import int8, int16, uint64

import zermelo as z
from zermelo.core.game import mix

CELLS = 12
PATTERNS = 100_000
HIDDEN = 16
POSITIONS = 12_500_000  # float64: 100 MB


class Row(z.Rules):
    """Players take cells in turn."""

    max_moves = max_plies = CELLS

    class State:
        cells: (int8, CELLS)
        count: int8
        turn: int8

    def moves(s, out):
        n = 0
        for cell in range(CELLS):
            if s.cells[cell] == 0:
                out[n] = cell
                n += 1
        return n

    def play(s, cell):
        s.cells[cell] = s.turn + 1
        s.count += 1
        s.turn = 1 - s.turn

    def over(s):
        return s.count == CELLS

    def payoff(s, out):
        out[0] = (worth(s) % 3) - 1.0
        out[1] = -out[0]


def worth(s):
    total = 0
    for cell in range(CELLS):
        total += (cell + 3) * int(s.cells[cell]) * int(s.cells[(cell + 5) % CELLS])
    return total


def pattern(s, start):
    """The number of four cells in a row."""
    index = 0
    for i in range(4):
        index = 3 * index + int(s.cells[(start + i) % CELLS])
    return (index * 1237 + start * 8191) % PATTERNS


class WithPatterns(Row):
    class Data:
        patterns = np.zeros(PATTERNS, int16)

    def evaluate(s, patterns):
        total = 0
        for start in range(CELLS):
            total += int(patterns[pattern(s, start)])
        value = min(max(total / 100_000, -0.9), 0.9)
        return value if s.turn == 0 else -value


class WithNetwork(Row):
    """A network with one hidden layer, whose sums are kept up to date with every move."""

    class Data:
        first = np.zeros((CELLS * 2, HIDDEN), np.float32)
        second = np.zeros(HIDDEN, np.float32)

    class Summary:
        hidden: (np.float32, HIDDEN)

    def summarise(s, summary, first):
        for unit in range(HIDDEN):
            summary.hidden[unit] = 0
        for cell in range(CELLS):
            if s.cells[cell] > 0:
                for unit in range(HIDDEN):
                    summary.hidden[unit] += first[2 * cell + s.cells[cell] - 1, unit]

    def update(s, cell, summary, first):
        for unit in range(HIDDEN):
            summary.hidden[unit] += first[2 * cell + s.turn, unit]

    def evaluate(s, summary, second):
        total = np.float32(0)
        for unit in range(HIDDEN):
            total += max(summary.hidden[unit], np.float32(0)) * second[unit]
        value = min(max(float(total), -0.9), 0.9)
        return value if s.turn == 0 else -value


class WithTable(Row):
    """A table of values, any number of rows long."""

    class Data:
        table = np.zeros(0)

    def bounds(s, table):
        if len(table) == 0:
            return -1.0, 1.0
        value = table[int(mix(uint64(worth(s)), uint64(s.count)) % uint64(len(table)))]
        return value, max(value, 1.0)
