"""Correlated equilibria: the definition holds exactly, nothing is better, and coarse ones contain the others."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

import zermelo as z
from equilibrium.matrix.random_games import random_games
from zermelo.equilibrium.matrix import program
from zermelo.equilibrium.matrix.correlated import obeyed

AUMANN = z.MatrixGame([[(6, 6), (2, 7)], [(7, 2), (0, 0)]], actions=[("yield", "dare")] * 2)  # 1974, as in textbooks
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def many_players(count, seed):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        sizes = tuple(rng.integers(1, 4, size=rng.integers(1, 4)))
        yield z.MatrixGame(rng.integers(0, rng.choice([1, 2, 9]) + 1, size=(*sizes, len(sizes))))


def gains(game, joint, coarse):
    """What each player gains by each rule for departing: told -> done, or always the same."""
    for player, size in enumerate(game.sizes):
        rules = ([done] * size for done in range(size)) if coarse else product(range(size), repeat=size)
        for rule in rules:
            yield sum(
                part
                * (game.payoffs[(*place[:player], rule[place[player]], *place[player + 1 :])][player] - pays[player])
                for place, part in joint.items()
                for pays in [game.payoffs[place]]
            )


def highest(game, goal, coarse):
    """The best value of a goal, by the definition and floats."""
    places = list(game.profiles())
    rows = []
    for player, size in enumerate(game.sizes):
        for told, done in product(range(size), repeat=2):
            row = [
                float(game.payoffs[(*place[:player], done, *place[player + 1 :])][player] - game.payoffs[place][player])
                * (place[player] == told)
                for place in places
            ]
            rows.append((player, done, row))
    if coarse:
        joined = {}
        for player, done, row in rows:
            joined[player, done] = np.add(joined.get((player, done), 0), row)
        table = list(joined.values())
    else:
        table = [row for *_, row in rows]
    aim = [float(sum(game.payoffs[place]) if goal == "sum" else game.payoffs[place][0]) for place in places]
    found = linprog(-np.array(aim), A_ub=table, b_ub=np.zeros(len(table)), A_eq=[[1] * len(places)], b_eq=[1])
    return -found.fun


def joint_of(game, profile):
    numbers = [{name: number for number, name in enumerate(names)} for names in game.actions]
    return {
        tuple(own[name] for own, name in zip(numbers, names, strict=True)): part
        for names, part in profile.joint.items()
    }


@pytest.mark.parametrize("coarse", [False, True])
def test_they_are_exact_and_nothing_is_better(coarse):
    for game in [*random_games(40, most=4, seed=31), *many_players(40, seed=32)]:
        for goal in ("sum", game.players[0]):
            answer = z.equilibrium(game, "correlated", goal=goal, coarse=coarse)
            (profile,) = answer.profiles
            joint = joint_of(game, profile)
            assert answer.exact
            assert sum(joint.values()) == 1
            assert min(joint.values()) > 0
            assert max(gains(game, joint, coarse)) == 0
            reached = sum(profile.payoffs) if goal == "sum" else profile.payoffs[0]
            assert float(reached) == pytest.approx(highest(game, goal, coarse), abs=1e-6)
            assert not any("up to rounding" in note for note in answer.notes)


def test_aumanns_game():
    """Half of the time both are told to yield: 10.5 in all, more than in any equilibrium."""
    answer = z.equilibrium(AUMANN, "correlated")
    assert answer.profiles[0].joint == {
        ("yield", "yield"): HALF,
        ("yield", "dare"): QUARTER,
        ("dare", "yield"): QUARTER,
    }
    assert answer.profiles[0].payoffs == (Fraction(21, 4), Fraction(21, 4))
    assert max(sum(each.payoffs) for each in z.equilibrium(AUMANN).profiles) < Fraction(21, 2)
    assert answer.meaning == "of all correlated equilibria of the 2 x 2 game this has the highest sum of payoffs: 21/2"


def test_goals():
    assert z.equilibrium("battle", "correlated:goal=least").profiles[0].payoffs == (Fraction(5, 2), Fraction(5, 2))
    assert z.equilibrium("battle", "correlated:goal=Column").profiles[0].payoffs == (2, 3)
    for game in many_players(15, seed=33):
        least = min(z.equilibrium(game, "correlated:goal=least").profiles[0].payoffs)
        for goal in ("sum", *game.players):
            assert min(z.equilibrium(game, "correlated", goal=goal).profiles[0].payoffs) <= least
    with pytest.raises(z.Problem, match=r"unknown goal 'Rwo' of a correlated equilibrium of rps \(did you mean Row"):
        z.equilibrium("rps", "correlated:goal=Rwo")


def test_in_a_zero_sum_game_all_are_worth_the_same():
    for game in random_games(20, seed=34, zero_sum=True):
        value = z.equilibrium(game, "lp").value
        assert z.equilibrium(game, "correlated:goal=Row").value == value
        assert z.equilibrium(game, "correlated:goal=Column,coarse=true").value == value


def test_equilibria_and_their_mixtures_are_among_them():
    for game in random_games(25, most=3, seed=35):
        tables = []
        for profile in z.equilibrium(game, "vertices").profiles:
            x, y = ([*mix.values()] for mix in profile.strategies)
            tables.append(np.multiply.outer(np.array(x, dtype=object), np.array(y, dtype=object)))
        for coarse in (False, True):
            assert obeyed(game, sum(tables) / Fraction(len(tables)), coarse=coarse).regrets == (0, 0)


def test_a_lottery_that_nobody_should_obey_has_regrets():
    joint = np.array([[Fraction(0), HALF], [HALF, Fraction(0)]], dtype=object)
    game = z.MatrixGame.read("stag-hunt")
    assert obeyed(game, joint).regrets == (2, 2)  # told stag: 3 instead of 0; told hare: 4 instead of 3
    assert obeyed(game, joint, coarse=True).regrets == (3 * HALF, 3 * HALF)  # hare: 3 instead of 3/2


def test_the_exact_simplex_decides_where_floats_mislead(monkeypatch):
    tiny = Fraction(1, 10**14)
    game = z.MatrixGame([[(1 + tiny, 0), (0, 0)], [(1, 0), (tiny, 0)]])
    assert z.equilibrium(game, "correlated:goal=Row").profiles[0].payoffs[0] == 1 + tiny
    monkeypatch.setattr(program, "_equal_on_support", lambda *_: None)
    for each in random_games(15, most=3, seed=36):
        answer = z.equilibrium(each, "correlated")
        assert answer.exact
        assert float(sum(answer.profiles[0].payoffs)) == pytest.approx(highest(each, "sum", False), abs=1e-6)
    monkeypatch.setattr(program, "SMALL", 0)
    answer = z.equilibrium("shapley", "correlated")
    assert not answer.exact
    assert answer.regret < 1e-9
    assert answer.notes[0].startswith("found in floating point: nobody could gain more than")


def test_large_games_and_too_large_ones():
    rng = np.random.default_rng(37)
    answer = z.equilibrium(z.MatrixGame(rng.integers(0, 100, size=(20, 20, 2))), "correlated")
    assert answer.exact
    with pytest.raises(z.Problem, match="correlated would need 15,920,000 numbers"):
        z.equilibrium(z.MatrixGame(rng.integers(0, 9, size=(200, 200, 2))), "correlated")
