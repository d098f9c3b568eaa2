"""How big is it? Count leaves (perft), measure the tree of a game, play random games.

Perft counts the lines of play of a given length; a forced pass is one ply. Whether a game that ended earlier counts too
differs between the published tables: the rules say (`finished_is_leaf`), and both numbers are reported.
"""

import time
from dataclasses import dataclass

import numpy as np

from zermelo.core.game import Position
from zermelo.core.kernel import advance, at_root, kernel
from zermelo.core.primitives import CHANCE, below, drawn
from zermelo.core.vocabulary import chance, legal, mover, over, payoff, play
from zermelo.core.worker import work
from zermelo.errors import Problem

LONGEST = 100_000  # plies of a random game


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


def leaves_below(w, ply, height):
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


@dataclass(frozen=True)
class Survey:
    """The measures of a game tree."""

    nodes: int
    leaves: int
    inner: int
    height: int  # the length of the longest line
    branching: float  # moves per inner node, on average
    most_moves: int


def survey(position: Position, *, depth: int | None = None, compiled: bool = True) -> Survey:
    """Walk the tree below a position, to the end or to `depth`, and measure it.

    >>> import zermelo as z
    >>> survey(z.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).start(), compiled=False)
    Survey(nodes=13, leaves=9, inner=4, height=2, branching=3.0, most_moves=3)
    """
    w = at_root(position)
    facts = np.zeros(4, np.int64)
    walk = kernel(position.game, measure, compiled=compiled)
    most = position.game.max_plies
    _, interrupted = work(
        lambda: walk(w[0], 0, most if depth is None else min(depth, most), facts), lambda: w.__setitem__("stop", 1)
    )
    if interrupted:
        raise KeyboardInterrupt
    nodes, leaves, height, most_moves = facts.tolist()
    inner = nodes - leaves
    return Survey(nodes, leaves, inner, height, (nodes - 1) / inner if inner else 0.0, most_moves)


def measure(w, ply, height, facts):
    """Add the tree below row `ply` to `facts`: nodes, leaves, greatest ply, most moves. Modified in place."""
    facts[0] += 1
    facts[2] = max(facts[2], ply)
    out = w.moves[ply]
    count = 0 if height == 0 or w.stop else successors(w, ply)
    if count == 0:
        facts[1] += 1
    facts[3] = max(facts[3], count)
    for i in range(count):
        play(advance(w, ply, out[i]), out[i])
        measure(w, ply + 1, height - 1, facts)


def playouts(
    position: Position, games: int, *, seed: int = 0, compiled: bool = True
) -> tuple[tuple[float, ...], float]:
    """Play random games: the mean payoff of each player, and the mean number of plies.

    A game that is not over after LONGEST plies is left out.
    """
    w = at_root(position)
    w["random"] = np.random.default_rng(seed).integers(1, 2**63)
    totals = np.zeros(len(position.game.players))
    run = kernel(position.game, play_out, compiled=compiled)
    plies, interrupted = work(lambda: run(w[0], games, totals), lambda: w.__setitem__("stop", 1))
    if interrupted:
        raise KeyboardInterrupt
    played = max(int(w["leaves"][0]), 1)
    return tuple((totals / played).tolist()), plies / played


def play_out(w, games, totals):
    """Random games from row 0: adds up the payoffs in `totals` and returns the plies. Modified in place."""
    plies = 0
    out = w.moves[1]
    for _ in range(games):
        w.stack[1] = w.stack[0]
        s = w.stack[1]
        length = 0
        count = successors(w, 1)
        while count > 0 and length < LONGEST and not w.stop:
            play(s, out[choose(w, 1, count)])
            length += 1
            count = successors(w, 1)
        if w.stop:
            break
        if count > 0:
            continue
        plies += length
        payoff(s, w.payoff)
        for player in range(totals.shape[0]):
            totals[player] += w.payoff[player]
        w.leaves += 1
    return plies


def choose(w, ply, count):
    """A random index below `count`: even for a player, by its probabilities for chance."""
    if mover(w.stack[ply]) != CHANCE:
        return below(w, count)
    return drawn(w, w.probs[ply], count)
