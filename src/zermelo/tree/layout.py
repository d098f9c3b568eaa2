"""Where the nodes of a drawn tree lie: beside each other with room for all that is written at them, parents above."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from zermelo.draw.words import wide
from zermelo.tree.explicit import TreePosition
from zermelo.tree.numbers import brief, fraction, interval, number
from zermelo.tree.view import Shown, is_inner, left_out, payoff_of

SMALL, PLAIN, BOLD = 11, 13, 12  # sizes of letters: beside a node, in a leaf, in a node
RADIUS = 15  # of an inner node
INSIDE = 3  # letters that an inner node has room for
DOWN, DEEPER = 92.0, 0.012  # from level to level, and more in a wide tree, whose edges are flat
DEEPEST = 240.0
APART, CLOSE, MANY = 28.0, 12.0, 40  # between neighbours, and where there are many leaves
TAG = 19.0  # how high the name of a move stands above its node
MARGIN = 14.0
BELOW = 46.0  # the lowest nodes


@dataclass(frozen=True)
class Reach:
    """How far a node and its words extend from its centre."""

    left: float
    right: float


@dataclass
class Place:
    """Where a node lies: a box with the node and everything below it, and the node's centre."""

    width: float  # of the box
    centre: float  # from its left side
    more: float = 0.0  # where it says that moves are left out, from its left side
    shift: float = 0.0  # of the box, from the left side of the parent's
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Arrangement:
    """The places of the nodes by their `id`, how far apart the levels are, and the size of it all."""

    places: dict[int, Place]
    down: float
    width: float
    height: float


def lay_out(root: Shown, *, top: float, at_least: float = 0.0) -> Arrangement:
    """Leaves side by side, parents above the middle of their children; below `top`, at least so wide."""
    places: dict[int, Place] = {}
    leaves = sum(not node.children for node in root.walk())
    _measure(root, CLOSE if leaves > MANY else APART, places)
    width = places[id(root)].width
    down = min(DOWN + DEEPER * width, DEEPEST)
    spare = max(at_least - width, 0.0) / 2
    _put(root, MARGIN + spare, top + 2 * RADIUS, down, places)
    lowest = max(place.y for place in places.values())
    return Arrangement(places, down, width + 2 * (MARGIN + spare), lowest + BELOW)


def _measure(node: Shown, apart: float, places: dict[int, Place]) -> None:
    """The box of a node, and those of the nodes below."""
    own = reach(node)
    here = places[id(node)] = Place(own.left + own.right, own.left)
    if not node.children:
        return
    at = 0.0
    boxes = []
    for child in node.children:
        _measure(child, apart, places)
        box = places[id(child)]
        box.shift = at
        at += box.width + apart
        boxes.append(box)
    if more := left_out(node):
        here.more = at + wide(more, SMALL) / 2
        at += wide(more, SMALL) + apart
    middle = (boxes[0].shift + boxes[0].centre + boxes[-1].shift + boxes[-1].centre) / 2
    push = max(own.left - middle, 0.0)  # what is below makes room for the words at the left of the node
    for box in boxes:
        box.shift += push
    here.more += push
    here.centre = middle + push
    here.width = max(at - apart + push, here.centre + own.right)


def _put(node: Shown, left: float, y: float, down: float, places: dict[int, Place]) -> None:
    """The coordinates of a node and everything below it."""
    here = places[id(node)]
    here.x, here.y = left + here.centre, y
    here.more += left
    for child in node.children:
        _put(child, left + places[id(child)].shift, y + down, down, places)


def reach(node: Shown) -> Reach:
    """How far a node and what is written at it extend."""
    above = wide(edge_label(node), SMALL) / 2
    if not is_inner(node):
        half = max(leaf_width(node) / 2, wide(node.type, SMALL) / 2, above)
        return Reach(half, half)
    beside = max((wide(word, BOLD if bold else SMALL) for word, _, bold in words_beside(node)), default=-inf)
    below = wide(left_out(node), SMALL) / 2 if not node.children else 0.0
    left = RADIUS + 6 + wide(node.type, SMALL) if node.type else RADIUS + 3.0
    return Reach(max(left, above, below), max(RADIUS + 3.0, RADIUS + 8 + beside, above, below))


def leaf_width(node: Shown) -> float:
    return max(30.0, wide(leaf_word(node), PLAIN) + 12)


def leaf_word(node: Shown) -> str:
    """What a leaf is worth."""
    return payoff_of(node, _told(node))


def _told(node: Shown) -> Callable[[float], str]:
    """How numbers are written: those of a game, of which many are estimates, are cut short."""
    return number if isinstance(node.position, TreePosition) else brief


def edge_label(node: Shown) -> str:
    """What is written on the edge to a node: its move, unless the tree has no name for it, and its probability."""
    nameless = isinstance(node.position, TreePosition) and node.edge.isdigit()
    label = "" if nameless else node.edge
    if node.part is not None:
        return f"{label} {fraction(node.part)}".strip()
    if node.prob is None:
        return label
    return f"{label} ({node.prob:.3g})" if label else f"{node.prob:.3g}"


def value_of(node: Shown) -> str:
    """What an inner node is worth, as the picture tells it."""
    if node.value is None:
        return payoff_of(node, _told(node)) if node.payoff is not None else ""
    return {"=": "", "<=": "≤", ">=": "≥"}[node.bound] + _told(node)(node.value)


def word_inside(node: Shown) -> str:
    """The value, if there is room for it; the player where that is neither MAX nor MIN."""
    if node.kind not in ("max", "min", "chance"):
        return node.kind[:INSIDE]
    return value_of(node) if len(value_of(node)) <= INSIDE else ""


def words_beside(node: Shown) -> list[tuple[str, str, bool]]:
    """What is written at the right of an inner node, line by line: the words, what they are, whether they are bold."""
    lines = [(interval(node.window, _told(node)), "window", False)] if node.window else []
    if word_inside(node) != value_of(node) and value_of(node):
        lines.append((value_of(node), "value", True))
    notes = ["table"] * (node.status == "hit") + [f"visit {len(node.earlier) + 1}"] * bool(node.earlier)
    return lines + [(", ".join(notes), "note", False)] * bool(notes)
