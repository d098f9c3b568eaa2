"""Players: a search method with its options and limits, or random moves, made from `method[:key=value,...]`."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from zermelo.errors import Problem, unknown
from zermelo.game import Position
from zermelo.options import convert, parse
from zermelo.search import Analysis, Limit, Progress, analyse, methods

LIMITS: dict[str, Any] = {"time": 0.0, "depth": 0, "nodes": 0}


class Player(Protocol):
    """Somebody who moves."""

    name: str

    def choose(self, position: Position) -> str:
        """The name of a legal move."""
        ...


@dataclass
class RandomPlayer:
    """Plays any move."""

    seed: int | None = None
    name: str = "random"

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, position: Position) -> str:
        return self._random.choice(list(position.moves))


@dataclass
class SearchPlayer:
    """Plays what a search method finds."""

    name: str
    method: str
    limit: Limit
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    on_progress: Callable[[Progress], bool | None] | None = None

    def think(self, position: Position, *, lines: int = 1) -> Analysis:
        """The search behind the choice."""
        return analyse(
            position,
            method=self.method,
            limit=self.limit,
            lines=lines,
            seed=self.seed,
            on_progress=self.on_progress,
            **self.options,
        )

    def choose(self, position: Position) -> str:
        return self.think(position).move or ""


def player(spec: str, *, seed: int | None = None) -> Player:
    """A player from its description: `alphabeta:depth=6`, `minimax:time=0.5`, `random`.

    >>> player("alphabeta:depth=6").limit
    Limit(time=None, depth=6, nodes=None)
    """
    name, _, text = spec.partition(":")
    given: dict[str, Any] = parse(text)
    if "seed" in given:
        seed = convert("seed", given.pop("seed"), 0)
    if name == "random":
        if given:
            raise unknown("option", next(iter(given)), ["seed"], where=" of random")
        return RandomPlayer(seed)
    if name not in methods:
        raise unknown("player", name, [*methods, "random"])
    limits = {key: convert(f"{name}:{key}", given.pop(key), LIMITS[key]) for key in LIMITS if key in given}
    for key in given:
        if key not in methods[name].options:
            raise unknown("option", key, [*LIMITS, "seed", *methods[name].options], where=f" of {name}")
    try:
        limit = Limit(**limits) if limits else Limit(time=1.0)
    except Problem as problem:
        raise Problem(f"player {spec!r}: {problem}") from None
    return SearchPlayer(spec, name, limit, given, seed)
