"""Processes that one can watch: a game is played over and over, and every round says how far it has come.

A process is a generator of `Round`s, for as long as somebody wants to see more; `run_process` makes an `Answer` of it,
tells how it goes, and keeps what there is when Ctrl-C comes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, Profile, plainly
from zermelo.equilibrium.matrix.correlated import obeyed
from zermelo.equilibrium.matrix.found import by_name
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.solver import Teller
from zermelo.errors import Problem

MOST_KEPT = 400  # points of a path, thinned out evenly as it grows
ALL_KEPT = 32  # rounds at the beginning, which are kept
PAUSE = 0.1  # seconds between two lines of progress
START = Option.of("start", "random", "random, centre, or weights: 2-1-1 for all, 2-1-1/1-1-1 for each player")
SEED = Option.of("seed", 0, "of what is random", low=0)
UNTIL = Option.of("until", 0.0, "a regret that is small enough to end; 0: none", low=0.0)


def rounds(default: int) -> Option:
    """How long it goes on."""
    return Option.of("steps", default, "rounds, at most", low=1)


@dataclass(frozen=True)
class Round:
    """How far a process has come: what everybody did on average until now, and what they do now."""

    number: int  # of rounds until now
    average: tuple[np.ndarray, ...]  # a mixed strategy of each player
    now: tuple[np.ndarray, ...]
    game: MatrixGame = field(repr=False)
    joint: np.ndarray | None = field(default=None, repr=False)  # how often actions came together, if that counts

    @cached_property
    def regrets(self) -> tuple[float, ...]:
        """What each player could gain against the averages; with `joint`, against what all the others did."""
        if self.joint is not None:
            return obeyed(self.game, self.joint, coarse=True).regrets
        return regrets_of(self.game, self.average)

    @property
    def regret(self) -> float:
        """The most that any player could gain."""
        return max(self.regrets)


def replies_to(table: np.ndarray, mixes: Sequence[np.ndarray], player: int) -> np.ndarray:
    """What each action of a player gets, by a table with one axis for each player, against what the others do."""
    for other in reversed(range(table.ndim)):
        if other != player:
            table = np.moveaxis(table, other, -1) @ mixes[other]
    return table


def regrets_of(game: MatrixGame, mixes: Sequence[np.ndarray]) -> tuple[float, ...]:
    """What each player could gain, in floats; rounding gives nobody a negative regret."""
    found = []
    for player, mix in enumerate(mixes):
        values = replies_to(game.numbers[player], mixes, player)
        found.append(max(0.0, float(values.max() - mix @ values)))
    return tuple(found)


def starting_point(game: MatrixGame, start: str | Sequence, rng: np.random.Generator) -> list[np.ndarray]:
    """Where a process begins: `random`, `centre`, or weights of each player's actions, in proportion."""
    if isinstance(start, str) and start == "random":
        return [rng.dirichlet(np.ones(size)) for size in game.sizes]
    if isinstance(start, str) and start == "centre":
        return [np.full(size, 1 / size) for size in game.sizes]
    given = [part.split("-") for part in start.split("/")] if isinstance(start, str) else list(start)
    if len(given) == 1:
        given *= len(game.sizes)
    if len(given) != len(game.sizes):
        raise Problem(f"option start={start!s:.40} is for {len(given)} players; {game.spec} has {len(game.sizes)}")
    return [_weights(game, player, own, start) for player, own in enumerate(given)]


def _weights(game: MatrixGame, player: int, given: Sequence, start: Any) -> np.ndarray:
    wanted = f"{game.sizes[player]} weights for {game.players[player]}, none negative and not all 0, such as 2-1-1"
    try:
        weights = np.array([float(part) for part in given])
    except (TypeError, ValueError):
        raise Problem(f"option start={start!s:.60} must be random, centre, or {wanted}") from None
    good = len(weights) == game.sizes[player] and all(isfinite(part) and part >= 0 for part in weights)
    if not good or not weights.sum() > 0 or not isfinite(weights.sum()):
        raise Problem(f"option start={start!s:.60} must have {wanted}")
    return weights / weights.sum()


