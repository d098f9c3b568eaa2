"""Certainly going to lose? Then hope that the opponent errs: prefer moves after which a mistake is easy.

The opponent is thought to play a best move with probability 1 - `errors`, and any move at random otherwise. Against a
perfect opponent all lost moves are alike; against this one they are not (deck 004, row 12).
"""

from math import inf

from zermelo.core.kernel import make, put
from zermelo.core.vocabulary import mover, moves, over
from zermelo.search.alphabeta.distance import SURE, nearer
from zermelo.search.alphabeta.minimax import leaf
from zermelo.search.driver import Search
from zermelo.search.workspace import enter

HEIGHT = 4  # plies: the opponent's next two chances to go wrong
MOST_NODES = 200_000  # nodes


def set_traps(search: Search, errors: float) -> None:
    """In a lost position, put the move with the most hope in it in front. Reported is still its value: a loss."""
    lost = search.exact and search.game.win_or_lose and search.lines[0][1] < 0
    if not lost or search.stopped:
        return
    w, position = search.work, search.position
    w.node_limit = min(w.node_limit, w.nodes + MOST_NODES)
    hope = search.kernel(expected)
    worth = {}
    for move in position.codes:
        if not search.forbidden(move):
            put(w, 1, position.play(move))
            worth[move] = hope(search.work, 1, HEIGHT, position.mover, errors)
    if search.stopped:  # too many moves to look at them all
        return
    best = max(worth, key=lambda move: worth[move])
    others = [line for line in search.lines if line[0] != best]
    chosen = next((line for line in search.lines if line[0] == best), (best, -SURE, [best]))  # how soon, is not known
    search.found([chosen, *others][: search.lines_wanted], depth=search.depth, exact=True)


def expected(w, ply: int, height: int, player: int, errors: float) -> float:
    """What row `ply` is worth to `player`, who plays best, against opponents who err with probability `errors`."""
    if not enter(w, ply):
        return 0.0
    s = w.stack[ply]
    sign = 1.0 if mover(s) == player else -1.0
    if over(s) or height == 0 or ply + 2 == w.stack.shape[0]:
        return sign * leaf(w, ply, height)
    out = w.moves[ply]
    count = moves(s, out)
    if count == 0:
        return sign * leaf(w, ply, height)
    best, total = -sign * inf, 0.0
    for i in range(count):
        make(w, ply, out[i])
        value = nearer(w, expected(w, ply + 1, height - 1, player, errors))
        total += value
        if sign * value > sign * best:
            best = value
    if sign > 0.0:
        return best
    return (1.0 - errors) * best + errors * total / count
