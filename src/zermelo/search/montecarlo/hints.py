"""What the rules' evaluation says, as a help to simulations that have only begun. Nothing, unless it is asked for.

Two ways to use it. Progressive bias (Chaslot and others 2008) adds `bias` * prior / (n + 1) to a move with n
simulations. Implicit minimax (Lanctot and others 2014) lets the evaluation of the nodes go up the tree as minimax
would, and mixes it into the mean with weight `minimax`. Either way an edge's `prior`, from 0 to 1, is for who moves.
"""

from math import inf

from zermelo.core.primitives import CHANCE
from zermelo.core.vocabulary import estimate, mover, over, payoff, play, seats
from zermelo.search.montecarlo.searchtree import NOTHING

# What simulations do without it:


def judge(w, weights, node, s):
    """Note what the evaluation says of a new node."""


def promise(w, t, weights, edges, node, s):
    """Note what the evaluation says of every move of a node."""


def pass_on(t, nodes, edges, node, edge):
    """What is thought of a node follows from its children; `edge` led to the one that has changed."""


def hinted(t, edge, value):
    """The mean reward to expect of a move, from `value`, that of its simulations."""
    return value


# And with it:


def judge_by_rules(w, weights, node, s):
    if mover(s) != CHANCE:
        estimate(s, weights, node.judged)
        w.evaluations += 1
    else:
        for player in range(seats()):
            node.judged[player] = w.half_sum


def promise_by_rules(w, t, weights, edges, node, s):
    player = node.player
    if player == CHANCE or t.bias == 0.0:
        return
    for number in range(node.first, node.first + node.count):
        w.stack[2] = s
        after = w.stack[2]
        play(after, edges[number].move)
        if over(after):
            payoff(after, w.payoff)
        elif mover(after) == CHANCE:
            w.payoff[player] = w.half_sum
        else:
            estimate(after, weights, w.payoff)
            w.evaluations += 1
        edges[number].prior = scaled(t, w.payoff[player])


def pass_on_best(t, nodes, edges, node, edge):
    """An edge's prior is what its child is judged by, and a node is judged by what its player likes best."""
    player = node.player
    if player == CHANCE:
        judge_throw(nodes, edges, node)
        return
    edge.prior = scaled(t, nodes[edge.child].judged[player])
    best, likes = nodes[edge.child], -inf
    for number in range(node.first, node.first + node.count):
        other = edges[number]
        if other.child != NOTHING and other.prior > likes:
            best, likes = nodes[other.child], other.prior
    for each in range(seats()):
        node.judged[each] = best.judged[each]


def judge_throw(nodes, edges, node):
    """Before a throw, a node is judged by what may come of it, as far as that is known."""
    for each in range(seats()):
        told = judged = 0.0
        for number in range(node.first, node.first + node.count):
            other = edges[number]
            if other.child != NOTHING:
                told += other.total
                judged += other.total * nodes[other.child].judged[each]
        node.judged[each] = judged / told


def hinted_by_rules(t, edge, value):
    if edge.visits > 0:
        value = (1.0 - t.minimax) * value + t.minimax * edge.prior
    return value + t.bias * edge.prior / (edge.visits + 1)


def scaled(t, value):
    """A payoff, as a number from 0 to 1."""
    return (value - t.lowest) / (t.highest - t.lowest) if t.highest > t.lowest else 0.5


REAL = {judge: judge_by_rules, promise: promise_by_rules, pass_on: pass_on_best, hinted: hinted_by_rules}
