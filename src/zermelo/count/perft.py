"""Perft: how many lines of play of a given length are there? A forced pass is one ply.

Whether a game that ended earlier counts too differs between the published tables: the rules say (`finished_is_leaf`),
and both numbers are reported.
"""

import time
from dataclasses import dataclass

from zermelo.core.game import Position
from zermelo.core.kernel import advance, at_root, kernel
from zermelo.core.primitives import CHANCE
from zermelo.core.vocabulary import chance, legal, mover, over, play
from zermelo.core.worker import work
from zermelo.errors import Problem, demand


@dataclass(frozen=True)
class Perft:
    """The leaves at a depth, and the games that ended before."""

    depth: int
    leaves: int
    finished: int  # games that ended before that depth
    divide: dict[str, int]  # the leaves below each move
    time_s: float
    interrupted: bool = False


def perft(position: Position, depth: int, *, compiled: bool = True) -> Perft:
    """Count the leaves `depth` plies below a position.

    >>> import zermelo as z
    >>> perft(z.load("tictactoe").start(), 2, compiled=False).leaves
    72
    """
    demand(Position, position, "game.start()")
    if not 0 <= depth <= position.game.max_plies:
        raise Problem(
            f"the depth {depth} must be from 0 to {position.game.max_plies}, the longest {position.game.name}"
        )
    w = at_root(position)
    count = kernel(position.game, leaves_below, compiled=compiled)
    moves = position.moves if depth > 0 else {}
    if compiled:
        count.prepare(w[0], 1, 1)  # type: ignore[attr-defined]
    started = time.perf_counter()

    def job() -> dict[str, int]:
        divide = {}
        for name, move in moves.items():
            before = int(w["leaves"][0])
            w["stack"][0, 1] = position.play(move).state
            divide[name] = int(count(w[0], 1, depth - 1))
            if position.game.rules.finished_is_leaf:
                divide[name] += int(w["leaves"][0]) - before
        return divide

    divide, interrupted = work(job, lambda: w.__setitem__("stop", 1))
    finished = int(w["leaves"][0]) if moves else int(depth > 0)
    return Perft(
        depth=depth,
        leaves=sum(divide.values()) if moves else int(depth == 0 or position.game.rules.finished_is_leaf),
        finished=finished,
        divide=divide,
        time_s=time.perf_counter() - started,
        interrupted=interrupted,
    )


def leaves_below(w, ply: int, height: int) -> int:
    """How many lines of `height` plies start in row `ply`; `w.leaves` counts the games that ended before."""
    if height == 0 or w.stop:
        return 1
    out = w.moves[ply]
    count = successors(w, ply)
    if count == 0:
        w.leaves += 1
        return 0
    if height == 1:
        return count
    total = 0
    for i in range(count):
        play(advance(w, ply, out[i]), out[i])
        total += leaves_below(w, ply + 1, height - 1)
    return total


def successors(w, ply):
    """How many moves the player to move in row `ply` has, or chance outcomes; written into the workspace."""
    s = w.stack[ply]
    if mover(s) == CHANCE:
        return 0 if over(s) else chance(s, w.moves[ply], w.probs[ply])
    return legal(s, w.moves[ply])
