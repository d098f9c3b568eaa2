"""Show a search on a tree: as text, as SVG, as plain data.

The whole tree is shown from the first player's view, with the window at each node that the search entered; branches
that it never entered are there too, marked as cut.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from math import inf
from typing import Any

from zermelo.errors import Problem
from zermelo.game import CHANCE, Position
from zermelo.search.events import Visit
from zermelo.tree import TreePosition

MOST = 5000  # nodes that are worth drawing


@dataclass
class Shown:
    """One node of the picture, values from the first player's view."""

    name: str
    kind: str  # max, min, chance, or the player's name in other games
    edge: str  # the move that leads here
    window: tuple[float, float] | None = None
    value: float | None = None  # what the search made of it
    bound: str = "="  # the true value is =, <= or >= this
    payoff: tuple[float, ...] | None = None  # at a leaf, or what a search for many players made of it
    status: str = "unseen"  # leaf, done, cut, hit, probe; unseen: the search did not come here
    type: str = ""  # LEFT, CUT or ALL, in the minimal tree
    earlier: list[tuple[float, float]] = field(default_factory=list)  # the windows of visits before the last one
    best: bool = False  # on the principal variation
    prob: float | None = None
    info: str = ""
    children: list["Shown"] = field(default_factory=list)

    def walk(self) -> Iterator["Shown"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        data: dict[str, Any] = {"name": self.name, "player": self.kind, "move": self.edge, "status": self.status}
        if self.window:
            data["alpha"], data["beta"] = self.window
        if self.earlier:
            data["visits"] = len(self.earlier) + 1
            data["earlier_windows"] = self.earlier
        if self.type:
            data["type"] = self.type
        if self.value is not None:
            data["value"], data["bound"] = self.value, self.bound
        if self.payoff is not None:
            data["payoff"] = self.payoff
        if self.prob is not None:
            data["prob"] = self.prob
        if self.info:
            data["info"] = self.info
        if self.children:
            data["children"] = [child.as_dict() for child in self.children]
        return data


def picture(
    position: Position,
    visit: Visit | None,
    pv: tuple[str, ...] = (),
    *,
    types: Mapping[tuple[int, ...], str] | None = None,
    vectors: bool = False,
) -> Shown:
    """The tree below a position, marked with what a search did there, and with the types of nodes by their paths.

    `vectors`: the search found what every player gets (max-n), and names the move that it chose.
    """
    budget = [MOST]
    first = 0 if position.game.two_player else max(position.mover, 0)
    root = _shown(position, [visit] if visit else [], "", budget, -1 if vectors else first)
    root.best = bool(pv)
    if visit is None:  # no search: nothing is cut
        for node in root.walk():
            node.status = "done" if node.children else "leaf"
    node = root
    for move in pv:
        node = next(child for child in node.children if child.edge == move)
        node.best = True
    for path, name in (types or {}).items():
        node = root
        for place in path:
            node = node.children[place]
        node.type = name
    return root


def _shown(position: Position, visits: list[Visit], edge: str, budget: list[int], viewer: int) -> Shown:
    """A node with all visits of the search to it: the last one counts, but what an earlier one saw was seen.

    `viewer`: whose values are shown; -1: those of all.
    """
    budget[0] -= 1
    if budget[0] < 0:
        raise Problem(f"the tree has more than {MOST} nodes, too many to show")
    game = position.game
    kind = "chance" if position.mover == CHANCE else game.players[position.mover]
    if game.two_player and position.mover != CHANCE:
        kind = ("max", "min")[position.mover]
    shown = Shown(position.text, kind, edge, payoff=position.payoff)
    if isinstance(position, TreePosition):
        shown.info = position.node.info
    for visit in visits:
        if viewer < 0:
            shown.status = visit.left
        else:
            _mark(shown, visit, position.mover in (viewer, CHANCE), game.middle)
    chances = position.chances
    below: dict[int, list[Visit]] = {}
    for child_visit in (child for visit in visits for child in visit.children):
        below.setdefault(child_visit.move, []).append(child_visit)
    for name, move in position.moves.items():
        child = _shown(position.play(move), below.get(move, []), name, budget, viewer)
        child.prob = chances.get(move)
        shown.children.append(child)
        if viewer < 0 and visits and visits[-1].left != "leaf" and move == visits[-1].named:
            shown.payoff = child.payoff
    if viewer < 0 and chances and visits:
        each = [(child.prob or 0.0, child.payoff) for child in shown.children]
        if all(payoff for _, payoff in each):
            seats = range(len(game.players))
            shown.payoff = tuple(sum(share * payoff[k] for share, payoff in each if payoff) for k in seats)
    return shown


def _mark(shown: Shown, visit: Visit, own: bool, middle: float) -> None:
    """A search reports for the side to move, from the middle of the payoffs: turn it to the view of the picture."""
    if shown.window:
        shown.earlier.append(shown.window)
    sign = 1.0 if own else -1.0
    low, high = sorted((middle + sign * visit.alpha, middle + sign * visit.beta))
    if visit.left != "leaf" or low != high:
        shown.window = (low, high)
    shown.status, shown.bound = visit.left, "="
    if visit.value is not None:
        shown.value = middle + sign * visit.value
        if visit.left != "leaf" and visit.value <= visit.alpha:
            shown.bound = "<=" if sign > 0 else ">="
        elif visit.left == "probe" or (visit.left != "leaf" and visit.value >= visit.beta):
            shown.bound = ">=" if sign > 0 else "<="


def as_text(root: Shown) -> str:
    """The tree with one line for each node."""
    lines: list[str] = []

    def add(node: Shown, lead: str, branch: str, below: str) -> None:
        lines.append(f"{lead}{branch}{_sentence(node)}")
        for k, child in enumerate(node.children):
            last = k == len(node.children) - 1
            add(child, lead + below, "└─ " if last else "├─ ", "   " if last else "│  ")

    add(root, "", "", "")
    return "\n".join(lines)


def _sentence(node: Shown) -> str:
    parts = [node.edge or node.name]
    if node.prob is not None:
        parts.append(f"p={node.prob:.3g}")
    if node.children:
        parts.append(node.kind.upper() if node.kind in ("max", "min") else node.kind)
        if node.info:
            parts.append(f"sees {node.info}")
        if node.window:
            parts.append(_window(node.window))
        if node.value is not None:
            parts.append(f"{node.bound} {_number(node.value)}")
        elif node.payoff is not None:
            parts.append(_payoff(node))
    else:
        parts.append(_payoff(node))
    if node.earlier:
        parts.append(f"visit {len(node.earlier) + 1} (before: {', '.join(map(_window, node.earlier))})")
    if node.status in ("cut", "hit", "probe"):
        parts.append({"cut": "cut here", "hit": "from the table", "probe": "probed"}[node.status])
    if node.status == "unseen":
        parts.append("- not visited")
    if node.type:
        parts.append(node.type)
    if node.best:
        parts.append("*")
    return "  ".join(parts)


def _window(window: tuple[float, float]) -> str:
    low, high = map(_number, window)
    if low == high:  # a null window: one of its ends is beside the other
        nearer = abs(window[0] - float(low)) <= abs(window[1] - float(high))
        low, high = (low, high + "+") if nearer else (low + "-", high)
    return f"[{low}, {high}]"


def _number(value: float) -> str:
    return {inf: "+inf", -inf: "-inf"}.get(value, f"{value + 0.0:g}")


def _payoff(node: Shown) -> str:
    if node.payoff is None:
        return _number(node.value) if node.value is not None else ""
    if len(node.payoff) == 2 and node.payoff[0] == -node.payoff[1]:
        return _number(node.payoff[0])
    return "(" + ", ".join(map(_number, node.payoff)) + ")"


# --- SVG ------------------------------------------------------------------------------------------------------------

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
        span = max(1.0, len(_payoff(node)) / 6)
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
        text = _payoff(node)
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
    value = "" if node.value is None else bound + _number(node.value)
    shift = {"max": 9, "min": 1}.get(node.kind, 4)
    bold = f'font-size="12" font-weight="600" fill="{ink}"'
    if node.kind in ("max", "min", "chance"):
        part += f'<text x="{x:g}" y="{y + shift:g}" {bold}>{escape(value)}</text>'
    else:  # the player inside, the value beside
        told = _payoff(node) if node.payoff is not None else value
        part += f'<text x="{x:g}" y="{y + 4:g}" font-size="11" fill="{ink}">{escape(node.kind[:3])}</text>'
        part += f'<text x="{x + r + 5:g}" y="{y + 4:g}" text-anchor="start" {bold}>{escape(told)}</text>'
    if node.window:
        part += (
            f'<text x="{x + r + 8:g}" y="{y - 8:g}" font-size="11" text-anchor="start" fill="#6b6b6b">'
            f"{escape(_window(node.window))}</text>"
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
