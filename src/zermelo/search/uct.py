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

from zermelo.primitives import CHANCE, below
from zermelo.search.amaf import count_also, mark, mark_playout, refer_to, source_of
from zermelo.search.hints import judge, pass_on, promise
from zermelo.search.repetition import NOWHERE, earlier
from zermelo.search.searchtree import BANNED, FIRST, NOTHING, OPEN, add_edges, add_node, known
from zermelo.search.simulation import ended, share_out, simulate
from zermelo.search.solver import clip, look, settle, tighten
from zermelo.search.work import PAST
from zermelo.vocabulary import (
    DRAW,
    FORBIDDEN,
    again,
    chance,
    identity,
    key,
    mover,
    moves,
    payoff,
    play,
    seats,
)
from zermelo.vocabulary import NOTHING as NO_RULE

AT_ONCE = 1e9  # the mean reward to expect of a move that is to come before all others
SECOND = 2  # the visit that gives a node its edges


def think(w, t, weights, nodes, edges, places, used, simulations):
    """Simulate; returns how many simulations were made: fewer if stopped, if the root is solved or the tree full."""
    widest = w.moves.shape[1]
    for done in range(simulations):
        if w.nodes >= w.node_limit:
            w.stop = 1
        full = used[0] + t.threads > nodes.shape[0] or used[1] + t.threads * widest > edges.shape[0]
        if w.stop or full or (t.solver and known(nodes, t.root)):
            return done
        t.serial += 1
        t.played = t.estimated = t.news = 0
        descend(w, t, weights, nodes, edges, places, used)
        share_out(w, t)
        back_up(t, w, nodes, edges)
    return simulations


def descend(w, t, weights, nodes, edges, places, used):
    """Go from the root to a position that is new, or known, or ends there, and leave its outcome in `w.payoff`.

    Visits are counted on the way down: to other threads, a simulation under way is one that was lost so far.
    """
    w.stack[1] = w.stack[0]
    s = w.stack[1]
    here = t.root
    nodes[here].visits += 1
    for player in range(seats()):
        t.source[player] = NOTHING
    t.edges_passed = 0
    while True:
        # 1. A node. If all is known about it, or nothing yet, the path ends here.
        t.node[t.edges_passed] = here
        t.nodes_passed = t.edges_passed + 1
        w.nodes += 1
        if t.nodes_passed > w.deepest + 1:
            w.deepest = t.edges_passed
        if (t.solver or nodes[here].count == 0) and known(nodes, here):
            for player in range(seats()):
                w.payoff[player] = nodes[here].low[player]
            w.leaves += 1
            return
        if nodes[here].count == 0:
            if here != t.root and nodes[here].visits < SECOND:
                simulate(w, t, weights, s)
                return
            expand(w, t, weights, nodes, edges, used, here, s)
        if t.nodes_passed + 1 >= t.node.shape[0]:
            simulate(w, t, weights, s)
            return

        # 2. A move.
        if t.reference > 0 and nodes[here].visits >= t.reference and nodes[here].player != CHANCE:
            refer_to(t, nodes, edges, here)
        if again() == FORBIDDEN:
            w.stack[2] = s
        while True:
            edge = select(w, t, nodes, edges, here)
            if edge == NOTHING:
                break
            play(s, edges[edge].move)
            if again() != FORBIDDEN or not repeats(w, t.nodes_passed, s):
                break
            edges[edge].state = BANNED
            w.stack[1] = w.stack[2]
        if edge == NOTHING:  # every move would repeat a position
            payoff(s, w.payoff)
            w.leaves += 1
            return
        edges[edge].visits += 1
        t.edge[t.edges_passed] = edge
        t.edges_passed += 1

        # 3. The node behind it.
        if again() != NO_RULE and again() != FORBIDDEN and repeats(w, t.edges_passed, s):
            pay_repetition(w, t, nodes[here].player)
            w.leaves += 1
            return
        if edges[edge].child == NOTHING:
            edges[edge].child = node_for(w, t, weights, nodes, places, used, s)
        else:
            nodes[edges[edge].child].visits += 1
        here = edges[edge].child


