"""Games in normal form: how they are given, kept, shown and written; what is wrong is told in one line."""

import json
from fractions import Fraction

import numpy as np
import pytest

import zermelo as z
from zermelo.equilibrium.matrix.shelf import SHELF

PAIRS = [[(1, 5), (2, 6), (0, 1)], [(3, 7), (4, 8), (0, 2)]]
FIRST, SECOND = [[1, 2, 0], [3, 4, 0]], [[5, 6, 1], [7, 8, 2]]


@pytest.mark.parametrize(
    "given",
    [
        PAIRS,
        (FIRST, SECOND),
        [FIRST, SECOND],
        [np.array(FIRST), np.array(SECOND)],
        np.array(PAIRS),
        {"Row": FIRST, "Column": SECOND},
        [[("1", "5"), ("2.0", "6/1"), (0.0, True + 0)], [(3, Fraction(7)), (np.int8(4), np.float32(8)), (0, 2)]],
    ],
    ids=["pairs", "tuple of tables", "list of tables", "arrays", "array", "by player", "all kinds of numbers"],
)
def test_a_game_of_two_can_be_given_in_many_ways(given):
    game = z.MatrixGame(given)
    assert game.payoffs.tolist() == [[list(pair) for pair in row] for row in PAIRS]
    assert game.players == ("Row", "Column")
    assert game.actions == (("1", "2"), ("1", "2", "3"))
    assert game.numbers.tolist() == [FIRST, SECOND]


def test_a_square_table_of_pairs_and_two_tables_are_told_apart():
    own, other = [[1, 2], [3, 4]], [[5, 6], [7, 8]]
    assert z.MatrixGame((own, other)) == z.MatrixGame([np.array(own), np.array(other)])
    assert z.MatrixGame((own, other)).payoffs[0, 1].tolist() == [2, 6]
    assert z.MatrixGame([own, other]).payoffs[0, 1].tolist() == [3, 4]  # [[(1, 2), (3, 4)], ...]


def test_one_table_is_a_zero_sum_game():
    game = z.MatrixGame([[3, 0], [5, 1]])
    assert game.zero_sum
    assert game.payoffs[1, 0].tolist() == [5, -5]
    assert z.MatrixGame([[(3, 2), (0, 5)]]).constant_sum == 5
    assert not z.MatrixGame([[(3, 2), (0, 5)]]).zero_sum
    assert z.MatrixGame.read("prisoners").constant_sum is None


def test_three_players_and_one():
    game = z.MatrixGame.read("voting")
    assert (game.sizes, game.players[0]) == ((3, 3, 3), "chair")
    assert game.payoffs[1, 2, 2].tolist() == [0, 1, 2]
    one = z.MatrixGame([3, 5, 5])
    assert (one.sizes, len(z.equilibrium(one).profiles)) == ((3,), 2)
    three = z.MatrixGame(np.arange(24).reshape(2, 2, 2, 3))
    assert three.payoffs[1, 0, 1].tolist() == [15, 16, 17]


