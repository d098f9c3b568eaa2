"""The value of a zero-sum game and optimal strategies, by a linear program (von Neumann 1928; Dantzig 1951).

HiGHS finds which actions are played and which replies are tight; equations over these give the strategies exactly, and
the definition proves them: what one secures, the other concedes. Where rounding misled, an exact simplex decides.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from zermelo.equilibrium.answer import Answer, plainly
from zermelo.equilibrium.matrix.found import not_for_two, verified
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.tableau import maximum, solved
from zermelo.equilibrium.solver import Finds, solver

NEARLY = 1e-9  # of the range of payoffs: what is closer may be equal
Optimal = tuple[Fraction, list[Fraction], list[Fraction]]


def _refuses(game: MatrixGame) -> str:
    if why := not_for_two(game):
        return why
    return "" if game.constant_sum is not None else "payoffs that do not always add up to the same"


@solver(
    "lp",
    MatrixGame.form,
    finds=Finds.ONE,
    fits="two players whose payoffs always add up to the same",
    refuses=_refuses,
    usual=lambda game: 3,
)
def by_linear_program(game: MatrixGame) -> Answer:
    """The value of a zero-sum game, and a strategy for each player that secures it."""
    value, x, y = optimal(game.payoffs[..., 0].tolist())
    return Answer(
        game=game.spec,
        method="lp",
        players=game.players,
        profiles=(verified(game, (x, y)),),
        meaning=f"{game.spec} is worth {plainly(value)} to {game.players[0]}",
        value=value,
    )


def optimal(payoffs: Sequence[Sequence[Fraction]]) -> Optimal:
    """The value and optimal strategies of the game in which the first player gets `payoffs`, exact."""
    return _from_highs(payoffs) or exact_optimal(payoffs)


def exact_optimal(payoffs: Sequence[Sequence[Fraction]]) -> Optimal:
    """The same by an exact simplex: maximise the sum of y where payoffs @ y <= 1, all payoffs being positive."""
    # with whole numbers a and least value 1: value' = 1 / sum(y); the dual solution is the first player's
    whole, scale, shift = _whole(payoffs)
    found = maximum(whole, [1] * len(whole), [1] * len(whole[0]))
    assert found is not None, "payoffs are positive"
    total, y, x = found
    value = (1 / total + shift) / scale
    return value, [part / total for part in x], [part / total for part in y]


def _whole(payoffs: Sequence[Sequence[Fraction]]) -> tuple[list[list[int]], int, int]:
    """Positive whole numbers that are payoffs * scale - shift."""
    scale = lcm(*(Fraction(value).denominator for row in payoffs for value in row))
    numbers = [[int(value * scale) for value in row] for row in payoffs]
    shift = min(map(min, numbers)) - 1
    return [[value - shift for value in row] for row in numbers], scale, shift


def _from_highs(payoffs: Sequence[Sequence[Fraction]]) -> Optimal | None:
    """Proven optimal, or None."""
    from scipy.optimize import linprog

    table = np.array(payoffs, dtype=float)
    spread = float(np.ptp(table)) or 1.0
    scaled = (table - table.min()) / spread + 1
    rows, columns = scaled.shape
    found = linprog(-np.ones(columns), A_ub=scaled, b_ub=np.ones(rows), method="highs-ds")
    if found.status or not found.x.sum():
        return None
    y, x = found.x / found.x.sum(), -found.ineqlin.marginals / found.x.sum()
    value = 1 / found.x.sum()
    plays = np.flatnonzero(x > NEARLY), np.flatnonzero(y > NEARLY)
    tight = np.flatnonzero(scaled @ y > value - NEARLY), np.flatnonzero(x @ scaled < value + NEARLY)
    turned = list(zip(*payoffs, strict=True))
    first = _equal(turned, plays[0], tight[1])
    second = _equal(payoffs, plays[1], tight[0])
    if first is None or second is None or min(*first, *second) < 0:
        return None
    secured = min(sum(map(_times, first, column), Fraction(0)) for column in turned)
    conceded = max(sum(map(_times, second, row), Fraction(0)) for row in payoffs)
    return (secured, first, second) if secured == conceded else None


def _times(part: Fraction, value: Fraction) -> Fraction:
    return part * value if part else part


def _equal(rows: Sequence[Sequence[Fraction]], support: np.ndarray, tied: np.ndarray) -> list[Fraction] | None:
    """The one mix on `support` against which all of `tied` get the same."""
    equations = [[*(rows[reply][action] for action in support), -1] for reply in tied]
    solution = solved([*equations, [1] * len(support) + [0]], [0] * len(tied) + [1])
    if solution is None:
        return None
    mix = [Fraction(0)] * len(rows[0])
    for action, part in zip(support, solution, strict=False):
        mix[action] = part
    return mix
