"""The nodes and edges of the tree that a Monte Carlo search grows, as structs in two arrays, and how it adds to them.

A position gets a node when a simulation first comes to it, and edges, one for each of its moves, when the second does.
"""

from typing import Any

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, linked
from zermelo.core.primitives import array_at, fetch_add
from zermelo.core.state import record
from zermelo.core.vocabulary import SEATS, Setting

NO_NODE = -1  # no node, no edge
FIRST_NODE = 0  # node; in `places`: none
# Of edges: nothing is settled; the value of the child is proven; it cannot be better than another's; the move is not
# legal on the path to the node.
OPEN, SURE_EDGE, CLOSED, BANNED = range(4)

Edge = record(
    [
        ("total", np.float64),  # rewards of who moves here, from simulations through this edge; of chance: probability
        ("also_total", np.float64),  # rewards of those in `also_visits`
        ("move", np.int32),
        ("child", np.int32),
        ("visits", np.int32),  # begun: until it ends, a simulation has brought nothing (virtual loss)
        ("state", np.int32),
        ("also_visits", np.int32),  # of simulations in which the same player made the move later: see `amaf`
        ("prior", np.float32),  # what the rules' evaluation promises, from 0 to 1: see `hints`
    ]
)


def node_of(game: Game) -> np.dtype:
    """The struct of a position in the tree."""
    seats = len(game.players)
    return record(
        [
            ("key", np.uint64),
            ("visits", np.int64),
            ("first", np.int32),  # edge
            ("count", np.int32),  # of edges; 0 before they are made
            ("tried", np.int32),  # edges that were tried for the first time
            ("player", np.int32),  # who moves
            ("payoffs", np.float64, (seats,)),  # sums over its simulations
            ("rewards", np.float64, (seats,)),
            ("low", np.float64, (seats,)),  # what is proven: see `solver`
            ("high", np.float64, (seats,)),
            ("judged", np.float64, (seats,)),  # what the rules' evaluation says, seen through the tree: see `hints`
        ]
    )


NODE: Any = Setting("the struct of a node, which has room for every player")
INDEX, COUNT = np.dtype(np.int32), np.dtype(np.int64)


def planting(extent: Extent) -> list[Field]:
    """Where the tree is, and what a thread has reserved of it."""
    return [
        *linked("tree_nodes"),
        *linked("tree_edges"),
        *linked("tree_places"),  # by key: nodes, where positions have one each
        *linked("tree_used"),  # how many nodes, how many edges
        ("threads", np.int64),
        ("nodes_reserved", np.int64),  # by a thread at a time
        ("edges_reserved", np.int64),
        ("next_node", np.int64),  # of those that are reserved, up to the last
        ("last_node", np.int64),
        ("next_edge", np.int64),
        ("last_edge", np.int64),
    ]


def tree_nodes(w):
    return array_at(w.tree_nodes, w.tree_nodes_size, NODE)


def tree_edges(w):
    return array_at(w.tree_edges, w.tree_edges_size, Edge)


def tree_places(w):
    return array_at(w.tree_places, w.tree_places_size, INDEX)


def tree_used(w):
    return array_at(w.tree_used, w.tree_used_size, COUNT)


def known(node):
    """Whether what every player gets from a node on is proven."""
    open_questions = 0
    for player in range(SEATS):
        open_questions += node.low[player] < node.high[player]
    return open_questions == 0


def is_full(w):
    """Whether there is no room for what all threads may reserve."""
    used = tree_used(w)
    return (
        used[0] + w.threads * w.nodes_reserved > w.tree_nodes_size
        or used[1] + w.threads * w.edges_reserved > w.tree_edges_size
    )


def add_node(w, player):
    """A new node, that one simulation has come to."""
    if w.next_node == w.last_node:
        w.next_node = fetch_add(tree_used(w), 0, w.nodes_reserved)
        w.last_node = w.next_node + w.nodes_reserved
    new = w.next_node
    w.next_node += 1
    node = tree_nodes(w)[new]
    node.visits = 1
    node.first = node.count = node.tried = 0
    node.player = player
    for each in range(SEATS):
        node.payoffs[each] = node.rewards[each] = node.judged[each] = 0.0
        node.low[each] = w.floor
        node.high[each] = w.ceiling
    return new


def add_edges(w, count):
    """The first of so many new edges; they are blank."""
    if w.next_edge + count > w.last_edge:
        taken = w.edges_reserved if w.threads > 1 else count
        w.next_edge = fetch_add(tree_used(w), 1, taken)
        w.last_edge = w.next_edge + taken
    first = w.next_edge
    w.next_edge += count
    edges = tree_edges(w)
    for number in range(first, first + count):
        edge = edges[number]
        edge.total = 0.0
        edge.child = NO_NODE
        edge.visits = 0
        edge.state = OPEN
        edge.also_visits = 0
        edge.also_total = edge.prior = 0.0
    return first
