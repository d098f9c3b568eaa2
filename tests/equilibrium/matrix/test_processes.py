"""Processes: what converges does, what cycles does, and each is the same as its definition, written slowly."""

from fractions import Fraction
from itertools import islice
from math import log

import numpy as np
import pytest

import zermelo as z
from equilibrium.matrix.random_games import random_games
from zermelo.equilibrium.matrix.fictitious import fictitious_play
from zermelo.equilibrium.matrix.process import MOST_KEPT, Watched
from zermelo.equilibrium.matrix.regret_matching import regret_matching
from zermelo.equilibrium.matrix.replicator import replicator_dynamics
from zermelo.equilibrium.solver import watch

RPS, SHAPLEY = z.MatrixGame.read("rps"), z.MatrixGame.read("shapley")
START = [[0.5, 0.3, 0.2], [0.2, 0.2, 0.6]]


def nth(steps, number):
    return next(islice(steps, number - 1, None))


def naive_fictitious(game, rounds, *, alternating=False):
    """How often each action was played, by two players who take the first of the best."""
    counts = [[0] * size for size in game.sizes]
    for _ in range(rounds):
        seen = counts if alternating else [list(own) for own in counts]
        for player in (0, 1):
            values = [
                sum(
                    times * game.payoffs[(own, other) if player == 0 else (other, own)][player]
                    for other, times in enumerate(seen[1 - player])
                )
                for own in range(game.sizes[player])
            ]
            counts[player][values.index(max(values))] += 1
    return counts


@pytest.mark.parametrize("alternating", [False, True])
def test_fictitious_play_is_its_definition(alternating):
    for game in random_games(20, most=4, seed=41):
        counts = naive_fictitious(game, 60, alternating=alternating)
        step = nth(fictitious_play(game, alternating=alternating), 60)
        for average, own in zip(step.average, counts, strict=True):
            assert average == pytest.approx([times / 60 for times in own])


def test_rock_paper_scissors_converges_on_average():
    """Robinson 1951: in zero-sum games fictitious play does."""
    for ties, alternating in (("first", False), ("random", False), ("first", True), ("random", True)):
        steps = fictitious_play(RPS, ties=ties, alternating=alternating, seed=3)
        hundred = nth(steps, 100)
        late = nth(steps, 4_900)
        assert late.number == 5_000
        assert late.regret < 0.03 < 0.15
        assert late.regret < hundred.regret or hundred.regret == 0
        assert all(abs(mix - 1 / 3).max() < 0.03 for mix in late.average)


def test_shapleys_game_never_settles():
    """Shapley 1964: what is played stays the same for longer and longer, and averages go round far from (1/3, ...)."""
    lengths, before, outcomes = [], None, set()
    regrets = []
    for step in islice(fictitious_play(SHAPLEY), 20_000):
        now = tuple(int(mix.argmax()) for mix in step.now)
        outcomes.add(now)
        if now == before:
            lengths[-1] += 1
        else:
            lengths.append(1)
        before = now
        if step.number % 500 == 0:
            regrets.append(step.regret)
            assert max(abs(mix - 1 / 3).max() for mix in step.average) > 0.1
    assert min(regrets) > 0.1
    full = lengths[6:-1]
    assert all(later > earlier for earlier, later in zip(full, full[6:], strict=False))
    assert full[-1] > 20 * full[0]
    assert len(outcomes) == 6
    for ties in (1, 2, 3):
        assert nth(fictitious_play(SHAPLEY, ties="random", seed=ties), 5_000).regret > 0.05


def test_three_players_who_want_the_same_agree():
    """Monderer & Shapley 1996: where all have the same interest, fictitious play finds an equilibrium."""
    rng = np.random.default_rng(5)
    for _ in range(5):
        common = rng.integers(0, 10, size=(3, 2, 3))
        game = z.MatrixGame(np.stack([common] * 3, axis=-1))
        assert nth(fictitious_play(game), 300).regret < 0.1


def test_replicators_keep_their_constant_of_motion():
    """On rock-paper-scissors the product of all shares stays as it is; only averages over time converge."""
    for start in (START, [[0.6, 0.3, 0.1]] * 2):
        constant = sum(log(part) for mix in start for part in mix)
        far = 0.0
        steps = replicator_dynamics(RPS, start=start)
        for step in islice(steps, 3_000):
            assert sum(np.log(mix).sum() for mix in step.now) == pytest.approx(constant, abs=1e-6)
            far = max(far, abs(step.now[0] - 1 / 3).max())
        assert far > 0.15
        assert all(abs(mix - 1 / 3).max() < 0.02 for mix in step.average)


def test_replicators_are_their_definition():
    """One short step of Euler's, of three players."""
    game = z.MatrixGame(np.random.default_rng(6).integers(0, 9, size=(2, 3, 2, 3)))
    start = [[0.5, 0.5], [0.2, 0.3, 0.5], [0.9, 0.1]]
    spread = float(np.ptp(game.numbers, axis=(1, 2, 3)).max())
    tiny = 1e-5
    (step,) = islice(replicator_dynamics(game, start=start, dt=tiny), 1)
    for player, mix in enumerate(start):
        values = np.array(game.replies([[float(part) for part in own] for own in start], player)) / spread
        slope = np.array(mix) * (values - np.dot(mix, values))
        assert step.now[player] == pytest.approx(np.array(mix) + tiny * slope, abs=1e-9)


