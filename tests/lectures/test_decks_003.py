"""Deck 003, row by row: its worked examples with their own numbers, and its errors done right."""

from math import inf
from pathlib import Path

import pytest

import naive
from decks import FAR, LUGER, PLAIN, WIKIPEDIA, Watched, number_of_leaves
from direct import Looker
from zermelo import Limit, Tree, analyse, explore, load, solve, survey, trace

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_003_01_types_of_games():
    """Perfect or hidden information, with or without chance, zero-sum or not: a game says what it is."""
    chess_like = load("connect4")
    assert (chess_like.hidden, chess_like.stochastic, chess_like.payoff_sum) == (False, False, 0)
    dice = Tree({"player": "chance", "children": [[1, 2], [3, 4]]})
    assert (dice.hidden, dice.stochastic) == (False, True)
    battleship = Tree([{"info": "somewhere", "children": [1, -1]}, {"info": "somewhere", "children": [-1, 1]}])
    assert (battleship.hidden, battleship.stochastic) == (True, False)
    prisoners = [{"info": "cell", "children": row} for row in ([(-1, -1), (-3, 0)], [(0, -3), (-2, -2)])]
    assert Tree(prisoners).payoff_sum is None
    assert not Tree(prisoners).two_player
    assert (load("battleships").hidden, load("battleships").stochastic, load("battleships").payoff_sum) == (
        True,
        False,
        0,
    )
    assert (load("repeated:game=prisoners").hidden, load("repeated:game=prisoners").payoff_sum) == (True, None)


def test_003_02_nim_split_from_seven():
    """14 states, 24 nodes, 7 leaves. MIN moves first, a leaf is 1 where MIN is stuck: a forced win for MAX."""
    start = load("split-nim:pile=7").start()
    found = survey(start, compiled=False)
    assert (found.nodes, found.leaves) == (24, 7)
    assert len(explore(start, compiled=False)) == len(naive.states(start)) == 14
    assert naive.count_tree(start) == (24, 7)
    for method in ("minimax", "alphabeta"):
        assert solve(start, method=method, compiled=False).value == -1  # for MIN, who moves first


def luger_7():
    """The tree of 003.2 as nested lists, MIN at the root."""

    def below(here):
        return [below(there) for there in naive.after(here)] if not here.over else int(here.mover == 0)

    return {"player": "MIN", "children": below(load("split-nim:pile=7").start())}


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_003_02_exhaustive_minimax(method):
    found = analyse(Tree(luger_7()).start(), method=method, limit=FAR, compiled=False)
    assert found.values == (1, -1)


def test_003_03_n_ply_look_ahead():
    """e(n) > 0 is good for MAX. The agent for the player to move turns the sign for MIN."""
    game = load(str(EXAMPLES / "open_lines.py"))
    for text, e in ((".../.X./... O", 4), (".../.O./X.. X", -1)):
        position = game.position(text)
        assert position.evaluate() == (e if position.mover == 0 else -e)
    one = analyse(game.start(), limit=Limit(depth=1), compiled=False, plain=True)
    assert (one.value, one.move, one.evaluations, one.exact) == (4, "b2", 9, False)


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_003_04_fixed_ply_tree(method):
    found = analyse(Tree(LUGER).start(), method=method, limit=FAR, lines=3, compiled=False)
    assert (found.value, found.move) == (3, "1")
    assert [line.value for line in found.lines] == [3, 2, 0]


def open_lines(text):
    """e(n), for X."""
    position = load(str(EXAMPLES / "open_lines.py")).position(text)
    return position.evaluate() * (1 if position.mover == 0 else -1)


def test_003_05_open_lines():
    """8-8=0, 6-4=2, 3-3=0; the opening with two plies: centre 1, corner -1, edge -2."""
    assert open_lines(".../.../... X") == 0
    assert open_lines(".O./.X./... X") == 2
    assert open_lines("X.X/..O/O.. X") == 0
    start = load(str(EXAMPLES / "open_lines.py")).start()
    found = analyse(start, limit=Limit(depth=2), lines=9, compiled=False)
    values = {line.move: line.value for line in found.lines}
    assert values == {
        **dict.fromkeys(("b2",), 1),
        **dict.fromkeys(("a1", "c1", "a3", "c3"), -1),
        **dict.fromkeys(("b1", "a2", "c2", "b3"), -2),
    }
    assert found.move == "b2"


def test_003_06_second_move_and_end_move():
    """After centre and edge two plies say: a corner, worth 1. Near the end they see the loss and block it."""
    game = load(str(EXAMPLES / "open_lines.py"))
    second = analyse(game.position(".O./.X./... X"), limit=Limit(depth=2), lines=7, compiled=False)
    assert {line.move for line in second.lines if line.value == 1} == {"a1", "c1", "a3", "c3"}
    assert {line.value for line in second.lines} == {0, 1}
    threatened = game.position("XO./.O./..X X")
    end = analyse(threatened, limit=Limit(depth=2), lines=5, compiled=False)
    assert end.move == "b3"
    assert [line.value for line in end.lines][1:] == [-9] * 4


