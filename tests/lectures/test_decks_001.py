"""Deck 001, row by row: its worked examples with their own numbers, and its errors done right."""

import random
from math import inf, log10

import pytest

import naive
from direct import Looker
from zermelo import Limit, analyse, load, solve


def test_001_02_minimax_decision():
    """The operator with the highest value, with a cutoff test and an evaluation."""
    for tree in naive.random_trees(60, 2, equal_paths=True):
        if tree.nodes[0].player == 0:
            for height in (1, 2, 3, inf):
                chosen = naive.minimax_decision(tree, height)
                limit = Limit(depth=None if height == inf else height)
                found = analyse(tree.start(), method="minimax", limit=limit)
                assert tree.start().moves[found.move] == chosen


def test_001_03_grundys_game():
    """Split a pile into two unequal ones; who cannot loses. See 003.2 for the tree of 7."""
    lost = [
        n
        for n in range(1, 11)
        if solve(load(f"split-nim:pile={n}").start(), method="retrograde", compiled=False).value < 0
    ]
    assert lost == [1, 2, 4, 7, 10]
    assert solve(load("split-nim:pile=20").start(), method="retrograde", compiled=False).value == -1


@pytest.mark.parametrize(("b", "m"), [(2, 7), (3, 4), (4, 3)])
def test_001_05_properties_of_minimax(b, m):
    """Complete and optimal on finite trees; O(b^m) nodes, and room for one path: m + 1 positions, b moves for each."""
    tree = naive.uniform(random.Random(b), b, m)
    look = Looker(tree)
    assert look.minimax() == naive.minimax(tree)[0]
    assert look.nodes == (b ** (m + 1) - 1) // (b - 1)
    assert look.w.deepest == m
    assert log10(35**100) > 154  # chess: infeasible


def test_001_06_fail_hard_code_has_the_same_root_value():
    for tree in naive.random_trees(200, 6):
        maximising = tree.nodes[0].player == 0
        value, leaves = naive.fail_hard(tree, 0, inf, -inf, inf)
        assert value == naive.minimax(tree)[0]
        look = Looker(tree)
        assert look.alphabeta(hard=True) == (value if maximising else -value)
        assert look.leaves == len(leaves)
        assert look.alphabeta() == (value if maximising else -value)
