"""A board as a picture: SVG that stands alone, and whose parts have classes by which a page can restyle them.

The classes: paper, line, edge and its rim, cell, piece (of `player-0`, `player-1`...), glyph, note, label, mark, score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from textwrap import wrap

from zermelo.draw.board import Board
from zermelo.draw.pieces import INK, RIM_INK, note, piece
from zermelo.draw.words import haloed, wide

PAPER = "#fbf8f1"
MARK = "#d9480f"
REACH = {"store": 0.6, "note": 1.0, "dot": 0.25, "peg": 0.48}  # how far a cell reaches from its centre, if not half


@dataclass(frozen=True)
class Layout:
    """Where everything lies in a picture with cells of a given size."""

    size: float
    tall: float  # from row to row
    left: float  # where the column of x = 0 begins
    top: float
    width: float
    height: float
    centres: tuple[tuple[float, float], ...]  # of each cell
    reaches: tuple[float, ...]  # how far it extends


def layout(board: Board, size: float = 44) -> Layout:
    """Room for the cells, and for coordinates on the sides that have some."""
    tall = size * (0.866 if board.shape in ("hexagon", "peg") else 1.0)
    thin = 0.9 if board.marks else 0.6 if board.lines else 0.3
    reaches = [REACH.get(cell.shape or board.shape, 0.5) for cell in board.cells]
    longest = max((len(label) for label, _ in board.rows), default=0)
    left = size * (thin + 0.22 * longest)
    top, bottom = (size * max(thin, 0.7 * bool(labels)) for labels in (board.columns, board.below))
    return Layout(
        size,
        tall,
        left,
        top,
        width=left
        + size * (0.5 + max(cell.x + reach for cell, reach in zip(board.cells, reaches, strict=True)) + thin),
        height=top + tall * (max(cell.y for cell in board.cells) + 1) + bottom,
        centres=tuple((left + size * (cell.x + 0.5), top + tall * (cell.y + 0.5)) for cell in board.cells),
        reaches=tuple(size * reach for reach in reaches),
    )


def svg(
    board: Board,
    symbols: Sequence[str],
    alphabet: Sequence[str],
    *,
    marked: Sequence[int] = (),
    labels: Mapping[int, str] | None = None,
) -> str:
    """The board as an SVG picture.

    `alphabet` lists the symbols of the players in order, which gives their colours; `marked` cells are outlined (the
    last move, say) and `labels` are written on cells (a score on each legal move).
    """
    plan = layout(board)
    size, shapes = plan.size, [cell.shape or board.shape for cell in board.cells]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {plan.width:g} {plan.height:g}" width="{plan.width:g}" '
        f'height="{plan.height:g}" font-family="system-ui, sans-serif" text-anchor="middle">',
        f'<rect class="paper" width="{plan.width:g}" height="{plan.height:g}" rx="{size / 5:g}" fill="{PAPER}"/>',
    ]
    parts += _edges(board, plan)
    parts += _lines(board, plan)
    for shape, (x, y) in zip(shapes, plan.centres, strict=True):
        parts.append(_cell(shape, x, y, size, board.background))
    for shape, symbol, (x, y) in zip(shapes, symbols, plan.centres, strict=True):
        if symbol and shape == "note":
            parts.append(note(x, y, size, symbol))
        elif symbol:
            parts.append(piece(board, shape, x, y, size, symbol, alphabet))
    for number in marked:
        parts.append(_mark(shapes[number], *plan.centres[number], size))
    for number, text in (labels or {}).items():
        x, y = plan.centres[number]
        lower = 0.42 if board.pieces == "counts" else 0.1  # under a number
        high = min(size * 0.3, size / max(wide(text, 1), 1))
        parts.append(haloed(text, x, y + size * lower, size=high, fill="#0b5fa5", kind="score"))
    return "\n".join([*parts, *_coordinates(board, plan), "</svg>"])


def caption(text: str) -> str:
    """A text as a picture, for a game without a board."""
    lines = wrap(text, 32) or [""]
    width, height = 12 * max(map(len, lines)) + 40, 28 * len(lines) + 28
    written = "".join(
        f'<text class="note" x="{width / 2:g}" y="{35 + 28 * k}" fill="{INK}">{escape(line)}</text>'
        for k, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="ui-monospace, monospace" font-size="20" text-anchor="middle">'
        f'<rect class="paper" width="{width}" height="{height}" rx="9" fill="{PAPER}"/>{written}</svg>'
    )


def _coordinates(board: Board, plan: Layout) -> list[str]:
    """The labels of columns and rows."""
    size = plan.size
    out = 0.3 if board.marks else 0.0  # beyond the coloured sides
    cells = board.cells
    over = plan.top + plan.tall * min(cell.y for cell in cells) - size * (0.2 + out)
    under = plan.top + plan.tall * (max(cell.y for cell in cells) + 1) + size * 0.45
    places = [(label, plan.left + size * (x + 0.5), over, "middle") for label, x in board.columns]
    places += [(label, plan.left + size * (x + 0.5), under, "middle") for label, x in board.below]
    for label, y in board.rows:
        first = min(cell.x for cell in cells if cell.y == y)
        middle = plan.top + plan.tall * (y + 0.5) + size * 0.12
        places.append((label, plan.left + size * (first - 0.18 - out), middle, "end"))
    for cell, (x, y) in zip(cells, plan.centres, strict=True):
        if (cell.shape or board.shape) == "point":  # these lie anywhere, so each has its own
            places.append((cell.name, x + size * 0.36, y - size * 0.3, "start"))
    return [
        f'<text class="label" x="{x:g}" y="{y:g}" font-size="{size * 0.34:g}" text-anchor="{anchor}" '
        f'fill="#5d5d5d">{escape(label)}</text>'
        for label, x, y, anchor in places
    ]


def _edges(board: Board, plan: Layout) -> list[str]:
    """Coloured bars along the sides that belong to a player."""
    ends: dict[float, list[float]] = {}
    for cell in board.cells:
        ends.setdefault(cell.y, []).append(cell.x)
    first, last = min(ends), max(ends)
    beside = {
        "top": lambda cell: cell.y == first,
        "bottom": lambda cell: cell.y == last,
        "left": lambda cell: cell.x == min(ends[cell.y]),
        "right": lambda cell: cell.x == max(ends[cell.y]),
    }
    shift = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
    parts = []
    for side, colour in board.marks.items():
        dx, dy = (step * plan.size * 0.42 for step in shift[side])
        bar = [place for cell, place in zip(board.cells, plan.centres, strict=True) if beside[side](cell)]
        points = _points((x + dx, y + dy) for x, y in bar)
        for kind, paint, part in (("rim", RIM_INK, 0.5), ("edge", colour, 0.44)):
            parts.append(
                f'<polyline class="{kind}" points="{points}" fill="none" stroke="{paint}" '
                f'stroke-width="{plan.size * part:g}" stroke-linecap="round" stroke-linejoin="round"/>'
            )
    return parts


def _lines(board: Board, plan: Layout) -> list[str]:
    """The lines that join the points of a graph."""
    centre = {cell.name: place for cell, place in zip(board.cells, plan.centres, strict=True)}
    return [
        f'<line class="line" x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" stroke="#5b5238" '
        'stroke-width="3" stroke-linecap="round"/>'
        for a, b in ((centre[first], centre[second]) for first, second in board.lines)
    ]


def _cell(shape: str, x: float, y: float, size: float, fill: str) -> str:
    kind, *words = shape.split()
    if kind in ("room", "note", "reserve"):
        return ""
    paint = f'class="cell {kind}" fill="{fill}" stroke="#5b5238" stroke-width="1"'
    if kind == "dot":
        return f'<circle class="cell dot" cx="{x:g}" cy="{y:g}" r="{size * 0.16:g}" fill="{INK}"/>'
    if kind == "point":
        return f'<circle {paint} cx="{x:g}" cy="{y:g}" r="{size * 0.17:g}"/>'
    if kind in ("hanging", "rising"):
        return _spike(x, y, size if kind == "hanging" else -size, "dark" in words, paint)
    if kind == "crossing":
        return _crossing(x, y, size, words, fill)
    if kind == "bar":
        corner = f'x="{x - size * 0.4:g}" y="{y - size / 2:g}"'
        return f'<rect class="cell bar" {corner} width="{size * 0.8:g}" height="{size + 1}" fill="{fill}"/>'
    drawn = _outline(kind, x, y, size, paint)
    if kind == "hole":
        return drawn + f'<circle class="paper" cx="{x:g}" cy="{y:g}" r="{size * 0.4:g}" fill="{PAPER}"/>'
    return drawn


def _outline(kind: str, x: float, y: float, size: float, paint: str) -> str:
    """The border of a cell."""
    if kind == "hexagon":
        radius = size / 3**0.5
        corners = ((x + radius * sin(k * pi / 3), y - radius * cos(k * pi / 3)) for k in range(6))
        return f'<polygon points="{_points(corners)}" {paint}/>'
    if kind in ("across", "down", "store"):
        thick, long = (0.8 * size, 2.4 * size) if kind == "store" else (0.2 * size, 1.5 * size)
        wide, high = (long, thick) if kind == "across" else (thick, long)
        corner = f'x="{x - wide / 2:g}" y="{y - high / 2:g}"'
        return f'<rect {corner} width="{wide:g}" height="{high:g}" rx="{thick / 2:g}" {paint}/>'
    if kind in ("square", "hole"):
        return f'<rect x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}" {paint}/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.44:g}" {paint}/>'


def _mark(shape: str, x: float, y: float, size: float) -> str:
    """An outline over what stands there: light under dark, to be seen on any board and with any eyes."""
    kind = shape.split()[0]
    kind = "crossing" if kind == "hole" else kind
    strokes = (("#ffffff", 5.5), (MARK, 3))
    rings = [
        _outline(kind, x, y, size * 0.94, f'fill="none" stroke="{colour}" stroke-width="{wide}"')
        for colour, wide in strokes
    ]
    return f'<g class="mark">{"".join(rings)}</g>'


def _crossing(x: float, y: float, size: float, words: Sequence[str], fill: str) -> str:
    """Where lines of a Go board meet. Everything is a little too long, so that no seams show between the cells."""
    sides = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
    half = size / 2 + 1
    lines = "".join(f"M{x:g},{y:g}l{half * dx:g},{half * dy:g}" for side, (dx, dy) in sides.items() if side in words)
    corner = f'x="{x - size / 2:g}" y="{y - size / 2:g}"'
    wood = f'<rect class="cell crossing" {corner} width="{size + 1:g}" height="{size + 1:g}" fill="{fill}"/>'
    star = f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.08:g}" fill="{INK}"/>' if "star" in words else ""
    return f'{wood}<path d="{lines}" stroke="{INK}" fill="none"/>{star}'


def _spike(x: float, y: float, size: float, dark: bool, paint: str) -> str:
    """A point of a backgammon board, five men long; of negative size if it rises from the bottom."""
    corners = ((x - size * 0.46, y - size / 2), (x + size * 0.46, y - size / 2), (x, y + size * 4.5))
    return f'<polygon points="{_points(corners)}" {paint} fill-opacity="{1 if dark else 0.4}"/>'


def _points(places) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in places)
