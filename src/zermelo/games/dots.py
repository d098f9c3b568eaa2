"""Dots and Boxes: draw a line between two dots; who draws the fourth side of a box owns it and moves again.

The game ends when all lines are drawn. The payoff is the margin in boxes.

A line is named by the dots at its ends, columns a, b, c... from the left and rows 1, 2, 3... from the top: `a1b1` is
the top of the first box, `a1a2` its left side; `b1a1` and `a1-b1` are understood too. A position is the picture row by
row with the owners' initials in the boxes, then who is to move: `+-+.+/|A|../+-+.+ A`.
"""

import numpy as np
from numpy import int8, uint64

from zermelo.core.game import Rules, bit, lattice, listed, lowest, mix, option, popcount, read_cells

ROWS = option("rows", 3, "rows of boxes", low=1, high=5)
COLUMNS = option("columns", 3, "columns of boxes", low=1, high=5)

# Bits of the lines, row by row. A box has the bit of its top side; its other sides are a fixed distance further on:
#   + 0 + 1 + 2 +
#   3   4   5   6
#   + 7 + 8 + 9 +
STEP = 2 * COLUMNS + 1
LEFT, RIGHT, BOTTOM = uint64(COLUMNS), uint64(COLUMNS + 1), uint64(STEP)
LINES, BOXES = ROWS * STEP + COLUMNS, ROWS * COLUMNS
NONE, ONE = uint64(0), uint64(1)
ALL_LINES = uint64((1 << LINES) - 1)
ALL_BOXES = uint64(sum((1 << COLUMNS) - 1 << row * STEP for row in range(ROWS)))

# The same by place in the picture, (column, row): a line is where one of them is odd, a box where both are.
BOARD = lattice(COLUMNS, ROWS)
WIDTH, HEIGHT = 2 * COLUMNS + 1, 2 * ROWS + 1
PLACES = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
LINE_AT = {place: number for number, place in enumerate(place for place in PLACES if sum(place) % 2)}
BOX_AT = {(x, y): LINE_AT[x, y - 1] for x, y in PLACES if x % 2 and y % 2}
LINE_NAMED = {cell.name: LINE_AT[place] for place, cell in zip(PLACES, BOARD.cells, strict=True) if place in LINE_AT}
NAMES = list(LINE_NAMED)
SYMBOLS = ".AB+-|"
POSSIBLE = {"dot": "+", "across": "-.", "down": "|.", "room": "AB."}  # by the shape of a cell


def image_of(place, image):
    """Where a place gets mirrored left to right (image 1), top to bottom (2), at the diagonal (4), and their sums."""
    x, y = place
    if image & 1:
        x = WIDTH - 1 - x
    if image & 2:
        y = HEIGHT - 1 - y
    return (y, x) if image & 4 else (x, y)


# The first player's margin by rows and columns (4 x 5: Barker and Korf 2012).
RESULTS = {(1, 1): -1, (1, 2): 0, (1, 3): -1, (1, 4): 0, (1, 5): -1, (2, 2): 2, (2, 3): -2, (2, 4): 2, (2, 5): -2,
           (3, 3): -3, (3, 4): 0, (4, 5): 0}  # fmt: skip
IMAGES = 8 if ROWS == COLUMNS else 4
LINE_IMAGES = np.array([[LINE_AT[image_of(place, image)] for place in LINE_AT] for image in range(IMAGES)])
BOX_IMAGES = np.zeros_like(LINE_IMAGES)
for place, box in BOX_AT.items():
    BOX_IMAGES[:, box] = [BOX_AT[image_of(place, image)] for image in range(IMAGES)]


