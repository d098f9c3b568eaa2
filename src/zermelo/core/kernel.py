"""The workspace of a search: one C struct with everything that a kernel reads and writes as it goes.

A kernel takes this struct, and arrays whose size a user chooses (a table, weights, an event log). Nothing is allocated
while it runs: row `ply` of `stack` holds the position at that distance from the root, row `ply` of `moves` its moves.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.binding import bind
from zermelo.core.game import Game, Position
from zermelo.core.state import record
from zermelo.errors import RulesProblem, place

LINE = 64  # moves of a principal variation that are kept
PAST = 256  # positions before the root that a search can know of
SLOTS = 4096  # of the history heuristic
RECALLED = 64  # moves on the list that orders itself
FOREVER = 30_000  # the height of a search to the end of the game
LARGEST_REDUCTION = 2  # by how many plies a late move is searched less high, at most


def workspace(game: Game) -> np.ndarray:
    """An array of one zeroed workspace."""
    made = game.__dict__.setdefault("_workspace", {})
    if not made:
        rows = game.max_plies + 2
        seats = len(game.players)
        width = game.max_moves * (seats - 1 if seats > 2 else 1)  # best-reply search lists all opponents' moves
        made["dtype"] = record(
            [
                # counters
                ("nodes", np.int64),  # positions entered
                ("leaves", np.int64),  # positions not searched further: finished, at the horizon
                ("evaluations", np.int64),  # calls of `evaluate`
                ("hits", np.int64),  # answers from the table
                ("cuts", np.int64),  # positions left before their last move
                ("horizon", np.int64),  # estimates used so far; unchanged over a subtree: its value is proven
                ("deepest", np.int64),  # the furthest row entered
                ("events", np.int64),  # rows of the log in use
                # when to stop
                ("node_limit", np.int64),
                ("stop", np.int64),  # set from outside, or by the node limit
                # what kind of search: see the options of `alphabeta`
                ("hard", np.int64),
                ("pvs", np.int64),
                ("use_order", np.int64),
                ("use_killers", np.int64),
                ("use_history", np.int64),
                ("use_bounds", np.int64),
                ("quiescence", np.int64),
                ("extensions", np.int64),
                ("reductions", np.int64),
                ("paths", np.int64),
                ("deeper", np.int64),
                ("two_level", np.int64),
                ("near_end", np.int64),
                ("generation", np.int64),  # of the table
                ("threads", np.int64),
                ("threat_rule", np.int64),  # of the list of opponents
                ("threat_reach", np.int64),
                ("recall_rule", np.int64),  # of the list of moves
                ("recall_reach", np.int64),
                ("recall_length", np.int64),
                ("ties", np.int64),  # how max-n breaks them
                ("pruning", np.int64),  # of max-n
                ("allies", np.int64),  # a bit for each player
                ("probing", np.int64),  # replies to a roll that Star2 looks at first
                ("root_height", np.int64),
                ("root_player", np.int64),  # MAX
                ("past", np.int64),  # positions before the root in the trail
                ("anchor", np.int64),  # the earliest row that a repetition in this subtree refers to
                ("random", np.uint64),  # state of the random generator
                ("half_sum", np.float64),  # half of what the payoffs add up to
                ("lowest", np.float64),  # payoff, measured from there
                ("highest", np.float64),  # payoff, as it is
                ("step", np.float64),  # what a win loses with every ply; 0: quick wins are not preferred
                ("payoff", np.float64, (seats,)),
                ("probs", np.float64, (rows if game.stochastic else 1, game.max_moves)),
                # one row for each distance from the root
                ("stack", game.state, (rows,)),  # states are whole words: kept among the other whole words
                ("trail", np.uint64, (PAST + rows,)),  # identities: of positions before the root, and of the rows
                ("path_sum", np.uint64, (rows,)),  # hash of all positions that a row could repeat
                ("vectors", np.float64, (rows, seats)),  # payoffs of every player: see `maxn`
                ("alone", np.float64, (seats,)),  # what allies would get without each other
                ("scores", np.float64, (rows, width)),  # of the moves, for their order
                ("path", np.int32, (rows,)),  # the move that led to each row
                ("line_length", np.int32, (rows,)),
                ("line", np.int32, (rows, LINE)),  # the best moves found from each row on
                ("moves", np.int32, (rows, width)),
                ("killers", np.int32, (rows, 2)),
                ("history", np.int32, (seats, SLOTS)),
                ("threats", np.int32, (seats,)),  # opponents, the most dangerous first: see `bestreply`
                ("recalled", np.int32, (RECALLED,)),  # moves that made cuts, as a list that orders itself
                ("doubts", np.int32, (rows, width if seats > 2 else 1)),  # of max-n: for whose sake a branch was cut
                ("searched", np.int8, (rows,)),  # of max-n: whether a row has a result
                ("last_branch", np.int8, (rows,)),
                ("later", np.int8, (rows, width)),  # moves put off because another thread has them
            ]
        )
    w = np.zeros(1, made["dtype"])
    w["half_sum"] = game.middle
    w["node_limit"] = np.iinfo(np.int64).max
    w["lowest"] = game.lowest - game.middle
    w["highest"] = game.highest
    w["path"] = w["killers"] = -1
    return w


def at_root(position: Position) -> np.ndarray:
    """A workspace with `position` in row 0."""
    w = workspace(position.game)
    w["stack"][0, 0] = position.state
    w["root_player"] = position.mover
    return w


def kernel(
    game: Game, function: Callable, extra: dict[Callable, Callable] | None = None, *, compiled: bool = True
) -> Callable:
    """`function` bound to the game's rules: native code, or the same source in plain Python."""
    if compiled:
        from zermelo.core.compile import native

        return native(game, function, extra)
    bound = bind(function, {**game.replace, **(extra or {})})

    def run(*args: Any) -> Any:
        try:
            with np.errstate(all="ignore"):
                return bound(*args)
        except Exception as error:
            raise RulesProblem(f"{place(error)}the rules of {game.spec} failed: {error!r}") from error

    return run


def enter(w, ply):
    """Count a node and go on, unless the search is to stop: its value is then of no account."""
    if w.nodes >= w.node_limit:
        w.stop = 1
    if w.stop:
        return False
    w.nodes += 1
    if ply > w.deepest:
        w.deepest = ply
    return True


def advance(w, ply, move):
    """Copy row `ply` to the next one, where `play` can change it."""
    w.stack[ply + 1] = w.stack[ply]
    w.path[ply + 1] = move
    return w.stack[ply + 1]


def follow(w, ply, move):
    """`move` is the best so far in row `ply`: its line is the move and the line of the next row."""
    length = min(w.line_length[ply + 1], LINE - 1)
    w.line[ply, 0] = move
    for k in range(length):
        w.line[ply, k + 1] = w.line[ply + 1, k]
    w.line_length[ply] = length + 1
