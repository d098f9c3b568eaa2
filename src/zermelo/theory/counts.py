"""How many leaves? The formulas of the lectures for uniform trees: every inner node has b moves, every leaf is d deep.

Counts are whole numbers of any size. `minimal` stands for alpha-beta with the best move first at every node, which is
as few as any method can do (Knuth & Moore 1975); otherwise it is minimax, which looks at everything.
"""

from dataclasses import dataclass
from math import inf, sqrt

from zermelo.errors import Problem
from zermelo.tree.explicit import Tree


def uniform_leaves(b: int, d: int) -> int:
    """All leaves: b^d.

    >>> uniform_leaves(35, 4)
    1500625
    """
    _check(b, d)
    return b**d


def uniform_nodes(b: int, d: int) -> int:
    """All nodes: 1 + b + ... + b^d."""
    return sum(uniform_leaves(b, depth) for depth in range(d + 1))


def minimal_leaves(b: int, d: int) -> int:
    """The leaves of the smallest proof: b^ceil(d/2) + b^floor(d/2) - 1.

    A strategy for one player shows that the value is no less, a strategy for the other that it is no more; the one
    line where both are followed ends at a leaf that they share.

    >>> [minimal_leaves(3, d) for d in range(1, 7)]
    [3, 5, 11, 17, 35, 53]
    """
    _check(b, d)
    return b ** ((d + 1) // 2) + b ** (d // 2) - 1


def minimal_nodes(b: int, d: int) -> int:
    """The nodes of the smallest proof, which has at every depth as many as a smaller tree would have leaves.

    >>> minimal_nodes(3, 2)
    9
    """
    return sum(minimal_leaves(b, depth) for depth in range(d + 1))


def deepening_overhead(b: int, d: int, *, minimal: bool = False) -> float:
    """The leaves of searches to the depths 0, 1, ... d, for each leaf of the last.

    All of them together have as many leaves as the last has nodes.

    >>> round(deepening_overhead(36, 6), 4), round(deepening_overhead(36, 6, minimal=True), 3)
    (1.0286, 1.557)
    """
    if minimal:
        return minimal_nodes(b, d) / minimal_leaves(b, d)
    return uniform_nodes(b, d) / uniform_leaves(b, d)


def deepening_limit(b: int, *, odd: bool | None = None) -> float:
    """What the overhead comes to in deep trees: of minimax, or of minimal trees of even or odd depth.

    >>> round(deepening_limit(36, odd=False), 3), round(deepening_limit(36, odd=True), 3)
    (1.557, 1.084)
    """
    if b < 2:
        raise Problem(f"with {b} moves at every node the overhead has no limit")
    if odd is None:
        return b / (b - 1)
    return b * (b + 3) / (b * b - 1) if odd else (3 * b + 1) / (2 * (b - 1))


def deepening_estimate(b: int) -> float:
    """What deck 000 takes for the overhead of alpha-beta: that of minimax with sqrt(b) moves. See `deepening_limit`."""
    if b < 2:
        raise Problem(f"with {b} moves at every node the overhead has no limit")
    return sqrt(b) / (sqrt(b) - 1)


def reachable_depth(leaves: int, b: int, *, minimal: bool = False) -> int:
    """The greatest depth that a budget of leaves covers.

    >>> reachable_depth(10**6, 35), reachable_depth(10**6, 35, minimal=True)
    (3, 6)
    """
    if b < 2:
        raise Problem(f"with {b} moves at every node any depth can be reached")
    if leaves < 1:
        raise Problem(f"a budget of {leaves} leaves reaches no depth")
    count = minimal_leaves if minimal else uniform_leaves
    depth = 0
    while count(b, depth + 1) <= leaves:
        depth += 1
    return depth


def _check(b: int, d: int) -> None:
    if b < 1 or d < 0:
        raise Problem(f"there is no uniform tree with {b} moves at every node and depth {d}")


def depths_and_heights(tree: Tree) -> dict[str, tuple[int, int]]:
    """For each node of an explicit tree, by its name: how many moves it is from the root, and at most from a leaf.

    Where several ways lead to a node, its depth is the length of the shortest.

    >>> depths_and_heights(Tree([[-1, 2], [0]]))["1"]
    (1, 1)
    """
    depths, heights = {0: 0}, {}
    line = [0]
    for number in line:  # which grows as we go: breadth first
        for child in tree.nodes[number].children:
            if child not in depths:
                depths[child] = depths[number] + 1
                line.append(child)

    def height(number: int) -> int:
        if number not in heights:
            heights[number] = max((1 + height(child) for child in tree.nodes[number].children), default=0)
        return heights[number]

    return {node.name: (depths[node.number], height(node.number)) for node in tree.nodes}


@dataclass(frozen=True)
class Known:
    """What a search has found out about a value v: low <= v <= high."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def __str__(self) -> str:
        if self.exact:
            return f"v = {self.low:g}"
        return f"v >= {self.low:g}" if self.high == inf else f"v <= {self.high:g}"


def return_value_case(result: float, alpha: float, beta: float) -> Known:
    """The return-value theorem: what the result of (fail-soft) alpha-beta says about the value v of its node.

    1. result <= alpha:         v <= result
    2. alpha < result < beta:   v == result
    3. result >= beta:          v >= result
    4. so with the window (-inf, inf), v == result

    >>> str(return_value_case(3, alpha=5, beta=9))
    'v <= 3'
    """
    if not alpha < beta:
        raise Problem(f"the window {alpha:g},{beta:g} is empty: alpha must be less than beta")
    if result <= alpha:
        return Known(-inf, result)
    return Known(result, inf if result >= beta else result)
