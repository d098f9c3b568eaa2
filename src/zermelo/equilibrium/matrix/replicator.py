"""Replicator dynamics (Taylor & Jonker 1978): what does better than the average of its own kind becomes more frequent.

dx/dt = x (u - average of u), for each player a population of their own. The solution is x(t) in proportion to
x(0) exp(U(t)), where U adds up what each action would have got; so U is what is integrated (Runge-Kutta, fourth order):
no frequency can become negative, and what is absent stays so. In a zero-sum game, sum over players of the
Kullback-Leibler divergence from an inner equilibrium is a constant of motion (Hofbauer & Sigmund 1998): nothing
converges but the averages over time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.process import (
    SEED,
    START,
    UNTIL,
    Round,
    answer_of,
    follow,
    profile_at,
    replies_to,
    rounds,
    starting_point,
)
from zermelo.equilibrium.solver import Finds, Teller, solver

OPTIONS = {"dt": Option.of("dt", 0.1, "how long a round is, where payoffs range over 1", low=1e-6, high=10.0)}


def replicator_dynamics(
    game: MatrixGame, *, dt: float = 0.1, start: str | Sequence = "random", seed: int = 0
) -> Iterator[Round]:
    """Round by round, without end. A round lasts `dt`, if time is scaled so that payoffs range over 1."""
    begin = starting_point(game, start, np.random.default_rng(seed))
    ranges = [float(np.ptp(table)) for table in game.numbers]
    tables = game.numbers / (max(ranges) or 1.0)
    players = range(len(game.sizes))
    summed = [np.zeros(size) for size in game.sizes]  # U
    averages = [np.zeros(size) for size in game.sizes]
    number = 0
    while True:
        number += 1
        slopes: list[list[np.ndarray]] = []
        for weight, ahead in ((1, 0.0), (2, dt / 2), (2, dt / 2), (1, dt)):
            at = [own + ahead * slopes[-1][player] if ahead else own for player, own in enumerate(summed)]
            mixes = [_grown(begin[player], at[player]) for player in players]
            slopes.append([replies_to(tables[player], mixes, player) for player in players])
            for player in players:
                averages[player] += weight / 6 * mixes[player]
        for player in players:
            first, second, third, fourth = (slope[player] for slope in slopes)
            summed[player] = summed[player] + dt / 6 * (first + 2 * second + 2 * third + fourth)
        now = tuple(_grown(begin[player], summed[player]) for player in players)
        yield Round(number, tuple(own / number for own in averages), now, game)


def _grown(begin: np.ndarray, summed: np.ndarray) -> np.ndarray:
    grown = np.zeros(len(begin))
    alive = begin > 0
    logs = np.log(begin[alive]) + summed[alive]
    grown[alive] = np.exp(logs - logs.max())
    return grown / grown.sum()


@solver(
    "replicator",
    MatrixGame.form,
    finds=Finds.NONE,
    options={**OPTIONS, "steps": rounds(2_000), "until": UNTIL, "start": START, "seed": SEED},
    tells=True,
    watch=lambda game, steps=0, until=0.0, **settings: replicator_dynamics(game, **settings),
)
def replicator(
    game: MatrixGame,
    *,
    tell: Teller,
    dt: float = 0.1,
    steps: int = 2_000,
    until: float = 0.0,
    start: str | Sequence = "random",
    seed: int = 0,
) -> Answer:
    """Replicator dynamics: what does better than average becomes more frequent."""
    process = replicator_dynamics(game, dt=dt, start=start, seed=seed)
    watched = follow(process, tell, most=steps, until=until)
    note = "1 is the average over time, 2 is where they are now"
    found = answer_of(game, "replicator", "replicator dynamics", watched, note, drawn=("now", "average"))
    assert watched.last is not None, "there is a first step"
    return replace(found, profiles=(*found.profiles, profile_at(game, watched.last.now)))
