"""MCTS-Solver: what is proven about a position goes up the tree, and moves that cannot matter are no longer tried.

Every node has bounds on what each player gets from there on (score bounded search: Cazenave & Saffidine 2010, of which
wins and losses are the simplest case: Winands, Bjornsson & Saito 2008). At the end of a game they meet. Above it, with
p to move and over all moves:

    low[p]  = max low of the children        (some move secures it)
    high[p] = max high of the children       (none promises more)

An edge with high[p] <= low[p] is closed, but for the one that secures low[p]. Behind an edge whose value is proven
nothing is left to learn: simulations try the others, and count for no less than what is secured (`clip`); not so where
there is chance, as there the bounds are about averages. With two opposed players the other one's bounds follow; with
more, they come from the edges that are not closed: p is taken to prefer, among equals, the move that was secured first.
Chance averages. A root whose bounds meet is solved.
"""

from math import inf

import numpy as np

from zermelo.core.kernel import given_afresh
from zermelo.core.primitives import CHANCE
from zermelo.core.vocabulary import SEATS, TOTAL, bounds
from zermelo.search.montecarlo.nodes import CLOSED, NO_NODE, SURE_EDGE, known, tree_edges, tree_nodes


def settle(node, payoffs):
    """The game is over in a node, and this is what each player gets."""
    for player in range(SEATS):
        node.low[player] = node.high[player] = node.judged[player] = payoffs[player]


def look(w, node, s):
    """Take over the bounds that the rules can tell by looking, of two opposed players; whether they say anything."""
    low, high = bounds(s, given_afresh(w, 1))
    player = node.player
    node.low[player] = max(node.low[player], low)
    node.high[player] = min(node.high[player], high)
    oppose(node)
    return low > -inf or high < inf


def oppose(node):
    """What one of two opposed players gets, is what the other one lacks."""
    player = node.player
    node.low[1 - player] = TOTAL - node.high[player]
    node.high[1 - player] = TOTAL - node.low[player]


def clip(w, node):
    """An outcome from a node on is no better and no worse for anybody than what is proven; whether that changes it."""
    changed = False
    for player in range(SEATS):
        outcome = min(max(w.payoff[player], node.low[player]), node.high[player])
        changed |= outcome != w.payoff[player]
        w.payoff[player] = outcome
    return changed


def tighten(w, node):
    """Prove what follows for a node from what its children have; whether that is news."""
    player = np.int64(node.player)
    if player == CHANCE:
        return average(w, node)
    edges = tree_edges(w)
    low, high, secure = node.low[player], -inf, NO_NODE
    for number in range(node.first, node.first + node.count):
        edge = edges[number]
        if edge.state <= SURE_EDGE:
            least, most = promised(w, edge, player)
            high = max(high, most)
            if least > low or (least == low and secure == NO_NODE and edge.child != NO_NODE):
                low, secure = least, number
    news = narrow(node, player, low, max(high, low))
    for number in range(node.first, node.first + node.count):
        edge = edges[number]
        if edge.state <= SURE_EDGE:
            _, most = promised(w, edge, player)
            if most < low or (most == low and secure != NO_NODE and number != secure):
                edge.state = CLOSED
            elif edge.child != NO_NODE and known(tree_nodes(w)[edge.child]):
                edge.state = SURE_EDGE
    if w.opposed:
        oppose(node)
    else:
        news |= bound_others(w, node)
    return news


def bound_others(w, node):
    """Prove what follows for who does not move at a node; whether that is news."""
    edges, news = tree_edges(w), False
    for other in range(SEATS):
        if other != node.player:
            low, high = inf, -inf
            for number in range(node.first, node.first + node.count):
                if edges[number].state <= SURE_EDGE:
                    least, most = promised(w, edges[number], other)
                    low, high = min(low, least), max(high, most)
            news |= narrow(node, other, low, high)
    return news


def average(w, node):
    """What chance makes of what its outcomes have proven; whether that is news."""
    edges, news = tree_edges(w), False
    for player in range(SEATS):
        low = high = 0.0
        for number in range(node.first, node.first + node.count):
            least, most = promised(w, edges[number], player)
            low += edges[number].total * least
            high += edges[number].total * most
        news |= narrow(node, player, low, high)
    return news


def narrow(node, player, low, high):
    """What a player gets from a node on lies between these; whether that is news. Rounding must not make them cross."""
    low, high = min(low, node.high[player]), max(high, node.low[player])
    news = low > node.low[player] or high < node.high[player]
    node.low[player] = max(node.low[player], low)
    node.high[player] = min(node.high[player], high)
    return news


def promised(w, edge, player):
    """What a player gets behind an edge, at least and at most."""
    if edge.child == NO_NODE:
        return w.floor, w.ceiling
    child = tree_nodes(w)[edge.child]
    return child.low[player], child.high[player]
