"""Breakthrough against a move generator and a solver that are slow and obvious, and against open_spiel's."""

import random
from functools import cache

import numpy as np
import pytest

import zermelo as z
from naive import random_game
from zermelo import Problem, load

PERFT = (22, 484, 11132, 256036, 6182818)


# --- slow and obvious -------------------------------------------------------------------------------------------------

Rows = tuple[str, ...]
"""The rows of a board from the top, as they are drawn."""


def rows_of(position: z.Position) -> Rows:
    return tuple(position.text.split()[0].split("/"))


def after_moves(rows: Rows, mover: str) -> dict[str, Rows]:
    """Each legal move by its name, and the board after it."""
    height, width = len(rows), len(rows[0])
    forward = -1 if mover == "W" else 1
    found = {}
    for y in range(height):
        for x in range(width):
            for side in (-1, 0, 1):
                to_y, to_x = y + forward, x + side
                if rows[y][x] != mover or not (0 <= to_y < height and 0 <= to_x < width):
                    continue
                target = rows[to_y][to_x]
                if target == mover or (side == 0 and target != "."):
                    continue
                board = [list(row) for row in rows]
                board[y][x], board[to_y][to_x] = ".", mover
                cross = "" if target == "." else "x"
                name = f"{'abcdefgh'[x]}{height - y}{cross}{'abcdefgh'[to_x]}{height - to_y}"
                found[name] = tuple("".join(row) for row in board)
    return found


def lost(rows: Rows, mover: str) -> bool:
    """Whether the opponent of the mover has won."""
    return "W" in rows[0] or "B" in rows[-1] or not any(mover in row for row in rows)


@cache
def wins(rows: Rows, mover: str) -> bool:
    """Whether the mover can force a win."""
    if lost(rows, mover):
        return False
    other = "B" if mover == "W" else "W"
    return not all(wins(board, other) for board in after_moves(rows, mover).values())


# --- the rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["breakthrough:size=5", "breakthrough:columns=3,rows=7"])
def test_rules_keep_their_promises(spec):
    z.check_game(load(spec), games=4, compiled=False)


@pytest.mark.parametrize("spec", ["breakthrough", "breakthrough:size=5", "breakthrough:columns=2,rows=8"])
@pytest.mark.parametrize("seed", range(3))
def test_moves_are_those_of_the_slow_generator(spec, seed):
    for position in random_game(load(spec), seed):
        rows, mover = rows_of(position), position.text[-1]
        if lost(rows, mover):
            assert position.over
            assert position.payoff[position.mover] == -1
        else:
            expected = after_moves(rows, mover)
            assert expected, "there is always a move"
            assert {name: rows_of(position.play(name)) for name in position.moves} == expected


def test_start():
    assert str(load("breakthrough:columns=3,rows=5").start()) == (
        "  a b c\n"
        "5 B B B\n"
        "4 B B B\n"
        "3 . . .\n"
        "2 W W W\n"
        "1 W W W\n"
        "White to move"
    )  # fmt: skip


def test_a_step_straight_on_does_not_capture():
    position = load("breakthrough:columns=3,rows=5").position("BB./..B/..W/.../W.. W")
    assert set(position.moves) == {"a1a2", "a1b2", "c3b4"}
    assert "b4xc3" in position.game.position("B../.B./..W/.../W.. B").moves


def test_who_reaches_the_far_row_or_captures_everything_wins():
    game = load("breakthrough:columns=3,rows=5")
    assert game.position("B.B/.W./.../..B/... W").play("b4b5").payoff == (1, -1)
    assert game.position("W../.../..B/..../.W. B".replace("....", "...")).payoff == (1, -1)
    assert game.position(".../.../.B./W../... W").play("a2xb3").payoff == (1, -1)
    assert game.position("B../.../.../W../..B W").payoff == (-1, 1)


def test_lines_of_play():
    start = load("breakthrough").start()
    assert tuple(z.perft(start, depth).leaves for depth in range(1, 6)) == PERFT
    assert z.perft(start, 2, compiled=False).divide == z.perft(start, 2).divide


