"""Subgames: parts of a game that can be solved by themselves, from the smallest up.

A proper subgame begins where everybody knows where play is, and holds every information set whole that it touches. If
each is solved, and stands for what it is worth while the one around it is solved, nobody gains by changing alone, not
even where play would never come: the equilibrium is subgame-perfect (Selten 1965).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from zermelo.core.game import Position
from zermelo.core.options import Option
from zermelo.core.primitives import CHANCE
from zermelo.equilibrium.answer import Answer, plainly
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.cfr import sizes
from zermelo.equilibrium.extensive.exact import profile_of
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.solver import EXTENSIVE, Finds, equilibrium, solver
from zermelo.errors import Beyond
from zermelo.tree.explicit import Tree

MOST = 20_000  # positions
TOLD = 20  # subgames that are told one by one
OPTIONS = {"by": Option.of("by", "", "the method for each subgame; if none is said, what suits it")}
Mixture = dict[str, Any]  # probability by move


def _refuses(game: Any) -> str:
    return "" if start_of(game).game.hidden else "nothing hidden: every position begins a subgame (backward)"


@dataclass
class Knot:
    """A position of the game: the nodes below it come right after it, up to `end`."""

    position: Position
    number: int
    mover: int | None  # None at an end
    information: int = 0  # of the mover
    children: list[int] = field(default_factory=list)
    end: int = 0

    @property
    def key(self) -> tuple[int, int]:
        """Its information set."""
        assert self.mover is not None
        return self.mover, self.information


@dataclass(frozen=True)
class Subgame:
    """One that was solved, with what is inside it already replaced by what it is worth."""

    root: Knot
    positions: int  # that were left
    payoffs: tuple[Any, ...]
    method: str

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"at": self.root.position.text, "positions": self.positions, "method": self.method,
                "payoffs": [float(value) for value in self.payoffs]}  # fmt: skip


@solver(
    "subgames",
    EXTENSIVE,
    finds=Finds.ONE,
    fits="small games with hidden information, of any number of players with any interests",
    refuses=_refuses,
    options=OPTIONS,
    tells=True,
)
def by_subgames(game: Any, *, tell: Callable[[str], None], by: str = "") -> Answer:
    """A subgame-perfect equilibrium: proper subgames are solved from the smallest up."""
    start = start_of(game)
    nodes = _walked(start)
    form = sequence_form(start)
    played: dict[tuple[int, int], Mixture] = {}
    worth: dict[int, tuple[Any, ...]] = {}
    solved: list[Subgame] = []
    for root in reversed(proper_subgames(nodes)):
        tell(f"the subgame at {root.position.text}")
        done = _solve(nodes, root, worth, played, by)
        worth[root.number] = done.payoffs
        solved.append(done)
    policy: list[Any] = [Fraction(1)] * len(form.codes)
    for number, one in enumerate(form.sets):
        parts = played[int(one.player), int(one.information)]
        for place, name in enumerate(form.names(number), int(one.first)):
            policy[place] = parts[name]
    profile = profile_of(form, policy)
    several = "only itself as a subgame" if len(solved) == 1 else f"{len(solved):,} subgames"
    return Answer(
        game=form.game.spec,
        method="subgames",
        players=form.game.players,
        profiles=(profile,),
        meaning=f"{form.game.spec} has {several}; solved from the smallest up",
        value=profile.payoffs[0] if form.has_value else None,
        notes=(*_steps(solved), *sizes(form)),
        details={"subgames": [each.as_dict() for each in solved]},
        behaviour=Behaviour(form, np.array(policy, float)),
    )


def _steps(solved: list[Subgame]) -> list[str]:
    """What was done, one line for each."""
    lines = [
        f"at {each.root.position.text or 'the start'}: {each.positions:,} positions, worth "
        f"({', '.join(map(plainly, each.payoffs))}), by {each.method}"
        for each in solved[:TOLD]
    ]
    return lines + [f"and {len(solved) - TOLD:,} more"] * (len(solved) > TOLD)


def _walked(start: Position) -> list[Knot]:
    """All positions, depth first."""
    nodes: list[Knot] = []
    waiting: list[tuple[Position, int]] = [(start, -1)]
    while waiting:
        position, parent = waiting.pop()
        if len(nodes) == MOST:
            raise Beyond(f"{start.game.spec} has more than {MOST:,} positions, too many to look for subgames in")
        mover = None if position.over else position.mover
        node = Knot(position, len(nodes), mover)
        if mover is not None and mover != CHANCE:
            node.information = position.sees(mover) % 2**64
        nodes.append(node)
        if parent >= 0:
            nodes[parent].children.append(node.number)
        if mover is not None:
            waiting += [(position.play(code), node.number) for code in reversed(position.codes)]
    for node in reversed(nodes):
        node.end = nodes[node.children[-1]].end if node.children else node.number + 1
    return nodes


def proper_subgames(nodes: list[Knot]) -> list[Knot]:
    """Where proper subgames begin, in the order of the nodes: the whole game is the first."""
    members: dict[tuple[int, int], list[int]] = {}
    for node in nodes:
        if node.mover is not None and node.mover != CHANCE:
            members.setdefault(node.key, []).append(node.number)
    first, last = list(range(len(nodes))), list(range(len(nodes)))  # of all sets that a node and those below it touch
    for node in reversed(nodes):
        if node.mover is not None and node.mover != CHANCE:
            first[node.number], last[node.number] = members[node.key][0], members[node.key][-1]
        for child in node.children:
            first[node.number] = min(first[node.number], first[child])
            last[node.number] = max(last[node.number], last[child])
    return [
        node
        for node in nodes
        if node.children
        and first[node.number] >= node.number
        and last[node.number] < node.end
        and (node.mover == CHANCE or len(members[node.key]) == 1)
    ]


def _solve(
    nodes: list[Knot],
    root: Knot,
    worth: dict[int, tuple[Any, ...]],
    played: dict[tuple[int, int], Mixture],
    by: str,
) -> Subgame:
    """Solve one, in which those that are solved stand for what they are worth; what is played is entered."""
    inside = [root]
    for node in inside:  # which grows meanwhile
        if node is root or (node.children and node.number not in worth):
            inside += [nodes[child] for child in node.children]
    choosing = [node for node in inside if node.children and node.mover != CHANCE and _open(node, root, worth)]
    payoffs = {node.number: worth.get(node.number) or node.position.payoff or () for node in inside if node is not root}
    if not choosing:
        parts = [Fraction(part).limit_denominator(10**6) for part in root.position.chances.values()]
        if all(child in payoffs and payoffs[child] for child in root.children):
            each = [
                [part * value for value in payoffs[child]] for part, child in zip(parts, root.children, strict=True)
            ]
            return Subgame(root, len(inside), tuple(sum(column) for column in zip(*each, strict=True)), "average")
    if choosing == [root] and len(inside) == 1 + len(root.children):
        mine = [payoffs[child][root.mover or 0] for child in root.children]
        best = mine.index(max(mine))
        names = list(root.position.moves)
        played[root.key] = {name: Fraction(int(k == best)) for k, name in enumerate(names)}
        return Subgame(root, len(inside), tuple(payoffs[root.children[best]]), "choice")
    game = root.position.game
    tree = Tree(_written(nodes, root, root, worth), players=game.players, name=game.spec)
    found = equilibrium(tree, by or None)
    if not found.profiles:
        raise Beyond(f"{found.method} finds no equilibrium of the subgame at {root.position.text}")
    profile = found.profiles[0]
    for node in choosing:
        assert node.mover is not None
        played[node.key] = dict(profile.strategies[node.mover][_label(node)])
    return Subgame(root, len(inside), profile.payoffs, found.method)


def _open(node: Knot, root: Knot, worth: dict[int, tuple[Any, ...]]) -> bool:
    return node is root or node.number not in worth


def _label(node: Knot) -> str:
    return f"{node.mover}/{node.information}"


def _written(nodes: list[Knot], node: Knot, root: Knot, worth: dict[int, tuple[Any, ...]]) -> dict[str, Any]:
    """A part of the game as a tree that is written down."""
    if not node.children:
        return {"payoff": [float(value) for value in node.position.payoff or ()]}
    if not _open(node, root, worth):
        return {"payoff": [float(value) for value in worth[node.number]]}
    made: dict[str, Any] = {
        "moves": list(node.position.moves),
        "children": [_written(nodes, nodes[child], root, worth) for child in node.children],
    }
    if node.mover == CHANCE:
        return made | {"player": "chance", "probs": list(node.position.chances.values())}
    return made | {"player": node.mover, "info": _label(node)}