def test_003_06_two_plies_never_lose_as_x():
    game = load(str(EXAMPLES / "open_lines.py"))
    seen = set()

    def play_on(position):
        if position.over:
            assert position.payoff[0] >= 0, position.text
        elif position not in seen:
            seen.add(position)
            if position.mover == 0:
                play_on(position.play(analyse(position, limit=Limit(depth=2), compiled=False).move))
            else:
                for move in position.moves:
                    play_on(position.play(move))

    play_on(game.start())


def test_003_07_alpha_beta_example():
    """6 of 11 leaves: B >= 5 is enough, then D <= 0, then E <= 2; C = 3."""
    done = Watched(LUGER)
    assert done.leaves == [2, 3, 5, 0, 2, 1]
    assert (done.value, number_of_leaves(done.tree)) == (3, 11)
    assert (done.visits["1.2"].value, done.visits["1.2"].left) == (5, "cut")  # B
    assert (-done.visits["2"].value, done.visits["2"].left) == (0, "cut")  # D
    assert (-done.visits["3"].value, done.visits["3"].left) == (2, "cut")  # E


@pytest.mark.parametrize(("root", "first", "second"), [("MAX", 6, 5), ("MAX", 6, 6), ("MIN", 6, 7), ("MIN", 6, 6)])
def test_003_08_the_pruning_rules(root, first, second):
    """MAX with alpha = 6 prunes below a MIN node with beta <= 6; MIN with beta = 6 below a MAX node with alpha >= 6."""
    done = Watched({"player": root, "children": [first, [second, 99 if root == "MIN" else -99]]})
    assert done.leaves == [first, second]
    assert done.found.cuts == 1
    open_ = Watched({"player": root, "children": [first, [7 if root == "MAX" else 5, 6.5 if root == "MAX" else 5.5]]})
    assert len(open_.leaves) == 3  # compatible: nothing is pruned


def test_003_09_wikipedias_code():
    """On trees whose players alternate: the same value and the same leaves, at every depth."""
    for tree in naive.random_trees(200, 9, equal_paths=True):
        alternating = all(tree.nodes[child].player != node.player for node in tree.nodes for child in node.children)
        if alternating and tree.nodes[0].player == 0:
            look = Looker(tree, watch=2000)
            for depth in (1, 2, 3, 200):
                value, leaves = naive.wikipedia(tree, 0, depth, -inf, inf, True)
                assert look.alphabeta(height=depth) == value
                assert look.visited_leaves == leaves


def test_003_10_the_walk_through():
    """X takes the centre: e = 2, then 1, so at least 1. X takes a corner and O the centre: e = -1, cut."""
    centre = [{"name": "edge", "payoff": open_lines(".O./.X./... X")}, open_lines("O../.X./... X")]
    corner = [open_lines("X../.O./... X"), {"name": "unseen", "payoff": open_lines("X.O/.../... X")}]
    assert (centre[0]["payoff"], centre[1], corner[0]) == (2, 1, -1)
    done = Watched([{"name": "centre", "children": centre}, {"name": "corner", "children": corner}])
    assert done.window("centre") == (-inf, inf)
    assert done.visits["centre"].children[1].beta == 2  # at most 2
    assert -done.visits["centre"].value == 1
    assert done.window("corner") == (-inf, -1)  # alpha = 1 in MAX's view
    assert (-done.visits["corner"].value, done.visits["corner"].left) == (-1, "cut")
    assert (done.value, "unseen" in done.visits) == (1, False)


def test_003_10_on_the_board():
    """The same in the game itself: nine openings, in which O's first answers show that the last four are no better."""
    game = load(str(EXAMPLES / "open_lines.py"))
    done = trace(game.start(), limit=Limit(depth=2), **PLAIN)
    assert (done.analysis.value, done.analysis.move) == (1, "b2")
    openings = {visit.move: visit for visit in done.iterations[-1].children}
    assert list(openings) == list(range(9))
    assert -openings[4].value == 1
    for corner_or_edge in range(5, 9):
        assert openings[corner_or_edge].beta == -1  # alpha = 1 in X's view
        assert openings[corner_or_edge].left == "cut"
        assert len(openings[corner_or_edge].children) < 8


def test_003_11_the_second_example():
    done = Watched(WIKIPEDIA)
    assert (done.value, number_of_leaves(done.tree), done.found.leaves) == (6, 14, 9)
    assert done.leaves == [5, 6, 7, 4, 3, 6, 6, 7, 5]  # without 5, 9, and 9 8 6
    unseen = [node.payoff[0] for node in done.tree.nodes if not node.children and node.name not in done.visits]
    assert unseen == [5, 9, 9, 8, 6]
    assert [-done.visits[name].value for name in "123"] == [3, 6, 5]
