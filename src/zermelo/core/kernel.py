"""A kernel: an algorithm bound to a game. And the workspace: one C struct with all that a kernel reads and writes.

Row `ply` of the workspace's `stack` holds the position at that distance from the root, row `ply` of `moves` its moves.
Nothing is allocated while a kernel runs, and the workspace is all that it hands on to itself; arrays whose size a user
chooses (a table, data, a log) are fields with their address (`linked`). Here are the fields that every kernel has; each
algorithm lists what it needs besides, as functions of an `Extent`.

The same kernel runs as native code or as plain Python, on the same workspace.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from zermelo.core.binding import bind
from zermelo.core.data import SUMMARY, Data
from zermelo.core.game import Game, Position
from zermelo.core.native import Native
from zermelo.core.primitives import assign
from zermelo.core.state import Struct, record
from zermelo.core.vocabulary import moves, moves_in_bounds, plain_moves, play, summarise, update
from zermelo.errors import Problem, failure, place


class Extent(NamedTuple):
    """What the shapes of fields depend on."""

    game: Game
    rows: int  # one for each distance from the root
    seats: int
    width: int  # moves in a position, at most


DICE = record([("random", np.uint64)])  # the state of the random generator: see `primitives.below`
Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]
Fields = Callable[[Extent], list[Field]]
"""What an algorithm needs in its workspace: names, types and shapes. A later one of the same name replaces a field."""


def basics(extent: Extent) -> list[Field]:
    """The fields that every kernel has."""
    game, rows, seats, width = extent
    return [
        ("nodes", np.int64),  # positions entered
        ("leaves", np.int64),  # positions not searched further: finished, at the horizon
        ("node_limit", np.int64),
        ("stop", np.int64),  # set from outside, or by the node limit
        ("dice", DICE),
        ("half_sum", np.float64),  # the payoff when nobody is ahead: half the sum, of two players
        ("lowest", np.float64),  # payoff, measured from there
        ("highest", np.float64),  # payoff, as it is
        ("payoff", np.float64, (seats,)),
        ("probs", np.float64, (rows if game.stochastic else 1, width)),
        ("given", game.declared.struct, (rows if game.declared.summary else 1,)),  # what rules may read: see `data`
        ("stack", game.state, (rows,)),
        ("path", np.int32, (rows,)),  # the move that led to each row
        ("moves", np.int32, (rows, width)),
    ]


def linked(name: str) -> list[Field]:
    """The fields of an array elsewhere in memory: its address, and how many elements it has. See `link`."""
    return [(name, np.uint64), (f"{name}_size", np.int64)]


def link(w: np.ndarray, name: str, array: np.ndarray) -> None:
    """Let a workspace know where an array is; whoever runs the kernel keeps it alive."""
    w[name], w[f"{name}_size"] = array.ctypes.data, len(array)


def workspace(game: Game, *parts: Fields, data: Data | None = None) -> np.ndarray:
    """An array of one workspace with the fields of these parts, zeroed but for what the game says."""
    known = game.__dict__.setdefault("_workspaces", {})
    if parts not in known:
        extent = Extent(game, game.max_plies + 2, len(game.players), game.max_moves)
        fields = {field[0]: field for part in (basics, *parts) for field in part(extent)}
        known[parts] = record(list(fields.values()))
    w = np.zeros(1, known[parts])
    w["half_sum"] = game.middle
    w["node_limit"] = np.iinfo(np.int64).max
    w["lowest"] = game.lowest - game.middle
    w["highest"] = game.highest
    w["path"] = -1
    w["given"] = game.declared.given(data or game.data, w["given"].shape[1])
    return w


def at_root(position: Position, *parts: Fields, data: Data | None = None) -> np.ndarray:
    """A workspace with `position` in row 0."""
    w = workspace(position.game, *parts, data=data)
    put(w[0], 0, position)
    return w


def put(w: Struct, ply: int, position: Position) -> None:
    """Write a position into a row, from Python."""
    w.stack[ply] = position.state
    if position.game.declared.summary:
        position.game.rule("summarise")(w.stack[ply], w.given[ply])


def copy_row(source: Struct, target: Struct, ply: int) -> None:
    """Let a row of one workspace be the row of another: the position, how it came about, what is given about it."""
    target.stack[ply], target.path[ply] = source.stack[ply], source.path[ply]
    given = min(ply, len(source.given) - 1)
    target.given[given] = source.given[given]


# --- what rules are given ---------------------------------------------------------------------------------------------


def given_at(w, ply):
    """What the rules are given about row `ply`."""
    return w.given[0]


def given_afresh(w, ply):
    """The same for a row that moves were made in without keeping its summary up to date."""
    return w.given[0]


def given_to_playout(w, ply):
    """The same for `playout`, which is asked all the time and rarely asks for a summary."""
    return w.given[0]


def carry(w, ply, move):
    """Bring the summary of the next row up to date: `move` led there from row `ply`."""


def summary_at(w, ply):
    """`given_at` of rules that have a summary."""
    return w.given[ply]


def summary_afresh(w, ply):
    """`given_afresh` of rules that have a summary."""
    summarise(w.stack[ply], w.given[ply])
    return w.given[ply]


def carry_summary(w, ply, move):
    """`carry` of rules that have a summary."""
    w.given[ply + 1] = w.given[ply]
    update(w.stack[ply], move, w.given[ply + 1])


def carry_afresh(w, ply, move):
    """`carry` of rules that have a summary and no `update`."""
    summarise(w.stack[ply + 1], w.given[ply + 1])


def _giving(game: Game) -> dict[Callable, Callable]:
    if not game.declared.summary:
        return {}
    made: dict[Callable, Callable] = {given_at: summary_at, given_afresh: summary_afresh}
    made[carry] = carry_summary if game.has("update") else carry_afresh
    made[given_to_playout] = summary_afresh if game.asks("playout", SUMMARY) else summary_at
    return made


# --- moves ------------------------------------------------------------------------------------------------------------


def advance(w, ply, move):
    """Copy row `ply` to the next one, where `play` can change it."""
    child = w.stack[ply + 1]
    assign(child, w.stack[ply])
    w.path[ply + 1] = move
    return child


def make(w, ply, move):
    """Make a move: the next row is the position after it."""
    child = advance(w, ply, move)
    play(child, move)
    carry(w, ply, move)
    return child


# --- kernels ----------------------------------------------------------------------------------------------------------


def kernel(
    game: Game,
    function: Callable,
    extra: Mapping[Any, Any] | None = None,
    *,
    compiled: bool = True,
    parts: tuple[Fields, ...] = (),
) -> Callable[..., Any]:
    """`function` bound to the game's rules: native code, or the same source in plain Python.

    `extra` replaces further stand-ins, such as the seams of a search. The function takes a workspace, numbers and
    arrays; one that calls itself says by annotations which numbers are whole, and what it returns. Native code is for
    one kind of workspace: where there may be others for the same function, `parts` tells them apart.
    """
    known = game.__dict__.setdefault("_kernels", {})
    key = (function, compiled, parts, *(extra or {}).items())
    if key not in known:
        known[key] = (native_kernel if compiled else _plain_kernel)(game, function, extra or {})
    return known[key]


def native_kernel(game: Game, function: Callable, extra: Mapping[Any, Any]) -> Native:
    """Another one, for arguments of any kinds."""
    bounded = {moves: moves_in_bounds, plain_moves: game.replace[moves]}
    return Native(game, function, {**_replaced(game, extra), **bounded}, extra)


def _replaced(game: Game, extra: Mapping[Any, Any]) -> dict[Any, Any]:
    return {**game.replace, **_giving(game), **extra}


def _plain_kernel(game: Game, function: Callable, extra: Mapping[Any, Any]) -> Callable:
    bound = bind(function, _replaced(game, extra))

    def run(*args: Any) -> Any:
        try:
            with np.errstate(all="ignore"):
                return bound(*args)
        except Problem:
            raise
        except Exception as error:
            method = place(error).startswith(f"{function.__code__.co_filename}:")
            raise failure(error, "the method" if method else f"the rules of {game.spec}") from error

    return run