def select(w, t, nodes, edges, node):
    """The edge to follow: for a player the most urgent, for chance any, by its probability."""
    first, last = nodes[node].first, nodes[node].first + nodes[node].count
    if nodes[node].player == CHANCE:
        point = below(w, 1 << 30) / (1 << 30)
        for edge in range(first, last - 1):
            point -= edges[edge].total
            if point < 0:
                return edge
        return last - 1
    if t.urgency == inf and t.also == 0.0 and t.bias == 0.0:
        while nodes[node].tried < nodes[node].count:  # edges are in random order
            edge = first + nodes[node].tried
            nodes[node].tried += 1
            if edges[edge].state == OPEN:
                return edge
    spread = t.c * sqrt(log(nodes[node].visits))
    best, chosen, settled = -inf, NOTHING, NOTHING
    for edge in range(first, last):
        if edges[edge].state == OPEN:
            value = urgency(t, nodes, edges, edge, nodes[node].player, spread)
            if value > best:
                best, chosen = value, edge
        elif edges[edge].state != BANNED and (settled == NOTHING or edges[edge].state < edges[settled].state):
            settled = edge
    return settled if chosen == NOTHING else chosen


def urgency(t, nodes, edges, edge, player, spread):
    """How much a move deserves the next simulation."""
    visits = edges[edge].visits
    if visits > 0:
        value = edges[edge].total / visits
        if t.shared and edges[edge].child != NOTHING:
            value = nodes[edges[edge].child].rewards[player] / nodes[edges[edge].child].visits
    else:
        value = AT_ONCE if t.urgency == inf else t.urgency
    if t.also > 0.0:
        source = source_of(t, nodes, edges, edge, player)
        if source != NOTHING and edges[source].also_visits > 0:
            also = float(edges[source].also_visits)
            weight = also / (also + visits + t.also * also * visits)
            value = (1.0 - weight) * value + weight * float(edges[source].also_total) / also
    if t.minimax > 0.0 and visits > 0:
        value = (1.0 - t.minimax) * value + t.minimax * edges[edge].prior
    return value + spread / sqrt(max(visits, 1)) + t.bias * edges[edge].prior / (visits + 1)


def expand(w, t, weights, nodes, edges, used, node, s):
    """Give a node its edges, in random order."""
    out = w.moves[1]
    by_chance = nodes[node].player == CHANCE
    count = chance(s, out, w.probs[0]) if by_chance else moves(s, out)
    first = add_edges(edges, used, count)
    for number in range(count):
        edge = edges[first + number]
        if by_chance:
            edge.total = w.probs[0, number]
        else:
            other = number + below(w, count - number)
            out[number], out[other] = out[other], out[number]
        edge.move = out[number]
    nodes[node].first = first
    nodes[node].count = count
    promise(w, t, weights, nodes, edges, node, s)


def node_for(w, t, weights, nodes, places, used, s):
    """A new node for a position; or the one it has, if positions are shared."""
    k = np.uint64(0)
    place = np.uint64(0)
    if t.shared:
        k = np.uint64(key(s))
        place = k & np.uint64(places.shape[0] - 1)
        found = places[place]
        if found != FIRST and nodes[found].key == k:
            nodes[found].visits += 1
            w.hits += 1
            return np.int64(found)
    new = add_node(nodes, used, mover(s), t.lowest, t.highest)
    nodes[new].key = k
    if ended(w, s):
        payoff(s, w.payoff)
        settle(w, nodes, new)
        t.news = t.solver
    else:
        if t.solver and t.use_bounds and mover(s) != CHANCE:
            t.news = look(nodes, new, s)
        judge(w, weights, nodes, new, s)
    if t.shared:
        places[place] = new
    return new


def back_up(t, w, nodes, edges):
    """Count the outcome for every node and move on the path, from its end to the root."""
    if t.also > 0.0:
        mark_playout(t)
    news = t.news
    for step in range(t.nodes_passed - 1, -1, -1):
        node = t.node[step]
        if t.solver and clip(w, nodes, node):
            share_out(w, t)
        for player in range(seats()):
            nodes[node].payoffs[player] += w.payoff[player]
            nodes[node].rewards[player] += t.reward[player]
        player = nodes[node].player
        if step < t.edges_passed:
            edge = t.edge[step]
            if player != CHANCE:
                edges[edge].total += t.reward[player]
            if t.also > 0.0:
                mark(t, edges[edge].move, player)
                count_also(t, nodes, edges, node)
            if step + 1 < t.nodes_passed:
                if t.minimax > 0.0:
                    pass_on(t, nodes, edges, node, edge)
                if news:
                    news = tighten(t, nodes, edges, node)


def repeats(w, ply, s):
    """Whether the position that a path comes to at this distance from the root stood there before."""
    w.trail[PAST + ply] = np.uint64(identity(s))
    return earlier(w, ply, s) != NOWHERE


def pay_repetition(w, t, player):
    """What a repetition brings: nobody is ahead, or who brought it about loses."""
    for each in range(seats()):
        w.payoff[each] = w.half_sum
        if again() != DRAW and player != CHANCE:
            others = (seats() * w.half_sum - t.lowest) / (seats() - 1)
            w.payoff[each] = t.lowest if each == player else others
