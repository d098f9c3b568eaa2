"""Every search agrees with `naive` on thousands of random trees, or returns the bound that its docstring promises."""

import json
import random
from math import inf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import zermelo as z
from direct import FULL, SMALL, TINY, Looker, keeps_contract
from zermelo.core.kernel import at_root, kernel, link
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.alphabeta import FIELDS, alphabeta
from zermelo.search.alphabeta.quiescence import judge, quiesce
from zermelo.search.alphabeta.table import LOWER, PROVEN, Table, save
from zermelo.search.driver import Search, run
from zermelo.search.events import Visit
from zermelo.search.workspace import searching
from zermelo.tree.explicit import Tree
from zermelo.tree.trace import trace

FILE = Path(__file__).parents[1] / "positions" / "signatures.json"
SIGNATURES = json.loads(FILE.read_text())


SEEDS = [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 8))]


def check_tree(tree: Tree, rng: random.Random, *, most: int, compiled: bool = True) -> None:
    """All methods on one tree to the end of the game, in up to `most` windows."""
    look = Looker(tree, compiled=compiled)
    value, leaves = naive.negamax(tree)
    for full_width in (look.minimax, look.negamax):
        assert (full_width(), look.leaves) == (value, len(leaves)), tree.source
    kept, kept_by_hard, crowded = Table(SMALL), Table(SMALL), Table(TINY)
    deepest = naive.depth_of(tree)
    for alpha, beta in naive.windows(tree, rng, most):
        where = (tree.source, alpha, beta)
        expected, leaves = naive.alphabeta(tree, 0, inf, alpha, beta)
        assert (look.alphabeta(alpha, beta), look.leaves) == (expected, len(leaves)), where
        hard = look.alphabeta(alpha, beta, hard=True)
        assert (hard, look.leaves) == (min(max(expected, alpha), beta), len(leaves)), where
        assert keeps_contract(expected, value, alpha, beta), where
        assert keeps_contract(hard, value, alpha, beta, hard=True), where
        for table in (kept, crowded):
            assert keeps_contract(look.alphabeta(alpha, beta, table=table), value, alpha, beta), where
        result = look.alphabeta(alpha, beta, table=kept_by_hard, hard=True)
        assert keeps_contract(result, value, alpha, beta, hard=True), where
        fail_hard = rng.random() < 0.5
        table = Table(SMALL)
        for height in (*range(1, deepest), FULL):
            result = look.alphabeta(alpha, beta, height=height, table=table, hard=fail_hard)
            if not look.w.horizon:  # proven, whatever the height
                assert keeps_contract(result, value, alpha, beta, hard=fail_hard), (*where, height)
        assert not look.w.horizon


@pytest.mark.parametrize("seed", SEEDS)
def test_every_method_in_every_window(seed):
    rng = random.Random(seed)
    for tree in naive.random_trees(200, seed):
        check_tree(tree, rng, most=14)


def test_every_method_in_every_window_uncompiled():
    rng = random.Random(0)
    for tree in naive.random_trees(14, 99):
        check_tree(tree, rng, most=4, compiled=False)


def check_horizon(tree: Tree, rng: random.Random, *, most: int, compiled: bool = True) -> None:
    """The same with estimates: searches that end before the game does."""
    look = Looker(tree, compiled=compiled)
    windows = naive.windows(tree, rng, most)
    deepening = [Table(SMALL) for _ in windows]

    def counted(leaves: list[int]) -> bool:
        """Whether the search looked at as many leaves, and guessed at as many of them."""
        guesses = sum(bool(tree.nodes[leaf].children) for leaf in leaves)
        return (look.leaves, look.w.evaluations) == (len(leaves), guesses)

    for height in range(naive.depth_of(tree) + 2):
        value, leaves = naive.negamax(tree, 0, height)
        for full_width in (look.minimax, look.negamax):
            assert full_width(height) == value, (tree.source, height)
            assert counted(leaves), (tree.source, height)
        for (alpha, beta), table in zip(windows, deepening, strict=True):
            where = (tree.source, alpha, beta, height)
            expected, leaves = naive.alphabeta(tree, 0, height, alpha, beta)
            assert look.alphabeta(alpha, beta, height=height) == expected, where
            assert counted(leaves), where
            for remembered in (table, Table(TINY)):
                result = look.alphabeta(alpha, beta, height=height, table=remembered)
                assert keeps_contract(result, value, alpha, beta), where
            result = look.alphabeta(alpha, beta, height=height, table=Table(SMALL), hard=True)
            assert keeps_contract(result, value, alpha, beta, hard=True), where


