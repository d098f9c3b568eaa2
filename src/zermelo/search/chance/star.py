"""Star1 and Star2: alpha-beta for games with chance. The value of expectimax from fewer nodes.

Where chance moves, the sum of what its outcomes may still bring bounds the expected value, since every value lies in
[L, U]. With x = sum of p_j v_j for the outcomes seen, and the others between floor_j and ceiling_j, outcome i matters
only in the window

    A_i = (alpha - x - sum of p_j ceiling_j over later j) / p_i   <   v_i   <
    B_i = (beta  - x - sum of p_j floor_j   over later j) / p_i

At first floor = L and ceiling = U (Star1). Star2 looks at a few replies to each outcome first, the promising ones: the
best of them is a floor where MAX is to move, a ceiling where MIN is. That alone often cuts, and narrows the windows
where it does not. `probing` says how many replies: 0 is Star1, 1 is Star2, more is Star2.5.

Ballard 1983; Hauk, Buro & Schaeffer 2004; bounds of chance nodes in the table: Veness & Blair 2007.
"""

from math import inf
from typing import Any

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, make
from zermelo.core.options import Option
from zermelo.core.primitives import CHANCE
from zermelo.core.vocabulary import chance, mover, over, stuck
from zermelo.search.alphabeta.alphabeta import magnitude
from zermelo.search.alphabeta.deepening import deepen
from zermelo.search.alphabeta.enhancements import OPTIONS, equip
from zermelo.search.alphabeta.order import ordering, pick, rank, reward
from zermelo.search.alphabeta.table import consult, entries, flags_for, has_table, move_of, probe, save, tabling
from zermelo.search.chance.expectimax import beyond_chance, equip_for_chance, expecting, settled
from zermelo.search.driver import Search
from zermelo.search.events import CUT, DONE, ENTER, HIT, LEAF, PROBE, note
from zermelo.search.method import method
from zermelo.search.view import choices, entry_key
from zermelo.search.workspace import enter, follow

NAMES = ("plain", "deepening", "table", "replacement", "deeper", "symmetries", "order", "killers", "history")
STAR1 = {name: OPTIONS[name] for name in NAMES}
UNUSED = {"pvs": False, "bounds": False, "quiescence": 0, "quick": False, "extensions": False, "reductions": False}
PROBING = Option.of("probing", 1, "replies to each outcome that are looked at first; 0: Star1", low=0, high=1000)
WITH_CHANCE = "two opposed players, with or without chance, nothing hidden"


def refuses(game: Game) -> str:
    """Why they would be wrong about a game, or nothing."""
    if not game.two_player:
        return game.beyond_minimax()
    return beyond_chance(game)


def probing_first(extent: Extent) -> list[Field]:
    """How much is looked at before."""
    return [("probing", np.int64)]  # replies to each outcome


FIELDS = (expecting, ordering, tabling, probing_first)
ON_TREES = {"plain": True, "deepening": False}


@method("star1", options=STAR1, fields=FIELDS, refuses=refuses, fits=WITH_CHANCE, on_trees=ON_TREES,
        usual_on_trees=lambda game: 4 * (game.two_player and game.stochastic))  # fmt: skip
def run_star1(search: Search, **given: Any) -> None:
    """Alpha-beta with windows at chance nodes."""
    run_star2(search, probing=0, **given)


@method("star2", options={"probing": PROBING, **STAR1}, fields=FIELDS, refuses=refuses, fits=WITH_CHANCE,
        on_trees=ON_TREES, usual=lambda game: 2 * (game.two_player and game.stochastic))  # fmt: skip
def run_star2(search: Search, *, probing: int = 1, **given: Any) -> None:
    """The same after a look at some replies to each outcome."""
    chosen = equip(search, {**given, **UNUSED}, for_first_player=True)
    equip_for_chance(search)
    w = search.work
    w.probing = probing
    starred = search.kernel(star)

    def look(ply: int, height: int, alpha: float, beta: float) -> float:
        if search.position.mover == 1:
            return -starred(search.work, ply, height, -beta, -alpha)
        return starred(search.work, ply, height, alpha, beta)

    deepen(search, look, deepening=chosen.deepening, from_root=True)


