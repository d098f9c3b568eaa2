"""A Problem is one line that can be read at a glance, whatever it quotes."""

import pickle

import pytest

import zermelo as z
from lots import lots
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


def test_it_can_be_sent():
    problem = Problem("one\ntwo")
    assert str(pickle.loads(pickle.dumps(problem))) == "one two"


@pytest.mark.parametrize("turn", [-3, -2, 2, 100])
def test_a_position_names_a_player_that_there_is(turn):
    game = lots(2)
    fields = game.start().text.replace("turn=0", f"turn={turn}")
    with pytest.raises(Problem, match=f"there is no player {turn} to move"):
        game.position(fields)
