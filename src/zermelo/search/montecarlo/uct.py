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

from zermelo.core.kernel import PAST
from zermelo.core.primitives import CHANCE, below, hash_state, portion
from zermelo.core.vocabulary import DRAW, FORBIDDEN, again, chance, identity, mover, moves, payoff, play, seats
from zermelo.core.vocabulary import NOTHING as NO_RULE
from zermelo.search.alphabeta.repetition import NOWHERE, earlier
from zermelo.search.montecarlo.amaf import count_others, mark_playout, refer_to, with_others
from zermelo.search.montecarlo.hints import hinted, judge, pass_on, promise
from zermelo.search.montecarlo.searchtree import (
    BANNED,
    FIRST,
    NOTHING,
    OPEN,
    PROVEN,
    add_edges,
    add_node,
    is_full,
    known,
)
from zermelo.search.montecarlo.simulation import ended, share_out, simulate
from zermelo.search.montecarlo.solver import clip, look, settle, tighten

AT_ONCE = 1e9  # the mean reward to expect of a move that is to come before all others
SECOND = 2  # the visit that gives a node its edges


def think(w, t, weights, nodes, edges, places, used, simulations):
    """Simulate; returns how many simulations were made: fewer if stopped, if the root is solved or the tree full."""
    for done in range(simulations):
        if w.nodes >= w.node_limit:
            w.stop = 1
        if w.stop or is_full(t, nodes, edges, used) or (t.solver and known(nodes[t.root])):
            return done
        t.serial += 1
        t.played = t.estimated = t.news = 0
        descend(w, t, weights, nodes, edges, places, used)
        share_out(w, t)
        back_up(w, t, nodes, edges)
    return simulations


def descend(w, t, weights, nodes, edges, places, used):
    """Go from the root to a position that is new, or known, or ends there, and leave its outcome in `w.payoff`.

    Visits are counted on the way down: to other threads, a simulation under way is one that was lost so far.
    """
    w.stack[1] = w.stack[0]
    s = w.stack[1]
    here = t.root
    nodes[here].visits += 1
    t.edges_passed = 0
    expanded = False
    for player in range(seats()):
        t.source[player] = NOTHING
    while True:
        # 1. A node. If all is known about it, or nothing yet, the path ends here.
        node = nodes[here]
        t.node[t.edges_passed] = here
        t.nodes_passed = t.edges_passed + 1
        w.nodes += 1
        w.deepest = max(w.deepest, t.edges_passed)
        if (t.solver or node.count == 0) and known(node):
            for player in range(seats()):
                w.payoff[player] = node.low[player]
            w.leaves += 1
            t.news = t.solver
            return
        fresh = node.count == 0 and (expanded or (here != t.root and node.visits < SECOND))
        if fresh or t.nodes_passed + 1 >= t.node.shape[0]:
            simulate(w, t, weights, s)
            return
        if node.count == 0:  # at most once in a simulation: there is room for no more
            expand(w, t, weights, edges, used, node, s)
            expanded = True

        # 2. A move.
        refer_to(t, edges, node, here)
        if again() == FORBIDDEN:
            w.stack[2] = s
        while True:
            number = select(w, t, nodes, edges, node)
            if number == NOTHING:
                break
            play(s, np.int64(edges[number].move))
            if again() != FORBIDDEN or not repeats(w, t.nodes_passed, s) or node.player == CHANCE:
                break
            edges[number].state = BANNED
            w.stack[1] = w.stack[2]
        if number == NOTHING:  # every move would repeat a position
            payoff(s, w.payoff)
            w.leaves += 1
            return
        edge = edges[number]
        edge.visits += 1
        t.edge[t.edges_passed] = number
        t.edges_passed += 1

        # 3. The node behind it.
        if again() != NO_RULE and again() != FORBIDDEN and repeats(w, t.edges_passed, s):
            pay_repetition(w, t, nodes)
            w.leaves += 1
            return
        if edge.child == NOTHING:
            edge.child = node_for(w, t, weights, nodes, places, used, s)
        else:
            nodes[edge.child].visits += 1
        here = np.int64(edge.child)


def select(w, t, nodes, edges, node):
    """The number of the edge to follow: for a player the most urgent, for chance any, by its probability."""
    first, last = np.int64(node.first), np.int64(node.first + node.count)
    if node.player == CHANCE:
        point = portion(w)
        for number in range(first, last - 1):
            point -= edges[number].total
            if point < 0:
                return number
        return last - 1
    while t.in_turn and node.tried < node.count:  # edges are in random order
        number = first + node.tried
        node.tried += 1
        if edges[number].state == OPEN:
            return number
    spread = t.c * sqrt(log(node.visits))
    best, chosen, settled = -inf, np.int64(NOTHING), np.int64(NOTHING)
    for number in range(first, last):
        edge = edges[number]
        if edge.state == OPEN or (edge.state == PROVEN and not t.clips):
            value = urgency(t, nodes, edges, edge, node.player, spread)
            if value > best:
                best, chosen = value, number
        elif edge.state != BANNED and (settled == NOTHING or edge.state < edges[settled].state):
            settled = number
    return settled if chosen == NOTHING else chosen


