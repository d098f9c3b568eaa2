"""Playing what one cannot see: what may be, and the searches of it."""

import os
import random
import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

import zermelo as z
from blind import FUSION, Strip, listed
from naive.hidden import pimc, state_of, what_may_be
from zermelo.core.opened import in_the_open, opened
from zermelo.search.hidden.belief import Belief, Worlds, _Room


def in_play(game: z.Game, seed: int) -> list[z.Position]:
    """The positions of a random game in which a player is to move."""
    dice, line = random.Random(seed), [game.start()]
    while not line[-1].over:
        line.append(line[-1].play(dice.choice(line[-1].codes)))
    return [position for position in line if position.mover >= 0 and not position.over]


def as_known(worlds: Worlds) -> dict[tuple, float]:
    return {state_of(worlds.position(number)): weight for number, weight in enumerate(worlds.weights.tolist())}


# --- what may be ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "compiled"),
    [(z.Game(Strip), False), (z.Game(Strip), True), (listed("kuhn:players=3"), False), (FUSION, True)],
    ids=str,
)
def test_what_may_be_is_what_every_way_of_the_game_says(game, compiled):
    kept = [Belief() for _ in game.players]  # goes on from move to move
    for seed in range(3):
        for position in in_play(game, seed):
            sight = position.sight(position.mover)
            expected = what_may_be(game.start(), sight)
            for belief in (kept[sight.player], Belief()):
                assert as_known(belief.at(sight, compiled=compiled)) == pytest.approx(expected)


@pytest.mark.parametrize("spec", ["kuhn:players=3", "liars-dice:sides=3", "leduc"])
def test_rules_that_imagine_draw_what_the_list_says(spec):
    """No more and no less than what may be, and as likely, where the moves of others mean nothing."""
    position = next(p for p in in_play(z.load(spec), 1) if p.mover == 1)
    sight, other = position.sight(1, random.Random(1)), listed(spec).position(position.text).sight(1)
    expected = as_known(Belief().at(other, compiled=False))
    counts = dict.fromkeys(expected, 0)
    for seed in range(600):
        counts[state_of(position.sight(1, random.Random(seed)).possible)] += 1
    assert sight.possible is not None
    assert {state: count / 600 for state, count in counts.items()} == pytest.approx(expected, abs=0.08)


def test_too_much_that_may_be_is_a_problem():
    position = z.Game(Strip).position("moves: 0 1 2 3")
    with pytest.raises(z.Problem, match=r"strip: more than 2 positions may be, for all that A knows; a rule imagine"):
        Belief(2).at(position.sight(0), compiled=False)
    with pytest.raises(z.Problem, match="B is not to move in strip"):
        Belief().at(position.sight(1))


# --- if all could be seen ---------------------------------------------------------------------------------------------


def test_rules_without_end_are_told():
    class Endless(z.Rules):
        max_moves, max_plies = 2, 4

        class State:
            steps: np.int64

        def moves(s, out):
            out[0], out[1] = 1, 1000
            return 2

        def play(s, move):
            s.steps += move

        def over(s):
            return s.steps == 3

        def payoff(s, out):
            out[0] = out[1] = 0

        def sees(s, player):
            return s.steps

    position = z.Game(Endless).start().play(1).play(1)
    with pytest.raises(z.Problem, match=r"endless goes on beyond max_plies = 4: what may be has no end"):
        Belief().at(position.sight(0), compiled=False)


def test_listing_hears_ctrl_c(monkeypatch):
    def wait(self, run, last):
        while not self.w["stop"][0]:
            time.sleep(0.01)

    monkeypatch.setattr("zermelo.search.hidden.belief.IN_PLAIN_PYTHON", 0)
    monkeypatch.setattr(_Room, "_list", wait)
    sight = in_play(FUSION, 1)[-1].sight(in_play(FUSION, 1)[-1].mover)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        Belief().at(sight)


def test_the_time_to_list_is_a_part_of_the_limit():
    class Slow(Belief):
        def at(self, sight, *, compiled=True):
            return replace(super().at(sight, compiled=compiled), time_s=100.0)

    sight = z.Game(Strip).position("moves: 0 1 2 3").sight(0)
    found = z.analyse(sight, method="ismcts", limit=z.Limit(time=50), belief=Slow(), compiled=False)
    assert found.move in sight.moves
    assert 100 <= found.time_s < 110


def test_a_game_opened_is_the_same_game_with_nothing_hidden():
    for position in (z.Game(Strip).position("moves: 0 1 2"), z.load("kuhn").position("J Q check")):
        seen = in_the_open(position)
        assert not seen.game.hidden
        assert seen.game is opened(position.game)
        assert seen.moves == position.moves
        assert seen.play(1).payoff == position.play(1).payoff
    nim = z.load("nim").start()
    assert in_the_open(nim) is nim


# --- searches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [z.Game(Strip), listed("kuhn"), FUSION], ids=str)
@pytest.mark.parametrize("by", ["", "expectimax"])
def test_pimc_is_the_average_over_what_may_be(game, by):
    for position in in_play(game, 3):
        sight = position.sight(position.mover)
        found = z.analyse(
            sight, method="pimc:worlds=1000,nodes=1000000", lines=9, compiled=False, **({"by": by} if by else {})
        )
        expected = pimc(game.start(), sight)
        assert {line.move: line.value for line in found.lines} == pytest.approx(expected)
        assert found.value == pytest.approx(max(expected.values()))