class Dots(Rules):
    players, symbols = ("A", "B"), " AB"
    board, symmetries = BOARD, IMAGES
    max_moves = max_plies = LINES
    solved = RESULTS.get((min(ROWS, COLUMNS), max(ROWS, COLUMNS)))
    payoff_range, unit = (-BOXES, BOXES), "boxes"

    class State:
        lines: uint64
        boxes: (uint64, 2)  # of each player
        turn: int8

    def moves(s, out):
        return listed(ALL_LINES & ~s.lines, out)

    def play(s, line):
        s.lines |= bit(line)
        taken = complete(s.lines) & ~(s.boxes[0] | s.boxes[1])
        if taken:
            s.boxes[s.turn] |= taken
        else:
            s.turn = 1 - s.turn

    def over(s):
        return s.lines == ALL_LINES

    def payoff(s, out):
        out[0] = popcount(s.boxes[0]) - popcount(s.boxes[1])
        out[1] = -out[0]

    def symmetry(s, image):
        s.lines = moved(s.lines, LINE_IMAGES, image)
        s.boxes[0] = moved(s.boxes[0], BOX_IMAGES, image)
        s.boxes[1] = moved(s.boxes[1], BOX_IMAGES, image)

    def key(s):
        """Of the images of the lines one stands for all. It does not matter who owns which box, only the margin."""
        least = s.lines
        for image in range(1, IMAGES):
            least = min(least, moved(s.lines, LINE_IMAGES, image))
        ahead = BOXES + popcount(s.boxes[0]) - popcount(s.boxes[1])
        return mix(mix(ONE, least), uint64(2 * ahead + s.turn))

    def remaining(s):
        return LINES - popcount(s.lines)

    def noisy(s, out):
        return listed(missing(three_sided(s.lines), s.lines), out)

    def order(s, line):
        """First what completes a box, last what makes a third side."""
        if missing(three_sided(s.lines), s.lines) & bit(line):
            return 1.0
        return -1.0 if missing(two_sided(s.lines), s.lines) & bit(line) else 0.0

    def bounds(s):
        """The mover can take all boxes that lack one side, if nothing else."""
        margin, left = standing(s)
        return margin - left + 2.0 * popcount(three_sided(s.lines)), float(margin + left)

    def evaluate(s):
        """The margin once the mover has taken all boxes that lack one side."""
        return float(standing(s)[0] + popcount(three_sided(s.lines)))

    def cells(s):
        for place in PLACES:
            if place in LINE_AT:
                yield "|-"[place[0] % 2] if s.lines & bit(LINE_AT[place]) else " "
            elif place in BOX_AT:
                box = bit(BOX_AT[place])
                yield "A" if s.boxes[0] & box else "B" if s.boxes[1] & box else " "
            else:
                yield "+"

    def show(s):
        symbols = "".join(Dots.cells(s)).replace(" ", ".")
        return "/".join(symbols[y * WIDTH : (y + 1) * WIDTH] for y in range(HEIGHT)) + f" {'AB'[s.turn]}"

    def move_name(s, line):
        return NAMES[line]

    def read_move(s, text):
        word = text.lower().replace("-", "")
        return LINE_NAMED["".join(sorted((word[:2], word[2:])))]

    def read(s, text):
        values, s.turn = read_cells(BOARD, SYMBOLS, text, Dots.players)
        for place, cell, value in zip(PLACES, BOARD.cells, values, strict=True):
            symbol, possible = SYMBOLS[value], POSSIBLE[cell.shape]
            if symbol not in possible:
                raise ValueError(f"{symbol!r} on {cell.name} is none of {possible}")
            if symbol in "-|":
                s.lines |= bit(LINE_AT[place])
            if symbol in "AB":
                s.boxes["AB".index(symbol)] |= bit(BOX_AT[place])
        for place, box in BOX_AT.items():
            whole, owned = complete(s.lines) & bit(box), (s.boxes[0] | s.boxes[1]) & bit(box)
            if whole != owned:
                problem = "all sides but no owner" if whole else "an owner but not all sides"
                raise ValueError(f"box {BOARD.cells[PLACES.index(place)].name} has {problem}")


def complete(lines):
    """The boxes with four sides."""
    return lines & lines >> LEFT & lines >> RIGHT & lines >> BOTTOM & ALL_BOXES


def three_sided(lines):
    top, left, right, bottom = lines, lines >> LEFT, lines >> RIGHT, lines >> BOTTOM
    odd = top ^ left ^ right ^ bottom
    return odd & (top & bottom | left & right) & ALL_BOXES


def two_sided(lines):
    top, left, right, bottom = lines, lines >> LEFT, lines >> RIGHT, lines >> BOTTOM
    odd = top ^ left ^ right ^ bottom
    return (top | left | right | bottom) & ~(odd | top & left & right & bottom) & ALL_BOXES


def missing(boxes, lines):
    """The sides of boxes that are not drawn."""
    return (boxes | boxes << LEFT | boxes << RIGHT | boxes << BOTTOM) & ~lines


def standing(s):
    """By how many boxes the mover leads, and how many are left."""
    mine, theirs = popcount(s.boxes[s.turn]), popcount(s.boxes[1 - s.turn])
    return mine - theirs, BOXES - mine - theirs


def moved(members, images, image):
    """A set of lines or boxes, moved to an image of the board."""
    found = NONE
    while members != NONE:
        found |= bit(images[image, lowest(members)])
        members &= members - ONE
    return found