def star(w, ply: int, height: int, alpha: float, beta: float) -> float:
    """A bound on v, the value of row `ply` for the first player, `height` players' moves ahead.

    alpha < result < beta:  v == result
            result <= alpha:  v <= result
            result >= beta:   v >= result
    """
    if not enter(w, ply):
        return 0.0
    s = w.stack[ply]
    w.line_length[ply] = 0
    note_from(w, ENTER, ply, height, alpha, beta, 0.0)
    if settled(w, ply, height):
        value = w.vectors[ply, 0] - w.half_sum
        note_from(w, LEAF, ply, height, 0.0, 0.0, value)
        return value

    # 1. The table: an entry may answer, narrow the window, or name a move to try first.
    entered_alpha, entered_beta, before, began = alpha, beta, w.horizon, w.nodes
    floor, ceiling, first, k = -inf, inf, -1, entry_key(w, ply)
    if has_table(w):
        low, high, first, value = consult(w, k, ply, height, alpha, beta)
        floor, ceiling = low if low > alpha else floor, high if high < beta else ceiling
        alpha, beta = low, high
        if alpha >= beta:
            w.hits += 1
            note_from(w, HIT, ply, height, entered_alpha, entered_beta, value)
            return value

    # 2. Where chance moves: probes. Each finds a floor of one outcome where MAX replies, a ceiling where MIN does.
    lowest, highest = w.lowest, -w.lowest
    out, best, early = w.moves[ply], -inf, False
    if mover(s) == CHANCE:
        probs, known = w.probs[ply], w.scores[ply]
        count = chance(s, out, probs)
        least, most = lowest, highest  # what the outcomes bring together, by what is known of each
        for i in range(count):
            known[i] = -inf
            if w.probing == 0 or early:
                continue
            child = make(w, ply, out[i])
            row, replier = ply + 1, mover(child)
            if replier == CHANCE or over(child) or stuck(child, w.moves[row]) or not enter(w, row):
                continue
            enough = lowest + (beta - least if replier == 0 else most - alpha) / probs[i]
            best = lowest  # as the one who replies sees it
            replies = promising(w, row, height, enough)
            for j in range(min(replies, w.probing)):
                make(w, row, pick(w, row, j, replies))
                if replier == 0:
                    best = max(best, star(w, row + 1, height - 1, best, enough))
                else:
                    best = max(best, -star(w, row + 1, height - 1, -enough, -best))
                if w.stop or best >= enough:
                    break
            if w.stop:
                return 0.0
            note(w, PROBE, row, out[i], height, lowest, enough, best)
            known[i] = best if replier == 0 else -best
            if replier == 0:
                least += probs[i] * (known[i] - lowest)
            else:
                most += probs[i] * (known[i] - highest)
            early = least >= beta or most <= alpha

        # 3. Outcome by outcome; `least` and `most` close in on the value.
        for i in range(0 if early else count):
            child = make(w, ply, out[i])
            p, floored = probs[i], known[i] > -inf and mover(child) == 0
            bottom = known[i] if floored else lowest
            top = known[i] if known[i] > -inf and not floored else highest
            low, high = top + (alpha - most) / p, bottom + (beta - least) / p
            value = top if low >= top else bottom
            if low < top and bottom < high and bottom < top:  # or else a probe has found out all there is to know
                a, b = max(low, bottom), min(high, top)
                if a >= b:  # by rounding
                    a, b = bottom, top
                value = star(w, ply + 1, height, a, b)
                if w.stop:
                    return 0.0
                value = min(max(value, bottom), top)
            least += p * (value - bottom)
            most += p * (value - top)
            early = value >= high or value <= low
            if early:  # whatever rounding made of the sums: a bound must not pass for a value
                if value >= high:
                    least = max(least, beta)
                else:
                    most = min(most, alpha)
                break
        value = most if most <= alpha and least < beta else least

    # 4. Where a player moves: the best move, as the mover sees it.
    else:
        sign = -1.0 if mover(s) == 1 else 1.0
        low, high = (alpha, beta) if sign > 0.0 else (-beta, -alpha)
        count = choices(w, ply)
        ranked = rank(w, ply, count, first)
        for i in range(count):
            move = pick(w, ply, i, count) if ranked else out[i]
            make(w, ply, move)
            if sign > 0.0:
                value = star(w, ply + 1, height - 1, low, high)
            else:
                value = -star(w, ply + 1, height - 1, -high, -low)
            if w.stop:
                return sign * best
            if value > best:
                best = value
                if best > low or i == 0:
                    follow(w, ply, move)
                    first = move
                low = max(low, best)
                if best >= high:
                    early = i + 1 < count
                    reward(w, ply, move, magnitude(w.nodes - began))
                    break
        value = sign * best

    # 5. Remember.
    value = min(max(value, floor), ceiling)
    w.cuts += early
    note_from(w, CUT if early else DONE, ply, height, entered_alpha, entered_beta, value)
    if has_table(w):
        flags = flags_for(value, entered_alpha, entered_beta, w.horizon == before)
        save(w, k, value, first, height, flags, magnitude(w.nodes - began))
    return value


def promising(w, row, height, enough):
    """Begin to probe row `row`: how many replies there are, ranked."""
    w.line_length[row] = 0
    note(w, ENTER, row, w.path[row], height, w.lowest, enough, 0.0)
    first = -1
    if has_table(w):
        found, _, meta = probe(entries(w), entry_key(w, row), w.generation)
        first = move_of(meta) if found else -1
    count = choices(w, row)
    if not rank(w, row, count, first):
        for i in range(count):
            w.scores[row, i] = 0.0
    return count


def note_from(w, event, ply, height, alpha, beta, value):
    """Note what happens, as the player to move in row `ply` sees it; before chance moves, the first player."""
    if mover(w.stack[ply]) == 1:
        note(w, event, ply, w.path[ply], height, -beta, -alpha, -value)
    else:
        note(w, event, ply, w.path[ply], height, alpha, beta, value)
