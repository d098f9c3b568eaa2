"""Fictitious play (Brown 1951): everybody replies best to what the others have played until now.

What has been played on average becomes an equilibrium in zero-sum games (Robinson 1951), slowly, in 2 x N games
(Berger 2005) and where all have the same interest (Monderer & Shapley 1996); not in Shapley's game (1964). If players
move in turn, each knowing the last move of those before, that is Brown's own version (Berger 2007).
"""

from collections.abc import Iterator
from math import lcm

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.process import SEED, UNTIL, Round, answer_of, follow, replies_to, rounds
from zermelo.equilibrium.solver import Finds, Teller, solver

OPTIONS = {
    "alternating": Option.of("alternating", False, "whether players move in turn, knowing what those before do"),
    "ties": Option.of("ties", "first", "which of equally good actions is played", choices=("first", "random")),
}


def fictitious_play(
    game: MatrixGame, *, alternating: bool = False, ties: str = "first", seed: int = 0
) -> Iterator[Round]:
    """Round by round, without end. All is counted in whole numbers, so ties are ties."""
    tables = [_whole(game, player) for player in range(len(game.sizes))]
    counts = [np.zeros(size, dtype=object) for size in game.sizes]
    rng = np.random.default_rng(seed)
    number = 0
    while True:
        number += 1
        believed = counts if alternating else [own.copy() for own in counts]
        now = []
        for player, table in enumerate(tables):
            values = replies_to(table, believed, player)
            best = np.flatnonzero(values == values.max())
            action = best[0] if ties == "first" else rng.choice(best)
            counts[player][action] += 1
            now.append(np.eye(game.sizes[player])[action])
        yield Round(number, tuple((own / number).astype(float) for own in counts), tuple(now), game)


def _whole(game: MatrixGame, player: int) -> np.ndarray:
    """A player's payoffs in whole numbers, in proportion."""
    own = game.payoffs[..., player]
    scale = lcm(*(value.denominator for value in own.ravel()))
    found = np.empty(own.shape, dtype=object)
    found.ravel()[:] = [int(value * scale) for value in own.ravel()]
    return found


@solver(
    "fictitious",
    MatrixGame.form,
    finds=Finds.NONE,
    options={**OPTIONS, "steps": rounds(10_000), "until": UNTIL, "seed": SEED},
    tells=True,
    watch=lambda game, steps=0, until=0.0, **settings: fictitious_play(game, **settings),
)
def fictitious(
    game: MatrixGame,
    *,
    tell: Teller,
    alternating: bool = False,
    ties: str = "first",
    steps: int = 10_000,
    until: float = 0.0,
    seed: int = 0,
) -> Answer:
    """Fictitious play: all reply best to what the others have played until now."""
    process = fictitious_play(game, alternating=alternating, ties=ties, seed=seed)
    watched = follow(process, tell, most=steps, until=until)
    how = "alternating" if alternating else "simultaneous"
    return answer_of(game, "fictitious", f"{how} fictitious play", watched)
