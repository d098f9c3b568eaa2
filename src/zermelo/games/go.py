"""Go: place stones in turn; a chain without liberties is taken off the board; who owns more points at the end wins.

Stones of one colour that touch along the lines form a chain, and the empty points beside it are its liberties. A stone
first takes the opponent's chains that it leaves without a liberty. It must then have one itself, unless `suicide` is
allowed: then its own chain is taken. No move may bring back an earlier position of the whole board (positional
superko). A player may pass; two passes in a row end the game.

Stones are never judged to be dead: all that stand at the end count, and so does every empty area that reaches only one
colour (area scoring). White gets `komi` points for moving second. The payoff is the margin in points.

Columns are lettered without I and rows numbered from the bottom: `D4`; or `pass`. A position is the board row by row
from the top and the player to move, then, as far as they apply, the last move or the number of passes in a row, and the
point where a ko may not be taken back: `.XO./XO.O/.XO./.... X last=B3 ko=C3`.
"""

import numpy as np
from numpy import int8, int16, int64, uint64

from zermelo.core.game import Board, Cell, Rules, below, copy, mix, option, read_cells

SIZE = option("size", 9, "rows and columns", low=2, high=19)
COLUMNS = option("columns", SIZE, "columns, if not as many as rows", low=1, high=19)
ROWS = option("rows", SIZE, "rows, if not as many as columns", low=1, high=19)
KOMI = option("komi", 7.0, "points that White gets for moving second", low=-361, high=361)
SUICIDE = option("suicide", False, "whether a player may take several stones of their own")
CELLS = COLUMNS * ROWS
MOST = CELLS + abs(KOMI)  # points that one can win by

# Points are numbered together with a border, so that a step to the side never leaves the numbers. Where the border on
# the left ends the one on the right begins: it is the same. Of 3 x 2 points, the numbers are 5, 6, 7 and 9, 10, 11:
#   12 13 14 15 16
#    8  9 10 11
#    4  5  6  7
#    0  1  2  3
UP = COLUMNS + 1
POINTS = (ROWS + 2) * UP + 1
NOWHERE, PASS = 0, POINTS  # as moves
PLACES = np.array([row * UP + column for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)])
SIDES = (-UP, -1, 1, UP)
CORNERS = (-UP - 1, -UP + 1, UP - 1, UP + 1)
EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 4
STONE = BLACK | WHITE

# The liberties of a chain are one number: how many there are, the sum of their points, and the sum of their squares.
# A point counts once for every stone beside it, so that chains can be joined by adding.
COUNT, SUM = 52, 32  # the lowest bit of each
LIBERTY = np.array([1 << COUNT | point << SUM | point * point for point in range(POINTS)])

LETTERS = "ABCDEFGHJKLMNOPQRST"
NAMES = {int(point): f"{LETTERS[n % COLUMNS]}{n // COLUMNS + 1}" for n, point in enumerate(PLACES)}
NAMED = {name: point for point, name in NAMES.items()}
SGF = "abcdefghijklmnopqrst"  # where tt is a pass

# Black's margin without komi by length and breadth; 3 x 3 and 5 x 5: van der Werf, van den Herik and Uiterwijk 2003.
RESULTS = {(1, 1): 0, (2, 1): 0, (3, 1): 3, (4, 1): 4, (2, 2): 1, (3, 3): 9, (5, 5): 25}
SHAPE = (max(COLUMNS, ROWS), min(COLUMNS, ROWS))
ENDLESS = 400  # more steps than lead from one point to another

# Of 8 times, how often a random game answers a last move that can be taken or threatens to take; 0: never. If always,
# such answers could follow each other forever: random games know of no earlier positions.
LOCAL = 7
TRIES = 12  # at random points, before all moves of a random game are listed

with np.errstate(over="ignore"):  # a random number for each stone of either colour on each point
    HASHES = np.array([[mix(mix(uint64(0), uint64(c)), uint64(p)) for p in range(POINTS)] for c in range(3)])


def starred(line, length):
    """Whether a line bears stars: 2 if it is the middle one, 1 if it is the third or, on a large board, the fourth."""
    if 2 * line == length - 1:
        return 2
    return 1 if length > 6 and min(line, length - 1 - line) == (2 if length < 12 else 3) else 0


def crossing(point):
    """How a point is drawn: the lines that leave it, and whether it is a star."""
    row, column = point // UP - 1, point % UP - 1
    words = {"left": column > 0, "right": column < COLUMNS - 1, "down": row > 0, "up": row < ROWS - 1}
    across, along = starred(row, ROWS), starred(column, COLUMNS)
    words["star"] = CELLS > 36 and across and along and (across == along or CELLS > 200)
    return Cell(NAMES[point], column, ROWS - 1 - row, " ".join(["crossing", *(word for word in words if words[word])]))


