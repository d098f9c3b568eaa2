"""Which outcomes can a game for many players have, if everybody plays for themselves? All of them, ties included.

Max-n has one value only once it is said what a player does who does not care. Here nothing is said: an outcome counts
if some way of breaking the ties leads to it. These are the outcomes of the pure subgame-perfect equilibria.
"""

from functools import cache

from zermelo.core.game import Position
from zermelo.errors import Problem

Payoffs = tuple[float, ...]
"""What each player gets."""


def outcomes(position: Position, depth: int | None = None) -> set[Payoffs]:
    """Every vector that max-n can return, with estimates where it looks no further than `depth` plies.

    A player can end up with an outcome u of one move if each other move has an outcome that is no better for them.

    >>> from zermelo import Tree
    >>> tree = Tree([[(1, 2, 6), (4, 2, 3)], [(3, 5, 2), (5, 1, 1)]], players=("A", "B", "C"))
    >>> sorted(outcomes(tree.start()))
    [(3.0, 5.0, 2.0), (4.0, 2.0, 3.0)]
    """
    game = position.game
    if game.stochastic or game.hidden:
        why = "hidden information" if game.hidden else "chance moves"
        raise Problem(f"max-n is not for {game.spec}, which has {why}")

    @cache
    def possible(here: Position, height: int) -> frozenset[Payoffs]:
        if here.over:
            return frozenset([here.payoff or ()])
        if height == 0:
            return frozenset([here.estimate()])
        player = here.mover
        below = [possible(here.play(move), height - 1) for move in here.moves.values()]
        least = [min(outcome[player] for outcome in each) for each in below]
        found = set()
        for number, each in enumerate(below):
            needed = max((value for other, value in enumerate(least) if other != number), default=float("-inf"))
            found |= {outcome for outcome in each if outcome[player] >= needed}
        return frozenset(found)

    return set(possible(position, game.max_plies if depth is None else depth))
