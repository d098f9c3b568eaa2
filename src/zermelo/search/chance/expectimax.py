"""Expectimax: every player takes what is best for themselves, and chance is averaged over. The definition itself.

For two opposed players this is expectiminimax; payoffs are vectors, so it serves one player against chance and many
players as well. `height` counts players' moves: what chance does between them costs no height. With b moves, n outcomes
and m moves to look ahead it visits b^m n^m leaves. Prefer `star2` for two opposed players: it returns the same value
from fewer nodes.

Only an evaluation that is right up to a positive linear transformation leads to the right choice: here, unlike in
minimax, it matters by how much one position is better than another.

Michie 1966; the name: Ballard 1983.
"""

from math import inf

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, given_at, make
from zermelo.core.options import Option
from zermelo.core.primitives import CHANCE
from zermelo.core.vocabulary import SEATS, chance, estimate, mover, moves, over, payoff, stuck
from zermelo.search.alphabeta.deepening import deepen, move_looked_at
from zermelo.search.driver import Search
from zermelo.search.events import DONE, ENTER, LEAF, note
from zermelo.search.method import VALUES, method
from zermelo.search.seams import seam
from zermelo.search.workspace import enter, follow, sound

ROOM = 4  # rows that a search with probes may need below a node

OPTIONS = {"deepening": Option.of("deepening", True, "search 1 move deep, then 2, then 3...")}


def beyond_chance(game: Game) -> str:
    """Why searches through chance would be wrong about a game, or nothing."""
    if game.hidden:
        return "hidden information"
    return "repetitions that are not draws" if game.rules.repetition in ("loss", "forbidden") else ""


FITS = "any players, with or without chance, nothing hidden"


def expecting(extent: Extent) -> list[Field]:
    """What every player may expect in each row."""
    return [("vectors", np.float64, (extent.rows, extent.seats))]


def has_many(game: Game) -> bool:
    """Whether one number does not tell what every player gets."""
    return not game.two_player


@method("expectimax", options=OPTIONS, fields=(expecting,), refuses=beyond_chance, fits=FITS, draws=VALUES,
        vectors=has_many, on_trees={"deepening": False}, assumes="if all play for themselves", unpruned={},
        usual=has_many, usual_on_trees=lambda game: 1)  # fmt: skip
def run(search: Search, *, deepening: bool = True) -> None:
    """Full-width search; every player maximises their own payoff, on average."""
    w = search.work
    equip_for_chance(search)
    vectors = search.kernel(expectimax)

    def look(ply: int, height: int, alpha: float, beta: float) -> float:
        vectors(search.work, ply, height)
        return search.vector_found(move_looked_at(search, ply), w.vectors[ply])

    deepen(search, look, deepening=deepening, from_root=True)


def equip_for_chance(search: Search) -> None:
    """Rules without `estimate` judge a position only for the player to move: before a roll, take the average."""
    if not search.game.has("estimate"):
        search.replaced.put("options", {foresee: foresee_on_average})


def expectimax(w, ply: int, height: int) -> int:
    """Leave in `w.vectors[ply]` what each player may expect from row `ply` on."""
    if not enter(w, ply):
        return 0
    s = w.stack[ply]
    player = mover(s)
    viewer = max(player, 0)  # what is logged is for the player to move; before chance moves, for the first one
    w.line_length[ply] = 0
    note(w, ENTER, ply, w.path[ply], height, -inf, inf, 0.0)
    expected = w.vectors[ply]
    if settled(w, ply, height):
        note(w, LEAF, ply, w.path[ply], height, 0.0, 0.0, expected[viewer] - w.half_sum)
        return 0
    out = w.moves[ply]
    if player == CHANCE:
        count = chance(s, out, w.probs[ply])
        for each in range(SEATS):
            expected[each] = 0.0
        for i in range(count):
            make(w, ply, out[i])
            expectimax(w, ply + 1, height)
            if w.stop:
                return 0
            for each in range(SEATS):
                expected[each] += w.probs[ply, i] * w.vectors[ply + 1, each]
    else:
        count = moves(s, out)
        for i in range(count):
            make(w, ply, out[i])
            expectimax(w, ply + 1, height - 1)
            if w.stop:
                return 0
            if i == 0 or w.vectors[ply + 1, player] > expected[player]:
                for each in range(SEATS):
                    expected[each] = w.vectors[ply + 1, each]
                follow(w, ply, out[i])
    note(w, DONE, ply, w.line[ply, 0], height, -inf, inf, expected[viewer] - w.half_sum)
    return 0


def settled(w, ply, height):
    """Whether row `ply` is not searched further: `w.vectors[ply]` is then its payoff, or an estimate."""
    s = w.stack[ply]
    if over(s) or (mover(s) != CHANCE and stuck(s, w.moves[ply])):
        payoff(s, w.vectors[ply], given_at(w, ply))
        w.leaves += 1
        return True
    if height <= 0 or ply + ROOM >= w.stack.shape[0]:
        foresee(w, ply)
        for seat in range(SEATS):
            w.vectors[ply, seat] = sound(w, w.vectors[ply, seat])
        w.leaves += 1
        w.evaluations += 1
        w.horizon += 1
        return True
    return False


@seam("options")
def foresee(w, ply):
    """Leave in `w.vectors[ply]` what the rules estimate that each player gets in row `ply`."""
    estimate(w.stack[ply], w.vectors[ply], given_at(w, ply))


def foresee_on_average(w, ply: int) -> int:
    """The same by the `evaluate` of the positions after the next roll, where chance is to move."""
    s = w.stack[ply]
    if mover(s) != CHANCE or ply + 2 >= w.stack.shape[0]:
        estimate(s, w.vectors[ply], given_at(w, ply))
        return 0
    count = chance(s, w.moves[ply], w.probs[ply])
    for each in range(SEATS):
        w.vectors[ply, each] = 0.0
    for i in range(count):
        move = w.moves[ply, i]
        make(w, ply, move)
        after = w.stack[ply + 1]
        if over(after) or (mover(after) != CHANCE and stuck(after, w.moves[ply + 1])):
            payoff(after, w.vectors[ply + 1], given_at(w, ply + 1))
        else:
            foresee_on_average(w, ply + 1)
        for each in range(SEATS):
            w.vectors[ply, each] += w.probs[ply, i] * w.vectors[ply + 1, each]
    return 0