def test_pimc_draws_some_of_what_may_be_and_may_vote():
    sight = z.Game(Strip).position("moves: 3 2 3 1").sight(0)
    expected = pimc(sight.game.start(), sight)
    found = z.analyse(sight, method="pimc:worlds=8,nodes=1000000", lines=4, seed=1, compiled=False)
    assert {line.move: line.value for line in found.lines} == pytest.approx(expected, abs=2.5)
    voted = z.analyse(sight, method="pimc:worlds=8,choose=votes,nodes=1000000", lines=4, seed=1, compiled=False)
    assert sum(line.visits for line in voted.lines) == pytest.approx(8, abs=3)
    assert voted.lines[0].visits == max(line.visits for line in voted.lines)


def test_pimc_puts_off_what_is_sure_and_ismcts_does_not():
    """Strategy fusion: in each of the worlds it would know how the coin fell."""
    sight = FUSION.start().play("heads").sight(0)
    assert (z.analyse(sight, method="pimc", compiled=False).move, sight.text) == ("guess", "first")
    found = z.analyse(sight, method="ismcts:simulations=1000", seed=1, lines=2, compiled=False)
    assert (found.move, found.value) == ("sure", 1)
    assert found.lines[1].value < 0.5


def test_where_nothing_is_hidden_ismcts_finds_the_move_of_minimax():
    for text in ("moves: a1 b2 c3 a3", "moves: a1 b1 b2 c3", "moves: b2 b1 a1 c3"):
        position = z.load("tictactoe").position(text)
        exact = z.analyse(position, method="minimax", lines=9, compiled=False)
        found = z.analyse(position, method="ismcts:simulations=2000", seed=1, compiled=False)
        assert found.move in {line.move for line in exact.lines if line.value == exact.value}, text
        assert found.value == pytest.approx(exact.value, abs=0.1)


@pytest.mark.parametrize("others", ["know", "guess"])
@pytest.mark.parametrize("spec", ["kuhn", "listed"])
def test_what_is_dominated_in_kuhn_poker_is_not_played(spec, others):
    game = listed("kuhn") if spec == "listed" else z.load(spec)
    for moves, right in (
        ("K J check bet", "call"),
        ("K J bet", "fold"),
        ("J K check bet", "fold"),
        ("J K bet", "call"),
        ("Q K check", "bet"),
    ):
        for seed in range(2):
            method = f"ismcts:simulations=400,others={others}"
            found = z.analyse(game.position(moves), method=method, seed=seed, compiled=False)
            assert found.move == right, moves


def test_plain_python_and_native_code_find_the_same():
    for position in (z.load("kuhn").position("J K check"), z.Game(Strip).position("moves: 0 1 2")):
        asked = {"method": "ismcts:simulations=200", "seed": 3, "lines": 9}
        one, other = (z.analyse(position, compiled=how, **asked) for how in (True, False))
        assert one.lines == other.lines
        assert one.nodes == other.nodes


def test_a_search_sees_no_more_than_the_player():
    """Of positions that look the same it finds the same; also if it is given the position."""
    for method in ("ismcts:simulations=100", "pimc:worlds=4"):
        game = listed("kuhn")
        one, other = (
            z.analyse(game.position(f"{card} Q check"), method=method, seed=1, lines=2, compiled=False) for card in "JK"
        )
        assert one.position == other.position == "? Q check"
        assert replace(one, time_s=0, nodes_per_s=0) == replace(other, time_s=0, nodes_per_s=0)


def test_before_chance_nobody_has_anything_to_choose():
    with pytest.raises(z.Problem, match="chance is to move in kuhn"):
        z.analyse(z.load("kuhn").start())


def test_limits_are_kept():
    sight = z.Game(Strip).position("moves: 0 1").sight(0)
    found = z.analyse(sight, method="ismcts:nodes=500", seed=1, compiled=False)
    assert 0 < found.nodes <= 500
    assert z.analyse(sight, method="ismcts:simulations=77", compiled=False).simulations == 77
    assert 0 < z.analyse(sight, method="pimc", limit=z.Limit(nodes=300), compiled=False).nodes < 600
    assert z.analyse(sight, method="ismcts", limit=z.Limit(time=0.05), compiled=False).time_s < 2
    with pytest.raises(z.Problem, match="positions that come again"):
        z.analyse(z.load("go:size=3").start(), method="ismcts")


def test_pimc_values_a_position_before_a_roll():
    position = z.load("pig:target=6").position("0-0 A 0 rolls")
    found = z.analyse(position, method="pimc:nodes=500", seed=1, compiled=False)
    assert (found.move, found.lines) == (None, ())
    assert found.values == pytest.approx((0.774, 0.226), abs=0.01)


def test_ismcts_values_a_position_before_a_roll():
    position = z.load("pig:target=6").position("0-0 A 0 rolls")
    found = z.analyse(position, method="ismcts:simulations=1500", seed=1, compiled=False)
    assert (found.move, found.lines) == (None, ())
    assert found.values == pytest.approx((0.774, 0.226), abs=0.06)
