"""A small table, as HTML for a notebook and as lines of text in an SVG picture.

A column whose name begins with > is set to the right.
"""

from collections.abc import Sequence
from html import escape

from zermelo.draw.pieces import INK
from zermelo.draw.words import wide

SIZE, LINE_HEIGHT, GAP = 13, 22, 18  # of letters, from line to line, between columns
QUIET, RULE = "#5d5d5d", "#c9c9c9"

Rows = Sequence[Sequence[str]]


def html_table(columns: Sequence[str], rows: Rows, *, caption: str = "") -> str:
    """The table for a notebook, plain enough for light and dark pages."""

    def line(tag: str, cells: Sequence[str]) -> str:
        made = (
            f'<{tag} style="text-align:{"right" if name.startswith(">") else "left"}">{escape(cell)}</{tag}>'
            for name, cell in zip(columns, cells, strict=True)
        )
        return f"<tr>{''.join(made)}</tr>"

    head = line("th", [name.lstrip(">") for name in columns])
    told = f'<caption style="text-align:left">{escape(caption)}</caption>' if caption else ""
    return f"<table>{told}<thead>{head}</thead><tbody>{''.join(line('td', row) for row in rows)}</tbody></table>"


def widths(columns: Sequence[str], rows: Rows) -> list[float]:
    """How wide each column is."""
    lines = [[name.lstrip(">") for name in columns], *rows]
    return [max(wide(line[k], SIZE) for line in lines) for k in range(len(columns))]


def svg_table(columns: Sequence[str], rows: Rows, x: float, y: float) -> list[str]:
    """The table as parts of a picture: the line of its head at `y`, the rows below."""
    parts = []
    for name, width, *cells in zip(columns, widths(columns, rows), *rows, strict=True):
        right = name.startswith(">")
        place = f'x="{x + width if right else x:g}" text-anchor="{"end" if right else "start"}"'
        for k, text in enumerate((name.lstrip(">"), *cells)):
            colour = INK if k else QUIET
            parts.append(
                f'<text {place} y="{y + LINE_HEIGHT * k:g}" font-size="{SIZE}" fill="{colour}">{escape(text)}</text>'
            )
        x += width + GAP
    return parts
