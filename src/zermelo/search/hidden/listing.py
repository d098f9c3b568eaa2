"""List what may be: play on from positions that were possible in all ways that fit what one player has heard since."""

import numpy as np

from zermelo.core.kernel import Extent, Field, linked, make
from zermelo.core.primitives import CHANCE, UNSEEN, array_at, assign
from zermelo.core.vocabulary import Setting, mover, sees, tells
from zermelo.count.perft import successors

HEARS, ARRIVES, KNOWS = range(3)  # what is looked for: see `listing`
NO_MOVE_OF_MINE = -1
WORLD: np.dtype = Setting("the struct of a position")  # type: ignore[assignment]
WEIGHT = np.dtype(np.float64)


def listing(extent: Extent) -> list[Field]:
    """Where positions are read and written, and what is looked for."""
    return [
        *linked("old_states"),
        *linked("old_weights"),
        *linked("new_states"),
        *linked("new_weights"),
        ("listed", np.int64),  # written so far
        ("deep", np.int64),  # whether the rules went on beyond max_plies
        ("viewer", np.int64),  # the player who has heard it
        ("wanted", np.int64),  # what comes next: they hear something, they are to move, or that with what they know
        ("own", np.int64),  # the move that they made, or NO_MOVE_OF_MINE
        ("what", np.int64),  # they were told
        ("information", np.uint64),  # they have
    ]


def list_worlds(w, first, last):
    """Play on from so many of the old positions; returns the number of the first that there was no room for."""
    olds = array_at(w.old_states, w.old_states_size, WORLD)
    weights = array_at(w.old_weights, w.old_weights_size, WEIGHT)
    for number in range(first, last):
        before = w.listed
        assign(w.stack[0], olds[number])
        if not play_on(w, 0, weights[number]):
            w.listed = before
            return number
    return last


def play_on(w, ply: int, weight: float) -> bool:
    """All ways from row `ply` to what is looked for; False if there is no room for them, or no time."""
    if w.stop or w.nodes >= w.node_limit:
        return False
    w.nodes += 1
    s = w.stack[ply]
    count = successors(w, ply)
    if count == 0:
        return True
    if ply + 1 >= w.stack.shape[0]:
        w.deep = 1
        return False
    who = mover(s)
    if who == w.viewer and w.wanted != HEARS and there(w, s):
        return written_down(w, s, weight)
    for i in range(count):
        move = w.moves[ply, i]
        part = weight
        if who == CHANCE:
            part *= w.probs[ply, i]
        elif who != w.viewer:
            part /= count
        if part > 0.0 or who == w.viewer:
            if w.wanted == KNOWS:
                make(w, ply, move)
                if not play_on(w, ply + 1, part):
                    return False
            elif not overheard(w, ply, move, part):
                return False
    return True


def there(w, s):
    """Whether this is where the viewer is to move."""
    return w.wanted == ARRIVES or np.uint64(sees(s, w.viewer)) == w.information


def overheard(w, ply: int, move: int, part: float) -> bool:
    """Make a move if the viewer may have heard what they did; on from there if they heard nothing."""
    s = w.stack[ply]
    mine = mover(s) == w.viewer
    what = tells(s, move, w.viewer)
    if mine or what != UNSEEN:
        if w.wanted != HEARS or what != w.what or w.own != (move if mine else NO_MOVE_OF_MINE):
            return True
        make(w, ply, move)
        return written_down(w, w.stack[ply + 1], part)
    make(w, ply, move)
    return play_on(w, ply + 1, part)


def written_down(w, s, weight):
    """Write a position down; False if there is no room."""
    if w.listed == w.new_states_size:
        return False
    news = array_at(w.new_states, w.new_states_size, WORLD)
    weights = array_at(w.new_weights, w.new_weights_size, WEIGHT)
    assign(news[w.listed], s)
    weights[w.listed] = weight
    w.listed += 1
    return True
