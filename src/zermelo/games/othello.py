"""Othello, or Reversi: place a disc so that it outflanks discs of the other colour, which turn over; most discs win.

Black moves first. Who cannot outflank anything must pass; the game ends when neither can move. The payoff is the margin
in discs. Squares left empty count for nobody, or with `empties=winner` for the winner: so tournaments score, and so do
the usual tables of solved positions (Edax, the FFO test set).
"""

from numpy import int8, uint64

from zermelo.core.game import Rules, bit, grid, listed, option, popcount, read_cells
from zermelo.games._discs import around, geometry, outflanked, outflanking, squares, stable

SIZE = option("size", 8, "rows and columns", choices=(4, 6, 8))
EMPTIES = option("empties", "nobody", "who gets the squares left empty", choices=("nobody", "winner"))
SQUARES = PASS = SIZE * SIZE


LINES = geometry(SIZE)
CENTRE = squares(SIZE, lambda row, column: {row, column} <= {SIZE // 2 - 1, SIZE // 2})
X_SQUARES = squares(SIZE, lambda row, column: row in (1, SIZE - 2) and column in (1, SIZE - 2))  # diagonal to a corner
NONE = uint64(0)
HALF = SIZE // 2
QUADRANTS = tuple(squares(SIZE, lambda row, column, q=q: row // HALF * 2 + column // HALF == q) for q in range(4))
FEW = 7  # empty squares with which it no longer pays to look at the replies to a move


class Othello(Rules):
    players, symbols = ("Black", "White"), "-XO"
    board = grid(SIZE, SIZE, background="#3f8f5f")
    max_moves, max_plies = SQUARES, 2 * SQUARES
    payoff_range, unit = (-SQUARES, SQUARES), "discs"
    finished_is_leaf = True
    solved = {4: -8 if EMPTIES == "nobody" else -10, 6: -4, 8: 0}[SIZE]

    class State:
        discs: (uint64, 2)
        legal: uint64  # where the mover can place a disc
        turn: int8

    class Data:
        # discs that each is worth: mobility, frontier, corners, risks, stable discs
        weights = (1.0, -1.0, 10.0, -8.0, 2.0)

    def start(s):
        low, high = SIZE // 2 - 1, SIZE // 2
        s.discs[0] = bit(low * SIZE + high) | bit(high * SIZE + low)
        s.discs[1] = bit(low * SIZE + low) | bit(high * SIZE + high)
        s.legal = outflanking(s.discs[0], s.discs[1], LINES)

    def moves(s, out):
        if s.legal == NONE:
            out[0] = PASS
            return 1
        return listed(s.legal, out)

    def play(s, square):
        mine, theirs = s.discs[s.turn], s.discs[1 - s.turn]
        if square != PASS:
            turned = outflanked(bit(square), mine, theirs, LINES)
            mine |= turned | bit(square)
            theirs ^= turned
            s.discs[s.turn] = mine
            s.discs[1 - s.turn] = theirs
        s.turn = 1 - s.turn
        s.legal = outflanking(theirs, mine, LINES)

    def over(s):
        return s.legal == NONE and outflanking(s.discs[1 - s.turn], s.discs[s.turn], LINES) == NONE

    def payoff(s, out):
        black, white = popcount(s.discs[0]), popcount(s.discs[1])
        margin = black - white
        if EMPTIES == "winner" and margin != 0:
            empty = SQUARES - black - white
            margin += empty if margin > 0 else -empty
        out[0] = margin
        out[1] = -margin

    def evaluate(s, weights):
        mine, theirs = s.discs[s.turn], s.discs[1 - s.turn]
        empty = LINES.board & ~(mine | theirs)
        mobility = popcount(s.legal) - popcount(outflanking(theirs, mine, LINES))
        frontier = popcount(around(mine, LINES) & empty) - popcount(around(theirs, LINES) & empty)
        corners = popcount(mine & LINES.corners) - popcount(theirs & LINES.corners)
        risks = risked(mine, empty) - risked(theirs, empty)
        stability = popcount(stable(mine, LINES)) - popcount(stable(theirs, LINES))
        margin = weights[0] * mobility + weights[1] * frontier + weights[2] * corners + weights[3] * risks
        return min(max(margin + weights[4] * stability, -SQUARES), SQUARES)

    def order(s, square):
        """Corners first; then moves that leave the other player few replies, and no corner."""
        if square == PASS or bit(square) & LINES.corners:
            return 1.0
        mine, theirs = s.discs[s.turn], s.discs[1 - s.turn]
        empty = LINES.board & ~(mine | theirs)
        alone = popcount(empty & QUADRANTS[quadrant(square)]) % 2  # the last move there will be mine as well
        if popcount(empty) < FEW:
            return alone - 1.0
        turned = outflanked(bit(square), mine, theirs, LINES)
        replies = outflanking(theirs ^ turned, mine | turned | bit(square), LINES)
        return alone / 2 - popcount(replies) - 3.0 * popcount(replies & LINES.corners)

    def bounds(s):
        """Stable discs stay: they count for their owner to the end."""
        mine, theirs = s.discs[s.turn], s.discs[1 - s.turn]
        if (mine | theirs) & LINES.corners == NONE:
            return -SQUARES, SQUARES
        return 2 * popcount(stable(mine, LINES)) - SQUARES, SQUARES - 2 * popcount(stable(theirs, LINES))

    def remaining(s):
        return 2 * (SQUARES - popcount(s.discs[0] | s.discs[1]))

    def cells(s):
        for square in range(SQUARES):
            yield "X" if s.discs[0] & bit(square) else "O" if s.discs[1] & bit(square) else "-"

    def move_name(s, square):
        return "pass" if square == PASS else Othello.board.cells[square].name

    def read(s, text):
        values, s.turn = read_cells(Othello.board, Othello.symbols, text)
        for square, value in enumerate(values):
            if value:
                s.discs[value - 1] |= bit(square)
        if CENTRE & ~(s.discs[0] | s.discs[1]):
            raise ValueError("the four squares in the centre are never empty")
        s.legal = outflanking(s.discs[s.turn], s.discs[1 - s.turn], LINES)


def quadrant(square):
    return square // SIZE // HALF * 2 + square % SIZE // HALF


def risked(discs, empty):
    """How many empty corners have one of these discs diagonally before them."""
    return popcount(around(discs & X_SQUARES, LINES) & LINES.corners & empty)