def test_payoffs_are_exact():
    game = z.MatrixGame([[0.1, "1/3"], ["1e-3", 10**18]])
    assert game.payoffs[..., 0].tolist() == [[Fraction(1, 10), Fraction(1, 3)], [Fraction(1, 1000), 10**18]]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "empty"),
        ([[]], r"empty in \[0\]"),
        ([[1, 2], [3]], r"ragged: 1 entries in \[1\], but 2 before"),
        ([[1, 2], 3], r"ragged: 3 in \[1\] stands where a list should"),
        ([[1, 2], [3, [4]]], r"ragged: a list in \[1\]\[1\] stands where a number should"),
        ([[(1, 2), (3,)]], r"ragged"),
        ([[float("nan")]], r"finite number, not nan in \[0\]\[0\]"),
        ([[float("inf")]], "finite number, not inf"),
        (np.array([[1, np.nan]]), "finite"),
        ([["x"]], "number, not 'x'"),
        ([["1/0"]], "number, not '1/0'"),
        ([["1e999"]], "number, not '1e999'"),
        ([[10**50]], "more than 40 digits"),
        ([[None]], "number, not None"),
        ([[True]], "number, not True"),
        ([[1j]], "number, not 1j"),
        ([[(1, 2, 3), (4, 5, 6)]], "shape 1 x 2 x 3 are none of"),
        (5, "payoffs are a table of pairs"),
        ("abc", "payoffs are a table of pairs"),
        ({"A": [[1]], "B": [[1, 2]]}, "2 players need tables of one shape"),
        ({}, "no payoffs"),
        (np.zeros((1001, 1000)), "at most 1,000,000"),
    ],
)
def test_bad_payoffs_are_told_in_one_line(given, message):
    with pytest.raises(z.Problem, match=message):
        z.MatrixGame(given)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"players": ["A"]}, "players: 1 names are given where 2 are needed"),
        ({"players": ["A", "A"]}, "players: each needs a name of its own"),
        ({"actions": [["a", "b"]]}, "actions are given for 1 players"),
        ({"actions": [["a", "b"], ["c"]]}, "actions of Column: 1 names are given where 2"),
        ({"actions": [["a", "a"], ["c", "d"]]}, "actions of Row: each needs a name of its own"),
        ({"actions": [["a", " "], ["c", "d"]]}, "actions of Row: each needs a name of its own"),
    ],
)
def test_bad_names_are_told_in_one_line(names, message):
    with pytest.raises(z.Problem, match=message):
        z.MatrixGame([[1, 2], [3, 4]], **names)


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("kind", ["json", "nfg"])
def test_every_game_survives_a_file(name, kind, tmp_path):
    game = z.MatrixGame.read(name)
    file = tmp_path / f"it.{kind}"
    game.save(file)
    again = z.MatrixGame.read(file)
    assert again == game
    assert hash(again) == hash(game)
    assert again.name == name


def test_fractions_and_odd_names_survive_a_file(tmp_path):
    game = z.MatrixGame([["1/3", 0.1], [-2, 0]], ('a "b"', "c\\"), [("x", "y z"), ("{", "ü,")], "all's well")
    for file in (tmp_path / "a.json", tmp_path / "a.nfg"):
        game.save(file)
        assert z.MatrixGame.read(file) == game
    one = z.MatrixGame([3, 5])
    for file in (tmp_path / "one.json", tmp_path / "one.nfg"):
        one.save(file)
        assert z.MatrixGame.read(file) == one
    with pytest.raises(z.Problem, match=r"written as \.json or \.nfg, not '\.txt'"):
        game.save(tmp_path / "a.txt")
    with pytest.raises(z.Problem, match="cannot write"):
        game.save(tmp_path / "nowhere" / "a.nfg")


OUTCOMES = """NFG 1 R "Two by three" { "Ann" "Bob" } { { "up" "down" } { "l" "m" "r" } }
"a comment"
{ { "first" 1, 2 } { "second" 3/4 -0.5 } }
1 2 0 0 1 1
"""
PAYOFFS = """NFG 1 D "Three" { "A" "B" "C" } { 2 2 2 }
0 0 0  1 0 0  0 1 0  1 1 0  0 0 1  1 0 1  0 1 1  1 1 1"""


def test_the_outcome_form_of_nfg():
    game = z.MatrixGame.read(OUTCOMES)
    assert (game.name, game.players, game.actions) == (
        "Two by three",
        ("Ann", "Bob"),
        (("up", "down"), ("l", "m", "r")),
    )
    first, second = [1, 2], [Fraction(3, 4), Fraction(-1, 2)]
    assert game.payoffs.tolist() == [[first, [0, 0], first], [second, [0, 0], first]]


