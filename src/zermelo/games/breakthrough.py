"""Breakthrough: pieces step forward, straight or diagonally, and capture diagonally; who reaches the far row wins.

Each player fills the two rows before them; White, at the bottom, moves first. A step straight on needs an empty square,
a diagonal one may capture. Who loses all pieces loses. There is always a move (the foremost piece has a diagonal step)
and every move brings a piece closer, so there are no draws. Dan Troyka, 2000.

`a2a3` is a step and `a2xb3` a capture; `a2-a3` and `a2b3` are understood too.
"""

from numpy import uint64

from zermelo.core.game import PAINT, Rules, below, bit, grid, lowest, option, popcount, read_cells

SIZE = option("size", 8, "rows and columns", low=4, high=8)
COLUMNS = option("columns", SIZE, "columns, if not as many as rows", low=2, high=8)
ROWS = option("rows", SIZE, "rows, if not as many as columns", low=4, high=8)
SQUARES = COLUMNS * ROWS

# Bit row * COLUMNS + column, rows from the bottom. White goes up, to higher bits, Black down:
#   56 57 58 59 60 61 62 63
#   ...
#    8  9 10 11 12 13 14 15
#    0  1  2  3  4  5  6  7
WHITE, BLACK = 0, 1
LEFT, STRAIGHT, RIGHT = 0, 1, 2  # on the board as drawn, for both players
STEPS = ((COLUMNS - 1, COLUMNS, COLUMNS + 1), (-COLUMNS - 1, -COLUMNS, -COLUMNS + 1))
UP = tuple(uint64(step) for step in STEPS[WHITE])
DOWN = tuple(uint64(-step) for step in STEPS[BLACK])


def squares(wanted):
    """The set of squares for which wanted(row, column) holds."""
    return uint64(sum(1 << n for n in range(SQUARES) if wanted(*divmod(n, COLUMNS))))


