"""Backgammon against slow and obvious rules, open_spiel's, GNU Backgammon's position IDs and known bear-off numbers."""

import os
import random
import re
import shutil
import subprocess
from functools import cache, partial

import numpy as np
import pytest

import zermelo as z
from naive import random_game
from zermelo import Problem, load
from zermelo.games.backgammon import bearoff
from zermelo.games.backgammon.position_id import decode, encode

Side = tuple[int, ...]
"""Men borne off, on the points 1 to 24 as their owner counts, and on the bar."""

START = "4HPwATDgc/ABMA"


@cache
def game() -> z.Game:
    return load("backgammon")


def side(men: dict[int, int]) -> Side:
    """Men by point; those that are not mentioned are off."""
    points = [men.get(point, 0) for point in range(26)]
    points[0] = 15 - sum(points[1:])
    return tuple(points)


def at(mine: dict[int, int], theirs: dict[int, int], dice: str = "-", player: str = "X") -> z.Position:
    """A position by the men of the player to roll or to play, and the other's, each as they count."""
    return game().position(f"{encode(side(mine), side(theirs))} {player} {dice}")


# --- the slow rules ---------------------------------------------------------------------------------------------------


def steps(mine: Side, theirs: Side, die: int) -> set[tuple[Side, Side]]:
    """What one man can do with one die."""
    found = set()
    home = not any(mine[7:])
    for point in [25] if mine[25] else range(1, 25):
        end = point - die
        off = end <= 0 and home and (end == 0 or not any(mine[point + 1 :]))
        if mine[point] and (off or (end > 0 and theirs[25 - end] < 2)):
            own, other = list(mine), list(theirs)
            own[point] -= 1
            own[max(end, 0)] += 1
            if end > 0 and other[25 - end] == 1:
                other[25 - end] -= 1
                other[25] += 1
            found.add((tuple(own), tuple(other)))
    return found


def results(mine: Side, theirs: Side, high: int, low: int) -> set[tuple[Side, Side]]:
    """The positions that legal plays lead to: as many dice as possible, and the larger if it is one or the other."""
    if high == low:
        level = {(mine, theirs)}
        for _ in range(4):
            level = {end for position in level for end in steps(*position, high)} or level
        return level
    both = {end for a, b in ((high, low), (low, high)) for first in steps(mine, theirs, a) for end in steps(*first, b)}
    return both or steps(mine, theirs, high) or steps(mine, theirs, low) or {(mine, theirs)}


def random_sides(rng: random.Random) -> tuple[Side, Side]:
    """A random position: anywhere, bearing off, running into a wall of points, or entering from the bar."""
    kind = rng.choice(["anywhere", "home", "wall", "late"])
    mine, theirs = [0] * 26, [0] * 26
    if kind == "wall":
        for point in rng.sample(range(1, 10), rng.randint(4, 7)):
            theirs[point] = 2
    for own, other, reach in ((mine, theirs, 6 if kind == "home" else 24), (theirs, mine, 9 if kind == "late" else 24)):
        for _ in range(rng.randint(1, 15 - sum(own))):
            point = rng.choice([p for p in range(1, 25) if not other[25 - p] and (p <= reach or rng.random() < 0.02)])
            own[point] += 1
        for point in range(1, 25):
            if own[point] and rng.random() < 0.06:
                own[point], own[25] = own[point] - 1, own[25] + 1
        own[0] = 15 - sum(own)
    return tuple(mine), tuple(theirs)


def found(position: z.Position) -> list[tuple[Side, Side]]:
    """The positions that our moves lead to."""
    player = position.mover
    after = [position.play(move).state.points.tolist() for move in position.codes]
    return [(tuple(points[player]), tuple(points[1 - player])) for points in after]


