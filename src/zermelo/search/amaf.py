"""All moves as first: a move that was good later in a simulation may be good now.

Each edge counts, besides its own simulations, those in which the player made the same move at any later time (and the
opponent had not made it before). These many, biased numbers stand in for the few true ones at first. With n true
and a other simulations the weight of the others is (Gelly & Silver 2007, 2011)

    beta = a / (a + n + k a n)

RAVE takes the others from the edge itself. GRAVE (Cazenave 2015) takes them from the last position on the path, with
the same player to move, that has enough visits (`reference`), as they are few in a new one. Whether two moves are the
same, their number decides: right in games where a move names a place, as in Hex and Go.
"""

import numpy as np

from zermelo.search.searchtree import NOTHING
from zermelo.search.simulation import SLOTS


def slot_of(move):
    return (move ^ (move >> 14)) & (SLOTS - 1)


def mark(t, move, player):
    """In the simulation under way, `player` makes this move, before all others that were marked."""
    slot = slot_of(move)
    t.stamp[slot] = t.serial
    t.slot_move[slot] = move
    t.slot_player[slot] = player


def mark_playout(t):
    """Mark the moves after the tree, from the last to the first."""
    for number in range(t.played - 1, -1, -1):
        mark(t, t.moves[number], t.players[number])


def count_also(t, nodes, edges, node):
    """Count the simulation for all moves of a node that its player made, now or later."""
    player = nodes[node].player
    for edge in range(nodes[node].first, nodes[node].first + nodes[node].count):
        move = edges[edge].move
        slot = slot_of(move)
        if t.stamp[slot] == t.serial and t.slot_move[slot] == move and t.slot_player[slot] == player:
            edges[edge].also_visits += np.float32(1.0)
            edges[edge].also_total += np.float32(t.reward[player])


def refer_to(t, nodes, edges, node):
    """From here on, the others of who moves here come from this node."""
    player = nodes[node].player
    t.source[player] = node
    for edge in range(nodes[node].first, nodes[node].first + nodes[node].count):
        t.slot_edge[player, slot_of(edges[edge].move)] = edge


def source_of(t, nodes, edges, edge, player):
    """Where the others of an edge come from: the edge of the player's source with the same move; NOTHING: nowhere."""
    source = t.source[player]
    if source == NOTHING:
        return edge
    there = t.slot_edge[player, slot_of(edges[edge].move)]
    first = nodes[source].first
    if first <= there < first + nodes[source].count and edges[there].move == edges[edge].move:
        return np.int64(there)
    return np.int64(NOTHING)
