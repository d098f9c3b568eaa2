"""One player, who may not see everything: what is best is found in one sweep, from the last choices to the first."""

from collections.abc import Callable
from typing import Any

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, plainly
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.cfr import sizes
from zermelo.equilibrium.extensive.exact import exactly
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.solver import EXTENSIVE, Finds, solver


def _refuses(game: Any) -> str:
    count = len(start_of(game).game.players)
    return "" if count == 1 else f"{count} players"


@solver(
    "best-reply",
    EXTENSIVE,
    finds=Finds.ONE,
    fits="one player",
    refuses=_refuses,
    options={"memory": Option.of("memory", 4000.0, "megabytes for the game", low=1.0)},
    tells=True,
    usual=lambda game: 6 if start_of(game).game.hidden else 0,
)
def alone(game: Any, *, tell: Callable[[str], None], memory: float = 4000.0) -> Answer:
    """What one player alone does best, who may not see everything."""
    form = sequence_form(start_of(game), memory=memory, on_progress=lambda seen: tell(f"{seen:,} positions"))
    behaviour = Behaviour.even(form).best_replies()
    profile = exactly(behaviour) or behaviour.profile()
    return Answer(
        game=form.game.spec,
        method="best-reply",
        players=form.game.players,
        profiles=(profile,),
        meaning=f"{form.game.spec} is worth {plainly(profile.payoffs[0])} to {form.game.players[0]}",
        value=profile.payoffs[0],
        notes=sizes(form),
        behaviour=behaviour,
    )
