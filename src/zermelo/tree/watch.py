"""Run a search to be looked at, on an explicit tree or from a position of a game.

It is as the lectures have it (no table, no clever order, one depth) unless it is asked for more.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from zermelo.core.game import Game, Position
from zermelo.core.kernel import FOREVER
from zermelo.core.options import Option, parse
from zermelo.errors import Problem
from zermelo.search import Limit, Trace, methods, trace
from zermelo.search.alphabeta import enhancements
from zermelo.search.driver import beyond_many
from zermelo.tree.view import Shown, picture

PLAIN = {"plain": True, "deepening": False, "solver": False}
WINDOWLESS = ("minimax", "negamax", "maxn", "coalition", "expectimax")  # methods that compare nothing with a window


def usual_on_trees(game: Game) -> str:
    """The method that shows most on a tree; nothing where there is no method for it."""
    if game.hidden:
        return ""
    if game.stochastic:
        return "star1" if game.two_player else "expectimax"
    if game.two_player:
        return "alphabeta"
    return "expectimax" if beyond_many(game) else "maxn"


def plainly(method: str) -> tuple[str, dict[str, Any]]:
    """A described method as a name and options, with those that make it plain where nothing else is said."""
    name, _, rest = method.partition(":")
    known = methods[name].options if name in methods else {}
    return name, {key: value for key, value in PLAIN.items() if key in known} | parse(rest)


def options_of(name: str) -> list[Option]:
    """The options of a method, with the values that they have on a tree if nothing is said."""
    known = methods[name].options
    usual = enhancements.PLAIN if "plain" in known else {}
    plain = {key: type(option.default)({**usual, **PLAIN}.get(key, option.default)) for key, option in known.items()}
    return [replace(option, default=plain[key], value=plain[key]) for key, option in known.items()]


def watched(
    position: Position,
    method: str,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    window: tuple[float, float] = (-inf, inf),
    rows: int = 1_000_000,
    compiled: bool = True,
) -> Trace:
    """Search with a described method, such as `alphabeta:fail=hard`, and keep what happened."""
    name, options = plainly(method)
    if why := unshowable(name, position.game):
        raise Problem(why)
    limit = Limit(depth=depth or FOREVER, time=seconds)  # with a time alone, it would deepen
    return trace(position, method=name, limit=limit, window=window, rows=rows, compiled=compiled, **options)


def unshowable(name: str, game: Game) -> str:
    """Why a tree of moves in turn cannot show a search, or nothing."""
    if name == "bestreply+":
        return "bestreply+ plays whole rounds at a time, which a tree of single moves cannot show"
    if name == "bestreply" and len(game.players) > 2:
        return "bestreply lets opponents miss their turns, which a tree of the rules' moves cannot show"
    return ""


def finds_vectors(name: str, game: Game) -> bool:
    """Whether a search finds what every player gets."""
    return name in ("maxn", "coalition") or (name == "expectimax" and not game.two_player)


def pictured(
    position: Position,
    done: Trace | None,
    *,
    types: Mapping[tuple[int, ...], str] | None = None,
    plies: int | None = None,
) -> Shown:
    """The tree below a position with what the last iteration of a search did there."""
    if done is None or not done.iterations:
        return picture(position, None, types=types, plies=plies)
    vectors = finds_vectors(done.analysis.method, position.game)
    return picture(position, done.iterations[-1], done.analysis.pv, types=types, vectors=vectors, plies=plies)


def showable(game: Game) -> list[str]:
    """The methods that can be watched on a game."""
    known = (name for name in methods if name != "flat" and not unshowable(name, game))
    return [name for name in known if not methods[name].refuses(game)]


def unpruned(game: Game) -> str:
    """The method that looks at everything, to compare others with."""
    if game.hidden:
        return ""
    if game.stochastic or beyond_many(game):
        return "expectimax"
    return "minimax" if game.two_player else "maxn:pruning=none"
