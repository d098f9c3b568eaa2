"""Linear systems in whole numbers: a tableau that is pivoted without fractions, and systems of equations.

All entries stay integers, over one common denominator (Edmonds 1967; Bareiss 1968): each step divides exactly. That is
several times as fast as fractions, and as exact. Ties in the ratio test are broken lexicographically, as if the right
side were perturbed by powers of something tiny, so no pivoting rule built on this can cycle (Dantzig, Orden & Wolfe
1955).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm


class Tableau:
    """`rows @ x + slack = right`, all of it at least 0; slack variables are basic at first.

    Variables are numbered: first those of the columns, then the slacks. `right` must not be negative.
    """

    def __init__(self, rows: Sequence[Sequence[int]], right: Sequence[int]) -> None:
        count = len(rows)
        self.variables = len(rows[0]) if rows else 0
        self.rows = [
            [*row, *(int(number == other) for other in range(count)), right[number]] for number, row in enumerate(rows)
        ]
        self.basis = [self.variables + number for number in range(count)]
        self.common = 1  # what all entries are divided by

    def leaving(self, column: int) -> int | None:
        """The row whose variable must leave if that of `column` enters; None if nothing stops it."""
        best = None
        for number, row in enumerate(self.rows):
            if row[column] > 0 and (best is None or self._before(row, self.rows[best], column)):
                best = number
        return best

    def _before(self, row: list[int], other: list[int], column: int) -> bool:
        """Whether the perturbed ratio of one row is the smaller one: it cannot be equal."""
        for position in (-1, *range(self.variables, len(row) - 1)):
            mine, theirs = row[position] * other[column], other[position] * row[column]
            if mine != theirs:
                return mine < theirs
        raise AssertionError("two rows of a tableau are in proportion")

    def pivot(self, number: int, column: int, *, also: list[list[int]] = ()) -> int:  # type: ignore[assignment]
        """Let the variable of `column` enter in a row: the one that leaves. `also`: more rows, modified in place."""
        pivot_row = self.rows[number]
        pivot = pivot_row[column]
        for row in (*self.rows, *also):
            if row is not pivot_row:
                factor = row[column]
                if factor:
                    row[:] = [
                        (value * pivot - factor * top) // self.common for value, top in zip(row, pivot_row, strict=True)
                    ]
                elif pivot != self.common:
                    row[:] = [value * pivot // self.common for value in row]
        self.common = pivot
        left, self.basis[number] = self.basis[number], column
        return left

    def values(self) -> list[Fraction]:
        """Every variable, slacks included."""
        found = [Fraction(0)] * (self.variables + len(self.rows))
        for row, variable in zip(self.rows, self.basis, strict=True):
            found[variable] = Fraction(row[-1], self.common)
        return found


def maximum(
    rows: Sequence[Sequence[int]], right: Sequence[int], goal: Sequence[int]
) -> tuple[Fraction, list[Fraction], list[Fraction]] | None:
    """Maximise goal @ x where rows @ x <= right and x >= 0, for right >= 0: the maximum, x, and the dual solution.

    None if there is no maximum. The simplex method, exact.
    """
    tableau = Tableau(rows, right)
    last = [*(-value for value in goal), *([0] * len(rows)), 0]
    while True:
        column = min(range(len(last) - 1), key=last.__getitem__)
        if last[column] >= 0:
            break
        row = tableau.leaving(column)
        if row is None:
            return None
        tableau.pivot(row, column, also=[last])
    dual = [Fraction(value, tableau.common) for value in last[tableau.variables : -1]]
    return Fraction(last[-1], tableau.common), tableau.values()[: tableau.variables], dual


def solved(rows: Sequence[Sequence[Fraction | int]], right: Sequence[Fraction | int]) -> list[Fraction] | None:
    """The one solution of rows @ x = right; None if there is none or more than one. There may be spare equations."""
    unknowns = len(rows[0])
    work = []
    for row, value in zip(rows, right, strict=True):
        scale = lcm(*(Fraction(part).denominator for part in (*row, value)))
        work.append([int(part * scale) for part in (*row, value)])
    common = 1
    for column in range(unknowns):
        chosen = next((number for number in range(column, len(work)) if work[number][column]), None)
        if chosen is None:
            return None
        work[column], work[chosen] = work[chosen], work[column]
        top = work[column]
        pivot = top[column]
        for number, row in enumerate(work):
            if number != column:
                factor = row[column]
                work[number] = [
                    (value * pivot - factor * above) // common for value, above in zip(row, top, strict=True)
                ]
        common = pivot
    if any(row[-1] for row in work[unknowns:]):
        return None
    return [Fraction(work[number][-1], work[number][number]) for number in range(unknowns)]
