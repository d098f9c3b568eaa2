"""What simulations say about the moves of the root, told to the driver."""

from collections.abc import Iterable
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from zermelo.search.alphabeta.repetition import PAST
from zermelo.search.driver import Search


class Trial(NamedTuple):
    """What is known of a move of the root."""

    move: int
    visits: int
    reward: float  # mean
    payoffs: np.ndarray  # mean of each player, or what is proven
    proven: bool = False  # is what each player gets
    closed: bool = False  # cannot be better than another move
    line: tuple[int, ...] = ()  # how play may go on


FINAL = ("visits", "value", "secure")
"""Which move to play in the end: with most visits, the highest mean, or the highest lower bound of it."""


def tell(search: Search, trials: Iterable[Trial], *, final: str, depth: int, exact: bool = False) -> None:
    """Report the moves, the best first.

    Of the moves whose value is proven the best is secured; it comes behind those that promise clearly more, before
    the others. A move that is closed comes last.
    """
    search.looked_at.clear()
    mover, game = search.position.mover, search.game
    legal = list(trials)
    if len(search.past) > PAST:  # a search does not know of all that must not come again
        legal = [trial for trial in legal if not search.forbidden(trial.move)]
    secured = max((trial.payoffs[mover] for trial in legal if trial.proven), default=-inf)

    def rank(trial: Trial) -> tuple[float, ...]:
        if trial.closed or (trial.proven and (trial.payoffs[mover] < secured or secured <= game.lowest)):
            return (3, -trial.payoffs[mover], -trial.visits)
        if trial.proven:
            return (1,)
        doubt = 1 / sqrt(trial.visits)
        more = trial.payoffs[mover] - secured > doubt * (game.highest - game.lowest) / 2
        if final == "visits":
            return (0 if more else 2, -trial.visits, -trial.reward)
        return (0 if more else 2, (doubt if final == "secure" else 0.0) - trial.reward, -trial.visits)

    best_first = sorted(legal, key=rank)
    if best_first:
        values = [search.vector_found(trial.move, trial.payoffs.tolist()) for trial in best_first]
        search.trials = {trial.move: (trial.visits, float(trial.reward)) for trial in best_first}
        lines = [(t.move, value, [t.move, *t.line]) for t, value in zip(best_first, values, strict=True)]
        search.found(lines, depth=depth, exact=exact)


def added(same: list[Trial]) -> Trial:
    """Several trials of one move as one."""
    if len(same) == 1:
        return same[0]
    visits = sum(trial.visits for trial in same)
    reward = sum(trial.visits * trial.reward for trial in same) / visits
    payoffs = np.sum([trial.visits / visits * trial.payoffs for trial in same], axis=0)
    if sure := [trial for trial in same if trial.proven]:
        payoffs = sure[0].payoffs
    closed, proven = any(trial.closed for trial in same), any(trial.proven for trial in same)
    return Trial(same[0].move, visits, reward, payoffs, proven, closed, same[0].line)