def test_the_payoff_form_of_nfg_lets_the_first_action_change_fastest():
    game = z.MatrixGame.read(PAYOFFS)
    assert all(game.payoffs[profile].tolist() == list(profile) for profile in game.profiles())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NFG 2 R", "has '2' where 1 should stand"),
        ("NFG 1 X", "must begin with NFG 1 R"),
        ('NFG 1 R "t" { "A" "B" } { 2 }', "actions for 1 players, but 2"),
        ('NFG 1 R "t" { "A" "B" } { 2 0 } 1', "'2 0' where numbers of actions"),
        ('NFG 1 R "t" { "A" "B" } { 2 2 } 1 2 3', r"has 3 payoffs; 2 x 2 actions need 8"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } 1 x', "a payoff must be a number, not 'x'"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } { { "" 1 2 } } 2', "no outcome '2': there are 1"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } { { "" 1 } } 1', "outcome 1 of the .nfg file has 1 payoffs for 2"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } { { "" 1 2 } } 1 1', "names outcomes for 2 profiles of 1"),
        ('NFG 1 R "t" { "A" "B" } { 9999 9999 } 1', "more than 1,000,000 payoffs"),
        ('NFG 1 R "t" { } { } ', "has 0 players"),
        ('NFG 1 R "t" { "A" "B" } { 1 1 } 1 2 { }', "goes on with '{'"),
        ('NFG 1 R "t', "cannot be read at"),
        ("NFG 1", "has 'the end' where a word should stand"),
    ],
)
def test_broken_nfg_files_are_told_in_one_line(text, message):
    with pytest.raises(z.Problem, match=message):
        z.MatrixGame.read(text + " ")


def test_text_is_read_as_what_it_is(tmp_path):
    assert z.MatrixGame.read("[[3,0],[5,1]]").zero_sum
    assert z.MatrixGame.read("[[(1,2),(3,4)]]") == z.MatrixGame([[(1, 2), (3, 4)]])
    assert z.MatrixGame.read("[[0.1]]").payoffs[0, 0, 0] == Fraction(1, 10)
    data = {"payoffs": {"Ann": [[1, 2]], "Bob": [[3, 4]]}, "actions": [["go"], ["a", "b"]], "name": "mine"}
    game = z.MatrixGame.read(json.dumps(data))
    assert (game.players, game.payoffs[0, 1].tolist(), game.name) == (("Ann", "Bob"), [2, 4], "mine")
    file = tmp_path / "some.json"
    file.write_text("[[1, 2]]")
    assert z.MatrixGame.read(file).name == "some"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rsp", "did you mean rps"),
        ("[[1,2", "is no matrix"),
        ("[[1,NaN]]", "finite number, not NaN"),
        ('{"payoffs": [[1]], "colour": 1}', "unknown key 'colour'"),
        ('{"payoffs": [[1]], "players": 7}', "'players' of a matrix game must be a list"),
        ("nowhere.json", "cannot read nowhere.json"),
        ("nowhere.nfg", "cannot read nowhere.nfg"),
        ("[" * 5000, "is no matrix"),
    ],
)
def test_text_that_is_no_game_is_told_in_one_line(text, message):
    with pytest.raises(z.Problem, match=message):
        z.MatrixGame.read(text)


def test_files_that_are_no_games_are_told_in_one_line(tmp_path):
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "b.json").write_text("{broken")
    (tmp_path / "c.json").write_text('{"children": []}')
    for name, message in (("a", "not text"), ("b", "not JSON"), ("c", "holds no matrix game")):
        with pytest.raises(z.Problem, match=message):
            z.MatrixGame.read(tmp_path / f"{name}.json")


def test_a_game_prints_as_a_table():
    assert str(z.MatrixGame([[3, 0], [5, 1]])).splitlines() == [
        "Row \\ Column  1  2",
        "           1  3  0",
        "           2  5  1",
    ]
    assert "third: B" in str(z.MatrixGame.read("voting"))
    assert "<td>-3, 0</td>" in z.MatrixGame.read("prisoners")._repr_html_()
    assert "too many to show" in str(z.MatrixGame(np.zeros((50, 50))))


def test_payoffs_of_mixed_strategies():
    game = z.MatrixGame.read("rps")
    third = [Fraction(1, 3)] * 3
    assert game.expected([third, third]) == (0, 0)
    assert game.regrets([[1, 0, 0], third]) == (0, 1)
    assert game.regrets([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]) == (2.0, 0.0)
    assert [game.secures(0, mix) for mix in ([1, 0, 0], [0, 1, 0], [0, 0, 1], third)] == [-1, -1, -1, 0]
    three = z.MatrixGame.read("voting")
    mixes = [[Fraction(1, 2), Fraction(1, 2), 0], [1, 0, 0], third]
    expected = sum(three.payoffs[a, b, c] * mixes[0][a] * mixes[1][b] * mixes[2][c] for a, b, c in three.profiles())
    assert three.expected(mixes) == tuple(expected)