def test_a_mirror_image_has_the_same_key():
    game = load("breakthrough:columns=3,rows=5")
    one, other = game.position("BB./.B./W../.../.WW W"), game.position(".BB/.B./..W/.../WW. W")
    assert one.key == other.key
    assert one.key != game.position("BB./.B./W../.../.WW B").key


# --- the same game by others ------------------------------------------------------------------------------------------


def flipped(name: str, rows: int) -> str:
    """Open_spiel's first player starts from the top: a5b4 on 6 rows is our a2b3, a5b4* a capture."""
    cross = "x" if name.endswith("*") else ""
    return f"{name[0]}{rows + 1 - int(name[1])}{cross}{name[2]}{rows + 1 - int(name[3])}"


@pytest.mark.parametrize(("size", "games"), [(6, 20), (8, 8)])
def test_random_games_agree_with_open_spiel(size, games):
    pyspiel = pytest.importorskip("pyspiel")
    game, other = load(f"breakthrough:size={size}"), pyspiel.load_game(f"breakthrough(rows={size},columns={size})")
    rng = random.Random(2026)
    for _ in range(games):
        position, state = game.start(), other.new_initial_state()
        while not state.is_terminal():
            actions = {flipped(state.action_to_string(action), size): action for action in state.legal_actions()}
            assert set(position.moves) == set(actions), position
            assert position.mover == state.current_player()
            name = rng.choice(sorted(actions))
            position = position.play(name)
            state.apply_action(actions[name])
        assert position.payoff == tuple(state.returns())


def test_open_spiel_counts_as_many_lines_of_play():
    pyspiel = pytest.importorskip("pyspiel")

    def count(state, depth):
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(count(state.child(action), depth - 1) for action in actions)

    assert count(pyspiel.load_game("breakthrough").new_initial_state(), 3) == PERFT[2]


# --- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shape", "value"), [((2, 4), -1), ((2, 5), -1), ((2, 6), 1), ((3, 4), -1)])
def test_small_boards_are_solved(shape, value):
    start = load("breakthrough:columns={},rows={}".format(*shape)).start()
    assert wins(rows_of(start), "W") == (value == 1)
    assert z.solve(start, compiled=False).value == value


@pytest.mark.long
def test_solving():
    start = load("breakthrough:size=4").start()
    assert wins(rows_of(start), "W") is False
    assert z.solve(start).value == -1


def test_known_results():
    """On 5x5 too the second player wins, which takes 44 million nodes."""
    assert load("breakthrough:size=4").rules.solved == load("breakthrough:size=5").rules.solved == -1
    assert load("breakthrough").rules.solved is None


@pytest.mark.parametrize("shape", [(2, 6), (3, 4), (3, 5), (4, 4)])
def test_bounds_are_true_and_estimates_stay_inside(shape):
    """Positions from random games, thinned out at first so that pieces run."""
    game = load("breakthrough:columns={},rows={}".format(*shape))
    rng = random.Random(1)
    decided = 0
    for _ in range(150):
        width = shape[0]
        thin = "/".join(
            "".join(rng.choice(piece + "...") for _ in range(width)) for piece in "BB" + "." * (shape[1] - 4)
        )
        text = f"{thin}/{'/'.join(''.join(rng.choice('W...') for _ in range(width)) for _ in 'WW')} W"
        if "W" not in text[:-1] or "B" not in text:
            continue
        position = game.position(text)
        while not position.over:
            low, high = game.ask("bounds", position.state)
            value = 1 if wins(rows_of(position), position.text[-1]) else -1
            assert low <= value <= high, position
            assert abs(position.evaluate()) < 0.9
            decided += low == high
            position = position.play(rng.choice(list(position.moves)))
    assert decided > 100


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("B..../...W./...../...../..... W", (1, 1)),  # one step to go
        ("B..../.W.../...../...../..... B", (-1, 1)),  # the opponent can capture it first
        ("..B../..W../...../...../..... B", (-1, -1)),  # but not from straight ahead
        ("B...B/.W.W./...../...../..... B", (-1, -1)),  # nor both of two
        (".BB../...../....W/...../..... W", (1, 1)),  # two steps, and nobody is near enough to stop it
        ("..BB./...../....W/...../..... W", (-1, 1)),  # somebody is
        (".BB../...../....W/B..../..... W", (-1, -1)),  # it comes too late
        ("B..../...../..W../...../..... B", (-1, -1)),  # out of reach even for who moves first
        (".B.../...../..W../...../..... B", (-1, 1)),  # within reach
        ("...../....B/...../W..../W.... W", (1, 1)),  # a race of equals is won by who moves first
        ("...../....B/...../W..../W.... B", (1, 1)),
    ],
)
def test_runners(text, bounds):
    position = load("breakthrough:size=5").position(text)
    assert position.game.ask("bounds", position.state) == bounds


