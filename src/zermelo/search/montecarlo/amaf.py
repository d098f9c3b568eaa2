"""All moves as first: a move that was good later in a simulation may be good now. Nothing, unless it is asked for.

Each edge counts, besides its own simulations, those in which the player made the same move at any later time (and the
opponent had not made it before). These many, biased numbers stand in for the few true ones at first. With n true
and a other simulations the weight of the others is (Gelly & Silver 2007, 2011)

    beta = a / (a + n + k a n)

RAVE takes the others from the edge itself. GRAVE (Cazenave 2015) takes them from the last position on the path, with
the same player to move, that has enough visits (`reference`), as they are few in a new one. Whether two moves are the
same, their number decides: right in games where a move names a place, as in Hex and Go.
"""

import numpy as np

from zermelo.core.kernel import Extent, Field
from zermelo.core.primitives import CHANCE
from zermelo.search.montecarlo.nodes import NO_NODE, tree_edges, tree_nodes
from zermelo.search.seams import seam

SLOTS = 1 << 14  # for moves by their number


def counting_others(extent: Extent) -> list[Field]:
    """What was played in a simulation, by slots."""
    return [
        ("reference", np.int64),
        ("stamp", np.int64, (SLOTS,)),
        ("slot_move", np.int32, (SLOTS,)),
        ("slot_player", np.int32, (SLOTS,)),
        ("source", np.int32, (extent.seats,)),  # the node that each player's others come from, and its edges
        ("slot_edge", np.int32, (extent.seats, SLOTS)),
    ]


# What simulations do without it:


@seam("options")
def with_others(w, edge, player, value):
    """The mean reward to expect of a move, from `value`, that of its own simulations."""
    return value


@seam("options")
def mark_playout(w):
    """Mark the moves after the tree."""


@seam("options")
def count_others(w, node, move):
    """In the simulation under way, `move` was made in a node: count it for all moves of the node made now or later."""


@seam("options")
def refer_to(w, node, number):
    """From here on, the others of who moves in this node come from it."""


# And with it:


def mixed_with_others(w, edge, player, value):
    source = source_of(w, edge, player)
    also = source.also_visits
    if source.move != edge.move or also == 0:
        return value
    weight = also / (also + edge.visits + w.also * also * edge.visits)
    return (1.0 - weight) * value + weight * source.also_total / also


def mark_whole_playout(w):
    """From the last move to the first."""
    for number in range(w.played - 1, -1, -1):
        mark(w, w.recorded_moves[number], w.recorded_players[number])


def count_all_others(w, node, move):
    if node.player == CHANCE:
        return
    mark(w, move, node.player)
    edges = tree_edges(w)
    for number in range(node.first, node.first + node.count):
        edge = edges[number]
        slot = slot_of(edge.move)
        if w.stamp[slot] == w.serial and w.slot_move[slot] == edge.move and w.slot_player[slot] == node.player:
            edge.also_visits += 1
            edge.also_total += w.reward[node.player]


def refer_if_visited(w, node, number):
    if 0 < w.reference <= node.visits and node.player != CHANCE:
        w.source[node.player] = number
        edges = tree_edges(w)
        for edge in range(node.first, node.first + node.count):
            w.slot_edge[node.player, slot_of(edges[edge].move)] = edge


def source_of(w, edge, player):
    """The edge of the player's source with the same move, or another one; without a source: the edge itself."""
    if w.source[player] == NO_NODE:
        return edge
    source = tree_nodes(w)[w.source[player]]
    there = w.slot_edge[player, slot_of(edge.move)]
    return tree_edges(w)[there if source.first <= there < source.first + source.count else source.first]


def mark(w, move, player):
    """In the simulation under way, `player` makes this move, before all others that were marked."""
    slot = slot_of(move)
    w.stamp[slot] = w.serial
    w.slot_move[slot] = move
    w.slot_player[slot] = player


def slot_of(move):
    return (move ^ (move >> 14)) & (SLOTS - 1)


REAL = {
    with_others: mixed_with_others,
    mark_playout: mark_whole_playout,
    count_others: count_all_others,
    refer_to: refer_if_visited,
}
