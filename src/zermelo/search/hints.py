"""What the rules' evaluation says, as a help to simulations that have only begun. Nothing, unless options ask for it.

Two ways to use it. Progressive bias (Chaslot and others 2008) adds `bias` * prior / (n + 1) to a move with n
simulations. Implicit minimax (Lanctot and others 2014) lets the evaluation of the nodes go up the tree as minimax
would, and mixes it into the mean with weight `minimax`. Either way an edge's `prior`, from 0 to 1, is for who moves.
"""

from math import inf

from zermelo.primitives import CHANCE
from zermelo.search.searchtree import NOTHING
from zermelo.vocabulary import estimate, mover, over, payoff, play, seats


def judge(w, weights, nodes, node, s):
    """Note what the evaluation says of a new node. (This one says nothing.)"""


def judge_by_rules(w, weights, nodes, node, s):
    """`judge`, where hints are asked for."""
    if mover(s) != CHANCE:
        estimate(s, weights, nodes[node].judged)
        w.evaluations += 1
    else:
        for player in range(seats()):
            nodes[node].judged[player] = w.half_sum


def promise(w, t, weights, nodes, edges, node, s):
    """Note what the evaluation says of every move of a node. (This one says nothing.)"""


def promise_by_rules(w, t, weights, nodes, edges, node, s):
    """`promise`, where a bias is asked for."""
    player = nodes[node].player
    if player == CHANCE:
        return
    for edge in range(nodes[node].first, nodes[node].first + nodes[node].count):
        w.stack[2] = s
        after = w.stack[2]
        play(after, edges[edge].move)
        if over(after):
            payoff(after, w.payoff)
        elif mover(after) == CHANCE:
            w.payoff[player] = w.half_sum
        else:
            estimate(after, weights, w.payoff)
            w.evaluations += 1
        edges[edge].prior = scaled(t, w.payoff[player])


def pass_on(t, nodes, edges, node, edge):
    """An edge's prior is what its child is judged by, and a node is judged by what its player likes best."""
    player = nodes[node].player
    best, likes = NOTHING, -inf
    if player != CHANCE:
        edges[edge].prior = scaled(t, nodes[edges[edge].child].judged[player])
        for other in range(nodes[node].first, nodes[node].first + nodes[node].count):
            if edges[other].child != NOTHING and edges[other].prior > likes:
                best, likes = other, edges[other].prior
        for each in range(seats()):
            nodes[node].judged[each] = nodes[edges[best].child].judged[each]
        return
    for each in range(seats()):
        known = judged = 0.0
        for other in range(nodes[node].first, nodes[node].first + nodes[node].count):
            if edges[other].child != NOTHING:
                known += edges[other].total
                judged += edges[other].total * nodes[edges[other].child].judged[each]
        nodes[node].judged[each] = judged / known


def scaled(t, value):
    """A payoff, as a number from 0 to 1."""
    return (value - t.lowest) / (t.highest - t.lowest) if t.highest > t.lowest else 0.5
