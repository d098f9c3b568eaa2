"""Draw a search on a tree, as `treeview` shows it, as an SVG picture."""

from html import escape
from typing import Any

from zermelo.tree.view import Shown, interval, number, payoff_of

ACROSS, DOWN = 64.0, 92.0
INK, GREY, BEST, CUT = "#1f2933", "#b5b5b5", "#0b5fa5", "#b3261e"


def as_svg(root: Shown, *, title: str = "") -> str:
    """The tree as a picture: MAX points up, MIN down, chance is round; cut branches are grey and crossed."""
    places: dict[int, tuple[float, float]] = {}
    width = _place(root, 0, 0.0, places)
    depth = max(y for _, y in places.values())
    head = 34 if title else 10
    drawn = (width + 0.6) * ACROSS
    w, h = max(drawn, 9.0 * len(title)), depth * DOWN + 90 + head
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" width="{w:g}" height="{h:g}" '
        'font-family="system-ui, sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{w:g}" height="{h:g}" fill="#ffffff"/>',
    ]
    if title:
        parts.append(f'<text x="{w / 2:g}" y="22" font-size="15" font-weight="600" fill="{INK}">{escape(title)}</text>')

    def centre(node: Shown) -> tuple[float, float]:
        x, y = places[id(node)]
        return (x + 0.8) * ACROSS + (w - drawn) / 2, y * DOWN + 30 + head

    parts += _sets(root, centre)
    for node in root.walk():
        for child in node.children:
            parts.append(_edge(node, child, centre(node), centre(child)))
    for node in root.walk():
        parts.append(_node(node, *centre(node)))
    return "\n".join([*parts, "</svg>"])


def _place(node: Shown, depth: int, left: float, places: dict[int, tuple[float, float]]) -> float:
    """Leaves side by side, parents above the middle of their children; returns the width used."""
    if not node.children:
        span = max(1.0, len(payoff_of(node)) / 6)
        places[id(node)] = (left + (span - 1) / 2, depth)
        return span
    width = 0.0
    for child in node.children:
        width += _place(child, depth + 1, left + width, places)
    first, last = places[id(node.children[0])][0], places[id(node.children[-1])][0]
    places[id(node)] = ((first + last) / 2, depth)
    return width


def _edge(node: Shown, child: Shown, start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = start, end
    unseen = child.status == "unseen" and node.status in ("cut", "hit", "probe")
    grey = child.status == "unseen"
    best = node.best and child.best
    colour, thick = (GREY, 1.2) if grey else (BEST, 3.0) if best else (INK, 1.4)
    dash = ' stroke-dasharray="5 4"' if grey else ""
    y1, y2 = y1 + 13, y2 - 14
    part = f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" stroke-width="{thick}"{dash}/>'
    mx, my = x1 + (x2 - x1) * 0.55, y1 + (y2 - y1) * 0.55
    if unseen:
        part += "".join(
            f'<line x1="{mx - 6:g}" y1="{my - d:g}" x2="{mx + 6:g}" y2="{my + d:g}" stroke="{CUT}" stroke-width="2.2"/>'
            for d in (6, -6)
        )
    label = "" if child.edge.isdigit() else child.edge
    if child.prob is not None:
        label = f"{label} {child.prob:.3g}".strip()
    if label:
        aside = -12 if x2 < x1 - 1 else 12
        part += f'<text x="{mx + aside:g}" y="{my - 4:g}" font-size="11" fill="{colour}">{escape(label)}</text>'
    return part


def _node(node: Shown, x: float, y: float) -> str:
    grey = node.status == "unseen"
    ink = GREY if grey else INK
    if not node.children:
        fill = "#eeeeee" if grey else "#fff4d6"
        text = payoff_of(node)
        half = max(15.0, 3.6 * len(text) + 6)
        return (
            f'<rect x="{x - half:g}" y="{y - 13:g}" width="{2 * half:g}" height="24" rx="4" '
            f'fill="{fill}" stroke="{ink}"/>'
            f'<text x="{x:g}" y="{y + 4:g}" fill="{ink}">{escape(text)}</text>' + _label(node.type, x, y + 24, "middle")
        )
    r = 15
    shapes = {
        "max": f'<polygon points="{x:g},{y - r - 2:g} {x - r - 3:g},{y + r - 2:g} {x + r + 3:g},{y + r - 2:g}"',
        "min": f'<polygon points="{x:g},{y + r + 2:g} {x - r - 3:g},{y - r + 2:g} {x + r + 3:g},{y - r + 2:g}"',
    }
    shape = shapes.get(node.kind, f'<circle cx="{x:g}" cy="{y:g}" r="{r}"')
    stroke = BEST if node.best else CUT if node.status == "cut" else ink
    part = f'{shape} fill="{"#f4f4f4" if grey else "#e8f1fa"}" stroke="{stroke}" stroke-width="1.8"/>'
    bound = {"=": "", "<=": "≤", ">=": "≥"}[node.bound]
    value = "" if node.value is None else bound + number(node.value)
    shift = {"max": 9, "min": 1}.get(node.kind, 4)
    bold = f'font-size="12" font-weight="600" fill="{ink}"'
    if node.kind in ("max", "min", "chance"):
        part += f'<text x="{x:g}" y="{y + shift:g}" {bold}>{escape(value)}</text>'
    else:  # the player inside, the value beside
        told = payoff_of(node) if node.payoff is not None else value
        part += f'<text x="{x:g}" y="{y + 4:g}" font-size="11" fill="{ink}">{escape(node.kind[:3])}</text>'
        part += f'<text x="{x + r + 5:g}" y="{y + 4:g}" text-anchor="start" {bold}>{escape(told)}</text>'
    if node.window:
        part += (
            f'<text x="{x + r + 8:g}" y="{y - 8:g}" font-size="11" text-anchor="start" fill="#6b6b6b">'
            f"{escape(interval(node.window))}</text>"
        )
    beside = ["table"] * (node.status == "hit") + [f"visit {len(node.earlier) + 1}"] * bool(node.earlier)
    part += _label(", ".join(beside), x + r + 8, y + 8, "start")
    return part + _label(node.type, x - r - 6, y - 8, "end")


def _label(text: str, x: float, y: float, anchor: str) -> str:
    """A small word beside a node."""
    if not text:
        return ""
    return f'<text x="{x:g}" y="{y:g}" font-size="11" text-anchor="{anchor}" fill="{BEST}">{text}</text>'


def _sets(root: Shown, centre: Any) -> list[str]:
    """A band behind the nodes of one information set."""
    sets: dict[str, list[Shown]] = {}
    for node in root.walk():
        if node.info and node.children:
            sets.setdefault(node.info, []).append(node)
    parts = []
    for members in sets.values():
        points = " ".join("{:g},{:g}".format(*centre(node)) for node in members)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="#6b4e71" stroke-width="34" stroke-opacity="0.15" '
            'stroke-linecap="round"/>'
        )
    return parts
