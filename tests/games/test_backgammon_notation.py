"""Backgammon in writing: plays in many spellings, GNU Backgammon's position IDs, what is refused, the picture."""

import os
import random
import re
import shutil
import subprocess

import pytest

from slow_backgammon import START, at, game, random_sides, side
from zermelo import Problem
from zermelo.games.backgammon.position_id import decode, encode


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "spellings"),
    [
        ({13: 5, 8: 3, 6: 5, 24: 2}, {13: 5, 8: 3, 6: 5, 24: 2}, "61", ["13/7 8/7", "8/7 13/7", "8/7, 13/7"]),
        ({13: 5, 8: 3, 6: 5, 24: 2}, {13: 5, 8: 3, 6: 5, 24: 2}, "65", ["24/13", "24/18/13", "24/18 18/13"]),
        ({13: 5, 6: 5}, {24: 2}, "22", ["13/11(2) 6/4(2)", "13/11 6/4 13/11 6/4", "6/4(2) 13/11(2)"]),
        ({13: 5, 6: 5}, {24: 2}, "22", ["13/9(2)", "13/11(2) 11/9(2)", "13/9 13/11 11/9", "13/11/9(2)"]),
        ({25: 1, 6: 5}, {3: 1, 24: 2}, "31", ["bar/22* 6/5", "bar/22 6/5", "6/5 Bar/22*", "25/22* 6/5"]),
        ({24: 2, 6: 5}, {7: 1, 13: 2}, "65", ["24/18*/13", "24/18/13", "24/18* 18/13", "18/13 24/18"]),
        ({24: 2, 6: 5}, {7: 1, 13: 2}, "65", ["24/13", "24/19/13", "24/19 19/13"]),
        ({6: 2, 5: 2}, {24: 2}, "65", ["6/off 5/off", "5/off 6/off", "6/0 5/0"]),
        ({13: 2, 6: 2}, {18: 1, 13: 2}, "66", ["13/7*/1 13/1", "13/7*(2) 7/1(2)", "13/7*/1(2)", "13/1(2)"]),
        ({25: 2, 6: 2}, {1: 2, 2: 2}, "21", ["no play", "No play", "pass", "cannot move"]),
    ],
)
def test_plays_are_understood_in_many_spellings(mine, theirs, dice, spellings):
    position = at(mine, theirs, dice)
    codes = {position.read_move(spelling) for spelling in spellings}
    assert len(codes) == 1
    assert spellings[0] == position.move_name(codes.pop())


def test_names_say_where_men_are_hit():
    position = at({24: 2, 6: 5}, {7: 1, 6: 1}, "65")
    assert {"24/18*/13", "24/19*/13", "24/18* 24/19*"} - set(position.moves) == {"24/18* 24/19*"}
    assert "24/19* 24/18*" in position.moves
    with pytest.raises(Problem, match="unknown move"):
        position.play("24/13")  # hits on either way


@pytest.mark.parametrize(
    "bad", ["24/12", "13/7", "13/7 8/7 6/5", "bar/20 6/5", "24/18* 13/8", "6/off", "hello", "", "no play"]
)
def test_illegal_plays_are_refused(bad):
    with pytest.raises(Problem, match="unknown move"):
        game().position(f"{START} X 65").play(bad)


@pytest.mark.parametrize(
    ("text", "on_roll", "other"),
    [  # as GNU Backgammon 1.07 shows them
        (START, {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
        ("4HPwIQDgc/ABMA", {25: 2, 14: 5, 9: 3, 7: 5}, {17: 1, 13: 5, 8: 3, 6: 5}),
        ("wOfgA2Dgc/AhAA", {17: 1, 13: 5, 8: 3, 6: 5}, {25: 2, 14: 5, 9: 3, 7: 5}),
    ],
)
def test_position_ids(text, on_roll, other):
    assert decode(text) == (list(side(on_roll)), list(side(other)))
    assert encode(side(on_roll), side(other)) == text


def test_position_ids_agree_with_gnu_backgammon(tmp_path):
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if program is None:
        pytest.skip("there is no gnubg")
    rng = random.Random(5)
    sides = [pair for pair in (random_sides(rng) for _ in range(60)) if pair[0][25] + pair[1][25] < 3][:30]
    commands = ["new game", "set turn 1"]
    for mine, theirs in sides:
        # its simple form: X's men (positive) and O's on X's bar, 1 to 24, and O's bar
        board = [mine[point] - theirs[25 - point] for point in range(1, 25)]
        commands += [f"set board simple {mine[25]} {' '.join(map(str, board))} {theirs[25]}", "show board"]
    done = subprocess.run(
        [program, "-t", "-q"], input="\n".join(commands), capture_output=True, text=True, timeout=60,
        env={**os.environ, "HOME": str(tmp_path)}, check=False,
    )  # fmt: skip
    shown = re.findall(r"Position ID: (\S+)", done.stdout)
    assert {encode(mine, theirs) for mine, theirs in sides} <= set(shown)


def test_ids_as_gnu_backgammon_writes_them():
    usual = game().position("4HPwATDgc/ABMA X 31")
    for text in ("4HPwATDgc/ABMA:cAkAAAAAAAAA X 31", "4HPwATDgc/ABMA== x 31"):
        assert game().position(text) == usual


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4HPwATDgc/ABMA Z 65", "X or O"),
        ("4HPwATDgc/ABMA X 67", "two numbers from 1 to 6"),
        ("4HPwATDgc/ABMA X 6", "two numbers from 1 to 6"),
        ("4HPwATDgc/ABMA X 65 more", "X or O"),
        ("4HPwATDgc/ABM X 65", "not a position ID"),
        ("4HPwATDgc!ABMA", "not a position ID"),
        ("", "not a position ID"),
        ("//////////////", "25 places for each side"),
        ("wOfgA2Dgc/AhAA opening", "belongs to the first position"),
        ("AAAAAAAAAAAAAA", "both players have borne off all men"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    if not text:
        with pytest.raises(ValueError, match=problem):
            decode(text)
        return
    with pytest.raises(Problem, match=problem):
        game().position(text)


def test_too_many_men_and_shared_points_are_refused():
    sixteen = encode([0, *[0] * 5, 16, *[0] * 19], side({6: 14}))
    shared = encode(side({6: 1}), side({19: 1}))
    with pytest.raises(Problem, match="16 men of a player instead of at most 15"):
        game().position(sixteen)
    with pytest.raises(Problem, match="men of both players on the point 6"):
        game().position(shared)
    with pytest.raises(Problem, match="the game is over"):
        game().position(f"{encode(side({1: 1}), side({}))} X 65")


def test_picture():
    """A spike for each point, a disc for each man, a number where there are more than five."""
    picture = at({6: 7, 25: 1, 3: 2}, {24: 5, 8: 8}, "42").svg()
    assert picture.count("<polygon") == 24
    assert picture.count('class="piece') == 5 + 1 + 2 + 5 + 5
    assert ">7</text>" in picture
    assert ">8</text>" in picture
    assert "X rolled 4-2" in picture
    assert "5 off" in picture
