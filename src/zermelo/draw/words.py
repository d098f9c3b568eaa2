"""Words in a picture: how much room they need, and how they stay readable on top of lines."""

from html import escape

LETTER = 0.62  # the width of a letter for each unit of its size, in the wider ones of the usual fonts
HALO = 4  # units of light around letters


def wide(text: str, size: float) -> float:
    """How wide a text is, about; never much wider."""
    return LETTER * size * len(text)


def haloed(text: str, x: float, y: float, *, size: float, fill: str, kind: str = "", more: str = "") -> str:
    """A text with light around it, so that a line or a piece below does not cross it out.

    The letters come once as light and once as they are: `paint-order` would do, but not every program knows it.
    """
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}"{more}'
    words = escape(text)
    return (
        f'<g class="{kind}"><text {place} fill="#ffffff" stroke="#ffffff" stroke-width="{HALO}" '
        f'stroke-linejoin="round">{words}</text><text {place} fill="{fill}">{words}</text></g>'
    )
