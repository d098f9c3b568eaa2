"""Connect Four: players drop stones into columns; a line of four wins, a full board is a draw.

With `score=stones` a win counts more the sooner it comes: one point for each stone that the winner has left, and one
for the last; on the usual board 22 less the winner's stones. So the well-known solvers score (Pascal Pons).
"""

from numpy import int8, uint64

from zermelo.core.game import Rules, below, bit, grid, option, popcount, read_cells

WIDTH = option("width", 7, "columns", low=1, high=15)
HEIGHT = option("height", 6, "rows", low=1, high=15)
LENGTH = option("length", 4, "stones in a line to win", low=2, high=15)
SCORE = option("score", "win", "what a win is worth: 1, or the stones that were not needed", choices=("win", "stones"))
if WIDTH * (HEIGHT + 1) > 64:
    raise ValueError(f"a board of {WIDTH} x {HEIGHT} does not fit: width x (height + 1) may be at most 64")

# Bit column * (HEIGHT + 1) + row, rows from the bottom. The row above the board stays empty, so that no line wraps:
#   6 13 20 27 34 41 48
#   5 12 19 26 33 40 47
#   ...
#   0  7 14 21 28 35 42
STEP = HEIGHT + 1
NONE = uint64(0)
BOARD = uint64(sum((1 << HEIGHT) - 1 << column * STEP for column in range(WIDTH)))
BOTTOM = tuple(uint64(1 << column * STEP) for column in range(WIDTH))
TOP = tuple(bottom << uint64(HEIGHT - 1) for bottom in BOTTOM)
FLOOR = uint64(sum(1 << column * STEP for column in range(WIDTH)))
ONE = uint64(1)
# Where each player comes to place stones when columns are filled up in turn: the first in odd rows, the second in even.
ROWS = tuple(uint64(sum(int(FLOOR) << row for row in range(first, HEIGHT, 2))) for first in (0, 1))
COLUMN = tuple(uint64((1 << HEIGHT) - 1 << column * STEP) for column in range(WIDTH))
# Directions in which a line fits: upwards, and to the right level, falling, rising.
DIRECTIONS = (1,) + (STEP,) * (WIDTH >= LENGTH) + (STEP - 1, STEP + 1) * (min(WIDTH, HEIGHT) >= LENGTH)
# Results for the first player by height, for widths from 4 on (John Tromp, tromp.github.io/c4/c4.html).
RESULTS = {4: "==-=----", 5: "====+++", 6: "==-+--", 7: "==+=+", 8: "==-+", 9: "==+", 10: "==", 11: "="}


