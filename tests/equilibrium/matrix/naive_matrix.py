"""The extreme equilibria of two players, as slowly as the definition says: solve every square system, and filter.

Independent of the library: it has its own elimination, in fractions, on the polyhedra of strategies with the value of a
best reply, {(x, v): x is a mixed strategy, no reply gets more than v}, not on those scaled to 1.
"""

from fractions import Fraction
from itertools import combinations


def extreme_equilibria(own, other):
    """All pairs of corners in equilibrium; `own` and `other` are the payoffs of the first and the second player."""
    turned = [list(column) for column in zip(*other, strict=True)]
    return {
        (x, y)
        for x in corners(turned)
        for y in corners(own)
        if is_equilibrium(own, other, x, y)
    }  # fmt: skip


def corners(replies):
    """The corners of {(x, v)}: `replies[j][i]` is what the reply j gets against the action i."""
    size = len(replies[0])
    inequalities = [[Fraction(int(i == axis)) for i in range(size)] + [Fraction(0)] for axis in range(size)]  # x >= 0
    inequalities += [[-Fraction(value) for value in row] + [Fraction(1)] for row in replies]  # v >= the reply
    everything = [Fraction(1)] * size + [Fraction(0)]
    found = set()
    for tight in combinations(inequalities, size):
        point = solve([[*row, Fraction(0)] for row in tight] + [[*everything, Fraction(1)]])
        if point and all(sum(a * b for a, b in zip(row, point, strict=True)) >= 0 for row in inequalities):
            found.add(tuple(point[:-1]))
    return found


def solve(system):
    """The one solution of a square system, each row with its right side; None if there is not exactly one."""
    system = [list(row) for row in system]
    for column in range(len(system)):
        pivot = next((row for row in range(column, len(system)) if system[row][column]), None)
        if pivot is None:
            return None
        system[column], system[pivot] = system[pivot], system[column]
        system[column] = [value / system[column][column] for value in system[column]]
        for row in range(len(system)):
            if row != column and system[row][column]:
                factor = system[row][column]
                system[row] = [a - factor * b for a, b in zip(system[row], system[column], strict=True)]
    return [row[-1] for row in system]


def is_equilibrium(own, other, x, y):
    """No action gets more than what is played."""
    firsts = [sum(q * value for q, value in zip(y, row, strict=True)) for row in own]
    seconds = [sum(p * row[j] for p, row in zip(x, other, strict=True)) for j in range(len(y))]
    return sum(p * value for p, value in zip(x, firsts, strict=True)) == max(firsts) and sum(
        q * value for q, value in zip(y, seconds, strict=True)
    ) == max(seconds)


def strictly_dominated(rows, action, weights):
    """Whether a mixture with these weights is better everywhere."""
    return all(
        sum(weight * row[place] for weight, row in zip(weights, rows, strict=True)) > rows[action][place]
        for place in range(len(rows[0]))
    )