class Go(Rules):
    players, symbols = ("Black", "White"), ".XO"
    board = Board(
        cells=tuple(crossing(int(point)) for point in PLACES),
        columns=tuple((LETTERS[column], float(column)) for column in range(COLUMNS)),
        rows=tuple((str(row + 1), float(ROWS - 1 - row)) for row in range(ROWS)),
    )
    max_moves, max_plies = CELLS + 1, 3 * CELLS + 60
    payoff_range, unit = (-MOST, MOST), "points"
    repetition, method = "forbidden", "mcts:amaf=rave,c=0.2"
    solved = RESULTS[SHAPE] - KOMI if SHAPE in RESULTS and not SUICIDE else None

    class State:
        hash: uint64  # of the stones
        liberties: (int64, POINTS)  # of each chain, at its lowest point; elsewhere 0
        chain: (int16, POINTS)  # of each stone: the lowest point of its chain; elsewhere 0
        colour: (int8, POINTS)
        ko: int16  # where the mover may not take back
        last: int16  # the last move
        passes: int8  # in a row
        turn: int8

    class Data:
        # what an empty point counts for whose stones are nearest; how likely a chain in atari is lost if the opponent
        # is to move, and if its owner is; what the right to move is worth
        weights = (0.8, 0.9, 0.3, 2.0)
        komi = KOMI

    def start(s):
        for point in range(POINTS):
            s.colour[point] = BORDER
        for point in PLACES:
            s.colour[point] = EMPTY

    def moves(s, out):
        n = 0
        for point in PLACES:
            if s.colour[point] == EMPTY and allowed(s, point):
                out[n] = point
                n += 1
        out[n] = PASS
        return n + 1

    def play(s, move):
        s.ko = NOWHERE
        s.last = move
        if move == PASS:
            s.passes += 1
        else:
            s.passes = 0
            place(s, int64(move), s.turn + 1)
            capture(s, int64(move))
        s.turn = 1 - s.turn

    def take_turn(s, player):
        s.turn = player
        s.ko = s.last = s.passes = 0

    def over(s):
        return s.passes >= 2

    def payoff(s, out, komi):
        out[0] = area(s) - komi
        out[1] = -out[0]

    def identity(s):
        """The whole board. After a pass it stays the same, which is allowed.

        Any board may come again, also one from before the first stones were taken: so there is no `reversible`.
        """
        return mix(s.hash, uint64(s.passes))

    def key(s):
        return mix(s.hash, uint64((s.ko * 3 + s.passes) * 2 + s.turn))

    def playout(s, out, dice):
        """Mostly an urgent answer, if there is one; else any allowed move that does not fill an own eye."""
        if s.last != NOWHERE and s.last != PASS and below(dice, 8) < LOCAL:
            answer = urgent(s, int64(s.last))
            if answer != NOWHERE:
                return answer
        for _ in range(TRIES):
            point = PLACES[below(dice, CELLS)]
            if sensible(s, point):
                return point
        n = 0
        for point in PLACES:
            if sensible(s, point):
                out[n] = point
                n += 1
        return out[below(dice, n)] if n > 0 else PASS

    def order(s, move):
        """Captures and escapes, then near the last move; last come the edge, own eyes, and to pass."""
        if move == PASS:
            return -3.0
        if eye(s, int64(move)):
            return -2.0
        rank = 0.0
        for step in SIDES:
            near = move + step
            there = s.colour[near]
            if there & STONE and in_atari(s, s.chain[near]):
                rank = max(rank, 3.0 if there != s.turn + 1 else 2.0)
            elif near == s.last:
                rank = max(rank, 1.0)
            elif there == BORDER and rank == 0:
                rank = -1.0
        return rank

    def evaluate(s, weights, komi):
        """The area if every empty point went to whose stones are nearer, in part; chains in atari are lost, in part."""
        mine, theirs = copy(s), copy(s)
        measure(mine, s.turn + 1)
        measure(theirs, 2 - s.turn)
        margin = weights[3] + (komi if s.turn == 1 else -komi)
        for point in PLACES:
            there = s.colour[point]
            near, far = mine.chain[point], theirs.chain[point]
            if there == EMPTY:
                margin += weights[0] * (far - near) / (far + near)
            elif there == s.turn + 1:
                margin += 1 - 2 * weights[2] if in_atari(s, s.chain[point]) else 1.0
            else:
                margin -= 1 - 2 * weights[1] if in_atari(s, s.chain[point]) else 1.0
        return min(max(margin, -MOST), MOST)

    def cells(s):
        return (".XO"[s.colour[point]] for point in PLACES)

    def move_name(s, move):
        return "pass" if move == PASS else NAMES[move]

    def read_move(s, text):
        """As in SGF: the letters of the column, and of the row from the top."""
        column, row = map(SGF.index, text)
        return int(PLACES[column + COLUMNS * (ROWS - 1 - row)]) if column < COLUMNS and row < ROWS else PASS

    def show(s):
        symbols = "".join(Go.cells(s))
        rows = [symbols[n : n + COLUMNS] for n in range(0, CELLS, COLUMNS)]
        words = ["/".join(reversed(rows)), "XO"[s.turn]]
        if s.passes:
            words.append(f"passes={s.passes}")
        elif s.last:
            words.append(f"last={NAMES[s.last]}")
        if s.ko:
            words.append(f"ko={NAMES[s.ko]}")
        return " ".join(words)

    def read(s, text):
        words, board = text.split(), ""
        while words and len(board) < CELLS:
            board += words.pop(0).replace("/", "")
        values, s.turn = read_cells(Go.board, ".XO", " ".join([board, *words[:1]]))
        Go.start(s)
        for point, value in zip(PLACES, values, strict=True):
            if value:
                place(s, point, value)
        for word in words[1:]:
            read_word(s, *word.partition("=")[::2])
        check(s)


