"""Native code that is the same for all games, since it sees numbers and never a state: compiled once on a machine."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from zermelo.core.game import Game, Rules
from zermelo.core.kernel import kernel


def on_numbers(function: Callable, *, compiled: bool = True) -> Callable:
    """A function of arrays and numbers as native code, or as it is."""
    return kernel(any_game(), function, compiled=compiled)


class Numbers(Rules):
    """Stands for any game where only numbers count."""

    class State:
        nothing: np.int64

    def moves(s, out):
        return 0

    def play(s, move):
        s.nothing = move

    def payoff(s, out):
        out[0] = 0


@lru_cache
def any_game() -> Game:
    """The game that stands for all."""
    return Game(Numbers, spec="all games", origin=(any_game, ()))
