"""The command line as a user meets it: results on stdout, one line for every mistake, Ctrl-C that keeps the best."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from zermelo import count, load

EXAMPLES = Path(__file__).parents[2] / "examples"
CHOMP, AVERAGE = str(EXAMPLES / "chomp.py"), str(EXAMPLES / "look_around.py")
FIELDS = """game position method move value values exact pv lines depth nodes leaves evaluations time_s nodes_per_s hits
cuts seed""".split()


def answer(zermelo, *words: str) -> dict:
    code, out, err = zermelo(*words, "--json")
    assert code == 0, err
    assert out.count("\n") == 1
    return json.loads(out)


class TestAnswers:
    def test_games(self, zermelo):
        games = {row["game"]: row for row in answer(zermelo, "games")["games"]}
        assert {"tictactoe", "nim", "split-nim", "connect4", "othello", "hex"} <= set(games)
        assert games["tictactoe"]["value"] == 0
        assert games["connect4"]["options"]["width"]["default"] == 7
        listed = zermelo("games")[1]
        assert "othello" in listed
        square = listed.partition("perfect information")[2]
        assert square.index("pig") < square.index("kuhn")
        assert square.index("battleships") < square.index("stochastic") < square.index("pig")
        about = zermelo("games", "draughts")[1]
        assert "captures are forced" in about
        assert "quiet" in about
        assert "29 w" in about
        assert answer(zermelo, "games", "hex:size=7")["options"]["size"]["default"] == 11

    def test_analyse(self, zermelo):
        found = answer(zermelo, "analyse", "tictactoe", "--position", "XX./OO./... X")
        assert set(FIELDS) <= set(found)
        assert (found["move"], found["value"], found["values"], found["exact"]) == ("c1", 1, [1, -1], True)
        text = zermelo("analyse", "tictactoe", "--position", "XX./OO./... X")[1]
        assert "Best move: c1   value +1: X wins in 1 ply with best play" in text

    def test_analyse_lines(self, zermelo):
        found = answer(zermelo, "analyse", "tictactoe", "-p", "XX./OO./... O", "--lines", "9")
        values = {line["move"]: line["value"] for line in found["lines"]}
        assert values == {"c2": 1, "c1": 1, "a3": -1, "b3": -1, "c3": -1}
        assert [line["value"] for line in found["lines"]] == sorted(values.values(), reverse=True)

    def test_analyse_a_finished_game(self, zermelo):
        found = answer(zermelo, "analyse", "tictactoe", "-p", "XXX/OO./... O")
        assert (found["move"], found["value"], found["exact"], found["pv"]) == (None, -1, True, [])
        assert "over" in zermelo("analyse", "tictactoe", "-p", "XXX/OO./... O")[1]

    def test_limits(self, zermelo):
        assert answer(zermelo, "analyse", "connect4", "--depth", "3")["depth"] == 3
        assert answer(zermelo, "analyse", "connect4", "--method", "alphabeta:depth=3,table=0")["depth"] == 3
        assert answer(zermelo, "analyse", "connect4", "--nodes", "5000")["nodes"] <= 5000
        assert answer(zermelo, "analyse", "connect4", "--time", "0.2")["time_s"] < 2

    def test_seed(self, zermelo):
        moves = {answer(zermelo, "analyse", "tictactoe", "--seed", str(seed))["move"] for seed in range(12)}
        assert len(moves) > 1
        again = [answer(zermelo, "analyse", "tictactoe", "--seed", "5")["move"] for _ in range(2)]
        assert again[0] == again[1]

    def test_perft(self, zermelo):
        assert answer(zermelo, "perft", "othello", "9")["leaves"] == 3005288
        assert answer(zermelo, "perft", "connect4", "8")["leaves"] == 5673234
        divided = answer(zermelo, "perft", "tictactoe", "3", "--divide")
        assert divided["divide"]["a1"] == 56
        assert divided["leaves"] == sum(divided["divide"].values()) == 504

    @pytest.mark.parametrize(
        ("game", "value"),
        [
            ("tictactoe", 0),
            ("connect4:width=5,height=4,length=4", 0),
            ("othello:size=4", -8),
        ],
    )
    def test_solve(self, zermelo, game, value):
        found = answer(zermelo, "solve", game)
        assert (found["value"], found["exact"], found["game"]) == (value, True, game.removesuffix(",length=4"))

    def test_solve_methods(self, zermelo):
        for method in ("alphabeta", "minimax", "retrograde"):
            assert answer(zermelo, "solve", "nim:piles=2-3-4", "--method", method)["value"] == 1

    def test_tree(self, zermelo, tmp_path):
        picture = tmp_path / "tree.svg"
        code, out, _ = zermelo("tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--svg", str(picture))
        assert code == 0
        assert "7 of 9 leaves visited" in out
        assert picture.read_text().startswith("<svg")
        found = answer(zermelo, "tree", "[[3,12,8],[2,4,6],[14,5,2]]")
        assert (found["value"], found["leaves"], found["leaves_in_tree"]) == (3, 7, 9)
        assert found["tree"]["alpha"] == "-inf"

    def test_tree_without_a_method(self, zermelo):
        code, out, _ = zermelo("tree", '[{"info": "x", "children": [9, 100]}, {"info": "x", "children": [10, 10]}]')
        assert code == 0
        assert "sees x" in out
        assert "MIN gets -10" in out

    def test_tree_with_ties(self, zermelo):
        """What max-n leads to, however ties are broken, says nothing of a coalition."""
        source = "[[(1,2,6),(4,2,3)],[(3,5,2),(5,1,1)]]"
        _, alone, _ = zermelo("tree", source)
        _, together, _ = zermelo("tree", source, "--method", "coalition:allies=A+B")
        assert "leads to one of: (3, 5, 2) (4, 2, 3)" in alone
        assert "leads to one of" not in together

    def test_tree_with_chance(self, zermelo):
        code, out, _ = zermelo("tree", '{"player": "chance", "children": [[9, 100], [10, 10]]}')
        assert code == 0
        assert "p=0.5" in out
        assert "value +55 for MAX" in out

    def test_check(self, zermelo):
        assert answer(zermelo, "check", CHOMP)["ok"] is True

    def test_cache(self, zermelo, monkeypatch, tmp_path):
        monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
        assert answer(zermelo, "cache", "show")["files"] == 0
        (tmp_path / "a.zmc").write_bytes(b"12345")
        assert answer(zermelo, "cache")["bytes"] == 5
        assert answer(zermelo, "cache", "clear")["removed"] == 1
        assert answer(zermelo, "cache")["files"] == 0

    def test_version_and_help(self, zermelo):
        assert zermelo("--version")[1].startswith("zermelo 0.")
        assert "Examples" in zermelo("analyse", "--help")[1]


class TestOwnGame:
    """A path works wherever a name does."""

    def test_every_command(self, zermelo):
        larger = f"{CHOMP}:columns=5,rows=4"
        assert answer(zermelo, "perft", CHOMP, "2")["leaves"] == 84
        assert answer(zermelo, "solve", larger)["value"] == 1
        assert answer(zermelo, "solve", f"{CHOMP}:columns=1,rows=1", "--method", "minimax")["value"] == -1
        assert answer(zermelo, "analyse", larger)["move"] == "c3"
        code, out, _ = zermelo("play", larger, "--as", "0", "--with", "alphabeta:depth=8")
        assert code == 0
        assert "over: A +1, B -1" in out


WRONG = [
    (("analyse", "tictactoo"), "unknown game 'tictactoo' (did you mean tictactoe or blind-tictactoe?)"),
    (("analyse", "tictactoe", "--method", "alphabta"), "unknown method 'alphabta' (did you mean alphabeta or"),
    (("analyse", "tictactoe", "--method", "alphabeta:tabel=3"), "unknown option 'tabel' of alphabeta"),
    (("analyse", "tictactoe", "--method", "alphabeta:table=big"), "option alphabeta:table=big must be a number"),
    (("analyse", "tictactoe", "--method", "alphabeta:table=nan"), "option alphabeta:table=nan must be a number"),
    (("analyse", "tictactoe", "--method", "alphabeta:table=-5"), "option alphabeta:table=-5.0 must be at least 0"),
    (("solve", "tictactoe", "--method", "alphabeta:memory=3"), "unknown option 'memory' of alphabeta"),
    (("analyse", "tictactoe", "--method", "alphabeta:fail=softly"), "unknown value of option alphabeta:fail 'softly'"),
    (("analyse", "connect4:widht=5"), "unknown option 'widht' of connect4 (did you mean width"),
    (("analyse", "connect4:width=five"), "option width=five must be a whole number"),
    (("analyse", "connect4:width=99"), "option width=99 must be from 1 to"),
    (("analyse", "connect4:width=12,height=9"), "does not fit"),
    (("analyse", "connect4:width"), "not of the form name=value"),
    (("analyse", "tictactoe", "--position", "moves: b2 b2"), "unknown move 'b2' in tictactoe"),
    (("analyse", "tictactoe", "--position", "XXXX X"), "unreadable position 'XXXX X' in tictactoe"),
    (("analyse", "tictactoe", "--position", "XZ......./ X"), "unreadable position"),
    (("analyse", "connect4", "--position", "4444444"), "column 4 is full at stone 7); as moves: move 7: "),
    (("analyse", "tictactoe", "--time", "-1"), "time=-1.0 must be positive"),
    (("analyse", "tictactoe", "--depth", "0"), "depth=0 must be positive"),
    (("analyse", "tictactoe", "--threads", "0"), "threads"),
    (("analyse", "tictactoe", "--method", "alphabeta:depth=2", "--time", "1"), "part of the method"),
    (("analyse", "nowhere.py"), "there is no game file 'nowhere.py'"),
    (("analyse", "tictactoe", "--nonsense"), "--nonsense"),
    (("analyse",), "GAME"),
    (("perft", "tictactoe", "deep"), "integer"),
    (("perft", "tictactoe", "99"), "depth 99"),
    (("solve", "tictactoe", "--method", "magic"), "unknown solver 'magic'"),
    (("tree", "[1,"), "unreadable tree '[1,'"),
    (("tree", "[[],1]"), "has no children"),
    (("tree", "[3,12]", "--window", "5,5"), "the window '5,5' is empty"),
    (("tree", "[3,12]", "--view", "nobody"), "view must be max or mover"),
    (("tree", "[(1,2,3),(4,5,6)]", "--method", "alphabeta"), "more than two players"),
    (("play", "tictactoe", "--as", "3"), "there is no seat 3"),
    (("play", "tictactoe", "--with", "grandmother"), "unknown player 'grandmother'"),
    (("games", "chess"), "unknown game 'chess'"),
    (("games", f"{'x' * 300}.py"), "xxx.py"),
    (("tree", "x" * 300), "xxx"),
    (("analyse", "tictactoe", "--method", f"{'x' * 300}.py"), "xxx.py"),
    (("match", "tictactoe", "random", f"{'x' * 300}.py"), "xxx.py"),
    (("match", "tictactoe", "random", "random", "--workers", "9" * 20), "999 must be at most 256"),
    (("experiment", "enhancements", "--plot", "plot.jpg"), "a plot is written as .svg or .png, not '.jpg'"),
    (("experiment", "enhancements", "--plot", "nowhere/plot.svg"), "there is no folder nowhere"),
    (("nonsense",), "nonsense"),
]


@pytest.mark.parametrize(("words", "expected"), WRONG, ids=lambda value: " ".join(value)[:40] if value else "")
def test_one_line_for_a_mistake(zermelo, words, expected):
    code, out, err = zermelo(*words)
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert expected in err


def process(*words: str, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "zermelo", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )


def test_without_a_terminal_it_plays_itself():
    done = process("play", "tictactoe", stdin=subprocess.DEVNULL)
    out, err = done.communicate(timeout=60)
    assert done.returncode == 0, err
    assert "scores:" in out
    assert "expects" in out
    assert "over: X +0, O +0" in out


def test_play_json(zermelo):
    played = answer(zermelo, "play", "tictactoe", "--as", "0")
    assert played["over"] is True
    assert played["values"] == [0, 0]
    assert len(played["moves"]) == 9


CHATTY = """
import os, subprocess
print("a word at the beginning")
os.write(1, b"past Python")
subprocess.run(["echo", "from a child"])

