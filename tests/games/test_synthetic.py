"""The synthetic game: uniform, repeatable, and what its docstring says about scores, noise and orders."""

from functools import partial

import numpy as np
import pytest

import zermelo as z
from zermelo import Limit, Problem, analyse, load, theory
from zermelo.core.kernel import at_root, kernel
from zermelo.search.alphabeta.minimax import negamax
from zermelo.search.workspace import searching

SMALL = "synthetic:branching=3,depth=5"


def ends(position):
    return [position.payoff] if position.over else [end for m in position.codes for end in ends(position.play(m))]


@pytest.mark.parametrize(
    "more", ["", ",order=score", ",order=best", ",order=worst", ",scores=0,noise=1000", ",noise=50"]
)
def test_conformance(more):
    report = z.check_game(load(SMALL + more), games=10)
    assert (report.longest, report.most_moves) == (5, 3)


@pytest.mark.parametrize(("b", "d"), [(1, 4), (2, 7), (3, 5)])
def test_uniform(b, d):
    facts = z.survey(load(f"synthetic:branching={b},depth={d}").start(), compiled=False)
    assert (facts.leaves, facts.height, facts.most_moves) == (b**d, d, b)


def test_payoffs_are_repeatable_and_differ_by_seed():
    first = ends(load(SMALL).start())
    load.__globals__["_load_shipped"].cache_clear()
    assert ends(load(SMALL).start()) == first
    assert ends(load(f"{SMALL},seed=2").start()) != first
    assert len(set(first)) > 230  # of 243
    assert max(max(end) for end in first) <= load(SMALL).highest


def test_scores_add_up():
    """The margin so far is the evaluation; a move's score is what it adds."""
    position = load(SMALL).start()
    total = 0
    for sign in (1, -1, 1, -1, 1):
        before = total
        position = position.play("1")
        total = int(position.state.margin)
        assert 0 <= sign * (total - before) <= 1000
        if not position.over:
            assert position.evaluate() == (total if position.mover == 0 else -total)
    assert position.payoff == (total, -total)


def test_noise_changes_the_end_only():
    plain, noisy = (load(SMALL + more).start() for more in ("", ",noise=50"))
    for _ in range(5):
        plain, noisy = plain.play("2"), noisy.play("2")
    assert plain.state.margin == noisy.state.margin
    assert 0 < abs(plain.payoff[0] - noisy.payoff[0]) <= 50
    assert len({end[0] for end in ends(load(SMALL + ",scores=0,noise=1000000").start())}) > 240


def test_order_by_score_is_the_same_tree():
    plain, scored = load(SMALL).start(), load(f"{SMALL},order=score").start()
    assert sorted(ends(plain)) == sorted(ends(scored))
    rule = partial(scored.game.ask, "order")
    with np.errstate(over="ignore"):
        priorities = [rule(scored.state, move) for move in scored.codes]
    assert priorities == sorted(priorities, reverse=True)
    assert analyse(plain, limit=Limit(), plain=True).value == analyse(scored, limit=Limit(), plain=True).value


@pytest.mark.parametrize(("b", "d"), [(2, 9), (5, 6), (7, 5), (10, 9)])
def test_best_and_worst_order(b, d):
    best = analyse(load(f"synthetic:branching={b},depth={d},order=best").start(), limit=Limit(), plain=True)
    assert (best.leaves, best.nodes) == (theory.minimal_leaves(b, d), theory.minimal_nodes(b, d))
    if b**d < 10**6:
        worst = analyse(load(f"synthetic:branching={b},depth={d},order=worst").start(), limit=Limit(), plain=True)
        assert (worst.leaves, worst.cuts, worst.value) == (b**d, 0, best.value)


def test_one_compiled_search_serves_all():
    specs = ("synthetic", "synthetic:branching=3,depth=5,seed=7", "synthetic:order=best", "synthetic:scores=0,noise=9")
    codes = []
    for spec in specs:
        start = load(spec).start()
        search = kernel(start.game, negamax)
        search.prepare(at_root(start, searching)[0], 0, 3)
        codes.append(search.code)
    assert len({id(code) for code in codes}) == 1


def test_too_many_ends():
    with pytest.raises(Problem, match=r"64\^10 ends are too many"):
        load("synthetic:branching=64,depth=10,order=best")


@pytest.mark.parametrize("order", ["random", "score", "best", "worst"])
def test_positions_that_are_there_are_read(order):
    """On every line of a small tree, and to the limits of what its margins can be."""
    game = load(f"synthetic:branching=2,depth=5,noise=3,order={order}")
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        assert game.position(position.text) == position
        waiting += [] if position.over else [position.play(move) for move in position.codes]


@pytest.mark.parametrize(
    ("spec", "field", "problem"),
    [
        (SMALL, "scores=9999", "scores is 1000 in this tree, not 9999"),
        (SMALL, "noise=1", "noise is 0 in this tree, not 1"),
        (SMALL, "branching=64", "branching is 3 in this tree, not 64"),
        (SMALL, "order=9", "order is 0 in this tree, not 9"),
        (SMALL, "left=6", "left is from 0 to 5, not 6"),
        (SMALL, "left=-1", "left is from 0 to 5, not -1"),
        (SMALL, "left=4", "after 1 plies turn is 1, not 0"),
        (SMALL, "turn=5", "after 0 plies turn is 0, not 5"),
        (SMALL, "path=7", "the path of no moves is another"),
        (SMALL, "margin=1", "after 0 plies the margin is from 0 to 0, not 1"),
        (SMALL, "left=3 margin=1001", "after 2 plies the margin is from -1000 to 1000, not 1001"),
        (f"{SMALL},order=best", "left=3 margin=200", "after 2 plies the margin is from -54 to 162, not 200"),
        (SMALL, "margin=99999999999999999999", "too large"),
    ],
)
def test_positions_that_cannot_be_are_refused(spec, field, problem):
    """They would be searched, and their values proven."""
    game = load(spec)
    fields = dict(part.split("=") for part in game.start().text.split()) | dict(p.split("=") for p in field.split())
    with pytest.raises(Problem, match=problem):
        game.position(" ".join(f"{name}={value}" for name, value in fields.items()))
