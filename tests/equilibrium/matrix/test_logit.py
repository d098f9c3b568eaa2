"""Quantal responses: points of the path are fixed points, it begins at random choice and ends near an equilibrium."""

from itertools import islice, pairwise
from math import exp

import numpy as np
import pytest

import zermelo as z
from equilibrium.matrix.random_games import random_games
from zermelo.equilibrium.matrix import logit as room
from zermelo.equilibrium.matrix.logit import quantal_responses


def response(game, mixes, player, rationality):
    """What a player does against the others, in proportion to exp(rationality * payoff): the definition, slowly."""
    values = [0.0] * game.sizes[player]
    for place in game.profiles():
        chance = 1.0
        for other, action in enumerate(place):
            if other != player:
                chance *= float(mixes[other][action])
        values[place[player]] += chance * float(game.payoffs[place][player])
    weights = [exp(rationality * (value - max(values))) for value in values]
    return [weight / sum(weights) for weight in weights]


def by_iteration(game, rationality):
    """A fixed point by going half-way to the response again and again: it converges where rationality is small."""
    mixes = [[1 / size] * size for size in game.sizes]
    for _ in range(2_000):
        wanted = [response(game, mixes, player, rationality) for player in range(len(game.sizes))]
        mixes = [[(a + b) / 2 for a, b in zip(*pair, strict=True)] for pair in zip(mixes, wanted, strict=True)]
    return mixes


def three_players(seed):
    return z.MatrixGame(np.random.default_rng(seed).integers(0, 5, size=(2, 3, 2, 3)))


def test_every_point_of_the_path_answers_itself():
    for game in [*random_games(8, most=3, seed=51), three_players(1)]:
        for point in islice(quantal_responses(game), 25):
            for player, mix in enumerate(point.mixes):
                assert mix == pytest.approx(response(game, point.mixes, player, point.rationality), abs=1e-7)


def test_fixed_points_computed_naively_are_on_it():
    for game in (z.MatrixGame.read("prisoners"), z.MatrixGame.read("elimination"), three_players(2)):
        for rationality in (0.0, 0.2, 0.5):
            (profile,) = z.equilibrium(game, "logit", rationality=rationality).profiles
            for strategy, mix in zip(profile.strategies, by_iteration(game, rationality), strict=True):
                assert list(strategy.values()) == pytest.approx(mix, abs=1e-6)


def test_it_ends_near_an_equilibrium():
    rng = np.random.default_rng(53)
    games = [*random_games(25, most=4, seed=52), *(three_players(seed) for seed in range(5))]
    games += [z.MatrixGame(rng.integers(0, 9, size=(2, 2, 2, 2, 4))), z.MatrixGame(rng.integers(0, 99, size=(9, 9, 2)))]
    for game in games:
        answer = z.equilibrium(game, "logit")
        assert answer.regret <= 1e-5 * max(1.0, float(np.ptp(game.numbers)))
        assert answer.meaning.startswith(f"the quantal responses of {game.spec} lead to this equilibrium")


def test_of_two_stag_hunters_the_careful_one_wins():
    """The path ends where risk dominates: a hare is worth 3 whatever the other does."""
    (profile,) = z.equilibrium("stag-hunt", "logit").profiles
    assert [mix["hare"] > 0.9999 for mix in profile.strategies] == [True, True]
    assert str(z.equilibrium("stag-hunt", "logit")).splitlines()[1] == "  1. Row: hare; Column: hare"


def test_a_path_that_turns_back_is_followed():
    """On its way to the equilibrium rationality falls for a while: raising it step by step would lose the path."""
    table = [[(7, 8), (7, 2), (5, 9)], [(4, 9), (5, 2), (6, 0)], [(0, 2), (9, 4), (9, 5)]]
    rationality = z.equilibrium(table, "logit").details["path"]["rationality"]
    assert min(later - earlier for earlier, later in pairwise(rationality)) < -0.1
    assert z.equilibrium(table, "logit").regret < 1e-7


def test_three_players_without_a_method_get_it_beside_the_pure_ones(zermelo):
    assert z.equilibrium("voting").method == "logit"
    code, out, _ = zermelo("equilibrium", "voting")
    assert code == 0
    assert out.count("Voting has 5 pure equilibria") == 1
    assert "The quantal responses of voting lead to this equilibrium" in out


def test_what_it_says_when_it_cannot_go_on(monkeypatch):
    monkeypatch.setattr(room, "_corrected", lambda *_: None)
    answer = z.equilibrium("battle", "logit")
    assert answer.notes[-1] == "the path could not be followed further: its limit may be elsewhere"
    assert "lead to rationality 0" in answer.meaning


def test_ctrl_c_keeps_what_there_is(monkeypatch):
    def until(game):
        for point in quantal_responses(game):
            if point.number == 5:
                raise KeyboardInterrupt
            yield point

    monkeypatch.setattr(room, "quantal_responses", until)
    answer = z.equilibrium("battle", "logit")
    assert answer.interrupted
    assert answer.notes[-1] == "interrupted: this is what there was until then"
    assert len(answer.details["path"]["rationality"]) == 5


def test_numbers_may_be_large_or_all_the_same():
    assert z.equilibrium([[(10**12, 0), (0, 10**12)], [(0, 10**12), (10**12, 0)]], "logit").regret < 1e5
    assert z.equilibrium([[(1, 1), (1, 1)]], "logit").regret == 0
    assert z.equilibrium([3, 5, 5], "logit").profiles[0].payoffs[0] == pytest.approx(5, abs=1e-6)
