"""The theory against brute force: formulas, smallest proofs, orders, node types, exercises, growth and plots."""

import random
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial, inf, prod

import pytest

import naive
import zermelo as z
from zermelo import Problem, Tree, theory, trace
from zermelo.draw.plot import Curve, bar_plot, line_plot
from zermelo.search.events import Visit
from zermelo.tree.svg import as_svg
from zermelo.tree.view import as_text, picture

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def visited(tree: Tree) -> int:
    """The leaves that textbook alpha-beta looks at."""
    return len(naive.alphabeta(tree, 0, inf, -inf, inf)[1])


def small_trees(count: int, seed: int, *, most: int = 1500) -> Iterator[Tree]:
    """Irregular trees with ties, and players who may move twice, that have at most so many orders."""
    rng = random.Random(seed)

    def source(height: int, twice: bool):
        if height == 0 or (height < 3 and rng.random() < 0.3):
            return rng.randint(-9, 9) if rng.random() < 0.5 else rng.randint(-1, 1)
        below = [source(height - 1, twice) for _ in range(rng.choice((1, 2, 2, 3)))]
        return {"player": rng.choice(("MAX", "MIN")), "children": below} if twice else below

    while count:
        tree = Tree(source(rng.choice((2, 3, 4)), rng.random() < 0.4))
        if tree.nodes[0].children and prod(factorial(len(node.children)) for node in tree.nodes) <= most:
            count -= 1
            yield tree


def in_every_order(tree: Tree) -> list[int]:
    """The leaves visited in all orders of all moves."""
    inner = [node for node in tree.nodes if node.children]
    written = [node.children for node in inner]
    counts = []
    for chosen in product(*(list(permutations(children)) for children in written)):
        for node, children in zip(inner, chosen, strict=True):
            node.children = list(children)
        counts.append(visited(tree))
    for node, children in zip(inner, written, strict=True):
        node.children = children
    return counts


# --- counting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("b", "d"), [(1, 4), (2, 0), (2, 5), (3, 3), (3, 4), (5, 2)])
def test_counts_of_uniform_trees(b, d):
    tree = theory.uniform_tree(b, d, seed=3)
    facts = z.survey(tree.start(), compiled=False)
    assert (facts.leaves, facts.nodes) == (theory.uniform_leaves(b, d), theory.uniform_nodes(b, d))
    proof = theory.smallest_proof(tree)
    assert (proof.leaves, proof.nodes) == (theory.minimal_leaves(b, d), theory.minimal_nodes(b, d))
    assert proof.value == naive.minimax(tree)[0]


@pytest.mark.parametrize(("b", "odd"), [(2, True), (2, False), (5, True), (36, False)])
def test_limits_of_the_overhead(b, odd):
    assert theory.deepening_overhead(b, 120 + odd, minimal=True) == pytest.approx(theory.deepening_limit(b, odd=odd))
    assert theory.deepening_overhead(b, 120) == pytest.approx(theory.deepening_limit(b))


def test_depths_and_heights():
    for tree in naive.random_trees(40, 7):
        found = theory.depths_and_heights(tree)
        assert found[tree.nodes[0].name][0] == 0
        for node in tree.nodes:
            assert found[node.name][1] == naive.depth_of(tree, node.number)
            for child in node.children:
                assert found[tree.nodes[child].name][0] <= found[node.name][0] + 1


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: theory.uniform_leaves(0, 3),
        lambda: theory.minimal_leaves(3, -1),
        lambda: theory.reachable_depth(0, 3),
        lambda: theory.reachable_depth(100, 1),
        lambda: theory.deepening_limit(1),
        lambda: theory.deepening_estimate(1),
        lambda: theory.return_value_case(1, 2, 2),
        lambda: theory.random_growth(1),
        lambda: theory.growth_in_random_order(2, 4, trees=3),
        lambda: theory.ordered(Tree(AIMA), "bset"),
        lambda: theory.uniform_tree(2, 30),
        lambda: theory.uniform_tree(2, 3, leaves="few"),
        lambda: theory.exercise(1, depth=9),
        lambda: theory.smallest_proof(Tree({"player": "chance", "children": [1, 2]})),
        lambda: theory.node_types(Tree([(1, 2, 3), (3, 2, 1)])),
        lambda: theory.transformed(Tree([(1, 2, 3), (3, 2, 1)]), abs),
        lambda: theory.ordered(Tree([[{"name": "S", "payoff": 1}], ["S"]]), "worst"),
    ],
)
def test_mistakes_are_told_in_one_line(wrong):
    with pytest.raises(Problem) as caught:
        wrong()
    assert "\n" not in str(caught.value)


