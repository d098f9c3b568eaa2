"""The conformance test passes what is well made, and names the first thing that is not."""

import io
import json
import re
import sys
import traceback
from pathlib import Path
from time import sleep

import numpy as np
import pytest
from numpy import int8, int16

import zermelo as z
from zermelo.check import endless
from zermelo.check.conformance import check_game
from zermelo.cli import check as command
from zermelo.core.catalogue import names
from zermelo.errors import Fault


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in ("leduc", "goofspiel", "repeated") else ())
             for name in names()]
)  # fmt: skip
def test_shipped_games_are_well_made(name):
    """In plain Python, compiled, and both the same; other options of a game are checked beside its own tests."""
    slow = {
        "hex": 40,
        "chinese-checkers": 100,
        "focus": 100,
        "go": 60,
        "virus": 100,
        "rolit": 100,
        "pig": 200,
    }  # plies, in plain Python
    report = check_game(z.load(name), games=1 if name in slow else 3, plies=slow.get(name, 400))
    assert report.compiled
    assert report.longest >= 2


@pytest.mark.parametrize("file", ["chomp.py", "morris.py", "open_lines.py"])
def test_example_games_are_well_made(file):
    report = check_game(z.load(str(Path(__file__).parents[2] / "examples" / file)), games=3)
    assert (report.ended, report.compiled) == (3, True)


class Take(z.Rules):
    """Take 1 or 2 of 5."""

    class State:
        n: int8

    def start(s):
        s.n = 5

    def moves(s, out):
        out[0], out[1] = 1, 2
        return min(2, s.n)

    def play(s, take):
        s.n -= take

    def payoff(s, out):
        out[s.turn] = -1
        out[1 - s.turn] = 1


BASE = (Path(__file__).parent / "wrong" / "base.py").read_text().partition("class Race")[0]  # the same as a file


def one_key(s):
    return 1


def never_over(s):
    return s.n < 0


def twice(s, out):
    out[0], out[1] = 1, 1
    return min(2, s.n)


def eager(s, out):
    s.n -= 1
    out[0] = 1
    return 1


def idle(s, take):
    s.turn = 1 - s.turn  # which passes on by itself, and so comes back


def generous(s, out):
    out[0], out[1] = 1, 1


def huge(s, out):
    out[0], out[1] = 5, -5


def enthusiastic(s):
    return 3.0


def silent(s):
    pass


def demanding(s, weights):
    return weights[0]


class Other:
    komi = 0.5


def failing(s, take):
    if s.n < 4:
        raise ValueError("no")
    s.n -= take


def nobody(s):
    return 7


WRONG = [
    ({"key": one_key}, r"key\(\) is the same for positions that differ"),
    ({"over": never_over}, r"over\(\) is false, but there is no move at n=0"),
    ({"moves": twice}, r"moves\(\) lists a move twice: \[1, 1\] at n=5"),
    ({"moves": eager}, r"moves\(\) changes the position"),
    ({"play": idle}, r"play\(\) changes nothing with the move"),
    ({"payoff": generous}, "adds up to 2 and not to payoff_sum = 0"),
    ({"payoff": huge}, "outside payoff_range"),
    ({"evaluate": enthusiastic}, r"evaluate\(\) is 3.0, outside payoff_range"),
    ({"evaluate": silent}, r"evaluate\(\) must return a number, not None"),
    ({"evaluate": demanding}, "asks for data 'weights', but wrong is given none: there is no class Data"),
    ({"evaluate": demanding, "Data": Other}, "asks for data 'weights', but wrong has komi"),
    ({"play": failing}, r"test_check.py:\d+: play\(\) of .* failed: ValueError: no"),
    ({"mover": nobody}, r"mover\(\) is 7, but there are 2 players"),
    ({"evalute": enthusiastic}, "evalute is neither a rule nor a setting; did you mean evaluate"),
    ({"payofrange": (0, 1)}, "did you mean payoff_range"),
]


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_names_what_is_wrong(change, words):
    with pytest.raises(z.RulesProblem, match=words) as problem:
        check_game(type("Wrong", (Take,), change), compiled=False)
    assert "\n" not in str(problem.value)