NONE, ONE = uint64(0), uint64(1)
ALL = squares(lambda row, column: True)
COLUMN = tuple(squares(lambda row, column, x=x: column == x) for x in range(COLUMNS))
WITHIN = (ALL & ~COLUMN[0], ALL, ALL & ~COLUMN[-1])  # from where a step in each direction stays on the board
ROW = tuple(squares(lambda row, column, y=y: row == y) for y in range(ROWS))
BEFORE_END = (ROW[::-1], ROW)  # by player: the squares that are 0, 1, 2... steps from the far row
OWN_HALF = (squares(lambda row, column: row < ROWS // 2), squares(lambda row, column: row >= ROWS - ROWS // 2))


class Breakthrough(Rules):
    players = ("White", "Black")
    board = grid(COLUMNS, ROWS, bottom_up=True, colours=(PAINT["White"], PAINT["Black"]))
    max_moves = 6 * COLUMNS
    max_plies = 2 * COLUMNS * (2 * ROWS - 5) + 1  # see `remaining`
    symmetries = 2
    solved = -1 if COLUMNS == ROWS <= 5 else None  # the second player wins

    class State:
        pieces: (uint64, 2)

    class Data:
        # Of a piece, its rows gained (squared), a piece on the home row, a possible step, the right to move: fitted to
        # the results of 8,000 games between two-ply searches.
        weights = (0.07, 0.0065, 0.05, 0.012, 0.06)

    def start(s):
        for player in range(2):
            s.pieces[player] = BEFORE_END[player][ROWS - 1] | BEFORE_END[player][ROWS - 2]

    def moves(s, out):
        return list_steps(s, out, ALL)

    def play(s, move):
        start, end = bit(move // SQUARES), bit(move % SQUARES)
        s.pieces[s.turn] ^= start | end
        s.pieces[1 - s.turn] &= ~end

    def over(s):
        far = (s.pieces[WHITE] & BEFORE_END[WHITE][0]) | (s.pieces[BLACK] & BEFORE_END[BLACK][0])
        return far != NONE or s.pieces[s.turn] == NONE

    def payoff(s, out):
        out[1 - s.turn] = 1  # whoever moved last
        out[s.turn] = -1

    def remaining(s):
        """After all steps that stop short of the far row, a player's next step reaches it."""
        mine, theirs = steps_short(s.pieces[s.turn], s.turn), steps_short(s.pieces[1 - s.turn], 1 - s.turn)
        return min(2 * mine + 1, 2 * theirs + 2)

    def noisy(s, out):
        """Captures, and steps to the far row."""
        return list_steps(s, out, s.pieces[1 - s.turn] | BEFORE_END[s.turn][0])

    def order(s, move):
        """A winning step; captures, first of pieces that have come far; last what would be lost for nothing."""
        start, end = bit(move // SQUARES), bit(move % SQUARES)
        mine, theirs = s.pieces[s.turn], s.pieces[1 - s.turn]
        if end & BEFORE_END[s.turn][0]:
            return 3.0
        if end & theirs:
            return 2.0 if end & OWN_HALF[s.turn] else 1.0
        if end & guarded(theirs, 1 - s.turn) and not end & guarded(mine ^ start, s.turn):
            return -1.0
        return 0.0

    def bounds(s):
        result = runaway(s)
        return (-1.0, 1.0) if result == 0 else (result, result)

    def evaluate(s, weights):
        result = runaway(s)
        if result != 0:
            return 0.85 * result
        margin = standing(s, s.turn, weights) - standing(s, 1 - s.turn, weights) + weights[4]
        return 0.8 * margin / (1 + abs(margin))

    def playout(s, out, dice):
        """Any move that is `urgent`: the steps are counted, and only the one that is drawn is looked up."""
        squares = urgent(s)
        ends = reached(s, LEFT) & squares, reached(s, STRAIGHT) & squares, reached(s, RIGHT) & squares
        number = below(dice, popcount(ends[LEFT]) + popcount(ends[STRAIGHT]) + popcount(ends[RIGHT]))
        way = LEFT
        while number >= popcount(ends[way]):
            number -= popcount(ends[way])
            way += 1
        return step_to(s, nth(ends[way], number), way)

    def symmetry(s, image):
        """Image 1 is seen in a mirror, left and right exchanged."""
        if image == 1:
            for player in range(2):
                mirrored = NONE
                for column in range(COLUMNS):
                    mirrored |= ((s.pieces[player] >> uint64(column)) & COLUMN[0]) << uint64(COLUMNS - 1 - column)
                s.pieces[player] = mirrored

    def cells(s):
        for square in range(SQUARES):
            yield "W" if s.pieces[WHITE] & bit(square) else "B" if s.pieces[BLACK] & bit(square) else "."

    def move_name(s, move):
        start, end = divmod(move, SQUARES)
        captures = "x" if s.pieces[1 - s.turn] & bit(end) else ""
        return f"{Breakthrough.board.cells[start].name}{captures}{Breakthrough.board.cells[end].name}"

    def read_move(s, text):
        names = [cell.name for cell in Breakthrough.board.cells]
        text = text.lower().replace("x", "").replace("-", "")
        return names.index(text[:2]) * SQUARES + names.index(text[2:])

    def read(s, text):
        values, s.turn = read_cells(Breakthrough.board, ".WB", text)
        for square, value in enumerate(values):
            if value:
                s.pieces[value - 1] |= bit(square)
        most = max(values.count(1), values.count(2))
        if most > 2 * COLUMNS:
            raise ValueError(f"{most} pieces of a player instead of at most {2 * COLUMNS}")
        if s.pieces[s.turn] & BEFORE_END[s.turn][0] or not s.pieces[1 - s.turn]:
            raise ValueError("the player to move has won already")


def list_steps(s, out, squares):
    """Write the mover's steps to these squares; returns how many."""
    n = 0
    for way in range(3):
        ends = reached(s, way) & squares
        while ends != NONE:
            out[n] = step_to(s, lowest(ends), way)
            n += 1
            ends &= ends - ONE
    return n


def reached(s, way):
    """The squares that the mover's pieces can step to in a direction."""
    mine, theirs = s.pieces[s.turn], s.pieces[1 - s.turn]
    return stepped(mine, s.turn, way) & ~(mine | theirs if way == STRAIGHT else mine)


def urgent(s):
    """Where a piece must go now: to the far row, or to a square from which the opponent would reach it. Else: ALL."""
    me, you = s.turn, 1 - s.turn
    if s.pieces[me] & BEFORE_END[me][1]:
        return BEFORE_END[me][0]
    threats = s.pieces[you] & BEFORE_END[you][1] & guarded(s.pieces[me], me)
    return threats if threats else ALL


def step_to(s, end, way):
    """The code of the mover's step in a direction to a square."""
    return (end - STEPS[s.turn][way]) * SQUARES + end


def nth(squares, number):
    """Number 0, 1, 2... of a set of squares."""
    for _ in range(number):
        squares &= squares - ONE
    return lowest(squares)


def stepped(pieces, player, way):
    """Where the pieces of a player come to by a step."""
    if player == WHITE:
        return ((pieces & WITHIN[way]) << UP[way]) & ALL
    return (pieces & WITHIN[way]) >> DOWN[way]


def guarded(pieces, player):
    """The squares where pieces of a player could capture."""
    return stepped(pieces, player, LEFT) | stepped(pieces, player, RIGHT)


def standing(s, player, weights):
    """What the pieces of a player are worth."""
    mine, theirs = s.pieces[player], s.pieces[1 - player]
    squared = 0
    for k in range(1, ROWS):
        squared += (ROWS - 1 - k) ** 2 * popcount(mine & BEFORE_END[player][k])
    home = popcount(mine & BEFORE_END[player][ROWS - 1])
    steps = popcount(stepped(mine, player, STRAIGHT) & ~(mine | theirs))
    steps += popcount(stepped(mine, player, LEFT) & ~mine) + popcount(stepped(mine, player, RIGHT) & ~mine)
    return weights[0] * popcount(mine) + weights[1] * squared + weights[2] * home + weights[3] * steps


def steps_short(pieces, player):
    """How many steps the pieces can make together without reaching the far row."""
    total = 0
    for k in range(2, ROWS):
        total += (k - 1) * popcount(pieces & BEFORE_END[player][k])
    return total


def nearest(pieces, player):
    """How many steps the foremost piece is from the far row; ROWS if there is none."""
    for k in range(ROWS):
        if pieces & BEFORE_END[player][k]:
            return k
    return ROWS


def runaway(s):
    """1.0 if a piece of the mover is sure to get through first, -1.0 if one of the opponent is, 0.0 if neither."""
    me, you = s.turn, 1 - s.turn
    mine, theirs = s.pieces[me], s.pieces[you]
    if mine & BEFORE_END[me][1]:
        return 1.0
    threats = theirs & BEFORE_END[you][1]
    if popcount(threats) > 1 or threats & ~guarded(mine, me):
        return -1.0
    if nearest(mine & ~catching(theirs, you, 0), me) <= nearest(theirs, you):
        return 1.0
    if nearest(theirs & ~catching(mine, me, 1), you) < nearest(mine, me):
        return -1.0
    return 0.0


def catching(pieces, player, first):
    """The squares from which an opponent cannot run straight on without being stopped by one of these pieces.

    A piece and a runner that are d rows apart meet when each has made d / 2 steps: it stops the runner only if it is no
    more columns away than that, rounded up if it moves `first` (1; 0: rounded down).
    """
    reached, front = NONE, pieces
    for d in range(1, ROWS):
        front = stepped(front, player, STRAIGHT)
        if d % 2 == first:
            front |= ((front & WITHIN[RIGHT]) << ONE) | ((front & WITHIN[LEFT]) >> ONE)
        reached |= front
    return reached
