"""Draw a search on a tree, as `view` shows it, as an SVG picture; `layout` says where everything lies."""

from collections.abc import Iterator
from html import escape

from zermelo.draw.pieces import INK
from zermelo.draw.words import haloed, wide
from zermelo.tree.layout import (
    BOLD,
    MARGIN,
    PLAIN,
    RADIUS,
    SMALL,
    TAG,
    Arrangement,
    edge_label,
    lay_out,
    leaf_width,
    leaf_word,
    word_inside,
    words_beside,
)
from zermelo.tree.view import Shown, is_inner, left_out, sets_in

SET = "#6b4e71"  # an information set
GREY, BEST, CUT, QUIET = "#8a8f94", "#0b5fa5", "#b3261e", "#5d5d5d"
TITLE = 15
LINE_STEP = 13  # from line to line of the words beside a node
CROSSED = 0.42  # where on an edge it is crossed out


def as_svg(root: Shown, *, title: str = "", note: str = "") -> str:
    """The tree as a picture: MAX points up, MIN down, chance is round; cut branches are grey and crossed.

    The `note` is a smaller line below the title.
    """
    head = (28 if title else 0) + (18 if note else 0) + 6
    at_least = max(wide(title, 1.1 * TITLE), wide(note, PLAIN))
    plan = lay_out(root, top=head, at_least=at_least)
    w, h = plan.width, plan.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h:.0f}" width="{w:.0f}" height="{h:.0f}" '
        'font-family="system-ui, sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{w:.0f}" height="{h:.0f}" fill="#ffffff"/>',
    ]
    parts += _head(title, note, w)
    parts += _sets(root, plan)
    edges = [(node, child) for node in root.walk() for child in node.children]
    parts += [_edge(node, child, plan) for node, child in edges]
    parts += [_name(node, child, plan) for node, child in edges]
    for node in root.walk():
        place = plan.places[id(node)]
        parts.append(_inner(node, place.x, place.y) if is_inner(node) else _leaf(node, place.x, place.y))
        parts.append(_more(node, plan))
    return "\n".join([*filter(None, parts), "</svg>"])


def _head(title: str, note: str, width: float) -> Iterator[str]:
    """At the middle; of a picture that is wider than a screen at its left side."""
    place = f'x="{width / 2:g}"' if width < 2000 else f'x="{MARGIN:g}" text-anchor="start"'
    if title:
        yield f'<text {place} y="22" font-size="{TITLE}" font-weight="600" fill="{INK}">{escape(title)}</text>'
    if note:
        yield f'<text {place} y="{40 if title else 16}" fill="{QUIET}">{escape(note)}</text>'


def _ends(node: Shown, child: Shown, plan: Arrangement) -> tuple[float, float, float, float]:
    """Where an edge begins and ends: at the name of the move, if it has one, which stands above the node."""
    start, end = plan.places[id(node)], plan.places[id(child)]
    return start.x, start.y + 13, end.x, end.y - (TAG + SMALL if edge_label(child) else 14)


def _edge(node: Shown, child: Shown, plan: Arrangement) -> str:
    x1, y1, x2, y2 = _ends(node, child, plan)
    grey = child.status == "unseen"
    best = node.best and child.best
    colour, thick = (GREY, 1.2) if grey else (BEST, 3.0) if best else (INK, 1.4)
    if child.part is not None:  # the more often, the thicker
        colour, thick = (BEST, 1.2 + 3 * float(child.part)) if child.part else (GREY, 1.2)
    dash = ' stroke-dasharray="5 4"' if grey else ""
    part = f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{thick}"{dash}/>'
    if grey and node.status in ("cut", "hit", "probe"):
        mx, my = x1 + (x2 - x1) * CROSSED, y1 + (y2 - y1) * CROSSED
        part += "".join(
            f'<line x1="{mx - 6:g}" y1="{my - d:g}" x2="{mx + 6:g}" y2="{my + d:g}" stroke="{CUT}" stroke-width="2.2"/>'
            for d in (6, -6)
        )
    return part


def _name(node: Shown, child: Shown, plan: Arrangement) -> str:
    """The move that leads to a node, above it; over all lines."""
    label, place = edge_label(child), plan.places[id(child)]
    if not label:
        return ""
    colour = QUIET if child.status == "unseen" else BEST if node.best and child.best else INK
    half = wide(label, SMALL) / 2
    return (
        f'<rect x="{place.x - half:g}" y="{place.y - TAG - SMALL:g}" width="{2 * half:g}" height="{SMALL + 2}" '
        f'fill="#ffffff"/>' + _small(label, place.x, place.y - TAG, "middle", colour)
    )