def test_compiled_code_must_agree():
    """A rule that computes something else when compiled: small integers wrap around in NumPy only."""

    def overflowing(s):
        return 1.0 if s.n * int8(100) > 0 else -1.0

    check_game(Take, games=3)
    with pytest.raises(z.RulesProblem, match="differs between compiled code and plain Python"):
        check_game(type("Overflow", (Take,), {"evaluate": overflowing}), games=3)


def test_games_of_which_none_ends_are_told():
    """If no position that can come about is over, the rules are wrong; if one may be, nothing was shown."""

    class Endless(Take):
        def play(s, take):
            s.n = 5

    with pytest.raises(z.RulesProblem, match="no game ends: none of the 2 positions that can come about is over"):
        check_game(Endless, games=2, plies=50, compiled=False)

    class Long(Take):
        class State:
            n: int16

        def start(s):
            s.n = 2000

    report = check_game(Long, games=2, plies=50, compiled=False)
    assert (report.ended, report.longest) == (0, 50)


def test_the_command_says_if_no_game_ended(zermelo, tmp_path):
    file = tmp_path / "long.py"
    file.write_text(BASE.replace("s.left = 5", "s.left = 2000").replace("int8", "int16"))
    code, out, _ = zermelo("check", str(file), "--games", "2")
    assert code == 0
    assert "nothing wrong found" in out
    assert "No random game came to its end: payoff() was never asked." in out


def test_a_failure_in_compiled_rules_is_told():
    with pytest.raises(z.RulesProblem, match=r"test_check.py:\d+: the rules of failing failed: ValueError"):
        z.solve(z.Game(type("Failing", (Take,), {"play": failing})).start(), method="minimax")


class Race(z.Rules):
    """Two runners, one step or two at a time; who comes to the end of the track first wins."""

    max_moves, max_plies = 2, 20

    class State:
        place: (int8, 2)
        turn: int8

    def moves(s, out):
        out[0], out[1] = 1, 2
        return 2

    def play(s, steps):
        s.place[s.turn] += steps
        s.turn = 1 - s.turn

    def over(s):
        return s.place[1 - s.turn] >= 5

    def payoff(s, out):
        out[1 - s.turn] = 1
        out[s.turn] = -1


def race(**rules):
    return z.Game(type("Race", (Race,), rules))


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"order": lambda s, move: "x"}, "order() is not a number but 'x'"),
        ({"noisy": lambda s, out: 3}, "noisy() lists"),
        ({"bounds": lambda s: (1.0, -1.0)}, "bounds() are 1.0 and -1.0"),
        ({"bounds": lambda s: (-1.0, -1.0)}, "bounds() says at most -1, but a move wins 1"),
        ({"bounds": lambda s: (-1.0, 0.0 if s.place[s.turn] == 4 else 1.0)}, "bounds() says at most 0"),
    ],
)
def test_opinions_are_checked(rules, problem):
    with pytest.raises(z.RulesProblem, match=re.escape(problem)):
        check_game(race(**rules), compiled=False)


def test_opinions_are_compiled():
    check_game(race(bounds=lambda s: (-1.0, 1.0), order=lambda s, move: float(move)), games=2)
    with pytest.raises(z.RulesProblem, match="do not compile"):
        check_game(race(bounds=lambda s: (-1.0, 1.0) if s.turn == 0 else [-1.0, 1.0]), games=2)


def test_fields_may_be_called_as_numpy_calls_something():
    """Compiled or not, by each of the names that NumPy's scalars have."""

    class Shadows(Take):
        class State:
            n: int8
            round: (int8, 2)
            size: int8
            max: int8
            data: int8
            copy: int8
            dtype: int8
            tobytes: int8
            turn: int8

        def play(s, take):
            t = z.copy(s)
            t.size += 1
            s.n -= take
            s.round[s.turn] += 1
            s.size, s.max, s.data = t.size, max(s.max, take), take
            s.copy = s.dtype = s.tobytes = t.data
            s.turn = 1 - s.turn

        def evaluate(s):
            return (s.size - s.round[0] - s.round[1]) / 10

    report = check_game(Shadows, games=3)
    assert report.compiled
    assert z.solve(z.Game(Shadows).start()).value == 1
    assert set(Shadows.State.__annotations__) - {"n", "turn", "round"} <= set(dir(np.void))


