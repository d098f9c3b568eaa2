"""Native code is that of the rules as they are now: no stale code, no mixed-up games, problems in one line."""

import os
import subprocess
import sys
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import zermelo as z
from take import GAME, leaves, write
from zermelo.core import native
from zermelo.core.binding import fingerprint
from zermelo.core.catalogue import load
from zermelo.core.kernel import at_root, kernel
from zermelo.core.vocabulary import mover
from zermelo.count.perft import leaves_below
from zermelo.errors import RulesProblem
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.alphabeta import alphabeta
from zermelo.search.alphabeta.minimax import minimax
from zermelo.search.workspace import searching


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

    def test_names_of_code(self, tmp_path):
        """Another rule, another kernel, another kind of argument: another name. The same in another file: the same."""
        texts = [GAME, GAME, GAME.replace("(1, 2)", "(1, 3)"), GAME.replace("n: int8", "n: int8\n            m: int8")]
        games = [z.load(write(tmp_path / f"g{k}.py", text)) for k, text in enumerate(texts)]

        def name(game: z.Game, function: Any, *parts: Any, extra: Any = None, numbers: Any = (0, 1)) -> str:
            made = kernel(game, function, extra, parts=parts)
            made.kinds = tuple(map(native.kind_of, (at_root(game.start(), *parts)[0], *numbers)))
            return made.name

        names = [name(game, leaves_below) for game in games]
        assert names[0] == names[1]
        names[1] = name(games[1], leaves_below, searching)
        names.append(name(games[0], minimax, searching))
        names.append(name(games[0], minimax, searching, extra={mover: always_first}))
        assert len(set(names)) == len(names)

    def test_fingerprint_sees_arrays(self):
        def function():
            return TABLE[0]  # noqa: F821

        def version(table):
            return fingerprint(FunctionType(function.__code__, {"TABLE": table}), {})

        assert version(np.array([1, 2])) == version(np.array([1, 2]))
        assert version(np.array([1, 2])) != version(np.array([1, 3]))
        assert version(np.array([1, 2])) != version(np.array([1.0, 2.0]))
        assert version(1) != version(True)


def always_first(s):
    return 0


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
        ["players = 3", "payoff_range = 5", "max_moves = 'a'", "max_plies = 10**9", "max_plies = 0",
         "board = 3", "symmetries = 'x'", "payoff_sum = 'none'", "repetition = 3", "occurrences = 1"],
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
        with pytest.raises(RulesProblem, match=r"take.py:29: the rules do not compile") as problem:
            leaves(path)
        assert "\n" not in str(problem.value)
        with pytest.raises(RulesProblem, match="the rules do not compile"):  # and again: nothing is left half done
            leaves(path)

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (
                ("s.n -= take", "s.m -= take"),
                r"take.py:\d+: the rules do not compile: play\(\) asks for 'm', which is not",
            ),
            (("    def play(", "    def over(s):\n        s.n == 0\n\n    def play("), "does a rule forget to return"),
        ],
    )
    def test_slips_that_numba_stumbles_over(self, tmp_path, change, words):
        with pytest.raises(RulesProblem, match=words) as problem:
            leaves(write(tmp_path / "take.py", GAME, change))
        assert "\n" not in str(problem.value)

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (("s.n -= take", "s.n -= take\n        if s.n < 5:\n            raise ValueError('too few')"), "too few"),
            (("s.n -= take", "s.n -= take\n        if s.n < 5:\n            raise ValueError('few', s.n)"), "few"),
            (("s.n -= take", "s.n -= take\n        assert s.n >= 5"), "AssertionError"),
        ],
    )
    def test_exceptions_in_compiled_code(self, tmp_path, change, words):
        """They come through from any depth, as one line; the kernel can be called again."""
        game = z.load(write(tmp_path / "take.py", GAME, change))
        count, w = kernel(game, leaves_below), at_root(game.start())
        for _ in range(2):
            with pytest.raises(RulesProblem, match=rf"take.py:3.: the rules of .*take.py failed: .*{words}") as problem:
                count(w[0], 0, 6)
            assert "\n" not in str(problem.value)
        assert count(w[0], 0, 1) == 2

    def test_exceptions_in_plain_python(self, tmp_path):
        """They name the line."""
        change = ("s.n -= take", "s.n -= take\n        if s.n < 5:\n            raise ValueError('too few')")
        game = z.load(write(tmp_path / "take.py", GAME, change))
        with pytest.raises(RulesProblem, match=r"take.py:31: the rules of .*take.py failed: ValueError: too few"):
            kernel(game, leaves_below, compiled=False)(at_root(game.start())[0], 0, 6)

    def test_array_bounds_are_checked_on_request(self, tmp_path):
        """As the guide says: NUMBA_BOUNDSCHECK=1. It is other code than without."""
        changes = (("TAKES = (1, 2)", "import numpy as np\nTAKES = (1, 2)\nTABLE = np.zeros(3, np.int8)"),)
        changes += (("s.n -= take", "s.n -= take + TABLE[7 - s.n]"),)
        path = write(tmp_path / "take.py", GAME, *changes)
        code = "import sys, zermelo as z; print(z.perft(z.load(sys.argv[1]).start(), 6).leaves)"
        for checks in ("", "1"):
            env = {**os.environ, "NUMBA_BOUNDSCHECK": checks} if checks else dict(os.environ)
            done = subprocess.run([sys.executable, "-c", code, path], env=env, capture_output=True, text=True)
            assert ("IndexError" in done.stderr) == bool(checks)


