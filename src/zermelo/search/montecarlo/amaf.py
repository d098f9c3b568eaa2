"""All moves as first: a move that was good later in a simulation may be good now. Nothing, unless it is asked for.

Each edge counts, besides its own simulations, those in which the player made the same move at any later time (and the
opponent had not made it before). These many, biased numbers stand in for the few true ones at first. With n true
and a other simulations the weight of the others is (Gelly & Silver 2007, 2011)

    beta = a / (a + n + k a n)

RAVE takes the others from the edge itself. GRAVE (Cazenave 2015) takes them from the last position on the path, with
the same player to move, that has enough visits (`reference`), as they are few in a new one. Whether two moves are the
same, their number decides: right in games where a move names a place, as in Hex and Go.
"""

from zermelo.core.primitives import CHANCE
from zermelo.search.montecarlo.searchtree import NOTHING
from zermelo.search.montecarlo.simulation import SLOTS

# What simulations do without it:


def with_others(t, nodes, edges, edge, player, value):
    """The mean reward to expect of a move, from `value`, that of its own simulations."""
    return value


def mark_playout(t):
    """Mark the moves after the tree."""


def count_others(t, edges, node, move):
    """In the simulation under way, `move` was made in a node: count it for all moves of the node made now or later."""


def refer_to(t, edges, node, number):
    """From here on, the others of who moves in this node come from it."""


# And with it:


def mixed_with_others(t, nodes, edges, edge, player, value):
    source = source_of(t, nodes, edges, edge, player)
    also = source.also_visits
    if source.move != edge.move or also == 0:
        return value
    weight = also / (also + edge.visits + t.also * also * edge.visits)
    return (1.0 - weight) * value + weight * source.also_total / also


def mark_whole_playout(t):
    """From the last move to the first."""
    for number in range(t.played - 1, -1, -1):
        mark(t, t.moves[number], t.players[number])


def count_all_others(t, edges, node, move):
    if node.player == CHANCE:
        return
    mark(t, move, node.player)
    for number in range(node.first, node.first + node.count):
        edge = edges[number]
        slot = slot_of(edge.move)
        if t.stamp[slot] == t.serial and t.slot_move[slot] == edge.move and t.slot_player[slot] == node.player:
            edge.also_visits += 1
            edge.also_total += t.reward[node.player]


def refer_if_visited(t, edges, node, number):
    if 0 < t.reference <= node.visits and node.player != CHANCE:
        t.source[node.player] = number
        for edge in range(node.first, node.first + node.count):
            t.slot_edge[node.player, slot_of(edges[edge].move)] = edge


def source_of(t, nodes, edges, edge, player):
    """The edge of the player's source with the same move, or another one; without a source: the edge itself."""
    if t.source[player] == NOTHING:
        return edge
    source = nodes[t.source[player]]
    there = t.slot_edge[player, slot_of(edge.move)]
    return edges[there if source.first <= there < source.first + source.count else source.first]


def mark(t, move, player):
    """In the simulation under way, `player` makes this move, before all others that were marked."""
    slot = slot_of(move)
    t.stamp[slot] = t.serial
    t.slot_move[slot] = move
    t.slot_player[slot] = player


def slot_of(move):
    return (move ^ (move >> 14)) & (SLOTS - 1)


REAL = {
    with_others: mixed_with_others,
    mark_playout: mark_whole_playout,
    count_others: count_all_others,
    refer_to: refer_if_visited,
}