def test_as_quick_for_a_file_as_for_its_class(tmp_path):
    """The file is run once more, to see that it says the same in another process; not for every position."""
    runs = tmp_path / "runs"
    file = tmp_path / "take.py"
    file.write_text(f"{BASE}\nwith open({str(runs)!r}, 'a') as file:\n    file.write('x')\n")
    assert check_game(z.load(str(file)), games=10, compiled=False).positions > 20
    assert len(runs.read_text()) <= 4


def test_slow_rules_are_tried_less():
    """As 81 cells and 8 symmetries are in plain Python; they are not refused."""

    class Slow(Take):
        def moves(s, out):
            sleep(0.01)
            out[0], out[1] = 1, 2
            return min(2, s.n)

    report = check_game(Slow, games=1000, seconds=0.5, compiled=False)
    assert 20 <= report.positions < 1000


def test_progress_is_told():
    told = []
    check_game(Take, games=3, compiled=False, tell=lambda games, positions: told.append((games, positions)))
    assert told[0] == (1, 1)
    assert told[-1][0] == 3


def test_a_mistake_of_ours_is_not_blamed_on_the_rules(monkeypatch):
    """It says so, and keeps its traceback."""

    scope = {}
    ours = Path(z.__file__).parent / "core" / "broken.py"
    exec(compile("def broken(*_):\n    return {}['nothing']", str(ours), "exec"), scope)
    monkeypatch.setattr(z.Game, "ask", scope["broken"])
    with pytest.raises(Fault, match=r"Zermelo's own code failed, not order\(\) of take: KeyError: 'nothing'") as fault:
        check_game(Take, games=1, compiled=False)
    assert isinstance(fault.value.__cause__, KeyError)
    assert [frame.name for frame in traceback.extract_tb(fault.value.__cause__.__traceback__)][-1] == "broken"


def test_the_command_tells_what_was_tried_as_json(zermelo, tmp_path):
    file = tmp_path / "take.py"
    file.write_text(BASE)
    code, out, err = zermelo("check", str(file), "--games", "4", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert 4 * 4 <= told.pop("positions") <= 4 * 6
    assert 3 <= told.pop("longest") <= 5
    assert told.pop("notes") == []
    assert told == {"ok": True, "game": str(file), "games": 4, "ended": 4, "most_moves": 2, "compiled": True}


@pytest.mark.parametrize("patience", [0.0, 600.0])
def test_the_command_shows_progress_once_it_takes_long(zermelo, tmp_path, monkeypatch, patience):
    """On one line of the terminal, of which nothing is left."""
    monkeypatch.setattr(command, "PATIENCE", patience)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    file = tmp_path / "take.py"
    file.write_text(BASE)
    assert zermelo("check", str(file), "--games", "5")[0] == 0
    _, *shown, last, end = screen.getvalue().split("\r")
    assert bool(shown) == (patience == 0)
    assert all(re.fullmatch(r"game [1-5], \d+ positions *", line) for line in shown)
    assert (last.strip(), end) == ("", "")


class Screen(io.StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        return True


def test_endless_rules_of_an_installed_package_are_stopped(monkeypatch, tmp_path):
    """They are in no file of one's own, whose line could be named."""
    monkeypatch.setattr(endless, "LONGEST", 0.3)
    scope = {}
    installed = tmp_path / "site-packages" / "games.py"
    exec(compile("def moves(s, out):\n    while s.n == s.n:\n        pass\n", installed, "exec"), scope)
    with pytest.raises(z.RulesProblem, match=r"^moves\(\) does not come to an end: it has run for 0.3 s$"):
        check_game(type("Wrong", (Take,), {"moves": scope["moves"]}), compiled=False)
