"""Searches through chance against the definition, on random trees and in every window."""

import random
from functools import cache
from math import inf

import pytest

import naive
import zermelo as z
from zermelo.search import Limit
from zermelo.tree.trace import trace

STARS = (
    ("star1", {"table": 0.1}),
    ("star2", {"table": 0.1}),
    ("star2", {"probing": 2, "table": 0.1}),
    ("star1", {"plain": True}),
    ("star2", {"plain": True, "probing": 1}),
    ("star2", {"plain": True, "probing": 3, "table": 0.1, "deepening": True}),
)


def gambles(count: int, seed: int, **options) -> list[z.Tree]:
    rng = random.Random(seed)
    draws = (naive.few_values, naive.many_values, lambda rng: rng.uniform(-3, 3))
    trees = [naive.gamble(rng, draws[number % 3], **options) for number in range(count)]
    return [tree for tree in trees if tree.stochastic]


def close(value):
    return pytest.approx(value, abs=1e-9)


@pytest.fixture(scope="module")
def trees():
    return gambles(300, seed=1, depth=4)


@cache
def value_of(position: z.Position) -> tuple[float, ...]:
    return naive.expectimax(position)


def test_expectimax_is_the_definition(trees):
    for tree in trees[:60]:
        position = tree.start()
        for height in (1, 2, None):
            found = z.analyse(position, method="expectimax", limit=Limit(depth=height or 50), deepening=False)
            assert found.values == close(naive.expectimax(position, height or inf))
            assert found.exact or height


@pytest.mark.parametrize(("method", "options"), STARS)
def test_stars_find_the_value_of_expectimax(trees, method, options):
    for tree in trees:
        position = tree.start()
        found = z.analyse(position, method=method, limit=Limit(depth=50), **options)
        wanted = value_of(position)
        assert found.values == close(wanted)
        assert found.exact
        if found.move is not None:
            assert value_of(position.play(found.move))[position.mover] == close(found.value)


@pytest.mark.parametrize(("method", "options"), STARS)
def test_stars_look_as_far_as_expectimax(trees, method, options):
    for tree in trees[::4]:
        for height in (1, 2):
            found = z.analyse(tree.start(), method=method, limit=Limit(depth=height), deeper=False, **options)
            assert found.values == close(naive.expectimax(tree.start(), height))


@pytest.mark.parametrize(("method", "options"), STARS)
def test_stars_keep_their_promise_in_every_window(method, options):
    rng = random.Random(3)
    for tree in gambles(16, seed=2, depth=4):
        position = tree.start()
        wanted = value_of(position)[max(position.mover, 0)]
        for low, high in [*naive.windows(tree, rng, 12), (wanted - 1e-3, wanted + 1e-3), (wanted, wanted + 1)]:
            found = trace(position, method=method, window=(low, high), compiled=False, **options).analysis
            if found.bound == "=":
                assert found.value == close(wanted)
            elif found.bound == "<=":
                assert wanted <= found.value + 1e-9
                assert found.value <= low
            else:
                assert wanted >= found.value - 1e-9
                assert found.value >= high


def thirds(rng: random.Random) -> z.Tree:
    """MIN chooses between rolls of equal odds, worth sums of thirds and sixths: partial sums meet, but for rounding."""

    def reply():
        if rng.random() < 0.5:
            return rng.choice((-1, -1, 0, 1))
        return {"player": 1, "children": [{"player": "chance", "children": [rng.choice((-1, 0, 1)) for _ in range(3)]}]}

    rolls = [{"player": "chance", "children": [reply() for _ in range(rng.choice((3, 6)))]} for _ in range(3)]
    return z.Tree({"player": 1, "children": rolls})


