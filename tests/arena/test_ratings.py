"""Who is better? The statistics behind the intervals, and the ratings of many."""

import math

import numpy as np
import pytest

from zermelo.arena.fixture import Played
from zermelo.arena.rating import elo, estimated, expected_score, ratings
from zermelo.arena.result import Match


def results(*scores: str) -> Match:
    """A match of two from the first player's results in pairs: win, draw, loss as `+`, `=` and `-`."""
    payoffs = {"+": (1, -1), "=": (0, 0), "-": (-1, 1)}
    played = []
    for number, score in enumerate("".join(scores)):
        seats, payoff = (0, 1), payoffs[score]
        if number % 2:
            seats, payoff = (1, 0), payoff[::-1]
        played.append(Played(number, number // 2, (), seats, ("m",), payoff, (1, 1), (0.5, 1.0), (10, 20), ""))
    return Match("game", ("X", "O"), ("A", "B"), 0, 0, len(played), tuple(played))


class TestArithmetic:
    def test_elo(self):
        assert elo(0.5) == 0
        assert elo(0.75) == pytest.approx(400 * math.log10(3))
        assert elo(10 / 11) == pytest.approx(400)
        assert (elo(1), elo(0)) == (math.inf, -math.inf)
        for difference in (-800, -35.5, 0, 120, 400):
            assert elo(expected_score(difference)) == pytest.approx(difference)
        assert expected_score(400) == pytest.approx(10 / 11)
        assert (expected_score(math.inf), expected_score(-math.inf)) == (1, 0)

    def test_plus_four(self):
        """Pairs whose games are independent get, in the long run, the interval of Agresti and Coull."""
        rounds = [(2, 2)] * 36 + [(1, 2)] * 48 + [(0, 2)] * 16  # as often as games won with probability 0.6 give them
        found = estimated(rounds)
        p = (120 + 2) / 204
        reach = 1.96 * math.sqrt(p * (1 - p) / 204)
        assert found.low == pytest.approx(p - reach, abs=0.002)
        assert found.high == pytest.approx(p + reach, abs=0.002)

    def test_openings_that_one_seat_wins(self):
        """One win each in every pair says more than as many wins and losses at random: the interval is narrow."""
        paired, mixed = results(*["+-"] * 20).tally(0), results(*["++", "--"] * 10).tally(0)
        assert (paired.score, mixed.score) == (0.5, 0.5)
        assert paired.high - paired.low < 0.15 < 0.35 < mixed.high - mixed.low

    def test_a_clean_sweep(self):
        tally = results(*["++"] * 25).tally(0)
        assert tally.score == tally.high == 1
        assert 0.85 < tally.low < 0.95
        assert tally.elo[0] == tally.elo[2] == math.inf
        assert 300 < tally.elo[1] < 600
        assert tally.superiority > 0.999
        lost = results(*["++"] * 25).tally(1)
        assert (lost.score, lost.low, lost.high) == (0, 0, pytest.approx(1 - tally.low))
        assert lost.elo[:2] == (-math.inf, -math.inf)

    def test_tally(self):
        found = results("++", "=-", "+=", "--", "+")
        tally = found.tally(0)
        assert (tally.wins, tally.draws, tally.losses, tally.games) == (4, 2, 3, 9)
        assert tally.score == 5 / 9
        assert tally.payoff == 1 / 9
        assert found.tally(1).payoff == -1 / 9
        assert (found.tally(0, seat=0).wins, found.tally(0, seat=0).games) == (3, 5)
        assert found.tally(0).superiority == pytest.approx(1 - found.tally(1).superiority)
        assert (found.effort(0).seconds, found.effort(0).nodes) == (5 * 0.5 + 4 * 1.0, 5 * 10 + 4 * 20)

    def test_the_score_lies_in_its_interval(self):
        chooser = np.random.default_rng(3)
        for _ in range(200):
            rounds = [(sum(pair) / 2, 2) for pair in chooser.integers(0, 3, (chooser.integers(1, 9), 2)).tolist()]
            found = estimated(rounds)
            assert found.low <= sum(points for points, _ in rounds) / (2 * len(rounds)) <= found.high

    @pytest.mark.parametrize("rounds", [10, 50])
    @pytest.mark.parametrize(
        ("strength", "advantage", "draws"), [(0, 0, 0), (1, 0, 0), (3, 0, 0), (0, 2, 0), (1, 2, 0.3), (0, 0, 0.8)]
    )
    def test_intervals_hold_as_often_as_they_say(self, rounds, strength, advantage, draws):
        """In 95 of 100 matches or a little more, whether games are even or not, drawn often, or decided by openings."""
        chooser = np.random.default_rng(1)

        def points(many: int) -> np.ndarray:
            favoured = advantage * chooser.choice([-1, 1], many)
            scores = np.zeros(many)
            for seat in (favoured, -favoured):
                won = chooser.random(many) < 1 / (1 + np.exp(-strength - seat))
                scores += np.where(chooser.random(many) < draws, 0.5, won)
            return scores

        truth = points(400_000).mean() / 2
        found = [estimated([(score, 2) for score in points(rounds)]) for _ in range(600)]
        held = sum(one.low <= truth <= one.high for one in found) / 600
        assert held > 0.93
        if rounds > 10 and strength < 3 and draws < 0.5 and not advantage:
            assert held < 0.98


class TestRatings:
    def test_two_players(self):
        """With the drawn game that is added, 15 of 20 points are 15.5 of 21."""
        first, second = ratings(np.array([[0, 15], [5, 0]]), np.array([[0, 20], [20, 0]]))
        assert first.elo - second.elo == pytest.approx(elo(15.5 / 21))
        assert first.elo == pytest.approx(-second.elo)
        assert first.margin == pytest.approx(second.margin)

    def test_known_strengths(self):
        """Results as expected from ratings give these ratings back, but for the added draws."""
        truth = np.array([200, 50, -100, -150])
        share = np.vectorize(expected_score)(np.subtract.outer(truth, truth))
        games = 10_000 * (1 - np.eye(4))
        found = ratings(share * games, games)
        assert [one.elo for one in found] == pytest.approx(truth, abs=0.5)
        assert all(0 < one.margin < 8 for one in found)

    def test_most_likely(self):
        """No other ratings make the results more likely: a search by brute force ends in the same place."""
        points = np.array([[0, 7.5, 4], [2.5, 0, 9], [0, 1, 0]])
        games = points + points.T
        met = games > 0
        won = points + met / 2

        def likelihood(values):
            share = np.vectorize(expected_score)(np.subtract.outer(values, values))
            return (won * np.log(share)).sum()

        best = np.zeros(3)
        step = 256.0
        while step > 1e-4:
            shifts = [step * np.array([x, y, -x - y]) for x in (-1, 0, 1) for y in (-1, 0, 1)]
            better = max((best + shift for shift in shifts), key=likelihood)
            if likelihood(better) > likelihood(best):
                best = better
            else:
                step /= 2
        assert [one.elo for one in ratings(points, games)] == pytest.approx(best, abs=0.01)

    def test_who_won_everything_has_a_finite_rating(self):
        found = ratings(np.array([[0, 10], [0, 0]]), np.array([[0, 10], [10, 0]]))
        assert 100 < found[0].elo < 600

    def test_nobody_has_played(self):
        assert [one.elo for one in ratings(np.zeros((2, 2)), np.zeros((2, 2)))] == [0, 0]