# --- proofs and orders -----------------------------------------------------------------------------------------------


def test_best_and_worst_against_all_orders():
    for tree in small_trees(120, 5):
        counts = in_every_order(tree)
        proof = theory.smallest_proof(tree)
        best, worst = theory.ordered(tree, "best"), theory.ordered(tree, "worst")
        assert proof.leaves == visited(best) == min(counts)
        assert visited(worst) == max(counts)
        assert proof.value == naive.minimax(tree)[0] == naive.minimax(best)[0] == naive.minimax(worst)[0]


def test_some_trees_have_no_order_without_cuts():
    stubborn = Tree([[5, 6], [[[1, 2], 7], 9]])
    assert max(in_every_order(stubborn)) == visited(theory.ordered(stubborn, "worst")) == 5
    assert naive.lines_of(stubborn) == 6


@pytest.mark.parametrize(("b", "d"), [(2, 5), (3, 3), (3, 4), (4, 3)])
def test_orders_of_uniform_trees(b, d):
    for seed in range(3):
        tree = theory.uniform_tree(b, d, seed=seed)
        counts = {order: visited(theory.ordered(tree, order, seed=seed)) for order in theory.ORDERS}
        assert counts["best"] == counts["sorted"] == theory.minimal_leaves(b, d)
        assert counts["best"] <= counts["random"] <= counts["worst"] <= b**d
        assert counts["given"] == visited(tree)
    assert visited(theory.uniform_tree(b, d, leaves="best")) == theory.minimal_leaves(b, d)
    assert visited(theory.uniform_tree(b, d, leaves="worst")) == b**d


def test_node_types_are_the_nodes_visited():
    """On any tree in the best order, uniform or not; on any tree that is sorted; players may move twice."""
    for tree in [*small_trees(60, 6), *(theory.uniform_tree(b, d, seed=1) for b, d in ((2, 6), (3, 4), (4, 3)))]:
        for order in ("best", "sorted"):
            again = theory.ordered(tree, order)
            done = trace(again.start(), plain=True, compiled=False)
            types = theory.node_types(again)
            assert types.keys() == theory.visits_by_path(done.iterations[0]).keys()
            if order == "best":
                assert (len(types), done.analysis.leaves) == (
                    theory.smallest_proof(tree).nodes,
                    theory.smallest_proof(tree).leaves,
                )


def test_cut_nodes_are_cut():
    """In the best order of a uniform tree with different leaves: LEFT and ALL nodes try all moves, CUT nodes one."""
    tree = theory.ordered(theory.uniform_tree(3, 4, seed=2), "best")
    visits = theory.visits_by_path(trace(tree.start(), plain=True, compiled=False).iterations[0])
    for path, name in theory.node_types(tree).items():
        if len(path) < 4:
            assert len(visits[path].children) == (1 if name == "CUT" else 3)
            assert (visits[path].left == "cut") == (name == "CUT")


def test_transpositions():
    """A node that is reached in two ways counts twice, and keeps one order."""
    tree = Tree([[7, {"name": "S", "children": [4, 5]}], ["S", 1]])
    assert theory.has_transpositions(tree)
    proof = theory.smallest_proof(tree)
    assert (proof.value, proof.leaves) == (5, 4)
    best = theory.ordered(tree, "best")
    assert len(best.nodes) == len(tree.nodes)
    assert trace(best.start(), plain=True, compiled=False).analysis.leaves == 4
    for tree in naive.random_trees(100, 17):
        best = theory.ordered(tree, "best")
        assert visited(best) == theory.smallest_proof(tree).leaves <= visited(tree)
        assert naive.minimax(best)[0] == naive.minimax(tree)[0]


