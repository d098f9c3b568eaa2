"""What a position of backgammon is worth: known bear-off numbers, and an estimate."""

from functools import partial

import pytest

import zermelo as z
from naive import random_game
from slow_backgammon import START, at, game, results, side
from zermelo.core.cache import warn, write
from zermelo.games.backgammon import bearoff

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


def test_bearoff_table_is_kept_and_a_broken_one_replaced(tmp_path, monkeypatch, caplog):
    good, calls = bearoff.table(), []
    monkeypatch.setattr(bearoff, "compute", lambda: calls.append(1) or good)
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "new"))
    load_table = bearoff.table.__wrapped__
    file = tmp_path / "new" / bearoff.FILE
    assert (load_table() == good).all()
    assert [path.name for path in file.parent.iterdir()] == [bearoff.FILE]
    assert (load_table() == good).all()
    assert len(calls) == 1
    whole = file.read_bytes()
    flipped = whole[:5000] + bytes([whole[5000] ^ 64]) + whole[5001:]
    caplog.clear()
    for count, broken in enumerate((b"", whole[:1000], b"nonsense", flipped), 2):
        warn.cache_clear()  # it warns once
        file.write_bytes(broken)
        assert (load_table() == good).all()
        assert len(calls) == len(caplog.messages) + 1 == count
        assert caplog.messages[-1] == f"a file in the cache {file.parent} was damaged; it is made again"
    write(file, bytes(300))  # whole, and no table
    assert (load_table() == good).all()
    assert len(calls) == 6
    monkeypatch.setenv("ZERMELO_CACHE", "")
    load_table()
    assert len(calls) == 7


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
