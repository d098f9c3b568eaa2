"""Pure equilibria, Pareto dominance, elimination of dominated strategies."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

import zermelo as z
from equilibrium.matrix.naive_matrix import extreme_equilibria, strictly_dominated
from equilibrium.matrix.random_games import random_games, tables
from zermelo.equilibrium.matrix.dominance import eliminate
from zermelo.equilibrium.matrix.pareto import better_for_all, efficient
from zermelo.equilibrium.matrix.pure import pure_equilibria

HALF = Fraction(1, 2)


def test_the_prisoners_dilemma_of_deck_000():
    game = z.MatrixGame.read("prisoners")
    answer = z.equilibrium(game, "pure")
    assert [profile.joined() for profile in answer.profiles] == ["(D, D)"]
    assert answer.profiles[0].payoffs == (-2, -2)
    assert better_for_all(game, (-2, -2)) == [(0, 0)]
    assert answer.notes == ("(D, D) is Pareto-dominated by (C, C): nobody gets less there, and somebody more",)
    assert [game.named(actions) for actions in efficient(game)] == [("C", "C"), ("C", "D"), ("D", "C")]
    assert game.constant_sum is None
    assert z.equilibrium(game).notes == answer.notes


def test_pure_equilibria_are_those_of_the_definition():
    for game in [*random_games(60, seed=11), z.MatrixGame.read("voting")]:
        expected = [
            profile
            for profile in game.profiles()
            if all(
                game.payoffs[profile][player]
                >= game.payoffs[(*profile[:player], other, *profile[player + 1 :])][player]
                for player, size in enumerate(game.sizes)
                for other in range(size)
            )
        ]
        assert pure_equilibria(game) == expected


def test_elimination_step_by_step():
    left = eliminate(z.MatrixGame.read("elimination"))
    assert left.solved
    assert left.game.actions == (("up",), ("right",))
    assert [(removal.round, removal.action, removal.by) for removal in left.removals] == [
        (1, "middle", {"up": HALF, "down": HALF}),
        (1, "left", {"centre": Fraction(1, 4), "right": Fraction(3, 4)}),
        (2, "centre", {"right": 1}),
        (3, "down", {"up": 1}),
    ]
    only_pure = eliminate(z.MatrixGame.read("elimination"), mixtures=False)
    assert only_pure.removals == ()


def test_weak_domination_removes_more_and_may_lose_equilibria():
    game = z.MatrixGame([[(1, 1), (1, 0)], [(1, 0), (0, 0)]], actions=[("a", "b")] * 2)
    assert eliminate(game).removals == ()
    left = eliminate(game, kind="weak")
    assert left.solved
    assert [removal.strict for removal in left.removals] == [False, False]
    assert len(z.equilibrium(game).profiles) > 1
    mixed = z.MatrixGame([[4, 0, 0], [0, 4, 0], [2, 2, 0]])  # the third is never better than half and half, nor worse
    assert all(removal.player == "Column" for removal in eliminate(mixed, kind="weak").removals)
    mixed = z.MatrixGame(([[4, 0, 1], [0, 4, 1], [2, 2, 0]], [[0] * 3] * 3))
    (removal,) = eliminate(mixed, kind="weak").removals
    assert (removal.action, removal.by, removal.strict) == ("3", {"1": HALF, "2": HALF}, False)
    assert eliminate(mixed).removals == ()


def test_strict_elimination_keeps_every_equilibrium_and_each_step_holds():
    mixtures = 0
    for game in random_games(80, most=3, seed=12):
        left = eliminate(game)
        for x, y in extreme_equilibria(*tables(game)):
            assert all(not part or number in left.kept[0] for number, part in enumerate(x))
            assert all(not part or number in left.kept[1] for number, part in enumerate(y))
        own, other = tables(game)
        rows = {"Row": own, "Column": [list(column) for column in zip(*other, strict=True)]}
        for removal in left.removals:
            mixtures += len(removal.by) > 1
            if removal.round == 1:
                player = game.player_number(removal.player)
                weights = [removal.by.get(name, 0) for name in game.actions[player]]
                assert strictly_dominated(rows[removal.player], game.number_of(player, removal.action), weights)
    assert mixtures > 3


def test_what_a_coarse_search_of_mixtures_finds_is_found():
    """All mixtures in steps of a quarter: if one of them dominates, something does."""
    quarters = [(a, b, c) for a in range(5) for b in range(5 - a) for c in [4 - a - b]]
    for game in random_games(60, most=3, seed=13):
        own, _ = tables(game)
        if len(own) < 3:
            continue
        first = {
            removal.action for removal in eliminate(game).removals if removal.round == 1 and removal.player == "Row"
        }
        for action in range(3):
            weights = [[Fraction(part, 4) for part in mix] for mix in quarters if not mix[action]]
            if any(strictly_dominated(own, action, each) for each in weights):
                assert str(action + 1) in first


def test_dominance_of_three_players():
    left = eliminate(z.MatrixGame.read("voting"), kind="weak")
    assert left.game.actions[0] == ("A",)  # the chair's vote decides ties
    assert left.solved
    assert left.game.actions == (("A",), ("C",), ("C",))  # and so the chair gets what it likes least


def test_the_answer_says_what_is_left():
    answer = z.equilibrium("rps", "dominance")
    assert (answer.profiles, answer.complete) == ((), False)
    assert answer.meaning == "elimination of strictly dominated strategies removes nothing from rps"
    answer = z.equilibrium("elimination", "dominance")
    assert answer.complete
    assert answer.details["left"] == [["up"], ["right"]]
    with pytest.raises(z.Problem, match=r"option dominance:kind .*choose from strict, weak"):
        z.equilibrium("rps", "dominance:kind=x")


def dominated_by_one(game, kept, player, strict):
    """The actions of a player that another single one dominates, by the definition."""
    others = [own if number != player else [None] for number, own in enumerate(kept)]

    def pays(action, place):
        return game.payoffs[tuple(action if part is None else part for part in place)][player]

    found = set()
    for action, other in permutations(kept[player], 2):
        gains = [pays(other, place) - pays(action, place) for place in product(*others)]
        if min(gains) > 0 or (not strict and min(gains) == 0 and max(gains) > 0):
            found.add(action)
    return found


def test_elimination_of_three_players_is_its_definition():
    rng = np.random.default_rng(14)
    removed = 0
    for _ in range(60):
        sizes = tuple(rng.integers(1, 4, size=3))
        game = z.MatrixGame(rng.integers(0, 4, size=(*sizes, 3)))
        for kind in ("strict", "weak"):
            kept = [list(range(size)) for size in sizes]
            while leaving := [dominated_by_one(game, kept, player, kind == "strict") for player in range(3)]:
                if not any(leaving):
                    break
                kept = [[action for action in own if action not in out] for own, out in zip(kept, leaving, strict=True)]
            left = eliminate(game, kind=kind, mixtures=False)
            assert left.kept == tuple(map(tuple, kept))
            removed += len(left.removals)
            mixing = eliminate(game, kind=kind)
            if kind == "strict":
                assert all(set(fewer) <= set(more) for fewer, more in zip(mixing.kept, left.kept, strict=True))
                for actions in pure_equilibria(game):
                    assert all(action in own for action, own in zip(actions, mixing.kept, strict=True))
    assert removed > 60