def test_an_order_keeps_names_players_and_estimates():
    source = [{"name": "B", "player": "MAX", "moves": ["x", "y"], "children": [1, {"value": 5, "children": [2, 3]}]}, 0]
    tree = Tree(source, players=("MAX", "MIN"))
    again = theory.ordered(tree, "sorted")
    assert list(again.position("B").moves) == ["y", "x"]
    assert again.position("B").play("y").evaluate() == tree.position("B").play("y").evaluate()
    assert {(node.name, node.player, node.payoff) for node in again.nodes} == {
        (node.name, node.player, node.payoff) for node in tree.nodes
    }
    chance = Tree({"player": "chance", "probs": [0.25, 0.75], "children": [1, 2]})
    assert chance.start().chances == {0: 0.25, 1: 0.75}
    assert sorted(theory.ordered(chance, "random", seed=1).start().chances.values()) == [0.25, 0.75]
    same_name = Tree([[1, 2], {"name": "1.1", "children": [3]}])  # as the first leaf is called anyway
    assert visited(theory.ordered(same_name, "random")) in (2, 3)


def test_random_orders_are_seeded():
    tree = theory.uniform_tree(3, 3)
    sources = [theory.ordered(tree, "random", seed=seed).source for seed in (1, 1, 2)]
    assert sources[0] == sources[1] != sources[2]
    assert theory.uniform_tree(3, 3, seed=1).source == theory.uniform_tree(3, 3, seed=1).source != tree.source


def test_increasing_functions_change_nothing():
    for number, tree in enumerate(naive.random_trees(60, 9)):
        function = (lambda x: x**3 + x, lambda x: 2 * x - 7, lambda x: x + 100)[number % 3]
        again = theory.transformed(tree, function)
        one, two = (trace(t.start(), plain=True, compiled=False) for t in (tree, again))
        assert one.analysis.move == two.analysis.move
        assert one.analysis.leaves == two.analysis.leaves
        assert two.analysis.values[0] == function(one.analysis.values[0])


def test_the_return_value_theorem():
    """Fail-soft results in all windows of random trees; the cases leave no gap."""
    rng = random.Random(21)
    seen = set()
    for tree in naive.random_trees(60, 21):
        true, _ = naive.negamax(tree)
        for alpha, beta in naive.windows(tree, rng, 60):
            result, _ = naive.alphabeta(tree, 0, inf, alpha, beta)
            known = theory.return_value_case(result, alpha, beta)
            assert true in known
            assert known.exact == (alpha < result < beta) == (alpha < true < beta)
            seen.add(str(known).split()[1])
    assert seen == {"=", "<=", ">="}


# --- exercises -------------------------------------------------------------------------------------------------------


def test_exercises():
    for seed in range(6):
        one = theory.exercise(seed)
        assert one.expression == theory.exercise(seed).expression != theory.exercise(seed + 1).expression
        value, leaves = naive.alphabeta(one.tree, 0, inf, -inf, inf)
        everything = [node.payoff[0] for node in one.tree.nodes if not node.children]
        assert one.value == value
        assert list(one.visited) == [one.tree.nodes[leaf].payoff[0] for leaf in leaves]
        assert sorted(one.visited + one.pruned) == sorted(everything)
        assert len(set(everything)) == len(everything)
        assert len(one.cuts) >= 2
        assert one.windows["root"] == (-inf, inf)
        assert Tree.parse(one.expression) == one.tree
        assert naive.depth_of(one.tree) == 3
    tiny = theory.exercise(1, depth=1, moves=2)
    assert (len(tiny.visited), tiny.pruned, tiny.cuts) == (2, (), ())
    assert naive.depth_of(theory.exercise(3, depth=5, moves=2).tree) == 5


