"""Show a search on a tree: as text and as plain data; `svg` draws it.

The whole tree is shown from the first player's view, with the window at each node that the search entered; branches
that it never entered are there too, marked as cut.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from zermelo.core.game import CHANCE, Position
from zermelo.errors import Problem
from zermelo.search.events import Visit
from zermelo.tree.explicit import TreePosition
from zermelo.tree.numbers import fraction, interval, number, vector

MOST_DRAWN = 5000  # nodes that are worth drawing
ALL = -1  # players, whose values are shown


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
    part: Any = None  # the probability with which a strategy plays the move that leads here
    info: str = ""  # what the player sees: nodes where it is the same are one information set
    position: Position | None = field(default=None, repr=False)
    beyond: int = 0  # moves that the picture leaves out
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
        if self.part is not None:
            data["part"] = float(self.part)
        if self.info:
            data["info"] = self.info
        if self.beyond:
            data["beyond"] = self.beyond
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
    plies: int | None = None,
    widest: int | None = None,
    only_visited: bool = False,
) -> Shown:
    """The tree below a position, marked with what a search did there, and with the types of nodes by their paths.

    `vectors`: the search found what every player gets (max-n), and names the move that it chose. `plies`: how many are
    shown, if not all; `widest`: how many moves of one position. `only_visited`: branches that the search left out are
    shown, but nothing below them.
    """
    viewer = ALL if vectors else viewer_of(position)
    walk = _Walk(viewer, widest, only_visited and visit is not None)
    root = walk.shown(position, [visit] if visit else [], "", plies, pv)
    root.best = bool(pv)
    if visit is None:  # no search: nothing is cut
        for node in root.walk():
            node.status = "done" if node.children or node.beyond else "leaf"
    node = root
    for move in pv:
        if not node.children:
            break
        node = next(child for child in node.children if child.edge == move)
        node.best = True
    for path, name in (types or {}).items():
        node = root
        for place in path:
            node = node.children[place]
        node.type = name
    return root


def viewer_of(position: Position) -> int:
    """Whose values a picture shows: the first player's, or among many, those of the one who searches."""
    return 0 if position.game.two_player else max(position.mover, 0)


def fitting(position: Position, most: int) -> int:
    """How many plies below a position, one at least, have no more nodes than are wanted."""
    level, nodes, plies = [position], 1, 0
    while level:
        below: list[Position] = []
        for here in level:
            below += [here.play(move) for move in here.codes]
            if plies and nodes + len(below) > most:
                return plies
        level, nodes, plies = below, nodes + len(below), plies + 1
    return plies


def bare(position: Position, edge: str) -> Shown:
    """A node without what a search did there."""
    game = position.game
    kind = "chance" if position.mover == CHANCE else game.players[position.mover]
    if game.two_player and position.mover != CHANCE:
        kind = ("max", "min")[position.mover]
    info = position.node.info if isinstance(position, TreePosition) else _seen(position)
    return Shown(position.text, kind, edge, payoff=position.payoff, info=info, position=position)


def _seen(position: Position) -> str:
    """What the player to move sees of a position in which they do not see everything: the name of the set."""
    if not position.game.hidden or position.over or position.mover == CHANCE:
        return ""
    sight = position.sight(position.mover)
    return f"{sight.name}: {' '.join(sight.log) or sight.text}"


class _Walk:
    """Goes through a tree and makes a picture of it."""

    def __init__(self, viewer: int, widest: int | None, only_visited: bool) -> None:
        """`viewer`: whose values are shown, or ALL."""
        self.viewer, self.widest, self.only_visited = viewer, widest, only_visited
        self.budget = MOST_DRAWN

    def shown(
        self, position: Position, visits: list[Visit], edge: str, plies: int | None, pv: tuple[str, ...]
    ) -> Shown:
        """A node with all visits of the search to it: the last one counts, but what an earlier one saw was seen.

        `pv`: the best line from here on, if it leads here.
        """
        self.budget -= 1
        if self.budget < 0:
            raise Problem(f"the tree has more than {MOST_DRAWN} nodes, too many to show")
        shown = bare(position, edge)
        for visit in visits:
            if self.viewer == ALL:
                shown.status = visit.left
                if visit.left == "leaf" and shown.payoff is None:
                    shown.payoff = position.estimate()
            else:
                _mark(shown, visit, self.viewer)
        if plies == 0 or (self.only_visited and not any(visit.children for visit in visits)):
            shown.beyond = len(position.moves)
            return shown
        chances = position.chances
        below: dict[int, list[Visit]] = {}
        for child_visit in (child for visit in visits for child in visit.children):
            below.setdefault(child_visit.move, []).append(child_visit)
        chosen = visits[-1].named if visits and self.viewer == ALL else None
        kept = self._kept(position, pv, chosen)
        shown.beyond = len(position.moves) - len(kept)
        for name, move in kept.items():
            line = pv[1:] if pv and pv[0] == name else ()
            child = self.shown(position.play(move), below.get(move, []), name, plies and plies - 1, line)
            child.prob = chances.get(move)
            shown.children.append(child)
            if move == chosen and visits[-1].left != "leaf":
                shown.payoff = child.payoff
        if self.viewer == ALL and chances and visits:
            each = [(child.prob or 0.0, child.payoff) for child in shown.children]
            if all(payoff for _, payoff in each):
                seats = range(len(position.game.players))
                shown.payoff = tuple(sum(share * payoff[k] for share, payoff in each if payoff) for k in seats)
        return shown

    def _kept(self, position: Position, pv: tuple[str, ...], chosen: int | None) -> Mapping[str, int]:
        """The moves that are shown: the first ones, the best and the chosen one; of chance all."""
        moves = position.moves
        if self.widest is None or len(moves) <= self.widest or position.mover == CHANCE:
            return moves
        needed = {name for name, move in moves.items() if name in pv[:1] or move == chosen}
        first = [name for name in moves if name not in needed][: self.widest - len(needed)]
        return {name: move for name, move in moves.items() if name in needed or name in first}