def urgency(t, nodes, edges, edge, player, spread):
    """How much a move deserves the next simulation."""
    value = mean(nodes, edge, player) if edge.visits > 0 else t.urgency
    value = hinted(t, edge, with_others(t, nodes, edges, edge, player, value))
    return value + spread / sqrt(max(edge.visits, 1))


def mean(nodes, edge, player):
    """The mean reward of the simulations through an edge."""
    return edge.total / edge.visits


def expand(w, t, weights, edges, used, node, s):
    """Give a node its edges, in random order."""
    out = w.moves[1]
    by_chance = node.player == CHANCE
    count = chance(s, out, w.probs[0]) if by_chance else moves(s, out)
    first = add_edges(t, edges, used, np.int64(count))
    for number in range(count):
        edge = edges[first + number]
        if by_chance:
            edge.total = w.probs[0, number]
        else:
            other = number + below(w, np.int64(count - number))
            out[number], out[other] = out[other], out[number]
        edge.move = out[number]
    node.first = first
    node.count = count
    promise(w, t, weights, edges, node, s)


def node_for(w, t, weights, nodes, places, used, s):
    """The number of the node for a position behind an edge that was not tried."""
    return new_node(w, t, weights, nodes, used, s)


def new_node(w, t, weights, nodes, used, s):
    """The number of a new node."""
    new = add_node(t, nodes, used, mover(s))
    if ended(w, s):
        payoff(s, w.payoff)
        settle(nodes[new], w.payoff)
        t.news = t.solver
    else:
        if t.use_bounds and mover(s) != CHANCE:
            t.news = look(nodes[new], s)
        judge(w, weights, nodes[new], s)
    return new


def back_up(w, t, nodes, edges):
    """Count the outcome for every node and move on the path, from its end to the root."""
    mark_playout(t)
    for step in range(t.nodes_passed - 1, -1, -1):
        node = nodes[t.node[step]]
        if t.clips and clip(w, node):
            share_out(w, t)
        for player in range(seats()):
            node.payoffs[player] += w.payoff[player]
            node.rewards[player] += t.reward[player]
        if step < t.edges_passed:
            edge = edges[t.edge[step]]
            if node.player != CHANCE:
                edge.total += t.reward[node.player]
            count_others(t, edges, node, edge.move)
            if step + 1 < t.nodes_passed:
                pass_on(t, nodes, edges, node, edge)
                if t.news:
                    t.news = tighten(t, nodes, edges, node)


def repeats(w, ply, s):
    """Whether the position that a path comes to at this distance from the root stood there before."""
    w.trail[PAST + ply] = np.uint64(identity(s))
    return earlier(w, ply, s) != NOWHERE


def pay_repetition(w, t, nodes):
    """What a repetition at the end of a path brings: nobody is ahead, or who moved last loses."""
    player, step = np.int64(CHANCE), t.edges_passed - 1
    while player == CHANCE and step >= 0:
        player, step = np.int64(nodes[t.node[step]].player), step - 1
    for each in range(seats()):
        w.payoff[each] = w.half_sum
        if again() != DRAW and player != CHANCE:
            others = (seats() * w.half_sum - t.lowest) / (seats() - 1)
            w.payoff[each] = t.lowest if each == player else others


# --- transpositions: one node for a position, however it was reached --------------------------------------------------


def shared_node_for(w, t, weights, nodes, places, used, s):
    """The position may have a node already."""
    k = np.uint64(hash_state(s))  # not `key`: what has the same one, such as a mirror image, may have other moves
    place = k & np.uint64(places.shape[0] - 1)
    found = np.int64(places[place])
    if found != FIRST and nodes[found].key == k:
        nodes[found].visits += 1
        w.hits += 1
        return found
    new = new_node(w, t, weights, nodes, used, s)
    nodes[new].key = k
    places[place] = new
    return new


def mean_of_position(nodes, edge, player):
    """From all simulations through the position behind the edge (UCT2: Childs, Brodeur & Kocsis 2008)."""
    if edge.child == NOTHING:
        return edge.total / edge.visits
    return nodes[edge.child].rewards[player] / nodes[edge.child].visits


SHARED = {node_for: shared_node_for, mean: mean_of_position}
