"""zermelo cache: where is the compiled code, and is it there for a game already?"""

import logging
import os
import sys
import time
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import JsonOption, print_json

if TYPE_CHECKING:
    from zermelo.core.game import Game
    from zermelo.core.workshop import Order


class Action(StrEnum):
    show = "show"
    warm = "warm"
    clear = "clear"


def cache(
    action: Annotated[Action, typer.Argument(help="show, warm or clear.")] = Action.show,
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="To warm: these games; by default all shipped ones.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show, fill or clear the folder of compiled code.

    A game is compiled once, when it is first searched: warm does it now, with the usual search, perft and random games.
    ZERMELO_CACHE=FOLDER moves the folder; ZERMELO_CACHE= turns it off. It stays within ZERMELO_CACHE_MB, by default
    500: what was not used for the longest goes first.

    Examples:

      zermelo cache

      zermelo cache warm othello hex:size=7 mygame.py

      zermelo cache clear
    """
    from zermelo.errors import Problem

    if games and action is not Action.warm:
        raise Problem(f"zermelo cache {action} takes no games; zermelo cache warm does")
    if action is Action.show:
        _show(json)
    elif action is Action.clear:
        _clear(json)
    else:
        _warm(games, json)


def _show(json: bool) -> None:
    from zermelo.core.cache import folder

    found = _contents()
    if json:
        print_json(found)
    else:
        size = f"{found['bytes'] / 1e6:.1f} of at most {found['limit_bytes'] / 1e6:g} MB"
        print(f"{found['files']} compiled kernels, {size}, in {folder() or 'nowhere (ZERMELO_CACHE is empty)'}")


def _contents() -> dict[str, Any]:
    from zermelo.core.cache import files, folder, limit

    found = files()
    return {
        "folder": str(folder() or ""),
        "files": len(found),
        "bytes": sum(file.stat().st_size for file in found),
        "limit_bytes": int(limit()),
    }


def _clear(json: bool) -> None:
    from zermelo.core.cache import clear, folder

    count, size = clear()
    if json:
        print_json({"folder": str(folder() or ""), "removed": count, "bytes": size})
    else:
        print(f"removed {count} files, {size / 1e6:.1f} MB, from {folder() or 'nowhere'}")


def _warm(wanted: list[str] | None, json: bool) -> None:
    """Compile game after game; Ctrl-C leaves what is done. It has failed if something is not there afterwards."""
    from zermelo.core.cache import folder
    from zermelo.core.catalogue import load, names
    from zermelo.errors import Problem

    if not folder():
        raise Problem("there is no cache to warm: ZERMELO_CACHE is empty")
    logging.getLogger("zermelo").setLevel(logging.WARNING)  # what is compiled is said here
    games = [load(spec) for spec in wanted or names()]
    done: list[dict[str, Any]] = []
    interrupted = False
    try:
        for game in games:
            done.append(_warmed(game))
            print(_line(done[-1]), file=sys.stderr if json else sys.stdout, flush=True)
    except KeyboardInterrupt:
        interrupted = True
    if json:
        print_json({**_contents(), "games": done, "interrupted": interrupted})
    elif interrupted:
        print(f"Interrupted after {len(done)} of {len(games)} games.")
    if any(each["lost"] for each in done):
        raise typer.Exit(1)


def _warmed(game: "Game") -> dict[str, Any]:
    """Have a game compiled: what was, how long it took, and what of it could not be kept."""
    from zermelo.core.cache import file

    began = time.perf_counter()
    ready: list[str] = []
    compiled: dict[str, str] = {}  # and the file's name
    for what, order in _orders(game):
        if order is None:
            ready.append(what)
        else:
            order.done.wait()
            order.result()
            compiled[what] = order.name
    took = time.perf_counter() - began
    lost = [what for what, name in compiled.items() if not os.path.exists(file(name) or "")]
    return {"game": game.spec, "ready": ready, "compiled": [*compiled], "lost": lost, "time_s": took}


def _line(done: dict[str, Any]) -> str:
    if not done["compiled"]:
        return f"{done['game']}: ready ({', '.join(done['ready'])})"
    lost = f", but could not keep {', '.join(done['lost'])}" if done["lost"] else ""
    return f"{done['game']}: compiled {', '.join(done['compiled'])} in {done['time_s']:.1f} s{lost}"


def _orders(game: "Game") -> Iterator[tuple[str, "Order | None"]]:
    """What a game needs, each with its order, or None if it is there."""
    import numpy as np

    from zermelo.core.kernel import at_root, kernel
    from zermelo.count.perft import leaves_below
    from zermelo.count.playouts import play_out
    from zermelo.search import usual_method
    from zermelo.search.warm import warm

    method = usual_method(game)
    yield method, warm(game, method)
    w, totals = at_root(game.start()), np.zeros(len(game.players))
    counts: Any = kernel(game, leaves_below)
    yield "perft", counts.order(w[0], 1, 1, waits=False)
    plays: Any = kernel(game, play_out)
    yield "random games", plays.order(w[0], 1, totals, waits=False)
