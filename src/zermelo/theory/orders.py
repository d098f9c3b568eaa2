"""The same tree with its moves in another order, and trees made to order.

Alpha-beta finds the same value in every order, from as few leaves as the smallest proof has or from nearly all.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.errors import Problem, unknown
from zermelo.theory.proof import smallest_proof, values
from zermelo.theory.worst import worst_places
from zermelo.tree.explicit import Tree
from zermelo.tree.reader import Node

ORDERS = ("given", "best", "worst", "sorted", "random")
LEAVES = ("distinct", "ties", "best", "worst")


def ordered(tree: Tree, order: str, *, seed: int = 0) -> Tree:
    """The tree with the moves at every node in another order; nodes and moves keep their names.

    best:    alpha-beta visits as few leaves as it can: at every node the move of the smallest proof comes first
    worst:   alpha-beta visits as many leaves as it can
    sorted:  what is best for the mover comes first; in a uniform tree, as few leaves as in the best order
    random:  by chance
    given:   as it is

    >>> list(ordered(Tree([[8, 3, 12], [14, 5, 2]]), "best").position("1").moves)
    ['2', '1', '3']
    """
    rng = random.Random(seed)
    if order == "given":
        return tree
    if order == "best":
        first = smallest_proof(tree).first
        return _rebuilt(tree, lambda node: sorted(range(len(node.children)), key=lambda k: k != first.get(node.number)))
    if order == "worst":
        worst = worst_places(tree)
        return _rebuilt(
            tree, lambda node: list(dict.fromkeys([*worst.get(node.number, []), *range(len(node.children))]))
        )
    if order == "sorted":
        worth = values(tree)
        return _rebuilt(
            tree,
            lambda node: sorted(
                range(len(node.children)),
                key=lambda k: worth[node.children[k]] * (-1 if node.player == 0 else 1),
            ),
        )
    if order == "random":
        return _rebuilt(tree, lambda node: rng.sample(range(len(node.children)), len(node.children)))
    raise unknown("order", order, ORDERS)


def transformed(tree: Tree, function: Callable[[float], float]) -> Tree:
    """The tree with `function` applied to what the first player gets at each leaf, and to estimates.

    If the function is strictly increasing, minimax makes the same choices, and alpha-beta visits the same leaves: only
    the order of the values matters. Where chance moves, that holds only for a v + b with a > 0.

    >>> transformed(Tree([[1, 2], [2, 4]]), lambda x: 20 * x).start().play("2").play("2").payoff
    (80.0, -80.0)
    """
    if tree.payoff_sum is None or len(tree.players) != 2:
        raise Problem(f"{tree.spec} has {tree.beyond_minimax()}: one function cannot change all payoffs alike")
    total = tree.payoff_sum

    def changed(payoff: tuple[float, ...]) -> tuple[float, ...]:
        first = float(function(payoff[0]))
        return first, total - first

    return _rebuilt(tree, lambda node: list(range(len(node.children))), changed)


def _rebuilt(
    tree: Tree,
    places: Callable[[Node], list[int]],
    payoff: Callable[[tuple[float, ...]], tuple[float, ...]] = lambda payoff: payoff,
) -> Tree:
    """The tree written anew, the children of each node by `places`."""
    uses = Counter(node.name for node in tree.nodes)
    unique = [node.name if uses[node.name] == 1 else f"{node.name} ({node.number})" for node in tree.nodes]
    written: set[int] = set()

    def source(number: int) -> Any:
        if number in written:
            return unique[number]  # another way to the same node
        written.add(number)
        node = tree.nodes[number]
        item: dict[str, Any] = {"name": unique[number], "player": node.player}
        if node.payoff:
            item["value" if node.children else "payoff"] = payoff(node.payoff)
        if node.info:
            item["info"] = node.info
        if node.children:
            chosen = places(node)
            item["children"] = [source(node.children[k]) for k in chosen]
            item["moves"] = [node.labels[k] for k in chosen]
            if node.probs:
                item["player"], item["probs"] = "chance", [node.probs[k] for k in chosen]
        return item

    return Tree(source(0), players=tree.players, name=tree.spec)


def uniform_tree(b: int, d: int, *, seed: int = 0, leaves: str = "distinct") -> Tree:
    """A tree with b moves at every inner node and all leaves d deep. See `tree_of_widths`.

    >>> uniform_tree(2, 2, leaves="best").source[0]
    [[3, 4], [1, 2]]
    """
    return tree_of_widths([b] * d, seed=seed, leaves=leaves)


def tree_of_widths(widths: Sequence[int], *, seed: int = 0, leaves: str = "distinct") -> Tree:
    """A tree with so many moves at every node of the first level, of the second level, ... MAX and MIN take turns.

    distinct:  the leaves are 1, 2, 3, ... in random order
    ties:      they are -1, 0 or 1 by chance
    best:      1, 2, 3, ... so that the first move is best at every node: alpha-beta visits the minimal tree
    worst:     1, 2, 3, ... so that the last move is best and nothing can be cut: alpha-beta visits every leaf
    """
    rng = random.Random(seed)
    count = 1
    for width in widths:
        count *= width
    if count > 1_000_000 or min(widths, default=1) < 1:
        raise Problem(f"a tree of {'-'.join(map(str, widths))} has {count} leaves, and may have 1 to 1,000,000")
    if leaves == "ties":
        numbers = [rng.choice((-1, 0, 1)) for _ in range(count)]
    elif leaves in ("distinct", "best", "worst"):
        numbers = list(range(1, count + 1))
        if leaves == "distinct":
            rng.shuffle(numbers)
    else:
        raise unknown("kind of leaves", leaves, LEAVES)

    def below(level: int, share: list[int]) -> Any:
        """The node at a level that owns these leaves; in the made trees, all of one child are above all of the next."""
        if level == len(widths):
            return share[0]
        size = len(share) // widths[level]
        parts = [share[k : k + size] for k in range(0, len(share), size)]
        if leaves in ("best", "worst") and (level % 2 == 0) == (leaves == "best"):
            parts.reverse()
        return [below(level + 1, part) for part in parts]

    return Tree(below(0, numbers))
