"""Quick wins and long losses: a win now is better than a win later, though the payoff is the same.

In games of win, draw and loss a result loses STEP of its value with every ply between it and the position: a win in d
plies is worth 1 - d STEP. That makes the value of a position independent of the path to it, so the table stays right.
Estimates stay below every win and are passed on as they are.
"""

STEP = 2.0**-24  # per ply; a power of 2, so that sums are exact
SURE = 1.0 - 2.0**-11  # a win within 8192 plies is worth more than this
DECIDED = 1.0 - 2.0**-9  # no estimate is beyond this


def nearer(w, value):
    """A value as the position one ply before sees it."""
    if value > DECIDED:
        return value - w.step
    if value < -DECIDED:
        return value + w.step
    return value


def farther(w, bound):
    """The edge of a window as the position one ply later sees it: nearer(v) > bound when v > farther(bound)."""
    if bound > DECIDED:
        return bound + w.step
    if bound < -DECIDED:
        return bound - w.step
    return bound


def estimated(w, value):
    """An estimate claims no more than that a win is likely."""
    if w.step > 0.0:
        return min(max(value, -DECIDED), DECIDED)
    return value


def plies_to_end(value: float) -> int | None:
    """How far away a win or loss of this value is; None if it is neither or that is not known."""
    return round((1.0 - abs(value)) / STEP) if SURE < abs(value) <= 1.0 else None


def decided(value: float) -> bool:
    """Whether a value, found with quick wins preferred, is a win or a loss."""
    return abs(value) > DECIDED
