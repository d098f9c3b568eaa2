"""Wrong rules are not called fine: each file in `wrong/` makes one mistake, and begins with what is said of it."""

import inspect
import random
from pathlib import Path

import pytest

import zermelo as z
from zermelo.check import endless
from zermelo.core.catalogue import scope_of_file

HERE = Path(__file__).parent / "wrong"
FILES = sorted(file for file in HERE.glob("*.py") if file.stem != "base")


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(endless, "LONGEST", 0.5)
    random.seed(1)  # for rules by chance


def test_there_are_forty():
    assert len(FILES) >= 40


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_mistake_is_named(file):
    """In the words that the file begins with, with the line."""
    expected = inspect.cleandoc(scope_of_file(file)["__doc__"])
    with pytest.raises(z.RulesProblem) as problem:
        z.check_game(z.load(str(file)), compiled=False)
    said = str(problem.value).replace(f"{HERE}/", "")
    assert said == " ".join(expected.split())
    assert "\n" not in str(problem.value)


def test_the_command_refuses_them(zermelo):
    """With one line, before anything is compiled."""
    code, out, err = zermelo("check", str(HERE / "turn_passed_twice.py"))
    assert (code, out) == (2, "")
    assert err == (
        f"zermelo: {HERE}/turn_passed_twice.py:9: O never moves in 30 random games; "
        "the turn passes on by itself after play(), which must not pass it too\n"
    )


@pytest.mark.parametrize("name", ["Take", "Race", "Corner", "Dice", "Cards", "Hands", "Rope"])
def test_the_games_that_they_spoil_are_right(name):
    report = z.check_game(scope_of_file(HERE / "base.py")[name], games=10, compiled=False, seconds=60)
    assert report.ended == 10
