"""Board geometry: where the cells of a game are, what they are called, and how a position looks as text.

A board is a list of cells with a name and a centre. Text diagrams and pictures (`drawing`) are both derived from it,
so a game only says which symbol stands on each cell.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

EMPTY = "."
PAINT = {  # apart for every kind of colour vision: all of the first six, and all but Blue and Orange
    "Red": "#99181a",
    "Blue": "#021c95",
    "Yellow": "#f3cb32",
    "Green": "#528c76",
    "Purple": "#7a4e8e",
    "Orange": "#d98343",
    "Black": "#0d0e10",
    "White": "#f9fefa",
}
COLOURS = tuple(PAINT[name] for name in ("Black", "White", "Red", "Yellow", "Green", "Purple"))
BLANK = {"hanging": ".", "rising": ".", "bar": "|"}  # what a diagram shows where nothing stands, by shape


@dataclass(frozen=True)
class Cell:
    """One place of a board: x grows to the right, y downwards, neighbours are 1 apart."""

    name: str
    x: float
    y: float
    shape: str = ""  # default: the board's
    of: str = ""  # the cell that this one is a part of, if one point has room for many pieces


@dataclass(frozen=True)
class Board:
    """Cells in the order in which `cells(s)` lists their symbols."""

    cells: tuple[Cell, ...]
    # of a cell: square, hexagon, hole, pit, peg (of a star), store; across or down (lines), dot, room (nothing);
    # crossing (of lines to the "left", "right", "up" and "down", as far as these words follow, and "star" for a dot);
    # hanging, rising and bar (of backgammon, where "dark" may follow); point (of a graph); beside the board, note (a
    # text of any length, where what was "rolled 6-1" is shown by dice) and reserve (a player's symbol, then how much)
    shape: str = "square"
    # discs in the players' colours (with a number: R3), stacks of them (top first), glyphs (the symbols) or counts
    pieces: str = "discs"
    columns: tuple[tuple[str, float], ...] = ()  # labels above the board with their x in the first row
    below: tuple[tuple[str, float], ...] = ()  # labels under the board with their x
    rows: tuple[tuple[str, float], ...] = ()  # labels left of the board with their y
    colours: tuple[str, ...] = COLOURS  # of the players' pieces; default: as the players' names say, see `colours_of`
    background: str = "#dcc9a3"
    marks: Mapping[str, str] = field(default_factory=dict, hash=False)  # colour of an edge: top, bottom, left, right
    lines: tuple[tuple[str, str], ...] = ()  # from cell to cell

    def cells_in(self, text: str) -> list[str]:
        """The cells that a move's name lists, as in `d2xe3` or `9-14`; none if it says anything else."""
        if text in self._numbers:
            return [text]
        return self._listed[1].findall(text) if self._listed[0].fullmatch(text) else []

    def painted_for(self, players: Sequence[str]) -> "Board":
        """The same, in the colours of these players if it has none of its own."""
        return replace(self, colours=colours_of(players)) if self.colours is COLOURS else self

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {cell.name: number for number, cell in enumerate(self.cells)}

    @cached_property
    def _listed(self) -> tuple[re.Pattern, re.Pattern]:
        name = "|".join(map(re.escape, sorted(self._numbers, key=len, reverse=True)))
        return re.compile(f"(?:{name})(?:[-x:/ ]?(?:{name}))+"), re.compile(name)


def colours_of(players: Sequence[str]) -> tuple[str, ...]:
    """A colour for each player: the one that they are named after, else one that nobody is."""
    free = [colour for name, colour in PAINT.items() if name not in players]
    left = iter([colour for colour in COLOURS if colour in free] + [colour for colour in free if colour not in COLOURS])
    return tuple(PAINT[name] if name in PAINT else next(left, COLOURS[0]) for name in players)