# --- chains -----------------------------------------------------------------------------------------------------------


def place(s, point, colour):
    """Put a stone on an empty point and join it to its neighbours. Chains may then be without liberties."""
    chain, liberties = point, 0
    for step in SIDES:
        near = point + step
        if s.colour[near] == EMPTY:
            liberties += LIBERTY[near]
        elif s.colour[near] != BORDER:
            s.liberties[s.chain[near]] -= LIBERTY[point]
            if s.colour[near] == colour:
                chain = min(chain, s.chain[near])
    s.colour[point] = colour
    s.chain[point] = chain
    s.liberties[chain] += liberties
    s.hash ^= HASHES[colour, point]
    for step in SIDES:
        near = point + step
        if s.colour[near] == colour and s.chain[near] != chain:
            join(s, chain, s.chain[near])


def join(s, chain, other):
    """Add the stones of `other` to a chain with a lower point. Without branches: many points at a time are compared."""
    s.liberties[chain] += s.liberties[other]
    s.liberties[other] = 0
    chains = s.chain
    for point in range(POINTS):
        chains[point] = chain if chains[point] == other else chains[point]


def capture(s, point):
    """Take what the stone on `point` leaves without a liberty: first the opponent's chains, then its own."""
    colour, taken, hole = s.colour[point], 0, NOWHERE
    for step in SIDES:
        near = point + step
        if s.colour[near] == STONE - colour and s.liberties[s.chain[near]] == 0:
            taken += remove(s, s.chain[near])
            hole = near
    if SUICIDE and s.liberties[s.chain[point]] == 0:
        taken += remove(s, s.chain[point])
    elif taken == 1 and lone_in_atari(s, point):
        s.ko = hole


def remove(s, chain):
    """Take a chain off the board; returns how many stones it had."""
    stones = 0
    colour = s.colour[chain]
    for point in range(chain, POINTS):
        if s.chain[point] == chain:
            stones += 1
            s.hash ^= HASHES[colour, point]
            s.chain[point] = 0
            s.colour[point] = EMPTY
            for step in SIDES:
                if s.colour[point + step] & STONE:
                    s.liberties[s.chain[point + step]] += LIBERTY[point]
    s.liberties[chain] = 0
    return stones


def in_atari(s, chain):
    """Whether a chain has only one liberty: n squares add up to the square of the sum over n if all are the same."""
    packed = s.liberties[chain]
    total = packed >> SUM & (1 << COUNT - SUM) - 1
    return (packed >> COUNT) * (packed & (1 << SUM) - 1) == total * total


def lone_in_atari(s, point):
    """Whether a stone is a chain of its own with one liberty: whoever took one stone with it could lose it at once."""
    for step in SIDES:
        if s.colour[point + step] == s.colour[point]:
            return False
    return in_atari(s, point)


def only_liberty(s, chain):
    """The liberty of a chain in atari."""
    packed = s.liberties[chain]
    return (packed >> SUM & (1 << COUNT - SUM) - 1) // (packed >> COUNT)


# --- moves ------------------------------------------------------------------------------------------------------------


