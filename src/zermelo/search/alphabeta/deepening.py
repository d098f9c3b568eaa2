"""Iterative deepening: search 1 ply deep, then 2, then 3, until time is up or nothing is left to estimate.

It costs little, since the last iteration outweighs the others together; it gives a good move at any moment, and its
table makes each iteration try the best moves of the one before first. Each iteration can begin with a narrow window
around the last value (aspiration, Slate & Atkin 1977): if the value falls outside, the window is opened.
"""

from collections.abc import Callable

from zermelo.core.kernel import put
from zermelo.core.primitives import CHANCE
from zermelo.search.alphabeta.distance import decided, farther, nearer, plies_to_end
from zermelo.search.driver import Search
from zermelo.search.workspace import FOREVER

Look = Callable[[int, int, float, float], float]
"""(ply, height, alpha, beta) -> value of that row of the stack for the player to move there."""

Lines = list[tuple[int, float, list[int]]]
"""(move, value, variation), best first."""

NO_MOVE = -1  # of a root where chance moves
LARGEST_REDUCTION = 2  # by how many plies a late move is searched less high, at most
NARROW = 1 / 64  # of the range of payoffs: how far an aspiration window reaches on each side


def deepen(
    search: Search,
    look: Look,
    *,
    deepening: bool | None = None,
    aspiration: bool = False,
    endgame: int = 0,
    from_root: bool = False,
) -> None:
    """Search with growing height, or at once with the full one.

    If `deepening` is None: only when the limit is time or nodes. `endgame`: with no more plies left than this, search
    to the end. `from_root`: `look` answers for the player at the root, not for the one to move.
    """
    limit = search.limit
    to_the_end = search.game.max_plies * (1 + LARGEST_REDUCTION * search.has("reductions"))
    last = min(limit.depth or FOREVER, to_the_end)
    left = min(search.position.remaining, search.game.max_plies)
    if deepening is None:
        deepening = limit.depth is None and (limit.time is not None or limit.nodes is not None)
    heights = list(range(1, last + 1)) if deepening else [last]
    if left <= endgame:
        heights = [*range(1, left // 2), to_the_end] if deepening else [to_the_end]
    rolls = search.position.mover == CHANCE  # there is no move to choose at the root, only a value
    complete = (search.lines_wanted > 1 or search.seed is not None) and not rolls
    order = None
    guess = None
    for height in heights:
        before = search.work.horizon
        if complete:
            lines = _by_move(search, look, height, order, from_root)
            order = [move for move, _, _ in lines] if lines else order
        else:
            lines = _at_root(search, look, height, guess if aspiration else None)
        guess = lines[0][1] if lines else guess
        proven = search.work.horizon == before and not search.stopped and not (lines and search.outside(lines[0][1]))
        if lines and search.work.step and not search.stopped:
            proven = proven or all(decided(value) for _, value, _ in lines[: search.lines_wanted])
        certain = proven and not search.forgets_paths
        if lines and (not search.stopped or not search.lines or _tried_best_first(search, complete)):
            reached = search.depth if search.stopped else min(height, int(search.work.deepest))
            search.found(lines[: search.lines_wanted], depth=reached, exact=certain)
        if search.stopped or search.work.horizon == before or (proven and _near_enough(lines, height)):
            return


def move_looked_at(search: Search, ply: int) -> int:
    """The move of the root that the last look was about: from the root itself, the best one."""
    if search.position.mover == CHANCE:
        return NO_MOVE
    return int(search.work.path[1] if ply else search.work.line[0, 0])


def _near_enough(lines: Lines, height: int) -> bool:
    """Whether no quicker win, no longer resistance can turn up beyond this height."""
    return all((plies_to_end(value) or FOREVER) <= height for _, value, _ in lines)


def _tried_best_first(search: Search, complete: bool) -> bool:
    """Whether a stopped iteration began with the best move of the one before: only then can it overrule that."""
    return not complete and search.work.moves[0, 0] == search.lines[0][0]


def _at_root(search: Search, look: Look, height: int, guess: float | None) -> Lines:
    """One search from the root. If it was stopped, the best of the moves that it had finished."""
    w = search.work
    lowest, highest = search.window
    width = (search.game.highest - search.game.lowest) * NARROW
    alpha, beta = lowest, highest
    if guess is not None and height > 2 and lowest < guess - width and guess + width < highest:
        alpha, beta = guess - width, guess + width
    while True:
        w.line_length[0] = 0
        value = float(look(0, height, alpha, beta))
        if value <= alpha and alpha > lowest:
            if search.stopped:
                return []
            alpha = lowest
        elif value >= beta and beta < highest and not search.stopped:
            beta = highest
        else:
            line = w.line[0, : w.line_length[0]].tolist()
            if search.position.mover == CHANCE and not search.stopped:
                return [(NO_MOVE, value, [])]
            return [(line[0], value, line)] if line else []


def _by_move(search: Search, look: Look, height: int, order: list[int] | None, from_root: bool) -> Lines:
    """Each move of the root by itself: the best `lines_wanted` get exact values."""
    w, position = search.work, search.position
    if order is None:
        order = [move for move in position.moves.values() if not search.forbidden(move)]
        if search.seed is not None:
            search.random.shuffle(order)
    forced = search.has("extensions") and len(position.moves) == 1
    below = height if forced else height - 1  # as in step 4 of `alphabeta`
    w.nodes += 1
    lines: Lines = []
    lowest, highest = search.window
    for move in order:
        after = position.play(move)
        put(w, 1, after)
        w.path[1] = move
        ranked = sorted((value for _, value, _ in lines), reverse=True)
        alpha = ranked[search.lines_wanted - 1] if len(ranked) >= search.lines_wanted else lowest
        low, high = farther(w, alpha), farther(w, highest)
        if from_root or after.mover == position.mover:
            value = look(1, below, low, high)
        else:
            value = -look(1, below, -high, -low)
        if search.stopped:
            break
        lines.append((move, float(nearer(w, value)), [move, *w.line[1, : w.line_length[1]].tolist()]))
    return sorted(lines, key=lambda line: -line[1])
