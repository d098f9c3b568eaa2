"""Boards: their geometry, and pictures that everybody can read."""

from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from zermelo import Game, History, Rules, graph, grid, load
from zermelo.core.catalogue import names
from zermelo.draw.board import COLOURS, PAINT, Board
from zermelo.draw.drawing import layout, svg
from zermelo.web.scene import scene

# What people without one kind of cone see, in linear RGB: Machado, Oliveira and Fernandes (2009), severity 1.
EYES = {
    "all cones": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def seen(colour: str, eyes: str) -> np.ndarray:
    """A colour in CIE Lab, as these eyes see it: 2 units are a difference that one can just make out."""
    rgb = np.array([int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    x, y, z = TO_XYZ @ np.clip(EYES[eyes] @ linear, 0, 1) / (0.95047, 1, 1.08883)
    f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one: str, other: str) -> float:
    """For the eyes that tell two colours apart worst."""
    return min(float(np.linalg.norm(seen(one, eyes) - seen(other, eyes))) for eyes in EYES)


@pytest.mark.parametrize("spec", [name for name in names() if load(name).board])
def test_colours_are_apart_for_all_eyes(spec):
    game = load(spec)
    board, colours = game.board, game.board.colours[: len(game.players)]
    for one, other in combinations(colours, 2):
        assert contrast(one, other) > 25, (one, other)
    if board.pieces in ("discs", "stacks"):
        assert all(contrast(colour, board.background) > 10 for colour in colours)  # there is a rim, too


def test_palette():
    assert all(contrast(*pair) > 25 for pair in combinations(COLOURS, 2))
    assert all(contrast(*pair) > 25 for pair in combinations(list(PAINT.values())[:6], 2))


def test_colour_is_never_alone():
    """With more than two players, discs and stacks bear letters."""
    assert load("virus:players=3").start().svg().count('class="written"') == 3
    assert load("tictactoe").start().play("b2").svg().count('class="written"') == 0
    assert load("focus").start().svg().count('class="written"') == 52 + 4  # four reserves


@pytest.mark.parametrize("spec", [*names(), "examples/chomp.py", "examples/morris.py"])
def test_pictures_are_well_formed(spec):
    ElementTree.fromstring(load(spec).start().svg())


def test_layout():
    plan = layout(grid(3, 2), size=10)
    assert plan.centres[0] == (10.2, 12)
    assert plan.centres[5] == (30.2, 22)
    assert (plan.width, plan.height) == (38.2, 30)
    assert set(plan.reaches) == {5}


def test_marks_lie_over_pieces():
    for spec, move in (("go", "E5"), ("connect4", "4"), ("hex", "c3"), ("kalah", "A")):
        position = load(spec).start()
        cell = position.where(move)[0][0]
        picture = position.play(move).svg(marked=(cell,))
        assert picture.index('class="mark"') > picture.rfind('class="piece'), spec


def test_dice():
    """Notes say what was rolled in words, and show it."""
    picture = load("backgammon").position("4HPwATDgc/ABMA X 65").svg()
    assert picture.count('class="die"') == 2
    assert "<title>X rolled 6-5</title>" in picture
    assert load("einstein").start().play("3").svg().count('class="die"') == 1


def test_graph():
    board = graph({"A": (0, 0), "B": (2, 0), "C": (1, 1)}, [("A", "B"), ("B", "C")])
    picture = svg(board, ["", "X", ""], "XO")
    assert picture.count('class="line"') == 2
    assert picture.count('class="piece player-0"') == 1
    assert all(f">{name}</text>" in picture for name in "ABC")


def test_cells_in_the_name_of_a_move():
    assert grid(8, 8).cells_in("d2xe3") == ["d2", "e3"]
    assert grid(8, 8).cells_in("d2") == ["d2"]
    assert grid(8, 8).cells_in("pass") == []
    assert grid(8, 8).cells_in("d2d9") == []
    numbered = Board(cells=load("draughts").board.cells)
    assert numbered.cells_in("22x13x6") == ["22", "13", "6"]
    assert load("dots").board.cells_in("a1b1") == ["a1b1"]


def test_piles():
    """A click on a match takes it and all that lie right of it."""
    position = load("nim:piles=2-4").start()
    assert {name: position.where(name) for name in position.moves} == {
        "2-2": [["a1"]],
        "2-1": [["b1"]],
        "4-4": [["a2"]],
        "4-3": [["b2"]],
        "4-2": [["c2"]],
        "4-1": [["d2"]],
    }
    assert load("split-nim").start().where("7=2+5") == [["b1"]]


def test_pieces_have_the_colours_that_the_players_are_named_after():
    class Own(Rules):
        players, board = ("Red", "Blue", "Umber", "Green"), grid(3, 3)

        class State:
            cells: (np.int8, 9)

        def moves(s, out):
            return 0

        def play(s, move):
            pass

        def payoff(s, out):
            out[:] = 0

    game = Game(Own)
    assert game.board.colours == (PAINT["Red"], PAINT["Blue"], PAINT["Black"], PAINT["Green"])
    assert scene(History(game.start()))["colours"] == list(game.board.colours)
    assert f'fill="{PAINT["Green"]}"' in game.position("G../.../... R").svg()
    assert load("kalah").board.colours[:2] == (PAINT["Black"], PAINT["White"])