@pytest.mark.parametrize("name", ["connect4", "draughts", "kalah", "virus"])
def test_plain_python_agrees(name):
    """The same search where every array access is checked, which it is not in compiled code."""
    start = load(name).start()
    plain, compiled = (analyse(start, limit=Limit(depth=2), compiled=compiled) for compiled in (False, True))
    assert (plain.move, plain.value, plain.nodes) == (compiled.move, compiled.value, compiled.nodes)


RECURSIONS = [
    ("def down(n):\n    return n if n <= 0 else down(n - 1)", "down(take)"),
    ("def down(n):\n    return n if n <= 0 else down(n - 1)", "down(3)"),
    ("def down(n: int) -> int:\n    return n if n <= 0 else down(n - 1)", "down(take)"),
    ("def down(n: int) -> int:\n    return n if n <= 0 else down(n - 1)", "down(s.n) + down(9)"),
    ("def down(n: 'int', m: float) -> 'int':\n    return n if n <= 0 else down(n - 1, 2 * m)", "down(take, 1)"),
    (
        "def down(n):\n    return n if n <= 0 else further(n - 1)\n\n"
        "def further(n):\n    return n if n <= 0 else down(n - 1)",
        "down(take) + further(s.n)",
    ),
    (
        "def down(s, n) -> None:\n    if n <= 0:\n        return\n    s.n += 1\n    down(s, n - 1)\n    s.n -= 1",
        "(down(s, take) is not None)",
    ),
]


def test_recursion_with_other_types_survives_the_cache(tmp_path):
    """Helpers that call themselves, or each other, with other types than at first: cold, then from the cache."""
    paths = []
    for number, (helpers, call) in enumerate(RECURSIONS):
        changes = (("def bonus():\n    return 0", f"def bonus():\n    return 0\n\n{helpers}"),)
        paths += [write(tmp_path / f"take{number}.py", GAME, *changes, ("s.n -= take", f"s.n -= take + {call}"))]
    code = "import sys, zermelo as z; print(*[z.perft(z.load(path).start(), 3).leaves for path in sys.argv[1:]])"
    for _ in range(2):
        answer = subprocess.check_output([sys.executable, "-c", code, *paths], text=True)
        assert answer.split() == ["8"] * len(RECURSIONS)


def test_recursion_that_needs_annotations_says_so(tmp_path):
    half = (
        "def bonus():\n    return 0\n\ndef half(n, x: float) -> float:\n    return x if n == 0 else half(n - 1, x / 2)"
    )
    changes = (("def bonus():\n    return 0", half), ("s.n -= take", "s.n -= take + int(half(take, 0.0))"))
    path = write(tmp_path / "take.py", GAME, *changes)
    with pytest.raises(RulesProblem, match=r"the rules do not compile: .* annotate all its numbers") as problem:
        leaves(path)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("said", "environment", "setup"),
    [
        (1, {"ZERMELO_QUIET": ""}, ""),
        (0, {"ZERMELO_QUIET": "1"}, ""),
        (0, {"ZERMELO_QUIET": ""}, "logging.getLogger('zermelo').setLevel('WARNING')"),
        (0, {"ZERMELO_QUIET": ""}, "logging.getLogger('zermelo').addHandler(logging.FileHandler(sys.argv[2]))"),
    ],
)
def test_why_it_takes_a_while_is_said_once(tmp_path, said, environment, setup):
    """On standard error, unless somebody listens to the logger or wants silence."""
    path = write(tmp_path / "take.py", GAME)
    code = f"""if True:
        import logging, sys, zermelo as z
        {setup}
        start = z.load(sys.argv[1]).start()
        print(z.perft(start, 3).leaves, z.survey(start).leaves)"""
    env = {**os.environ, "ZERMELO_CACHE": "", **environment}
    words = [sys.executable, "-c", code, path, str(tmp_path / "log")]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "8 21\n"
    assert done.stderr.count("zermelo: compiling") == done.stderr.count("\n") == said
    if "FileHandler" in setup:
        assert (tmp_path / "log").exists()