class Talker:
    name = "talker"

    def choose(self, position, past=()):
        print("thinking aloud")
        return next(iter(position.moves))
"""


@pytest.mark.parametrize(
    "words",
    [
        ("games", "{file}"),
        ("match", "tictactoe", "{file}:Talker", "random", "--games", "2"),
        ("match", "tictactoe", "{file}:Talker", "random", "--games", "4", "--workers", "2"),
        ("play", "tictactoe", "--as", "0", "--with", "{file}:Talker"),
    ],
    ids=lambda words: " ".join(words[-2:]),
)
def test_json_is_alone_on_standard_output(tmp_path, words):
    """Whatever one's own files print, or what they call."""
    file = tmp_path / "chatty.py"
    file.write_text(Path(CHOMP).read_text() + CHATTY)
    done = process(*(word.format(file=file) for word in words), "--json", stdin=subprocess.DEVNULL)
    out, err = done.communicate(timeout=120)
    assert done.returncode == 0, err
    assert out.count("\n") == 1
    json.loads(out)
    for said in ("a word at the beginning", "past Python", "from a child"):
        assert said in err
    assert "thinking aloud" in err or words[0] == "games"


def test_without_json_what_one_prints_is_seen(tmp_path):
    (tmp_path / "chatty.py").write_text(Path(CHOMP).read_text() + CHATTY)
    out, _ = process("games", str(tmp_path / "chatty.py")).communicate(timeout=60)
    assert "a word at the beginning" in out


