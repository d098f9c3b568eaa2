"""Hex: place a stone in turn. Red wins by joining the top and the bottom side, Blue the left and the right side.

One of them must succeed, so there are no draws. With `swap`, Blue may answer the first stone by taking it over: it
becomes a blue stone on the mirrored cell, which is as good for Blue as it was for Red.
"""

import numpy as np
from numpy import int8, int16, int64

from zermelo.core.game import PAINT, Rules, below, copy, hexagons, option, read_cells

SIZE = option("size", 11, "rows and columns", low=1, high=19)
SWAP = option("swap", False, "whether the second player may take over the first stone")
CELLS = SIZE * SIZE  # cell row * SIZE + column; as a move, CELLS itself is the swap

# A stone is its owner's number, 1 or 2, plus the sides of its owner that it is joined to.
STONE, FIRST_SIDE, SECOND_SIDE = 3, 4, 8
BOTH_SIDES = FIRST_SIDE + SECOND_SIDE
ENDLESS = 100  # more stones than anybody needs


def cells_at(steps):
    """For each cell, the cells these steps (down, right) away; CELLS stands for those beyond the edge."""
    places = [[(n // SIZE + y, n % SIZE + x) for y, x in steps] for n in range(CELLS)]
    cells = [[y * SIZE + x if 0 <= y < SIZE and 0 <= x < SIZE else CELLS for y, x in row] for row in places]
    return np.array(cells, np.uint16)


def sides(across):
    """The side that touches a cell, where `across` runs from 0 to SIZE - 1 from a player's first side to the second."""
    return FIRST_SIDE * (across == 0) + SECOND_SIDE * (across == SIZE - 1)


NEIGHBOURS = cells_at([(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)])  # clockwise
BRIDGES = cells_at([(-2, 1), (-1, 2), (1, 1), (2, -1), (1, -2), (-1, -1)])  # number k is behind neighbours k and k + 1
MIRROR = np.array([n % SIZE * SIZE + n // SIZE for n in range(CELLS)])
SIDES = np.array([[sides(n // SIZE) for n in range(CELLS)], [sides(n % SIZE) for n in range(CELLS)]], np.int8)


class Hex(Rules):
    players = ("Red", "Blue")
    board = hexagons(
        SIZE,
        SIZE,
        colours=(PAINT["Red"], PAINT["Blue"]),
        marks={"top": PAINT["Red"], "bottom": PAINT["Red"], "left": PAINT["Blue"], "right": PAINT["Blue"]},
    )
    max_moves, max_plies, solved = CELLS + 1, CELLS + 1, -1 if SWAP and SIZE > 1 else 1

    class State:
        cells: (int8, CELLS + 1)  # the last one stays empty
        won: int8  # whether the last stone joined both sides
        stones: int16
        turn: int8

    class Data:
        weights = (0.3, 0.03, 0.1)  # of a stone needed less, of each way to place the last one, of the right to move

    def moves(s, out):
        n = 0
        for cell in range(CELLS):
            out[n] = cell
            n += s.cells[cell] == 0
        if may_swap(s):
            out[n] = CELLS
            n += 1
        return n

    def play(s, move):
        if move == CELLS:
            swap(s)
        else:
            place(s, move, s.turn)
        s.turn = 1 - s.turn

    def over(s):
        return s.won != 0

    def payoff(s, out):
        out[1 - s.turn] = 1
        out[s.turn] = -1

    def remaining(s):
        return CELLS - s.stones + (SWAP and s.stones <= 1)

    def order(s, move):  # along the edge last: little depends on those cells
        return -1.0 if move != CELLS and CELLS in NEIGHBOURS[move] else 0.0

    def evaluate(s, weights):
        mine, my_ways = needed(s, s.turn)
        theirs, their_ways = needed(s, 1 - s.turn)
        margin = weights[0] * (theirs - mine) + weights[1] * (my_ways - their_ways) + weights[2]
        return 0.8 * margin / (1 + abs(margin))

    def playout(s, out, dice):
        """Any move: cells are drawn until one is empty, as the one that stands for the swap always is."""
        while True:
            cell = below(dice, CELLS + may_swap(s))
            if s.cells[cell] == 0:
                return cell

    def cells(s):
        return (".RB"[stone & STONE] for stone in s.cells[:CELLS])

    def move_name(s, move):
        return "swap" if move == CELLS else Hex.board.cells[move].name

    def read(s, text):
        values, s.turn = read_cells(Hex.board, ".RB", text)
        for cell, value in enumerate(values):
            if value:
                place(s, cell, value - 1)
        red, blue = values.count(1), values.count(2)
        ahead = red - blue - s.turn
        if ahead != 0 and not (SWAP and ahead == -1 and blue > 0):
            raise ValueError(f"{red} R and {blue} B cannot stand here with this player to move")
        if any(stone & BOTH_SIDES == BOTH_SIDES and stone & STONE == s.turn + 1 for stone in s.cells):
            raise ValueError("the player to move has won already")


def may_swap(s):
    return SWAP and s.stones == 1 and s.turn == 1


def place(s, cell, player):
    joined, known = SIDES[player, cell], BOTH_SIDES  # sides: of the new stone, and of all that it joins
    for k in range(6):
        stone = s.cells[NEIGHBOURS[cell, k]]
        if stone & STONE == player + 1:
            joined |= stone & BOTH_SIDES
            known &= stone
    s.cells[cell] = player + 1 | joined
    s.stones += 1
    if joined == BOTH_SIDES:
        s.won = 1
    if joined & ~known:
        spread(s, int64(cell))  # one type whoever calls: `spread` is compiled for one


def spread(s, cell):
    """Tell the sides of a stone to all stones that it is joined to."""
    stone = s.cells[cell]
    for k in range(6):
        near = NEIGHBOURS[cell, k]
        if s.cells[near] & STONE == stone & STONE and s.cells[near] != stone:
            s.cells[near] = stone
            spread(s, int64(near))


def swap(s):
    for cell in range(CELLS):
        if s.cells[cell] != 0:
            s.cells[cell] = 0
            s.stones = 0
            place(s, MIRROR[cell], 1)
            return


def needed(s, player):
    """How many more stones join the player's sides if bridges hold, and on how many cells the last of them may be.

    A bridge joins two cells that have two empty cells between: if the opponent takes one, the player takes the other.
    Distances from the first side are swept over the board, back and forth, until they change no more.
    """
    board = copy(s).cells  # as if the player were Red
    far = copy(s).cells  # how many stones lead from the top to each cell
    far[:] = ENDLESS
    board[CELLS] = 2
    for cell in range(CELLS):
        board[cell] = (0, 1 + player, 2 - player)[s.cells[MIRROR[cell] if player else cell] & STONE]
    first, step, changed = 0, 1, True
    while changed:
        changed = False
        for k in range(CELLS):
            cell = first + step * k
            if board[cell] == 2:
                continue
            stones = 0 if cell < SIZE or (cell < 2 * SIZE and bridged(board, cell, 0)) else ENDLESS
            for near in range(6):
                stones = min(stones, far[NEIGHBOURS[cell, near]])
                if far[BRIDGES[cell, near]] < stones and bridged(board, cell, near):
                    stones = far[BRIDGES[cell, near]]
            stones += board[cell] == 0
            changed |= stones < far[cell]
            far[cell] = min(stones, far[cell])
        first, step = CELLS - 1 - first, -step
    least, ways = ENDLESS, 0
    for cell in range(max(CELLS - 2 * SIZE, 0), CELLS):
        if cell >= CELLS - SIZE or bridged(board, cell, 3):
            ways = ways + (far[cell] == least) if far[cell] >= least else 1
            least = min(least, far[cell])
    return least, ways


def bridged(board, cell, k):
    """Whether the cells between this one and its bridge number `k` are both empty."""
    return board[NEIGHBOURS[cell, k]] == 0 and board[NEIGHBOURS[cell, (k + 1) % 6]] == 0
