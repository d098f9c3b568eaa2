"""UCT: simulations that go down a growing tree, and learn where to go from how the earlier ones ended.

Each simulation: select a path through the tree, expand it by one position, play on at random, and back the result up.
A move that was not tried comes first; then the one with the highest upper confidence bound for its player,

    mean reward + c sqrt(ln N / n)         N visits of the position, n of the move

so that each player chases their own rewards, whoever the others are, and chance goes where its dice fall. The bonus is
no probability: with N = 100, n = 1 and c = 1 it is 2.1. The means converge to the values of minimax, or its kin.

Kocsis & Szepesvari 2006.
"""

from math import inf, log, sqrt

import numpy as np

from zermelo.core.kernel import Extent, Field, given_afresh
from zermelo.core.primitives import CHANCE, below, hash_state, portion
from zermelo.core.vocabulary import (
    AGAIN,
    ALLOWED,
    DRAW,
    FORBIDDEN,
    SEATS,
    chance,
    identity,
    mover,
    moves,
    payoff,
    play,
)
from zermelo.search.alphabeta.repetition import NOWHERE, PAST, earlier
from zermelo.search.montecarlo.amaf import count_others, mark_playout, refer_to, with_others
from zermelo.search.montecarlo.hints import hinted, judge, pass_on, promise
from zermelo.search.montecarlo.nodes import (
    BANNED,
    FIRST_NODE,
    NO_NODE,
    OPEN,
    SURE_EDGE,
    add_edges,
    add_node,
    is_full,
    known,
    tree_edges,
    tree_nodes,
    tree_places,
)
from zermelo.search.montecarlo.simulation import ended, share_out, simulate
from zermelo.search.montecarlo.solver import clip, look, settle, tighten
from zermelo.search.seams import seam

AT_ONCE = 1e9  # the mean reward to expect of a move that is to come before all others
SECOND = 2  # the visit that gives a node its edges


def descending(extent: Extent) -> list[Field]:
    """How to choose, and the path of the simulation under way."""
    return [
        ("c", np.float64),
        ("urgency", np.float64),  # the mean reward to expect of a move that was not tried
        ("in_turn", np.int64),  # whether such moves come first, one after the other
        ("solver", np.int64),
        ("clips", np.int64),  # whether outcomes are held within what is proven
        ("use_bounds", np.int64),
        ("opposed", np.int64),  # two players: what one gets, the other one loses
        ("root_node", np.int64),
        ("serial", np.int64),  # of the simulation
        ("nodes_passed", np.int64),
        ("edges_passed", np.int64),
        ("news", np.int64),  # whether it proved something at its end
        ("node_path", np.int32, (extent.rows,)),
        ("edge_path", np.int32, (extent.rows,)),
    ]


def think(w, simulations):
    """Simulate; returns how many simulations were made: fewer if stopped, if the root is solved or the tree full."""
    for done in range(simulations):
        if w.nodes >= w.node_limit:
            w.stop = 1
        if w.stop or is_full(w) or (w.solver and known(tree_nodes(w)[w.root_node])):
            return done
        w.serial += 1
        w.played = w.estimated = w.news = 0
        if not descend(w):
            withdraw(w)
            return done
        share_out(w)
        back_up(w)
    return simulations


def descend(w):
    """Go from the root to a position that is new, or known, or ends there, and leave its outcome in `w.payoff`.

    Visits are counted on the way down: to other threads, a simulation under way is one that was lost so far. Returns
    False if the nodes do not last until its end.
    """
    nodes, edges = tree_nodes(w), tree_edges(w)
    w.stack[1] = w.stack[0]
    s = w.stack[1]
    here = w.root_node
    nodes[here].visits += 1
    w.edges_passed = 0
    expanded = False
    for player in range(SEATS):
        w.source[player] = NO_NODE
    while True:
        # 1. A node. If all is known about it, or nothing yet, the path ends here.
        node = nodes[here]
        w.node_path[w.edges_passed] = here
        w.nodes_passed = w.edges_passed + 1
        if w.nodes >= w.node_limit:
            w.stop = 1
            return False
        w.nodes += 1
        w.deepest = max(w.deepest, w.edges_passed)
        if (w.solver or node.count == 0) and known(node):
            for player in range(SEATS):
                w.payoff[player] = node.low[player]
            w.leaves += 1
            w.news = w.solver
            return True
        fresh = node.count == 0 and (expanded or (here != w.root_node and node.visits < SECOND))
        if fresh or w.nodes_passed + 1 >= w.node_path.shape[0]:
            return simulate(w, 1)
        if node.count == 0:  # at most once in a simulation: there is room for no more
            expand(w, node, s)
            expanded = True

        # 2. A move.
        refer_to(w, node, here)
        if AGAIN == FORBIDDEN:
            w.stack[2] = s
        while True:
            number = select(w, node)
            if number == NO_NODE:
                break
            play(s, np.int64(edges[number].move))
            if AGAIN != FORBIDDEN or not repeats(w, w.nodes_passed, s) or node.player == CHANCE:
                break
            edges[number].state = BANNED
            w.stack[1] = w.stack[2]
        if number == NO_NODE:  # every move would repeat a position
            payoff(s, w.payoff, given_afresh(w, 1))
            w.leaves += 1
            return True
        edge = edges[number]
        edge.visits += 1
        w.edge_path[w.edges_passed] = number
        w.edges_passed += 1

        # 3. The node behind it.
        if AGAIN != ALLOWED and AGAIN != FORBIDDEN and repeats(w, w.edges_passed, s):
            pay_repetition(w)
            w.leaves += 1
            return True
        if edge.child == NO_NODE:
            edge.child = node_for(w, s)
        else:
            nodes[edge.child].visits += 1
        here = np.int64(edge.child)


