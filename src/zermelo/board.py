"""Board geometry: where the cells of a game are, what they are called, and how a position is drawn.

A board is a list of cells with a name and a centre. Text diagrams and SVG pictures are both derived from it, so a
game only says which symbol stands on each cell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import cos, pi, sin

import numpy as np

EMPTY = "."
COLOURS = ("#1f2933", "#f7f4ea", "#c8553d", "#3c6e71", "#e0a458", "#6b4e71")  # apart in lightness, not only in hue
INK = "#1f2933"
GLYPH_COLOURS = ("#0b5fa5", "#b3261e")
BLANK = {"hanging": ".", "rising": ".", "bar": "|"}  # what a diagram shows where nothing stands, by shape


@dataclass(frozen=True)
class Cell:
    """One place of a board: x grows to the right, y downwards, neighbours are 1 apart."""

    name: str
    x: float
    y: float
    shape: str = ""  # default: the board's


@dataclass(frozen=True)
class Board:
    """Cells in the order in which `cells(s)` lists their symbols."""

    cells: tuple[Cell, ...]
    # of a cell: square, hexagon, hole, pit, peg (of a star), store; across or down (lines), dot, room (nothing);
    # crossing (of lines to the "left", "right", "up" and "down", as far as these words follow, and "star" for a dot);
    # hanging, rising and bar (of backgammon, where "dark" may follow), note (a text of any length beside the board)
    shape: str = "square"
    # discs in the players' colours (with a number: R3), stacks of them (top first), glyphs (the symbols) or counts
    pieces: str = "discs"
    columns: tuple[tuple[str, float], ...] = ()  # labels above the board with their x in the first row
    below: tuple[tuple[str, float], ...] = ()  # labels under the board with their x
    rows: tuple[tuple[str, float], ...] = ()  # labels left of the board with their y
    colours: tuple[str, ...] = COLOURS
    background: str = "#dcc9a3"
    marks: Mapping[str, str] = field(default_factory=dict, hash=False)  # colour of an edge: top, bottom, left, right


def letters(count: int) -> list[str]:
    """Column names a, b, ..., z, aa, ab, ..."""
    return [(chr(96 + n // 26) if n >= 26 else "") + chr(97 + n % 26) for n in range(count)]


def grid(columns: int, rows: int, *, bottom_up: bool = False, labels: Sequence[str] = (), **style: object) -> Board:
    """A board of squares: cell row * columns + column is named by letter and number, like `b3`.

    Rows are numbered from the top, or from the bottom when `bottom_up`; cell 0 is always `a1`. `labels` are written
    above the columns instead of their letters.
    """
    names = letters(columns)
    height = [rows - 1 - row if bottom_up else row for row in range(rows)]
    return Board(
        cells=tuple(Cell(f"{names[c]}{r + 1}", c, height[r]) for r in range(rows) for c in range(columns)),
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
        cells += [Cell(f"{point}{' bcdef'[k]}".strip(), x, base + step * k, "room" if k else shape) for k in range(6)]
    cells += [Cell(f"bar{k + 1}", 6, 11 - k, "bar") for k in range(12)]
    cells += [Cell(f"note{n + 1}", 14.5, y, "note") for n, y in enumerate((0, 5.5, 11))]
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


def svg(
    board: Board,
    symbols: Sequence[str],
    alphabet: Sequence[str],
    *,
    marked: Sequence[int] = (),
    labels: Mapping[int, str] | None = None,
    size: int = 44,
) -> str:
    """The board as an SVG picture.

    `alphabet` lists the symbols of the players in order, which gives their colours; `marked` cells are outlined (the
    last move, say) and `labels` are written on cells (a score on each legal move).
    """
    labels = labels or {}
    tall = size * (0.866 if board.shape in ("hexagon", "peg") else 1.0)
    pad = (1.0 if board.marks else 0.8) * size
    width = size * (max(cell.x for cell in board.cells) + 1) + 2 * pad
    height = tall * (max(cell.y for cell in board.cells) + 1) + 2 * pad
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="system-ui, sans-serif" text-anchor="middle">',
        f'<rect width="{width:g}" height="{height:g}" rx="{size / 5:g}" fill="#fbf8f1"/>',
    ]

    def centre(cell: Cell) -> tuple[float, float]:
        return pad + size * (cell.x + 0.5), pad + tall * (cell.y + 0.5)

    parts += _edges(board, centre, size)
    for number, cell in enumerate(board.cells):
        x, y = centre(cell)
        stroke = ("#c8553d", 3) if number in marked else ("#5b5238", 1)
        parts.append(_cell(cell.shape or board.shape, x, y, size, board.background, stroke))
    for number, (cell, symbol) in enumerate(zip(board.cells, symbols, strict=True)):
        x, y = centre(cell)
        if symbol:
            parts.append(_piece(board, cell.shape, x, y, size, symbol, alphabet))
        if number in labels:
            lower = 0.42 if board.pieces == "counts" else 0.1  # under a number
            parts.append(
                f'<text x="{x:g}" y="{y + size * lower:g}" font-size="{size * 0.3:g}" '
                f'fill="#0b5fa5" stroke="#ffffff" stroke-width="3" paint-order="stroke">{escape(labels[number])}</text>'
            )
    text = f'font-size="{size * 0.32:g}" fill="#6b6b6b"'
    top = min(cell.y for cell in board.cells)
    above = pad + tall * top - size * (0.5 if board.marks else 0.25)
    for label, x in board.columns:
        parts.append(f'<text x="{pad + size * (x + 0.5):g}" y="{above:g}" {text}>{label}</text>')
    under = pad + tall * (max(cell.y for cell in board.cells) + 1) + size * 0.45
    for label, x in board.below:
        parts.append(f'<text x="{pad + size * (x + 0.5):g}" y="{under:g}" {text}>{label}</text>')
    for label, y in board.rows:
        before = pad + size * (min(cell.x for cell in board.cells if cell.y == y) - (0.7 if board.marks else 0.35))
        parts.append(f'<text x="{before:g}" y="{pad + tall * (y + 0.5) + size * 0.1:g}" {text}>{label}</text>')
    return "\n".join([*parts, "</svg>"])


def caption(text: str) -> str:
    """A line of text as a picture, for a game without a board."""
    width = 12 * len(text) + 40
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 56" width="{width}" height="56">'
        f'<rect width="{width}" height="56" rx="9" fill="#fbf8f1"/><text x="{width / 2:g}" y="35" font-size="20" '
        f'font-family="ui-monospace, monospace" text-anchor="middle" fill="#1f2933">{escape(text)}</text></svg>'
    )


def _edges(board: Board, centre, size: float) -> list[str]:
    """Coloured bars along the sides that belong to a player."""
    if not board.marks:
        return []
    xs, ys = [cell.x for cell in board.cells], [cell.y for cell in board.cells]
    sides = {
        "top": [cell for cell in board.cells if cell.y == min(ys)],
        "bottom": [cell for cell in board.cells if cell.y == max(ys)],
        "left": [cell for cell in board.cells if cell.x == min(x for x, y in zip(xs, ys, strict=True) if y == cell.y)],
        "right": [cell for cell in board.cells if cell.x == max(x for x, y in zip(xs, ys, strict=True) if y == cell.y)],
    }
    shift = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
    parts = []
    for side, colour in board.marks.items():
        dx, dy = shift[side]
        points = " ".join(
            f"{x + dx * size * 0.42:g},{y + dy * size * 0.42:g}" for x, y in (centre(cell) for cell in sides[side])
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{size * 0.5:g}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return parts


def _cell(shape: str, x: float, y: float, size: float, fill: str, stroke: tuple[str, int]) -> str:
    paint = f'fill="{fill}" stroke="{stroke[0]}" stroke-width="{stroke[1]}"'
    if shape == "hexagon":
        radius = size / 3**0.5
        corners = " ".join(f"{x + radius * sin(k * pi / 3):.2f},{y - radius * cos(k * pi / 3):.2f}" for k in range(6))
        return f'<polygon points="{corners}" {paint}/>'
    if shape in ("across", "down"):
        return _bar(shape, x, y, size * 0.2, size * 1.5, paint)
    if shape == "dot":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.16:g}" fill="{INK}"/>'
    if shape in ("room", "note"):
        return ""
    if shape.startswith(("hanging", "rising")):
        return _spike(x, y, size if shape.startswith("hanging") else -size, "dark" in shape, paint)
    if shape.startswith("crossing"):
        return _crossing(x, y, size, shape.split(), fill, stroke)
    if shape == "bar":
        corner = f'x="{x - size * 0.4:g}" y="{y - size / 2:g}"'
        return f'<rect {corner} width="{size * 0.8:g}" height="{size + 1}" fill="{fill}"/>'
    if shape in ("pit", "peg"):
        return f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.44:g}" {paint}/>'
    if shape == "store":
        return _bar("down", x, y, size * 0.8, size * 2.4, paint)
    square = f'<rect x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size}" height="{size}" {paint}/>'
    if shape == "hole":
        return square + f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.4:g}" fill="#fbf8f1"/>'
    return square


def _bar(shape: str, x: float, y: float, thick: float, long: float, paint: str) -> str:
    """A bar with round ends that lies across or stands."""
    wide, high = (long, thick) if shape == "across" else (thick, long)
    corner = f'x="{x - wide / 2:g}" y="{y - high / 2:g}"'
    return f'<rect {corner} width="{wide:g}" height="{high:g}" rx="{thick / 2:g}" {paint}/>'


def _crossing(x: float, y: float, size: float, words: Sequence[str], fill: str, stroke: tuple[str, int]) -> str:
    """Where lines of a Go board meet. Everything is a little too long, so that no seams show between the cells."""
    sides = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    half = size / 2 + 1
    lines = "".join(f"M{x:g},{y:g}l{half * dx:g},{half * dy:g}" for side, (dx, dy) in sides.items() if side in words)
    wood = f'<rect x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size + 1}" height="{size + 1}" fill="{fill}"/>'
    star = f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.08:g}" fill="{INK}"/>' if "star" in words else ""
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.43:g}" fill="none" stroke="{stroke[0]}" stroke-width="3"/>'
    return f'{wood}<path d="{lines}" stroke="{INK}" fill="none"/>{star}{ring if stroke[1] > 1 else ""}'


def _spike(x: float, y: float, size: float, dark: bool, paint: str) -> str:
    """A point of a backgammon board, five men long; of negative size if it rises from the bottom."""
    corners = f"{x - size * 0.46:g},{y - size / 2:g} {x + size * 0.46:g},{y - size / 2:g} {x:g},{y + size * 4.5:g}"
    return f'<polygon points="{corners}" {paint} fill-opacity="{1 if dark else 0.4}"/>'


def _piece(board: Board, shape: str, x: float, y: float, size: float, symbol: str, alphabet: Sequence[str]) -> str:
    if shape in ("across", "down"):
        return _bar(shape, x, y, size * 0.14, size * 1.5, f'fill="{INK}"')
    if shape == "dot":
        return ""
    if shape == "note":
        return (
            f'<text x="{x:g}" y="{y + size * 0.12:g}" font-size="{size * 0.34:g}" fill="{INK}">{escape(symbol)}</text>'
        )
    if board.pieces == "stacks" and all(letter in alphabet for letter in symbol):
        return _stack(x, y, size, [board.colours[alphabet.index(letter)] for letter in symbol], symbol)
    if board.pieces == "discs" and symbol[0] in alphabet and symbol[1:].isdecimal():
        return _piece(board, shape, x, y, size, symbol[0], alphabet) + _number(x, y, size, symbol[1:])
    crowned = symbol.isupper() and symbol.lower() in alphabet
    player = alphabet.index(symbol.lower() if crowned else symbol) if symbol in alphabet else -1
    if board.pieces == "discs" and player >= 0:
        colour = board.colours[player % len(board.colours)]
        disc = (
            f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.38:g}" fill="{colour}" stroke="#3b3426" stroke-width="1.2">'
            f"<title>{escape(symbol)}</title></circle>"
        )
        return disc + _crown(x, y, size) if crowned else disc
    colour = GLYPH_COLOURS[player % 2] if player >= 0 else INK
    high, down = (0.4, 0.14) if board.pieces in ("counts", "stacks") else (0.66, 0.23)
    return (
        f'<text x="{x:g}" y="{y + size * down:g}" font-size="{size * high:g}" font-weight="600" '
        f'fill="{colour}">{escape(symbol)}</text>'
    )


def _stack(x: float, y: float, size: float, colours: Sequence[str], title: str) -> str:
    """Flat discs on one another, seen from the side; the colours are listed from the top."""
    step = 0.13 * size
    parts = []
    for level, colour in enumerate(reversed(colours)):
        middle = y + step * ((len(colours) - 1) / 2 - level)
        parts.append(
            f'<ellipse cx="{x:g}" cy="{middle:g}" rx="{size * 0.37:g}" ry="{size * 0.19:g}" fill="{colour}" '
            'stroke="#3b3426" stroke-width="1.2"/>'
        )
    return f"<g><title>{escape(title)}</title>{''.join(parts)}</g>"


def _number(x: float, y: float, size: float, number: str) -> str:
    """What is written on a disc: R3 is a disc of R with a 3."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.15:g}" font-size="{size * 0.42:g}" font-weight="600" fill="#ffffff" '
        f'stroke="{INK}" stroke-width="2" paint-order="stroke">{number}</text>'
    )


def _crown(x: float, y: float, size: float) -> str:
    """The mark of a king: a piece whose symbol is the capital of its player's."""
    outline = ((-0.17, 0.15), (-0.23, -0.12), (-0.1, 0.0), (0.0, -0.19), (0.1, 0.0), (0.23, -0.12), (0.17, 0.15))
    points = " ".join(f"{x + size * dx:g},{y + size * dy:g}" for dx, dy in outline)
    return f'<polygon points="{points}" fill="#e0a458" stroke="#3b3426" stroke-width="1"/>'
