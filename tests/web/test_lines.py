"""Games that a page tells again and again: what is known of one is not played again, within a limit of memory."""

import pytest

from zermelo import Problem, load
from zermelo.web.sofar import Lines

MOVES = [f"{column}{row}" for row in range(1, 6) for column in "abcdefg"]  # in any order, nobody connects so soon


@pytest.fixture
def game():
    return load("hex:size=7")


def played(lines, game, moves, start=""):
    """The game after its moves, and how many of them were played for that."""
    work, steps = lines.of(game, start, moves), -1
    while True:
        try:
            next(work)
            steps += 1
        except StopIteration as end:
            return end.value, max(steps, 0)


def test_one_more_move_costs_one_move(game):
    lines = Lines(10)
    for number in range(20):
        history, steps = played(lines, game, MOVES[:number])
        assert history.played == MOVES[:number]
        assert steps == (number > 0)
    assert played(lines, game, MOVES[:19])[1] == 0


def test_any_position_of_a_game_is_known(game):
    lines = Lines(10)
    assert played(lines, game, MOVES[:20])[1] == 20
    for number in (19, 7, 0, 20):
        history, steps = played(lines, game, MOVES[:number])
        assert (history.played, history.start, steps) == (MOVES[:number], game.start(), 0)
    branch, steps = played(lines, game, [*MOVES[:9], "g7"])
    assert (branch.played[-1], steps) == ("g7", 1)
    assert played(lines, game, MOVES[:20])[1] == 0  # the game itself is still there
    assert played(lines, game, ["g6"], start=branch.start.text)[1] == 1  # the same place, told otherwise


def test_repetition_is_known_too():
    lines, game = Lines(10), load("go:size=3")
    moves = ["B2", "pass", "A2", "pass", "C2"]
    whole, _ = played(lines, game, moves)
    for number in range(5):
        again, steps = played(lines, game, moves[:number])
        fresh, _ = played(Lines(10), game, moves[:number])
        assert steps == 0
        assert list(again.moves) == list(fresh.moves)
        assert (again.over, again.position) == (fresh.over, fresh.position)
    assert not whole.over


def test_the_oldest_games_are_forgotten(game):
    lines = Lines(0.3)
    for row in range(1, 8):
        for column in "abcdefg":
            played(lines, game, [f"{column}{row}", *[move for move in MOVES if move != f"{column}{row}"][:9]])
    assert lines._bytes <= 0.3e6
    assert set(lines._found.values()) == set(lines._kept)
    assert played(lines, game, MOVES[:10])[1] > 0
    assert played(lines, game, ["g7", *MOVES[:9]])[1] == 0


def test_another_version_of_a_game_is_another_game(tmp_path, game):
    lines = Lines(10)
    played(lines, game, MOVES[:4])
    other = load("hex:size=8")
    assert played(lines, other, MOVES[:4])[0].game is other


def test_what_is_wrong_is_said(game):
    with pytest.raises(Problem, match="move 3: unknown move"):
        played(Lines(10), game, ["a1", "b1", "a1"])
    with pytest.raises(Problem, match="more than this server has memory for"):
        played(Lines(0.001), game, MOVES[:20])
    with pytest.raises(Problem, match="in the game's notation"):
        played(Lines(10), game, [], start="moves: a1 b1")
