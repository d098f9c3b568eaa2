"""What a search found, to look at: the board with a score on every move that has one, and the moves in a table.

An `Analysis` has only names in it; whoever knows the position gives it too. Without one there is just the table.
"""

from html import escape
from typing import TYPE_CHECKING

from zermelo.draw.pieces import INK
from zermelo.draw.table import GAP, LINE_HEIGHT, QUIET, html_table, svg_table, widths
from zermelo.draw.words import wide

if TYPE_CHECKING:
    from zermelo.core.hidden import Sight
    from zermelo.core.position import Position
    from zermelo.search.result import Analysis

MARGIN, HEAD = 16.0, 64.0
WRITTEN_OUT = 8  # moves of a variation that are written out


def analysis_svg(position: "Position | Sight", analysis: "Analysis") -> str:
    """The board with its scores, and the table at its right."""
    board = scored_board(position, analysis)
    across, down = _size(board)
    columns, rows = (_columns(analysis), _rows(analysis)) if analysis.lines else ([], [])
    beside = sum(width + GAP for width in widths(columns, rows))
    title, note = _title(analysis), analysis.meaning
    width = max(MARGIN + across + 2 * GAP + beside, wide(title, 17) + MARGIN, wide(note, 13) + MARGIN) + MARGIN
    height = HEAD + max(down, LINE_HEIGHT * (len(rows) + 1)) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="system-ui, sans-serif">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        f'<text x="{MARGIN:g}" y="26" font-size="15" font-weight="600" fill="{INK}">{escape(title)}</text>',
        f'<text x="{MARGIN:g}" y="46" font-size="13" fill="{QUIET}">{escape(note)}</text>',
        board.replace("<svg ", f'<svg x="{MARGIN:g}" y="{HEAD:g}" ', 1),
        *svg_table(columns, rows, MARGIN + across + 2 * GAP, HEAD + LINE_HEIGHT),
        "</svg>",
    ]
    return "\n".join(parts)


def analysis_html(analysis: "Analysis", position: "Position | None" = None) -> str:
    """The same for a notebook."""
    told = f"<div><b>{escape(_title(analysis))}</b><br>{escape(analysis.meaning)}</div>"
    listed = html_table(_columns(analysis), _rows(analysis)) if analysis.lines else ""
    if position is None:
        return told + listed
    drawn = f'<div style="display:flex;gap:1em;align-items:flex-start">{scored_board(position, analysis)}{listed}</div>'
    return told + drawn


def scored_board(position: "Position | Sight", analysis: "Analysis") -> str:
    """The board with the value of each move where it ends, and the best one marked."""
    labels: dict[str, str] = {}
    marked: list[str] = []
    for line in analysis.lines:
        ways = position.where(line.move) if line.move in position.moves else []
        if ways and ways[-1]:
            labels.setdefault(ways[-1][-1], _value(line.value, 2))  # of several that end there, the best
        if line.move == analysis.move:
            marked = [cell for way in ways for cell in way]
    return position.svg(marked=tuple(marked), labels=labels)


def _title(analysis: "Analysis") -> str:
    best = f"best move {analysis.move}, " if analysis.move else ""
    return f"{analysis.game}: {best}value {_value(analysis.value)} ({analysis.method}, depth {analysis.depth})"


def _columns(analysis: "Analysis") -> list[str]:
    return ["move", ">value", *([">visits", ">won"] if _simulated(analysis) else []), "variation"]


def _rows(analysis: "Analysis") -> list[list[str]]:
    counted = _simulated(analysis)
    return [
        [
            line.move,
            _value(line.value),
            *([f"{line.visits or 0:,}", f"{line.wins or 0:.0%}"] if counted else []),
            ", ".join(line.pv[:WRITTEN_OUT]) + ("..." if len(line.pv) > WRITTEN_OUT else ""),
        ]
        for line in analysis.lines
    ]


def _simulated(analysis: "Analysis") -> bool:
    return any(line.visits is not None for line in analysis.lines)


def _value(value: float, digits: int = 4) -> str:
    """With its sign, and no more digits after the first than are wanted, unless they are whole units.

    >>> _value(0.0833), _value(0.0833, 2), _value(-355.5, 2), _value(1e-16)
    ('+0.0833', '+0.083', '-356', '0')
    """
    value = round(value, 9)
    value = float(f"{value:.{digits}g}") if abs(value) < 10**digits else round(value)
    return f"{value:+g}" if value else "0"


def _size(svg: str) -> tuple[float, float]:
    """How large a picture says that it is."""
    head = svg[: svg.index(">")]
    width, height = (float(head.split(f' {name}="')[1].split('"')[0]) for name in ("width", "height"))
    return width, height
