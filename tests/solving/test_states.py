"""States that share a 64-bit hash are still told apart: no proof rests on luck."""

import numpy as np
import pytest

import naive
import zermelo as z
from zermelo.core.primitives import mix
from zermelo.solving import explore, solve

SEED = np.uint64(0x5851F42D4C957F2D)  # where hash_state begins


class Alike(z.Rules):
    """Three choices between 0 and 1, and every state on the way has the same hash."""

    max_moves, max_plies = 2, 4

    class State:
        way: np.uint64  # a 1, then the choices
        veil: np.uint64  # what makes the hashes equal

    def start(s):
        s.way = 1
        s.veil = mix(SEED, s.way)

    def mover(s):
        return 1 if s.way in (2, 3) or s.way >= 8 else 0

    def moves(s, out):
        out[0], out[1] = 0, 1
        return 2

    def play(s, move):
        s.way = np.uint64(2) * s.way + np.uint64(move)
        s.veil = mix(SEED, s.way)

    def over(s):
        return s.way >= 8

    def payoff(s, out):
        out[0] = 1 if s.way in (8, 11, 12, 15) else -1
        out[1] = -out[0]


class Mirrored(Alike):
    """It does not matter which of the two is called 0."""

    symmetries = 2

    def symmetry(s, image):
        ones = np.uint64(1 if s.way < 4 else 3 if s.way < 8 else 7)
        if s.way > 1:
            s.way ^= ones
        s.veil = mix(SEED, s.way)


@pytest.mark.parametrize("compiled", [True, False])
def test_states_with_the_same_hash_are_told_apart(compiled):
    start = z.Game(Alike).start()
    after = start.play(0)
    assert start.key == after.key
    space = explore(start, compiled=compiled)
    assert sorted(space.states["way"].tolist()) == list(range(1, 16))
    assert [space.number(space.position(number)) for number in range(15)] == list(range(15))
    for method in ("retrograde", "iteration"):
        found = solve(start, method=method, compiled=compiled)
        assert found.value == pytest.approx(naive.values_with_loops(start)[start])
        assert found.nodes == 15


@pytest.mark.parametrize("compiled", [True, False])
def test_mirror_images_are_one_state_and_others_are_not(compiled):
    start = z.Game(Mirrored).start()
    space = explore(start, compiled=compiled)
    assert len(space) == 8
    assert len(explore(start, merge=False, compiled=compiled)) == 15
    for way in ([0, 0, 1], [1, 1, 0]):
        position = start
        for move in way:
            position = position.play(move)
        number = space.number(position)
        assert space.states["way"][number] in (9, 14)


def test_states_that_are_not_merged_are_found_by_their_positions():
    start = z.load("tictactoe").start()
    space = explore(start, merge=False, depth=2, compiled=False)
    for move in ("a1", "c3"):
        position = start.play(move)
        assert space.position(space.number(position)) == position


def test_a_position_that_was_not_explored_is_no_state():
    start = z.Game(Alike).start()
    space = explore(start.play(0), compiled=False)
    with pytest.raises(z.Problem, match="cannot be reached"):
        space.number(start.play(1))
