"""Vertex and support enumeration find exactly the extreme equilibria, degenerate or not; Lemke-Howson finds some."""

from fractions import Fraction

import pytest

import zermelo as z
from equilibrium.matrix.naive_matrix import extreme_equilibria
from equilibrium.matrix.random_games import random_games, tables
from zermelo.equilibrium.matrix.components import maximal_subsets
from zermelo.equilibrium.matrix.lemke_howson import follow
from zermelo.equilibrium.matrix.supports import pairs_by_supports
from zermelo.equilibrium.matrix.vertices import extreme_pairs

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def check_all_methods(game):
    expected = extreme_equilibria(*tables(game))
    assert expected, "Nash 1950: there is one"
    by_vertices = extreme_pairs(game)
    assert len(by_vertices) == len(expected)
    assert set(by_vertices) == expected, game
    assert set(pairs_by_supports(game)) == expected, game
    for label in range(sum(game.sizes)):
        assert follow(game, label) in expected, (label, game)


def is_degenerate(game):
    """Whether in some equilibrium a strategy has more best replies than it plays actions."""
    return any(
        sum(value == max(values) for value in values) > sum(part > 0 for part in mix)
        for x, y in extreme_pairs(game)
        for values, mix in ((game.replies((x, y), 0), y), (game.replies((x, y), 1), x))
    )


def test_small_random_games_have_exactly_the_extreme_equilibria_of_the_definition():
    for game in random_games(150, most=3, seed=1):
        check_all_methods(game)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_random_games_have_exactly_the_extreme_equilibria_of_the_definition(seed):
    """1,000 of 2x2 to 5x5 actions in all, of which many are degenerate."""
    degenerate = 0
    for game in random_games(100, least=2, most=5, seed=100 + seed):
        check_all_methods(game)
        degenerate += is_degenerate(game)
    assert degenerate >= 60


def test_larger_random_games_agree_with_each_other():
    for game in random_games(25, most=5, seed=2):
        expected = set(extreme_pairs(game))
        assert expected == set(pairs_by_supports(game))
        assert {follow(game, label) for label in range(sum(game.sizes))} <= expected


def test_every_equilibrium_has_no_regret_and_pays_what_the_definition_says():
    for game in random_games(40, seed=3):
        answer = z.equilibrium(game, "vertices")
        assert answer.exact
        assert answer.complete
        own, other = tables(game)
        for profile in answer.profiles:
            assert profile.regrets == (0, 0)
            x, y = (list(mix.values()) for mix in profile.strategies)
            pays = [
                sum(p * q * table[i][j] for i, p in enumerate(x) for j, q in enumerate(y)) for table in (own, other)
            ]
            assert tuple(pays) == profile.payoffs


@pytest.mark.parametrize("method", ["vertices", "supports", "lemke-howson"])
def test_rock_paper_scissors_has_one_equilibrium(method):
    (profile,) = z.equilibrium("rps", method).profiles
    assert all(set(mix.values()) == {THIRD} for mix in profile.strategies)
    assert (profile.payoffs, profile.kind) == ((0, 0), "mixed")


def test_a_game_that_support_enumeration_with_equal_sizes_gets_wrong():
    """The second player has two best replies to the first action: an equilibrium with supports of sizes 1 and 2."""
    game = z.MatrixGame([[(1, 1), (1, 1)], [(2, 0), (0, 3)]])
    for method in ("vertices", "supports"):
        found = {
            tuple(tuple(mix.values()) for mix in profile.strategies) for profile in z.equilibrium(game, method).profiles
        }
        assert found == {((1, 0), (0, 1)), ((1, 0), (HALF, HALF))}
    (component,) = z.equilibrium(game).components
    assert not component.isolated
    assert component.subsets == ((({"1": 1, "2": 0},), ({"1": 0, "2": 1}, {"1": HALF, "2": HALF})),)


def test_components_are_those_of_a_known_game():
    """Everything is an equilibrium where nothing matters; two maximal sets meet in one point in the second game."""
    (component,) = z.equilibrium(z.MatrixGame([[0, 0], [0, 0]])).components
    assert [[len(side) for side in subset] for subset in component.subsets] == [[2, 2]]
    (component,) = z.equilibrium(z.MatrixGame([[(1, 1), (1, 1)], [(1, 1), (0, 0)]])).components
    assert len(component.profiles) == 3
    assert sorted([len(side) for side in subset] for subset in component.subsets) == [[1, 2], [2, 1]]


def test_every_mixture_of_a_maximal_subset_is_an_equilibrium():
    seen = 0
    for game in random_games(60, most=4, seed=5):
        for component in z.equilibrium(game, "vertices").components:
            for firsts, seconds in component.subsets:
                mixes = [[sum(mix[name] for mix in side) / len(side) for name in side[0]] for side in (firsts, seconds)]
                assert game.regrets(mixes) == (0, 0)
                seen += not component.isolated
    assert seen > 20


def test_maximal_subsets_cover_every_pair_and_hold_no_other():
    pairs = {(x, y) for x in range(5) for y in range(5) if (x * y + x + y) % 3}
    subsets = maximal_subsets(sorted(pairs))
    assert {(x, y) for left, right in subsets for x in left for y in right} == pairs
    for left, right in subsets:
        assert not any(all((x, y) in pairs for y in right) for x in set(range(5)) - left)
        assert not any(all((x, y) in pairs for x in left) for y in set(range(5)) - right)


def test_lemke_howson_says_which_labels_lead_where():
    answer = z.equilibrium("battle", "lemke-howson")
    assert sorted(label for labels in answer.details["labels"] for label in labels) == [1, 2, 3, 4]
    (profile,) = z.equilibrium("battle", "lemke-howson", label=1).profiles
    assert profile.kind == "pure"
    with pytest.raises(z.Problem, match="label=5 must be at most 4"):
        z.equilibrium("battle", "lemke-howson:label=5")


def test_lemke_howson_finds_one_in_large_games():
    (game,) = random_games(1, most=5, seed=8)
    large = z.MatrixGame(([[(7 * i * i + 13 * i * j) % 31 for j in range(12)] for i in range(15)],
                          [[(11 * j * j + 5 * i * j) % 29 for j in range(12)] for i in range(15)]))  # fmt: skip
    for each in (game, large):
        assert z.equilibrium(each, "lemke-howson", label=2).profiles[0].regrets == (0, 0)


def test_they_are_for_two_players():
    for method in ("vertices", "supports", "lemke-howson"):
        with pytest.raises(z.Problem, match=f"{method} is for two players; voting has 3 players"):
            z.equilibrium("voting", method)
