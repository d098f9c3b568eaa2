"""A search method in a file: the move after which the opponent's replies are worst, on average.

zermelo analyse othello --method examples/look_around.py:average
"""

import numpy as np

from zermelo import method
from zermelo.core.kernel import make
from zermelo.core.options import Option
from zermelo.core.vocabulary import moves
from zermelo.search.view import finished, judgement, worth
from zermelo.search.workspace import enter

WIDTH = Option.of("width", 100, "replies that are looked at", low=1)


def averages(extent):
    """What the kernel writes down for every move."""
    return [("average", np.float64, (extent.width,))]


@method("average", options={"width": WIDTH}, fields=(averages,), limits=("time", "nodes"), draws="")
def run(search, *, width=100):
    """Two moves ahead, and no further."""
    count = search.kernel(look)(search.work, width)
    tried = zip(search.work.moves[0, :count].tolist(), search.work.average[:count].tolist(), strict=True)
    best_first = sorted(tried, key=lambda each: -each[1])
    search.found([(move, value, [move]) for move, value in best_first], depth=2, exact=False)


def look(w, width):
    """Leave the average of every move in `w.average`; returns how many moves were looked at."""
    count = moves(w.stack[0], w.moves[0])
    for i in range(count):
        if not enter(w, 1):
            return i
        child = make(w, 0, w.moves[0, i])
        if finished(w, 1):
            w.average[i] = -worth(w, 1)
        else:
            replies = min(moves(child, w.moves[1]), width)
            w.average[i] = 0.0
            for j in range(replies):
                if not enter(w, 2):
                    return i
                make(w, 1, w.moves[1, j])
                w.average[i] += value_of(w, 2) / replies  # it is our turn again
    return count


def value_of(w, ply):
    """What a row is worth to the player to move there."""
    return worth(w, ply) if finished(w, ply) else judgement(w, ply)
