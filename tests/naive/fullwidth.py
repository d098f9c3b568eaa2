"""Minimax and negamax: every node."""

from math import inf

from naive.trees import Found, cut_off, worth, worth_to_mover
from zermelo.tree.explicit import Tree


def minimax(tree: Tree, number: int = 0, height: float = inf) -> Found:
    """000.14, 002.4: the best that MAX can force."""
    if cut_off(tree, number, height):
        return worth(tree, number), [number]
    best = max if tree.nodes[number].player == 0 else min
    found = [minimax(tree, child, height - 1) for child in tree.nodes[number].children]
    return best(value for value, _ in found), [leaf for _, leaves in found for leaf in leaves]


def negamax(tree: Tree, number: int = 0, height: float = inf) -> Found:
    """000.15: for the player to move; what is good for a child is bad for us only if it is the opponent's."""
    if cut_off(tree, number, height):
        return worth_to_mover(tree, number), [number]
    score, visited = -inf, []
    for child in tree.nodes[number].children:
        value, leaves = negamax(tree, child, height - 1)
        if tree.nodes[child].player != tree.nodes[number].player:
            value = -value
        visited += leaves
        score = max(score, value)
    return score, visited


def negamax_of_alternating_moves(tree: Tree, number: int = 0) -> float:
    """000.15 as printed: the sign flips at every move. Wrong where a player moves twice."""
    if not tree.nodes[number].children:
        return worth_to_mover(tree, number)
    return max(-negamax_of_alternating_moves(tree, child) for child in tree.nodes[number].children)


def minimax_decision(tree: Tree, height: float = inf) -> int:
    """001.2: the place of the move with the highest value; MAX is at the root."""
    values = [minimax(tree, child, height - 1)[0] for child in tree.nodes[0].children]
    return values.index(max(values))
