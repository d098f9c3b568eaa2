"""What the rules' evaluation says, as a help to simulations that have only begun. Nothing, unless it is asked for.

Two ways to use it. Progressive bias (Chaslot and others 2008) adds `bias` * prior / (n + 1) to a move with n
simulations. Implicit minimax (Lanctot and others 2014) lets the evaluation of the nodes go up the tree as minimax
would, and mixes it into the mean with weight `minimax`. Either way an edge's `prior`, from 0 to 1, is for who moves.
"""

from math import inf

import numpy as np

from zermelo.core.kernel import Extent, Field, given_afresh
from zermelo.core.primitives import CHANCE
from zermelo.core.vocabulary import SEATS, estimate, mover, over, payoff, play
from zermelo.search.montecarlo.nodes import NO_NODE, tree_edges, tree_nodes
from zermelo.search.seams import seam


def hinting(extent: Extent) -> list[Field]:
    """How much the evaluation counts."""
    return [("minimax", np.float64), ("bias", np.float64)]


# What simulations do without it:


@seam("options")
def judge(w, node, s):
    """Note what the evaluation says of a new node."""


@seam("options")
def promise(w, node, s):
    """Note what the evaluation says of every move of a node."""


@seam("options")
def pass_on(w, node, edge):
    """What is thought of a node follows from its children; `edge` led to the one that has changed."""


@seam("options")
def hinted(w, edge, value):
    """The mean reward to expect of a move, from `value`, that of its simulations."""
    return value


# And with it:


def judge_by_rules(w, node, s):
    if mover(s) != CHANCE:
        estimate(s, node.judged, given_afresh(w, 1))
        w.evaluations += 1
    else:
        for player in range(SEATS):
            node.judged[player] = w.half_sum


def promise_by_rules(w, node, s):
    player = node.player
    if player == CHANCE or w.bias == 0.0:
        return
    edges = tree_edges(w)
    for number in range(node.first, node.first + node.count):
        w.stack[2] = s
        after = w.stack[2]
        play(after, edges[number].move)
        if over(after):
            payoff(after, w.payoff, given_afresh(w, 2))
        elif mover(after) == CHANCE:
            w.payoff[player] = w.half_sum
        else:
            estimate(after, w.payoff, given_afresh(w, 2))
            w.evaluations += 1
        edges[number].prior = scaled(w, w.payoff[player])


def pass_on_best(w, node, edge):
    """An edge's prior is what its child is judged by, and a node is judged by what its player likes best."""
    player = node.player
    if player == CHANCE:
        judge_throw(w, node)
        return
    nodes, edges = tree_nodes(w), tree_edges(w)
    edge.prior = scaled(w, nodes[edge.child].judged[player])
    best, likes = nodes[edge.child], -inf
    for number in range(node.first, node.first + node.count):
        other = edges[number]
        if other.child != NO_NODE and other.prior > likes:
            best, likes = nodes[other.child], other.prior
    for each in range(SEATS):
        node.judged[each] = best.judged[each]


def judge_throw(w, node):
    """Before a throw, a node is judged by what may come of it, as far as that is known."""
    nodes, edges = tree_nodes(w), tree_edges(w)
    for each in range(SEATS):
        told = judged = 0.0
        for number in range(node.first, node.first + node.count):
            other = edges[number]
            if other.child != NO_NODE:
                told += other.total
                judged += other.total * nodes[other.child].judged[each]
        node.judged[each] = judged / told


def hinted_by_rules(w, edge, value):
    if edge.visits > 0:
        value = (1.0 - w.minimax) * value + w.minimax * edge.prior
    return value + w.bias * edge.prior / (edge.visits + 1)


def scaled(w, value):
    """A payoff, as a number from 0 to 1."""
    return (value - w.floor) / (w.ceiling - w.floor) if w.ceiling > w.floor else 0.5


REAL = {judge: judge_by_rules, promise: promise_by_rules, pass_on: pass_on_best, hinted: hinted_by_rules}
