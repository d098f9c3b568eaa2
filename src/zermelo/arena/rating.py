"""From results to strength: scores with intervals, Elo differences, ratings of many players.

A score is the share of points won: a win is 1, a draw one half. Games come in rounds: the same opening once from each
seat. The games of a round are not independent (an opening that favours one seat gives each player a win), so errors
are estimated from the spread between rounds, never from single games.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

NORMAL = NormalDist()
DEVIATIONS = NORMAL.inv_cdf(0.975)  # standard errors on either side of an estimate that make a 95 % interval
FEW = 8  # rounds from which nothing can be said about the spread
ELO = 400 / math.log(10)  # Elo points in one natural unit of strength


def elo(score: float) -> float:
    """The rating difference at which a player is expected to score this; infinite at 0 and 1.

    >>> round(elo(0.75))
    191
    """
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return ELO * math.log(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score that a rating difference lets one expect; the inverse of `elo`.

    >>> expected_score(0)
    0.5
    """
    return 0.5 * (1 + math.tanh(difference / (2 * ELO)))


@dataclass(frozen=True)
class Estimate:
    """What a score is likely to be in the long run."""

    low: float  # the ends of the 95 % interval
    high: float
    superiority: float  # how likely it is that the player is the better one: the score above one half


def estimated(rounds: Sequence[tuple[float, int]], even: float = 0.5) -> Estimate:
    """The long-run score from the rounds that were played: points and games of each.

    Let p points in g games be the sums over all rounds, after two made-up rounds of the usual length, one won and one
    lost altogether: with two games to a round that is the "plus four" of Agresti and Coull (1998). The estimate
    m = p / g has the variance of a ratio of sums over n rounds (points p_i, games g_i):

        n / (n - 1) * sum((p_i - m * g_i) ** 2) / g ** 2

    and the interval is m -+ 1.96 standard errors, cut off at 0 and 1. It contains the score of the real games, has a
    width even if all of them ended alike, and becomes the usual ("pentanomial") interval of pairs with many games.
    Where players like each other score less than one half (`even`), the made-up rounds have that score together.
    """
    usual = max((games for _, games in rounds), default=1)
    points, games = np.array([(2 * even * usual, usual), (0, usual), *rounds], float).T
    m = points.sum() / games.sum()
    n = len(games)
    error = math.sqrt(n / (n - 1) * ((points - m * games) ** 2).sum()) / games.sum()
    reach = DEVIATIONS * error
    return Estimate(float(max(m - reach, 0.0)), float(min(m + reach, 1.0)), NORMAL.cdf((m - even) / error))


def likely_mean(rounds: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """The 95 % interval of what a game brings: payoffs and games of each round; as in `estimated`, nothing made up.

    It is infinite where there are too few rounds to tell.
    """
    if len(rounds) < FEW:
        return -math.inf, math.inf
    sums, games = np.array(rounds, float).T
    m, n = sums.sum() / games.sum(), len(rounds)
    reach = DEVIATIONS * math.sqrt(n / (n - 1) * ((sums - m * games) ** 2).sum()) / games.sum()
    return float(m - reach), float(m + reach)


@dataclass(frozen=True)
class Rating:
    """Strength in Elo, with half the width of its 95 % interval."""

    elo: float
    margin: float


def ratings(points: np.ndarray, games: np.ndarray) -> list[Rating]:
    """The ratings, 0 on average, under which the results of all players among each other are the most likely.

    `points[i, j]` is what player i won from j in `games[i, j]` games; a draw counts as half a win and half a loss.
    The model is that of Zermelo (1929), later named after Bradley and Terry: i beats j with probability
    s_i / (s_i + s_j). It is solved as he did, by repeating s_i = points of i / sum over j of games / (s_i + s_j), until
    nothing changes. One drawn game is added between any two that met: without it, who won every game would have an
    infinite rating. The margins come from the curvature of the likelihood (the Fisher information); draws, and
    openings that both players can win, make them too wide rather than too narrow.
    """
    met = (games > 0).astype(float)
    points, games = points + met / 2, games + met
    strength = np.ones(len(games))
    for _ in range(10_000):
        before = strength
        expected = (games / np.add.outer(strength, strength)).sum(1)
        strength = np.divide(points.sum(1), expected, out=np.ones_like(strength), where=expected > 0)
        strength /= np.exp(np.log(strength).mean())
        if np.allclose(strength, before, rtol=1e-12, atol=0):
            break
    share = strength / np.add.outer(strength, strength).T
    weight = games * share * share.T
    information = np.diag(weight.sum(1)) - weight
    variance = np.diag(np.linalg.pinv(information))
    return [
        Rating(float(ELO * math.log(s)), float(ELO * DEVIATIONS * math.sqrt(max(v, 0.0))))
        for s, v in zip(strength, variance, strict=True)
    ]
