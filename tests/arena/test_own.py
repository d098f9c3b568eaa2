"""Players, methods and evaluations from a person's own file, right and wrong."""

import json
import re

import pytest

import zermelo as z

PLAYER = """
class Ann:
    def __init__(self, seed=None, greed=1):
        self.greed = greed

    def choose(self, position, past=()):
        return sorted(position.moves)[: int(self.greed)][-1]


class Bob:
    name = "Bob"

    def choose(self, position, past=()):
        return min(position.moves)
"""

METHOD = """
from zermelo import method
from zermelo.core.kernel import make
from zermelo.core.vocabulary import moves
from zermelo.search.view import finished, judgement, worth
from zermelo.search.workspace import enter


@method("greedy", limits=("time", "nodes"))
def run(search):
    value = float(search.kernel(best_move)(search.work))
    move = int(search.work.line[0, 0])
    search.found([(move, value, [move])], depth=1, exact=False)


def best_move(w):
    best = -1e300
    for i in range(moves(w.stack[0], w.moves[0])):
        if not enter(w, 1):
            break
        make(w, 0, w.moves[0, i])
        value = -(worth(w, 1) if finished(w, 1) else judgement(w, 1))
        if value > best:
            best = value
            w.line[0, 0] = w.moves[0, i]
    return best
"""

EVALUATION = """
def evaluate(s, weights):
    return -weights[0] * (s.cells[4] == 2 - s.turn)


class Data:
    weights = (0.5,)
"""


@pytest.fixture
def own(tmp_path):
    """Write a file of one's own; its path."""

    def write(text: str, name: str = "mine.py") -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


def test_players_from_files_play_a_match(zermelo, own):
    path = own(PLAYER)
    words = ("match", "tictactoe", f"{path}:Ann:greed=2", f"{path}:Bob", "--games", "4", "--json")
    code, out, err = zermelo(*words)
    assert code == 0, err
    names = json.loads(out)["players"]
    assert names[0].endswith("Ann:greed=2")
    assert names[1].endswith("Bob")


def test_a_method_from_a_file(zermelo, own):
    path = own(METHOD)
    words = ("analyse", "tictactoe", "--position", "XX./OO./... X", "--method", f"{path}:greedy", "--json")
    code, out, _ = zermelo(*words)
    assert code == 0
    found = json.loads(out)
    assert (found["move"], found["value"], found["method"]) == ("c1", 1.0, "greedy")
    assert zermelo("match", "tictactoe", path, "random", "--games", "2")[0] == 0


def test_a_method_sees_the_end_of_a_game_that_ends_for_want_of_a_move(own):
    start = z.load("nim:piles=3").start()
    assert not start.game.has("over")
    for compiled in (True, False):
        found = z.analyse(start, method=own(METHOD), limit=z.Limit(nodes=100), compiled=compiled)
        assert (found.move, found.value) == ("3-3", 1)  # takes all


def test_a_method_that_is_stopped_before_it_knows_anything(own):
    """What it began with, -1e300, is not what it found."""
    found = z.analyse(z.load("tictactoe").start(), method=own(METHOD), limit=z.Limit(nodes=1), compiled=False)
    assert found.value == 0
    stopped = own(METHOD.replace("best = -1e300", "w.stop = 1\n    best = -1e300"), "other.py")
    assert z.analyse(z.load("tictactoe").start(), method=stopped, compiled=False).value == 0


def test_an_evaluation_from_a_file(own):
    start, path = z.load("tictactoe").start(), own(EVALUATION)
    limit = z.Limit(depth=1)
    assert z.analyse(start, method="minimax", evaluate=path, limit=limit, compiled=False).move == "b2"


WRONG_PLAYERS = [
    ("return 1 / 0", r"mine\.py:4: Eve\.choose\(\) failed: ZeroDivisionError"),
    ("return None", "chooses None, which is not the name of a move"),
    ("return 'z9'", "plays 'z9', which is no move in"),
    ("return position.nothing", r"mine\.py:4: Eve\.choose\(\) failed: AttributeError"),
]


@pytest.mark.parametrize(("body", "message"), WRONG_PLAYERS)
def test_a_mistake_in_a_player_is_one_line(zermelo, own, body, message):
    path = own(f"\nclass Eve:\n    def choose(self, position, past=()):\n        {body}\n")
    for words in (("match", "tictactoe", path, "random"), ("play", "tictactoe", "--with", path)):
        code, _, err = zermelo(*words)
        told = [line for line in err.splitlines() if "no terminal" not in line]
        assert (code, len(told)) == (2, 1), err
        if words[0] == "match":
            assert re.search(message, told[0])


WRONG_METHODS = [
    ("search.kernel(best_move)(search.work)", "1 / 0", r"mine\.py:11: the method greedy failed: ZeroDivisionError"),
    ("search.found([(move, value, [move])], depth=1, exact=False)", "pass", "greedy ended without search.found"),
    ("move = int(", "move = 77 + int(", "greedy found the move [78][0-9], which is none at"),
    ("value = float(", "value = 1e200 + float(", "greedy found the value 1e[+]200, which is none"),
    ("[move])]", "[move], 4)]", r"mine\.py:13: the method greedy failed: ValueError"),
    ("enter(w, 1)", "enter(w, w.nothing)", r"mine\.py:19: the method failed: .*nothing"),
    ("@method(", "@method(3, ", "method"),
    ("@method", "@methd", r"mine\.py:9: NameError"),
]


@pytest.mark.parametrize(("was", "becomes", "message"), WRONG_METHODS)
def test_a_mistake_in_a_method_is_one_line(own, was, becomes, message):
    assert METHOD.count(was) >= 1
    with pytest.raises(z.Problem, match=message) as problem:
        z.analyse(z.load("tictactoe").start(), method=own(METHOD.replace(was, becomes)), compiled=False)
    assert "\n" not in str(problem.value)


