"""Other people's programs say the same: Gambit and Nashpy. Where one of them is known to miss something, we do not."""

import warnings
from fractions import Fraction

import numpy as np
import pytest

import zermelo as z
from equilibrium.matrix.naive_matrix import extreme_equilibria
from equilibrium.matrix.random_games import random_games, tables
from zermelo.equilibrium.matrix.vertices import extreme_pairs


@pytest.fixture
def gambit(tmp_path):
    """A game as Gambit reads it from our file."""
    pygambit = pytest.importorskip("pygambit")

    def read(game):
        game.save(tmp_path / "it.nfg")
        return pygambit, pygambit.read_nfg(tmp_path / "it.nfg")

    return read


def mixes(game, profile, number=float):
    return tuple(tuple(number(str(part)) for _, part in profile[player]) for player in game.players)


def test_gambit_reads_our_files_and_finds_the_same_extreme_equilibria(gambit):
    several = 0
    for game in random_games(25, least=2, most=4, seed=71):
        pygambit, theirs = gambit(game)
        found = pygambit.nash.enummixed_solve(theirs, rational=True).equilibria
        expected = {mixes(theirs, profile, Fraction) for profile in found}
        assert set(extreme_pairs(game)) == expected
        several += len(expected) > 1
    assert several > 5


def test_gambit_finds_the_same_pure_equilibria_of_three_players(gambit):
    rng = np.random.default_rng(72)
    for _ in range(10):
        game = z.MatrixGame(rng.integers(0, 3, size=(2, 3, 2, 3)))
        pygambit, theirs = gambit(game)
        expected = {mixes(theirs, each, Fraction) for each in pygambit.nash.enumpure_solve(theirs).equilibria}
        found = {
            tuple(tuple(mix.values()) for mix in profile.strategies) for profile in z.equilibrium(game, "pure").profiles
        }
        assert found == expected


def test_gambits_quantal_responses_are_ours(gambit):
    """Along the path, and at its end where it does not fork: Gambit leaves a fork to one side, we go straight on."""
    rng = np.random.default_rng(73)
    ends = 0
    for sizes in [(2, 2), (3, 3), (2, 4), (2, 2, 2), (3, 2, 2)] * 2:
        game = z.MatrixGame(rng.integers(0, 10, size=(*sizes, len(sizes))))
        pygambit, theirs = gambit(game)
        levels = [0.1, 0.4]
        for level, point in zip(levels, pygambit.qre.logit_solve_lambda(theirs, lam=levels), strict=True):
            (own,) = z.equilibrium(game, "logit", rationality=level).profiles
            for mix, other in zip(own.strategies, mixes(theirs, point.profile), strict=True):
                assert list(mix.values()) == pytest.approx(other, abs=1e-5)
        last = pygambit.nash.logit_solve(theirs)
        if not last.bifurcations:
            ends += 1
            (own,) = z.equilibrium(game, "logit").profiles
            for mix, other in zip(own.strategies, mixes(theirs, last.equilibrium), strict=True):
                assert list(mix.values()) == pytest.approx(other, abs=1e-3)
    assert ends >= 5


def nashpys(game, method):
    """What Nashpy's enumeration finds; it warns of degenerate games."""
    nashpy = pytest.importorskip("nashpy")
    own, other = (np.array(table, dtype=float) for table in tables(game))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = list(getattr(nashpy.Game(own, other), method)())
    return {tuple(tuple(round(float(part), 9) for part in mix) for mix in pair) for pair in found}


def rounded(pairs):
    return {tuple(tuple(round(float(part), 9) for part in mix) for mix in pair) for pair in pairs}


def test_nashpys_support_enumeration_misses_an_equilibrium_of_a_degenerate_game():
    game = z.MatrixGame([[(1, 1), (1, 1)], [(2, 0), (0, 3)]])
    whole = rounded(extreme_equilibria(*tables(game)))
    theirs = nashpys(game, "support_enumeration")
    assert whole - theirs == {((1, 0), (0.5, 0.5))}
    for method in ("supports", "vertices"):
        found = z.equilibrium(game, method).profiles
        assert rounded(tuple(tuple(mix.values()) for mix in each.strategies) for each in found) == whole


def test_nashpy_finds_nothing_that_we_do_not():
    missed = 0
    for game in random_games(40, least=2, most=3, seed=74):
        own = rounded(extreme_pairs(game))
        theirs = nashpys(game, "support_enumeration")
        missed += bool(own - theirs)
        extra = theirs - own  # inside a component of a degenerate game, and no extreme point of it
        for x, y in extra:
            assert max(game.regrets([x, y])) == pytest.approx(0, abs=1e-6)
            assert not all(component.isolated for component in z.equilibrium(game, "vertices").components)
    assert missed > 5
