"""A solver that is given a time keeps to it, and says that nothing is proven; with time enough, nothing changes."""

import _thread
import json
import threading
import time
from math import isnan, nan

import numpy as np
import pytest

import zermelo as z

LENGTH = 200
TOO_LARGE = [  # to be solved by plain Python in a moment
    ("connect4", "alphabeta"),
    ("connect4", "minimax"),
    ("connect4", "retrograde"),
    ("connect4", "iteration"),
    ("pig", "iteration"),
    ("virus:players=3", "iteration"),
]
SMALL = [
    ("nim:piles=1-2-3", "alphabeta", -1),
    ("nim:piles=1-2", "minimax", 1),
    ("nim:piles=1-2-3", "retrograde", -1),
    ("nim:piles=1-2-3", "iteration", -1),
]


@pytest.mark.parametrize(("game", "method"), TOO_LARGE)
def test_time_is_up(game, method):
    begun = time.perf_counter()
    found = z.solve(z.load(game).start(), method=method, time=0.3, compiled=False)
    assert 0.2 < time.perf_counter() - begun < 60
    assert (found.exact, found.time_up, found.interrupted) == (False, True, False)
    assert found.meaning.startswith("not solved within 0.3 s: ")
    assert found.method == method
    assert found.nodes > 1
    assert 0.2 < found.time_s < 60


@pytest.mark.parametrize(("game", "method", "value"), SMALL)
def test_time_enough(game, method, value):
    start = z.load(game).start()
    found = z.solve(start, method=method, time=60, compiled=False)
    assert (found.exact, found.time_up, found.value) == (True, False, value)
    unhurried = z.solve(start, method=method, compiled=False)
    assert (found.nodes, found.move, found.meaning) == (unhurried.nodes, unhurried.move, unhurried.meaning)


@pytest.mark.parametrize("method", ["retrograde", "minimax"])
def test_what_is_not_known_is_not_told(method):
    found = z.solve(z.load("connect4").start(), method=method, time=0.1, compiled=False)
    assert isnan(found.value)
    assert all(map(isnan, found.values))
    assert (found.move, found.pv) == (None, ())
    assert found.meaning == "not solved within 0.1 s: no value yet"
    told = found.as_dict()
    assert (told["value"], told["values"]) == (None, (None, None))


def test_the_best_so_far():
    """Of a search that deepens: it has looked at something, and says how sure it is."""
    found = z.solve(z.load("connect4").start(), time=0.5, compiled=False)
    assert found.move in z.load("connect4").start().moves
    assert found.pv[0] == found.move
    assert not isnan(found.value)
    assert found.depth > 0
    assert found.meaning.startswith(f"not solved within 0.5 s: so far, {found.depth} plies deep of up to 42, ")
    assert found.meaning.endswith("as far as the search could see")


class Walk(z.Rules):
    """A drunkard near the end of a long street: bounds take a long time to meet, but begin to at once."""

    max_moves, max_plies = 2, 60

    class State:
        place: np.int64

    def start(s):
        s.place = LENGTH - 1

    def mover(s):
        return z.CHANCE

    def moves(s, out):
        return 0

    def chance(s, out, probs):
        out[0], out[1] = -1, 1
        probs[0] = probs[1] = 0.5
        return 2

    def play(s, step):
        s.place += step

    def over(s):
        return s.place == 0 or s.place == LENGTH

    def payoff(s, out):
        out[0] = 1 if s.place == LENGTH else -1
        out[1] = -out[0]


def test_bounds_that_have_not_met():
    """That a value is known half-way is more than nothing, and it is true."""
    found = z.solve(z.Game(Walk).start(), time=0.5, compiled=False)
    assert (found.exact, found.time_up) == (False, True)
    assert 1e-9 < found.error < 1
    assert abs(found.value - (1 - 2 / LENGTH)) <= found.error
    assert found.meaning.startswith(f"not solved within 0.5 s: so far {found.value:+.6g}, known only to ")


def test_time_does_not_run_while_code_is_compiled():
    """The time is too short for a compiler, but not for what it makes."""
    game = z.Game(Walk)
    begun = time.perf_counter()
    found = z.solve(game.start(), method="iteration", time=0.3, precision=0.5)
    waited = time.perf_counter() - begun
    assert found.exact
    assert found.time_s < 0.3 < waited


def test_whoever_hears_of_the_progress_may_stop_it():
    """Without a word about time, which was not up."""
    found = z.solve(z.load("connect4").start(), time=60, compiled=False, on_progress=lambda progress: False)
    assert (found.exact, found.interrupted, found.time_up) == (False, True, False)


@pytest.mark.parametrize("seconds", [0, -1, nan])
@pytest.mark.parametrize("method", ["alphabeta", "minimax", "retrograde", "iteration"])
def test_a_time_that_is_none(seconds, method):
    with pytest.raises(z.Problem, match=r"the limit time=\S+ must be positive"):
        z.solve(z.load("tictactoe").start(), method=method, time=seconds, compiled=False)


def test_the_command_line_when_time_is_up(zermelo):
    code, out, _ = zermelo("solve", "connect4", "--time", "0.2", "--method", "retrograde")
    assert code == 1
    assert out.startswith("Not solved within 0.2 s: no value yet\nNo proof yet: ")
    assert "What may help: more time, or alphabeta, which needs to see less\n" in out
    code, out, _ = zermelo("solve", "connect4", "--time", "0.2", "--method", "retrograde", "--json")
    assert code == 1
    told = json.loads(out)
    assert (told["exact"], told["time_up"], told["value"]) == (False, True, None)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--time", "0"), "the limit time=0.0 must be positive"),
        (("--time", "nan"), "the limit time=nan must be positive"),
        (("--time=-1",), "the limit time=-1.0 must be positive"),
        (("--method", "alphabeta:time=3"), "time is not an option of alphabeta: write --time 3"),
    ],
)
def test_mistakes_on_the_command_line(zermelo, words, expected):
    code, out, err = zermelo("solve", "tictactoe", *words)
    assert (code, out, err) == (2, "", f"zermelo: {expected}\n")


@pytest.mark.parametrize("spec", ["connect4 alphabeta", "connect4 retrograde", "pig iteration"])
def test_ctrl_c_says_that_nothing_is_proven(spec):
    game, method = spec.split()
    threading.Timer(0.3, _thread.interrupt_main).start()
    found = z.solve(z.load(game).start(), method=method, compiled=False)
    assert (found.exact, found.time_up, found.interrupted) == (False, False, True)
    assert found.nodes > 1