def test_plays_agree_with_the_slow_rules():
    """Exactly the same positions, each once."""
    rng = random.Random(2026)
    counts = []
    for _ in range(250):
        mine, theirs = random_sides(rng)
        low, high = sorted((rng.randint(1, 6), rng.randint(1, 6)))
        position = game().position(f"{encode(mine, theirs)} {rng.choice('XO')} {low}{high}")
        ours = found(position)
        assert len(set(ours)) == len(ours), position
        assert set(ours) == results(mine, theirs, high, low), position
        counts.append(len(ours))
    assert min(counts) == 1
    assert max(counts) > 100


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "plays"),
    [  # the other's point p is our 25 - p
        ({13: 1, 6: 1}, {18: 2}, "65", {"13/2"}),  # both dice, although 6/1 would leave nothing for the 6
        ({10: 1}, {20: 2}, "32", {"10/7"}),  # either, but not both: the larger
        ({10: 1}, {20: 2, 18: 2}, "32", {"10/8"}),  # only the smaller
        ({10: 1}, {18: 2, 17: 2}, "32", {"no play"}),
        ({25: 1, 6: 2}, {5: 2, 1: 2}, "51", {"no play"}),  # nobody moves before all men have left the bar
        ({25: 2, 6: 2}, {5: 2}, "51", {"bar/24"}),
        ({25: 1, 6: 2}, {5: 2, 6: 2}, "51", {"bar/24 6/1"}),
        ({25: 1, 6: 2}, {5: 2}, "51", {"bar/24 6/1", "bar/19"}),
        ({25: 1, 6: 1}, {9: 2}, "33", {"bar/19 6/3"}),  # three steps of four
        ({25: 1, 6: 1}, {3: 2}, "33", {"no play"}),
        ({6: 1, 3: 1}, {1: 2}, "65", {"6/off 3/off", "6/1 3/off"}),  # off by more than needed only from the back
        ({4: 2, 2: 2}, {1: 2}, "32", {"4/2 4/1", "4/1 2/off"}),
        ({2: 3}, {1: 2}, "66", {"2/off(3)"}),
        ({4: 1, 3: 1}, {1: 2}, "65", {"4/off 3/off"}),  # once, although each die could take either man
        ({7: 1, 1: 3}, {1: 2}, "61", {"7/off"}),  # the same as 7/1 1/off
        ({13: 1}, {1: 2}, "54", {"13/4"}),  # one man, two ways
        ({13: 1}, {17: 1}, "54", {"13/4", "13/8*/4"}),
        ({13: 1}, {17: 1, 16: 1}, "54", {"13/8*/4", "13/9*/4"}),
    ],
)
def test_special_plays(mine, theirs, dice, plays):
    position = at(mine, theirs, dice)
    high, low = sorted(map(int, dice), reverse=True)
    assert set(found(position)) == results(side(mine), side(theirs), high, low)
    assert set(position.moves) == plays


# --- the dice and the end ---------------------------------------------------------------------------------------------


def test_start():
    start = game().start()
    assert str(start) == (
        "13 14 15 16 17 18    19 20 21 22 23 24\n"
        "X  .  .  .  O  .  |  O  .  .  .  .  X     O 167 pips\n"
        "X           O     |  O              X\n"
        "X           O     |  O\n"
        "X                 |  O\n"
        "X                 |  O\n"
        "                  |\n"
        "                  |\n"
        "O                 |  X\n"
        "O                 |  X\n"
        "O           X     |  X\n"
        "O           X     |  X              O\n"
        "O  .  .  .  X  .  |  X  .  .  .  .  O     X 167 pips\n"
        "12 11 10 9  8  7     6  5  4  3  2  1\n"
        "chance to move"
    )
    assert start.mover == z.CHANCE
    assert start.text == f"{START} opening"
    assert len(start.moves) == 30
    assert set(start.chances.values()) == {1 / 30}
    assert (start.play("X 65").text, start.play("O 21").text) == (f"{START} X 65", f"{START} O 21")
    with pytest.raises(Problem, match="unknown move '66'"):
        start.play("66")


def test_rolls():
    """002.21: 21 rolls, six at 1/36 and fifteen at 1/18."""
    position = game().position(START)
    assert position.text == f"{START} X -"
    odds = {position.move_name(code): p for code, p in position.chances.items()}
    assert sum(odds.values()) == pytest.approx(1)
    assert sorted(roll for roll, p in odds.items() if p == 1 / 36) == ["11", "22", "33", "44", "55", "66"]
    assert sum(p == 1 / 18 for p in odds.values()) == 15
    assert position.play("56") == position.play("65") == position.play("6-5")
    assert position.play("31").play("8/5 6/5").text.endswith(" O -")
    for bad in ("70", "6", "X 65", "123"):
        with pytest.raises(Problem, match="unknown move"):
            position.play(bad)


