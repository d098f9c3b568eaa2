"""Values with their intervals as a chart: one row for each name, numbers beside it, and a dot on its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from zermelo.draw.pieces import INK
from zermelo.draw.table import GAP, LINE_HEIGHT, QUIET, RULE, SIZE, svg_table, widths
from zermelo.draw.words import wide

MARGIN, HEAD, PLOT = 16.0, 62.0, 320.0
DOT = "#0b5fa5"


@dataclass(frozen=True)
class Bar:
    """A value from 0 to 1, the ends of its interval, and what is written beside it."""

    words: tuple[str, ...]
    value: float
    low: float
    high: float


def interval_chart(columns: Sequence[str], rows: Sequence[Bar], *, title: str, note: str, even: float) -> str:
    """The chart as an SVG picture; `even` is where nobody is better."""
    written = [row.words for row in rows]
    left = MARGIN + sum(width + GAP for width in widths(columns, written)) + GAP
    width = max(left + PLOT, wide(title, 17), wide(note, SIZE)) + 2 * MARGIN
    last = HEAD + LINE_HEIGHT * (len(rows) + 0.6)
    height = last + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="system-ui, sans-serif" font-size="{SIZE}">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        f'<text x="{MARGIN:g}" y="24" font-size="15" font-weight="600" fill="{INK}">{escape(title)}</text>',
        f'<text x="{MARGIN:g}" y="42" font-size="12" fill="{QUIET}">{escape(note)}</text>',
        *svg_table(columns, written, MARGIN, HEAD + 4),
        *(_scale(left + PLOT * part, part, last) for part in (0, 0.25, 0.5, 0.75, 1)),
        f'<line class="even" x1="{left + PLOT * even:g}" y1="{HEAD - 8:g}" x2="{left + PLOT * even:g}" '
        f'y2="{last:g}" stroke="{QUIET}" stroke-dasharray="4 3"/>',
        *(_interval(row, left, HEAD + LINE_HEIGHT * (k + 1)) for k, row in enumerate(rows)),
    ]
    return "\n".join([*parts, "</svg>"])


def _scale(x: float, part: float, last: float) -> str:
    return (
        f'<line x1="{x:g}" y1="{HEAD - 8:g}" x2="{x:g}" y2="{last:g}" stroke="{RULE}"/>'
        f'<text x="{x:g}" y="{last + 16:g}" font-size="11" text-anchor="middle" fill="{QUIET}">{100 * part:g} %</text>'
    )


def _interval(row: Bar, left: float, y: float) -> str:
    low, high, value = (left + PLOT * part for part in (row.low, row.high, row.value))
    ends = "".join(f"M{x:g},{y - 5:g}v10" for x in (low, high))
    return (
        f'<path class="interval" d="M{low:g},{y:g}H{high:g}{ends}" stroke="{DOT}" stroke-width="2" fill="none"/>'
        f'<circle class="value" cx="{value:g}" cy="{y:g}" r="4.5" fill="{DOT}"/>'
    )
