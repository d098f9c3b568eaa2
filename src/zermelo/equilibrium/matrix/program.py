"""The best lottery under homogeneous conditions, by a linear program whose answer is exact and proven where it can be.

HiGHS says which outcomes may happen and which conditions are tight. Equations over these give the lottery in
fractions, and another system the weights of the conditions (the dual) that prove that no other one is better. If
rounding misled, an exact simplex decides where the program is small.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zermelo.equilibrium.matrix.tableau import maximum, solved
from zermelo.errors import Fault, Problem

NEARLY = 1e-9  # what is smaller may be 0
SMALL = 4_000  # entries of a program that the exact simplex may decide
MOST_EQUATIONS = 12_000  # entries of a system of equations that is solved in fractions

Row = tuple[Sequence[int], Sequence[int]]  # the columns that are not 0, and whole numbers there


@dataclass(frozen=True)
class Program:
    """Maximise goal @ x where rows @ x <= 0, weights @ x = 1, x >= 0. All numbers are whole.

    There is a solution, and what is better than the best would be so in proportion: weights and goal are not negative.
    """

    goal: Sequence[int]
    rows: Sequence[Row]
    weights: Sequence[int]


@dataclass(frozen=True)
class Best:
    """What a program found."""

    x: Sequence[Fraction | float]
    exact: bool  # whether all conditions hold exactly
    proven: bool  # whether it is the best exactly


def best_lottery(program: Program) -> Best:
    """The best x, exact and proven if possible."""
    small = (len(program.rows) + 1) * len(program.goal) <= SMALL
    found = _by_highs(program)
    if found is None and not small:
        raise Problem("the payoffs are too far apart for a linear program of this size: give them fewer digits")
    if found is None:
        return Best(_by_simplex(program), exact=True, proven=True)
    floats, dual, costs = found
    exact = _equal_on_support(program, floats)
    if exact and _proves(program, exact, dual, costs):
        return Best(exact, exact=True, proven=True)
    if small:
        return Best(_by_simplex(program), exact=True, proven=True)
    if exact:
        return Best(exact, exact=True, proven=False)
    clean = np.maximum(floats, 0)
    return Best((clean / (clean @ np.array(program.weights, dtype=float))).tolist(), exact=False, proven=False)


def _by_highs(program: Program) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """In floats: x, how much each row holds it back, and what it would cost to use a column that is not.

    None where rounding makes a program impossible that has a solution: where numbers are very far apart.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    size = len(program.goal)
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for number, (places, entries) in enumerate(program.rows):
        scale = max(1, *map(abs, entries))
        rows += [number] * len(places)
        columns += places
        values += [entry / scale for entry in entries]
    table = csr_array((values, (rows, columns)), shape=(max(1, len(program.rows)), size))
    highest = max(program.goal)
    found = linprog(
        [-aim / highest for aim in program.goal],
        A_ub=table,
        b_ub=np.zeros(table.shape[0]),
        A_eq=csr_array(np.array([program.weights], dtype=float)),
        b_eq=[1.0],
        method="highs-ds",
    )
    if found.status:
        return None
    return found.x, -found.ineqlin.marginals, found.lower.marginals


def _equal_on_support(program: Program, floats: np.ndarray) -> list[Fraction] | None:
    """The one x that may be positive where floats are and for which the same conditions are tight; if it keeps all."""
    support = np.flatnonzero(floats > NEARLY).tolist()
    place = {column: number for number, column in enumerate(support)}
    equations: dict[tuple[int, ...], None] = {}
    for columns, entries in program.rows:
        scale = max(1, *map(abs, entries))
        if abs(sum(entry / scale * floats[column] for column, entry in zip(columns, entries, strict=True))) <= NEARLY:
            row = [0] * len(support)
            for column, entry in zip(columns, entries, strict=True):
                if column in place:
                    row[place[column]] = entry
            if any(row):
                equations[tuple(row)] = None
    if (len(equations) + 1) * len(support) > MOST_EQUATIONS:
        return None
    weights = [program.weights[column] for column in support]
    solution = solved([*equations, weights], [0] * len(equations) + [1])
    if solution is None or min(solution) < 0:
        return None
    x = [Fraction(0)] * len(program.goal)
    for column, part in zip(support, solution, strict=True):
        x[column] = part
    return x if all(_sum(row, x) <= 0 for row in program.rows) else None


def _sum(row: Row, x: Sequence[Fraction]) -> Fraction:
    return sum((entry * x[column] for column, entry in zip(*row, strict=True) if x[column]), Fraction(0))


def _proves(program: Program, x: Sequence[Fraction], dual: np.ndarray, costs: np.ndarray) -> bool:
    """Whether weights of the conditions show that nothing is better than x: goal <= rows.T @ dual + value * weights."""
    value = sum((part * aim for part, aim in zip(x, program.goal, strict=True) if part), Fraction(0))
    used = [number for number, weight in enumerate(dual[: len(program.rows)]) if weight > NEARLY]
    free = (column for column, part in enumerate(x) if part or costs[column] <= NEARLY)
    columns = {column: [0] * len(used) for column in free}
    for number, row in enumerate(used):
        for column, entry in zip(*program.rows[row], strict=True):
            if column in columns:
                columns[column][number] = entry
    if len(columns) * (len(used) + 1) > MOST_EQUATIONS:
        return False
    right = [program.goal[column] - value * program.weights[column] for column in columns]
    found = solved(list(columns.values()), right) if used else []
    if found is None or any(weight < 0 for weight in found):
        return False
    bound = [value * weight for weight in program.weights]
    for row, weight in zip(used, found, strict=True):
        for column, entry in zip(*program.rows[row], strict=True):
            bound[column] += weight * entry
    return all(aim <= most for aim, most in zip(program.goal, bound, strict=True))


def _by_simplex(program: Program) -> list[Fraction]:
    table = [[0] * len(program.goal) for _ in program.rows]
    for row, (columns, entries) in zip(table, program.rows, strict=True):
        for column, entry in zip(columns, entries, strict=True):
            row[column] = entry
    found = maximum([*table, list(program.weights)], [0] * len(table) + [1], program.goal)
    if found is None:
        raise Fault("a linear program with bounded weights has no maximum")
    total = sum(part * weight for part, weight in zip(found[1], program.weights, strict=True))
    return [part / total for part in found[1]]
