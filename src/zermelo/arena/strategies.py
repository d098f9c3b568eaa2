"""Players who have made up their mind: they draw their moves from a strategy, one kept in a file or an equilibrium."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from zermelo.arena.gate import View
from zermelo.core.game import Game, Position
from zermelo.core.hidden import Sight
from zermelo.core.options import Option, convert, parse
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.plan import Plan
from zermelo.equilibrium.solver import equilibrium
from zermelo.errors import Problem, unknown

SAMPLED = "mccfr"  # strategies that may say nothing about what was never met
MEGABYTES = 300.0  # for what is solved before a game


@dataclass
class PlanPlayer:
    """Plays the strategy that a file keeps (`zermelo equilibrium GAME --save FILE`)."""

    path: str
    seed: int | None
    name: str

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self.plan = kept(self.path)

    @classmethod
    def of(cls, spec: str, *, seed: int | None = None) -> "PlanPlayer":
        """From its description: `plan:leduc.npz`, `plan:leduc.npz,seed=1`."""
        path, _, settings = spec.partition(":")[2].partition(",")
        given = parse(settings)
        if "seed" in given:
            seed = convert("seed", given.pop("seed"), 0)
        if given:
            raise unknown("option", next(iter(given)), ["seed"], where=" of plan")
        if not path:
            raise Problem("the player plan needs a file with a strategy: plan:leduc.npz")
        return cls(path, seed, spec)

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        sight = seen(position, self.name)
        self.plan.must_be_for(sight.game)
        if not self.plan.knows(sight) and not str(self.plan.about.get("method", "")).startswith(SAMPLED):
            raise Problem(f"{self.path} says nothing about what {sight.name} sees in {sight.game.spec}: {sight.text!r}")
        return self.plan.choose(sight, self._random)


@dataclass
class EquilibriumPlayer:
    """Solves the game before its first move, if it is small, and plays that: nobody can gain by knowing it."""

    options: ClassVar = {
        "by": Option.of("by", "", "the method that solves it, such as cfr+; empty: what suits the game")
    }
    seed: int | None = None
    name: str = "equilibrium"
    by: str = ""

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        sight = seen(position, self.name)
        return solved(sight.game, self.by).choose(sight, self._random)


def seen(view: View, who: str) -> Sight:
    """What somebody sees who plays by information sets."""
    if not isinstance(view, Sight):
        raise Problem(f"{who} is for games in which something is hidden; in {view.game.spec} all see everything")
    return view


def kept(path: str) -> Plan:
    """The strategy in a file, which is read once as long as it stays as it is."""
    try:
        about = Path(path).stat()
    except OSError:
        return Plan.load(path)  # which says what is wrong
    return _read(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=8)
def _read(path: str, changed: int, size: int) -> Plan:
    return Plan.load(path)


@lru_cache(maxsize=8)
def solved(game: Game, by: str = "") -> Plan:
    """The equilibrium of a game, looked for once. A Problem if the game is too large to be solved in passing."""
    start = game.start()
    sequence_form(start, memory=MEGABYTES)
    return equilibrium(start, by or None).plan()
