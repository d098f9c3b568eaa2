"""What simulations say about the moves of the root, told to the driver."""

from collections.abc import Iterable
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from zermelo.search.alphabeta.repetition import PAST
from zermelo.search.driver import Search


class Tally(NamedTuple):
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


def tell(search: Search, tallies: Iterable[Tally], *, final: str, depth: int, exact: bool = False) -> None:
    """Report the moves, the best first.

    Of the moves whose value is proven the best is secured; it comes behind those that promise clearly more, before
    the others. A move that is closed comes last.
    """
    search.looked_at.clear()
    mover, game = search.position.mover, search.game
    legal = list(tallies)
    if len(search.past) > PAST:  # a search does not know of all that must not come again
        legal = [tally for tally in legal if not search.forbidden(tally.move)]
    secured = max((tally.payoffs[mover] for tally in legal if tally.proven), default=-inf)

    def rank(tally: Tally) -> tuple[float, ...]:
        if tally.closed or (tally.proven and (tally.payoffs[mover] < secured or secured <= game.lowest)):
            return (3, -tally.payoffs[mover], -tally.visits)
        if tally.proven:
            return (1,)
        doubt = 1 / sqrt(tally.visits)
        more = tally.payoffs[mover] - secured > doubt * (game.highest - game.lowest) / 2
        if final == "visits":
            return (0 if more else 2, -tally.visits, -tally.reward)
        return (0 if more else 2, (doubt if final == "secure" else 0.0) - tally.reward, -tally.visits)

    best_first = sorted(legal, key=rank)
    if best_first:
        values = [search.vector_found(tally.move, tally.payoffs.tolist()) for tally in best_first]
        search.tallies = {tally.move: (tally.visits, float(tally.reward)) for tally in best_first}
        lines = [(t.move, value, [t.move, *t.line]) for t, value in zip(best_first, values, strict=True)]
        search.found(lines, depth=depth, exact=exact)


def added(same: list[Tally]) -> Tally:
    """Several tallies of one move as one."""
    if len(same) == 1:
        return same[0]
    visits = sum(tally.visits for tally in same)
    reward = sum(tally.visits * tally.reward for tally in same) / visits
    payoffs = np.sum([tally.visits / visits * tally.payoffs for tally in same], axis=0)
    if sure := [tally for tally in same if tally.proven]:
        payoffs = sure[0].payoffs
    closed, proven = any(tally.closed for tally in same), any(tally.proven for tally in same)
    return Tally(same[0].move, visits, reward, payoffs, proven, closed, same[0].line)
