"""The value of zero-sum games, exact."""

from fractions import Fraction

import pytest

import zermelo as z
from equilibrium.matrix.random_games import random_games, tables
from zermelo.equilibrium.matrix import zero_sum
from zermelo.equilibrium.matrix.zero_sum import exact_optimal, optimal


def secured(payoffs, x):
    return min(sum(p * value for p, value in zip(x, column, strict=True)) for column in zip(*payoffs, strict=True))


def conceded(payoffs, y):
    return max(sum(q * value for q, value in zip(y, row, strict=True)) for row in payoffs)


def test_rock_paper_scissors():
    answer = z.equilibrium("rps", "lp")
    assert answer.value == 0
    assert [set(mix.values()) for mix in answer.profiles[0].strategies] == [{Fraction(1, 3)}] * 2
    assert answer.exact


def test_the_value_is_proven_by_both_strategies():
    for game in random_games(60, seed=21, zero_sum=True):
        payoffs = tables(game)[0]
        for solve in (optimal, exact_optimal):
            value, x, y = solve(payoffs)
            assert sum(x) == sum(y) == 1
            assert min(*x, *y) >= 0
            assert secured(payoffs, x) == value == conceded(payoffs, y)


def test_it_agrees_with_all_equilibria():
    for game in random_games(30, seed=22, zero_sum=True):
        value = z.equilibrium(game, "lp").value
        assert {profile.payoffs[0] for profile in z.equilibrium(game, "vertices").profiles} == {value}


def test_a_constant_sum_has_a_value_too():
    answer = z.equilibrium(z.MatrixGame([[(3, 2), (0, 5)], [(1, 4), (4, 1)]]), "lp")
    assert answer.value == 2
    assert answer.profiles[0].payoffs == (2, 3)


def test_numbers_that_floats_cannot_tell_apart(monkeypatch):
    """HiGHS sees two equal rows; the exact simplex knows better."""
    tiny = Fraction(1, 10**20)
    game = z.MatrixGame([[1 + tiny, 1 + tiny], [1, 1]])
    answer = z.equilibrium(game, "lp")
    assert answer.value == 1 + tiny
    assert answer.profiles[0].strategies[0] == {"1": 1, "2": 0}
    monkeypatch.setattr(zero_sum, "exact_optimal", lambda payoffs: pytest.fail("HiGHS is enough here"))
    assert z.equilibrium("rps", "lp").value == 0


def test_a_larger_game_is_exact():
    size = 30
    game = z.MatrixGame([[(i * i + 3 * i * j + 7 * j) % 23 for j in range(size)] for i in range(size)])
    answer = z.equilibrium(game)
    assert answer.method == "lp"
    assert answer.exact
    assert answer.profiles[0].regrets == (0, 0)


def test_it_is_for_constant_sums_only():
    with pytest.raises(z.Problem, match="always add up to the same; prisoners has payoffs that do not"):
        z.equilibrium("prisoners", "lp")
