"""What a client may ask for: methods that the server knows, and how much of the machine a search may take."""

import os
from collections.abc import Mapping
from typing import Any

from zermelo.core.options import convert
from zermelo.errors import Problem, unknown
from zermelo.search.method import description, find, methods

IN_MEGABYTES = ("table", "memory")


def described(text: str) -> tuple[str, dict[str, Any], dict[str, str]]:
    """The name, the limits and the options of a method that a client describes.

    A `Problem` if any of it is not the server's own: files of methods, data and evaluations are not for clients.
    """
    name, limits, given = description(text)
    if name not in methods:
        raise unknown("method", name, methods)
    for key in given:
        if key not in (*methods[name].options, "seed"):
            raise unknown("option", key, [*methods[name].limits, "seed", *methods[name].options], where=f" of {name}")
    return name, limits, given


def memory_of(name: str, given: Mapping[str, Any], most: float) -> tuple[float, bool]:
    """MB that a search by a method takes, and whether exactly that was asked for; a `Problem` if it is too much."""
    within(name, given, most)
    known = find(name).options
    kinds = [key for key in IN_MEGABYTES if key in known]
    asked = [float(convert(f"{name}:{key}", str(given[key]), 0.0)) for key in kinds if key in given]
    return (sum(asked), True) if asked else (sum(min(known[key].default, most) for key in kinds), False)


def within(name: str, given: Mapping[str, Any], megabytes: float) -> dict[str, float]:
    """What must be set beside the `given` options of a method to keep to the allowed memory.

    A `Problem` if they ask for more, or for more threads than there are processors.
    """
    allowed = {**dict.fromkeys(IN_MEGABYTES, megabytes), "threads": os.cpu_count() or 1}
    known = find(name).options
    for key in allowed.keys() & given.keys() & known.keys():
        if convert(f"{name}:{key}", str(given[key]), 0.0) > allowed[key]:
            raise Problem(f"{key}={given[key]} is more than this server allows ({allowed[key]:g})")
    return {
        key: megabytes for key in IN_MEGABYTES if key in known and key not in given and known[key].default > megabytes
    }
