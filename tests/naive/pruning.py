"""Alpha-beta, as five lectures write it, and with the transposition table of deck 000."""

from dataclasses import dataclass
from math import inf

from naive.trees import Found, cut_off, worth, worth_to_mover
from zermelo.tree.explicit import Tree


def alphabeta(tree: Tree, number: int, height: float, alpha: float, beta: float) -> Found:
    """000.18: negamax form, fail-soft, for the player to move."""
    if cut_off(tree, number, height):
        return worth_to_mover(tree, number), [number]
    score, visited = -inf, []
    for child in tree.nodes[number].children:
        if tree.nodes[child].player == tree.nodes[number].player:
            value, leaves = alphabeta(tree, child, height - 1, alpha, beta)
        else:
            value, leaves = alphabeta(tree, child, height - 1, -beta, -alpha)
            value = -value
        visited += leaves
        score = max(score, value)
        alpha = max(alpha, score)
        if score >= beta:
            break
    return score, visited


def fail_hard(tree: Tree, number: int, height: float, alpha: float, beta: float) -> Found:
    """001.6, Russell and Norvig's first edition: alpha and beta are the result."""
    if cut_off(tree, number, height):
        return worth(tree, number), [number]
    visited: list[int] = []
    for child in tree.nodes[number].children:
        value, leaves = fail_hard(tree, child, height - 1, alpha, beta)
        visited += leaves
        if tree.nodes[number].player == 0:
            alpha = max(alpha, value)
            if alpha >= beta:
                return beta, visited
        else:
            beta = min(beta, value)
            if beta <= alpha:
                return alpha, visited
    return (alpha if tree.nodes[number].player == 0 else beta), visited


def max_value(tree: Tree, number: int, alpha: float, beta: float) -> Found:
    """002.12, the third edition: a pair of functions for MAX and MIN, fail-soft, to the end of the game."""
    node = tree.nodes[number]
    if not node.children:
        return worth(tree, number), [number]
    v, visited = -inf, []
    for child in node.children:
        value, leaves = (min_value if tree.nodes[child].player == 1 else max_value)(tree, child, alpha, beta)
        visited += leaves
        v = max(v, value)
        if v >= beta:
            return v, visited
        alpha = max(alpha, v)
    return v, visited


def min_value(tree: Tree, number: int, alpha: float, beta: float) -> Found:
    """The other half of `max_value`."""
    node = tree.nodes[number]
    if not node.children:
        return worth(tree, number), [number]
    v, visited = inf, []
    for child in node.children:
        value, leaves = (min_value if tree.nodes[child].player == 1 else max_value)(tree, child, alpha, beta)
        visited += leaves
        v = min(v, value)
        if v <= alpha:
            return v, visited
        beta = min(beta, v)
    return v, visited


def wikipedia(tree: Tree, number: int, depth: float, alpha: float, beta: float, maximizing: bool) -> Found:
    """003.9: one function, a flag for whose turn it is; players alternate."""
    if cut_off(tree, number, depth):
        return worth(tree, number), [number]
    visited: list[int] = []
    v = -inf if maximizing else inf
    for child in tree.nodes[number].children:
        value, leaves = wikipedia(tree, child, depth - 1, alpha, beta, not maximizing)
        visited += leaves
        if maximizing:
            v = max(v, value)
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v, visited


def moore(tree: Tree, number: int, alpha: float, beta: float) -> Found:
    """004.11, after Russell: A maximises; what comes back is alpha or beta, and a leaf is worth itself."""
    node = tree.nodes[number]
    if not node.children:
        return worth(tree, number), [number]
    visited: list[int] = []
    for child in node.children:
        value, leaves = moore(tree, child, alpha, beta)
        visited += leaves
        if node.player == 0:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return (beta if node.player == 0 else alpha), visited
    return (alpha if node.player == 0 else beta), visited


def without_deep_cuts(tree: Tree, number: int = 0, bound: float = inf) -> Found:
    """Knuth and Moore's F1, for alternating players: looks at the parent only, never at ancestors further up."""
    if not tree.nodes[number].children:
        return worth_to_mover(tree, number), [number]
    score, visited = -inf, []
    for child in tree.nodes[number].children:
        value, leaves = without_deep_cuts(tree, child, -score)
        visited += leaves
        score = max(score, -value)
        if score >= bound:
            break
    return score, visited


# --- the transposition table of deck 000 -----------------------------------------------------------------------------


@dataclass
class Entry:
    value: float
    flag: str
    height: float
    best: int


def with_table(
    tree: Tree, number: int, height: float, alpha: float, beta: float, table: dict[int, Entry], *, literal: bool
) -> Found:
    """000.31: alpha-beta with checkTT and saveTT, in negamax form.

    `literal`: as printed, saveTT sees the alpha that the loop has raised. A score that raised it is then stored as an
    upper bound, even one that reached beta and is in truth a lower bound. Otherwise: the alpha that the call came with.
    """
    if cut_off(tree, number, height):
        return worth_to_mover(tree, number), [number]
    entered = alpha
    children = list(enumerate(tree.nodes[number].children))
    entry = table.get(number)
    if entry:
        if entry.height >= height:
            if entry.flag in ("lower", "exact"):
                alpha = max(alpha, entry.value)
            if entry.flag in ("upper", "exact"):
                beta = min(beta, entry.value)
            if alpha >= beta:
                return entry.value, []
        children.sort(key=lambda item: item[0] != entry.best)
    score, best, visited = -inf, 0, []
    for move, child in children:
        if tree.nodes[child].player == tree.nodes[number].player:
            value, leaves = with_table(tree, child, height - 1, alpha, beta, table, literal=literal)
        else:
            value, leaves = with_table(tree, child, height - 1, -beta, -alpha, table, literal=literal)
            value = -value
        visited += leaves
        if value > score:
            score, best = value, move
            alpha = max(alpha, score)
            if score >= beta:
                break
    flag_alpha = alpha if literal else entered
    flag = "upper" if score <= flag_alpha else "lower" if score >= beta else "exact"
    table[number] = Entry(score, flag, height, best)
    return score, visited
