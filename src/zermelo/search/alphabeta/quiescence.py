"""Quiescence: do not judge a position in the middle of an exchange.

At the horizon only noisy moves, such as captures, are searched on. The mover may also "stand pat" and take the
estimate, since there is a quiet move, unless noisy moves are all there is. Without it, what lies one ply beyond the
horizon is not seen (the horizon effect, Berliner 1973).
"""

from math import inf

import numpy as np

from zermelo.core.kernel import Extent, Field, make
from zermelo.core.vocabulary import mover, moves, noisy, over
from zermelo.search.alphabeta.distance import estimated, farther, nearer
from zermelo.search.alphabeta.minimax import leaf
from zermelo.search.alphabeta.order import pick, rank
from zermelo.search.events import CUT, DONE, ENTER, note
from zermelo.search.seams import seam
from zermelo.search.view import judgement
from zermelo.search.workspace import enter, follow


def quieting(extent: Extent) -> list[Field]:
    """What quiescence needs in the workspace."""
    return [("quiescence", np.int64)]  # plies of noisy moves, at most


def judge(w, ply, depth, alpha, beta):
    """In place of `quiesce` for rules without `noisy` moves: all positions are quiet."""
    return leaf(w, ply, 0)


@seam("options")
def quiesce(w, ply: int, depth: int, alpha: float, beta: float) -> float:
    """A bound on the value of row `ply`, entered and not over, with at most `depth` plies of noisy moves.

    The contract is that of `alphabeta`, fail-soft.
    """
    s = w.stack[ply]
    out = w.moves[ply]
    count = noisy(s, out) if depth > 0 and ply + 2 < w.stack.shape[0] else 0
    if count == 0:
        return leaf(w, ply, 0)
    best = -inf
    entered_alpha = alpha
    if moves(s, out) != count:
        count = noisy(s, out)
        w.evaluations += 1
        w.horizon += 1
        best = estimated(w, judgement(w, ply))
        alpha = max(alpha, best)
    tried = 0
    ranked = rank(w, ply, count, -1)
    while tried < count and best < beta:
        move = pick(w, ply, tried, count) if ranked else out[tried]
        tried += 1
        child = make(w, ply, move)
        if not enter(w, ply + 1):
            return best
        w.line_length[ply + 1] = 0
        low, high = farther(w, alpha), farther(w, beta)
        if mover(child) != mover(s):
            low, high = -high, -low
        note(w, ENTER, ply + 1, move, 0, low, high, 0.0)
        if over(child):
            value = leaf(w, ply + 1, 0)
        else:
            value = quiesce(w, ply + 1, depth - 1, low, high)
        if w.stop:
            return best
        value = nearer(w, value if mover(child) == mover(s) else -value)
        if value > best:
            best = value
            if best > alpha:
                alpha = best
                follow(w, ply, move)
    if tried < count:
        w.cuts += 1
    note(w, CUT if tried < count else DONE, ply, w.path[ply], 0, entered_alpha, beta, best)
    return best
