"""Which leaves must be looked at? The smallest proof of a tree's value, and the types of its nodes.

To know that a tree is worth v, one must know a strategy of MAX that gets at least v and one of MIN that allows no more.
Followed together they lead to one leaf, their only common one, so the smallest proof is the smallest of the one and the
smallest of the other, less one leaf. In a uniform tree all strategies of a player have equally many leaves; in any
other they do not, and the best move may have a longer proof than one that is good enough.

In the smallest proof a node is of one of three types (Knuth & Moore 1975 call them 1, 2 and 3):

    LEFT   on the line where both follow their strategy: the value is v, and all moves matter
    CUT    one move of the mover is enough, and refutes what led here
    ALL    all moves of the mover must be refuted

Alpha-beta with the proof's move first at every node visits the proof and nothing else, so no order is better.
A node that is reached in two ways counts twice, as it does for a search without a table.
"""

from dataclasses import dataclass, field
from math import inf

from zermelo.errors import Problem
from zermelo.tree.explicit import Tree

Path = tuple[int, ...]
"""A node of a tree, by the moves that lead to it."""


@dataclass(frozen=True)
class Proof:
    """The fewest leaves, and with those the fewest nodes, that show what a tree is worth."""

    value: float  # for the first player
    leaves: int
    nodes: int
    max_leaves: int  # of the strategy of the first player: the value is no less
    min_leaves: int  # of the strategy of the second: it is no more
    first: dict[int, int] = field(repr=False)  # node -> the place of the move that the proof uses there


def smallest_proof(tree: Tree) -> Proof:
    """The smallest proof of the value of a tree.

    >>> smallest_proof(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    Proof(value=3.0, leaves=5, nodes=9, max_leaves=3, min_leaves=3)
    """
    value = values(tree)[0]
    high, first_of_max = _strategy(tree, 0, value)
    low, first_of_min = _strategy(tree, 1, value)
    first = first_of_max | first_of_min
    number, common = 0, 1
    while tree.nodes[number].children:
        number = tree.nodes[number].children[first[number]]
        common += 1
    return Proof(
        value=value,
        leaves=int(high[0] + low[0]) - 1,
        nodes=int(high[1] + low[1]) - common,
        max_leaves=int(high[0]),
        min_leaves=int(low[0]),
        first=first,
    )


def _strategy(tree: Tree, player: int, value: float) -> tuple[tuple[float, float], dict[int, int]]:
    """The leaves and nodes of the smallest strategy with which `player` is sure of `value`, and its choices."""
    sizes: dict[int, tuple[float, float]] = {}
    choices: dict[int, int] = {}

    def size(number: int) -> tuple[float, float]:
        if number not in sizes:
            node = tree.nodes[number]
            below = [size(child) for child in node.children]
            if not below:
                gained = node.payoff[0] - value if player == 0 else value - node.payoff[0]
                sizes[number] = (1, 1) if gained >= 0 else (inf, inf)
            elif node.player == player:
                leaves, nodes = min(below)
                sizes[number] = (leaves, nodes + 1)
                if leaves < inf:
                    choices[number] = below.index((leaves, nodes))
            else:
                sizes[number] = (sum(leaves for leaves, _ in below), 1 + sum(nodes for _, nodes in below))
        return sizes[number]

    return size(0), choices


def values(tree: Tree) -> dict[int, float]:
    """The minimax value of every node, for the first player."""
    if why := tree.beyond_minimax():
        raise Problem(f"{tree.spec} has no minimax value: it has {why}")
    found: dict[int, float] = {}

    def value(number: int) -> float:
        if number not in found:
            node = tree.nodes[number]
            best = max if node.player == 0 else min
            found[number] = best(map(value, node.children)) if node.children else float(node.payoff[0])
        return found[number]

    value(0)
    return found


def node_types(tree: Tree) -> dict[Path, str]:
    """LEFT, CUT or ALL for each node that alpha-beta visits if the first move is good enough at every node.

    The first successor of a LEFT node is LEFT and the others are CUT; the first successor of a CUT node is ALL, the
    others are not in the proof; the successors of an ALL node are CUT. This is for players who alternate. In general,
    a node that is not LEFT belongs to the strategy of one player: it is CUT where that player moves.

    >>> node_types(Tree([[3, 12], [2, 4]]))
    {(): 'LEFT', (0,): 'LEFT', (0, 0): 'LEFT', (0, 1): 'CUT', (1,): 'CUT', (1, 0): 'ALL'}
    """
    if why := tree.beyond_minimax():
        raise Problem(f"{tree.spec} has no LEFT, CUT and ALL nodes: it has {why}")
    types: dict[Path, str] = {}

    def mark(number: int, path: Path, owner: int | None) -> None:
        node = tree.nodes[number]
        types[path] = "LEFT" if owner is None else "CUT" if owner == node.player else "ALL"
        for place, child in enumerate(node.children):
            if types[path] == "LEFT":
                mark(child, (*path, place), None if place == 0 else 1 - node.player)
            elif types[path] == "ALL" or place == 0:
                mark(child, (*path, place), owner)

    mark(0, (), None)
    return types
