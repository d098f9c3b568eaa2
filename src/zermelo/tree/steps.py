"""A search on a tree step by step: what it does at each node, what follows for the node above, and a sentence about it.

All is told in the view of the picture: `view` says whose values those are.
"""

from collections import Counter
from dataclasses import dataclass, replace

from zermelo.core.game import CHANCE
from zermelo.search.events import Visit
from zermelo.search.method import WINDOWS, Method
from zermelo.tree.explicit import TreePosition
from zermelo.tree.view import ALL, Shown, interval, number, seen, vector, viewer_of

Window = tuple[float, float]


@dataclass(frozen=True)
class Step:
    """The search enters a node, or leaves it, or both at once where it looks at nothing below."""

    node: int  # its place in the walk through the picture
    event: str  # enter, leaf, done, cut, hit or probe
    window: Window | None = None
    value: float | None = None
    bound: str = "="
    payoff: tuple[float, ...] | None = None  # where every player's is found
    parent_best: float | None = None  # what the node above has so far, and its window now
    parent_window: Window | None = None
    says: str = ""


def steps(root: Shown, visit: Visit, method: Method) -> list[Step]:
    """What one iteration did at the nodes of a picture, in the order of the search."""
    walk = _Walk(root, method)
    walk.visit(_Open(root, _name(root, ())), visit, (), None)
    return walk.steps


def counts(visit: Visit) -> dict[str, int]:
    """What one iteration did in all, shown or not."""
    ways = Counter(each.left for each in visit.walk())
    deepest = max(each.ply for each in visit.walk())
    return {
        "depth": min(visit.height, deepest),
        "nodes": ways.total(),
        "leaves": ways["leaf"],
        "cuts": ways["cut"],
        "hits": ways["hit"],
    }


def side_of(node: Shown, viewer: int) -> str:
    """What is done at a node: max, min or chance; nothing where players take what is best for themselves."""
    assert node.position is not None
    if node.position.mover == CHANCE:
        return "chance"
    if viewer == ALL:
        return ""
    return "max" if node.position.mover == viewer else "min"


@dataclass
class _Open:
    """A node that the search is in."""

    node: Shown
    name: str
    side: str = ""
    window: Window | None = None
    best: float | None = None

    def take(self, value: float) -> str:
        """A move is worth so much: what that changes here, in words."""
        if self.side not in ("max", "min"):
            return ""
        better = max if self.side == "max" else min
        if self.best is not None and better(self.best, value) == self.best:
            return f" {_capital(self.name)} keeps {number(self.best)}."
        self.best = value
        if self.window:
            (alpha, beta), k = self.window, int(self.side == "min")
            narrowed = (max(alpha, value), beta) if self.side == "max" else (alpha, min(beta, value))
            if narrowed != self.window:
                change = ("alpha rises", "beta falls")[k] + f" from {number(self.window[k])} to {number(value)}"
                self.window = narrowed
                return f" At {self.name} {change}."
        return f" {_capital(self.name)} has {number(value)} so far."


