"""What a player who is to move is handed: the position, or, where something is hidden, what they may know of it."""

import random
from collections.abc import Sequence

from zermelo.core.game import Position
from zermelo.core.hidden import Sight
from zermelo.core.history import History
from zermelo.errors import Problem

View = Position | Sight
"""What players look at."""


def at_turn(history: History, dice: random.Random | None = None) -> tuple[View, tuple[Position, ...]]:
    """For the player to move: what they see of the game, and the positions before it if nothing is hidden.

    `dice` draw what they may take for the truth: nothing that the player knows.
    """
    position = history.position
    if position.game.hidden:
        return position.sight(position.mover, dice), ()
    return position, history.past


def moves_of(view: View, past: Sequence[Position] = ()) -> list[str]:
    """The names of the legal moves."""
    return list(view.moves if isinstance(view, Sight) else History(view, past).moves)


def seeing(view: View, who: str) -> Position:
    """The position; a Problem if the player, who has to see all of it, does not."""
    if isinstance(view, Sight):
        raise Problem(f"{who} has to see everything; {view.game.spec} has hidden information")
    return view
