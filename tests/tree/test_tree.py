"""Explicit trees: every way to write one, every mistake one can make in it, and the pictures of a search on it."""

import json
import pickle
from math import inf
from xml.etree import ElementTree

import pytest

import naive
import zermelo as z
from zermelo import CHANCE, Limit, Problem, Tree, analyse, trace
from zermelo.tree.below import shown_below
from zermelo.tree.svg import as_svg
from zermelo.tree.view import MOST_DRAWN, as_text, picture
from zermelo.tree.watch import pictured, watched

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
PLAIN = {"plain": True, "compiled": False}


def payoffs(tree):
    return [node.payoff for node in tree.nodes if not node.children]


# --- ways to write a tree --------------------------------------------------------------------------------------------


def test_lists():
    tree = Tree(AIMA)
    assert (len(tree.nodes), tree.players) == (13, ("MAX", "MIN"))
    assert [node.player for node in tree.nodes[:3]] == [0, 1, 0]
    assert [first for first, _ in payoffs(tree)] == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert all(first == -second for first, second in payoffs(tree))
    assert [node.name for node in tree.nodes[:4]] == ["root", "1", "1.1", "1.2"]
    assert (tree.lowest, tree.highest, tree.payoff_sum) == (-14, 14, 0)
    assert list(tree.start().moves) == ["1", "2", "3"]


def test_a_single_leaf_is_a_game_that_is_over():
    end = Tree(5).start()
    assert (end.over, end.payoff, end.moves) == (True, (5, -5), {})
    found = analyse(end, compiled=False)
    assert (found.value, found.move, found.exact) == (5, None, True)


def test_dictionaries():
    tree = Tree(
        {"name": "top", "moves": ["left", "right"], "children": [{"payoff": 1}, {"children": [2, 3], "value": 9}]}
    )
    top = tree.start()
    assert (top.text, str(top), list(top.moves)) == ("top", "top: MAX to move", ["left", "right"])
    assert top.play("left").payoff == (1, -1)
    assert top.play("right").evaluate() == -9  # an estimate for MAX, here for MIN, who moves
    assert str(top.play("left")) == "1: over: MAX +1, MIN -1; MAX wins"


def test_a_name_makes_a_transposition():
    tree = Tree([[{"name": "shared", "children": [4, 5]}, 7], ["shared", 1]])
    assert sum(node.name == "shared" for node in tree.nodes) == 1
    first, second = (tree.start().play(move).play("shared") for move in ("1", "2"))
    assert first == second
    assert hash(first) == hash(second)
    assert first.key == second.key
    assert len({first, second, tree.position("shared")}) == 1
    before = Tree([["later", 7], [{"name": "later", "children": [4, 5]}, 1]])  # a name may come before its node
    assert naive.minimax(before)[0] == naive.minimax(tree)[0] == 5


def test_two_ways_to_the_same_node_are_two_moves():
    tree = Tree([{"name": "A", "children": [1]}, "A", "A"])
    moves = tree.start().moves
    assert (len(moves), sorted(moves.values())) == (3, [0, 1, 2])
    assert all(tree.start().play(move).text == "A" for move in moves)


def test_players_by_name_by_number_and_in_turn():
    tree = Tree({"player": "MIN", "children": [{"player": 1, "children": [1, [2]]}, [3, 4]]})
    assert [node.player for node in tree.nodes if node.children] == [1, 1, 0, 0]
    assert naive.minimax(tree)[0] == 1
    named = Tree([[1, 2], [3, 4]], players=("White", "Black"))
    assert str(named.start().play("1")) == "1: Black to move"


