"""Deck 000, games in which all choose at once: mixed strategies, Nash's theorem, the Prisoner's Dilemma."""

import random
from fractions import Fraction

import pytest

import zermelo as z

RPS = z.MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=[("R", "P", "S")] * 2)  # rows of the deck
PRISON = z.MatrixGame([[(-1, -1), (-3, 0)], [(0, -3), (-2, -2)]], actions=[("C", "D")] * 2)  # years, as costs
THIRD = Fraction(1, 3)


@pytest.mark.parametrize("method", ["vertices", "supports", "lemke-howson", "lp"])
def test_000_04_pure_and_mixed_strategies(method):
    """Rock-paper-scissors has one equilibrium, (1/3, 1/3, 1/3) for both; it is worth 0; any pure strategy loses 1."""
    answer = z.equilibrium(RPS, method)
    (profile,) = answer.profiles
    assert [list(mix.values()) for mix in profile.strategies] == [[THIRD] * 3] * 2
    assert (profile.payoffs, profile.regrets, profile.kind) == ((0, 0), (0, 0), "mixed")
    if method in ("vertices", "supports"):
        assert answer.complete
    assert z.equilibrium(RPS, "pure").profiles == ()
    value = z.equilibrium(RPS).value
    assert value == 0
    for player in (0, 1):
        pure = [[Fraction(int(own == action)) for own in range(3)] for action in range(3)]
        assert [value - RPS.secures(player, mix) for mix in pure] == [1, 1, 1]
        assert RPS.secures(player, [THIRD] * 3) == 0


def test_000_05_nash_1950_every_game_has_an_equilibrium():
    """The solver finds at least one of every random game of two, and so does Lemke-Howson from every label."""
    rng = random.Random(50)
    for _ in range(60):
        rows, columns = rng.randint(1, 6), rng.randint(1, 6)
        game = z.MatrixGame([[(rng.randint(-9, 9), rng.randint(-9, 9)) for _ in range(columns)] for _ in range(rows)])
        found = z.equilibrium(game)
        assert found.profiles
        assert all(profile.exact and profile.regrets == (0, 0) for profile in found.profiles)
        path = z.equilibrium(game, "lemke-howson")
        assert sorted(label for labels in path.details["labels"] for label in labels) == list(
            range(1, rows + columns + 1)
        )
        assert path.regret == 0
        assert {str(profile) for profile in path.profiles} <= {str(profile) for profile in found.profiles}


def test_000_06_zero_sum_and_the_prisoners_dilemma():
    """Both talk, and both would be better off if neither did: 2 years each instead of 1. Not zero-sum."""
    assert RPS.zero_sum
    assert not PRISON.zero_sum
    assert PRISON.constant_sum is None
    answer = z.equilibrium(PRISON)
    (profile,) = answer.profiles
    assert answer.complete
    assert (profile.joined(), profile.payoffs) == ("(D, D)", (-2, -2))
    assert answer.notes == ("(D, D) is Pareto-dominated by (C, C): nobody gets less there, and somebody more",)
    steps = z.equilibrium(PRISON, "dominance").details["removals"]
    assert [(step["action"], step["by"], step["strict"]) for step in steps] == [("C", {"D": "1"}, True)] * 2
    assert z.MatrixGame.read("prisoners") == PRISON
