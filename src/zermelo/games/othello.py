"""Othello, or Reversi: place a disc so that it outflanks discs of the other colour, which turn over; most discs win.

Black moves first. Who cannot outflank anything must pass; the game ends when neither can move. The payoff is the margin
in discs. Squares left empty count for nobody, or with `empties=winner` for the winner: so tournaments score, and so do
the usual tables of solved positions (Edax, the FFO test set).
"""

from numpy import int8, uint64

from zermelo.game import Rules, bit, grid, lowest, option, popcount, read_cells

SIZE = option("size", 8, "rows and columns", choices=(4, 6, 8))
EMPTIES = option("empties", "nobody", "who gets the squares left empty", choices=("nobody", "winner"))
SQUARES = PASS = SIZE * SIZE


def squares(wanted):
    """The set of squares for which wanted(row, column) holds: bit row * SIZE + column, rows from the top."""
    return uint64(sum(1 << n for n in range(SQUARES) if wanted(*divmod(n, SIZE))))


EDGE = (0, SIZE - 1)
CENTRE = squares(lambda row, column: {row, column} <= {SIZE // 2 - 1, SIZE // 2})
ALL = squares(lambda row, column: True)
INNER = squares(lambda row, column: column not in EDGE)  # a line to the side ends on an edge, and does not wrap
CORNERS = squares(lambda row, column: row in EDGE and column in EDGE)
SIDES = squares(lambda row, column: row in EDGE or column in EDGE)
X_SQUARES = squares(lambda row, column: row in (1, SIZE - 2) and column in (1, SIZE - 2))  # diagonal to a corner
STEPS = tuple(uint64(step) for step in (1, SIZE - 1, SIZE, SIZE + 1))
WITHIN = (INNER, INNER, ALL, INNER)  # the squares that a line in each of these directions can cross
# The squares where a line in each of these directions begins or ends.
ENDS = (~INNER & ALL, SIDES, squares(lambda row, column: row in EDGE), SIDES)
NONE, ONE = uint64(0), uint64(1)
HALF = SIZE // 2
QUADRANTS = tuple(squares(lambda row, column, q=q: row // HALF * 2 + column // HALF == q) for q in range(4))
FEW = 7  # empty squares with which it no longer pays to look at the replies to a move


class Othello(Rules):
    players, symbols = ("Black", "White"), "-XO"
    board = grid(SIZE, SIZE, background="#3f8f5f")
    max_moves, max_plies = SQUARES, 2 * SQUARES
    weights = (1.0, -1.0, 10.0, -8.0, 2.0)  # discs that each is worth: mobility, frontier, corners, risks, stable discs
    payoff_range, unit = (-SQUARES, SQUARES), "discs"
    finished_is_leaf = True
    solved = {4: -8 if EMPTIES == "nobody" else -10, 6: -4, 8: 0}[SIZE]

    class State:
        discs: (uint64, 2)
        legal: uint64  # where the mover can place a disc
        turn: int8

    def start(s):
        low, high = SIZE // 2 - 1, SIZE // 2
        s.discs[0] = bit(low * SIZE + high) | bit(high * SIZE + low)
        s.discs[1] = bit(low * SIZE + low) | bit(high * SIZE + high)
        s.legal = outflanking(s.discs[0], s.discs[1])

    def moves(s, out):
        if s.legal == NONE:
            out[0] = PASS
            return 1
        n = 0
        left = s.legal
        while left != NONE:
            out[n] = lowest(left)
            n += 1
            left &= left - ONE
        return n

    def play(s, square):
        mine, theirs = s.discs[s.turn], s.discs[1 - s.turn]
        if square != PASS:
            turned = outflanked(bit(square), mine, theirs)
            mine |= turned | bit(square)
            theirs ^= turned
            s.discs[s.turn] = mine
            s.discs[1 - s.turn] = theirs
        s.turn = 1 - s.turn
        s.legal = outflanking(theirs, mine)

    def over(s):
        return s.legal == NONE and outflanking(s.discs[1 - s.turn], s.discs[s.turn]) == NONE

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
        empty = ALL & ~(mine | theirs)
        mobility = popcount(s.legal) - popcount(outflanking(theirs, mine))
        frontier = popcount(around(mine) & empty) - popcount(around(theirs) & empty)
        corners = popcount(mine & CORNERS) - popcount(theirs & CORNERS)
        risks = risked(mine, empty) - risked(theirs, empty)
        stability = popcount(stable(mine)) - popcount(stable(theirs))
        margin = weights[0] * mobility + weights[1] * frontier + weights[2] * corners + weights[3] * risks
        return min(max(margin + weights[4] * stability, -SQUARES), SQUARES)

    def order(s, square):
        """Corners first; then moves that leave the other player few replies, and no corner."""
        if square == PASS or bit(square) & CORNERS:
            return 1.0
        mine, theirs = s.discs[s.turn], s.discs[1 - s.turn]
        empty = ALL & ~(mine | theirs)
        alone = popcount(empty & QUADRANTS[quadrant(square)]) % 2  # the last move there will be mine as well
        if popcount(empty) < FEW:
            return alone - 1.0
        turned = outflanked(bit(square), mine, theirs)
        replies = outflanking(theirs ^ turned, mine | turned | bit(square))
        return alone / 2 - popcount(replies) - 3.0 * popcount(replies & CORNERS)

    def bounds(s):
        """Stable discs stay: they count for their owner to the end."""
        mine, theirs = s.discs[s.turn], s.discs[1 - s.turn]
        if (mine | theirs) & CORNERS == NONE:
            return -SQUARES, SQUARES
        return 2 * popcount(stable(mine)) - SQUARES, SQUARES - 2 * popcount(stable(theirs))

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
        s.legal = outflanking(s.discs[s.turn], s.discs[1 - s.turn])


def outflanking(mine, theirs):
    """The empty squares where a disc of mine would outflank some of theirs."""
    found = NONE
    for i in range(4):
        step, across = STEPS[i], theirs & WITHIN[i]
        found |= (after(mine, across, step) << step) | (before(mine, across, step) >> step)
    return found & ALL & ~(mine | theirs)


def outflanked(disc, mine, theirs):
    """The discs of theirs on lines between a new disc and mine."""
    turned = NONE
    for i in range(4):
        step, across = STEPS[i], theirs & WITHIN[i]
        line = after(disc, across, step)
        if (line << step) & mine:
            turned |= line
        line = before(disc, across, step)
        if (line >> step) & mine:
            turned |= line
    return turned


def after(ends, across, step):
    """The unbroken lines of `across` that begin one step after one of `ends`. They grow to 1, 2, 4 and 6 discs."""
    line = across & (ends << step)
    line |= across & (line << step)
    pairs = across & (across << step)
    line |= pairs & (line << (step + step))
    return line | (pairs & (line << (step + step)))


def before(ends, across, step):
    """The same in the opposite direction."""
    line = across & (ends >> step)
    line |= across & (line >> step)
    pairs = across & (across >> step)
    line |= pairs & (line >> (step + step))
    return line | (pairs & (line >> (step + step)))


def quadrant(square):
    return square // SIZE // HALF * 2 + square % SIZE // HALF


def stable(discs):
    """Discs that can never be turned, from the corners on: in each direction they border on an edge or a stable disc.

    There are more: those on lines that are full.
    """
    found, grown = NONE, discs & CORNERS
    while grown != found:
        found = grown
        grown = discs
        for i in range(4):
            grown &= ENDS[i] | (found << STEPS[i]) | (found >> STEPS[i])
    return found


def risked(discs, empty):
    """How many empty corners have one of these discs diagonally before them."""
    return popcount(around(discs & X_SQUARES) & CORNERS & empty)


def around(discs):
    """The squares next to these discs; on the left and right edge, only along it."""
    found = NONE
    for i in range(4):
        inside = discs & WITHIN[i]
        found |= (inside << STEPS[i]) | (inside >> STEPS[i])
    return found
