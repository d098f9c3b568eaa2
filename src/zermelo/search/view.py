"""How a search sees a game: who decides, what can be played, what a result is worth.

What stands here is the view of two opposed players: the game as it is. Methods for many players search with the same
kernels and put other functions in the place of these seams: see `many.paranoid` and `many.bestreply`.
"""

import numpy as np

from zermelo.core.kernel import given_at
from zermelo.core.primitives import CHANCE
from zermelo.core.vocabulary import key, mover, moves, order, over, payoff, prospect, stuck
from zermelo.search.seams import seam
from zermelo.search.workspace import sound


def finished(w, ply):
    """Whether the game is over in row `ply`: by `over`, or, where the rules do not say, for want of a move.

    The row of `w.moves` is scratch space.
    """
    s = w.stack[ply]
    return over(s) or (mover(s) != CHANCE and stuck(s, w.moves[ply]))


@seam("view")
def side(w, ply):
    """Who decides in row `ply`: a value changes its sign where this changes, and only there."""
    return mover(w.stack[ply])


@seam("view")
def choices(w, ply):
    """Write the moves of row `ply` into its row of `w.moves` and return how many there are."""
    return moves(w.stack[ply], w.moves[ply])


@seam("view")
def priority(w, ply, i):
    """The static priority of move number `i` of row `ply`: the rules' `order`."""
    return order(w.stack[ply], w.moves[ply, i], given_at(w, ply))


@seam("view")
def entry_key(w, ply):
    """Under which number the table knows row `ply`."""
    return np.uint64(key(w.stack[ply]))


@seam("view")
def worth(w, ply):
    """What row `ply`, where the game is over, brings the side that decides there, measured from the middle."""
    payoff(w.stack[ply], w.payoff, given_at(w, ply))
    player = mover(w.stack[ply])
    return 0.5 * (w.payoff[player] - w.payoff[1 - player])


@seam("view")
def judgement(w, ply):
    """The estimate of row `ply` for the side that decides there, measured from the middle."""
    return sound(w, prospect(w.stack[ply], w.payoff, given_at(w, ply)) - w.half_sum)


@seam("view")
def learn(w, ply, move):
    """`move` was the strongest in row `ply`. The ordinary search remembers that elsewhere: see `order.reward`."""
