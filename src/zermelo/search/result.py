"""What one asks of a search, and what it answers."""

from dataclasses import asdict, dataclass
from typing import Any

from zermelo.errors import Problem


@dataclass(frozen=True)
class Limit:
    """When to stop: after `time` seconds, at `depth` plies, after `nodes` nodes or `simulations`; what comes first."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            number = int | float if name == "time" else int
            if value is not None and (not isinstance(value, number) or isinstance(value, bool)):
                raise Problem(f"the limit {name}={value!r} must be a {'number' if name == 'time' else 'whole number'}")
            if value is not None and not value > 0:
                raise Problem(f"the limit {name}={value} must be positive")


@dataclass(frozen=True)
class Line:
    """A move of the root with its value for the player to move, and how play may go on."""

    move: str
    value: float
    pv: tuple[str, ...]
    plies: int | None = None  # until the end, of a proven win or loss in a game of win, draw and loss
    values: tuple[float, ...] = ()  # for every player
    visits: int | None = None  # how many simulations began with the move, where the method simulates
    wins: float | None = None  # their mean reward for the player to move, from 0 to 1: the share that was won


@dataclass(frozen=True)
class Analysis:
    """What a search found. Values are in the game's own units; `value` is for the side to move."""

    game: str
    position: str
    method: str
    move: str | None
    value: float
    values: tuple[float, ...]  # one per player
    exact: bool  # proven: no estimate went into the value
    bound: str  # = as a rule; <= or >= when a search in a narrow window found only that
    pv: tuple[str, ...]
    lines: tuple[Line, ...]  # the best moves, best first, as many as were asked for
    plies: int | None  # until the end, of a proven win or loss in a game of win, draw and loss
    depth: int
    nodes: int
    simulations: int
    leaves: int
    evaluations: int
    hits: int
    cuts: int
    time_s: float
    nodes_per_s: float
    seed: int | None
    meaning: str  # of the value, in one sentence
    code: str = "native"  # what it ran as: native code, plain Python, or both; nothing if it did not begin
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)

    def _repr_html_(self) -> str:
        """The moves in a table; beside the board, if the game comes with Zermelo, as only names are kept here."""
        from zermelo.core.catalogue import load_shipped
        from zermelo.draw.analysed import analysis_html

        try:
            position = load_shipped(self.game).position(self.position)
        except Problem:
            position = None
        return analysis_html(self, position)


@dataclass(frozen=True)
class Progress:
    """A look at a running search."""

    depth: int
    move: str | None
    value: float | None
    pv: tuple[str, ...]
    nodes: int
    simulations: int
    time_s: float
    lines: tuple[Line, ...]  # the best moves, best first; a method that simulates tells of all moves
    values: tuple[float, ...] = ()  # one per player, once there is a value
    exact: bool = False
    meaning: str = ""  # of the value, in one sentence
    hits: int = 0
    cuts: int = 0
    code: str = "native"  # what it runs as: native code, plain Python, or both
    filled: float | None = None  # the part of the table or tree in use, if there is one

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)
