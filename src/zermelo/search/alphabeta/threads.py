"""Several threads search the same position together through one table.

Each has a workspace of its own and runs the same kernel with the same window. They tell each other which moves they
are at and leave those for later (simplified ABDADA: Weill 1996, Kerrigan 2017); what one found, the others find in the
table. Who is done first answers for all. The value is that of one thread; which of several best moves, may differ.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from zermelo.core.kernel import copy_row
from zermelo.core.state import Struct
from zermelo.core.worker import together
from zermelo.search.alphabeta.repetition import PAST

if TYPE_CHECKING:
    from zermelo.search.driver import Search


def look_with(search: "Search", function: Callable, threads: int) -> Callable[[int, int, float, float], float]:
    """(ply, height, alpha, beta) -> value, by this many threads."""
    run = search.kernel(function)

    def look(w: Struct, ply: int, height: int, alpha: float, beta: float) -> float:
        w.root_height = ply + height
        return run(w, ply, height, alpha, beta)

    def alone(ply: int, height: int, alpha: float, beta: float) -> float:
        return look(search.work, ply, height, alpha, beta)

    def all_of_them(ply: int, height: int, alpha: float, beta: float) -> float:
        crew = [search.work, *(other[0] for other in search.others)]
        for w in crew[1:]:
            _copy_root(search.work, w, ply)
        estimates = [int(w.horizon) for w in crew]
        answers: list[tuple[int, float]] = []
        lock = threading.Lock()

        def take_part(number: int) -> float:
            value = look(crew[number], ply, height, alpha, beta)
            with lock:
                if not answers and not crew[number].stop:
                    answers.append((number, value))
                    for w in crew:
                        w.stop = 1
            return value

        value = together(take_part, threads, search.stop)[0]
        if answers:
            number, value = answers[0]
            for w in crew:
                w.stop = w.nodes >= w.node_limit
            search.work.horizon = estimates[0] + int(crew[number].horizon) - estimates[number]
            search.work.deepest = max(w.deepest for w in crew)
            if number:
                _copy_line(crew[number], search.work, ply)
        if search.halted:
            search.work.stop = 1
        return value

    if threads == 1:
        return alone
    if search.work.node_limit < np.iinfo(np.int64).max:
        search.work.node_limit = max(1, search.work.node_limit // threads)
    search.others = [search.workspace.copy() for _ in range(threads - 1)]
    return all_of_them


def _copy_root(source: Struct, target: Struct, ply: int) -> None:
    for row in range(ply + 1):
        copy_row(source, target, row)
    target.trail[: PAST + ply + 1] = source.trail[: PAST + ply + 1]
    target.path_sum[: ply + 1] = source.path_sum[: ply + 1]


def _copy_line(source: Struct, target: Struct, ply: int) -> None:
    target.line[ply] = source.line[ply]
    target.line_length[ply] = source.line_length[ply]
    target.moves[ply] = source.moves[ply]
