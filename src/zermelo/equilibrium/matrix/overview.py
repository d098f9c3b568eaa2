"""What a person wants to see of a game first: what is dominated, and the equilibria."""

from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.dominance import dominance
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.pure import pure
from zermelo.equilibrium.solver import equilibrium

FEW = 2_000  # profiles of actions: beyond that, what dominates an action is not looked for among mixtures


def overview(game: MatrixGame) -> list[Answer]:
    """Elimination, pure equilibria where the method that suits the game may miss some, and the equilibria."""
    mixtures = game.payoffs.size // len(game.sizes) <= FEW
    strict = dominance(game, mixtures=mixtures)
    answers = [strict]
    if not strict.complete:
        weak = dominance(game, kind="weak", mixtures=mixtures)
        if len(weak.notes) > len(strict.notes):
            answers.append(weak)
    found = equilibrium(game)
    return [*answers, found] if found.complete or found.method == "pure" else [*answers, pure(game), found]
