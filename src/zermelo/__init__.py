"""Write the rules of a game once, in plain Python; play, solve and study it at native speed."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOME = {
    "Rules": "game", "Game": "game", "Position": "game", "CHANCE": "game", "option": "game", "grid": "game",
    "hexagons": "game", "square_symmetries": "game", "popcount": "game", "lowest": "game", "bit": "game", "copy": "game",
    "load": "catalogue",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"zermelo.{_HOME[name]}"), name)
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
