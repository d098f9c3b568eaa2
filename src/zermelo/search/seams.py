"""Where something else can be put into a search: functions marked as seams, and the layers that may replace them.

A search is compiled from the rules and from these layers:

    view      how its method sees the game, such as all others as one opponent (`many.paranoid`)
    options   parts that an option asks for, such as a quiescence search, or leaves out
    watch     what writes down every step (`events`)

A seam says which one of them may replace it; an option may also replace words and settings of the `vocabulary`, and
`make` belongs to the view. Nothing is replaced twice, so their order does not matter. `Replaced` checks all that.
"""

from collections.abc import Callable, Mapping
from typing import Any

from zermelo.core import vocabulary
from zermelo.core.kernel import make

_layer_of: dict[Any, str] = {make: "view"}  # by seam; what is not listed and no word of the rules stays what it is


def seam(layer: str) -> Callable[[Callable], Callable]:
    """Mark a function that something else may stand for, in some searches, in a layer."""

    def mark(function: Callable) -> Callable:
        _layer_of[function] = layer
        return function

    return mark


class Replaced:
    """Every seam that is replaced, and what stands there (`all`)."""

    def __init__(self) -> None:
        self.all: dict[Any, Any] = {}

    def put(self, layer: str, replace: Mapping[Any, Any]) -> None:
        """Put functions in the place of seams of a layer."""
        for place in replace:
            name = getattr(place, "__qualname__", place)
            word = isinstance(place, vocabulary.Setting) or getattr(vocabulary, str(name), None) is place
            allowed = _layer_of.get(place, "options" if word else "")
            if not allowed:
                raise TypeError(f"{name} is not a seam: nothing can be put in its place")
            if layer != allowed:
                raise TypeError(f"{name} is a seam of the layer {allowed}, not of {layer}")
            if place in self.all:
                raise TypeError(f"{name} is replaced twice")
        self.all |= replace
