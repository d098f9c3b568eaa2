"""How much of the machine a search may take."""

import os
from collections.abc import Mapping
from typing import Any

from zermelo.core.options import convert
from zermelo.errors import Problem
from zermelo.search import methods

MEGABYTES = ("table", "memory")


def within(name: str, given: Mapping[str, Any], megabytes: float) -> dict[str, float]:
    """What must be set beside the `given` options of a method to keep to the allowed memory.

    A `Problem` if they ask for more, or for more threads than there are processors.
    """
    allowed = {**dict.fromkeys(MEGABYTES, megabytes), "threads": os.cpu_count() or 1}
    known = methods[name].options
    for key in allowed.keys() & given.keys() & known.keys():
        if convert(f"{name}:{key}", str(given[key]), 0.0) > allowed[key]:
            raise Problem(f"{key}={given[key]} is more than this server allows ({allowed[key]:g})")
    return {key: megabytes for key in MEGABYTES if key in known and key not in given and known[key].default > megabytes}
