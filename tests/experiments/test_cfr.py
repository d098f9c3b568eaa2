"""The experiment about variants of CFR."""

from functools import partial

import pytest

import zermelo as z
from zermelo.equilibrium.extensive.mccfr import Sampler
from zermelo.experiments import run


def test_variants_are_compared_with_published_figures(tmp_path):
    found = run("cfr", game=("kuhn",), variant=("cfr", "dcfr"), iterations=100)
    assert [(row["variant"], row["steps"]) for row in found.rows] == [("cfr", 100), ("dcfr", 100)]
    plain, discounted = found.rows
    assert plain["published"] == {100: 8.2e-3}
    assert discounted["last"] < plain["last"] == plain["course"]["exploitability"][-1]
    assert found.faults == ()
    again = run("cfr", game=("kuhn",), variant=("cfr",), iterations=100)
    assert again.rows[0]["exploitability"] == plain["exploitability"]
    found.plot(tmp_path / "fall.svg")
    drawn = (tmp_path / "fall.svg").read_text()
    assert "Exploitability in kuhn" in drawn
    assert "dcfr" in drawn


def test_figures_that_are_far_off_are_faults(monkeypatch):
    monkeypatch.setattr("zermelo.experiments.cfr.PUBLISHED", {("kuhn", "cfr"): {100: 1.0}})
    found = run("cfr", game=("kuhn",), variant=("cfr",), iterations=100)
    assert found.faults == ("kuhn: cfr has 0.00823 after 100 iterations, not 1",)


def test_sampling_is_seeded_and_bounded(monkeypatch):
    monkeypatch.setattr("zermelo.experiments.cfr.Sampler", partial(Sampler, compiled=False))
    monkeypatch.setattr("zermelo.experiments.cfr.SECONDS", 0.1)
    monkeypatch.setattr("zermelo.experiments.cfr.WARM", 2)
    rows = [run("cfr", game=("kuhn",), variant=("mccfr",), seed=seed).rows[0] for seed in (1, 1, 2)]
    first, again, other = (row["course"]["exploitability"][0] for row in rows)
    assert first == again != other


def test_ctrl_c_keeps_what_there_is():
    def tired(line):
        if "dcfr" in line:
            raise KeyboardInterrupt

    found = run("cfr", game=("kuhn",), variant=("cfr", "dcfr"), iterations=20, tell=tired)
    assert found.interrupted
    assert [row["variant"] for row in found.rows] == ["cfr"]


def test_mistakes_are_told():
    with pytest.raises(z.Problem, match=r"unknown variant 'cfr\*'"):
        run("cfr", game=("kuhn",), variant=("cfr*",))
    with pytest.raises(z.Problem, match="unknown game 'kunh'"):
        run("cfr", game=("kunh",))


@pytest.mark.long
def test_leduc_in_full():
    """No figure that should be the same differs from the published one by more than a tenth."""
    found = run("cfr", game=("leduc",))
    assert found.faults == ()
    last = {row["variant"]: row["last"] for row in found.rows}
    assert last["dcfr"] < last["cfr+"] < last["lcfr"] < last["cfr"]