def select(w, node):
    """The number of the edge to follow: for a player the most urgent, for chance any, by its probability."""
    edges = tree_edges(w)
    first, last = np.int64(node.first), np.int64(node.first + node.count)
    if node.player == CHANCE:
        point = portion(w.dice)
        for number in range(first, last - 1):
            point -= edges[number].total
            if point < 0:
                return number
        return last - 1
    while w.in_turn and node.tried < node.count:  # edges are in random order
        number = first + node.tried
        node.tried += 1
        if edges[number].state == OPEN:
            return number
    spread = w.c * sqrt(log(node.visits))
    best, chosen, settled = -inf, np.int64(NO_NODE), np.int64(NO_NODE)
    for number in range(first, last):
        edge = edges[number]
        if edge.state == OPEN or (edge.state == SURE_EDGE and not w.clips):
            value = urgency(w, edge, node.player, spread)
            if value > best:
                best, chosen = value, number
        elif edge.state != BANNED and (settled == NO_NODE or edge.state < edges[settled].state):
            settled = number
    return settled if chosen == NO_NODE else chosen


def urgency(w, edge, player, spread):
    """How much a move deserves the next simulation."""
    value = mean(w, edge, player) if edge.visits > 0 else w.urgency
    value = hinted(w, edge, with_others(w, edge, player, value))
    return value + spread / sqrt(max(edge.visits, 1))


@seam("options")
def mean(w, edge, player):
    """The mean reward of the simulations through an edge."""
    return edge.total / edge.visits


def expand(w, node, s):
    """Give a node its edges, in random order."""
    edges, out = tree_edges(w), w.moves[1]
    by_chance = node.player == CHANCE
    count = chance(s, out, w.probs[0]) if by_chance else moves(s, out)
    first = add_edges(w, np.int64(count))
    for number in range(count):
        edge = edges[first + number]
        if by_chance:
            edge.total = w.probs[0, number]
        else:
            other = number + below(w.dice, np.int64(count - number))
            out[number], out[other] = out[other], out[number]
        edge.move = out[number]
    node.first = first
    node.count = count
    promise(w, node, s)


@seam("options")
def node_for(w, s):
    """The number of the node for a position behind an edge that was not tried."""
    return new_node(w, s)


def new_node(w, s):
    """The number of a new node."""
    nodes, new = tree_nodes(w), add_node(w, mover(s))
    if ended(w, s):
        payoff(s, w.payoff, given_afresh(w, 1))
        settle(nodes[new], w.payoff)
        w.news = w.solver
    else:
        if w.use_bounds and mover(s) != CHANCE:
            w.news = look(w, nodes[new], s)
        judge(w, nodes[new], s)
    return new


def withdraw(w):
    """Forget the visits of a simulation that had no end."""
    nodes, edges = tree_nodes(w), tree_edges(w)
    for step in range(w.nodes_passed):
        nodes[w.node_path[step]].visits -= 1
    for step in range(w.nodes_passed - 1):
        edges[w.edge_path[step]].visits -= 1


def back_up(w):
    """Count the outcome for every node and move on the path, from its end to the root."""
    nodes, edges = tree_nodes(w), tree_edges(w)
    mark_playout(w)
    for step in range(w.nodes_passed - 1, -1, -1):
        node = nodes[w.node_path[step]]
        if w.clips and clip(w, node):
            share_out(w)
        for player in range(SEATS):
            node.payoffs[player] += w.payoff[player]
            node.rewards[player] += w.reward[player]
        if step < w.edges_passed:
            edge = edges[w.edge_path[step]]
            if node.player != CHANCE:
                edge.total += w.reward[node.player]
            count_others(w, node, edge.move)
            if step + 1 < w.nodes_passed:
                pass_on(w, node, edge)
                if w.news:
                    w.news = tighten(w, node)


def repeats(w, ply, s):
    """Whether the position that a path comes to at this distance from the root stood there before."""
    w.trail[PAST + ply] = np.uint64(identity(s))
    return earlier(w, ply, s) != NOWHERE


def pay_repetition(w):
    """What a repetition at the end of a path brings: nobody is ahead, or who moved last loses."""
    nodes = tree_nodes(w)
    player, step = np.int64(CHANCE), w.edges_passed - 1
    while player == CHANCE and step >= 0:
        player, step = np.int64(nodes[w.node_path[step]].player), step - 1
    for each in range(SEATS):
        w.payoff[each] = w.half_sum
        if AGAIN != DRAW and player != CHANCE:
            others = (SEATS * w.half_sum - w.floor) / (SEATS - 1)
            w.payoff[each] = w.floor if each == player else others


# --- transpositions: one node for a position, however it was reached --------------------------------------------------


def shared_node_for(w, s):
    """The position may have a node already."""
    k = np.uint64(hash_state(s))  # not `key`: what has the same one, such as a mirror image, may have other moves
    nodes, places = tree_nodes(w), tree_places(w)
    place = k & np.uint64(places.shape[0] - 1)
    found = np.int64(places[place])
    if found != FIRST_NODE and nodes[found].key == k:
        nodes[found].visits += 1
        w.hits += 1
        return found
    new = new_node(w, s)
    nodes[new].key = k
    places[place] = new
    return new


def mean_of_position(w, edge, player):
    """From all simulations through the position behind the edge (UCT2: Childs, Brodeur & Kocsis 2008)."""
    if edge.child == NO_NODE:
        return edge.total / edge.visits
    node = tree_nodes(w)[edge.child]
    return node.rewards[player] / node.visits


TRANSPOSING = {node_for: shared_node_for, mean: mean_of_position}
