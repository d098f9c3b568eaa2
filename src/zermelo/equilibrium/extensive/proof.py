"""Games too large to tell a strategy for: what they are worth, proven by the solvers of `zermelo solve`."""

from collections.abc import Callable
from typing import Any

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.solver import EXTENSIVE, Finds, solver
from zermelo.errors import Problem
from zermelo.solving import solve


def _refuses(game: Any) -> str:
    return "hidden information" if start_of(game).game.hidden else ""


@solver(
    "proof",
    EXTENSIVE,
    finds=Finds.NONE,
    fits="games in which everybody sees everything",
    refuses=_refuses,
    options={"time": Option.of("time", 30.0, "seconds after which it gives up; 0: never", low=0.0)},
    tells=True,
    usual=lambda game: 1,
)
def by_proof(game: Any, *, tell: Callable[[str], None], time: float = 30.0) -> Answer:
    """What a game with perfect information is worth, and best play, as zermelo solve proves it; no whole strategy."""
    start = start_of(game)
    tell(f"{start.game.spec} is being proven")
    found = solve(start, time=time or None)
    if found.interrupted:
        raise KeyboardInterrupt
    if not found.exact:
        raise Problem(
            f"{found.game}: {found.meaning}; zermelo analyse tells a good move, and zermelo solve takes its time"
        )
    line = (f"best play: {' '.join(found.pv)}",) if found.pv else ()
    return Answer(
        game=found.game,
        method="proof",
        players=start.game.players,
        profiles=(),
        meaning=found.meaning,
        value=found.values[0] if start.game.two_player else None,
        notes=(f"{found.nodes:,} positions looked at by {found.method}", *line),
        details={"values": list(found.values), "by": found.method, "error": found.error},
    )