def test_payoff_vectors_and_three_players():
    source = [[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]
    tree = Tree(source)
    assert tree.players == ("A", "B", "C")
    assert [node.player for node in tree.nodes if node.children] == [0, 1, 2, 2, 1, 2, 2]
    assert tree.start().play("1").play("1").play("1").payoff == (1, 2, 6)
    assert (tree.two_player, tree.payoff_sum) == (False, None)
    with pytest.raises(Problem, match=r"alphabeta is for two opposed players.*; tree has more than two players"):
        analyse(tree.start(), method="alphabeta")
    again = Tree.parse(json.dumps([{"payoff": [1, 2, 6]}, {"payoff": [1, 5, 2]}]))
    assert payoffs(again) == [(1, 2, 6), (1, 5, 2)]


def test_constant_and_varying_sums():
    assert Tree([(1, 0), (0.5, 0.5)]).payoff_sum == 1
    assert Tree([(1, 0), (0, 0)]).payoff_sum is None
    assert Tree([(1, 0), (0, 0)]).two_player is False


def test_chance():
    tree = Tree({"player": "chance", "probs": [0.9, 0.1], "children": [2, [3, 4]]})
    toss = tree.start()
    assert (toss.mover, toss.chances, tree.stochastic) == (CHANCE, {0: 0.9, 1: 0.1}, True)
    assert toss.status == "chance to move"
    assert toss.play("2").mover == 0  # after chance comes the first player
    even = Tree({"player": "chance", "children": [1, 2, 3]})
    assert even.start().chances == dict.fromkeys(range(3), 1 / 3)
    with pytest.raises(Problem, match=r"alphabeta is for .*; tree has chance moves"):
        analyse(toss, method="alphabeta")


def test_information_sets():
    tree = Tree([{"info": "?", "children": [0, 1]}, {"info": "?", "children": [1, 0]}, {"children": [2, 3]}])
    one, two, three = (tree.start().play(move) for move in "123")
    assert tree.hidden
    assert one.sees(1) == two.sees(1) != three.sees(1)
    assert len({one.sees(0), two.sees(0), three.sees(0)}) == 3
    assert [sorted(map(len, z.information_sets(tree.start(), player))) for player in (0, 1)] == [[1], [1, 2]]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_numbers_in_view_of_the_mover(depth):
    """At odd depths MIN would move, and a bare number there is what MIN gets."""
    source = 5
    for _ in range(depth):
        source = [source]
    sign = -1 if depth % 2 else 1
    assert payoffs(Tree(source, view="mover")) == [(5 * sign, -5 * sign)]
    assert payoffs(Tree(source)) == [(5, -5)]
    estimate = Tree([{"value": 7, "children": [1]}], view="mover").start().play("1")
    assert estimate.evaluate() == 7


def test_expressions_and_files(tmp_path):
    assert Tree.parse(str(AIMA)) == Tree(AIMA)
    assert Tree.parse(" [(1, 2, 6), (1, 5, 2)]").players == ("A", "B", "C")  # Python, where JSON has no tuples
    file = tmp_path / "lecture.json"
    file.write_text(json.dumps(AIMA))
    tree = Tree.parse(str(file))
    assert (tree.spec, repr(tree)) == ("lecture", "Game('lecture')")
    assert naive.minimax(tree)[0] == 3
    whole = {"tree": [[-5], [5]], "players": ["A", "B"], "view": "mover", "name": "trace"}
    file.write_text(json.dumps(whole))
    tree = Tree.parse(str(file))
    assert (tree.players, tree.spec, payoffs(tree)) == (("A", "B"), "trace", [(-5, 5), (5, -5)])
    assert tree == Tree(whole)


def test_more_moves_and_plies_than_usual():
    wide = Tree(list(range(40)))
    assert wide.max_moves >= 40
    assert analyse(wide.start(), limit=Limit(), compiled=False).value == 39
    source = {"name": "n0", "payoff": 1}
    for link in range(1, 301):
        source = {"name": f"n{link}", "children": [source]}
    deep = Tree(source)
    found = analyse(deep.start(), limit=Limit(), deepening=False, compiled=False)
    assert (found.value, found.exact, found.nodes) == (1, True, 301)


# --- mistakes --------------------------------------------------------------------------------------------------------

MISTAKES = {
    "an empty list": ([[1], []], "node '2' has no children; a leaf is a number"),
    "an empty tree": ([], "node 'root' has no children; a leaf is a number"),
    "a word": ([[1, "two"]], "the tree refers to a node 'two' that is not in it"),
    "nothing": ([1, None], "node '2' is None, not a number, a payoff, a list or a node"),
    "a truth": ([True, 1], "node '1' is True, not a number, a payoff, a list or a node"),
    "a vector of words": ([("a", "b")], r"node '1' is \('a', 'b'\), not a number, a payoff, a list or a node"),
    "not a number": ([[1, float("nan")]], "node '1.2'.*nan"),
    "no end of it": ([[1, inf]], "node '1.2'.*inf"),
    "unknown keys": ([{"childs": [1], 7: 2}], "a tree node has no 7 .it may have children, info, moves, name"),
    "an empty name": ([{"name": " ", "children": [1]}], "the name of node '1' is empty"),
    "unknown key at the top": ({"tree": [1], "veiw": "max"}, "veiw"),
    "children and payoff": (
        [{"name": "N", "children": [1], "payoff": 2}],
        "node 'N' must have either children or a pay",
    ),
    "neither": ([{"name": "N"}], "node 'N' must have either children or a payoff"),
    "children that are none": ([{"name": "N", "children": 5}], "node 'N' has no children; a leaf is a number"),
    "children that are nothing": ([{"name": "N", "children": None}], "node 'N' must have either children or a payoff"),
    "too few moves": ([{"moves": ["a"], "children": [1, 2]}], "node '1' has 2 children, but 1 moves"),
    "moves that are none": ([{"moves": 5, "children": [1, 2]}], "moves.*node '1'|node '1'.*moves"),
    "one name for two moves": ([{"moves": ["a", "a"], "children": [1, 2]}], "node '1'.*'a'"),
    "unknown player": (
        [{"player": "MXA", "children": [1]}],
        r"unknown player 'MXA' in the tree \(choose from MAX, MIN, ch",
    ),
    "player 2 of 2": ([{"player": 2, "children": [1]}], "unknown player 2 in the tree"),
    "two nodes of one name": (
        [{"name": "N", "payoff": 1}, {"name": "N", "payoff": 2}],
        "two nodes of the tree are called 'N'",
    ),
    "a circle": (
        {"name": "N", "children": [1, "N"]},
        "the tree runs in a circle",
    ),
    "a circle further down": ([{"name": "N", "children": [1, ["N"]]}], "the tree runs in a circle"),
    "no way out": ({"name": "N", "children": ["N"]}, "the tree has no leaves"),
    "one number for three": ([(1, 2, 3), [4]], "node '2.1' needs a payoff for each of 3 players, not one number"),
    "vectors of two lengths": ([(1, 2, 3), (1, 2)], "node '2' has 2 payoffs for 3 players"),
    "too few chances": (
        {"name": "dice", "player": "chance", "probs": [1], "children": [1, 2]},
        "the probabilities of node 'dice' must be 2 numbers >= 0 that add up to 1",
    ),
    "chances that do not add up": (
        {"player": "chance", "probs": [0.5, 0.6], "children": [1, 2]},
        "node 'root' must be 2",
    ),
    "a chance below 0": (
        {"player": "chance", "probs": [1.5, -0.5], "children": [1, 2]},
        "node 'root' must be 2 numbers",
    ),
    "a chance that is no number": (
        {"player": "chance", "probs": ["a", "b"], "children": [1, 2]},
        "node 'root' must be 2",
    ),
    "chances that are none": ({"player": "chance", "probs": 1, "children": [1, 2]}, "node 'root' must be 2 numbers"),
    "a leaf of chance": (
        {"children": [1, {"payoff": 3, "player": "chance"}]},
        "node '2' is a leaf: chance has nothing to draw there",
    ),
    "a payoff that is nothing": ({"payoff": None}, "node 'root' is None, not a number"),
    "a number beyond all": ([10**400, 1], "node '1' is 1000.*, not a number"),
    "chances beyond all": ({"player": "chance", "probs": [10**400, 1], "children": [1, 2]}, "node 'root' must be 2"),
    "players that are none": (
        {"tree": [1, 2], "players": None},
        "the players of a tree must be a list of .*, not None",
    ),
    "a number of players": ({"tree": [1, 2], "players": 2}, "the players of a tree must be a list of .*, not 2"),
    "players in one word": ({"tree": [1, 2], "players": "AB"}, "the players of a tree must be a list of .*, not 'AB'"),
    "players that are numbers": ({"tree": [1, 2], "players": [1, 2]}, "the players of a tree must be a list of diff"),
    "one name for two players": ({"tree": [1, 2], "players": ["A", "a"]}, "must be a list of different names"),
    "a player called chance": ({"tree": [1, 2], "players": ["A", "Chance"]}, "must be a list of different names"),
    "a chance of nan": ({"player": "chance", "probs": [float("nan"), 1], "children": [1, 2]}, "node 'root' must be 2"),
}


@pytest.mark.parametrize("mistake", list(MISTAKES))
def test_mistakes_are_told_in_one_line(mistake):
    source, told = MISTAKES[mistake]
    with pytest.raises(Problem, match=told) as caught:
        Tree(source)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[1, 2], [3", r"unreadable tree '\[\[1, 2\], \[3' \("),
        ("[" + "1, " * 100, "unreadable tree '.{57}[.][.][.]'"),
        pytest.param("[" * 5000 + "1" + "]" * 5000, "tree", id="nested"),
        ("__import__('os')", "there is no tree file .* an expression starts with"),
        ("[__import__('os')]", "unreadable tree"),
        ("{[]:1}", "unreadable tree '{.*1}'"),
        ("x" * 300, "there is no tree file|File name too long"),
        ("[1_x]", r"unreadable tree '\[1_x\]'"),
        ("[1or 2]", r"unreadable tree '\[1or 2\]'"),
        pytest.param("[" + "9" * 400 + ", 1]", "node '1' is 999.*, not a number", id="400 digits"),
        pytest.param("[" + "9" * 5000 + ", 1]", "unreadable tree", id="5000 digits"),
        ("absent.json", r"there is no tree file 'absent.json'; an expression starts with \[ or \{"),
    ],
)
def test_unreadable_text(text, told, recwarn):
    with pytest.raises(Problem, match=told) as caught:
        Tree.parse(text)
    assert "\n" not in str(caught.value)
    assert not recwarn.list  # what Python thinks of it


def test_a_file_that_is_not_text(tmp_path):
    file = tmp_path / "photo.json"
    file.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(Problem, match=r"photo\.json"):
        Tree.parse(str(file))


def test_the_name_of_a_tree_may_be_a_number():
    assert Tree({"tree": [1, 2], "name": 5}).spec == "5"


def test_unknown_view_and_unknown_nodes():
    with pytest.raises(Problem, match="view must be max or mover, not 'min'"):
        Tree(AIMA, view="min")
    with pytest.raises(Problem, match=r"there is no node '9\.9' in tree"):
        Tree(AIMA).position("9.9")
    with pytest.raises(Problem, match=r"unknown move '4' in tree"):
        Tree(AIMA).position("moves:4")


# --- positions -------------------------------------------------------------------------------------------------------


def test_positions_are_found_by_name_or_by_moves():
    tree = Tree(AIMA)
    assert tree.position("start") == tree.position("") == tree.position("root") == tree.start()
    assert tree.position("moves:2 3") == tree.position("2.3")
    assert tree.position("2.3").payoff == (6, -6)
    assert tree.nodes[0].name == "root"


def test_equality_hash_and_pickle():
    tree, twin, other = Tree(AIMA), Tree([row[:] for row in AIMA]), Tree([[3, 12, 8], [2, 4, 6], [14, 5, 3]])
    assert tree == twin != other
    assert hash(tree) == hash(twin)
    assert Tree(AIMA, view="mover") != tree
    assert Tree(AIMA, players=("A", "B")) != tree
    assert tree.start() == twin.start() != other.start()
    assert tree.start() != tree.position("1")
    assert len({tree.start(), twin.start(), other.start()}) == 2
    again = pickle.loads(pickle.dumps(tree))
    assert again == tree
    position = pickle.loads(pickle.dumps(tree.position("3.1")))
    assert position == tree.position("3.1")
    assert position.payoff == (14, -14)
    del tree
    assert position.game.position("1.1").payoff == (3, -3)  # it does not point into a tree that is gone
    shared = Tree([[{"name": "S", "children": [1, 2]}], ["S"]])
    assert pickle.loads(pickle.dumps(shared)).position("S") == shared.position("S")


def test_states_of_two_trees_are_not_mixed_up():
    one, two = Tree([[1, 2], [3, 4]]), Tree([[-1, -2], [-3, -4]])
    assert [analyse(tree.start(), limit=Limit(), compiled=False).value for tree in (one, two, one)] == [3, -2, 3]


# --- pictures --------------------------------------------------------------------------------------------------------


def shown(source, *, window=(-inf, inf), method="alphabeta", **options):
    tree = Tree(source, **options)
    settings = PLAIN if method == "alphabeta" else {"compiled": False}
    done = trace(tree.start(), window=window, method=method, **settings)
    return picture(tree.start(), done.iterations[-1], done.analysis.pv)


def test_text():
    assert as_text(shown(AIMA)).splitlines() == [
        "root  MAX  [-inf, +inf]  = 3  *",
        "├─ 1  MIN  [-inf, +inf]  = 3  *",
        "│  ├─ 1  3  *",
        "│  ├─ 2  12",
        "│  └─ 3  8",
        "├─ 2  MIN  [3, +inf]  <= 2  cut here",
        "│  ├─ 1  2",
        "│  ├─ 2  4  - not visited",
        "│  └─ 3  6  - not visited",
        "└─ 3  MIN  [3, +inf]  <= 2",
        "   ├─ 1  14",
        "   ├─ 2  5",
        "   └─ 3  2",
    ]


@pytest.mark.parametrize(
    "method",
    ["minimax", "negamax", "alphabeta"],
)
def test_windows_and_values_are_in_view_of_the_first_player(method):
    root = shown([[3, 12], [2, 4]], method=method)
    assert [root.value, *(child.value for child in root.children)] == [3, 3, 2]
    assert [child.kind for child in root.children] == ["min", "min"]
    assert [leaf.value for leaf in root.children[0].children] == [3, 12]
    if method == "alphabeta":
        assert [child.window for child in root.children] == [(-inf, inf), (3, inf)]
        assert [child.bound for child in root.children] == ["=", "<="]


def test_windows_where_min_moves_first():
    root = shown({"player": "MIN", "children": [[3, 12], [14, 2], [1, 5]]})
    assert (root.kind, root.value, root.window) == ("min", 5, (-inf, inf))
    assert [child.window for child in root.children] == [(-inf, inf), (-inf, 12), (-inf, 12)]
    assert [(child.value, child.bound) for child in root.children] == [(12, "="), (14, ">="), (5, "=")]
    assert [child.best for child in root.children] == [False, False, True]


def test_constant_sums_are_drawn_in_their_own_units():
    root = shown([[(1, 0), (0.5, 0.5)], [(0, 1), (1, 0)]])
    assert root.value == 0.5
    assert [child.value for child in root.children] == [0.5, 0]
    assert root.children[1].window == (0.5, inf)


def test_every_node_of_a_random_tree_is_shown_for_max():
    for tree in naive.random_trees(40, 30):
        done = trace(tree.start(), method="minimax", compiled=False)
        root = picture(tree.start(), done.iterations[-1], done.analysis.pv)

        def check(node, number, tree=tree):
            assert node.value == naive.minimax(tree, number)[0]
            for child, below in zip(node.children, tree.nodes[number].children, strict=True):
                check(child, below)

        check(root, 0)


def crosses(svg):
    """How many branches are crossed out, from the picture alone: each cross is two red strokes."""
    lines = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}line")
    strokes = [line for line in lines if line.get("stroke") == "#b3261e"]
    assert len(strokes) % 2 == 0
    return len(strokes) // 2


