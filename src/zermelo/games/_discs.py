"""Sets of squares on a square board of at most 64, and discs that outflank each other: what Othello and others share.

A set of squares is a uint64: bit row * size + column, rows from the top. `geometry` makes what the functions below
need to know of a board.
"""

from collections.abc import Callable
from typing import NamedTuple

from numpy import uint64

from zermelo.core.primitives import bit

NONE = uint64(0)


class Geometry(NamedTuple):
    """The lines of a board: to the right, down to the left, down, down to the right; and so also their opposites."""

    steps: tuple[uint64, ...]  # from a square to the next on a line
    within: tuple[uint64, ...]  # the squares that a line can cross: one to the side ends on an edge, and does not wrap
    ends: tuple[uint64, ...]  # the squares where a line begins or ends
    not_first: uint64  # all squares but those of the first column
    not_last: uint64
    board: uint64
    corners: uint64


def geometry(size: int) -> Geometry:
    """The lines of a board of `size` rows and columns."""
    edge = (0, size - 1)
    board = squares(size, lambda row, column: True)
    rows = squares(size, lambda row, column: row in edge)
    columns = squares(size, lambda row, column: column in edge)
    inner = board & ~columns
    return Geometry(
        steps=tuple(uint64(step) for step in (1, size - 1, size, size + 1)),
        within=(inner, inner, board, inner),
        ends=(columns, rows | columns, rows, rows | columns),
        not_first=squares(size, lambda row, column: column > 0),
        not_last=squares(size, lambda row, column: column < size - 1),
        board=board,
        corners=rows & columns,
    )


def squares(size: int, wanted: Callable[[int, int], bool]) -> uint64:
    """The set of squares for which wanted(row, column) holds."""
    return uint64(sum(int(bit(n)) for n in range(size * size) if wanted(*divmod(n, size))))


def outflanking(mine, theirs, lines):
    """The empty squares where a disc of mine would outflank some of theirs."""
    found = NONE
    for i in range(4):
        step, across = lines.steps[i], theirs & lines.within[i]
        found |= (after(mine, across, step) << step) | (before(mine, across, step) >> step)
    return found & lines.board & ~(mine | theirs)


def outflanked(disc, mine, theirs, lines):
    """The discs of theirs on lines between a new disc and mine."""
    turned = NONE
    for i in range(4):
        step, across = lines.steps[i], theirs & lines.within[i]
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


def beside(inside, lines):
    """The squares that touch one of these, along a side or at a corner, and are none of them."""
    step, down = lines.steps[0], lines.steps[2]
    wide = inside | ((inside & lines.not_last) << step) | ((inside & lines.not_first) >> step)
    return (wide | (wide << down) | (wide >> down)) & lines.board & ~inside


def around(discs, lines):
    """The squares next to these discs; on the left and right edge, only along it."""
    found = NONE
    for i in range(4):
        inside = discs & lines.within[i]
        found |= (inside << lines.steps[i]) | (inside >> lines.steps[i])
    return found


def stable(discs, lines):
    """Discs that can never be turned, from the corners on: in each direction they border on an edge or a stable disc.

    There are more: those on lines that are full.
    """
    found, grown = NONE, discs & lines.corners
    while grown != found:
        found = grown
        grown = discs
        for i in range(4):
            grown &= lines.ends[i] | (found << lines.steps[i]) | (found >> lines.steps[i])
    return found