def test_play_json_asks_on_standard_error():
    done = process("play", "tictactoe", "--as", "1", "--with", "greedy", "--json", stdin=subprocess.PIPE)
    out, err = done.communicate("b2\nquit\n", timeout=120)
    assert json.loads(out)["moves"][0] == "b2"
    assert "X> " in err


class Terminal:
    """A program in a terminal of its own, spoken to as a person would."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.program = subprocess.Popen(
            [sys.executable, "-m", "zermelo", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            close_fds=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # also where tests run in the background
        )
        os.close(slave)
        self.seen = ""

    def until(self, pattern: str, seconds: float = 60) -> str:
        """Read until the pattern appears; returns what came, up to there."""
        end = time.monotonic() + seconds
        while not (match := re.search(pattern, self.seen)):
            assert time.monotonic() < end, f"no {pattern!r} in {self.seen!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 4096).decode()
                except OSError:
                    break
        assert match, f"no {pattern!r} in {self.seen!r}"
        text, self.seen = self.seen[: match.end()], self.seen[match.end() :]
        return text

    def type(self, line: str) -> None:
        os.write(self.master, (line + "\n").encode())


def test_control_c_gives_the_best_so_far():
    """A search without end, interrupted: it shows the best so far and exits cleanly."""
    terminal = Terminal("analyse", "connect4", "--time", "600")
    terminal.until(r"depth ([6-9]|\d\d)")
    terminal.program.send_signal(signal.SIGINT)
    assert "Best move: " in terminal.until("interrupted")
    assert terminal.program.wait(20) == 0


@pytest.mark.parametrize(
    ("words", "expected", "code"),
    [
        (("solve", "connect4"), "Interrupted: not solved", 1),
        (("play", "connect4", "--as", "0", "--with", "alphabeta:time=60"), "Game left unfinished", 0),
    ],
)
def test_control_c_elsewhere(words, expected, code):
    terminal = Terminal(*words)
    terminal.until("M/s", 120)
    terminal.program.send_signal(signal.SIGINT)
    terminal.until(expected)
    assert terminal.program.wait(60) == code


@pytest.mark.parametrize("start", [["-m", "zermelo"], ["-c", "from zermelo.cli import main; main()"]])
def test_control_c_before_anything_runs(tmp_path, start):
    """While Python still imports, also where it would lose an exception."""
    strike = "import os, signal, time, weakref\nclass Thing: pass\nthing = Thing()\n"
    strike += "seen = weakref.ref(thing, lambda _: (os.kill(os.getpid(), signal.SIGINT), time.sleep(60)))\ndel thing\n"
    (tmp_path / "typer.py").write_text(strike)
    done = subprocess.run(
        [sys.executable, *start, "games"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "zermelo: interrupted\n")


def test_control_c_while_a_game_is_read(zermelo, tmp_path):
    (tmp_path / "mine.py").write_text("raise KeyboardInterrupt")
    assert zermelo("games", str(tmp_path / "mine.py")) == (130, "", "zermelo: interrupted\n")


def test_control_c_during_perft():
    from _thread import interrupt_main
    from threading import Timer

    from zermelo import load, perft

    start = load("connect4").start()
    perft(start, 1)  # compiled now
    Timer(0.5, interrupt_main).start()
    counted = perft(start, 16)
    assert counted.interrupted
    assert counted.leaves > 0


@pytest.mark.parametrize("more", [(), ("--divide",), ("--json",)])
def test_a_count_that_was_interrupted_has_failed(zermelo, monkeypatch, more):
    counted = replace(count.perft(load("tictactoe").start(), 2), interrupted=True)
    monkeypatch.setattr(count, "perft", lambda *_: counted)
    code, out, err = zermelo("perft", "tictactoe", "2", *more)
    assert (code, err) == (1, "")
    assert "interrupted" in out


def test_play_in_a_terminal():
    """Board, scores and variation before the move; mistakes, take-back, scores off; the engine answers; leaving."""
    terminal = Terminal("play", "tictactoe", "--with", "alphabeta:depth=9")
    text = terminal.until("X> ")
    assert "X to move" in text
    assert "scores: " in text
    assert "expect " in text
    terminal.type("z9")
    assert "unknown move 'z9'" in terminal.until("X> ")
    terminal.type("b2")
    assert "plays" in terminal.until("X> ")
    terminal.type("undo")
    assert ". . ." in terminal.until("X> ")
    terminal.type("hint")
    terminal.until("X> ")
    terminal.type("moves")
    assert "a1 b1 c1" in terminal.until("X> ")
    terminal.type("quit")
    terminal.until("unfinished")
    assert terminal.program.wait(20) == 0


def test_nothing_below_the_command_line_prints():
    source = Path(__file__).parents[2] / "src" / "zermelo"
    printing = [
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        if re.search(r"^\s*print\(", path.read_text(), re.MULTILINE) and "cli" not in path.parts
    ]
    assert printing == []


def test_importing_compiles_and_loads_nothing_heavy():
    code = (
        "import sys, zermelo, zermelo.cli.commands; print([m for m in ('numpy', 'numba', 'rich') if m in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_counters_that_a_method_does_not_keep_are_not_shown(zermelo):
    """Of one's own, as of those that have no table."""
    _, own, _ = zermelo("analyse", "tictactoe", "--method", f"{AVERAGE}:average")
    assert re.search(r"^average: depth 2, 81 nodes \([\d.]+ M/s\), [\d.]+ s", own, re.MULTILINE)
    _, whole, _ = zermelo("analyse", "tictactoe", "--method", "minimax", "--depth", "2")
    assert re.search(r"^minimax: depth 2, .* nodes .*, 72 leaves, 72 evaluations, [\d.]+ s", whole, re.MULTILINE)
    _, grown, _ = zermelo("analyse", "tictactoe", "--method", "mcts:simulations=50", "--seed", "1")
    assert re.search(
        r"^mcts: depth \d+, .* nodes .*, 50 simulations \([\d,]+/s\),( [\d,]+ evaluations,)? [\d.]+ s",
        grown,
        re.MULTILINE,
    )


def test_where_nothing_can_be_written_it_is_said():
    if not Path("/dev/full").exists():
        return
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "zermelo", "games"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (2, "zermelo: cannot write the answer: No space left on device\n")
