"""Watch a Monte Carlo tree grow, one simulation at a time, with what each of them changed: see `Method.grows`."""

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import Any

from zermelo.core.game import Position
from zermelo.errors import Problem
from zermelo.search.driver import Search
from zermelo.search.events import Descent
from zermelo.search.method import find
from zermelo.search.result import Limit


@dataclass(frozen=True)
class Sprout:
    """A node of the tree: the first way to it."""

    parent: int | None
    move: str
    position: Position


@dataclass(frozen=True)
class Simulation:
    """One simulation: the nodes it went through, and what is known of them after it."""

    path: tuple[int, ...]
    added: bool  # whether the last node of the path is new
    outcome: tuple[float, ...]  # what each player got in the end
    visits: tuple[int, ...]  # of the nodes on the path
    means: tuple[tuple[float, ...], ...]  # of the nodes on the path: what each player got on average


@dataclass(frozen=True)
class Grown:
    """A tree as it grew. Nodes are numbered as they came."""

    nodes: list[Sprout]
    simulations: list[Simulation]
    solved: bool  # the value of the root is proven, so there was nothing left to simulate


def grow(
    position: Position,
    simulations: int,
    *,
    method: str = "mcts",
    seed: int = 0,
    seconds: float | None = None,
    compiled: bool = True,
    **options: Any,
) -> Grown:
    """Grow a tree from a position, with the options of the method.

    >>> import zermelo as z
    >>> grown = grow(z.load("tictactoe").start(), 10, compiled=False)
    >>> len(grown.nodes), grown.simulations[-1].visits[0]
    (11, 10)
    """
    known = find(method)
    if not known.grows:
        raise Problem(f"{method} has no tree that grows: grows=... in its @method would bring one")
    nodes = [Sprout(None, "", position)]
    done: list[Simulation] = []
    if position.over:
        return Grown(nodes, [], solved=True)
    numbers: dict[int, int] = {}  # of nodes in the search's tree: ours
    until = inf if seconds is None else perf_counter() + seconds

    def told(one: Descent) -> bool:
        """Keep a simulation, and say whether there is to be another one."""
        numbers.setdefault(one.path[0], 0)
        before = len(nodes)
        for (above, node), move in zip(pairwise(one.path), one.moves, strict=True):
            if node not in numbers:
                here = nodes[numbers[above]].position
                numbers[node] = len(nodes)
                nodes.append(Sprout(numbers[above], here.move_name(move), here.play(move)))
        path = tuple(numbers[node] for node in one.path)
        done.append(Simulation(path, len(nodes) > before, one.outcome, one.visits, one.means))
        return len(done) < simulations and perf_counter() < until

    search = Search(position, known, Limit(simulations=simulations), seed=seed, compiled=compiled)
    solved = known.grows(search, told, **known.settings(options))
    return Grown(nodes, done, solved)
