"""The options of alpha-beta: every enhancement of the lectures by its name, to switch on, off, watch and measure."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from zermelo.core.kernel import link
from zermelo.core.options import Option
from zermelo.core.primitives import hash_state
from zermelo.core.vocabulary import key, key_of_orbit, noisy
from zermelo.errors import Problem
from zermelo.search.alphabeta.distance import STEP
from zermelo.search.alphabeta.quiescence import judge, quiesce
from zermelo.search.alphabeta.table import Table
from zermelo.search.driver import Search
from zermelo.search.many.adaptive import rule_of

OPTIONS = {
    option.name: option
    for option in (
        Option.of("plain", False, "only what is asked for: every enhancement begins switched off"),
        Option.of("fail", "soft", "bounds may lie outside the window (soft) or at its edge (hard)",
                choices=("soft", "hard")),
        Option.of("deepening", True, "search 1 ply deep, then 2, then 3..."),
        Option.of("aspiration", True, "begin each iteration with a narrow window around the value of the last one"),
        Option.of("pvs", True, "null windows for all moves but the first (principal variation search)"),
        Option.of("table", 32.0, "MB of the transposition table; 0: none", low=0, kept=Table),
        Option.of("replacement", "two-level", "keep the largest and the latest of two entries, or only the latest",
                choices=("two-level", "always")),
        Option.of("deeper", True, "let the table answer with results of higher searches too"),
        Option.of("near_end", 0, "do without the table where at most this many plies remain: a new search may be"
                " quicker", low=0),
        Option.of("symmetries", True, "one entry of the table for all images of a position"),
        Option.of("order", True, "try moves in the order of the rules' `order`"),
        Option.of("killers", True, "try moves early that made cuts at the same distance from the root"),
        Option.of("history", True, "try moves early that made cuts anywhere"),
        Option.of("adaptive", "none", "the same by a short list that orders itself: none, mtf, transposition, ahead(k),"
                " pos(k) (History-ADS)"),
        Option.of("bounds", True, "cut where the rules' `bounds` prove enough"),
        Option.of("quiescence", 16, "plies of `noisy` moves that may follow at the horizon; 0: none", low=0, high=1000),
        Option.of("extensions", False, "look one ply further after a forced move"),
        Option.of("reductions", False, "look less far after late moves, unless they turn out well"),
        Option.of("quick", True, "prefer quick wins and long losses, in games of win, draw and loss"),
        Option.of("paths", False, "the table tells apart positions that were reached by other paths (repetitions)"),
        Option.of("endgame", 0, "search to the end when at most this many plies remain", low=0),
        Option.of("errors", 0.0, "when lost: hope for an opponent who errs with this probability", low=0.0, high=1.0),
        Option.of("threads", 1, "threads that search together", low=1, high=64),
    )
}  # fmt: skip
SWITCHED_OFF: dict[str, Any] = {
    name: 0 for name, option in OPTIONS.items() if isinstance(option.default, bool | int | float)
}
SWITCHED_OFF |= {
    "fail": "soft",
    "adaptive": "none",
    "replacement": "two-level",
    "deeper": True,
    "symmetries": True,
    "threads": 1,
}


def equip(
    search: Search,
    given: Mapping[str, Any],
    *,
    view: Mapping[Callable, Callable] | None = None,
    for_first_player: bool = False,
) -> Any:
    """Prepare the workspace for the options given, and return all of them.

    `view`: how another method sees the game. `for_first_player`: whether all values in the table are this player's, and
    not those of whoever is to move.
    """
    usual = SWITCHED_OFF if given.get("plain") else {name: option.default for name, option in OPTIONS.items()}
    settings = SimpleNamespace(**{**usual, **given})
    w, game = search.work, search.game
    if "hard" in w.dtype.names:
        w.hard, w.use_bounds = settings.fail == "hard", settings.bounds
    w.two_level = settings.replacement == "two-level"
    w.use_order, w.use_killers, w.use_history = settings.order, settings.killers, settings.history
    w.step = STEP if settings.quick and game.win_or_lose else 0.0
    for name in ("pvs", "deeper", "near_end", "quiescence", "extensions", "reductions", "paths", "threads"):
        if name in w.dtype.names:
            w[name] = getattr(settings, name)
    if not settings.symmetries and game.replace.get(key) is key_of_orbit:
        search.replaced.put("options", {key: hash_state})
    w.recall_rule, w.recall_reach = rule_of(settings.adaptive)
    search.replaced.put("view", view or {})
    if view or noisy not in game.replace:
        search.replaced.put("options", {quiesce: judge})
    search.table = settings.table if isinstance(settings.table, Table) else Table(settings.table)
    search.filled = search.table.filled if search.table.on else search.filled
    if settings.threads > 1 and not search.table.on:
        raise Problem("threads work together through a table; with table=0 there can be only one")
    changing = ("bounds", "quiescence", "extensions", "reductions", "quick", "deeper")
    changes_values = tuple(getattr(settings, name) for name in changing)
    seen = view and (search.position.mover, *(function.__qualname__ for function in view.values()))
    kind = (settings.symmetries, settings.paths, changes_values, seen, for_first_player)
    search.table.serve((game, search.data.version, kind))
    search.table.for_first_player = for_first_player
    w.generation = search.table.generation
    w.killers = -1
    link(search.workspace, "table", search.table.entries)
    link(search.workspace, "busy", search.table.busy)
    return settings