@pytest.mark.parametrize(
    ("theirs", "stake"),
    [
        ({1: 14}, 1),
        ({1: 15}, 2),
        ({18: 1, 1: 14}, 2),
        ({19: 1, 1: 14}, 3),
        ({25: 1, 1: 14}, 3),
        ({25: 1, 1: 13}, 1),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_single_gammon_and_backgammon(theirs, stake, player):
    position = at({1: 1}, theirs, "21", "XO"[player])
    assert list(position.moves) == ["1/off"]
    over = position.play("1/off")
    assert over.over
    assert over.mover == 1 - player
    assert over.payoff == ((stake, -stake) if player == 0 else (-stake, stake))
    assert game().position(over.text) == over
    assert over.chances == {}


def test_bounds_hold():
    """No gammon once a man is off."""
    for position in random_game(game(), 7):
        low, high = game().ask("bounds", position.state)
        points = position.state.points
        player = position.state.turn
        assert low == (-1 if points[player, 0] else -3)
        assert high == (1 if points[1 - player, 0] else 3)


def test_random_games_agree_with_open_spiel():
    """The same results of the same rolls; what it calls a play of a double is half of one, see bench/backgammon.py."""
    pyspiel = pytest.importorskip("pyspiel")
    other = pyspiel.load_game("backgammon(max_player_turns=10000,scoring_type=full_scoring)")

    def men(state) -> list[Side]:
        sides = [[state.board(p, 24 - k if p == 0 else k - 1) for k in range(1, 25)] for p in (0, 1)]
        bars = [state.board(p, 100) for p in (0, 1)]
        return [(15 - sum(each) - bar, *each, bar) for each, bar in zip(sides, bars, strict=True)]

    def play_on(state, action, made=0):
        """Where an action leads, and by how many steps; the second half of a double is tried out."""
        player, after = state.current_player(), state.child(action)
        made += sum(move.pos >= 0 for move in state.spiel_move_to_checker_moves(player, action))
        if after.is_terminal() or after.current_player() != player:
            return [(after, made)]
        return [end for each in after.legal_actions() for end in play_on(after, each, made)]

    rng = random.Random(2026)
    for _ in range(3):
        state = other.new_initial_state()
        state.apply_action(rng.choice(state.legal_actions()))
        while not state.is_terminal():
            player = state.current_player()
            high, low = sorted(re.search(r"Dice: (\d)(\d)", str(state)).groups(), reverse=True)
            mine, theirs = men(state)[player], men(state)[1 - player]
            position = game().position(f"{encode(mine, theirs)} {'XO'[player]} {high}{low}")
            ends = [end for action in state.legal_actions() for end in play_on(state, action)]
            most = max(made for _, made in ends)
            expected = {tuple(men(after)) for after, made in ends if made == most}
            assert {pair if player == 0 else pair[::-1] for pair in found(position)} == expected, position
            state = rng.choice([after for after, made in ends if made == most])
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
        last = men(state)
        winner = 0 if last[0][0] == 15 else 1
        assert game().position(f"{encode(last[1 - winner], last[winner])} {'XO'[1 - winner]}").payoff == tuple(
            state.returns()
        )


# --- notation ---------------------------------------------------------------------------------------------------------


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


# --- bearing off ------------------------------------------------------------------------------------------------------


def test_bearoff_table():
    """GROUND_TRUTH: expected rolls of the best way to play."""
    assert bearoff.POSITIONS == 54264
    assert [round(bearoff.expected_rolls([0] * k + [1]), 6) for k in range(6)] == [1, 1, 1, 1.055556, 1.138889, 1.25]
    pairs = [round(bearoff.expected_rolls([0] * k + [2]), 6) for k in range(6)]
    assert pairs == [1, 1.277778, 1.527778, 1.709877, 1.914523, 2.109611]
    assert bearoff.expected_rolls([15]) == pytest.approx(6.979592, abs=1e-6)
    assert bearoff.expected_rolls([1] * 6) == pytest.approx(3.463648, abs=1e-6)
    assert bearoff.expected_rolls([5, 4]) == pytest.approx(4.41, abs=0.005)  # gnubg's manual
    for bad in ([16], [1] * 7, [-1]):
        with pytest.raises(ValueError, match="up to 15 men"):
            bearoff.expected_rolls(bad)


def test_bearoff_positions_are_numbered():
    men = bearoff.positions()
    assert men.shape == (54264, 6)
    for row in (0, 1, 777, 54263):
        assert bearoff.index([0, *men[row].tolist()]) == row


def test_bearoff_table_by_its_definition():
    """Mean and variance of some positions from those after each roll, found with the rules of the game."""
    table = bearoff.table().astype(float)
    for men in ([1, 0, 1, 0, 2, 0], [0, 3, 0, 0, 0, 1], [2, 2, 2, 2, 2, 2]):
        mine = side(dict(enumerate(men, 1)))
        mean = square = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                rows = [bearoff.index(own) for own, _ in results(mine, side({24: 1}), high, low)]
                best = min(rows, key=lambda row: table[row, 0])
                odds = (1 if high == low else 2) / 36
                mean += odds * table[best, 0]
                square += odds * (table[best, 1] + table[best, 0] ** 2)
        row = bearoff.index(mine)
        assert table[row, 0] == pytest.approx(1 + mean, abs=1e-5)
        assert table[row, 1] == pytest.approx(1 + 2 * mean + square - (1 + mean) ** 2, abs=1e-4)


def test_bearoff_table_is_kept_and_a_broken_one_replaced(tmp_path, monkeypatch):
    good, calls = bearoff.table(), []
    monkeypatch.setattr(bearoff, "compute", lambda: calls.append(1) or good)
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "new"))
    load_table = bearoff.table.__wrapped__
    file = tmp_path / "new" / bearoff.FILE
    assert (load_table() == good).all()
    assert [path.name for path in file.parent.iterdir()] == [bearoff.FILE]
    assert (load_table() == good).all()
    assert len(calls) == 1
    for broken in (b"", file.read_bytes()[:1000], b"nonsense"):
        file.write_bytes(broken)
        assert (load_table() == good).all()
    assert len(calls) == 4
    with file.open("wb") as other:
        np.save(other, np.zeros(3))
    load_table()
    assert len(calls) == 5
    monkeypatch.setenv("ZERMELO_CACHE", "")
    load_table()
    assert len(calls) == 6


