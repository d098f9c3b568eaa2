"""The same game with nothing hidden: what players would have to do if all saw everything."""

from typing import Any

import numpy as np

from zermelo.core.game import Game
from zermelo.core.position import Position
from zermelo.core.state import MOST_PLIES, own_fields

MORE = 4  # plies: some searches need room beyond the last
BLIND = ("tells", "sees", "gist", "imagine", "hide", "told")


def opened(game: Game) -> Game:
    """A game by the same rules in which everybody sees everything; the game itself if that is so already."""
    if not game.hidden:
        return game
    twin = game.__dict__.get("_opened")
    if twin is None:
        bare: dict[str, Any] = {"__doc__": game.rules.__dict__.get("__doc__"), **dict.fromkeys(BLIND)}
        bare["max_plies"] = min(game.max_plies + MORE, MOST_PLIES)
        rules: Any = type(game.rules.__name__, (game.rules,), bare)
        rules._written = game.rules._written
        twin = Game(rules, spec=game.spec, options=game.options, origin=(opened, (game,)))
        twin.__dict__["_hides"] = game  # a tree must stay where its states point to
        game.__dict__["_opened"] = twin
    return twin


def in_the_open(position: Position) -> Position:
    """The position for those who see everything."""
    if not position.game.hidden:
        return position
    twin, s = opened(position.game), position.state
    seen = twin.blank()
    for name in own_fields(position.game.state):
        seen[name] = s[name]
    return Position(twin, np.void.tobytes(seen))
