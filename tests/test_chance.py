"""Searches through chance against the definition, on random trees and in every window."""

import random
from functools import cache
from math import inf

import pytest

import naive
import zermelo as z
from zermelo.search import Limit, trace

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


def test_every_line_has_its_value(trees):
    for tree in trees[:60]:
        position = tree.start()
        if position.mover < 0:
            continue
        found = z.analyse(position, method="star2", limit=Limit(depth=50), lines=9)
        for line in found.lines:
            assert line.value == close(naive.expectimax(position.play(line.move))[position.mover])


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
        assert found.meaning == "the first player gets 2 on average, with best play"