def test_what_is_absent_stays_absent_and_what_is_dominated_dies_out():
    step = nth(replicator_dynamics(RPS, start="1-1-0"), 800)
    assert [float(mix[2]) for mix in step.now] == [0, 0]
    assert step.now[0][1] > 0.99  # paper beats rock
    step = nth(replicator_dynamics(z.MatrixGame.read("prisoners")), 800)
    assert all(mix[1] > 0.999 for mix in step.now)
    still = nth(replicator_dynamics(z.MatrixGame([[1, 1], [1, 1]]), start="centre"), 10)
    assert still.now[0].tolist() == [0.5, 0.5]


@pytest.mark.parametrize("options", [{}, {"plus": True}, {"sampled": True}, {"plus": True, "sampled": True}])
def test_regret_matching_solves_zero_sum_games(options):
    for seed in (1, 2):
        assert nth(regret_matching(RPS, seed=seed, **options), 4_000).regret < 0.06


def test_regret_matching_leads_to_coarse_correlated_equilibria():
    for game in (SHAPLEY, z.MatrixGame.read("voting"), z.MatrixGame.read("chicken")):
        for plus in (False, True):
            step = nth(regret_matching(game, plus=plus, seed=4), 3_000)
            assert step.joint.sum() == pytest.approx(1)
            assert step.regret < 0.03
            for player, mix in enumerate(step.average):
                others = tuple(other for other in range(len(game.sizes)) if other != player)
                assert step.joint.sum(axis=others) == pytest.approx(mix)


def test_regret_matching_is_its_definition():
    mixes = [np.array(START[0]), np.array(START[1])]
    own, other = (SHAPLEY.numbers[player] for player in (0, 1))
    regrets = [np.zeros(3), np.zeros(3)]
    sums = [np.zeros(3), np.zeros(3)]
    for _ in range(50):
        values = own @ mixes[1], mixes[0] @ other
        for player in (0, 1):
            sums[player] += mixes[player]
            regrets[player] += values[player] - values[player] @ mixes[player]
        mixes = [np.maximum(each, 0) / np.maximum(each, 0).sum() for each in regrets]
    step = nth(regret_matching(SHAPLEY, start=START), 50)
    for player in (0, 1):
        assert step.average[player] == pytest.approx(sums[player] / 50)


def test_seeds_repeat_what_is_random():
    for method, options in (
        ("fictitious", {"ties": "random"}),
        ("replicator", {}),
        ("regret-matching", {"sampled": True}),
    ):
        paths = [z.equilibrium("shapley", method, steps=60, seed=seed, **options).details["path"] for seed in (1, 1, 2)]
        assert paths[0] == paths[1] != paths[2]


def test_they_can_be_watched_by_name():
    steps = watch("rps", "fictitious:alternating=true")
    assert [next(steps).number for _ in range(3)] == [1, 2, 3]
    assert next(watch("voting", "replicator", start="centre")).average[0].tolist() == pytest.approx(
        [1 / 3] * 3, abs=0.02
    )
    with pytest.raises(z.Problem, match=r"lp is no process that can be watched \(these are: .*fictitious"):
        watch("rps", "lp")


def test_the_answer_has_the_path_and_ends_where_it_is_told():
    answer = z.equilibrium("rps", "fictitious", steps=5_000)
    path = answer.details["path"]
    assert (path["rounds"][0], path["rounds"][-1]) == (1, 5_000)
    assert MOST_KEPT <= len(path["rounds"]) <= 2 * MOST_KEPT + 40
    assert len(path["average"][0]) == len(path["regrets"][1]) == len(path["rounds"])
    assert path["regrets"][0][-1] == pytest.approx(answer.profiles[0].regrets[0], rel=1e-4)
    early = z.equilibrium("rps", "fictitious:until=0.1")
    assert 0 < early.regret <= 0.1
    assert early.details["rounds"] < 1_000
    slow = z.equilibrium("rps", "replicator:start=3-2-1,steps=700")
    assert any("the regret was least" in note for note in slow.notes)


def test_ctrl_c_keeps_what_there_is(monkeypatch):
    seen = Watched.look

    def look(self, step):
        if step.number > 40:
            raise KeyboardInterrupt
        return seen(self, step)

    monkeypatch.setattr(Watched, "look", look)
    answer = z.equilibrium("rps", "regret-matching")
    assert answer.interrupted
    assert answer.details["rounds"] == 40
    assert "interrupted: this is what there was until then" in answer.notes
    monkeypatch.setattr(Watched, "look", lambda self, step: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        z.equilibrium("rps", "regret-matching")


def test_progress_is_told(monkeypatch):
    monkeypatch.setattr("zermelo.equilibrium.matrix.process.PAUSE", -1.0)
    lines = []
    z.equilibrium("rps", "fictitious", steps=30, tell=lines.append)
    assert lines[9].startswith("10 of 30 rounds  regret ")


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("1-2", "must have 3 weights for Row"),
        ("0-0-0", "none negative and not all 0"),
        ("1-x-2", "must be random, centre, or 3 weights for Row"),
        ("1--1-2", "must be random"),
        ("1-1-1/1-1-1/1-1-1", "is for 3 players; rps has 2"),
        ("1-nan-1", "must have 3 weights"),
        ("1-1e400-1", "must have 3 weights"),
        ([[1, 2, -3], [1, 1, 1]], "must have 3 weights"),
        ([[1, 2, None]], "must be random"),
    ],
)
def test_bad_starts_are_one_line(start, message):
    with pytest.raises(z.Problem, match=message):
        next(replicator_dynamics(RPS, start=start))


def test_counting_is_exact():
    """A tenth three times is as good as three tenths: in floats it would not be."""
    game = z.MatrixGame([["0.1", "0.2"], [Fraction(3, 10), 0]])
    counts = naive_fictitious(game, 200)
    assert nth(fictitious_play(game), 200).average[0] == pytest.approx([times / 200 for times in counts[0]])
