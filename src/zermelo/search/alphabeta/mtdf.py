"""MTD(f): find the value by null windows alone. Each says "at least" or "less"; the answers close in on the value.

It begins at a first guess, the value of the last iteration, and leans on the table, which answers most of what is asked
again. Often fewer nodes than null windows around a principal variation; the more distinct values an evaluation has, the
more steps it takes. Plaat, Schaeffer, Pijls & de Bruin 1996.
"""

from math import inf

from zermelo.search.alphabeta.alphabeta import FIELDS, ON_TREES, above, alphabeta
from zermelo.search.alphabeta.deepening import deepen
from zermelo.search.alphabeta.enhancements import OPTIONS, equip
from zermelo.search.alphabeta.threads import look_with
from zermelo.search.driver import Search
from zermelo.search.method import method

UNUSED = ("aspiration", "pvs", "errors", "fail")  # there are only null windows, and the values beyond them matter


@method("mtdf", options={name: option for name, option in OPTIONS.items() if name not in UNUSED}, fields=FIELDS,
        on_trees=ON_TREES)  # fmt: skip
def run(search: Search, **given: object) -> None:
    """Alpha-beta in null windows only, with the same enhancements."""
    chosen = equip(search, {**given, "pvs": False})
    look = look_with(search, alphabeta, chosen.threads)
    guesses = {0: 0.0, 1: 0.0}  # the last value for even and for odd heights

    def close_in(ply: int, height: int, alpha: float, beta: float) -> float:
        """The contract of `alphabeta`, kept by null windows.

        lower <= v <= upper throughout, where these are known; ends when they meet or leave the window.
        """
        w = search.work
        lower, upper, guess = -inf, inf, min(max(guesses[height % 2], alpha), beta)
        line: list[int] = []
        while lower < upper and lower < beta and upper > alpha:
            bound = above(guess) if guess == lower else guess  # ask: is v at least this?
            below = bound - (above(bound) - bound)
            answer = float(look(ply, height, below, bound))
            if search.stopped:
                break
            guess = answer
            if guess >= bound:
                lower = guess
                line = w.line[ply, : w.line_length[ply]].tolist()
            elif guess <= below:
                upper = guess
            else:
                lower = upper = guess
        if line or search.stopped:  # a search that failed low has no best move; the last one that did not, has
            w.line[ply, : len(line)] = line
            w.line_length[ply] = len(line)
        if search.stopped:
            return lower
        guesses[height % 2] = guess
        return guess

    deepen(search, close_in, deepening=chosen.deepening, endgame=chosen.endgame)
