"""Max-n: every player takes what is best for themselves. Payoffs are vectors, one number for each player.

The value of a game for many is a vector, and not always a single one: it depends on how ties are broken (see `Ties` and
`theory.outcomes`). Nothing can be cut by comparing two players' values, unless the payoffs have a sum and a least:

    immediate     the mover has the highest payoff there is (with every kind of pruning)
    shallow       what the mover has here, and what the one before already has elsewhere, leave nothing more to get
                  for the latter (Korf 1991)
    last-branch   the same over up to n plies, where each player in between is at their last move and has nothing for
                  the first one that would be better (Sturtevant 2003)
    speculative   the same before the last move; if the first player would want the result after all, what was cut is
                  searched again (Sturtevant 2003)

Luckhardt & Irani 1986. Prefer paranoid or best-reply search to play well in little time; prefer this to see what
players want.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, given_at, make
from zermelo.core.options import Option
from zermelo.core.vocabulary import SEATS, estimate, mover, moves, over, payoff, stuck
from zermelo.search.alphabeta.deepening import deepen, move_looked_at
from zermelo.search.alphabeta.order import ordering, pick, rank
from zermelo.search.driver import Search
from zermelo.search.events import CUT, DONE, ENTER, LEAF, note
from zermelo.search.many.paranoid import FOR_MANY, beyond_many
from zermelo.search.method import VALUES, method
from zermelo.search.seams import seam
from zermelo.search.workspace import enter, follow, sound

FIRST, WORST, BEST = range(3)  # of equal results: the first, the one that is worst or best for the player at the root
TIES = {"first": FIRST, "worst": WORST, "best": BEST}
LOST = ("loss", "forbidden")  # kinds of repetition
UNPRUNED, SHALLOW, LAST_BRANCH, SPECULATIVE = range(4)
PRUNING = {"none": UNPRUNED, "shallow": SHALLOW, "last-branch": LAST_BRANCH, "speculative": SPECULATIVE}
OPTIONS = {
    option.name: option
    for option in (
        Option.of("ties", "first", "of equal results: the first, or the worst or best for the player at the root",
               choices=tuple(TIES)),
        Option.of("pruning", "speculative", "what is cut; all find the same", choices=tuple(PRUNING)),
        Option.of("order", True, "try moves in the order of the rules' `order`"),
        Option.of("deepening", True, "search 1 ply deep, then 2, then 3..."),
    )
}  # fmt: skip


def refuses(game: Game) -> str:
    """It knows no path: a repetition that is not a draw would escape it."""
    return beyond_many(game) or ("repetitions that are not draws" if game.rules.repetition in LOST else "")


def vectoring(extent: Extent) -> list[Field]:
    """What every player gets in each row, and what is cut for whose sake."""
    return [
        ("vectors", np.float64, (extent.rows, extent.seats)),
        ("ties", np.int64),
        ("pruning", np.int64),
        ("doubts", np.int32, (extent.rows, extent.width)),  # for whose sake a branch was cut
        ("later", np.int8, (extent.rows, extent.width)),  # whether it was
        ("searched", np.int8, (extent.rows,)),  # whether a row has a result
        ("last_branch", np.int8, (extent.rows,)),
    ]


FIELDS = (ordering, vectoring)
ON_TREES = {"deepening": False}


def always(game: Game) -> bool:
    return True


def two_for_themselves(game: Game) -> bool:
    """Two players whose interests are not opposed, nothing left to chance."""
    return len(game.players) == 2 and not game.two_player and not game.stochastic


@method("maxn", options=OPTIONS, fields=FIELDS, refuses=refuses, fits=FOR_MANY, draws=VALUES, vectors=always,
        on_trees=ON_TREES, assumes="if all play for themselves", ties=True, unpruned={"pruning": "none"},
        usual=lambda game: 2 * two_for_themselves(game),
        usual_on_trees=lambda game: 2 * (not game.two_player and not beyond_many(game)))  # fmt: skip
def run(search: Search, **given: Any) -> None:
    """Every player maximises their own payoff."""
    vectors = search.kernel(maxn)
    run_with(search, lambda ply, height: vectors(search.work, ply, height), **given)


def run_with(search: Search, look: Callable[[int, int], None], **given: Any) -> None:
    """Deepen with a `look` that leaves a vector and a line in the row it is asked about."""
    w = search.work
    settings = {**{name: option.default for name, option in OPTIONS.items()}, **given}
    w.ties, w.use_order = TIES[settings["ties"]], settings["order"]
    w.pruning = PRUNING[settings["pruning"]] if search.game.payoff_sum is not None else UNPRUNED

    def looked(ply: int, height: int, alpha: float, beta: float) -> float:
        look(ply, height)
        return search.vector_found(move_looked_at(search, ply), w.vectors[ply])

    deepen(search, looked, deepening=settings["deepening"], from_root=True)


def maxn(w, ply: int, height: int) -> int:
    """Leave in `w.vectors[ply]` what each player gets from row `ply` on.

    The result is that of a search without cuts, or one that the player who would have to choose it rejects all the
    same. If it may be another one, because a branch was cut on speculation, the row is returned in which that player
    chooses; -1: it is certain.
    """
    if not enter(w, ply):
        return -1
    s = w.stack[ply]
    w.line_length[ply] = 0
    w.searched[ply] = 0
    note(w, ENTER, ply, w.path[ply], height, 0.0, 0.0, 0.0)
    player = mover(s)
    best = w.vectors[ply]
    if over(s) or height == 0 or ply + 2 == w.stack.shape[0] or stuck(s, w.moves[ply]):
        w.leaves += 1
        if over(s) or stuck(s, w.moves[ply]):
            payoff(s, best, given_at(w, ply))
        else:
            w.evaluations += 1
            w.horizon += 1
            estimate(s, best, given_at(w, ply))
            for seat in range(SEATS):
                best[seat] = sound(w, best[seat])
        note(w, LEAF, ply, w.path[ply], height, 0.0, 0.0, best[player])
        return -1
    count = moves(s, w.moves[ply])
    ranked = rank(w, ply, count, -1)
    doubted = chosen = 0
    cut = -1
    i = 0
    while i < count:
        move = pick(w, ply, i, count) if ranked else w.moves[ply, i]
        w.later[ply, i] = 0
        w.last_branch[ply] = i == count - 1 and doubted == 0
        make(w, ply, move)
        doubt = maxn(w, ply + 1, height - 1)
        if w.stop:
            return -1
        if doubt >= 0 and doubt < ply:
            w.later[ply, i] = 1
            w.doubts[ply, i] = doubt
            doubted += 1
        elif w.searched[ply] == 0 or prefers(w, player, w.vectors[ply + 1], best):
            take(w, ply, move)
            chosen = i
        i += 1
        cut = rejecting(w, ply, player)
        if cut >= 0 or has_all(w, ply, player):
            break
    early = i < count

    # What was cut on speculation counts for nothing so far. Where the player for whose sake it was cut would take the
    # result, it has to be looked at again; and so it has where cuts were made for the sake of two players.
    speculated = cut if cut < ply - 1 else -1
    back = speculated
    while doubted > 0:
        back, again = speculated, -1
        for j in range(i):
            if w.later[ply, j]:
                row = w.doubts[ply, j]
                wanted = w.searched[ply] == 0 or accepts(w, row, best)
                if wanted or (back >= 0 and back != row):
                    again = j
                    break
                back = row
        if again < 0:
            break
        before, has_result = w.pruning, w.searched[ply]
        w.pruning = min(before, LAST_BRANCH)
        w.last_branch[ply] = False
        if again < chosen:  # it came first: what came later cuts nothing from it
            w.searched[ply] = 0
        move = w.moves[ply, again]
        make(w, ply, move)
        maxn(w, ply + 1, height - 1)
        w.pruning, w.searched[ply] = before, has_result
        if w.stop:
            return -1
        w.later[ply, again] = 0
        doubted -= 1
        if has_result == 0:
            better = True
        elif again < chosen:
            better = not prefers(w, player, best, w.vectors[ply + 1])
        else:
            better = prefers(w, player, w.vectors[ply + 1], best)
        if better:
            take(w, ply, move)
            chosen = again
    w.cuts += early
    note(w, CUT if early else DONE, ply, w.line[ply, 0], height, 0.0, 0.0, best[player])
    return back if back < ply - 1 else -1


def take(w, ply, move):
    """The result of the next row is the best so far in row `ply`."""
    for each in range(SEATS):
        w.vectors[ply, each] = w.vectors[ply + 1, each]
    w.searched[ply] = 1
    follow(w, ply, move)


@seam("view")
def prefers(w, player, vector, other):
    """Whether a player would rather have `vector` than `other`, which came first."""
    return vector[player] > other[player] or (vector[player] == other[player] and breaks_tie(w, vector, other))


def breaks_tie(w, vector, other):
    """Whether of two equal results the later one is taken."""
    root = w.root_player
    if w.ties == WORST:
        return vector[root] < other[root]
    return w.ties == BEST and vector[root] > other[root]


def accepts(w, row, vector):
    """Whether the player who chooses in row `row` would take `vector`, with what they have by now."""
    return prefers(w, mover(w.stack[row]), vector, w.vectors[row])


def rejecting(w, ply, player):
    """Can the rest of row `ply` be cut? The row whose player will reject whatever comes of it, or -1.

    In rows a < ... < ply of different players each has at least v_a, ..., v_ply, and all payoffs add up to a sum. With

        v_a + ... + v_ply + what the others get at least >= sum

    no result from here is better for all of them. Either somebody between will not choose it, or the player of row a.
    """
    if w.searched[ply] == 0 or w.pruning == UNPRUNED:
        return -1
    worst = w.lowest + w.half_sum  # the least payoff
    known = w.vectors[ply, player] - worst
    among = 1 << player
    sure = True  # that nobody in between has anything that the player of the first row would take
    for row in range(ply - 1, max(ply - SEATS, -1), -1):
        one = mover(w.stack[row])
        if among & (1 << one) or w.searched[row] == 0:
            return -1
        among |= 1 << one
        known += w.vectors[row, one] - worst
        left = SEATS * (w.half_sum - worst) - known
        if left < 0.0 or (left == 0.0 and w.ties == FIRST):
            if row == ply - 1:
                return row
            for between in range(row + 1, ply):
                if not w.last_branch[between] or accepts(w, row, w.vectors[between]):
                    sure = False
            if sure:
                return ply - 1
            if w.pruning == SPECULATIVE:
                return row
        if w.pruning == SHALLOW:
            return -1
    return -1


def has_all(w, ply, player):
    """Whether a player has the highest payoff there is, and so need not look any further (immediate pruning)."""
    return w.pruning != UNPRUNED and w.ties == FIRST and w.searched[ply] and w.vectors[ply, player] >= w.highest
