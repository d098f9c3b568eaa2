"""Learning by playing, and judging by walking: against what is known when a game is unfolded."""

import random

import numpy as np
import pytest

import zermelo as z
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.mccfr import Sampler
from zermelo.equilibrium.extensive.walking import by_walking
from zermelo.equilibrium.plan import Plan
from zermelo.equilibrium.solver import watch

ROUNDS = 4000


@pytest.mark.parametrize(("by", "games", "most"), [("external", 20_000, 0.02), ("outcome", 100_000, 0.03)])
def test_it_comes_near_the_equilibrium_of_kuhn_poker(by, games, most):
    found = z.equilibrium("kuhn", "mccfr", sampling=by, games=games, seed=3)
    assert found.details["games"] == games
    assert found.details["exploitability"] < most
    assert found.profiles[0].payoffs[0] == pytest.approx(-1 / 18, abs=most)


def test_the_same_seed_gives_the_same_strategy_native_or_not():
    plans = []
    for compiled in (True, False):
        sampler = Sampler(z.load("kuhn").start(), seed=7, compiled=compiled)
        sampler.play(400)
        plans.append(sampler.plan())
    assert plans[0].parts == pytest.approx(plans[1].parts)
    assert plans[0].information.tolist() == plans[1].information.tolist()


def test_the_table_grows():
    small = Sampler(z.load("kuhn:players=3").start(), room=4, compiled=False)
    small.play(300)
    assert len(small.plan()) == 48


def test_when_memory_is_full_it_ends_with_what_it_has():
    sampler = Sampler(z.load("kuhn:players=4").start(), room=4, memory=0.01, compiled=False)
    sampler.play(300)
    assert sampler.crowded
    assert 4 < len(sampler.plan()) < 160


def sampled_average(start, by, games):
    """What the plan says after so many games, in plain Python."""
    sampler = Sampler(start, sampling_by=by, compiled=False, power=0.0, seed=2)
    sampler.play(games)
    return sampler.plan()


@pytest.mark.parametrize("by", ["external", "outcome"])
def test_one_player_finds_the_best_move(by):
    start = z.Tree({"player": "A", "children": [(1.0,), (4.0,), (2.0,)]}, players=("A",)).start()
    plan = sampled_average(start, by, 300)
    assert plan.at(start.sight(0))["2"] > 0.9


@pytest.mark.parametrize(("players", "by"), [("ABC", "external"), ("AB", "external"), ("ABC", "outcome")])
def test_an_average_counts_how_likely_one_comes_to_play_of_ones_own(players, by):
    """The last player can choose only where A goes left, one time in ten: that is no reason to count it less."""
    pays = [tuple(float(seat == end) for seat in range(len(players))) for end in range(3)]
    last = {"player": players[-1], "moves": ["x", "y"], "children": pays[:2]}
    for between in players[1:-1]:
        last = {"player": between, "moves": ["on"], "children": [last]}
    tree = z.Tree({"player": "A", "moves": ["l", "r"], "children": [last, pays[2]]}, players=tuple(players))
    sampler = Sampler(tree.start(), sampling_by=by, compiled=False, power=0.0, seed=5)
    sampler.play(40)
    sets = sampler.arrays["sets"][: int(sampler.w["sets_used"][0])]
    a, chooser = ((int(one["first"]), int(one["count"])) for one in (sets[0], sets[-1]))
    sampler.arrays["totals"][:] = 0.0
    for _ in range(ROUNDS):
        sampler.arrays["regrets"][:] = 1.0
        sampler.arrays["regrets"][a[0] : a[0] + 2] = 1.0, 9.0
        sampler.play(1)
    assert sampler.arrays["totals"][chooser[0] : sum(chooser)].sum() == pytest.approx(ROUNDS, rel=0.15)


@pytest.mark.parametrize("spec", ["kuhn", "kuhn:players=3"])
def test_walking_finds_what_the_sequence_form_says(spec):
    rng, form = random.Random(5), sequence_form(z.load(spec).start())
    behaviour = Behaviour.average(form, np.array([rng.choice([0.0, rng.random()]) for _ in form.codes]))
    now, best = by_walking(form.start, behaviour.plan(), compiled=False)
    assert now == pytest.approx(behaviour.values()[0])
    assert best == pytest.approx(behaviour.values()[1])


def test_a_plan_that_knows_nothing_plays_evenly():
    nothing = Plan(
        "kuhn", *(np.zeros(size, kind) for size, kind in ((0, int), (0, np.uint64), (1, int), (0, int), (0, float)))
    )
    now, best = by_walking(z.load("kuhn").start(), nothing, compiled=False)
    assert now == pytest.approx([1 / 8, -1 / 8])
    assert (best - now).sum() == pytest.approx(11 / 12)


def test_it_goes_on_from_a_file_as_if_it_had_never_stopped(tmp_path):
    file = tmp_path / "kept.npz"
    z.equilibrium("kuhn", "mccfr", games=100, keep=str(file))
    gone_on = z.equilibrium("kuhn", "mccfr", games=300, keep=str(file))
    at_once = z.equilibrium("kuhn", "mccfr", games=300)
    assert gone_on.profiles[0].payoffs == pytest.approx(at_once.profiles[0].payoffs)
    with pytest.raises(
        z.Problem, match=r"kept\.npz is of game kuhn: it cannot be gone on from with mccfr on kuhn:cards=4"
    ):
        z.equilibrium("kuhn:cards=4", "mccfr", games=300, keep=str(file))
    kept = dict(np.load(file))
    np.savez(file, **{**kept, "totals": kept["totals"][1:]})
    with pytest.raises(z.Problem, match=r"its numbers \(totals\) do not fit"):
        z.equilibrium("kuhn", "mccfr", games=300, keep=str(file))


def test_it_can_be_watched_and_saved(tmp_path):
    stages = list(watch("kuhn", "mccfr", games=500))
    assert stages[-1].games == 500
    stages[-1].plan.save(tmp_path / "sampled.npz")
    assert Plan.load(tmp_path / "sampled.npz").about["games"] == 500