def cut_branches(node):
    """Branches that the search left out although it came to where they start."""
    return sum(child.status == "unseen" for here in node.walk() if here.status != "unseen" for child in here.children)


@pytest.mark.parametrize(
    ("source", "cut"), [(AIMA, 2), ([[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]], 3)]
)
def test_every_cut_branch_is_crossed_out(source, cut):
    root = shown(source)
    assert crosses(as_svg(root, title="5 < 6 & so on")) == cut_branches(root) == cut


def test_svg_of_random_trees():
    for tree in naive.random_trees(30, 31):
        done = trace(tree.start(), **PLAIN)
        root = picture(tree.start(), done.iterations[-1], done.analysis.pv)
        svg = as_svg(root)
        assert crosses(svg) == cut_branches(root)
        nodes = list(root.walk())
        shapes = ElementTree.fromstring(svg)
        leaves = [rect for rect in shapes.iter("{http://www.w3.org/2000/svg}rect") if rect.get("rx")]
        inner = list(shapes.iter("{http://www.w3.org/2000/svg}polygon"))
        assert len(leaves) == sum(not node.children for node in nodes) == naive.lines_of(tree)
        assert len(leaves) + len(inner) == len(nodes)
        assert sum(node.best for node in nodes) == len(done.analysis.pv) + 1
        assert done.analysis.leaves == sum(node.status == "leaf" for node in nodes)