@pytest.mark.parametrize(("depth", "moves", "cuts"), [(1, 2, 0), (1, 8, 0), (2, 2, 1)])
def test_no_exercise_is_sought_that_there_cannot_be(monkeypatch, depth, moves, cuts):
    """One that has as many cuts as its size allows is taken, not the best of a hundred."""
    tried = []
    solve = theory.exercises._solved
    monkeypatch.setattr(theory.exercises, "_solved", lambda *given: tried.append(1) or solve(*given))
    assert len(theory.exercise(1, depth=depth, moves=moves).cuts) == cuts
    assert len(tried) < theory.exercises.TRIES / 2


# --- pictures and the command ----------------------------------------------------------------------------------------


def test_types_in_pictures():
    tree = theory.ordered(Tree(AIMA), "best")
    done = trace(tree.start(), plain=True, compiled=False)
    root = picture(tree.start(), done.iterations[-1], done.analysis.pv, types=theory.node_types(tree))
    lines = as_text(root).splitlines()
    assert lines[0] == "root  MAX  [-inf, +inf]  = 3  LEFT  *"
    assert lines[3] == "│  ├─ 2  12  CUT"
    assert lines[5] == "├─ 2  MIN  [3, +inf]  <= 2  cut here  CUT"
    assert root.as_dict()["children"][1]["children"][0]["type"] == "ALL"
    assert "type" not in root.as_dict()["children"][1]["children"][1]
    assert as_svg(root).count(">CUT<") == 4


def test_a_node_that_is_searched_again():
    """The last visit counts; what only an earlier one saw was seen."""
    tree = Tree([[3, 12], [9, 4]])
    scout = Visit(1, 1, 1, -3.000001, -3, -4, "done", [Visit(0, 2, 0, 3, 3.000001, 9, "leaf")])
    again = Visit(1, 1, 1, -inf, -3, -4, "done", [Visit(1, 2, 0, 3, inf, 4, "leaf")])
    first = Visit(0, 1, 1, -inf, inf, -3, "cut", [Visit(0, 2, 0, -inf, inf, 3, "leaf")])
    root = picture(tree.start(), Visit(-1, 0, 2, -inf, inf, 4, "done", [first, scout, again]), ("2", "2"))
    second = root.children[1]
    assert (second.window, second.earlier, second.value) == ((3, inf), [(3, 3.000001)], 4)
    assert [leaf.status for leaf in second.children] == ["leaf", "leaf"]
    text = as_text(root)
    assert "2  MIN  [3, +inf]  = 4  visit 2 (before: [3, 3+])  *" in text
    assert "visit 2" in as_svg(root)
    data = root.as_dict()["children"]
    assert (data[1]["visits"], data[1]["earlier_windows"]) == (2, [(3, 3.000001)])
    assert "visits" not in data[0]


def test_principal_variation_search_is_shown():
    tree = Tree([[3, 12], [9, 4, 6], [14, 5, 2]])
    done = trace(tree.start(), plain=True, pvs=True, compiled=False)
    root = picture(tree.start(), done.iterations[-1], done.analysis.pv)
    assert root.children[1].earlier
    assert all(node.status != "unseen" for node in root.walk())


def test_the_command(zermelo):
    import json

    def answer(*words):
        code, out, err = zermelo("tree", *words, "--json")
        assert code == 0, err
        return json.loads(out)

    found = answer(str(AIMA), "--order", "best", "--types", "--compare")
    assert (found["leaves"], found["order"], found["tree"]["type"]) == (5, "best", "LEFT")
    assert found["minimal"] == {"value": 3, "leaves": 5, "nodes": 9, "max_leaves": 3, "min_leaves": 3}
    assert found["statistics"] == {
        "nodes": 13, "leaves": 9, "inner": 4, "height": 2, "branching": 3, "most_moves": 3,
    }  # fmt: skip
    leaves = {order: counts["leaves"] for order, counts in found["compared"].items()}
    assert {**leaves, "random": 0} == {"given": 7, "best": 5, "worst": 9, "sorted": 5, "random": 0}
    text = zermelo("tree", str(AIMA), "--compare")[1]
    assert "7 of 9 leaves visited" in text
    assert "smallest proof of the value: 5 leaves, 9 nodes" in text
    assert "height 2, branching 3 on average and 3 at most" in text
    random_order = [answer(str(AIMA), "--order", "random", "--seed", str(seed))["visited"] for seed in (1, 1)]
    assert random_order[0] == random_order[1]