def worth(stones):
    """What a line completed by this stone of the game is worth; 0 beyond the last one."""
    if SCORE == "win":
        return 1.0 if stones <= WIDTH * HEIGHT else 0.0
    return max(WIDTH * HEIGHT // 2 + 1.0 - (stones + 1) // 2, 0.0)


def known_value():
    results = RESULTS.get(HEIGHT, "") if LENGTH == 4 and SCORE == "win" else ""
    return {"+": 1, "=": 0, "-": -1}[results[WIDTH - 4]] if 0 <= WIDTH - 4 < len(results) else None


class ConnectFour(Rules):
    players = ("X", "O")
    board = grid(
        WIDTH,
        HEIGHT,
        bottom_up=True,
        labels=[str(column + 1) for column in range(WIDTH)],
        shape="hole",
        background="#3f6fb5",
        colours=("#d9433b", "#f2c53d"),
    )
    max_moves, max_plies, solved = WIDTH, WIDTH * HEIGHT, known_value()
    unit = "stones" if SCORE == "stones" else ""
    payoff_range = (-worth(1), worth(1))

    class State:
        stones: (uint64, 2)
        count: int8
        turn: int8

    class Data:
        # what part of a win each is worth: a line still open, a cell in a good row that completes one
        weights = (0.01, 0.15)

    def moves(s, out):
        n = 0
        for column in range(WIDTH):
            if not full(s, column):
                out[n] = column
                n += 1
        return n

    def play(s, column):
        drop(s, column)

    def over(s):
        return s.count == WIDTH * HEIGHT or in_line(s.stones[1 - s.turn])

    def payoff(s, out):
        last = 1 - s.turn
        out[last] = worth(s.count) if in_line(s.stones[last]) else 0
        out[s.turn] = -out[last]

    def evaluate(s, weights):
        mine, theirs = s.stones[s.turn], s.stones[1 - s.turn]
        lines_open = open_lines(BOARD & ~theirs) - open_lines(BOARD & ~mine)
        my_threats = completing(mine, theirs) & ROWS[s.turn]
        their_threats = completing(theirs, mine) & ROWS[1 - s.turn]
        threats = popcount(my_threats) - popcount(their_threats)
        part = weights[0] * lines_open + weights[1] * threats
        return min(max(part, -0.9), 0.9) * worth(s.count + 4)

    def order(s, column):
        """Moves that make threats first, then those in the middle."""
        mine, theirs = s.stones[s.turn], s.stones[1 - s.turn]
        after = mine | landing(mine | theirs, column)
        return popcount(completing(after, theirs)) - abs(column - (WIDTH - 1) / 2) / 64

    def bounds(s):
        """Who can complete a line wins; who cannot stop the other loses; else it takes two moves more, or three."""
        mine, theirs = s.stones[s.turn], s.stones[1 - s.turn]
        open_to_play = (mine | theirs) + FLOOR & BOARD
        if completing(mine, theirs) & open_to_play:
            return worth(s.count + 1), worth(s.count + 1)
        deadly = completing(theirs, mine)
        forced = deadly & open_to_play
        if forced & (forced - ONE) or not (forced if forced else open_to_play) & ~(deadly >> ONE):
            return -worth(s.count + 2), -worth(s.count + 2)
        return -worth(s.count + 4), worth(s.count + 3)

    def playout(s, out, dice):
        """Any move: columns are drawn until one is not full."""
        column = below(dice, WIDTH)
        while full(s, column):
            column = below(dice, WIDTH)
        return column

    def remaining(s):
        return WIDTH * HEIGHT - s.count

    def cells(s):
        for row in range(HEIGHT):
            for column in range(WIDTH):
                place = bit(column * STEP + row)
                yield "X" if s.stones[0] & place else "O" if s.stones[1] & place else "."

    def move_name(s, column):
        return str(column + 1)

    def decided(s):
        stones, found = s.stones[1 - s.turn], NONE
        for step in DIRECTIONS:
            for k in range(LENGTH):
                found |= lines(stones, step) << uint64(k * step)
        places = ((row, column) for row in range(HEIGHT) for column in range(WIDTH))
        names = (cell.name for cell in ConnectFour.board.cells)
        return [name for name, (row, column) in zip(names, places, strict=True) if found & bit(column * STEP + row)]

    def read(s, text):
        """A diagram row by row from the top, or the columns played as digits: 4455."""
        if text.isascii() and text.isdigit():
            for number, column in enumerate(int(digit) - 1 for digit in text):
                if not 0 <= column < WIDTH:
                    raise ValueError(f"there is no column {column + 1} (columns 1-{WIDTH})")
                if full(s, column):
                    raise ValueError(f"column {column + 1} is full at stone {number + 1}")
                if number and in_line(s.stones[1 - s.turn]):
                    raise ValueError(f"the game ended at stone {number}")
                drop(s, column)
            return
        values, s.turn = read_cells(ConnectFour.board, ".XO", text)
        for number, value in enumerate(values):
            row, column = divmod(number, WIDTH)
            if value:
                if row and not values[number - WIDTH]:
                    raise ValueError(f"a stone floats in column {column + 1}")
                s.stones[value - 1] |= bit(column * STEP + row)
                s.count += 1
        if values.count(1) - values.count(2) != (s.turn == 1):
            raise ValueError(f"{values.count(1)} X and {values.count(2)} O cannot stand here with this player to move")
        if in_line(s.stones[s.turn]):
            raise ValueError("the player to move has won already")


def landing(stones, column):
    """The lowest free cell of a column: adding 1 at the bottom carries past all stones to it."""
    return (stones + BOTTOM[column]) & COLUMN[column]


def full(s, column):
    return (s.stones[0] | s.stones[1]) & TOP[column] != NONE


def drop(s, column):
    """Put a stone of the mover into a column."""
    s.stones[s.turn] |= landing(s.stones[0] | s.stones[1], column)
    s.count += 1
    s.turn = 1 - s.turn


def in_line(stones):
    """Whether LENGTH of the stones stand in a line."""
    found = NONE
    for step in DIRECTIONS:
        found |= lines(stones, step)
    return found != NONE


def completing(mine, theirs):
    """The empty cells where a stone of mine would complete a line: all but one of its cells are mine already."""
    found = NONE
    for step in DIRECTIONS:
        for gap in range(LENGTH):
            cells = BOARD
            for k in range(LENGTH):
                if k > gap:
                    cells &= mine >> uint64((k - gap) * step)
                elif k < gap:
                    cells &= mine << uint64((gap - k) * step)
            found |= cells
    return found & ~(mine | theirs)


def open_lines(cells):
    """How many lines these cells leave room for."""
    count = 0
    for step in DIRECTIONS:
        count += popcount(lines(cells, step))
    return count


def lines(cells, step):
    """The ends of all lines of LENGTH cells in steps of `step`: pairs, pairs of pairs..."""
    have = 1
    while 2 * have <= LENGTH:
        cells &= cells >> uint64(have * step)
        have *= 2
    return cells & (cells >> uint64((LENGTH - have) * step))