@pytest.mark.parametrize("seed", range(3))
def test_accelerators(seed):
    """Over a random game: noisy moves, their order, how long it can last, and the estimate seen from the other side."""
    game = load("breakthrough")
    line = random_game(game, seed)
    for ply, position in enumerate(line[:-1]):
        s, out = position.state, np.zeros(game.max_moves, np.int32)
        count = game.rule("noisy")(s, out)
        noisy = {position.move_name(move) for move in out[:count]}
        wins_now = {name for name in position.moves if name[-1] == "81"[position.mover]}
        assert noisy == {name for name in position.moves if "x" in name} | wins_now
        order = {name: game.ask("order", s, move) for name, move in position.moves.items()}
        assert {name for name, priority in order.items() if priority == 3} == wins_now
        assert {name for name, priority in order.items() if priority > 0} == noisy
        assert len(line) - 1 - ply <= game.rule("remaining")(s) <= game.max_plies
        board, mover = position.text.split()
        other_side = f"{board[::-1]} {mover}".translate(str.maketrans("WB", "BW"))
        assert position.evaluate() == pytest.approx(game.position(other_side).evaluate())
    assert game.rule("remaining")(line[0].state) == game.max_plies


def test_a_step_into_capture_comes_last():
    position = load("breakthrough:size=5").position("BBBBB/.B.BB/...../W..../.W.W. W")
    order = {name: position.game.ask("order", position.state, move) for name, move in position.moves.items()}
    assert order["a2a3"] == -1
    assert order["b1b2"] == 0


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a2b3", "a2-b3", "A2B3", " a2b3 "])
def test_steps_can_be_written_in_several_ways(text):
    start = load("breakthrough").start()
    assert start.move_name(start.read_move(text)) == "a2b3"


@pytest.mark.parametrize("text", ["a2xb3", "a2b3", "a2-b3"])
def test_captures_can_be_written_in_several_ways(text):
    position = load("breakthrough:columns=3,rows=5").position("B../.../.B./W../W.. W")
    assert position.move_name(position.read_move(text)) == "a2xb3"


@pytest.mark.parametrize("move", ["a2a4", "a1a2", "a3a4", "a2", "", "i2i3", "a2a3a4"])
def test_illegal_moves_are_refused(move):
    with pytest.raises(Problem, match="unknown move"):
        load("breakthrough").start().play(move)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("BB/B./../W./.. W", "10 cells instead of 15"),
        ("BB./.../.../W../... X", "the player to move is W or B"),
        ("BQ./.../.../W../... W", "'Q' on b5"),
        ("WBB/.../.../W../... W", "has won already"),
        (".../.../.../W../... W", "has won already"),
        ("BBB/BBB/B../W../... W", "7 pieces of a player instead of at most 6"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load("breakthrough:columns=3,rows=5").position(text)
    assert problem in str(refusal.value)


@pytest.mark.parametrize("options", ["size=3", "size=9", "columns=1", "rows=3"])
def test_impossible_boards_are_refused(options):
    with pytest.raises(Problem, match="must be from"):
        load(f"breakthrough:{options}")
