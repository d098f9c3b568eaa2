"""Exercises for alpha-beta: a random tree that can be done on paper, and its solution."""

import random
from dataclasses import dataclass
from typing import Any

from zermelo.errors import Problem
from zermelo.search import Analysis
from zermelo.search.events import Visit
from zermelo.theory.proof import Path
from zermelo.tree.explicit import Tree
from zermelo.tree.trace import trace

TRIES = 100


@dataclass(frozen=True)
class Exercise:
    """A tree, and what alpha-beta does there from left to right. Leaves, values and windows are MAX's."""

    seed: int
    tree: Tree
    analysis: Analysis
    visited: tuple[float, ...]  # leaves
    pruned: tuple[float, ...]
    windows: dict[str, tuple[float, float]]  # at each inner node that was visited, by its name
    cuts: tuple[str, ...]  # the nodes that were left before their last move

    @property
    def value(self) -> float:
        return self.analysis.value

    @property
    def expression(self) -> str:
        """The tree as `zermelo tree` reads it."""
        return str(self.tree.source[0]).replace(" ", "")


def exercise(seed: int, *, depth: int = 3, moves: int = 3) -> Exercise:
    """A random exercise: a tree of that depth, with 2 to `moves` moves at each node and different leaves.

    At least two cuts are there to be found, in all but the smallest trees.

    >>> one = exercise(4, depth=2)
    >>> one.expression, one.value, one.pruned
    ('[[9,8],[2,6,3],[5,16,1]]', 8.0, (6.0, 3.0, 16.0, 1.0))
    """
    if not (1 <= depth <= 8 and 2 <= moves <= 8 and moves**depth <= 1000):
        raise Problem(f"an exercise of depth {depth} with up to {moves} moves does not fit on paper")
    rng = random.Random(seed)
    found: list[Exercise] = []
    wanted = min(2, (depth - 1) * (moves - 1))  # cuts: there is none below a single move, and no second one below two
    while len(found) < TRIES and (not found or len(found[-1].cuts) < wanted):
        found.append(_solved(seed, Tree(_random_source(rng, depth, moves))))
    return max(reversed(found), key=lambda candidate: len(candidate.cuts))


def _random_source(rng: random.Random, depth: int, moves: int) -> Any:
    """Nested lists; the leaves are different, and about twice as far apart as they need be."""
    counter = iter(rng.sample(range(1, 2 * moves**depth), moves**depth))

    def node(height: int) -> Any:
        return [node(height - 1) for _ in range(rng.randint(2, moves))] if height else next(counter)

    return node(depth)


def _solved(seed: int, tree: Tree) -> Exercise:
    done = trace(tree.start(), plain=True, compiled=False)
    seen = visits_by_path(done.iterations[-1])
    leaves: dict[bool, list[float]] = {True: [], False: []}
    windows: dict[str, tuple[float, float]] = {}
    cuts: list[str] = []

    def walk(number: int, path: Path) -> None:
        node = tree.nodes[number]
        if not node.children:
            leaves[path in seen].append(node.payoff[0])
        elif path in seen:
            visit = seen[path]
            windows[node.name] = (visit.alpha, visit.beta) if node.player == 0 else (-visit.beta, -visit.alpha)
            if visit.left == "cut":
                cuts.append(node.name)
        for place, child in enumerate(node.children):
            walk(child, (*path, place))

    walk(0, ())
    return Exercise(seed, tree, done.analysis, tuple(leaves[True]), tuple(leaves[False]), windows, tuple(cuts))


def visits_by_path(root: Visit) -> dict[Path, Visit]:
    """What a search did at each node of a tree; where it came more than once, the last time."""
    found: dict[Path, Visit] = {}

    def walk(visit: Visit, path: Path) -> None:
        found[path] = visit
        for child in visit.children:
            walk(child, (*path, child.move))

    walk(root, ())
    return found
