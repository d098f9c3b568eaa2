"""Levels 1 to 10 of any game: its usual search with growing limits, and on the lower levels with a player's errors.

A weak level errs as people do: it sees what it sees, and prefers a worse move the sooner the less it is worse. Up to
level 7 effort is counted, not timed, so that with a seed it plays the same everywhere.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp
from statistics import fmean
from typing import Any

from zermelo.arena.gate import View, moves_of
from zermelo.core.game import Game, Position
from zermelo.core.options import convert, parse, with_setting
from zermelo.errors import Problem, unknown
from zermelo.search import Analysis, Progress, analyse, usual_method
from zermelo.search.handover import Meanwhile
from zermelo.search.hidden.belief import Belief
from zermelo.search.method import find

LEVELS = range(1, 11)
NODES = (60, 150, 400, 1_000, 3_000, 10_000, 60_000)  # levels 1 to 7
NODES_OF_A_SIMULATION = 5  # what it is worth, where these are counted
SECONDS = (0.5, 1.6, 5.0)  # levels 8 to 10
LOOSENESS = (1.5, 1.0, 0.6, 0.4, 0.25, 0.12)  # levels 1 to 6; see `_weights`
MUCH = 0.125  # of all that a game can pay: moves that differ by so much are told apart even by beginners


def describe(level: int, game: Game) -> dict[str, str]:
    """The search behind a level of a game, and what it does in one sentence.

    >>> from zermelo import load
    >>> describe(7, load("connect4"))
    {'method': 'alphabeta:nodes=60000', 'about': 'looks at 60,000 nodes and plays the best move it finds'}
    """
    method = usual_method(game)
    known = find(method.partition(":")[0])
    if level > len(NODES):
        limit, value = "time", SECONDS[level - len(NODES) - 1]
        about = f"thinks for {value:g} seconds"
    elif "simulations" in known.limits:
        limit, value = "simulations", NODES[level - 1] // NODES_OF_A_SIMULATION
        about = f"plays {value:,} games to their end in its mind"
    else:
        limit, value = "nodes", NODES[level - 1]
        about = f"looks at {value:,} nodes"
    method = with_setting(method, limit, value)
    if not _looseness(level):
        return {"method": method, "about": f"{about} and plays the best move it finds"}
    if "table" in known.options:  # so few nodes are soon looked at again, and the variations not prolonged from it
        method = with_setting(method, "table", 0)
    return {"method": method, "about": f"{about} and errs now and then, rather by little than by much"}


@dataclass
class LevelPlayer:
    """Plays any game at a level."""

    level: int
    seed: int | None = None
    name: str = ""
    on_progress: Callable[[Progress], bool | None] | None = None
    found: Analysis | None = None  # by the search behind the last choice
    options: dict[str, Any] = field(default_factory=dict)  # of the search, beside those of the level
    meanwhile: Meanwhile | bool | None = None  # whether it may begin in plain Python: see `analyse`
    belief: Belief = field(default_factory=Belief, repr=False, compare=False)  # where something is hidden

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    @classmethod
    def of(cls, spec: str, *, seed: int | None = None) -> "LevelPlayer":
        """From its description: `level:3`, `level:3,seed=1`."""
        number, _, settings = spec.partition(":")[2].partition(",")
        given = parse(settings)
        if "seed" in given:
            seed = convert("seed", given.pop("seed"), 0)
        if given:
            raise unknown("option", next(iter(given)), ["seed"], where=" of level")
        if number not in map(str, LEVELS):
            raise Problem(f"unknown level {number!r} (levels are level:1 to level:{LEVELS[-1]})")
        return cls(int(number), seed, spec)

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        loose = _looseness(self.level)
        self.found = found = analyse(
            position,
            method=describe(self.level, position.game)["method"],
            lines=len(moves_of(position, past)) if loose else 1,
            seed=self._random.getrandbits(32),
            past=past,
            belief=self.belief,
            on_progress=self.on_progress,
            meanwhile=self.meanwhile,
            **self.options,
        )
        if not loose or not found.lines:
            return found.move or ""
        return self._random.choices(found.lines, _weights(found, position.game, loose))[0].move


def _looseness(level: int) -> float:
    return LOOSENESS[level - 1] if level <= len(LOOSENESS) else 0.0


def _weights(found: Analysis, game: Game, loose: float) -> list[float]:
    """How likely each line is chosen.

    By the softmax of the values: a move that is worse than the best by as much as moves are here on average (or by
    MUCH) is exp(1 / loose) times less likely. Where values come from few simulations, by how many a move got.
    """
    visits = [line.visits or 0 for line in found.lines]
    if any(visits) and not found.exact:
        return [(count / max(visits)) ** (1 / loose) for count in visits]
    best = max(line.value for line in found.lines)
    gaps = [best - line.value for line in found.lines]
    scale = min(fmean(gaps), MUCH * (game.highest - game.lowest)) * loose
    return [exp(-gap / scale) if scale else 1.0 for gap in gaps]
