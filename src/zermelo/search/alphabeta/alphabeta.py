"""Alpha-beta: the minimax value without looking at branches that cannot change it. The method to start with.

Negamax form, fail-soft or fail-hard, with everything that makes it fast, each an option: iterative deepening with
aspiration windows, a transposition table, move ordering, null windows (principal variation search), quiescence,
extensions and reductions, bounds that the rules can prove, repetitions, a preference for quick wins, several threads.
Knuth & Moore 1975; fail-soft: Fishburn 1983; the table: Greenblatt 1967; null windows: Marsland & Campbell 1982,
Reinefeld 1983 (NegaScout); threads: Weill 1996 (ABDADA).
"""

from math import inf

import numpy as np

from zermelo.core.kernel import Extent, Field, given_at, make
from zermelo.core.vocabulary import AGAIN, ALLOWED, DRAW, FORBIDDEN, bounds, identity, over, remaining, stuck
from zermelo.search.alphabeta.deepening import deepen
from zermelo.search.alphabeta.distance import SURE, farther, nearer
from zermelo.search.alphabeta.enhancements import OPTIONS, equip
from zermelo.search.alphabeta.minimax import leaf
from zermelo.search.alphabeta.order import KILLER, ordering, pick, rank, reward
from zermelo.search.alphabeta.quiescence import quiesce, quieting
from zermelo.search.alphabeta.repetition import NOWHERE, PAST, blamed, earlier, hash_of_path, trailing
from zermelo.search.alphabeta.swindle import set_traps
from zermelo.search.alphabeta.table import begin, consult, finish, flags_for, has_table, is_busy, mark_of, save, tabling
from zermelo.search.alphabeta.threads import look_with
from zermelo.search.driver import Search
from zermelo.search.events import CUT, DONE, ENTER, HIT, LEAF, note
from zermelo.search.method import method
from zermelo.search.view import choices, entry_key, learn, side, worth
from zermelo.search.workspace import enter, follow


def pruning(extent: Extent) -> list[Field]:
    """What kind of search: see the options."""
    return [
        ("hard", np.int64),
        ("pvs", np.int64),
        ("use_bounds", np.int64),
        ("extensions", np.int64),
        ("reductions", np.int64),
        ("root_height", np.int64),
        ("threads", np.int64),
        ("later", np.int8, (extent.rows, extent.width)),  # moves put off because another thread has them
    ]


SHARED = 3  # plies below which threads do not tell each other what they are at
LATE = 3  # moves of a position before the late ones


FIELDS = (ordering, trailing, tabling, quieting, pruning)
ON_TREES = {"plain": True, "deepening": False}  # as the lectures have it


@method("alphabeta", options=OPTIONS, fields=FIELDS, on_trees=ON_TREES,
        usual=lambda game: game.two_player, usual_on_trees=lambda game: 3 * game.two_player)  # fmt: skip
def run(search: Search, **given: object) -> None:
    """Alpha-beta with all that makes it fast, and whatever is switched on or off: see `enhancements.OPTIONS`."""
    chosen = equip(search, given)
    look = look_with(search, alphabeta, chosen.threads)
    deepen(search, look, deepening=chosen.deepening, aspiration=chosen.aspiration, endgame=chosen.endgame)
    if chosen.errors:
        set_traps(search, chosen.errors)


