"""Have code ready before it is wanted: order what a search of a game would compile, without running it."""

from zermelo.core.game import Game
from zermelo.core.workshop import Order
from zermelo.search.driver import Search
from zermelo.search.handover import Ordered
from zermelo.search.method import description, find, usual_method


def warm(game: Game, method: str = "") -> Order | None:
    """Order the code of a method (default: the game's usual one), to be compiled in idle time; None if it is there."""
    name, _, options = description(method or usual_method(game))
    chosen = find(name)
    search = Search(game.start(), chosen, chosen.usual_limit)
    search.ordering = True
    try:
        chosen.run(search, **chosen.settings(options))
    except Ordered as ordered:
        return ordered.order
    return None