def seen(position: Position, visit: Visit, viewer: int) -> tuple[tuple[float, float], float | None, str]:
    """The window, the value and its bound. A search reports for the side to move, from the middle of the payoffs:
    here it is turned to the view of the picture.
    """
    middle = position.game.middle
    sign = 1.0 if position.mover in (viewer, CHANCE) else -1.0
    low, high = sorted((middle + sign * visit.alpha, middle + sign * visit.beta))
    if visit.value is None:
        return (low, high), None, "="
    bound = "="
    if visit.left != "leaf" and visit.value <= visit.alpha:
        bound = "<=" if sign > 0 else ">="
    elif visit.left == "probe" or (visit.left != "leaf" and visit.value >= visit.beta):
        bound = ">=" if sign > 0 else "<="
    return (low, high), middle + sign * visit.value, bound


def _mark(shown: Shown, visit: Visit, viewer: int) -> None:
    assert shown.position is not None
    if shown.window:
        shown.earlier.append(shown.window)
    window, value, shown.bound = seen(shown.position, visit, viewer)
    if visit.left != "leaf" or window[0] != window[1]:
        shown.window = window
    shown.status = visit.left
    if value is not None:
        shown.value = value


def is_inner(node: Shown) -> bool:
    """Whether play goes on there, as far as the picture tells: a leaf of the search is none."""
    return bool(node.children) or (node.beyond > 0 and node.status != "leaf")


def left_out(node: Shown) -> str:
    """How many moves of a node the picture leaves out, in words; of a node that the search left out, nothing."""
    told = node.beyond and is_inner(node) and node.status != "unseen"
    return f"… {node.beyond:,} more" if told else ""


def as_text(root: Shown) -> str:
    """The tree with one line for each node."""
    lines: list[str] = []
    sizes = {info: len(members) for info, members in sets_in(root).items()}

    def add(node: Shown, lead: str, branch: str, below: str) -> None:
        lines.append(f"{lead}{branch}{_sentence(node, sizes.get(node.info, 1))}")
        more = left_out(node) if node.children else ""
        for k, child in enumerate(node.children):
            last = k == len(node.children) - 1 and not more
            add(child, lead + below, "└─ " if last else "├─ ", "   " if last else "│  ")
        if more:
            lines.append(f"{lead}{below}└─ {more}")

    add(root, "", "", "")
    return "\n".join(lines)


def sets_in(root: Shown) -> dict[str, list[Shown]]:
    """The nodes of a picture that look the same to who moves there, by what that is; where they are several."""
    found: dict[str, list[Shown]] = {}
    for node in root.walk():
        if node.info and is_inner(node):
            found.setdefault(node.info, []).append(node)
    return {info: members for info, members in found.items() if len(members) > 1}


def _sentence(node: Shown, alike: int) -> str:
    """One line about a node, which is one of so many that look the same."""
    parts = [node.edge or node.name or "start"]
    if node.prob is not None:
        parts.append(f"p={node.prob:.3g}")
    if node.part is not None:
        parts.append(f"played {fraction(node.part)}")
    if is_inner(node):
        parts.append(node.kind.upper() if node.kind in ("max", "min") else node.kind)
        if node.info:
            parts.append(f"sees {node.info}" + f" ┄ {alike} nodes look so" * (alike > 1))
        if node.window:
            parts.append(interval(node.window))
        if node.value is not None:
            parts.append(f"{node.bound} {number(node.value)}")
        elif node.payoff is not None:
            parts.append(payoff_of(node))
    else:
        parts.append(payoff_of(node))
    if node.beyond and node.status == "leaf":
        parts.append("(estimated)")
    if node.earlier:
        parts.append(f"visit {len(node.earlier) + 1} (before: {', '.join(map(interval, node.earlier))})")
    if node.status in ("cut", "hit", "probe"):
        parts.append({"cut": "cut here", "hit": "from the table", "probe": "probed"}[node.status])
    if node.status == "unseen":
        parts.append("- not visited")
    if node.type:
        parts.append(node.type)
    if node.best:
        parts.append("*")
    if not node.children and left_out(node):
        parts.append(left_out(node))
    return "  ".join(parts)


def payoff_of(node: Shown, told: Callable[[float], str] = number) -> str:
    """What a node is worth: a number where one says all, else what each player gets."""
    if node.payoff is None:
        return told(node.value) if node.value is not None else ""
    if len(node.payoff) == 2 and node.payoff[0] == -node.payoff[1]:
        return told(node.payoff[0])
    return vector(node.payoff, told)
