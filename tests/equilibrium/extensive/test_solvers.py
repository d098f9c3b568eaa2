"""Equilibria of extensive games: published values, and what Ctrl-C, files and wrong input do."""

from fractions import Fraction

import numpy as np
import pytest

import zermelo as z
from zermelo.equilibrium.extensive.cfr import VARIANTS, Regrets
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.plan import Plan
from zermelo.equilibrium.solver import watch

# exploitability of Kuhn poker after 100, 1,000 and 10,000 iterations with alternating updates (GROUND_TRUTH.md)
KUHN = {
    "cfr": (8.2e-3, 9.4e-4, 1.1e-4),
    "cfr+": (1.2e-3, 8.7e-5, 9.6e-6),
    "lcfr": (1.1e-3, 9.4e-5, 8.6e-6),
    "dcfr": (1.7e-3, 1.5e-4, 2.4e-5),
}


@pytest.mark.parametrize("name", KUHN)
def test_the_table_for_kuhn_poker(name):
    regrets = Regrets(sequence_form(z.load("kuhn").start()), VARIANTS[name])
    for iterations, published in zip((100, 1000, 10_000), KUHN[name], strict=True):
        regrets.go_on(iterations)
        assert regrets.behaviour.exploitability == pytest.approx(published, rel=0.1)


def test_predictive_cfr_is_far_ahead_on_kuhn_poker():
    found = z.equilibrium("kuhn", "pcfr+", iterations=1000)
    assert found.regret < 1e-6
    assert found.value == pytest.approx(-1 / 18, abs=1e-6)


def test_kuhn_poker_exactly():
    found = z.equilibrium("kuhn")
    assert (found.value, found.exact, found.regret) == (Fraction(-1, 18), True, 0)
    assert found.profiles[0].strategies[0]["K check bets"] == {"fold": 0, "call": 1}


def test_three_players_get_a_profile_whose_regrets_are_told():
    found = z.equilibrium("kuhn:players=3", "cfr+", iterations=300)
    assert len(found.profiles[0].regrets) == 3
    assert found.value is None
    assert 0 < found.regret < 0.05


def test_native_code_and_plain_python_iterate_alike():
    form = sequence_form(z.load("kuhn:players=3").start())
    for variant in VARIANTS.values():
        native, plain = (Regrets(form, variant, compiled=compiled) for compiled in (True, False))
        native.go_on(10)
        plain.go_on(10)
        assert np.allclose(native.totals, plain.totals)
        assert np.allclose(native.regrets, plain.regrets)


def test_it_goes_on_from_a_file(tmp_path):
    file = str(tmp_path / "kuhn.npz")
    z.equilibrium("kuhn", "cfr+", iterations=60, keep=file)
    gone_on = z.equilibrium("kuhn", "cfr+", iterations=100, keep=file)
    at_once = z.equilibrium("kuhn", "cfr+", iterations=100)
    assert gone_on.profiles[0].payoffs == at_once.profiles[0].payoffs
    with pytest.raises(z.Problem, match=r"kuhn.npz is of method cfr\+: it cannot be gone on from with dcfr on kuhn"):
        z.equilibrium("kuhn", "dcfr", iterations=100, keep=file)
    with pytest.raises(z.Problem, match="is of game kuhn"):
        z.equilibrium("kuhn:cards=4", "cfr+", iterations=100, keep=file)
    (tmp_path / "kuhn.npz").write_bytes(b"PK")
    with pytest.raises(z.Problem, match="cannot be gone on from"):
        z.equilibrium("kuhn", "cfr+", iterations=100, keep=file)


def test_a_process_can_be_watched():
    steps = [step for step, _ in zip(watch("kuhn", "cfr+"), range(12), strict=False)]
    assert [step.iteration for step in steps[:5]] == [1, 2, 3, 4, 5]
    assert steps[-1].exploitability < steps[0].exploitability


def test_strategies_are_kept_looked_up_and_drawn_from(tmp_path):
    import random

    z.equilibrium("kuhn").plan().save(tmp_path / "kuhn.npz")
    plan = Plan.load(tmp_path / "kuhn.npz")
    sight = z.load("kuhn").position("Q K check bet").sight(0)
    assert plan.at(sight) == pytest.approx({"fold": 2 / 3, "call": 1 / 3})
    drawn = [plan.choose(sight, dice) for dice in [random.Random(1)] for _ in range(300)]
    assert 70 < drawn.count("call") < 130
    with pytest.raises(z.Problem, match="the strategy is for kuhn, not for kuhn:cards=4"):
        plan.must_be_for(z.load("kuhn:cards=4"))
    (tmp_path / "kuhn.npz").write_bytes(b"")
    with pytest.raises(z.Problem, match="holds no strategy"):
        Plan.load(tmp_path / "kuhn.npz")


def test_what_does_not_suit_is_refused():
    with pytest.raises(z.Problem, match=r"sequence-form is for two players .* kuhn:players=3 has 3 players"):
        z.equilibrium("kuhn:players=3", "sequence-form")
    with pytest.raises(z.Problem, match="unknown method 'cfrr'"):
        z.equilibrium("kuhn", "cfrr")
