"""Regret matching (Hart & Mas-Colell 2000): each action is played in proportion to how much one regrets not having.

In a zero-sum game of two the averages become an equilibrium; in every game, what all did together becomes a coarse
correlated equilibrium, in which nobody gains by always doing the same. With `plus`, regrets never fall below 0 and
later rounds count more (regret matching+: Tammelin 2014), which is much quicker.
"""

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, plainly
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.process import (
    SEED,
    START,
    UNTIL,
    Round,
    answer_of,
    follow,
    regrets_of,
    replies_to,
    rounds,
    starting_point,
)
from zermelo.equilibrium.solver import Finds, Teller, solver

OPTIONS = {
    "plus": Option.of("plus", False, "whether regrets stay positive and later rounds count more (regret matching+)"),
    "sampled": Option.of("sampled", False, "whether each round one action is drawn and played, or the whole mixture"),
}


def regret_matching(
    game: MatrixGame, *, plus: bool = False, sampled: bool = False, start: str | Sequence = "random", seed: int = 0
) -> Iterator[Round]:
    """Round by round, without end."""
    rng = np.random.default_rng(seed)
    players = range(len(game.sizes))
    mixes = starting_point(game, start, rng)
    regrets = [np.zeros(size) for size in game.sizes]
    sums = [np.zeros(size) for size in game.sizes]
    joint = np.zeros(game.sizes)
    for_two = len(players) == 2 and game.constant_sum is not None
    total = 0.0
    number = 0
    while True:
        number += 1
        weight = number if plus else 1
        total += weight
        played = [np.eye(len(mix))[rng.choice(len(mix), p=mix)] for mix in mixes] if sampled else mixes
        for player in players:
            values = replies_to(game.numbers[player], played, player)
            regrets[player] += values - played[player] @ values
            if plus:
                np.maximum(regrets[player], 0, out=regrets[player])
            sums[player] += weight * played[player]
        if not for_two:
            joint += weight * reduce(np.multiply.outer, played)
        yield Round(number, tuple(own / total for own in sums), tuple(mixes), game, None if for_two else joint / total)
        mixes = [_in_proportion(own, before) for own, before in zip(regrets, mixes, strict=True)]


def _in_proportion(regrets: np.ndarray, before: np.ndarray) -> np.ndarray:
    """The next mixture: where nothing is regretted, nothing changes."""
    wanted = np.maximum(regrets, 0)
    total = wanted.sum()
    return wanted / total if total > 0 else before


@solver(
    "regret-matching",
    MatrixGame.form,
    finds=Finds.NONE,
    options={**OPTIONS, "steps": rounds(10_000), "until": UNTIL, "start": START, "seed": SEED},
    tells=True,
    watch=lambda game, steps=0, until=0.0, **settings: regret_matching(game, **settings),
)
def by_regret_matching(
    game: MatrixGame,
    *,
    tell: Teller,
    plus: bool = False,
    sampled: bool = False,
    steps: int = 10_000,
    until: float = 0.0,
    start: str | Sequence = "random",
    seed: int = 0,
) -> Answer:
    """Regret matching, or regret matching+: all play what they regret not to have played."""
    process = regret_matching(game, plus=plus, sampled=sampled, start=start, seed=seed)
    watched = follow(process, tell, most=steps, until=until)
    last = watched.last
    assert last is not None, "there is a first step"
    more = []
    if last.joint is not None:
        alone = max(regrets_of(game, last.average))
        more = [
            "it is what they did together that nobody could better by always doing the same",
            f"if each draws from their own average alone, the regret is {plainly(alone)}",
        ]
    return answer_of(game, "regret-matching", f"regret matching{'+' * plus}", watched, *more)
