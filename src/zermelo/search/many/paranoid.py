"""Paranoid: everybody else is thought to play against the player at the root, as one opponent.

That makes two sides of any number of players, and so alpha-beta serves with all its enhancements; it cuts only where
the sides meet. What opponents would gain for themselves is not seen, so the value is a pessimist's: never more than
what max-n promises. With n players the best case is b^(d (n-1)/n) leaves. Sturtevant & Korf 2000.
"""

from collections.abc import Callable

from zermelo.core.game import Game
from zermelo.core.kernel import given_at
from zermelo.core.vocabulary import estimate, mover, payoff
from zermelo.search import view
from zermelo.search.alphabeta.alphabeta import FIELDS, ON_TREES, alphabeta
from zermelo.search.alphabeta.deepening import deepen
from zermelo.search.alphabeta.enhancements import OPTIONS, equip
from zermelo.search.alphabeta.threads import look_with
from zermelo.search.driver import Search
from zermelo.search.method import method
from zermelo.search.view import side as decides
from zermelo.search.workspace import sound

UNUSED = {"bounds": False, "quiescence": 0, "quick": False, "errors": 0.0, "near_end": 0}  # they speak of the mover
MANY = {name: option for name, option in OPTIONS.items() if name not in UNUSED}


FOR_MANY = "players who move in turn, nothing left to chance or hidden"


def beyond_many(game: Game) -> str:
    """Why searches for many players would be wrong about a game, or nothing."""
    if len(game.players) < 2:
        return "one player"
    if game.stochastic or game.hidden:
        return "hidden information" if game.hidden else "chance moves"
    return "repetitions that are lost" if game.rules.repetition == "loss" and len(game.players) > 2 else ""


def many_in_turn(game: Game) -> bool:
    """More than two players, nothing left to chance."""
    return len(game.players) > 2 and not game.stochastic


@method("paranoid", options=MANY, fields=FIELDS, refuses=beyond_many, fits=FOR_MANY, on_trees=ON_TREES,
        assumes="if all others play against it", usual=lambda game: 2 * many_in_turn(game))  # fmt: skip
def run(search: Search, **given: object) -> None:
    """Alpha-beta in which all other players are one opponent."""
    chosen = equip(search, {**given, **UNUSED}, view=PARANOID)
    look = look_with(search, alphabeta, chosen.threads)
    deepen(search, look, deepening=chosen.deepening, aspiration=chosen.aspiration, endgame=chosen.endgame)


def side(w, ply):
    """0: the player at the root; 1: the others."""
    return 0 if mover(w.stack[ply]) == w.root_player else 1


def worth(w, ply):
    """The payoff of the player at the root, with the sign of the side that decides."""
    payoff(w.stack[ply], w.payoff, given_at(w, ply))
    return for_side(w, ply, w.payoff[w.root_player] - w.half_sum)


def judgement(w, ply):
    """The estimate for the player at the root, with the sign of the side that decides."""
    estimate(w.stack[ply], w.payoff, given_at(w, ply))
    return for_side(w, ply, sound(w, w.payoff[w.root_player] - w.half_sum))


def for_side(w, ply, value):
    """A value for the player at the root as the side that decides in row `ply` sees it."""
    return value if decides(w, ply) == 0 else -value


PARANOID: dict[Callable, Callable] = {view.side: side, view.worth: worth, view.judgement: judgement}
