"""A thousand inputs of every kind, ten thousand when there is time; and whether the fuzzers would notice anything."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fuzz import KINDS, Trial, fuzzed
from fuzz.engine import must_be_refusal
from fuzz.kinds import kind
from zermelo.errors import Problem

SEED = 20_26


@pytest.mark.parametrize("name", KINDS)
def test_a_thousand(name):
    outcome = fuzzed(name, kind(name), seed=SEED, inputs=1000)
    assert not outcome.failures, "\n".join(map(str, outcome.failures[:5]))
    assert outcome.accepted > 50  # nothing is found where everything is refused
    assert outcome.refused > 50


@pytest.mark.long
@pytest.mark.parametrize("name", KINDS)
def test_ten_thousand(name):
    outcome = fuzzed(name, kind(name), seed=SEED + 1, inputs=10_000)
    assert not outcome.failures, "\n".join(map(str, outcome.failures[:5]))


def refuses(text):
    def does(trial: Trial) -> bool:
        def asked():
            raise Problem(text)

        return trial.ask(asked) is not None

    return does


def says_much(trial: Trial) -> bool:
    must_be_refusal("x" * 1000)
    return True


def fails(trial: Trial) -> bool:
    return [][trial.number]


def leaves(trial: Trial) -> bool:
    sys.exit(3)


def hangs(trial: Trial) -> bool:
    try:
        time.sleep(60)
    except Exception:
        return True
    return False


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (fails, "IndexError"),
        (leaves, "SystemExit"),
        (says_much, "a refusal of 1000 letters"),
        (refuses(""), "without a word"),
        (refuses("moves() failed: ValueError"), "in disguise"),
    ],
)
def test_what_is_wrong_is_found(does, said):
    outcome = fuzzed("made up", does, seed=1, inputs=2, first=7)
    assert [failure.number for failure in outcome.failures] == [7, 8]
    assert said in str(outcome.failures[0])
    assert str(outcome.failures[0]).startswith("made up --seed 1 --first 7 --inputs 1")


def test_what_hangs_is_found(monkeypatch):
    monkeypatch.setattr("fuzz.engine.HANG", 0.1)
    outcome = fuzzed("made up", hangs, seed=1, inputs=1)
    assert "it took more than 0.1 seconds" in outcome.failures[0].what


def test_a_refusal_is_no_failure():
    outcome = fuzzed("made up", refuses("unknown move 'x'"), seed=1, inputs=3)
    assert (outcome.inputs, outcome.accepted, outcome.refused, outcome.failures) == (3, 0, 3, [])


def test_the_command_tells_all():
    """In a process of its own, as it makes others."""
    words = [sys.executable, "-m", "fuzz", "moves=30", "positions", "--inputs", "20", "--seed", "3", "--json"]
    folder = Path(__file__).parents[1]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["seed"], told["interrupted"]) == (3, False)
    assert [(each["kind"], each["inputs"]) for each in told["kinds"]] == [("moves", 30), ("positions", 20)]


def test_inputs_can_be_made_again():
    def numbers(first):
        seen = []
        fuzzed("made up", lambda trial: seen.append(trial.random.random()), seed=5, inputs=4 - first, first=first)
        return seen

    assert numbers(0)[2:] == numbers(2)