def test_bearoff_command(zermelo):
    code, out, _ = zermelo("bearoff")
    assert code == 0
    assert "54264 positions" in out
    assert "fifteen on the ace point: 6.979592 rolls, 57.00 effective pips" in out
    assert (
        "3.463648 rolls expected, 28.29 effective pips (21 pips)" in zermelo("bearoff", "1", "1", "1", "1", "1", "1")[1]
    )
    assert '"rolls": 1.25,' in zermelo("bearoff", "0", "0", "0", "0", "0", "1", "--json")[1]
    assert zermelo("bearoff", "16")[0] == 2


# --- the estimate -----------------------------------------------------------------------------------------------------


def mirrored(position: z.Position) -> z.Position:
    """The same with X and O exchanged."""
    name, player, dice = position.text.split()
    return game().position(f"{name} {'OX'['XO'.index(player)]} {dice}")


def test_the_estimate_is_fair_and_bounded():
    assert game().start().estimate() == (0, 0)
    seen = 0
    for seed in range(3):
        for position in random_game(game(), seed)[1:-1]:
            x, o = position.estimate()
            assert x == -o
            assert mirrored(position).estimate() == (o, x)
            low, high = game().ask("bounds", position.state)
            own = (x, o)[position.state.turn]
            assert low <= own <= high
            seen += 1
    assert seen > 100


def test_the_estimate_of_a_race():
    """One man on 6 against one that is off with any roll: 27 rolls of 36 win."""
    assert at({6: 1}, {1: 1}).estimate()[0] == pytest.approx(2 * 27 / 36 - 1, abs=0.15)
    assert at({1: 2}, {1: 15}).estimate()[0] > 1.9  # a gammon
    assert at({1: 2}, {23: 1, 1: 14}).estimate()[0] > 2.5  # and a backgammon
    assert at({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5}).estimate()[0] > 0.15  # the roll
    with_dice = [at({6: 5, 5: 5}, {6: 5, 5: 5}, dice).estimate()[0] for dice in ("21", "43", "66")]
    assert with_dice == sorted(with_dice)


def test_the_estimate_knows_the_well_known_opening_plays():
    best = {"31": "8/5 6/5", "42": "8/4 6/4", "61": "13/7 8/7", "53": "8/3 6/3", "65": "24/13"}
    for roll, play in best.items():
        position = game().start().play(f"X {roll}")
        assert max(position.moves, key=lambda name: position.play(name).estimate()[0]) == play


def test_hits_and_points_come_first():
    position = game().position(f"{START} X 31")
    rank = partial(game().ask, "order")
    ranks = {name: rank(position.state, code) for name, code in position.moves.items()}
    assert max(ranks, key=ranks.__getitem__) == "8/5 6/5"
    hitting = at({24: 2, 6: 5}, {7: 1, 13: 2}, "65")
    ranks = {name: rank(hitting.state, code) for name, code in hitting.moves.items()}
    assert "*" in max(ranks, key=ranks.__getitem__)


def test_ids_as_gnu_backgammon_writes_them():
    usual = game().position("4HPwATDgc/ABMA X 31")
    for text in ("4HPwATDgc/ABMA:cAkAAAAAAAAA X 31", "4HPwATDgc/ABMA== x 31"):
        assert game().position(text) == usual