def test_a_bound_never_passes_for_a_value():
    """Whatever rounding makes of the sums, the move is the best, and all that the table holds is true."""
    rng = random.Random(1)
    for _ in range(80):
        tree = thirds(rng)
        values = {node.number: naive.expectimax(tree.at(node.number)) for node in tree.nodes}
        position, wanted = tree.start(), values[0]
        for method, options in (("star1", {"plain": True}), ("star2", {"plain": True}), ("star2", {})):
            table = z.Table(0.05)
            given = {"table": table, "deeper": False} | options
            found = z.analyse(position, method=method, limit=Limit(depth=50), compiled=False, **given)
            assert found.values == close(wanted)
            assert naive.expectimax(position.play(found.move)) == close(wanted)
            for node in tree.nodes:
                entry = table.find(tree.at(node.number).key)
                if entry and entry[2] & 4:  # proven
                    value = values[node.number][0]
                    assert not entry[2] & 1 or entry[0] <= value + 1e-9
                    assert not entry[2] & 2 or entry[0] >= value - 1e-9


def test_a_table_of_another_search_is_not_misread():
    table = z.Table(0.05)
    for tree in naive.random_trees(60, seed=5):
        wanted = z.analyse(
            tree.start(), method="alphabeta", limit=Limit(depth=50), plain=True, table=table, compiled=False
        )
        found = z.analyse(tree.start(), method="star2", limit=Limit(depth=50), plain=True, table=table, compiled=False)
        assert found.value == wanted.value


@pytest.mark.parametrize("method", ["expectimax", "star1", "star2"])
def test_stopped_anywhere_it_has_a_move_and_its_value(method, trees):
    for tree in trees[:25]:
        position = tree.start()
        for nodes in (1, 3, 8, 20):
            found = z.analyse(position, method=method, limit=Limit(nodes=nodes), compiled=False)
            assert (found.move is None) == (position.mover < 0)
            assert tree.lowest - 1e-9 <= found.value <= tree.highest + 1e-9
            assert found.value == close(found.values[max(position.mover, 0)])
            if found.exact:
                assert found.values == close(value_of(position))


def test_every_line_has_its_value(trees):
    for tree in trees[:60]:
        position = tree.start()
        if position.mover < 0:
            continue
        found = z.analyse(position, method="star2", limit=Limit(depth=50), lines=9)
        for line in found.lines:
            assert line.value == close(naive.expectimax(position.play(line.move))[position.mover])


@pytest.mark.parametrize("method", ["star1", "star2"])
def test_a_variation_ends_before_chance_and_keeps_its_value_to_the_end(method, trees, monkeypatch):
    """Also where the table prolongs it, whose values are the first player's."""
    prolonged = {0: 0, 1: 0}
    for tree in trees:
        position = start = tree.start()
        if position.mover < 0:
            continue
        found = z.analyse(start, method=method, limit=Limit(depth=50), table=0.1, deepening=True)
        for move in found.pv:
            assert position.mover >= 0
            position = position.play(move)
            assert value_of(position) == close(found.values)
        with monkeypatch.context() as patched:
            patched.setattr("zermelo.search.report.extend", lambda search, line, value: line)
            bare = z.analyse(start, method=method, limit=Limit(depth=50), table=0.1, deepening=True)
        prolonged[start.mover] += len(found.pv) > len(bare.pv)
    assert min(prolonged.values()) > 0


def test_without_chance_it_is_alphabeta():
    for tree in naive.random_trees(60, seed=4):
        wanted = z.analyse(tree.start(), method="alphabeta", limit=Limit(depth=50), compiled=False).value
        for method in ("expectimax", "star1", "star2"):
            assert z.analyse(tree.start(), method=method, limit=Limit(depth=50), compiled=False).value == wanted


def test_a_roll_at_the_root_has_a_value_and_no_move():
    tree = z.Tree({"player": "chance", "probs": [0.25, 0.75], "children": [[8, 4], {"player": 1, "children": [4, 0]}]})
    for method in ("expectimax", "star1", "star2"):
        found = z.analyse(tree.start(), method=method, compiled=False, lines=2, seed=1)
        assert (found.move, found.value, found.values, found.pv, found.lines) == (None, 2.0, (2.0, -2.0), (), ())
        assert found.exact
        assert found.meaning == "MAX gets 2 on average, with best play"


def test_a_limit_is_no_option():
    with pytest.raises(z.Problem, match="depth is a limit, not an option"):
        z.analyse(z.Tree([1, 2]).start(), method="star2", depth=3)
