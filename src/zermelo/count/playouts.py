"""Random games: what does each player get on average, and how long do they last?"""

import numpy as np

from zermelo.core.game import Position
from zermelo.core.kernel import at_root, given_afresh, kernel
from zermelo.core.primitives import CHANCE, below, drawn
from zermelo.core.vocabulary import mover, payoff, play
from zermelo.core.worker import work
from zermelo.count.perft import successors
from zermelo.errors import demand

LONGEST = 100_000  # plies of a random game


def playouts(
    position: Position, games: int, *, seed: int = 0, compiled: bool = True
) -> tuple[tuple[float, ...], float]:
    """Play random games: the mean payoff of each player, and the mean number of plies.

    A game that is not over after LONGEST plies is left out.
    """
    demand(Position, position, "game.start()")
    w = at_root(position)
    w["dice"]["random"] = np.random.default_rng(seed).integers(1, 2**63)
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
        length, count = 0, 1
        while length < LONGEST and not w.stop:
            count = successors(w, 1)  # at one place only: a second one would make the loop a fifth slower
            if count == 0:
                break
            play(s, out[choose(w, 1, count)])
            length += 1
        if w.stop:
            break
        if count > 0:
            continue
        plies += length
        payoff(s, w.payoff, given_afresh(w, 1))
        for player in range(totals.shape[0]):
            totals[player] += w.payoff[player]
        w.leaves += 1
    return plies


def choose(w, ply, count):
    """A random index below `count`: even for a player, by its probabilities for chance."""
    if mover(w.stack[ply]) != CHANCE:
        return below(w.dice, count)
    return drawn(w.dice, w.probs[ply], count)
