"""Deck 002, row by row: its worked examples with their own numbers, and its errors done right."""

import random
from math import inf

import pytest

import naive
import zermelo as z
from decks import AIMA, FAR, Watched
from direct import Looker
from zermelo import Limit, Tree, analyse, explore, load, survey, theory
from zermelo.solving.retrograde import settle_all


def test_002_01_the_size_of_tic_tac_toe():
    """About 10^5 nodes, says the deck: 549,946 in the tree, 255,168 of them ends of games; 5,478 states."""
    start = load("tictactoe").start()
    found = survey(start)
    assert (found.nodes, found.leaves, found.height) == (549_946, 255_168, 9)
    assert naive.count_tree(start) == (549_946, 255_168)
    assert len(explore(start, merge=False)) == 5_478
    assert len(explore(start)) == 765  # up to symmetry


def test_002_03_the_second_vocabulary():
    """S0, Player, Actions, Result, TerminalTest, Utility(s, p): 1, -1, 0 in tic-tac-toe, 1, 0, 1/2 in chess."""
    s0 = load("tictactoe").start()
    player, actions = s0.mover, s0.moves
    assert (player, len(actions)) == (0, 9)
    result = s0.play("a1")
    assert not result.over
    lost = load("tictactoe").position("XXX/OO./... O")
    assert [lost.payoff[p] for p in (0, 1)] == [1, -1]
    assert load("tictactoe").position("XOX/XOO/OXX O").payoff == (0, 0)
    chess = Tree([[(1, 0), (0.5, 0.5)], [(0, 1), (1, 0)]])
    assert (chess.payoff_sum, Tree(AIMA).payoff_sum) == (1, 0)  # constant sum, zero sum
    assert analyse(chess.start(), limit=FAR, compiled=False).values == (0.5, 0.5)
    general = Tree([[(1, 1), (0, 3)], [(3, 0), (2, 2)]])
    assert general.payoff_sum is None
    with pytest.raises(z.Problem, match="payoffs that do not add up to a constant"):
        analyse(general.start(), method="alphabeta")
    assert analyse(general.start(), limit=FAR, compiled=False).values == (2, 2)  # each for themselves, by max-n


def test_002_04_a_contingent_strategy():
    """MAX's first move, then a move for every possible reply of MIN, and so on: worth the minimax value at least."""
    start = load("nim:piles=1-2-2").start()
    space = explore(start, compiled=False)
    valuation = settle_all(space, compiled=False)
    plan = valuation.strategy(0)
    assert start in plan

    def follow(here):
        if here.over:
            assert here.payoff[0] == valuation.values[0] == 1
        else:
            for move in [plan[here]] if here.mover == 0 else here.moves:
                follow(here.play(move))

    follow(start)


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_002_05_the_two_ply_tree(method):
    """MAX's best move is a1, worth 3."""
    tree = Tree({"moves": ["a1", "a2", "a3"], "children": AIMA})
    found = analyse(tree.start(), method=method, limit=FAR, compiled=False)
    assert (found.value, found.move, found.pv) == (3, "a1", ("a1", "1"))


def test_002_08_properties():
    """35^100 is about 10^154."""
    assert theory.exponent(theory.uniform_leaves(35, 100), 10) == pytest.approx(154.41, abs=0.005)


@pytest.mark.parametrize("g", [-1.0, -0.5, 0.0, 0.3, 0.9])
def test_002_10_the_chess_example(g):
    """A = max(0.3, min(-0.5, G)) is 0.3 whatever G is, and G is cut."""
    done = Watched([{"name": "B", "payoff": 0.3}, {"name": "C", "children": [-0.5, {"name": "G", "payoff": g}]}])
    assert done.value == 0.3
    assert "G" not in done.visits
    assert done.visits["C"].left == "cut"


def test_002_11_the_interval_trace():
    named = [{"name": name, "children": row} for name, row in zip("BCD", AIMA, strict=True)]
    done = Watched(named)
    assert done.leaves == [3, 12, 8, 2, 14, 5, 2]  # 7 of 9
    assert [leaf.value for leaf in done.visits["B"].children] == [3, 12, 8]
    assert -done.visits["B"].children[1].beta == -3  # (a) after 3, B is at most 3
    assert -done.visits["B"].value == 3  # (c) B is 3, so the root is at least 3
    assert done.window("C") == (-inf, -3)
    assert (-done.visits["C"].value, done.visits["C"].left) == (2, "cut")  # (d) C is at most 2
    assert [leaf.beta for leaf in done.visits["D"].children] == [inf, 14, 5]  # (e) D is at most 14, then 5
    assert (-done.visits["D"].value, done.value) == (2, 3)  # (f)
    best = Watched([[3, 12, 8], [2, 4, 6], [2, 5, 14]])
    assert best.leaves == [3, 12, 8, 2, 2]  # 5 of 9 if D's third child comes first


def test_002_12_alpha_beta_search_as_written():
    """MAX-VALUE and MIN-VALUE, fail-soft: the same values and leaves as ours, in every window."""
    rng = random.Random(12)
    for tree in naive.random_trees(150, 12):
        look = Looker(tree, watch=2000)
        first = naive.max_value if tree.nodes[0].player == 0 else naive.min_value
        for alpha, beta in naive.windows(tree, rng, 5):
            if tree.nodes[0].player == 0:
                expected, leaves = first(tree, 0, alpha, beta)
                assert look.alphabeta(alpha, beta) == expected
            else:
                expected, leaves = first(tree, 0, -beta, -alpha)
                assert look.alphabeta(alpha, beta) == -expected
            assert look.visited_leaves == leaves


def test_002_15_depth_limited_search():
    """H-Minimax: Eval where CutOffTest says so. 35^(8/2) is 1.5 million, not 10^5 as the deck says."""
    assert 35**4 == 1_500_625
    tree = Tree([{"value": 1, "children": [[9, 8], [7, 6]]}, {"value": 2, "children": [[1, 0], 5]}])
    by_depth = [analyse(tree.start(), limit=Limit(depth=d), compiled=False) for d in (1, 2, 3)]
    assert [found.value for found in by_depth] == [2, 0, 7]
    assert [found.exact for found in by_depth] == [False, False, True]
    assert [found.move for found in by_depth[::2]] == ["2", "1"]
