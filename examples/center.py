"""A player in a file: it likes the middle of the board.

zermelo match tictactoe examples/center.py:Center random
"""

import random


class Center:
    """Plays as near to the middle of a board as it can; ties are broken at random."""

    name = "center"

    def __init__(self, seed=None):
        self.random = random.Random(seed)

    def choose(self, position, past=()):
        cells = {cell.name: cell for cell in position.game.board.cells}
        middle_x = sum(cell.x for cell in cells.values()) / len(cells)
        middle_y = sum(cell.y for cell in cells.values()) / len(cells)

        def distance(move):
            cell = cells[move]
            return (cell.x - middle_x) ** 2 + (cell.y - middle_y) ** 2, self.random.random()

        return min((move for move in position.moves if move in cells), key=distance, default=next(iter(position.moves)))
