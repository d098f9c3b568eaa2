"""Where something else can be put into a search: functions marked as seams, and the layers that may replace them.

A search is compiled from the rules and from these layers, each over the ones before:

    view      how its method sees the game, such as all others as one opponent (`many.paranoid`)
    options   parts that an option asks for, such as a quiescence search, or leaves out
    watch     what writes down every step (`events`)

A layer replaces only seams and words of the `vocabulary`; `Replaced` checks that.
"""

from collections.abc import Callable, Mapping
from typing import Any

from zermelo.core import vocabulary
from zermelo.core.kernel import make

LAYERS = ("view", "options", "watch")
_seams: set[Any] = {make, *(value for value in vars(vocabulary).values() if callable(value))}


def seam(function: Callable) -> Callable:
    """Mark a function that something else may stand for in some searches."""
    _seams.add(function)
    return function


class Replaced:
    """What is put in the place of seams, layer by layer."""

    def __init__(self) -> None:
        self.layers: dict[str, dict[Any, Any]] = {layer: {} for layer in LAYERS}

    def put(self, layer: str, replace: Mapping[Any, Any]) -> None:
        """Put functions into a layer, in the place of seams."""
        for place in replace:
            if place not in _seams and not isinstance(place, vocabulary.Setting):
                name = getattr(place, "__qualname__", place)
                raise TypeError(f"{name} is not a seam: nothing can be put in its place")
        self.layers[layer] |= replace

    @property
    def all(self) -> dict[Any, Any]:
        """Every seam that is replaced, and what stands there: a later layer over an earlier one."""
        return {place: made for layer in LAYERS for place, made in self.layers[layer].items()}
