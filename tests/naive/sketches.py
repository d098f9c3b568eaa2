"""Random trees, and windows to search them in."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from naive.trees import worth
from zermelo.tree.explicit import Tree


@dataclass
class Sketch:
    """A node of a graph that becomes a tree."""

    player: int
    children: list[int] = field(default_factory=list)
    payoff: float = 0.0
    estimate: float | None = None
    probs: list[float] = field(default_factory=list)  # of a node where chance moves


def tree_of(sketches: list[Sketch], **options: Any) -> Tree:
    """The tree whose root is the first sketch: a node is written out where it is met first, and named after that."""
    written: set[int] = set()

    def source(number: int) -> Any:
        if number in written:
            return f"n{number}"
        written.add(number)
        sketch = sketches[number]
        item: dict[str, Any] = {"name": f"n{number}", "player": sketch.player}
        if sketch.children:
            if sketch.probs:
                item["player"], item["probs"] = "chance", sketch.probs
            item["children"] = [source(child) for child in sketch.children]
            if sketch.estimate is not None:
                item["value"] = sketch.estimate
        else:
            item["payoff"] = sketch.payoff
        return item

    return Tree(source(0), **options)


Draw = Callable[[random.Random], float]


def few_values(rng: random.Random) -> float:
    """Ties everywhere."""
    return rng.choice((-1.0, 0.0, 1.0))


def many_values(rng: random.Random) -> float:
    return rng.randint(-20, 20) / 2


def uniform(rng: random.Random, branching: int, depth: int, draw: Draw = many_values) -> Tree:
    """Every inner node has `branching` children, every leaf is at `depth`; players alternate."""
    sketches: list[Sketch] = []

    def add(height: int) -> int:
        number = len(sketches)
        sketches.append(Sketch((depth - height) % 2, payoff=draw(rng), estimate=draw(rng)))
        if height:
            sketches[number].children = [add(height - 1) for _ in range(branching)]
        return number

    add(depth)
    return tree_of(sketches)


def irregular(rng: random.Random, draw: Draw = many_values, *, twice: bool = False, depth: int = 5) -> Tree:
    """Any shape; with `twice`, whoever moves may move again."""
    sketches: list[Sketch] = []

    def add(height: int, player: int) -> int:
        number = len(sketches)
        sketches.append(Sketch(player, payoff=draw(rng), estimate=draw(rng)))
        if height == depth or (height and rng.random() < 0.75):
            for _ in range(rng.randint(1, 3)):
                again = twice and rng.random() < 0.5
                sketches[number].children.append(add(height - 1, player if again else 1 - player))
        return number

    add(depth, 0 if rng.random() < 0.7 else 1)
    return tree_of(sketches)


def layered(rng: random.Random, draw: Draw = many_values, *, twice: bool = False) -> Tree:
    """Transpositions between paths of equal length: children are in the next layer."""
    widths = [1, *(rng.randint(2, 4) for _ in range(rng.randint(2, 5)))]
    starts = [sum(widths[:k]) for k in range(len(widths) + 1)]
    sketches = []
    for layer, width in enumerate(widths):
        for _ in range(width):
            player = rng.randrange(2) if twice else layer % 2
            sketch = Sketch(player, payoff=draw(rng), estimate=draw(rng))
            if layer + 1 < len(widths) and (layer == 0 or rng.random() < 0.9):
                below = range(starts[layer + 1], starts[layer + 2])
                sketch.children = rng.sample(below, rng.randint(1, min(3, len(below))))
            sketches.append(sketch)
    return tree_of(sketches)


def tangled(rng: random.Random, draw: Draw = many_values, *, twice: bool = False) -> Tree:
    """Transpositions between paths of different lengths: children are any later nodes."""
    count = rng.randint(5, 14)
    sketches = []
    for number in range(count):
        sketch = Sketch(number % 2, payoff=draw(rng), estimate=draw(rng))
        later = range(number + 1, min(count, number + 7))
        if twice:
            sketch.player = rng.randrange(2)
        if later and (number == 0 or rng.random() < 0.8):
            sketch.children = rng.sample(later, rng.randint(1, min(3, len(later))))
        sketches.append(sketch)
    return tree_of(sketches)


def gamble(rng: random.Random, draw: Draw = many_values, *, depth: int = 5) -> Tree:
    """Any shape, and anybody may move anywhere: either player, twice in a row too, or chance; some nodes meet again."""
    sketches: list[Sketch] = []

    def add(height: int) -> int:
        number = len(sketches)
        sketches.append(Sketch(rng.randrange(2), payoff=draw(rng), estimate=draw(rng)))
        if height == depth or (height and rng.random() < 0.8):
            for _ in range(rng.randint(1, 4)):
                known = [k for k in range(number + 1, len(sketches)) if not sketches[k].children]
                met = known and rng.random() < 0.15
                sketches[number].children.append(rng.choice(known) if met else add(height - 1))
            if rng.random() < 0.45:
                weights = [rng.randint(1, 6) for _ in sketches[number].children]
                sketches[number].probs = [weight / sum(weights) for weight in weights]
        return number

    add(depth)
    return tree_of(sketches)


def random_trees(count: int, seed: int, *, equal_paths: bool = False) -> Iterator[Tree]:
    """A mixed bag; with `equal_paths`, without nodes that can be reached at two distances from the root."""
    rng = random.Random(seed)
    for number in range(count):
        draw = few_values if number % 2 else many_values
        kind = number // 2 % (5 if equal_paths else 7)
        if kind == 0:
            yield uniform(rng, rng.choice((2, 3)), rng.choice((1, 2, 3)), draw)
        elif kind == 1:
            yield irregular(rng, draw)
        elif kind == 2:
            yield irregular(rng, draw, twice=True)
        elif kind in (3, 4):
            yield layered(rng, draw, twice=kind == 4)
        else:
            yield tangled(rng, draw, twice=kind == 6)


def windows(tree: Tree, rng: random.Random, most: int) -> list[tuple[float, float]]:
    """Pairs (alpha, beta) around all that the tree can be worth: on values, beside them, and open; at most `most`."""
    points = {worth(tree, node.number) for node in tree.nodes}
    points |= {-point for point in points}
    edges = sorted({-inf, inf} | {point + shift for point in points for shift in (-0.25, 0.0, 0.25)})
    pairs = [(low, high) for low in edges for high in edges if low < high]
    return pairs if len(pairs) <= most else [(-inf, inf), *rng.sample(pairs, most - 1)]
