"""Native code is that of the rules as they are now: no stale code, no mixed-up games, no need of a cache."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import zermelo as z
from zermelo.core import vocabulary
from zermelo.core.binding import fingerprint
from zermelo.core.catalogue import load
from zermelo.core.compile import native
from zermelo.errors import RulesProblem
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.alphabeta import alphabeta

GAME = """
    from numpy import int8
    from zermelo import Rules

    TAKES = (1, 2)

    def bonus():
        return 0

    class Take(Rules):
        '''Take 1 or 2 of n; who takes the last one wins.'''
        players = ("A", "B")

        class State:
            n: int8

        def start(s):
            s.n = 7

        def moves(s, out):
            k = 0
            for take in TAKES:
                if take <= s.n:
                    out[k] = take
                    k += 1
            return k

        def play(s, take):
            s.n -= take

        def payoff(s, out):
            out[s.turn] = -1 + bonus()
            out[1 - s.turn] = 1 - bonus()
"""


def write(path: Path, text: str, *changes: tuple[str, str]) -> str:
    text = textwrap.dedent(text)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    return str(path)


def leaves(path: str, depth: int = 3) -> int:
    return z.perft(z.load(path).start(), depth).leaves


def value(path: str) -> float:
    return analyse(z.load(path).start(), method="minimax", limit=Limit(depth=20)).value  # the quickest to compile


class TestEdits:
    """Edit the file: the next run uses the new rules, within one process and across processes."""

    def test_a_rule(self, tmp_path):
        path = write(tmp_path / "take.py", GAME)
        assert leaves(path, 2) == 4
        three = ("s.n = 7", "s.n = 3")
        assert leaves(write(tmp_path / "take.py", GAME, three), 2) == 3
        assert leaves(write(tmp_path / "take.py", GAME, three, ("take <= s.n", "take < s.n")), 2) == 1

    def test_a_constant_table(self, tmp_path):
        assert leaves(write(tmp_path / "take.py", GAME)) == 8
        assert leaves(write(tmp_path / "take.py", GAME, ("(1, 2)", "(1, 2, 3)"))) == 23

    def test_a_helper_function(self, tmp_path):
        path = write(tmp_path / "take.py", GAME)
        assert value(path) == 1
        assert value(write(tmp_path / "take.py", GAME, ("return 0", "return 2"))) == -1

    def test_a_helper_module(self, tmp_path):
        changes = (("TAKES = (1, 2)", "import mytables"), ("in TAKES", "in mytables.TAKES"))
        changes += (("def bonus():\n    return 0", ""), ("bonus()", "mytables.bonus()"))
        (tmp_path / "mytables.py").write_text("TAKES = (1, 2)\ndef bonus():\n    return 0\n")
        path = write(tmp_path / "take.py", GAME, *changes)
        assert (leaves(path), value(path)) == (8, 1)
        (tmp_path / "mytables.py").write_text("TAKES = (1, 3)\ndef bonus():\n    return 0\n")
        assert leaves(path) == 7
        (tmp_path / "mytables.py").write_text("TAKES = (1, 2)\ndef bonus():\n    return 2\n")
        assert (leaves(path), value(path)) == (8, -1)

    def test_an_imported_helper(self, tmp_path):
        changes = (("def bonus():\n    return 0", "from mybonus import bonus"),)
        (tmp_path / "mybonus.py").write_text("def bonus():\n    return 0\n")
        path = write(tmp_path / "take.py", GAME, *changes)
        assert value(path) == 1
        (tmp_path / "mybonus.py").write_text("def bonus():\n    return 2\n")
        assert value(path) == -1

    def test_an_enum(self, tmp_path):
        enum = "from enum import IntEnum\n\nclass Take(IntEnum):\n    MOST = 2\n\nTAKES = (1, 2)"
        changes = (("TAKES = (1, 2)", enum), ("if take <= s.n", "if take <= s.n and take <= Limits.MOST.value"))
        changes = (*changes, ("class Take(IntEnum)", "class Limits(IntEnum)"))
        assert leaves(write(tmp_path / "take.py", GAME, *changes)) == 8
        assert leaves(write(tmp_path / "take.py", GAME, *changes, ("MOST = 2", "MOST = 1"))) == 1

    def test_a_module_of_a_module(self, tmp_path):
        folder = tmp_path / "myhelpers"
        folder.mkdir()
        (folder / "__init__.py").write_text("from . import tables\n")
        (folder / "tables.py").write_text("TAKES = (1, 2)\ndef bonus():\n    return 0\n")
        changes = (("TAKES = (1, 2)", "import myhelpers"), ("in TAKES", "in myhelpers.tables.TAKES"))
        changes += (("def bonus():\n    return 0", ""), ("bonus()", "myhelpers.tables.bonus()"))
        path = write(tmp_path / "take.py", GAME, *changes)
        assert (leaves(path), value(path)) == (8, 1)
        (folder / "tables.py").write_text("TAKES = (1, 3)\ndef bonus():\n    return 2\n")
        assert (leaves(path), value(path)) == (7, -1)

    def test_loading_leaves_other_modules_alone(self, tmp_path, monkeypatch):
        (tmp_path / "mybonus.py").write_text("def bonus():\n    return 0\n")
        path = write(tmp_path / "take.py", GAME, ("def bonus():\n    return 0", "from mybonus import bonus"))
        monkeypatch.syspath_prepend(str(tmp_path))
        import mybonus

        z.load(path)
        assert sys.modules["mybonus"] is mybonus

    def test_across_processes(self, tmp_path):
        code = "import sys, zermelo as z; print(z.perft(z.load(sys.argv[1]).start(), 3).leaves)"

        def run() -> int:
            return int(subprocess.check_output([sys.executable, "-c", code, path]))

        path = write(tmp_path / "take.py", GAME)
        assert run() == 8
        write(tmp_path / "take.py", GAME, ("(1, 2)", "(1, 3)"))
        assert run() == 7


class TestTwoGames:
    """Functions of the same names never share code."""

    def test_in_one_process(self, tmp_path):
        one = write(tmp_path / "one.py", GAME)
        two = write(tmp_path / "two.py", GAME, ("(1, 2)", "(2, 3)"))
        assert [leaves(one), leaves(two), leaves(one), leaves(two)] == [8, 4, 8, 4]

    def test_options_of_one_game(self):
        counts = [z.perft(z.load(f"connect4:width={w},height=4").start(), 3).leaves for w in (4, 5, 4)]
        assert counts == [64, 125, 64]

    def test_fingerprints(self, tmp_path):
        texts = [GAME, GAME, GAME.replace("(1, 2)", "(1, 3)"), GAME.replace("return 0", "return 2")]
        games = [z.load(write(tmp_path / f"g{k}.py", text)) for k, text in enumerate(texts)]
        prints = [fingerprint(alphabeta, game.replace) for game in games]
        assert prints[0] == prints[1]
        assert len(set(prints)) == 3

    def test_fingerprint_sees_arrays(self):
        def function():
            return TABLE[0]  # noqa: F821

        from types import FunctionType

        def version(table):
            return fingerprint(FunctionType(function.__code__, {"TABLE": table}), {})

        assert version(np.array([1, 2])) == version(np.array([1, 2]))
        assert version(np.array([1, 2])) != version(np.array([1, 3]))
        assert version(np.array([1, 2])) != version(np.array([1.0, 2.0]))
        assert version(1) != version(True)


class TestCache:
    """The cache may be read-only, broken or shared: the answer is the same, with one warning at most."""

    CODE = (
        "import sys, logging, zermelo as z; logging.basicConfig(level='INFO');"
        "print(z.perft(z.load('tictactoe').start(), 4).leaves, z.perft(z.load('connect4').start(), 4).leaves)"
    )
    ANSWER = f"{9 * 8 * 7 * 6} {7**4}"

    def run(self, folder: object, check: bool = True) -> tuple[str, str]:
        env = {**os.environ, "ZERMELO_CACHE": str(folder)}
        done = subprocess.run([sys.executable, "-c", self.CODE], env=env, capture_output=True, text=True, check=check)
        return done.stdout.strip(), done.stderr

    def test_second_run_compiles_nothing(self, tmp_path):
        first, second = self.run(tmp_path), self.run(tmp_path)
        assert first[0] == second[0] == self.ANSWER
        assert first[1].count("compiling") == 2
        assert "compiling" not in second[1]

    def test_corrupted(self, tmp_path):
        self.run(tmp_path)
        for file in tmp_path.glob("*.nbc"):
            file.write_bytes(file.read_bytes()[:-100] + b"x" * 100)
        again = self.run(tmp_path)
        assert again[0] == self.ANSWER
        assert again[1].count("WARNING") == 1
        assert "compiling" not in self.run(tmp_path)[1]

    def test_not_writable(self, tmp_path):
        place = tmp_path / "file"
        place.write_text("a file where the folder should be")
        out, err = self.run(place)
        assert out == self.ANSWER
        assert err.count("WARNING") == 1

    def test_switched_off(self):
        assert self.run("")[0] == self.ANSWER

    def test_two_processes_at_once(self, tmp_path):
        env = {**os.environ, "ZERMELO_CACHE": str(tmp_path)}
        both = [subprocess.Popen([sys.executable, "-c", self.CODE], env=env, stdout=-1, stderr=-1) for _ in range(2)]
        results = [process.communicate() for process in both]
        assert [process.returncode for process in both] == [0, 0]
        assert results[0][0] == results[1][0]
        assert not list(tmp_path.glob("*.tmp"))


class TestProblems:
    """Rules that cannot be used are told in one line that names the place."""

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (("def play(s, take):", "def play(s, take)"), r"take.py:\d+: expected ':'"),
            (("    def payoff(s, out):", "    def payout(s, out):"), r"has no rule payoff\(s, out\)"),
            (("return k", "k"), r"moves\(\) must return the number of moves, not None"),
            (("n: int8", "n: str"), r"State.n: .* is not a C type"),
            (("def play(s, take)", "def play(self, s, take)"), r"take.py:\d+: play\(self, s, take\) must take"),
            (("(Rules)", "(object)"), "one class derived from zermelo.Rules"),
            (("s.n = 7", "s.n = m"), r"take.py:\d+: start\(\) of .* NameError"),
            (("from numpy", "import nothing_such\nfrom numpy"), r"take.py:\d+: ModuleNotFoundError"),
        ],
    )
    def test_found_without_compiling(self, tmp_path, change, words):
        path = write(tmp_path / "take.py", GAME, change)
        with pytest.raises(RulesProblem, match=words) as problem:
            assert z.load(path).start().moves is None
        assert "\n" not in str(problem.value)

    @pytest.mark.parametrize(
        "setting",
        ["players = 3", "weights = 'x'", "payoff_range = 5", "max_moves = 'a'", "max_plies = 10**9", "max_plies = 0",
         "board = 3", "symmetries = 'x'", "payoff_sum = 'none'"],
    )  # fmt: skip
    def test_settings(self, tmp_path, setting):
        path = write(tmp_path / "take.py", GAME, ('players = ("A", "B")', setting))
        with pytest.raises(RulesProblem, match=rf"{setting.partition(' ')[0]} must be") as problem:
            z.load(path)
        assert "\n" not in str(problem.value)

    def test_a_mover_that_is_no_player(self, tmp_path):
        path = write(
            tmp_path / "take.py", GAME, ("    def moves(", "    def mover(s):\n        return 5\n\n    def moves(")
        )
        with pytest.raises(RulesProblem, match=r"mover\(\) is 5, but there are 2 players"):
            z.solve(z.load(path).start())

    def test_a_file_that_leaves(self, tmp_path):
        path = write(tmp_path / "take.py", GAME, ("TAKES =", "import sys; sys.exit(0); TAKES ="))
        with pytest.raises(RulesProblem, match=r"take.py:\d+: SystemExit"):
            z.load(path)

    def test_a_folder_called_py(self, tmp_path):
        folder = tmp_path / ".pyenv"
        folder.mkdir()
        assert z.load(write(folder / "take.py", GAME)).start().moves

    def test_does_not_compile(self, tmp_path):
        path = write(tmp_path / "take.py", GAME, ("s.n -= take", "s.n -= take; names = {}; names['a'] = object()"))
        with pytest.raises(RulesProblem, match=r"take.py:\d+: the rules do not compile") as problem:
            leaves(path)
        assert "\n" not in str(problem.value)


def test_weights_are_an_argument(tmp_path):
    """Another evaluation needs no compiling."""
    path = write(
        tmp_path / "take.py",
        GAME,
        ("players =", "weights = (0.0, 0.5)\n    players ="),
        ("    def payoff", "    def evaluate(s, weights):\n        return weights[s.n % 2]\n\n    def payoff"),
    )
    position = z.load(path).start()
    before = analyse(position, method="minimax", limit=Limit(depth=1)).value
    compiled = {name: native.dispatcher.stats for name, native in position.game._native.items()}
    after = analyse(position, method="minimax", limit=Limit(depth=1), weights=[0.25, -0.5]).value
    assert (before, after) == (0.0, 0.5)
    with pytest.raises(z.Problem, match=r"has weights of shape \(2,\), not \(1,\)"):
        analyse(position, weights=[1.0])
    assert compiled == {name: native.dispatcher.stats for name, native in position.game._native.items()}


@pytest.mark.parametrize("name", ["connect4", "draughts", "kalah", "virus"])
def test_plain_python_agrees(name):
    """The same search where every array access is checked, which it is not in compiled code."""
    start = load(name).start()
    plain, compiled = (analyse(start, limit=Limit(depth=2), compiled=compiled) for compiled in (False, True))
    assert (plain.move, plain.value, plain.nodes) == (compiled.move, compiled.value, compiled.nodes)


def test_recursion_with_other_types_survives_the_cache(tmp_path):
    """A helper that calls itself with another integer type than it was first called with: cold, then from the cache."""
    changes = (
        (
            "def bonus():\n    return 0",
            "def bonus():\n    return 0\n\ndef down(n):\n    return n if n <= 0 else down(n - 1)",
        ),
        ("s.n -= take", "s.n -= take + down(take)"),
    )
    path = write(tmp_path / "take.py", GAME, *changes)
    code = "import sys, zermelo as z; print(z.perft(z.load(sys.argv[1]).start(), 3).leaves)"
    assert [int(subprocess.check_output([sys.executable, "-c", code, path])) for _ in range(2)] == [8, 8]


def test_a_rule_can_be_a_kernel_itself():
    """What replaces it is then the outermost function, which Python calls."""
    game = z.load("connect4")
    position = game.position("44455")
    value = native(game, vocabulary.evaluate)(position.state, game.weights)
    assert value == position.evaluate()
