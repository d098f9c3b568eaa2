"""Watch a Monte Carlo tree grow: `mcts`, one simulation at a time, with what each of them changed."""

from dataclasses import dataclass
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from zermelo.core.game import Position
from zermelo.search.driver import Search
from zermelo.search.method import methods
from zermelo.search.montecarlo.mcts import DEFAULTS, crew_of, equip, simulated
from zermelo.search.montecarlo.uct import think
from zermelo.search.result import Limit

MEMORY = 64.0  # MB: what can be watched is small


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
    seed: int = 0,
    seconds: float | None = None,
    compiled: bool = True,
    **options: Any,
) -> Grown:
    """Grow a tree from a position, with the options of `mcts`.

    >>> import zermelo as z
    >>> grown = grow(z.load("tictactoe").start(), 10, compiled=False)
    >>> len(grown.nodes), grown.simulations[-1].visits[0]
    (11, 10)
    """
    mcts = methods["mcts"]
    settings = SimpleNamespace(**{**DEFAULTS, "memory": MEMORY, **mcts.settings(options), "threads": 1})
    search = Search(position, mcts, Limit(simulations=simulations), seed=seed, compiled=compiled)
    nodes = [Sprout(None, "", position)]
    done: list[Simulation] = []
    if position.over:
        return Grown(nodes, [], solved=True)
    equip(search, settings)
    simulate = search.kernel(think)
    crew = crew_of(search, settings)
    w, tree = crew[0]
    numbers = {int(tree.top): 0}  # of nodes in the search's tree: ours
    until = None if seconds is None else perf_counter() + seconds
    while len(done) < simulations and (until is None or perf_counter() < until):
        if not simulated(search, simulate, crew, 1):
            break
        here = w.node_path[: w.nodes_passed].tolist()
        added = here[-1] not in numbers
        if added:
            before, edge = nodes[numbers[here[-2]]].position, tree.edges[w.edge_path[w.nodes_passed - 2]]
            numbers[here[-1]] = len(nodes)
            move = int(edge["move"])
            nodes.append(Sprout(numbers[here[-2]], before.move_name(move), before.play(move)))
        kept = tree.nodes[here]
        means = kept["payoffs"] / kept["visits"][:, None]
        done.append(
            Simulation(
                path=tuple(numbers[node] for node in here),
                added=added,
                outcome=tuple(w.payoff.tolist()),
                visits=tuple(kept["visits"].tolist()),
                means=tuple(map(tuple, means.tolist())),
            )
        )
    return Grown(nodes, done, solved=bool(settings.solver and tree.proven(tree.top)))
