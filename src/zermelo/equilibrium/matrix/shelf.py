"""Matrix games that everybody knows, by name."""

from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.errors import unknown
from zermelo.games._shelf import SHELF


def on_the_shelf(name: str) -> MatrixGame:
    """The game of that name."""
    if name not in SHELF:
        raise unknown("matrix game", name, SHELF)
    _, payoffs, actions, players = SHELF[name]
    return MatrixGame(payoffs, players, actions, name)
