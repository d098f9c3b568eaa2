"""Which move to try first: the sooner the best one comes, the more alpha-beta cuts.

In this order: the move that the table remembers; moves that the rules' `order` puts above 0; killers, the two moves
that last made a cut at this distance from the root (Akl & Newborn 1977); the others by their history of cuts anywhere
in the tree (Schaeffer 1983; or Polk & Oommen 2015, see `adaptive`); moves that `order` puts below 0.
"""

from math import inf

import numpy as np

from zermelo.core.kernel import Extent, Field
from zermelo.search.many.adaptive import NO_RECALL, place_of, query
from zermelo.search.view import priority, side

CLASS = float(1 << 20)  # what one point of `order` weighs
KILLER = float(1 << 19)
MOST_HISTORY = 1 << 18
SLOTS = 4096  # of the history heuristic
RECALLED = 64  # moves on the list that orders itself


def ordering(extent: Extent) -> list[Field]:
    """What it takes to order moves, and to remember those that made cuts."""
    return [
        ("use_order", np.int64),
        ("use_killers", np.int64),
        ("use_history", np.int64),
        ("recall_rule", np.int64),  # of the list that orders itself: see `adaptive`
        ("recall_reach", np.int64),
        ("recall_length", np.int64),
        ("scores", np.float64, (extent.rows, extent.width)),  # of moves
        ("killers", np.int32, (extent.rows, 2)),
        ("history", np.int32, (extent.seats, SLOTS)),
        ("recalled", np.int32, (RECALLED,)),
    ]


def rank(w, ply, count, first):
    """Give each move of row `ply` a score; False if they may as well stay as the rules list them."""
    if first < 0 and not (w.use_order or w.use_killers or w.use_history or w.recall_rule):
        return False
    out, scores = w.moves[ply], w.scores[ply]
    player = side(w, ply)
    for i in range(count):
        move = out[i]
        score = 0.0
        if w.use_order:
            score = CLASS * priority(w, ply, i)
        if move == first:
            score = inf
        elif w.use_killers and move == w.killers[ply, 0]:
            score += KILLER + 1.0
        elif w.use_killers and move == w.killers[ply, 1]:
            score += KILLER
        elif w.use_history:
            score += w.history[player, slot_of(move)]
        if w.recall_rule != NO_RECALL:
            place = place_of(w.recalled, w.recall_length, move)
            score += MOST_HISTORY - place if place >= 0 else 0
        scores[i] = score
    return True


def pick(w, ply, i, count):
    """Bring the best of the moves from number `i` on to that place."""
    out, scores = w.moves[ply], w.scores[ply]
    best = i
    for j in range(i + 1, count):
        if scores[j] > scores[best]:
            best = j
    move, score = out[best], scores[best]
    out[best], scores[best] = out[i], scores[i]
    out[i], scores[i] = move, score
    return move


def reward(w, ply, move, size):
    """A move has made a cut after 2^size nodes: remember it as a killer and in the history."""
    if w.recall_rule != NO_RECALL:
        recall(w, move)
    if w.killers[ply, 0] != move:
        w.killers[ply, 1] = w.killers[ply, 0]
        w.killers[ply, 0] = move
    player, slot = side(w, ply), slot_of(move)
    w.history[player, slot] += 1 + size * size
    if w.history[player, slot] > MOST_HISTORY:
        for other in range(SLOTS):
            w.history[player, other] >>= 1


def recall(w, move):
    """Ask the list of moves for one; a new one joins at the end, in place of the last if the list is full."""
    if place_of(w.recalled, w.recall_length, move) < 0:
        w.recall_length = min(w.recall_length + 1, w.recalled.shape[0])
        w.recalled[w.recall_length - 1] = move
    query(w.recalled, w.recall_length, move, w.recall_rule, w.recall_reach)


def slot_of(move):
    """Where the history keeps a move; large codes share places."""
    return (move ^ (move >> 12)) & np.int32(SLOTS - 1)