@dataclass
class Watched:
    """What is kept of a process: the last step, the one with the least regret, and its path."""

    last: Round | None = None
    best: Round | None = None
    interrupted: bool = False
    kept: list[Round] = field(default_factory=list)
    _stride: int = 1

    def look(self, step: Round) -> bool:
        """Remember a step; whether its regret was looked at."""
        self.last = step
        if not self._keeps(step):
            return False
        self.kept.append(step)
        if len(self.kept) > 2 * MOST_KEPT:
            self._stride *= 2
            self.kept = [each for each in self.kept if self._keeps(each)]
        if self.best is None or step.regret < self.best.regret:
            self.best = step
        return True

    def _keeps(self, step: Round) -> bool:
        return step.number <= ALL_KEPT or not step.number % self._stride

    def path(self, drawn: Sequence[str]) -> dict[str, Any]:
        """For JSON: how it went, a point for each round that was kept, and the last one; and what of it to draw."""
        points = self.kept if self.last is None or self.last in self.kept[-1:] else [*self.kept, self.last]
        players = range(len(points[0].average))
        return {
            "rounds": [step.number for step in points],
            "drawn": list(drawn),
            "average": [[rounded(step.average[player]) for step in points] for player in players],
            "now": [[rounded(step.now[player]) for step in points] for player in players],
            "regrets": [[float(f"{step.regrets[player]:.6g}") for step in points] for player in players],
        }


def thinned(points: Sequence) -> Sequence:
    """At most so many of them, with the first and the last."""
    if len(points) <= MOST_KEPT:
        return points
    return [points[round(number * (len(points) - 1) / (MOST_KEPT - 1))] for number in range(MOST_KEPT)]


def rounded(mix: np.ndarray) -> list[float]:
    """For JSON: more digits than a drawing has."""
    return [round(float(part), 6) for part in mix]


def follow(steps: Iterator[Round], tell: Teller, *, most: int, until: float = 0.0) -> Watched:
    """Watch a process for some rounds, until its regret is small, or until Ctrl-C."""
    watched = Watched()
    told = perf_counter()
    try:
        for step in steps:
            seen = watched.look(step)
            if step.number >= most or (seen and until and step.regret <= until):
                break
            if seen and perf_counter() - told > PAUSE:
                told = perf_counter()
                tell(f"{step.number:,} of {most:,} rounds  regret {step.regret:.3g}")
    except KeyboardInterrupt:
        if watched.last is None:
            raise
        watched.interrupted = True
    return watched


def profile_at(game: MatrixGame, mixes: Sequence[np.ndarray]) -> Profile:
    """Mixed strategies in floats, with what everybody gets and could still gain."""
    payoffs = tuple(float(mix @ replies_to(game.numbers[player], mixes, player)) for player, mix in enumerate(mixes))
    strategies = tuple(by_name(game, player, mix.tolist()) for player, mix in enumerate(mixes))
    kind = "pure" if all(mix.max() == 1 for mix in mixes) else "mixed"
    return Profile(strategies, payoffs, regrets_of(game, mixes), kind)


def answer_of(
    game: MatrixGame, method: str, what: str, watched: Watched, *more: str, drawn: Sequence[str] = ("average",)
) -> Answer:
    """The answer of a process: where it ends, what was done on average, and its path."""
    last, best = watched.last, watched.best
    assert last is not None, "there is a first step"
    assert best is not None, "its regret is looked at"
    if last.regret < best.regret:
        best = last
    notes = list(more)
    if best.regret < 0.9 * last.regret:
        notes.append(f"the regret was least, {plainly(best.regret)}, after {best.number:,} rounds")
    if watched.interrupted:
        notes.append("interrupted: this is what there was until then")
    return Answer(
        game=game.spec,
        method=method,
        players=game.players,
        profiles=(profile_at(game, last.average) if last.joint is None else obeyed(game, last.joint, coarse=True),),
        meaning=f"{last.number:,} rounds of {what} in {game.spec} end with a regret of {plainly(last.regret)}",
        notes=tuple(notes),
        details={"rounds": last.number, "path": watched.path(drawn)},
        interrupted=watched.interrupted,
    )
