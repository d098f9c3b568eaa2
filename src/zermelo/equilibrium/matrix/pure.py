"""Equilibria in which nobody mixes: profiles of actions from which no player gains by another action."""

from fractions import Fraction

import numpy as np

from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.found import verified
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.pareto import pareto_notes
from zermelo.equilibrium.solver import Finds, solver


@solver("pure", MatrixGame.form, finds=Finds.SOME, usual=lambda game: 1)
def pure(game: MatrixGame) -> Answer:
    """Every pure equilibrium of any number of players, and which outcomes would be better for all."""
    found = pure_equilibria(game)
    profiles = tuple(verified(game, one_hot(game, actions)) for actions in found)
    count = f"{len(found) or 'no'} pure {'equilibrium' if len(found) == 1 else 'equilibria'}"
    return Answer(
        game=game.spec,
        method="pure",
        players=game.players,
        profiles=profiles,
        meaning=f"{game.spec} has {count}",
        notes=pareto_notes(game, profiles),
    )


def pure_equilibria(game: MatrixGame) -> list[tuple[int, ...]]:
    """As numbers of actions."""
    return [tuple(map(int, actions)) for actions in np.argwhere(best_replies(game).all(axis=-1))]


def best_replies(game: MatrixGame) -> np.ndarray:
    """For every profile of actions and player, whether the player's action is a best reply to the others'."""
    best = np.empty(game.payoffs.shape, dtype=bool)
    for player in range(len(game.sizes)):
        own = game.payoffs[..., player]
        best[..., player] = own == own.max(axis=player, keepdims=True)
    return best


def one_hot(game: MatrixGame, actions: tuple[int, ...]) -> list[list[Fraction]]:
    """A profile of actions as mixed strategies."""
    return [
        [Fraction(int(number == action)) for number in range(size)]
        for action, size in zip(actions, game.sizes, strict=True)
    ]
