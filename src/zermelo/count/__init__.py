"""How large is it? Count leaves (perft), measure the tree of a game, play random games."""

from zermelo.count.perft import Perft, perft
from zermelo.count.playouts import playouts
from zermelo.count.survey import Survey, survey

__all__ = ["Perft", "Survey", "perft", "playouts", "survey"]