def letters(count: int) -> list[str]:
    """Column names a, b, ..., z, aa, ab, ..."""
    return [(chr(96 + n // 26) if n >= 26 else "") + chr(97 + n % 26) for n in range(count)]


def grid(
    columns: int,
    rows: int,
    *,
    bottom_up: bool = False,
    labels: Sequence[str] = (),
    notes: Sequence[str] = (),
    **style: object,
) -> Board:
    """A board of squares: cell row * columns + column is named by letter and number, like `b3`.

    Rows are numbered from the top, or from the bottom when `bottom_up`; cell 0 is always `a1`. `labels` are written
    above the columns instead of their letters. `notes` name more cells, for texts at the right (dice, say).
    """
    names = letters(columns)
    height = [rows - 1 - row if bottom_up else row for row in range(rows)]
    return Board(
        cells=(
            *(Cell(f"{names[c]}{r + 1}", c, height[r]) for r in range(rows) for c in range(columns)),
            *(Cell(name, columns + 0.6, n + 0.5, "note") for n, name in enumerate(notes)),
        ),
        columns=tuple((label, float(c)) for c, label in enumerate(labels or names)),
        rows=tuple((str(r + 1), float(height[r])) for r in range(rows)),
        **style,  # type: ignore[arg-type]
    )


def hexagons(columns: int, rows: int, **style: object) -> Board:
    """A rhombus of hexagons, each row half a cell to the right of the one above."""
    names = letters(columns)
    return Board(
        cells=tuple(Cell(f"{names[c]}{r + 1}", c + r / 2, r) for r in range(rows) for c in range(columns)),
        shape="hexagon",
        columns=tuple((names[c], float(c)) for c in range(columns)),
        rows=tuple((str(r + 1), float(r)) for r in range(rows)),
        **style,  # type: ignore[arg-type]
    )


def star(arm: int, **style: object) -> Board:
    """A star of holes with six corners, each of `arm` rows: 121 holes for 4, 73 for 3.

    Rows are lettered from the top and the holes of a row numbered from the left: `a1` is the tip of the top corner.
    """
    upper = [*range(1, arm + 1), *range(3 * arm + 1, 2 * arm, -1)]
    widths = [*upper, *upper[-2::-1]]
    names = letters(len(widths))
    left = [(3 * arm + 1 - width) / 2 for width in widths]
    return Board(
        cells=tuple(Cell(f"{names[y]}{k + 1}", left[y] + k, y) for y, width in enumerate(widths) for k in range(width)),
        shape="peg",
        rows=tuple((name, float(y)) for y, name in enumerate(names)),
        **style,  # type: ignore[arg-type]
    )


def pits(count: int, **style: object) -> Board:
    """A mancala board, counter-clockwise: South's pits A, B, ... and store S, then North's a, b, ... and N."""
    small = letters(count)
    south = [Cell(name.upper(), 1 + x, 1.5) for x, name in enumerate(small)]
    north = [Cell(name, count - x, 0) for x, name in enumerate(small)]
    stores = Cell("S", count + 1, 0.75, "store"), Cell("N", 0, 0.75, "store")
    return Board(
        cells=(*south, stores[0], *north, stores[1]),
        shape="pit",
        pieces="counts",
        columns=tuple((cell.name, cell.x) for cell in north),
        below=tuple((cell.name, cell.x) for cell in south),
        **style,  # type: ignore[arg-type]
    )


def lattice(columns: int, rows: int, **style: object) -> Board:
    """Dots and the lines between them, around columns x rows boxes. Cells go row by row, each dot, line and box is one.

    The dot in column b, row 3 is `b3`; a line is named by its two ends, `b3c3`, and a box by two corners, `b3c4`.
    """
    names = [f"{letter}{row + 1}" for row in range(rows + 1) for letter in letters(columns + 1)]

    def cell(x: int, y: int) -> Cell:
        first, last = (v // 2 * (columns + 1) + u // 2 for u, v in ((x, y), (x + 1, y + 1)))
        name = names[first] if first == last else names[first] + names[last]
        return Cell(name, x, y, (("dot", "across"), ("down", "room"))[y % 2][x % 2])

    return Board(
        cells=tuple(cell(x, y) for y in range(2 * rows + 1) for x in range(2 * columns + 1)),
        pieces="glyphs",
        columns=tuple((letter, 2.0 * x) for x, letter in enumerate(letters(columns + 1))),
        rows=tuple((str(y + 1), 2.0 * y) for y in range(rows + 1)),
        **style,  # type: ignore[arg-type]
    )


def graph(places: Mapping[str, tuple[float, float]], lines: Sequence[tuple[str, str]], **style: object) -> Board:
    """Points joined by lines: where each is, to the right and down, and which two points a line joins.

    Leave 1 or more between points that are near each other. Cells are numbered in the order of `places`.
    """
    return Board(
        cells=tuple(Cell(name, x, y) for name, (x, y) in places.items()),
        shape="point",
        lines=tuple(lines),
        **style,  # type: ignore[arg-type]
    )


def points(**style: object) -> Board:
    """A backgammon board as the player at the bottom sees it, who bears off on the right: 24 points and the bar.

    Each point, from `1` to `24`, has six cells: five for men and one to say how many there are if that is not enough.
    Then come six cells for the men on the lower player's bar, six for the upper's, and notes: the upper player's, one
    for the middle, and the lower player's.
    """
    cells = []
    for point in range(1, 25):
        x, base, step = (12 - point, 11, -1) if point <= 12 else (point - 13, 0, 1)
        shape = ("rising" if point <= 12 else "hanging") + " dark" * (point % 2)
        x += x > 5  # beyond the bar
        cells.append(Cell(str(point), x, base, shape))
        cells += [Cell(f"{point}{'bcdef'[k - 1]}", x, base + step * k, "room", str(point)) for k in range(1, 6)]
    cells += [Cell(f"bar{k + 1}", 6, 11 - k, "bar", ("bar1", "bar12")[k // 6] if 0 < k < 11 else "") for k in range(12)]
    cells += [Cell(f"note{n + 1}", 14, y, "note") for n, y in enumerate((0, 5.5, 11))]
    return Board(
        cells=tuple(cells),
        columns=tuple((cell.name, cell.x) for cell in cells if cell.shape.startswith("hanging")),
        below=tuple((cell.name, cell.x) for cell in cells if cell.shape.startswith("rising")),
        **style,  # type: ignore[arg-type]
    )


def square_symmetries(size: int) -> np.ndarray:
    """The 8 turns and mirrors of a size x size board: row k says to which cell image k moves each cell."""
    cells = np.arange(size * size).reshape(size, size)
    turns = [np.rot90(board, k).ravel() for board in (cells, cells.T) for k in range(4)]
    return np.array(turns, np.int16)


def diagram(board: Board, symbols: Sequence[str]) -> str:
    """The board as text, with its coordinates."""
    margin = max((len(label) for label, _ in board.rows), default=0)
    indent = margin + 1 if margin else 0
    placed = [
        (cell, symbol if symbol.strip() else BLANK.get(cell.shape.partition(" ")[0], symbol))
        for cell, symbol in zip(board.cells, symbols, strict=True)
    ]
    texts = [symbol for cell, symbol in placed if cell.shape != "note"]
    wide = 1 + max(map(len, texts + [label for label, _ in board.columns + board.below]))
    lines: dict[int, list[str]] = {}

    def put(y: float, column: int, text: str) -> None:
        line = lines.setdefault(round(y), [])
        line.extend(" " * (column + len(text) - len(line)))
        line[column : column + len(text)] = text

    for label, x in board.columns:
        put(-1, indent + round(wide * x), label)
    for label, x in board.below:
        put(round(max(cell.y for cell in board.cells)) + 1, indent + round(wide * x), label)
    for cell, symbol in placed:
        put(cell.y, indent + round(wide * cell.x), symbol)
    for label, y in board.rows:
        shift = round(wide * min(cell.x for cell in board.cells if cell.y == y))
        put(y, shift, label.rjust(margin))
    return "\n".join("".join(lines[y]).rstrip() for y in sorted(lines))