@pytest.mark.parametrize("seed", SEEDS)
def test_every_height(seed):
    rng = random.Random(seed)
    for tree in naive.random_trees(250, 1000 + seed, equal_paths=True):
        check_horizon(tree, rng, most=5)


def test_every_height_uncompiled():
    rng = random.Random(0)
    for tree in naive.random_trees(10, 98, equal_paths=True):
        check_horizon(tree, rng, most=2, compiled=False)


def test_one_compiled_game_for_all_trees():
    natives = []
    for tree in (Tree([[1, 2], [3, 4]]), Tree([{"player": "MAX", "children": [5, 6, 7]}, 8])):
        natives.append(kernel(tree, alphabeta, {quiesce: judge}))
        natives[-1].prepare(at_root(tree.start(), searching, *FIELDS)[0], 0, 1, -inf, inf)
    assert natives[0].name == natives[1].name
    assert natives[0].code is natives[1].code


# --- small trees that shrink -----------------------------------------------------------------------------------------

leaves_ = st.integers(-3, 3)
nodes_ = st.recursive(
    leaves_,
    lambda below: st.one_of(
        st.lists(below, min_size=1, max_size=3),
        st.builds(
            lambda children, player, value: {"children": children, "player": player, "value": value},
            st.lists(below, min_size=1, max_size=3),
            st.integers(0, 1),
            leaves_,
        ),
    ),
    max_leaves=12,
)
bounds_ = st.one_of(st.integers(-8, 8).map(lambda half: half / 2), st.sampled_from((-inf, inf)))


@given(
    root=st.lists(nodes_, min_size=1, max_size=3),
    window=st.tuples(bounds_, bounds_).filter(lambda pair: pair[0] < pair[1]),
    height=st.integers(0, 5),
    hard=st.booleans(),
)
@settings(max_examples=200, deadline=None)
def test_any_tree_any_window_any_height(root, window, height, hard):
    tree = Tree(root)
    alpha, beta = window
    look = Looker(tree)
    value, leaves = naive.negamax(tree, 0, height)
    assert look.minimax(height) == look.negamax(height) == value
    assert look.leaves == len(leaves)
    expected, leaves = naive.alphabeta(tree, 0, height, alpha, beta)
    result = look.alphabeta(alpha, beta, height=height, hard=hard)
    assert result == (min(max(expected, alpha), beta) if hard else expected)
    assert look.leaves == len(leaves)
    table = Table(SMALL)
    for h in range(height + 1):
        result = look.alphabeta(alpha, beta, height=h, table=table, hard=hard)
    assert keeps_contract(result, value, alpha, beta, hard=hard)


# --- watching a search -----------------------------------------------------------------------------------------------


def check_visits(root: Visit, position: z.Position, *, table: bool = False) -> None:
    """What must hold in every tree of visits: windows, heights and values fit together."""
    for child in root.children:
        there = position.play(child.move)
        assert child.ply == root.ply + 1
        assert child.height in (root.height - 1, root.height)  # a forced move may extend the search
        check_visits(child, there, table=table)
    if root.left == "leaf":
        assert not root.children
    if root.left == "cut":
        assert root.value >= root.beta or table  # whose entry may have lowered beta
        assert len({child.move for child in root.children}) < len(position.moves)
    if root.left == "done":
        assert len({child.move for child in root.children}) == len(position.moves)


