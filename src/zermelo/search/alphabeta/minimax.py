"""Minimax and negamax: what is a position worth if both sides play their best? The definition itself, in full width.

Prefer alpha-beta in practice: it returns the same value from far fewer nodes. These two are the yardstick. `height` is
how many plies to look ahead; where it runs out, `evaluate` stands in for the truth. Both visit b^d leaves of a uniform
tree of depth d and need room for one path only.

Zermelo 1913, von Neumann 1928; the depth-limited form is Shannon 1950.
"""

from math import inf

from zermelo.core.game import Game
from zermelo.core.kernel import make
from zermelo.core.vocabulary import mover, moves, over, stuck
from zermelo.search.alphabeta.deepening import deepen
from zermelo.search.alphabeta.distance import estimated
from zermelo.search.driver import Search
from zermelo.search.events import DONE, ENTER, LEAF, note
from zermelo.search.method import VALUES, method
from zermelo.search.view import judgement, worth
from zermelo.search.workspace import enter, follow


def refuses(game: Game) -> str:
    """They know no path: a repetition that is not a draw would escape them."""
    paths_matter = game.rules.repetition in ("loss", "forbidden")
    return game.beyond_minimax() or ("repetitions that are not draws" if paths_matter else "")


@method("minimax", refuses=refuses, draws=VALUES, unpruned={},
        usual_on_trees=lambda game: 2 * (game.two_player and not game.stochastic))  # fmt: skip
def run_minimax(search: Search) -> None:
    """Full-width search from the view of the player at the root (MAX)."""
    search_all = search.kernel(minimax)
    deepen(search, lambda ply, height, alpha, beta: search_all(search.work, ply, height), from_root=True)


@method("negamax", refuses=refuses, draws=VALUES)
def run_negamax(search: Search) -> None:
    """Full-width search from the view of the player to move."""
    search_all = search.kernel(negamax)
    deepen(search, lambda ply, height, alpha, beta: search_all(search.work, ply, height))


def minimax(w, ply: int, height: int) -> float:
    """The value of row `ply` for MAX, the player at the root."""
    if not enter(w, ply):
        return 0.0
    s = w.stack[ply]
    out = w.moves[ply]
    to_move = mover(s)
    sign = 1.0 if to_move == w.root_player else -1.0
    w.line_length[ply] = 0
    note(w, ENTER, ply, w.path[ply], height, -inf, inf, 0.0)
    if over(s) or height == 0 or ply + 2 == w.stack.shape[0]:
        return sign * leaf(w, ply, height)
    count = moves(s, out)
    if count == 0:
        return sign * leaf(w, ply, height)
    best = -sign * inf
    for i in range(count):
        make(w, ply, out[i])
        value = minimax(w, ply + 1, height - 1)
        if w.stop:
            return best
        if sign * value > sign * best:
            best = value
            follow(w, ply, out[i])
    note(w, DONE, ply, w.path[ply], height, -inf, inf, sign * best)
    return best


def negamax(w, ply: int, height: int) -> float:
    """The value of row `ply` for the player to move there; the sign changes when the mover does, and only then."""
    if not enter(w, ply):
        return 0.0
    s = w.stack[ply]
    out = w.moves[ply]
    w.line_length[ply] = 0
    note(w, ENTER, ply, w.path[ply], height, -inf, inf, 0.0)
    if over(s) or height == 0 or ply + 2 == w.stack.shape[0]:
        return leaf(w, ply, height)
    count = moves(s, out)
    if count == 0:
        return leaf(w, ply, height)
    best = -inf
    for i in range(count):
        child = make(w, ply, out[i])
        value = negamax(w, ply + 1, height - 1)
        if w.stop:
            return best
        if mover(child) != mover(s):
            value = -value
        if value > best:
            best = value
            follow(w, ply, out[i])
    note(w, DONE, ply, w.path[ply], height, -inf, inf, best)
    return best


def leaf(w, ply, height):
    """The value of a position that is not searched further, for the player to move: its payoff, or an estimate."""
    s = w.stack[ply]
    w.leaves += 1
    if over(s) or stuck(s, w.moves[ply]):
        value = worth(w, ply)
    else:
        w.evaluations += 1
        w.horizon += 1
        value = estimated(w, judgement(w, ply))
    note(w, LEAF, ply, w.path[ply], height, 0.0, 0.0, value)
    return value
