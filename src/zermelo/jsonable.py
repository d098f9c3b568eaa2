"""Values as JSON has them."""

import math
from typing import Any


def jsonable(value: Any) -> Any:
    """The same without infinite numbers, which JSON does not have: they become text, and -0.0 becomes 0.0."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, float) and value == 0:
        return 0.0
    if isinstance(value, dict):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in value]
    return value