def _leaf(node: Shown, x: float, y: float) -> str:
    """A box with what it is worth; an estimate has a broken outline."""
    grey = node.status == "unseen"
    ink, fill = (GREY, "#eeeeee") if grey else (INK, "#fff4d6")
    wide_ = leaf_width(node)
    dash = ' stroke-dasharray="3 2"' if node.beyond else ""
    return (
        f'<rect x="{x - wide_ / 2:g}" y="{y - 13:g}" width="{wide_:g}" height="24" rx="4" '
        f'fill="{fill}" stroke="{ink}"{dash}/>'
        f'<text x="{x:g}" y="{y + 4:g}" fill="{ink}">{escape(leaf_word(node))}</text>'
        + _small(node.type, x, y + 24, "middle", BEST)
    )


def _inner(node: Shown, x: float, y: float) -> str:
    """A triangle or a circle, with the value inside or beside it, and what else there is to say."""
    grey = node.status == "unseen"
    ink, r = (GREY if grey else INK), RADIUS
    shapes = {
        "max": f'<polygon points="{x:g},{y - r - 2:g} {x - r - 3:g},{y + r - 2:g} {x + r + 3:g},{y + r - 2:g}"',
        "min": f'<polygon points="{x:g},{y + r + 2:g} {x - r - 3:g},{y - r + 2:g} {x + r + 3:g},{y - r + 2:g}"',
    }
    shape = shapes.get(node.kind, f'<circle cx="{x:g}" cy="{y:g}" r="{r}"')
    stroke = BEST if node.best else CUT if node.status == "cut" else ink
    part = f'{shape} fill="{"#f4f4f4" if grey else "#e8f1fa"}" stroke="{stroke}" stroke-width="1.8"/>'
    if inside := word_inside(node):
        shift = {"max": 9, "min": 1}.get(node.kind, 4)
        player = node.kind not in ("max", "min", "chance")
        bold = f'font-size="{SMALL}"' if player else f'font-size="{BOLD}" font-weight="600"'
        part += f'<text x="{x:g}" y="{y + shift:g}" {bold} fill="{ink}">{escape(inside)}</text>'
    beside = words_beside(node)
    colours = {"window": QUIET, "value": ink, "note": BEST}
    for line, (words, kind, bold_) in enumerate(beside):
        down = y - 7 + LINE_STEP * (line - (len(beside) > 2))
        weight = ' font-weight="600"' if bold_ else ""
        part += haloed(
            words, x + r + 8, down, size=BOLD if bold_ else SMALL, fill=colours[kind], kind=kind,
            more=f' text-anchor="start"{weight}',
        )  # fmt: skip
    return part + _small(node.type, x - r - 6, y - 8, "end", BEST)


def _more(node: Shown, plan: Arrangement) -> str:
    """How many moves are left out: behind the last child, or below."""
    words, here = left_out(node), plan.places[id(node)]
    if not words:
        return ""
    y = here.y + 13
    x, end = (here.more, y + plan.down - 40) if node.children else (here.x, y + 12)
    line = f'<line x1="{here.x:g}" y1="{y:g}" x2="{x:g}" y2="{end:g}" stroke="{GREY}" stroke-dasharray="2 3"/>'
    return line + _small(words, x, end + 12, "middle", QUIET)


def _small(text: str, x: float, y: float, anchor: str, fill: str) -> str:
    """A small word at a node."""
    if not text:
        return ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{SMALL}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'


def _sets(root: Shown, plan: Arrangement) -> list[str]:
    """A band behind the nodes of one information set, and a dashed line that links them."""
    parts = []
    for members in sets_in(root).values():
        places = [plan.places[id(node)] for node in members]
        points = " ".join(f"{place.x:g},{place.y:g}" for place in places)
        shape = f'<polyline points="{points}" fill="none" stroke="{SET}"'
        parts.append(f'{shape} stroke-width="34" stroke-opacity="0.12" stroke-linecap="round"/>')
        parts.append(f'{shape} stroke-width="1.6" stroke-dasharray="6 4"/>')
    return parts
