"""Games of many players in which most win: one win is shared, and so is what players may hope for."""

import random

import numpy as np
import pytest

from zermelo import load
from zermelo.core.kernel import kernel
from zermelo.core.vocabulary import estimate
from zermelo.games._shares import most_win


@pytest.mark.parametrize(
    ("have", "get"),
    [
        ([3, 1, 2], [1, 0, 0]),
        ([1, 2, 2], [0, 1 / 2, 1 / 2]),
        ([0, 0, 0], [1 / 3] * 3),
        ([-7, -9, -7], [1 / 2, 0, 1 / 2]),
    ],
)
def test_who_has_most_wins_and_several_share(have, get):
    out = np.array(have, float)
    most_win(out)
    assert out.tolist() == get


@pytest.mark.parametrize("spec", ["rolit:players=3", "virus:size=5,players=3", "focus:players=3,cap=100"])
def test_estimates_are_shares_and_never_certain(spec):
    game = load(spec)
    compiled = kernel(game, estimate, compiled=True)
    for seed in range(3):
        rng, position, out = random.Random(seed), game.start(), np.zeros(3)
        while not position.over:
            found = position.estimate()
            assert sum(found) == pytest.approx(1)
            assert max(found) < 1
            assert min(found) > 0 or spec.startswith("virus")  # where some are out, and nobody comes back
            assert position.evaluate() == pytest.approx(found[position.mover])
            compiled(position.state, out, game.given(None, position.state))
            assert out == pytest.approx(found)
            position = position.play(rng.choice(list(position.moves)))
