"""The rows of the lecture decks on the theory of alpha-beta: see tests/decks.py for how tests are named."""

import random
from math import inf, log10, sqrt

import pytest

import naive
import zermelo as z
from zermelo import Limit, Tree, analyse, load, theory, trace

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def watched(tree):
    return trace(tree.start(), plain=True, compiled=False)


def leaves(tree):
    return watched(tree).analysis.leaves


# --- 000 -------------------------------------------------------------------------------------------------------------


def test_000_21_return_value_theorem():
    """L = AlphaBeta(s, h, alpha, beta): claims 1 to 4, in random trees and windows."""
    rng = random.Random(0)
    for tree in naive.random_trees(28, 21):
        true, _ = naive.negamax(tree)
        for alpha, beta in naive.windows(tree, rng, 9):
            found = trace(tree.start(), window=(alpha, beta), plain=True, compiled=False).iterations[0].value
            known = theory.return_value_case(found, alpha, beta)
            if found <= alpha:
                assert (known.low, known.high) == (-inf, found)  # 1: V <= L <= alpha
            elif found < beta:
                assert known.exact  # 2: V = L; so 4: with the window (-inf, inf)
            else:
                assert (known.low, known.high) == (found, inf)  # 3: beta <= L <= V
            assert true in known


def test_000_22_successor_ordering():
    """MAX has 5 already: 3 before 9 is a cut, 9 before 3 is none."""
    good, poor = watched(Tree([5, [3, 9]])), watched(Tree([5, [9, 3]]))
    assert (good.analysis.leaves, good.analysis.cuts) == (2, 1)
    assert (poor.analysis.leaves, poor.analysis.cuts) == (3, 0)
    assert good.analysis.value == poor.analysis.value == 5


def test_000_23_minimal_leaves():
    """A MAX and a MIN strategy that share one leaf."""
    assert [theory.minimal_leaves(3, d) for d in range(1, 7)] == [3, 5, 11, 17, 35, 53]
    for d in range(1, 7):
        proof = theory.smallest_proof(theory.uniform_tree(3, d, seed=d))
        assert (proof.max_leaves, proof.min_leaves) == (3 ** (d // 2), 3 ** ((d + 1) // 2))
        assert proof.leaves == proof.max_leaves + proof.min_leaves - 1 == theory.minimal_leaves(3, d)


@pytest.mark.parametrize(("b", "d"), [(2, 7), (3, 4), (3, 5), (5, 3)])
def test_000_24_best_case(b, d):
    """With the best move first in each node, alpha-beta visits the minimal number of leaves."""
    tree = theory.uniform_tree(b, d, seed=24)
    assert leaves(theory.ordered(tree, "sorted")) == theory.minimal_leaves(b, d) < leaves(tree)


@pytest.mark.parametrize(("b", "d"), [(2, 6), (3, 4), (4, 3)])
def test_000_25_left_cut_and_all_nodes(b, d):
    """The rules for minimal trees, and that they give the nodes that alpha-beta visits."""
    tree = theory.ordered(theory.uniform_tree(b, d, seed=25), "sorted")
    types = theory.node_types(tree)
    assert types.keys() == theory.visits_by_path(watched(tree).iterations[0]).keys()
    assert types[()] == "LEFT"
    for path, name in types.items():
        below = [types.get((*path, move)) for move in range(b)] if len(path) < d else []
        if below:
            some = {"LEFT": ["LEFT"] + ["CUT"] * (b - 1), "CUT": ["ALL"] + [None] * (b - 1), "ALL": ["CUT"] * b}
            assert below == some[name]


def test_000_26_from_b_to_its_root():
    """10^9 leaves against 109,999: 9,091 times fewer, counted; chess from 36 to 6."""
    start = load("synthetic:branching=10,depth=9,order=best").start()
    assert analyse(start, limit=Limit(), plain=True).leaves == theory.minimal_leaves(10, 9) == 109_999
    assert round(10**9 / 109_999) == 9_091
    for b in (10, 36):
        assert (theory.minimal_leaves(b, 60) / theory.minimal_leaves(b, 40)) ** (1 / 20) == pytest.approx(sqrt(b))


def test_000_27_the_best_move_first_is_not_always_best():
    """MIN's best answer is worth 2, but 3 refutes MAX's second move with one leaf instead of three."""
    tree = Tree([5, [[0, 1, 2], 3]])
    assert theory.values(tree)[0] == 5
    assert leaves(theory.ordered(tree, "sorted")) == leaves(tree) == 4
    assert leaves(theory.ordered(tree, "best")) == theory.smallest_proof(tree).leaves == 2


def test_000_32_overhead_of_iterative_deepening():
    """Exact sums beside the deck's approximations."""
    assert theory.deepening_overhead(36, 6) == pytest.approx(1.0286, abs=6e-5)
    assert all(theory.deepening_overhead(b, d) < b / (b - 1) <= 2 for b in (2, 3, 36) for d in (1, 4, 9))
    for b, exact, estimate in ((36, 1.557, 1.20), (2, 2.933, 3.414), (3, 2.358, 2.366), (10, 1.719, 1.462)):
        assert theory.deepening_overhead(b, 6, minimal=True) == pytest.approx(exact, abs=6e-4)
        assert theory.deepening_estimate(b) == pytest.approx(estimate, abs=6e-4)


# --- 001 -------------------------------------------------------------------------------------------------------------


def test_001_07_resource_limits():
    """100 s at 10^4 nodes/s: 10^6 nodes are a little less than depth 4 needs, not depth 4 as the deck says."""
    budget = 100 * 10**4
    assert theory.reachable_depth(budget, 35) == 3
    assert theory.uniform_leaves(35, 4) == 1_500_625
    assert log10(budget) / log10(35) == pytest.approx(3.886, abs=1e-3)
    assert theory.reachable_depth(budget, 35, minimal=True) == 6


def test_001_10_poor_and_good_ordering():
    """The same trees in two orders; and deepening, which tries the variation of the last depth first."""
    for source in (AIMA, theory.uniform_tree(3, 4, seed=1).source[0]):
        poor, good = (watched(theory.ordered(Tree(source), order)).analysis for order in ("worst", "best"))
        assert poor.value == good.value
        assert poor.nodes > 1.4 * good.nodes
    start = load("synthetic:branching=12,depth=6").start()
    at_once = analyse(start, limit=Limit(), plain=True)
    deepened = analyse(start, limit=Limit(), plain=True, deepening=True, table=16)
    assert deepened.value == at_once.value
    assert deepened.nodes < 0.8 * at_once.nodes  # all depths together


# --- 002 -------------------------------------------------------------------------------------------------------------


def test_002_09_monotone_transforms():
    small, large = Tree([[1, 2], [2, 4]]), Tree([[1, 20], [20, 400]])
    again = theory.transformed(small, {1: 1, 2: 20, 4: 400}.get)
    assert [node.payoff for node in again.nodes] == [node.payoff for node in large.nodes]
    assert [watched(tree).analysis.move for tree in (small, large)] == ["2", "2"]
    assert [watched(tree).analysis.value for tree in (small, large)] == [2, 20]
    assert leaves(small) == leaves(large)


@pytest.mark.long
def test_002_13_random_ordering():
    """Perfect order: b^(m/2). Random order: b^(3m/4) lies between what shallow and deep trees show; Pearl's limit."""
    assert theory.exponent(theory.minimal_leaves(8, 40), 8) / 40 == pytest.approx(1 / 2, abs=0.01)
    assert theory.exponent(theory.random_growth(8), 8) == pytest.approx(0.702, abs=6e-4)
    shallow, deep = (theory.growth_in_random_order(8, depth, trees=100) for depth in (4, 6))
    assert theory.random_growth(8) < deep.low < deep.high < 8**0.75 < shallow.low < shallow.high < 8


def test_002_13_a_perfect_order_needs_no_killers():
    """The deck calls it the killer-move heuristic, which only guesses at the order, from cuts that came before."""
    tree = theory.uniform_tree(3, 5, seed=13)
    perfect = theory.ordered(tree, "sorted")
    assert leaves(perfect) == theory.minimal_leaves(3, 5)
    killers = analyse(tree.start(), limit=Limit(), plain=True, killers=True, compiled=False)
    assert theory.minimal_leaves(3, 5) < killers.leaves < leaves(tree)


def test_002_13_graph_based():
    """Explored states are tracked in a table."""
    source = {"name": "end", "children": [1, 2]}
    for link in range(8):
        source = {"name": f"link {link}", "moves": ["left", "right"], "children": [source, source["name"]]}
    start = Tree(source).start()
    tree, graph = (analyse(start, limit=Limit(), plain=True, table=size, compiled=False) for size in (0, 1))
    assert tree.value == graph.value
    assert graph.nodes < tree.nodes / 4


def test_002_14_exercises():
    """Exercises I and II (the leaves are recalled)."""
    one, two = watched(Tree([[10, 8], [4, 50]])), watched(Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]))
    assert (one.analysis.value, one.analysis.leaves) == (8, 3)
    assert (two.analysis.value, two.analysis.leaves) == (10, 5)


