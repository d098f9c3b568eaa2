"""What a tree says about itself."""

from zermelo.tree.explicit import Tree

Found = tuple[float, list[int]]
"""A value, and the leaves that were visited."""


def worth(tree: Tree, number: int) -> float:
    """What a node says about itself, for MAX: the payoff of a leaf, the estimate of an inner node."""
    payoff = tree.nodes[number].payoff
    return (payoff[0] - payoff[1]) / 2 if payoff else 0.0


def worth_to_mover(tree: Tree, number: int) -> float:
    return worth(tree, number) if tree.nodes[number].player == 0 else -worth(tree, number)


def cut_off(tree: Tree, number: int, height: float) -> bool:
    return height == 0 or not tree.nodes[number].children


def depth_of(tree: Tree, number: int = 0) -> int:
    """The length of the longest line from a node."""
    return max((1 + depth_of(tree, child) for child in tree.nodes[number].children), default=0)


def lines_of(tree: Tree, number: int = 0) -> int:
    """How many lines lead from a node to a leaf; a transposition counts once for each way to reach it."""
    children = tree.nodes[number].children
    return sum(lines_of(tree, child) for child in children) if children else 1