def allowed(s, point):
    """Whether the mover may play on an empty point, as far as the last positions tell: superko needs them all.

    The point is a liberty of every chain beside it. To take one stone of one's own would change nothing.
    """
    if point == s.ko:
        return False
    joined = False
    for step in SIDES:
        there = s.colour[point + step]
        if there == EMPTY:
            return True
        if there != BORDER:
            mine = there == s.turn + 1
            if in_atari(s, s.chain[point + step]) != mine:  # a capture, or a chain of mine with another liberty
                return True
            joined |= mine
    return SUICIDE and joined


def eye(s, point):
    """Whether an empty point looks like an eye of the mover's: enclosed, and not from the corners (at most one)."""
    mine = s.turn + 1
    for step in SIDES:
        if s.colour[point + step] != mine and s.colour[point + step] != BORDER:
            return False
    hostile, edge = 0, 0
    for step in CORNERS:
        there = s.colour[point + step]
        hostile += there == STONE - mine
        edge |= there == BORDER
    return hostile + edge < 2


def sensible(s, point):
    """Whether a point is a move for a random game."""
    return s.colour[point] == EMPTY and not eye(s, point) and allowed(s, point)


def urgent(s, last):
    """The point that takes the chain of the last stone, or saves a chain of the mover's beside it; or NOWHERE."""
    if s.colour[last] != EMPTY and in_atari(s, s.chain[last]):
        point = only_liberty(s, s.chain[last])
        if point != s.ko:
            return point
    for step in SIDES:
        near = last + step
        if s.colour[near] == s.turn + 1 and in_atari(s, s.chain[near]):
            point = only_liberty(s, s.chain[near])
            if escapes(s, point):
                return point
    return NOWHERE


def escapes(s, point):
    """Whether a chain of the mover's whose only liberty is `point` has two or more once that is filled."""
    free = 0
    for step in SIDES:
        there = s.colour[point + step]
        free += there == EMPTY
        if there == s.turn + 1 and not in_atari(s, s.chain[point + step]):
            free += 2
    return free > 1


# --- points -----------------------------------------------------------------------------------------------------------


def area(s):
    """By how many points Black is ahead, without komi."""
    reach = copy(s)  # the colours that each point is, or reaches through empty points
    first, step, changed = 0, 1, True
    while changed:
        changed = False
        for k in range(CELLS):
            point = PLACES[first + step * k]
            if s.colour[point] == EMPTY:
                found = reach.colour[point]
                for side in SIDES:
                    found |= reach.colour[point + side] & STONE
                changed |= found != reach.colour[point]
                reach.colour[point] = found
        first, step = CELLS - 1 - first, -step
    ahead = 0
    for point in PLACES:
        ahead += (0, 1, -1, 0)[reach.colour[point]]
    return ahead


def measure(far, colour):
    """Write over the chains how many steps from the stones of a colour each point is, past the stones of the other."""
    for point in range(POINTS):
        far.chain[point] = 0 if far.colour[point] == colour else ENDLESS
    first, step, changed = 0, 1, True
    while changed:
        changed = False
        for k in range(CELLS):
            point = PLACES[first + step * k]
            if far.colour[point] == EMPTY:
                steps = far.chain[point]
                for side in SIDES:
                    steps = min(steps, far.chain[point + side] + 1)
                changed |= steps != far.chain[point]
                far.chain[point] = steps
        first, step = CELLS - 1 - first, -step


# --- text, in plain Python --------------------------------------------------------------------------------------------


def read_word(s, word, value):
    """What may follow the player to move."""
    if word in ("last", "ko") and value.upper() not in NAMED:
        raise ValueError(f"{word}={value} is not a point of the board")
    if word == "last":
        s.last = NAMED[value.upper()]
    elif word == "ko":
        s.ko = NAMED[value.upper()]
    elif word == "passes" and value in ("1", "2"):
        s.passes, s.last = int(value), PASS
    else:
        raise ValueError(f"{word!r} is none of last=D4, passes=1, passes=2, ko=D4")


def check(s):
    """Refuse what cannot stand on a board."""
    for point in PLACES:
        if s.colour[point] != EMPTY and s.liberties[s.chain[point]] == 0:
            raise ValueError(f"the chain on {NAMES[point]} has no liberty")
    if s.last not in (NOWHERE, PASS) and s.colour[s.last] != 2 - s.turn and not (SUICIDE and s.colour[s.last] == EMPTY):
        raise ValueError(f"the last stone on {NAMES[s.last]} is not there")
    beside = [point for point in (s.ko + step for step in SIDES if s.ko) if s.colour[point] != BORDER]
    closed = s.colour[s.ko] == EMPTY and all(s.colour[point] == 2 - s.turn for point in beside)
    if s.ko and not (closed and any(lone_in_atari(s, point) for point in beside)):
        raise ValueError(f"there is no ko on {NAMES[s.ko]}")
