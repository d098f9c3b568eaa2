"""Run a search to be looked at, on an explicit tree or from a position of a game.

It is as the lectures have it (no table, no clever order, one depth) unless it is asked for more: `Method.on_trees`.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

from zermelo.core.game import Game, Position
from zermelo.core.options import Option, with_setting
from zermelo.errors import Problem
from zermelo.search import Limit, methods
from zermelo.search.alphabeta.enhancements import SWITCHED_OFF
from zermelo.search.method import NOTHING_DRAWN, description, find, foremost
from zermelo.search.workspace import FOREVER
from zermelo.tree.trace import Trace, trace
from zermelo.tree.view import Shown, picture


def usual_on_trees(game: Game) -> str:
    """The method that shows most on a tree; nothing where there is no method for it."""
    return "" if game.hidden else foremost(game, methods.values(), lambda each: each.usual_on_trees(game)).name


def plainly(text: str) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A described method as a name, limits and options, with those that make it plain where nothing else is said."""
    name, limits, given = description(text)
    return name, limits, {**find(name).on_trees, **given}


def options_of(name: str) -> list[Option]:
    """The options of a method, with the values that they have on a tree if nothing is said."""
    method = find(name)
    usual = {**(SWITCHED_OFF if "plain" in method.on_trees else {}), **method.on_trees}
    plain = {key: type(option.default)(usual.get(key, option.default)) for key, option in method.options.items()}
    return [replace(option, default=plain[key], value=plain[key]) for key, option in method.options.items()]


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
    name, limits, options = plainly(method)
    if why := find(name).undrawn(position.game):
        raise Problem(why)
    limits["depth"] = min(depth or FOREVER, limits.get("depth", FOREVER))  # with a time alone, it would deepen
    if seconds:
        limits["time"] = min(seconds, limits.get("time", seconds))
    limit = Limit(**limits)
    return trace(position, method=name, limit=limit, window=window, rows=rows, compiled=compiled, **options)


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
    vectors = done.method.vectors(position.game)
    return picture(position, done.iterations[-1], done.analysis.pv, types=types, vectors=vectors, plies=plies)


def showable(game: Game) -> list[str]:
    """The methods that can be watched on a game."""
    known = (each for each in methods.values() if each.draws != NOTHING_DRAWN and not each.undrawn(game))
    return [each.name for each in known if not each.refuses(game)]


def unpruned(game: Game) -> str:
    """The method that looks at everything, to compare others with."""
    if game.hidden:
        return ""
    complete = [each for each in methods.values() if each.unpruned is not None]
    chosen = foremost(game, complete, lambda each: each.usual_on_trees(game))
    described = chosen.name
    for option, value in (chosen.unpruned or {}).items():
        described = with_setting(described, option, value)
    return described
