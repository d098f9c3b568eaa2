"""Moves as people write them down."""

import pytest

from zermelo import History, load
from zermelo.core.written import line_from
from zermelo.errors import Problem
from zermelo.tree.explicit import Tree

OTHELLO = ["f5", "d6", "c3", "d3"]


@pytest.mark.parametrize(
    "text",
    [
        "moves: f5 d6 c3 d3",
        "f5d6c3d3",
        "F5 D6 C3 D3",
        "F5D6 c3,d3",
        "f5, d6, c3, d3",
        "1. f5 d6 2. c3 d3",
        "1.f5 d6 2.c3 d3",
    ],
)
def test_moves_in_any_writing(text):
    game = load("othello")
    assert History.read(game, text).played == OTHELLO
    assert game.position(text) == game.position("moves: " + " ".join(OTHELLO))


def test_what_is_both_moves_and_a_position_is_moves():
    history = History.read(load("connect4"), "44455")
    assert history.played == ["4", "4", "4", "5", "5"]
    assert history.position == load("connect4").position("44455")
    assert History.read(load("connect4:width=10,height=5"), "10 1019").played == ["10", "10", "1", "9"]


def test_what_is_moves_that_lead_elsewhere_is_a_position():
    tree = Tree(
        {"moves": ["x", "1"], "children": [{"name": "y", "children": [1, 2]}, {"name": "x", "children": [3, 4]}]}
    )
    assert History.read(tree, "x").played == []
    assert History.read(tree, "x").position == tree.position("x") == tree.position("moves: 1")


def test_sgf():
    text = "(;GM[1]FF[4]SZ[9]C[a (first\\] game)];B[cd];W[gg](;B[];W[aa])(;B[bb]))"
    assert History.read(load("go"), text).played == ["C6", "G3", "pass", "A9"]
    assert History.read(load("hex:size=4"), "(;GM[11]SZ[4];B[b2];W[C3];B[a4])").played == ["b2", "c3", "a4"]


@pytest.mark.parametrize(
    ("game", "text", "says"),
    [
        ("connect4", "44459", "move 5: unknown move '9'"),
        ("connect4", "4444444", "move 7: unknown move '4'"),
        ("othello", "f5 d6 zz", "move 3: unknown move 'zz'"),
        ("othello", "f5d6a1", "move 3: unknown move 'a1'"),
        ("tictactoe", "a1b1a2b2a3c3", "move 6: unknown move 'c3'"),
        ("tictactoe", "nonsense", "unreadable position"),
        ("go", "(;SZ[19];B[pd])", "size 19"),
        ("go", "(;SZ[9]AB[cc];W[dd])", "set up"),
        ("go", "(;SZ[9];W[cc])", "move 1: it is not the turn of White"),
        ("go:size=3,komi=0", "a2 b1 c1 b3 c2 a1 b2 c3 a3 a1 b3 a2 b1 a1", "move"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(game, text, says):
    with pytest.raises(Problem, match=says):
        History.read(load(game), text)


def test_moves_on_from_any_position():
    position = load("tictactoe").position("XO./.../... X")
    assert list(line_from(position, "b2c3")) == ["b2", "c3"]
