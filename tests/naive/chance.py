"""Expectimax."""

from math import inf

from naive.positions import after, worth_to_all
from zermelo.core.game import Position


def expectimax(position: Position, height: float = inf) -> tuple[float, ...]:
    """002.22, 003.15: players take what is best for themselves, chance is averaged; `height` counts players' moves."""
    if position.over or height == 0:
        return worth_to_all(position)
    if chances := position.chances:
        below = [(share, expectimax(position.play(code), height)) for code, share in chances.items()]
        return tuple(sum(share * vector[k] for share, vector in below) for k in range(len(position.game.players)))
    found = [expectimax(child, height - 1) for child in after(position)]
    return max(found, key=lambda vector: vector[position.mover])