class _Walk:
    """Goes through the visits of a search as it did, and writes down the steps."""

    def __init__(self, root: Shown, method: Method) -> None:
        assert root.position is not None
        self.viewer = ALL if method.vectors(root.position.game) else viewer_of(root.position)
        self.windows = method.draws == WINDOWS
        self.numbers = {id(node): number for number, node in enumerate(root.walk())}
        self.payoffs: dict[int, tuple[float, ...] | None] = {}
        self.steps: list[Step] = []

    def visit(self, here: _Open, visit: Visit, path: tuple[str, ...], above: _Open | None) -> None:
        node = here.node
        assert node.position is not None
        here.side = side_of(node, self.viewer)
        left = Step(self.numbers[id(node)], visit.left)
        if self.viewer != ALL:
            window, value, bound = seen(node.position, visit, self.viewer)
            here.window = window if self.windows else None
            left = replace(left, window=here.window, value=value, bound=bound)
        by_move = {node.position.moves[child.edge]: child for child in node.children}
        below = [(by_move[child.move], child) for child in visit.children if child.move in by_move]
        if below:
            told = f" with the window {interval(left.window)}" if left.window else ""
            said = f"{_capital(here.name)} is entered{told}."
            self.steps.append(Step(left.node, "enter", left.window, says=said))
        for child, child_visit in below:
            there = (*path, child.edge)
            self.visit(_Open(child, _name(child, there)), child_visit, there, here)
        if visit.left == "enter":  # the search was stopped below
            return
        if self.viewer == ALL:
            left = replace(left, payoff=self._payoff(here, visit, by_move))
        said = self._told(here, visit, left, by_move)
        if above:
            said += above.take(left.value) if left.value is not None and visit.left != "probe" else ""
            left = replace(left, parent_best=above.best, parent_window=above.window)
        self.steps.append(replace(left, says=said))

    def _payoff(self, here: _Open, visit: Visit, by_move: dict[int, Shown]) -> tuple[float, ...] | None:
        """What every player gets, as far as the picture can tell."""
        node = here.node
        if visit.left == "leaf":
            payoff = node.payoff
            if payoff is None and node.position is not None:
                payoff = node.position.estimate()
        elif here.side == "chance":
            each = [(child.prob or 0.0, self.payoffs.get(id(child))) for child in node.children]
            known = [(share, payoff) for share, payoff in each if payoff]
            seats = range(len(known[0][1])) if len(known) == len(each) else ()
            payoff = tuple(sum(share * payoff[k] for share, payoff in known) for k in seats) or None
        else:
            payoff = self.payoffs.get(id(by_move.get(visit.named)))
        self.payoffs[id(node)] = payoff
        return payoff

    def _told(self, here: _Open, visit: Visit, left: Step, by_move: dict[int, Shown]) -> str:
        """How the search leaves a node."""
        name = _capital(here.name)
        told = "" if left.value is None else number(left.value)
        if self.viewer == ALL:
            told = vector(left.payoff) if left.payoff else "a vector that is not shown"
        elif left.bound != "=":
            told = f"at {'most' if left.bound == '<=' else 'least'} {told}"
        beside = "" if left.window is None else f", no more than alpha = {number(left.window[0])}"
        if left.window and left.bound == ">=":
            beside = f", no less than beta = {number(left.window[1])}"
        if left.event == "leaf":
            final = here.node.position is not None and here.node.position.over
            return f"{name} is worth {told}." if final else f"{name} is not searched further: estimated at {told}."
        if left.event == "hit":
            return f"{name} was searched before: the table says {told}."
        if left.event == "probe":
            return f"{name} is probed: it is worth {told}."
        if left.event == "cut":
            why = beside or ", and nothing more can matter"
            return f"{name} is worth {told}{why}: cut, {_skipped(visit, by_move)}."
        if self.viewer == ALL and here.side == "":
            chosen = by_move.get(visit.named)
            return f"{name}: {here.node.kind} takes {chosen.edge if chosen else 'a move'}, {told}."
        tried = "All outcomes" if here.side == "chance" else "All moves"
        return f"{tried} of {here.name} are tried: it is worth {told}{beside if left.bound != '=' else ''}."


def _skipped(visit: Visit, by_move: dict[int, Shown]) -> str:
    """What a cut saves."""
    tried = {child.move for child in visit.children}
    skipped = [child for move, child in by_move.items() if move not in tried]
    below = [each for child in skipped for each in child.walk()]
    if not below:
        return "the moves beyond are not tried"
    what, count = "leaf", sum(not each.children for each in below)
    if any(each.beyond for each in below):
        what, count = "move", len(skipped)
    if count == 1:
        return f"1 {what} is never looked at"
    return f"{count} {'leaves' if what == 'leaf' else 'moves'} are never looked at"


def _name(node: Shown, path: tuple[str, ...]) -> str:
    """What to call a node: `MIN node 2`, `the leaf 2.1`, `A after a1 b2`."""
    kind = {"max": "MAX", "min": "MIN"}.get(node.kind, node.kind)
    inner = bool(node.children or node.beyond)
    if not path:
        return f"the root ({kind})" if inner else "the root"
    place = node.name if isinstance(node.position, TreePosition) else "after " + " ".join(path)
    if not inner:
        return f"leaf {place}" if isinstance(node.position, TreePosition) else f"the end {place}"
    return f"{kind} node {place}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
