"""MCTS-Solver: what is proven about a position goes up the tree, and moves that cannot matter are no longer tried.

Every node has bounds on what each player gets from there on (score bounded search: Cazenave & Saffidine 2010, of which
wins and losses are the simplest case: Winands, Bjornsson & Saito 2008). At the end of a game they meet. Above it, with
p to move and over all moves:

    low[p]  = max low of the children        (some move secures it)
    high[p] = max high of the children       (none promises more)

An edge with high[p] <= low[p] is closed, but for the one that secures low[p]. Behind an edge whose value is proven
nothing is left to learn: simulations try the others, and count for no less than what is secured (`clip`). With two
opposed players the other one's bounds follow; with more, they come from the edges that are not closed: p is taken to
prefer, among equals, the move that was secured first. Chance averages. A root whose bounds meet is solved.
"""

from math import inf

from zermelo.primitives import CHANCE
from zermelo.search.searchtree import CLOSED, NOTHING, PROVEN, known
from zermelo.vocabulary import bounds, seats, total


def settle(w, nodes, node):
    """The game is over in a node: what is proven is what is in `w.payoff`."""
    for player in range(seats()):
        nodes[node].low[player] = nodes[node].high[player] = nodes[node].judged[player] = w.payoff[player]


def look(nodes, node, s):
    """Bounds that the rules can tell by looking, in a game of two opposed players. Whether they say anything."""
    low, high = bounds(s)
    player = nodes[node].player
    nodes[node].low[player] = max(nodes[node].low[player], low)
    nodes[node].high[player] = min(nodes[node].high[player], high)
    oppose(nodes, node)
    return low > -inf or high < inf


def oppose(nodes, node):
    """What one of two opposed players gets, is what the other one lacks."""
    player = nodes[node].player
    nodes[node].low[1 - player] = total() - nodes[node].high[player]
    nodes[node].high[1 - player] = total() - nodes[node].low[player]


def tighten(t, nodes, edges, node):
    """Prove what follows for a node from what its children have; whether that is news."""
    player = nodes[node].player
    if player == CHANCE:
        return average(t, nodes, edges, node)
    first, last = nodes[node].first, nodes[node].first + nodes[node].count
    low, high, secure = nodes[node].low[player], -inf, NOTHING
    for edge in range(first, last):
        if edges[edge].state <= PROVEN:
            high = max(high, ceiling(t, nodes, edges, edge, player))
            least = floor(t, nodes, edges, edge, player)
            if least > low or (least == low and secure == NOTHING and edges[edge].child != NOTHING):
                low, secure = least, edge
    high = max(min(high, nodes[node].high[player]), low)
    news = low > nodes[node].low[player] or high < nodes[node].high[player]
    nodes[node].low[player], nodes[node].high[player] = low, high
    for edge in range(first, last):
        if edges[edge].state <= PROVEN:
            most = ceiling(t, nodes, edges, edge, player)
            if most < low or (most == low and secure != NOTHING and edge != secure):
                edges[edge].state = CLOSED
            elif edges[edge].child != NOTHING and known(nodes, edges[edge].child):
                edges[edge].state = PROVEN
    if t.opposed:
        oppose(nodes, node)
        return news
    for other in range(seats()):
        if other != player:
            least, most = inf, -inf
            for edge in range(first, last):
                if edges[edge].state <= PROVEN:
                    least = min(least, floor(t, nodes, edges, edge, other))
                    most = max(most, ceiling(t, nodes, edges, edge, other))
            news |= narrow(nodes, node, other, least, most)
    return news


def clip(w, nodes, node):
    """An outcome from a node on is no better and no worse for anybody than what is proven; whether that changes it."""
    changed = False
    for player in range(seats()):
        outcome = min(max(w.payoff[player], nodes[node].low[player]), nodes[node].high[player])
        changed |= outcome != w.payoff[player]
        w.payoff[player] = outcome
    return changed


def average(t, nodes, edges, node):
    """What chance makes of what its outcomes have proven; whether that is news."""
    news = False
    for player in range(seats()):
        least = most = 0.0
        for edge in range(nodes[node].first, nodes[node].first + nodes[node].count):
            least += edges[edge].total * floor(t, nodes, edges, edge, player)
            most += edges[edge].total * ceiling(t, nodes, edges, edge, player)
        news |= narrow(nodes, node, player, least, most)
    return news


def narrow(nodes, node, player, least, most):
    """What a player gets from a node on lies between these; whether that is news."""
    news = least > nodes[node].low[player] or most < nodes[node].high[player]
    nodes[node].low[player] = max(nodes[node].low[player], least)
    nodes[node].high[player] = min(nodes[node].high[player], most)
    return news


def floor(t, nodes, edges, edge, player):
    """What a player gets at least behind an edge."""
    return t.lowest if edges[edge].child == NOTHING else nodes[edges[edge].child].low[player]


def ceiling(t, nodes, edges, edge, player):
    """What a player gets at most behind an edge."""
    return t.highest if edges[edge].child == NOTHING else nodes[edges[edge].child].high[player]