def test_the_visits_add_up_to_the_counters():
    for tree in naive.random_trees(28, 9):
        root = tree.start()
        for options in ({}, {"table": 0}, {"table": 0, "deepening": False}, {"fail": "hard"}):
            watched = trace(root, window=(tree.lowest, tree.highest), **options)
            visits = [visit for iteration in watched.iterations for visit in iteration.walk()]
            found = watched.analysis
            left = [visit.left for visit in visits]
            assert (found.nodes, found.leaves) == (len(visits), left.count("leaf")), (tree.source, options)
            assert (found.cuts, found.hits) == (left.count("cut"), left.count("hit"))
            assert watched.complete
            for iteration in watched.iterations:
                check_visits(iteration, root, table=options.get("table") != 0)
            unwatched = analyse(root, limit=Limit(), **options)
            for counter in ("nodes", "leaves", "evaluations", "cuts", "hits", "value", "pv", "depth"):
                assert getattr(found, counter) == getattr(unwatched, counter), counter


def test_the_visits_are_those_of_the_textbook():
    rng = random.Random(3)
    for tree in naive.random_trees(200, 10):
        look = Looker(tree, watch=2000)
        for alpha, beta in naive.windows(tree, rng, 4):
            result = look.alphabeta(alpha, beta)
            assert (result, look.visited_leaves) == naive.alphabeta(tree, 0, inf, alpha, beta)
        look.negamax()
        assert look.visited_leaves == naive.negamax(tree)[1]


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_every_method_reports_values_for_the_player_to_move(method):
    watched = trace(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).start(), method=method, compiled=False)
    last = watched.iterations[-1]
    assert (last.value, last.children[0].value) == (3, -3)
    assert [leaf.value for leaf in last.children[0].children] == [3, 12, 8]


def test_a_log_that_is_too_short_says_so():
    watched = trace(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).start(), rows=5, compiled=False, deepening=False)
    assert not watched.complete
    assert watched.analysis.value == 3


# --- what went wrong once --------------------------------------------------------------------------------------------


def test_a_bound_is_not_called_exact():
    tree = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    for window, value, bound, exact in [((5, 10), 5, "<=", False), ((-5, 2), 2, ">=", False), ((0, 10), 3, "=", True)]:
        found = z.trace(tree.start(), window=window, compiled=False, fail="hard", table=0, deepening=False).analysis
        assert (found.value, found.bound, found.exact) == (value, bound, exact)


def test_a_proven_bound_in_the_table_holds():
    """A search that sees less far than an entry must not contradict it; at the root itself, it is after a move."""
    tree = Tree([[[9], [9]], [[9], [9]]])
    position = tree.start()
    table, w = Table(1), at_root(position, searching, *FIELDS)
    link(w, "table", table.entries)
    w["deeper"], w["two_level"], w["generation"] = 1, 1, table.generation
    save(w[0], np.uint64(position.key), 5.0, 0, 9, LOWER | PROVEN, 7)
    w["stack"][0, 1] = position.state
    look = kernel(tree, alphabeta, compiled=False)
    assert look(w[0], 1, 1, -10.0, 10.0) >= 5


# --- what changes in a diff when a search changes --------------------------------------------------------------------


SIGNED = ("value", "nodes", "leaves", "hits", "cuts", "exact")


def signature_of(asked: dict) -> dict:
    """Run a search of the file, and say what must not change unseen."""
    position = z.load(asked["game"]).position(asked.get("position", "start"))
    method = z.methods[asked["method"]]
    search = Search(position, method, Limit(depth=asked.get("depth")), window=asked.get("window"))
    found = run(search, asked.get("options", {}))
    return {key: getattr(found, key) for key in SIGNED}


@pytest.mark.parametrize("signature", SIGNATURES, ids=lambda signature: signature["name"])
def test_signature(signature):
    """The size and the result of searches, node for node; `python tests/search/test_search.py` writes the file anew."""
    assert signature_of(signature) == {key: signature[key] for key in SIGNED}


if __name__ == "__main__":
    rows = ",\n".join("  " + json.dumps(asked | signature_of(asked)) for asked in SIGNATURES)
    FILE.write_text(f"[\n{rows}\n]\n")
