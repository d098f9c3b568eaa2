"""Dynamic programming over all states: every state is valued once, and loops do no harm.

Values flow backwards from the ends of the game in sweeps, until a sweep changes nothing; what is still unvalued then is
play that neither side can force to an end, a draw. Start every value at 0, the draw. A sweep can then only move values
away from 0: "the mover can force at least x > 0" and "... cannot avoid x < 0" become true of more and more states and
never false again, so any order of updates ends at the same values. Latest states first makes most games need one sweep.

Ströhlein 1970, Thompson 1986; the sweeps are those of deck 004.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from zermelo.core.game import Game, Position
from zermelo.core.kernel import kernel
from zermelo.core.worker import work
from zermelo.errors import Problem
from zermelo.solving.states import StateSpace


@dataclass(frozen=True, repr=False)
class Valuation:
    """The value of every state for its mover, measured from the middle of the payoffs."""

    space: StateSpace
    values: np.ndarray  # [n]
    stamps: np.ndarray  # [n] when the value was settled: after that of a successor which has it, so playing towards
    # earlier stamps makes progress and never circles
    sweeps: int

    def __repr__(self) -> str:
        return f"Valuation({self.space.game.spec!r}, {len(self.space)} states)"

    def value(self, position: Position) -> float:
        """What the player to move gets from a position on with best play."""
        return float(self.values[self.space.number(position)]) + self.space.game.middle

    def best_moves(self, position: Position) -> list[int]:
        """The moves that keep the value of a position, those that make progress first.

        The position may be a mirror image of the state that was explored.
        """
        number = self.space.number(position)
        keeping = []
        for move in position.moves.values():
            after = position.play(move)
            child = self.space.number(after)
            sign = 1 if after.mover == position.mover else -1
            if sign * self.values[child] == self.values[number]:
                keeping.append((self.stamps[child], move))
        return [move for _, move in sorted(keeping)]

    def strategy(self, player: int) -> dict[Position, str]:
        """A whole plan for `player`: what to play in each position that can come up, whatever the opponent does."""
        plan: dict[Position, str] = {}
        waiting = [self.space.position(0)]
        seen = set(waiting)
        while waiting:
            position = waiting.pop()
            if position.over:
                continue
            following = list(position.moves.values())
            if position.mover == player:
                following = self.best_moves(position)[:1]
                plan[position] = position.move_name(following[0])
            for move in following:
                after = position.play(move)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return plan


def refuse(game: Game) -> None:
    """What would be valued wrongly."""
    if why := game.beyond_minimax():
        raise Problem(f"retrograde is for two opposed players, nothing left to chance or hidden; {game.spec} has {why}")
    if (policy := game.rules.repetition) in ("loss", "forbidden"):
        how = "lost" if policy == "loss" else policy
        raise Problem(f"a repetition is {how} in {game.spec}: what a state is worth depends on the moves before it")


def settle_all(
    space: StateSpace, *, compiled: bool = True, on_progress: Callable[[int], bool | None] | None = None
) -> Valuation:
    """Sweep until nothing changes. `on_progress` hears how many values have not settled, and stops it with False."""
    refuse(space.game)
    if not space.complete:
        raise Problem(f"{space.game.spec} was explored only to a depth: values need all states")
    run = kernel(space.game, sweep, compiled=compiled)
    values = space.values.copy()
    stamps = np.zeros(len(values), np.int64)
    changes: list[int] = []
    stopping: list[bool] = []

    def job() -> None:
        while not stopping and (not changes or changes[-1]):
            changes.append(int(run(values, stamps, space.movers, space.first, space.successors)))

    _, interrupted = work(
        job,
        lambda: stopping.append(True),
        on_glance=on_progress and (lambda: on_progress(changes[-1] if changes else len(values))),
    )
    if interrupted:
        raise KeyboardInterrupt
    if stopping:
        raise Problem(f"stopped after {len(changes)} sweeps over {space.game.spec}")
    return Valuation(space, values, stamps, len(changes))


def sweep(values, stamps, movers, first, successors):
    """Value each state by its successors, last state first; returns how many values changed. Modified in place."""
    changed = 0
    stamp = stamps.max()
    for number in range(len(values) - 1, -1, -1):
        if first[number] == first[number + 1]:
            continue
        best = -np.inf
        for edge in range(first[number], first[number + 1]):
            child = successors[edge]
            value = values[child] if movers[child] == movers[number] else -values[child]
            best = max(best, value)
        if best != values[number]:
            changed += 1
            stamp += 1
            values[number] = best
            stamps[number] = stamp
    return changed
