"""Iterative deepening: search 1 ply deep, then 2, then 3, until time is up or nothing is left to estimate.

It costs little, since the last iteration outweighs the others together; it gives a good move at any moment, and its
table makes each iteration try the best moves of the one before first.
"""

from collections.abc import Callable

from zermelo.search.driver import Search
from zermelo.search.work import FOREVER

Look = Callable[[int, int, float, float], float]
"""(ply, height, alpha, beta) -> value of that row of the stack for the player to move there."""


def deepen(search: Search, look: Look, *, deepening: bool | None = None, from_root: bool = False) -> None:
    """Search with growing height, or at once with the full one.

    If `deepening` is None: only when the limit is time or nodes. `from_root`: `look` answers for the player at the
    root, not for the one to move.
    """
    limit = search.limit
    last = min(limit.depth or FOREVER, search.game.max_plies)
    if deepening is None:
        deepening = limit.depth is None and (limit.time is not None or limit.nodes is not None)
    complete = search.lines_wanted > 1 or search.seed is not None
    order = None
    for height in range(1, last + 1) if deepening else (last,):
        before = search.work.horizon
        if complete:
            lines = _by_move(search, look, height, order, from_root)
            order = [move for move, _, _ in lines] if lines else order
        else:
            lines = _at_root(search, look, height)
        proven = search.work.horizon == before and not search.stopped and not (lines and search.outside(lines[0][1]))
        if lines and (not search.stopped or not search.lines or _tried_best_first(search, complete)):
            wanted = lines[: search.lines_wanted]
            reached = search.depth if search.stopped else min(height, int(search.work.deepest))
            search.found(wanted, depth=reached, exact=proven)
        if search.stopped or search.work.horizon == before:
            return


def _tried_best_first(search: Search, complete: bool) -> bool:
    """Whether a stopped iteration began with the best move of the one before: only then can it overrule that."""
    return not complete and search.work.moves[0, 0] == search.lines[0][0]


def _at_root(search: Search, look: Look, height: int) -> list[tuple[int, float, list[int]]]:
    """One search from the root. If it was stopped, the best of the moves that it had finished."""
    w = search.work
    w.line_length[0] = 0
    value = look(0, height, *search.window)
    line = w.line[0, : w.line_length[0]].tolist()
    return [(line[0], float(value), line)] if line else []


def _by_move(
    search: Search, look: Look, height: int, order: list[int] | None, from_root: bool
) -> list[tuple[int, float, list[int]]]:
    """Each move of the root by itself: the best `lines_wanted` get exact values."""
    w, position = search.work, search.position
    if order is None:
        order = list(position.moves.values())
        if search.seed is not None:
            search.random.shuffle(order)
    w.nodes += 1
    lines: list[tuple[int, float, list[int]]] = []
    lowest, highest = search.window
    for move in order:
        after = position.play(move)
        w.stack[1] = after.state
        w.path[1] = move
        ranked = sorted((value for _, value, _ in lines), reverse=True)
        alpha = ranked[search.lines_wanted - 1] if len(ranked) >= search.lines_wanted else lowest
        if from_root or after.mover == position.mover:
            value = look(1, height - 1, alpha, highest)
        else:
            value = -look(1, height - 1, -highest, -alpha)
        if search.stopped:
            break
        lines.append((move, float(value), [move, *w.line[1, : w.line_length[1]].tolist()]))
    return sorted(lines, key=lambda line: -line[1])
