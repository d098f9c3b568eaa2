"""The game-theoretic value of a position, by whichever way suits the game."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.errors import Problem, unknown
from zermelo.game import Position
from zermelo.options import Option
from zermelo.score import meaning
from zermelo.search import Limit, Progress, analyse
from zermelo.search.driver import settings_of
from zermelo.search.enhancements import OPTIONS
from zermelo.search.work import LINE
from zermelo.solving.retrograde import Valuation, settle_all
from zermelo.solving.states import explore

SOLVERS: dict[str, dict[str, Option]] = {  # and their options, in MB
    # to the end of the game, with a transposition table
    "alphabeta": {**OPTIONS, "table": Option("table", 256.0, 256.0, "MB of the table", low=0)},
    # the whole tree, as the definition says
    "minimax": {},
    # every state once, backwards from the ends; copes with loops
    "retrograde": {"memory": Option("memory", 4000.0, 4000.0, "MB for all states", low=1)},
}
SHORT = 30  # plies: what lasts no longer is proved at once, without looking for good moves first
OnProgress = Callable[[Progress | int], bool | None]


@dataclass(frozen=True)
class Solution:
    """A proven value, for the side to move and for each player, and the size of the proof."""

    game: str
    position: str
    method: str
    value: float
    values: tuple[float, ...]
    move: str | None  # one that keeps the value
    pv: tuple[str, ...]
    exact: bool  # False when stopped before the proof was complete
    meaning: str  # of the value, in one sentence
    nodes: int  # positions searched (alphabeta, minimax) or states valued (retrograde)
    time_s: float
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def solve(
    position: Position,
    *,
    method: str = "alphabeta",
    compiled: bool = True,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> Solution:
    """Prove the value of a position. Options: `table` MB for alphabeta, `memory` MB for retrograde.

    >>> import zermelo as z
    >>> z.solve(z.load("nim:piles=2-2,misere=true").start(), compiled=False).value
    -1.0
    """
    if method not in SOLVERS:
        raise unknown("solver", method, SOLVERS)
    settings = settings_of(method, SOLVERS[method], options)
    if method == "retrograde":
        return _by_states(position, settings.get("memory", 4000.0), compiled, on_progress)
    if method == "alphabeta":
        look_around = position.game.judges and position.remaining > SHORT
        repeats = bool(position.game.rules.repetition)
        usual = {"table": 256.0, "near_end": 6, "quick": False, "paths": repeats}
        usual |= {"deepening": look_around, "aspiration": look_around, "endgame": 30_000}
        settings = {**usual, **settings}
    found = analyse(
        position, method=method, limit=Limit(), compiled=compiled, on_progress=on_progress, **settings
    ).as_dict()
    if not found["exact"] and not found["interrupted"]:
        raise Problem(f"{position.game.spec} does not end within {position.game.max_plies} plies; try retrograde")
    return Solution(**{name: found[name] for name in Solution.__dataclass_fields__})


def _by_states(position: Position, memory: float, compiled: bool, on_progress: OnProgress | None) -> Solution:
    game = position.game
    started = time.perf_counter()
    space = explore(position, memory=memory, compiled=compiled, on_progress=on_progress)
    valuation = settle_all(space, compiled=compiled, on_progress=on_progress)
    value = float(valuation.values[0]) + game.middle
    other = 2 * game.middle - value
    line = _line(position, valuation)
    return Solution(
        game=game.spec,
        position=position.text,
        method="retrograde",
        value=value,
        values=(value, other) if position.mover == 0 else (other, value),
        move=line[0] if line else None,
        pv=line,
        exact=True,
        meaning=meaning(position, value, exact=True),
        nodes=len(space),
        time_s=time.perf_counter() - started,
    )


def _line(position: Position, valuation: Valuation) -> tuple[str, ...]:
    """Best play from a position, as far as it makes progress."""
    line: list[str] = []
    seen = set()
    while not position.over and position not in seen and len(line) < LINE:
        seen.add(position)
        name = position.move_name(valuation.best_moves(position)[0])
        line.append(name)
        position = position.play(name)
    return tuple(line)