def alphabeta(w, ply: int, height: int, alpha: float, beta: float) -> float:
    """A bound on v, the value of row `ply` searched `height` plies deep, for the player to move there.

    alpha < result < beta:  v == result
            result <= alpha:  v <= result     (fail-hard: result == alpha)
            result >= beta:   v >= result     (fail-hard: result == beta)
    """
    if not enter(w, ply):
        return 0.0
    s = w.stack[ply]
    w.line_length[ply] = 0
    note(w, ENTER, ply, w.path[ply], height, alpha, beta, 0.0)

    # 1. The end of the game; a position that stood on the path before; the horizon, if it is quiet there.
    if over(s):
        return within(w, leaf(w, ply, height), alpha, beta)
    if AGAIN != ALLOWED:
        w.trail[PAST + ply] = np.uint64(identity(s))
        if AGAIN != FORBIDDEN and ply > 0:
            row = earlier(w, ply, s)
            if row != NOWHERE:
                w.anchor = min(w.anchor, row)
                w.leaves += 1
                value = 0.0 if AGAIN == DRAW else blamed(w, ply)
                note(w, LEAF, ply, w.path[ply], height, 0.0, 0.0, value)
                return within(w, value, alpha, beta)
    if height <= 0 or ply + 2 == w.stack.shape[0]:
        return within(w, quiesce(w, ply, w.quiescence, alpha, beta), alpha, beta)

    # 2. What can be proved by looking: the rules' bounds, and that no win or loss is here yet. (Not at the root, where
    #    a move is wanted.)
    entered_alpha, entered_beta, before, began = alpha, beta, w.horizon, w.nodes
    floor, ceiling = -inf, inf
    if w.use_bounds and ply > 0 and not stuck(s, w.moves[ply]):
        floor, ceiling = provable(w, ply)
    if floor >= beta or ceiling <= alpha or floor == ceiling:
        value = floor if floor >= beta else ceiling
        w.leaves += 1
        note(w, LEAF, ply, w.path[ply], height, alpha, beta, value)
        return within(w, value, alpha, beta)
    alpha, beta = max(alpha, floor), min(beta, ceiling)

    # 3. The table: an entry may answer, narrow the window, or name a move to try first.
    first = -1
    remembers = has_table(w) and (w.near_end == 0 or remaining(s) > w.near_end)
    k = np.uint64(0)
    if remembers:
        k = entry_key(w, ply)
        if AGAIN != ALLOWED and w.paths:
            k = hash_of_path(w, ply, s, k)
        low, high, first, value = consult(w, k, ply, height, alpha, beta)
        floor, ceiling = low if low > alpha else floor, high if high < beta else ceiling
        alpha, beta = low, high
        if alpha >= beta:
            w.hits += 1
            note(w, HIT, ply, w.path[ply], height, entered_alpha, entered_beta, value)
            return within(w, value, entered_alpha, entered_beta)

    # 4. The moves, in a promising order.
    out = w.moves[ply]
    count = choices(w, ply)
    if count == 0:
        return within(w, leaf(w, ply, height), entered_alpha, entered_beta)
    ranked = rank(w, ply, count, first)
    below = height - 1
    if count == 1 and w.extensions and ply < 2 * w.root_height:
        below = height  # a forced move is no choice: look one ply further

    # 5. Raise alpha move by move; at beta the opponent would not let it come to this. Moves that another thread is
    #    searching wait for a second round.
    anchor, w.anchor = w.anchor, NOWHERE
    best = -inf
    best_move = strongest = first
    tried = postponed = 0
    shared = w.threads > 1 and height >= SHARED
    for second_round in range(2):
        for i in range(count):
            if second_round:
                if not w.later[ply, i]:
                    continue
                move = out[i]
            else:
                move = pick(w, ply, i, count) if ranked else out[i]
                if shared:
                    w.later[ply, i] = tried > 0 and is_busy(w, mark_of(k, move))
                    if w.later[ply, i]:
                        postponed += 1
                        continue
            child = make(w, ply, move)
            if AGAIN == FORBIDDEN:
                w.trail[PAST + ply + 1] = np.uint64(identity(child))
                row = earlier(w, ply + 1, child)
                if row != NOWHERE:
                    w.anchor = min(w.anchor, row)
                    continue
            tried += 1
            if shared:
                begin(w, mark_of(k, move))

            # 6. The first move gets the whole window. The others need only be refuted: a null window shows whether they
            #    are better, late ones with less height; only then they are searched as the first one was.
            narrow = w.pvs and tried > 1 and alpha > -inf
            upper = min(above(alpha), beta) if narrow else beta
            less = 0
            if w.reductions and narrow and tried > LATE and below > 2 and ranked and w.scores[ply, i] < KILLER:
                less = 1 + (tried > 2 * LATE and below > 4)
            while True:
                low, high = farther(w, alpha), farther(w, upper)
                if side(w, ply + 1) != side(w, ply):
                    low, high = -high, -low
                value = alphabeta(w, ply + 1, below - less, low, high)
                if side(w, ply + 1) != side(w, ply):
                    value = -value
                value = nearer(w, value)
                if w.stop or value <= alpha or (less == 0 and (upper == beta or value >= beta)):
                    break
                if less == 0:
                    upper = beta
                less = 0
            if shared:
                finish(w, mark_of(k, move))
            if w.stop:
                return best
            if value > best:
                best = value
                strongest = move
                if best > alpha or tried == 1:
                    best_move = move if best > alpha or first < 0 else first
                    follow(w, ply, move)
                if best > alpha:
                    alpha = best
                if best >= beta:
                    break
        if best >= beta or postponed == 0:
            break
    if tried == 0:  # every move would repeat a position
        w.leaves += 1
        best = worth(w, ply)
        w.anchor = min(w.anchor, anchor)
        note(w, LEAF, ply, w.path[ply], height, entered_alpha, entered_beta, best)
        return within(w, best, entered_alpha, entered_beta)

    # 7. Remember. What was proved before holds, even where this search saw less far.
    early = best >= beta and tried < count
    size = magnitude(w.nodes - began)
    if best >= beta:
        reward(w, ply, best_move, size)
    learn(w, ply, strongest)
    best = within(w, min(max(best, floor), ceiling), entered_alpha, entered_beta)
    w.cuts += early
    note(w, CUT if early else DONE, ply, w.path[ply], height, entered_alpha, entered_beta, best)
    if remembers and w.anchor >= ply:
        flags = flags_for(best, entered_alpha, entered_beta, w.horizon == before)
        save(w, k, best, best_move, height, flags, size)
    w.anchor = min(w.anchor, anchor)
    return best


def provable(w, ply):
    """Bounds on the value of row `ply`, which is not over, from its rules; a sure win may still be far away."""
    low, high = bounds(w.stack[ply], given_at(w, ply))
    low, high = low - w.half_sum, high - w.half_sum
    if w.step > 0.0:
        soonest = 0.0 if AGAIN == FORBIDDEN else w.step  # all moves may be forbidden, which ends the game here
        low = max(min(low, SURE), w.lowest + soonest)
        high = min(max(high, -SURE), -w.lowest - soonest)
    return low, high


def magnitude(count):
    """The binary logarithm of a count, rounded down; at most 31."""
    size = 0
    while count > 1 and size < 31:
        count >>= 1
        size += 1
    return size


def above(alpha):
    """The upper end of a null window: anything above alpha that is still far below the next value of any use."""
    return alpha + 2.0**-30 + abs(alpha) * 2.0**-45


def within(w, value, alpha, beta):
    """Fail-hard results stay inside the window."""
    if w.hard:
        return min(max(value, alpha), beta)
    return value
