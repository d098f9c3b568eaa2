"""Slow rules beside ours: a class of them for each game, which play the same games and count the same lines of play."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from zermelo.core.game import Position


class SlowRules:
    """Slow and obvious rules, which know the position they are in: moves(), play(move), over(), payoff() and text()."""

    def leaves(self, depth: int) -> int:
        """How many lines of play are so long."""
        if depth == 0 or self.over():
            return depth == 0
        total = 0
        for move in self.moves():
            after = deepcopy(self)
            after.play(move)
            total += after.leaves(depth - 1)
        return total


def most_win(counts: list[int]) -> tuple[float, ...]:
    """Who has most wins, and several share."""
    return tuple(1 / counts.count(max(counts)) if count == max(counts) else 0.0 for count in counts)


def play_beside(
    position: Position,
    slow: SlowRules,
    rng: random.Random,
    *,
    named: Callable[[Any], str] = str,
    among: Callable[[Position, list], list] = lambda position, moves: moves,
) -> Position:
    """Play a game at random by both rules, which must agree, and return its end.

    `named`: what we call a move of the slow rules; `among`: those of their moves that one is drawn from.
    """
    while not slow.over():
        assert not position.over
        moves = slow.moves()
        assert set(position.moves) == {named(move) for move in moves}
        assert len(moves) <= position.game.max_moves
        move = rng.choice(among(position, sorted(moves)))
        slow.play(move)
        position = position.play(named(move))
        assert position.text == slow.text()
        assert position.game.position(position.text) == position
    assert position.over
    assert position.payoff == slow.payoff()
    return position
