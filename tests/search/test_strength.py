"""Evaluations worth searching with: a few plies beat the player who looks one move ahead with the same evaluation."""

import pytest

import zermelo as z

DEPTHS = {
    "connect4": 8,
    "othello": 3,
    "breakthrough:size=5": 3,
    "draughts": 5,
    "kalah": 7,
    "dots": 4,
}


@pytest.mark.parametrize("spec", DEPTHS)
def test_a_search_beats_greed_every_time(spec):
    """In either seat, from the start; where greed has equally good moves, it takes any of them."""
    found = z.match(z.load(spec), [f"alphabeta:depth={DEPTHS[spec]}", "greedy"], games=4, opening_plies=0, seed=1)
    assert found.tally(0).wins == 4