def test_pictures_of_chance_payoff_vectors_and_information_sets():
    tree = Tree(
        [
            {"player": "chance", "probs": [0.25, 0.75], "children": [(1, 2), (3, 4)]},
            {"info": "blind", "children": [(5, 6), (7, 8)]},
            {"info": "blind", "children": [(9, 9), (0, 0)]},
        ]
    )
    root = picture(tree.start(), None)
    text = as_text(root)
    assert "chance" in text
    assert "p=0.25  (1, 2)" in text
    assert "sees blind" in text
    assert "not visited" not in text
    svg = as_svg(root, title="<three>")
    elements = ElementTree.fromstring(svg)
    assert len(list(elements.iter("{http://www.w3.org/2000/svg}polyline"))) == 2  # a band and a dashed line
    assert "&lt;three&gt;" in svg
    assert crosses(svg) == 0


def test_a_picture_as_data():
    data = json.loads(json.dumps(shown(AIMA).as_dict()))
    assert (data["player"], data["value"], data["status"]) == ("max", 3, "done")
    second = data["children"][1]
    assert (second["alpha"], second["bound"], second["status"]) == (3, "<=", "cut")
    assert [child["status"] for child in second["children"]] == ["leaf", "unseen", "unseen"]


def test_table_hits_are_shown():
    tree = Tree([[{"name": "S", "children": [4, 5]}, 7], ["S", 1]])
    done = trace(tree.start(), plain=True, table=1, compiled=False)
    root = picture(tree.start(), done.iterations[-1], done.analysis.pv)
    hits = [node for node in root.walk() if node.status == "hit"]
    assert [(node.name, node.value) for node in hits] == [("S", 5)]
    assert "S  MAX  [5, +inf]  <= 5  from the table" in as_text(root)
    assert "table" in as_svg(root)


OWN = """
from zermelo.search.alphabeta.deepening import deepen
from zermelo.search.alphabeta.minimax import negamax
from zermelo.search.method import VALUES, method

@method("own", draws=VALUES)
def run(search):
    look = search.kernel(negamax)
    deepen(search, lambda ply, height, alpha, beta: look(search.work, ply, height))
"""


def test_a_method_of_ones_own_is_shown(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    start = Tree(AIMA).start()
    done = watched(start, f"{file}:own", compiled=False)
    assert [node.value for node in pictured(start, done).children] == [3, 2, 2]
    assert shown_below(z.load("nim:piles=1-1").start(), method=f"{file}:own").root.value == -1


def test_too_large_to_draw():
    with pytest.raises(Problem, match=f"the tree has more than {MOST_DRAWN} nodes, too many to show"):
        picture(z.load("tictactoe").start(), None)