def test_002_15_depth_eight_is_not_a_hundred_thousand_leaves():
    """35^(8/2) is 1.5 million, and the minimal tree of depth 8 has twice as many leaves."""
    assert theory.uniform_leaves(35, 4) == 1_500_625
    assert theory.minimal_leaves(35, 8) == 2 * 35**4 - 1 == 3_001_249


# --- 003 -------------------------------------------------------------------------------------------------------------


def test_003_12_worksheets():
    """As many as a class needs, with solutions."""
    trees = [theory.exercise(seed) for seed in range(5)]
    assert len({one.expression for one in trees}) == 5
    for one in trees:
        value, visited = naive.alphabeta(one.tree, 0, inf, -inf, inf)
        assert (one.value, len(one.visited)) == (value, len(visited))
        assert one.pruned


def test_003_13_worst_and_best_case():
    """No pruning at all, and the square root."""
    for b, d in ((2, 6), (3, 4), (4, 3)):
        assert leaves(theory.uniform_tree(b, d, leaves="worst")) == b**d
        assert leaves(theory.uniform_tree(b, d, leaves="best")) == theory.minimal_leaves(b, d)
    start = load("synthetic:branching=6,depth=7,order=worst").start()
    assert analyse(start, limit=Limit(), plain=True).leaves == 6**7


def test_003_14_best_ordering():
    """MIN's smallest first, MAX's largest first. "8 nodes out of 27": 8 leaves of a 2-3-3 tree, which has 27 nodes."""
    tree = theory.tree_of_widths((2, 3, 3), seed=14)
    best = theory.ordered(tree, "sorted")
    worth = theory.values(best)
    for node in best.nodes:
        below = [worth[child] for child in node.children]
        assert below == sorted(below, reverse=node.player == 0)
    assert (z.survey(tree.start(), compiled=False).nodes, leaves(best)) == (27, 8)
    assert theory.smallest_proof(tree).leaves == 8
    assert leaves(theory.ordered(theory.uniform_tree(3, 3), "best")) == 11  # with 27 leaves, no order needs fewer