def test_the_command_makes_exercises(zermelo):
    one = theory.exercise(7)
    code, out, _ = zermelo("tree", "--exercise", "7")
    assert code == 0
    assert one.expression in out
    assert "visited" not in out
    assert "smallest proof" not in out
    solved = zermelo("tree", "--exercise", "7", "--solution")[1]
    assert f"{len(one.visited)} of {len(one.visited + one.pruned)} leaves visited" in solved
    assert solved.count("not visited") == len(one.pruned)
    assert "height 2" in zermelo("tree", "--exercise", "7:depth=2,moves=2")[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "give either a tree or --exercise SEED"),
        (("[1,2]", "--exercise", "3"), "give either a tree or --exercise SEED"),
        (("--exercise", "seven"), "must be a whole number"),
        (("--exercise", "7:deth=3"), "unknown option 'deth' of an exercise (did you mean depth?)"),
        (("[1,2]", "--order", "bset"), "unknown order 'bset' (did you mean best"),
        (('[{"player": "chance", "children": [1, 2]}]', "--types"), "has no LEFT, CUT and ALL nodes"),
    ],
)
def test_mistakes_of_the_command(zermelo, words, told):
    code, out, err = zermelo("tree", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


# --- growth, plots ---------------------------------------------------------------------------------------------------


def test_pearls_limit():
    for b in (2, 3, 10, 50):
        growth = theory.random_growth(b)
        x = growth / (1 + growth)
        assert x**b + x == pytest.approx(1)
        assert b**0.69 < growth < b**0.73
    assert theory.random_growth(10**6) / (10**6) ** 0.75 > 1.5  # no fixed power of b is right for all b


@pytest.mark.long
def test_growth_in_random_order_is_that_of_the_table():
    """A row of docs/theory.md: near the limit in a tree this deep."""
    growth = theory.growth_in_random_order(5, 10, trees=100)
    assert f"{growth.value:.2f} ({growth.low:.2f} to {growth.high:.2f})" == "3.14 (3.06 to 3.22)"
    assert growth.low < theory.random_growth(5) * 1.01 < growth.high < 5**0.75


def test_growth_in_random_order():
    """Above the limit, and below 3/4."""
    growth = theory.growth_in_random_order(5, 8, trees=100)
    assert theory.random_growth(5) < growth.low < growth.value < growth.high < 5**0.75
    few = theory.leaves_in_random_order(5, 4, trees=50)
    assert theory.minimal_leaves(5, 4) < few.low < few.value < few.high < 5**4


def test_plots(tmp_path):
    pytest.importorskip("matplotlib")
    curves = [Curve("measured", [1, 2, 4], [1, 3, 9], [0.5, 2, 8], [2, 4, 11]), Curve("theory", [1, 4], [1, 9])]
    written = []
    for name in ("one.svg", "two.svg"):
        line_plot(tmp_path / name, curves, title="Growth", x="depth", y="leaves", log_x=True, log_y=True)
        written.append((tmp_path / name).read_text())
    assert written[0] == written[1]
    assert all(word in written[0] for word in ("Growth", "measured", "theory", "depth", "leaves"))
    bar_plot(tmp_path / "bars.png", ["a", "b"], [1, 2], title="Bars", y="nodes", low=[0.5, 1.5], high=[1.5, 2.5])
    assert (tmp_path / "bars.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(Problem, match="a plot is written as"):
        bar_plot(tmp_path / "bars.pdf", ["a"], [1], title="", y="")
    with pytest.raises(Problem, match="cannot write"):
        bar_plot(tmp_path / "nowhere" / "bars.svg", ["a"], [1], title="", y="")


def test_plots_without_matplotlib(monkeypatch, tmp_path):
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Problem, match="plots need matplotlib: pip install"):
        bar_plot(tmp_path / "bars.svg", ["a"], [1], title="", y="")
