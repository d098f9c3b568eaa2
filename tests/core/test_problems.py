"""A Problem is one line that can be read at a glance, whatever it quotes."""

import pickle

import pytest

import zermelo as z
from lots import lots
from take import GAME, write
from zermelo.errors import LETTERS, Problem


@pytest.mark.parametrize("odd", ["a\nb", "a\r\nb", "a\x1b[31mb", "a\x85b", "a\u2028b", "a\u202eb", "a\x00b"])
def test_what_it_quotes_does_not_change_the_screen(odd):
    text = str(Problem(f"there is no {odd} here"))
    assert len(text.splitlines()) == 1
    assert text.isprintable()
    assert text.endswith("b here")


def test_of_a_long_one_both_ends_are_left():
    with pytest.raises(Problem) as problem:
        z.load("nim").position("1-" * 1000)
    text = str(problem.value)
    assert len(text) == LETTERS
    assert text.startswith("unreadable position '1-1-1-")
    assert text.endswith(")")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("n=5 turn=0 n=3", r"the field n=... is there 2 times"),
        ("n=\N{ARABIC-INDIC DIGIT FIVE} turn=0", "n=. is not made of the digits 0 to 9"),
        ("n=5", r"the field turn=... is missing"),
        ("n=5 turn=0 m=1", r"there is no field 'm'"),
    ],
)
def test_fields_that_are_none_are_refused(tmp_path, text, told):
    """In the notation of games that have none of their own."""
    game = z.load(write(tmp_path / "take.py", GAME))
    assert game.position("turn=1 n=5").text == "n=5 turn=1"
    with pytest.raises(Problem, match=f"unreadable position .* [(]{told}[)]"):
        game.in_notation(text)


def test_it_can_be_sent():
    problem = Problem("one\ntwo")
    assert str(pickle.loads(pickle.dumps(problem))) == "one two"


@pytest.mark.parametrize("turn", [-3, -2, 2, 100])
def test_a_position_names_a_player_that_there_is(turn):
    game = lots(2)
    fields = game.start().text.replace("turn=0", f"turn={turn}")
    with pytest.raises(Problem, match=f"there is no player {turn} to move"):
        game.position(fields)