def test_a_method_that_does_not_compile_is_not_called_rules(own):
    path = own(METHOD.replace("enter(w, 1)", "enter(w, 'one')"))
    with pytest.raises(z.Problem, match=r"mine\.py:\d+: the method does not compile"):
        z.analyse(z.load("tictactoe").start(), method=path, limit=z.Limit(nodes=5))


def test_an_unknown_limit_of_a_method(zermelo, own):
    code, _, err = zermelo("analyse", "tictactoe", "--method", own(METHOD), "--depth", "3")
    assert (code, "unknown limit 'depth' of greedy" in err) == (2, True)


WRONG_NAMES = [
    (PLAYER, ":Anne", "unknown player or method 'Anne' in .*did you mean Ann"),
    (PLAYER, "", "several players: say which, as in .*mine.py:Ann"),
    (METHOD, ":greddy", "unknown player or method 'greddy' in .*did you mean greedy"),
    ("x = 1", "", "has neither a player, a class with choose"),
    ("", ":Ann", "has neither a player, a class with choose"),
    (PLAYER, ":Ann:gred=2", "unknown option 'gred' of .*did you mean greed"),
    (PLAYER, ":Bob:seed=x", "unknown option 'seed'"),
]


@pytest.mark.parametrize(("text", "name", "message"), WRONG_NAMES)
def test_wrong_names_in_files(own, text, name, message):
    with pytest.raises(z.Problem, match=message):
        z.player(own(text) + name)


def test_a_tree_of_a_method_without_a_log_is_refused(zermelo, own):
    code, _, err = zermelo("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--method", own(METHOD))
    assert (code, err.count("\n")) == (2, 1)
    assert "keeps no log that a tree could show" in err or "unknown limit" in err


# --- slips that leave no line in the file -----------------------------------------------------------------------------

BAD_PLAYERS = [
    ("def choose(self, position):\n        return ''", r"mine\.py: Eve\.choose\(\) failed: TypeError: .*positional"),
    ("def choose(self):\n        return ''", r"mine\.py: Eve\.choose\(\) failed: TypeError"),
    ("def choose(self, p, q):\n        raise SystemExit(7)", r"mine\.py:3: Eve\.choose\(\) failed: SystemExit"),
    ("def __init__(self, level): pass\n    def choose(self, p, q): pass", r"mine\.py: Eve\(\) failed: TypeError"),
    ("@property\n    def name(self): 1 / 0\n    def choose(self, p, q): pass", r"mine\.py:3: Eve\(\) failed: Zero"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "message"), BAD_PLAYERS)
def test_a_player_that_cannot_be_called_is_one_line(own, body, message):
    path = own(f"class Eve:\n    {body}\n")
    with pytest.raises(z.Problem, match=message):
        z.player(path).choose(z.load("tictactoe").start())


BAD_METHODS = [
    ("def run(search):", "def run():", r"mine\.py: the method greedy failed: TypeError"),
    ('limits=("time", "nodes")', "fields=(3,)", r"mine\.py: to make the workspace of greedy failed: TypeError"),
    ('limits=("time", "nodes")', 'fields=(lambda e: [("x", "what")],)', "to make the workspace of greedy failed"),
    ('limits=("time", "nodes")', "refuses=lambda game: 1 / 0", r"mine\.py:\d+: what greedy refuses failed: Zero"),
]


@pytest.mark.parametrize(("was", "becomes", "message"), BAD_METHODS)
def test_a_method_that_cannot_be_called_is_one_line(own, was, becomes, message):
    assert METHOD.count(was) == 1
    with pytest.raises(z.Problem, match=message):
        z.analyse(z.load("tictactoe").start(), method=own(METHOD.replace(was, becomes)), compiled=False)


def test_what_registers_is_a_function():
    with pytest.raises(z.Problem, match="stands above a function, not 3"):
        z.method("three")(3)


def test_numbers_of_numpy_are_numbers(zermelo, own):
    told = "search.found([(np.int64(move), np.float32(value), np.array([move]))], depth=np.int64(1), exact=np.bool_(0))"
    path = own(
        "import numpy as np\n" + METHOD.replace("search.found([(move, value, [move])], depth=1, exact=False)", told)
    )
    code, out, err = zermelo("analyse", "tictactoe", "--method", path, "--json")
    assert (code, json.loads(out)["exact"]) == (0, False), err


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "mtdf", "paranoid", "maxn", "expectimax", "star1"])
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_an_evaluation_that_is_no_number_proves_nothing(own, method, value):
    path = own(f"from numpy import {value}\n\n\ndef evaluate(s):\n    return {value}\n")
    limit = z.Limit(depth=2)
    with pytest.raises(z.Problem, match=r"evaluate\(\) is not a number somewhere below"):
        z.analyse(z.load("tictactoe").start(), method=method, evaluate=path, limit=limit, compiled=False)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limit": {"time": "x"}}, "time='x' must be a number"),
        ({"limit": {"depth": 2.5}}, r"depth=2\.5 must be a whole number"),
        ({"limit": {"nodes": True}}, "nodes=True must be a whole number"),
        ({"method": 3}, "a str is wanted"),
        ({"lines": 0}, "lines=0: one line at least"),
    ],
)
def test_beginners_slips(given, message):
    def ask(limit=None, **more):
        return z.analyse(z.load("tictactoe").start(), limit=z.Limit(**limit or {"depth": 1}), compiled=False, **more)

    with pytest.raises(z.Problem, match=message):
        ask(**given)
