"""Alpha-beta: the minimax value without looking at branches that cannot change it. The method to start with.

Negamax form with a transposition table and iterative deepening, fail-soft or fail-hard. Knuth & Moore 1975; the
fail-soft form is Fishburn 1983, the table Greenblatt 1967.
"""

from math import inf

import numpy as np

from zermelo.errors import unknown
from zermelo.search.deepening import deepen
from zermelo.search.driver import Search, method
from zermelo.search.events import CUT, DONE, ENTER, HIT
from zermelo.search.minimax import leaf
from zermelo.search.table import LOWER, UPPER, place_of, save, table_of
from zermelo.search.work import FOREVER, advance, enter, follow
from zermelo.vocabulary import key, mover, moves, note, over, play


@method("alphabeta")
def run(search: Search, *, fail: str = "soft", table: float = 32.0, deepening: bool = True) -> None:
    """Alpha-beta with a transposition table of `table` MB (0: none).

    `fail`: return bounds outside the window (soft), or at its edge (hard).
    """
    if fail not in ("soft", "hard"):
        raise unknown("value of option fail", fail, ("soft", "hard"))
    search.work.hard = fail == "hard"
    search.table = table_of(table)
    look = search.kernel(alphabeta)
    deepen(
        search,
        lambda ply, height, alpha, beta: look(*search.arguments, search.table, ply, height, alpha, beta),
        deepening=deepening,
    )


def alphabeta(w, weights, log, table, ply, height, alpha, beta):
    """A bound on v, the value of row `ply` searched `height` plies deep, for the player to move there.

    alpha < result < beta:  v == result
            result <= alpha:  v <= result     (fail-hard: result == alpha)
            result >= beta:   v >= result     (fail-hard: result == beta)
    """
    if not enter(w, ply):
        return 0.0
    s = w.stack[ply]
    w.line_length[ply] = 0
    note(w, log, ENTER, ply, w.path[ply], height, alpha, beta, 0.0)

    # 1. The end of the game, or of the horizon.
    if over(s) or height == 0 or ply + 2 == w.stack.shape[0]:
        return within(w, leaf(w, weights, log, ply, height), alpha, beta)

    # 2. The table: an entry from a search at least as high may answer, narrow the window, or name a move to try first.
    entered_alpha, entered_beta, before = alpha, beta, w.horizon
    floor, ceiling, narrowed = -inf, inf, False
    first = -1
    remembers = table.shape[0] > 1
    k = np.uint64(key(s)) if remembers else np.uint64(0)
    entry = place_of(table, k)
    if remembers and entry.flag != 0 and entry.key == k:
        first = entry.move
        if entry.height >= height:
            if entry.flag & LOWER and entry.value > alpha:
                alpha = floor = entry.value
            if entry.flag & UPPER and entry.value < beta:
                beta = ceiling = entry.value
            narrowed = alpha > entered_alpha or beta < entered_beta
            if narrowed and entry.height < FOREVER:
                w.horizon += 1
            if alpha >= beta:
                w.hits += 1
                note(w, log, HIT, ply, w.path[ply], height, alpha, beta, entry.value)
                return within(w, entry.value, entered_alpha, entered_beta)

    # 3. The moves, the table's first.
    out = w.moves[ply]
    count = moves(s, out)
    if count == 0:
        return within(w, leaf(w, weights, log, ply, height), entered_alpha, entered_beta)
    for i in range(1, count):
        if out[i] == first:
            out[i] = out[0]
            out[0] = first

    # 4. Raise alpha move by move; at beta the opponent would not let it come to this.
    best = -inf
    best_move = out[0]
    tried = 0
    for i in range(count):
        child = advance(w, ply, out[i])
        play(child, out[i])
        tried += 1
        if mover(child) == mover(s):
            value = alphabeta(w, weights, log, table, ply + 1, height - 1, alpha, beta)
        else:
            value = -alphabeta(w, weights, log, table, ply + 1, height - 1, -beta, -alpha)
        if w.stop:
            return best
        if value > best:
            best = value
            best_move = out[i]
            if best > alpha or i == 0:
                follow(w, ply, best_move)
            if best > alpha:
                alpha = best
            if best >= beta:
                break

    # 5. Remember. What the table proved holds, even where this search saw less far.
    if narrowed:
        best = min(max(best, floor), ceiling)
    best = within(w, best, entered_alpha, entered_beta)
    if tried < count:
        w.cuts += 1
        note(w, log, CUT, ply, w.path[ply], height, entered_alpha, entered_beta, best)
    else:
        note(w, log, DONE, ply, w.path[ply], height, entered_alpha, entered_beta, best)
    if remembers:
        save(w, entry, k, best, best_move, height, entered_alpha, entered_beta, before)
    return best


def within(w, value, alpha, beta):
    """Fail-hard results stay inside the window."""
    if w.hard:
        return min(max(value, alpha), beta)
    return value
