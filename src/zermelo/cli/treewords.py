"""What `zermelo tree` says of a written tree and of a game alike."""

from typing import TYPE_CHECKING

from zermelo.cli.common import line_of

if TYPE_CHECKING:
    from zermelo.tree.trace import Trace


def told_choice(done: "Trace") -> str:
    """The best move and how play may go on, if there is a move to choose."""
    found = done.analysis
    return f", best move {found.move}, variation {line_of(found.pv)}" if found.move else ""


def window_in(text: str) -> tuple[float, float]:
    """The window that somebody wrote: two numbers, or nothing."""
    from math import inf

    from zermelo.errors import Problem

    if not text:
        return -inf, inf
    try:
        alpha, beta = (float(part) for part in text.split(","))
    except ValueError:
        raise Problem(f"the window {text!r} must be two numbers such as -5,5") from None
    if not alpha < beta:
        raise Problem(f"the window {text!r} is empty: alpha must be less than beta")
    return alpha, beta
