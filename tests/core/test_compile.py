"""Native code is that of the rules as they are now: no stale code, no mixed-up games, no need of a cache."""

import gc
import os
import subprocess
import sys
import threading
import weakref
from collections import OrderedDict
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import zermelo as z
from take import GAME, leaves, write
from zermelo.core import cache, native, vocabulary
from zermelo.core.binding import fingerprint
from zermelo.core.catalogue import load
from zermelo.core.kernel import at_root, given_at, kernel, make
from zermelo.core.native import Unfit
from zermelo.core.vocabulary import SEATS, legal, mover, payoff
from zermelo.count.perft import leaves_below
from zermelo.errors import RulesProblem
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.alphabeta import alphabeta
from zermelo.search.alphabeta.minimax import minimax
from zermelo.search.workspace import searching


@pytest.fixture
def compiled(monkeypatch, tmp_path_factory) -> list[str]:
    """The kernels that are compiled in this process from now on; nothing is there."""
    from zermelo.core import compile as compiler

    made: list[str] = []
    really = compiler.compile_kernel
    monkeypatch.setenv("ZERMELO_COMPILE", "here")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr(native, "_loaded", OrderedDict())
    monkeypatch.setattr(compiler, "compile_kernel", lambda asked: made.append(repr(asked)) or really(asked))
    return made


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


class TestCache:
    """The cache may be read-only, broken or shared: the answer is the same, with one warning at most."""

    CODE = (
        "import sys, logging, zermelo as z; logging.basicConfig(level='INFO');"
        "print(z.perft(z.load('tictactoe').start(), 4).leaves, z.perft(z.load('connect4').start(), 4).leaves);"
        "print('numba' in sys.modules)"
    )
    ANSWER = f"{9 * 8 * 7 * 6} {7**4}"

    @pytest.fixture(autouse=True, params=[pytest.param("here", marks=pytest.mark.long), "in the helper"])
    def _where(self, request, monkeypatch):
        monkeypatch.setenv("ZERMELO_COMPILE", request.param if request.param == "here" else "")

    def run(self, folder: object) -> tuple[str, bool, str]:
        """What it says, whether Numba was there, and what it says about it."""
        env = {**os.environ, "ZERMELO_CACHE": str(folder)}
        done = subprocess.run([sys.executable, "-c", self.CODE], env=env, capture_output=True, text=True, check=True)
        answer, numba = done.stdout.splitlines()
        return answer, numba == "True", done.stderr

    def test_second_run_compiles_nothing(self, tmp_path):
        """And does not even load the compiler."""
        first, second = self.run(tmp_path), self.run(tmp_path)
        assert first[0] == second[0] == self.ANSWER
        assert first[2].count("compiling") == 2
        assert first[1] == (os.environ["ZERMELO_COMPILE"] == "here")
        assert second[1:] == (False, "")
        assert len(list(tmp_path.glob("*.zmc"))) == len(list(tmp_path.iterdir())) == 2

    def test_corrupted(self, tmp_path):
        self.run(tmp_path)
        damages = (lambda code: code[:-100] + b"x" * 100, lambda code: code[:50])
        for file, damage in zip(sorted(tmp_path.glob("*.zmc")), damages, strict=True):
            file.write_bytes(damage(file.read_bytes()))
        again = self.run(tmp_path)
        assert again[0] == self.ANSWER
        assert again[2].count("WARNING") == 1
        assert again[2].count("compiling again") == 1
        assert self.run(tmp_path)[2] == ""

    def test_not_writable(self, tmp_path):
        place = tmp_path / "file"
        place.write_text("a file where the folder should be")
        answer, _, told = self.run(place)
        assert answer == self.ANSWER
        assert told.count("WARNING") == 1
        assert "cannot write to the cache" in told

    def test_switched_off(self):
        answer, _, told = self.run("")
        assert answer == self.ANSWER
        assert "WARNING" not in told

    def test_two_processes_at_once(self, tmp_path):
        env = {**os.environ, "ZERMELO_CACHE": str(tmp_path)}
        both = [subprocess.Popen([sys.executable, "-c", self.CODE], env=env, stdout=-1, stderr=-1) for _ in range(2)]
        results = [process.communicate() for process in both]
        assert [process.returncode for process in both] == [0, 0]
        assert results[0][0] == results[1][0]
        assert not list(tmp_path.glob("*tmp"))

    def test_room_for_one(self, tmp_path, monkeypatch):
        monkeypatch.setenv("ZERMELO_CACHE_MB", "0.0001")
        assert self.run(tmp_path)[0] == self.ANSWER
        assert len(list(tmp_path.glob("*.zmc"))) == 1


class TestRoom:
    """What was not used for the longest makes room in the cache."""

    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
        monkeypatch.setenv("ZERMELO_CACHE_MB", "0.001")
        return tmp_path

    @staticmethod
    def kept(folder) -> str:
        return "".join(sorted(file.stem for file in folder.glob("*.zmc")))

    def fill(self, folder, names: str) -> None:
        """Files of 300 bytes each, the first the oldest; all unused for more than an hour."""
        now = (folder.stat().st_mtime) - 7200
        for age, name in enumerate(names):
            (folder / f"{name}.zmc").write_bytes(bytes(300))
            os.utime(folder / f"{name}.zmc", (now + age, now + age))

    def test_the_oldest_goes(self, folder):
        self.fill(folder, "abc")
        cache.make_room()
        assert self.kept(folder) == "abc"
        cache.write(folder / "d.zmc", bytes(300))
        assert self.kept(folder) == "bcd"
        cache.write(folder / "e.zmc", bytes(700))
        assert self.kept(folder) == "de"
        assert not list(folder.glob("*tmp"))

    def test_what_is_used_stays(self, folder):
        self.fill(folder, "abc")
        cache.touch(folder / "a.zmc")
        cache.write(folder / "d.zmc", bytes(300))
        assert self.kept(folder) == "acd"

    def test_the_latest_stays_however_large(self, folder):
        self.fill(folder, "abc")
        cache.write(folder / "d.zmc", bytes(5000))
        assert self.kept(folder) == "d"

    def test_other_files_are_left_alone(self, folder):
        (folder / "endgames.npy").write_bytes(bytes(5000))
        self.fill(folder, "abc")
        cache.write(folder / "d.zmc", bytes(300))
        assert self.kept(folder) == "bcd"
        assert (folder / "endgames.npy").exists()
        assert cache.clear() == (3, 900)
        assert [file.name for file in folder.iterdir()] == ["endgames.npy"]

    def test_a_table_counts_too(self, folder):
        (folder / f"old{cache.TABLE}").write_bytes(bytes(300))
        os.utime(folder / f"old{cache.TABLE}", (1, 1))
        self.fill(folder, "abc")
        cache.make_room()
        assert (self.kept(folder), list(folder.glob("*.zmt"))) == ("abc", [])

    def test_what_was_never_finished_goes(self, folder, monkeypatch):
        monkeypatch.setattr(cache.os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
        cache.write(folder / "d.zmc", bytes(300))
        assert not list(folder.iterdir())
        (folder / f"killed{cache.UNFINISHED}").write_bytes(bytes(300))
        cache.make_room()
        assert list(folder.iterdir())  # somebody may be writing it
        os.utime(folder / f"killed{cache.UNFINISHED}", (1, 1))
        cache.make_room()
        assert not list(folder.iterdir())

    def test_half_a_gigabyte_by_default(self, folder, monkeypatch):
        monkeypatch.delenv("ZERMELO_CACHE_MB")
        self.fill(folder, "abcdefgh")
        cache.make_room()
        assert self.kept(folder) == "abcdefgh"
        assert cache.MEGABYTES == 500

    def test_a_kernel_that_went_is_compiled_again(self, compiled, folder, tmp_path):
        path = write(tmp_path / "take.py", GAME, ("(1, 2)", "(1, 2, 4)"))
        for times, others in ((1, 0), (1, 5000), (2, 0)):
            assert leaves(path) == 17
            assert len(compiled) == times
            native._loaded.clear()
            if others:
                cache.write(folder / "other.zmc", bytes(others))


class TestMemory:
    """So many kernels are kept in memory, and no more; a search that runs one keeps it until it is done."""

    @pytest.fixture(autouse=True)
    def _few(self, monkeypatch):
        monkeypatch.setattr(native, "MOST_LOADED", 2)
        monkeypatch.setattr(native, "_loaded", OrderedDict())

    @staticmethod
    def counting(path) -> tuple[native.Native, np.ndarray]:
        game = z.load(path)
        made = kernel(game, leaves_below)
        assert isinstance(made, native.Native)
        return made, at_root(game.start())

    @pytest.fixture
    def counters(self, tmp_path) -> list[tuple[native.Native, np.ndarray]]:
        """Four kernels that count the leaves of different games."""
        paths = [write(tmp_path / f"g{k}.py", GAME, ("(1, 2)", f"(1, 2, {90 + k})")) for k in range(4)]
        return [self.counting(path) for path in paths]

    def test_bounded(self, compiled, counters):
        codes = []
        for count, w in counters:
            assert count(w[0], 0, 3) == 8
            codes.append(weakref.ref(count.code))
            assert len(native._loaded) <= 2
        gc.collect()
        assert (
            [count.ready for count, _ in counters] == [code() is not None for code in codes] == [False] * 2 + [True] * 2
        )
        assert len(compiled) == 4
        for count, w in counters:
            assert count(w[0], 0, 3) == 8
        assert len(compiled) == 4  # the cache has them

    def test_what_was_used_last_stays(self, counters):
        for number in (0, 1, 0, 2):
            count, w = counters[number]
            count.order(w[0], 0, 3)
            assert count(w[0], 0, 3) == 8
        assert [count.ready for count, _ in counters] == [False, True, True, False]  # 0 did not ask again: it had it

    def test_the_same_code_is_there_once(self, tmp_path):
        first, second = (self.counting(write(tmp_path / f"{name}.py", GAME)) for name in "ab")
        assert first[0](first[1][0], 0, 3) == second[0](second[1][0], 0, 3) == 8
        assert first[0].code is second[0].code
        assert len(native._loaded) == 1

    def test_a_kernel_that_runs_is_kept(self, counters):
        game = z.load("connect4")
        run, w = kernel(game, leaves_below), at_root(game.start())
        run.prepare(w[0], 0, 1)
        answers = []
        running = threading.Thread(target=lambda: answers.append(run(w[0], 0, 40)))
        running.start()
        for count, other in counters:
            assert count(other[0], 0, 3) == 8
        assert not run.ready
        gc.collect()
        w["stop"] = 1
        running.join(30)
        assert answers
        w["stop"] = 0
        assert run(w[0], 0, 4) == 7**4


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
            with pytest.raises(RulesProblem, match=rf"take.py: the rules failed: .*{words}") as problem:
                count(w[0], 0, 6)
            assert "\n" not in str(problem.value)
        assert count(w[0], 0, 1) == 2

    def test_exceptions_in_plain_python(self, tmp_path):
        """They name the line."""
        change = ("s.n -= take", "s.n -= take\n        if s.n < 5:\n            raise ValueError('too few')")
        game = z.load(write(tmp_path / "take.py", GAME, change))
        with pytest.raises(RulesProblem, match=r"take.py:31: the rules of .*take.py failed: ValueError\('too few'\)"):
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


# --- kernels ----------------------------------------------------------------------------------------------------------


def total(w, numbers, table, factor):
    """Works on arrays, and changes one of them."""
    found = 0.0
    for i in range(numbers.shape[0]):
        found += numbers[i]
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            found += factor * table[i, j]
            table[i, j] += i
    w.nodes += numbers.shape[0]
    return found


def nothing(w):
    w.nodes += 1


def at_least(w, number, least):
    return number >= least


def half(w, number):
    return number / 2


def double(w, number):
    return 2 * number


def big(w):
    return np.uint64(2**63)


def pair(w, number):
    return number, number


def down(w, ply: int, share: float) -> float:
    """Calls itself, by the types of its annotations."""
    return share if ply == 0 else -down(w, ply - 1, share / 2)


def lose(w, ply: int) -> int:
    """Plays to the end by the first moves: returns who wins."""
    w.leaves += 1
    if legal(w.stack[ply], w.moves[ply]) == 0:
        payoff(w.stack[ply], w.payoff, given_at(w, ply))
        for player in range(SEATS):
            if w.payoff[player] > 0:
                return player
        return -1
    make(w, ply, w.moves[ply, 0])
    return lose(w, ply + 1)


class TestKernels:
    """Structs, contiguous arrays and numbers in, a number or nothing out: compiled as in plain Python."""

    @pytest.fixture
    def both(self):
        game = z.load("tictactoe")

        def run(function, *args):
            answers = []
            for compiled in (False, True):
                w = at_root(game.start())
                given = [arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args]
                answers.append((kernel(game, function, compiled=compiled)(w[0], *given), given, int(w["nodes"][0])))
            (plain, changed, nodes), (native, changed_too, nodes_too) = answers
            assert plain == native
            assert nodes == nodes_too
            for one, other in zip(changed, changed_too, strict=True):
                assert np.array_equal(one, other)
            return native, changed

        return run

    def test_arrays(self, both):
        for rows, count in ((2, 3), (1, 0), (0, 5), (100, 1000)):
            table = np.arange(3 * rows, dtype=np.int32).reshape(rows, 3)
            found, (_, changed, _) = both(total, np.arange(float(count)), table, 0.5)
            assert found == count * (count - 1) / 2 + table.sum() / 2
            assert np.array_equal(changed, table + np.arange(rows)[:, None])

    def test_arrays_of_structs(self, both):
        def sum_up(w, rows):
            found = 0.0
            for i in range(rows.shape[0]):
                found += rows[i].share * rows[i].places[1]
                rows[i].places[0] = i
            return found

        kind = np.dtype((np.record, np.dtype([("share", np.float64), ("places", np.int16, (2,))], align=True)))
        rows = np.zeros(3, kind)
        rows["share"], rows["places"] = (0.5, 1, 2), ((0, 4), (0, 2), (0, 1))
        found, (changed,) = both(sum_up, rows)
        assert found == 2 + 2 + 2
        assert changed["places"][:, 0].tolist() == [0, 1, 2]

    @pytest.mark.parametrize("number", [7, -3, 2**40, True, np.int8(5), np.uint64(9), np.bool_(True)])
    def test_whole_numbers(self, both, number):
        assert both(double, number)[0] == 2 * int(number)
        assert isinstance(kernel(z.load("tictactoe"), double)(at_root(z.load("tictactoe").start())[0], number), int)

    @pytest.mark.parametrize("number", [0.25, np.float32(0.5), np.float64(-3), float("inf")])
    def test_other_numbers(self, both, number):
        assert both(half, number)[0] == number / 2

    def test_what_comes_out(self, both):
        assert both(nothing)[0] is None
        assert both(at_least, 3, 2)[0] is True
        assert both(at_least, 1, 2)[0] is False
        assert both(big)[0] == 2**63

    def test_recursion(self, both):
        assert both(down, 3, 8.0)[0] == -1
        assert both(down, 400, 0.0)[0] == 0
        game = z.load("tictactoe")
        position = game.position("XX./.../... O")
        w = at_root(position)
        while not position.over:
            position = position.play(next(iter(position.moves)))
        winner = position.payoff.index(1)
        assert kernel(game, lose)(w[0], 0) == kernel(game, lose, compiled=False)(w[0], 0) == winner

    def test_what_does_not_go_in(self):
        game = z.load("tictactoe")
        w = at_root(game.start())[0]
        for wrong in ("text", None, [1], (1, 2)):
            with pytest.raises(TypeError, match="a kernel takes structs, arrays and numbers, not"):
                kernel(z.Game(game.rules), double)(w, wrong)
        with pytest.raises(TypeError, match="arrays must be contiguous"):
            kernel(z.Game(game.rules), total)(w, np.arange(6.0)[::2], np.ones((1, 1), np.int32), 1.0)

    def test_what_does_not_come_out(self):
        game = z.load("tictactoe")
        with pytest.raises(RulesProblem, match="a kernel returns a number or nothing, not"):
            kernel(game, pair)(at_root(game.start())[0], 1)

    def test_types_are_those_of_the_first_call(self):
        """Others would be read as something that they are not."""
        game = z.Game(z.load("tictactoe").rules)
        run, w, table = kernel(game, total), at_root(game.start()), np.ones((2, 2), np.int32)
        assert run(w[0], np.arange(3.0), table, 0.0) == 3
        for numbers, other in (
            (np.arange(3), table),
            (np.arange(6.0)[::2], table),
            (np.ones((2, 2)), table),
            (np.arange(3.0), table.T),
            (np.arange(3.0), table.astype(np.int64)),
        ):
            with pytest.raises(Unfit, match="compiled for"):
                run(w[0], numbers, other, 0.0)
        with pytest.raises(Unfit, match="compiled for another struct"):
            run(at_root(game.start(), searching)[0], np.arange(3.0), table, 0.0)
        assert run(w[0], np.arange(4.0), table, 0) == 6

    def test_a_number_is_not_cut_off(self):
        game = z.load("tictactoe")
        run, w = kernel(game, double), at_root(game.start())
        assert run(w[0], 3) == 6
        with pytest.raises(Unfit, match=r"compiled for a whole number, and called with 2\.5"):
            run(w[0], 2.5)

    def test_a_method_with_a_workspace_of_its_own(self, tmp_path):
        """The kernels of the others, compiled for another one, are not run on it."""
        (tmp_path / "mine.py").write_text(
            "from zermelo.search.alphabeta.alphabeta import FIELDS, run as search_on\n"
            "from zermelo.search.alphabeta.enhancements import OPTIONS\n"
            "from zermelo.search.method import method\n\n"
            "def more_room(extent):\n"
            "    return [('stack', extent.game.state, (extent.rows + 5,)), ('room', 'i8', (1000,))]\n\n"
            "@method('mine', options=OPTIONS, fields=(more_room, *FIELDS))\n"
            "def run(search, **given):\n"
            "    search_on(search, **given)\n"
        )
        start = z.load("tictactoe").start()
        for same in ({}, {"table": 0}):
            found = [
                analyse(start, method=method, limit=Limit(depth=5), **same)
                for method in ("alphabeta", f"{tmp_path}/mine.py:mine", "alphabeta")
            ]
            assert len({(each.move, each.value, each.nodes) for each in found}) == 1


def test_data_is_an_argument(tmp_path, compiled):
    """Another evaluation needs no compiling."""
    path = write(
        tmp_path / "take.py",
        GAME,
        ("players =", "class Data:\n        weights = (0.0, 0.5)\n        scale = 1.0\n\n    players ="),
        (
            "    def payoff",
            "    def evaluate(s, scale, weights):\n        return scale * weights[s.n % 2]\n\n    def payoff",
        ),
    )
    position = z.load(path).start()
    search = partial(analyse, position, method="minimax", limit=Limit(depth=1))
    assert search().value == 0.0
    assert len(compiled) == 1
    assert search(weights=[0.25, -0.5]).value == 0.5
    assert search(data={"weights": np.array([0.25, -0.5], np.float32), "scale": 0.5}).value == 0.25
    np.savez(tmp_path / "learned.npz", weights=[1, -1], scale=0.75)
    assert search(data=tmp_path / "learned.npz").value == 0.75
    assert len(compiled) == 1
    code = kernel(position.game, minimax).code
    assert code is not None
    assert search().value == 0.0
    with pytest.raises(z.Problem, match=r"has weights of shape \(2,\), not \(1,\)"):
        search(weights=[1.0])
    assert kernel(position.game, minimax).code is code
    again = z.load(write(tmp_path / "take.py", (tmp_path / "take.py").read_text(), ("(0.0, 0.5)", "(0.5, 0.25)")))
    assert analyse(again.start(), method="minimax", limit=Limit(depth=1)).value == -0.25
    assert len(compiled) == 1  # other numbers in the file, too


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


def test_a_rule_can_be_a_kernel_itself():
    """What replaces it is then the outermost function, which Python calls."""
    game = z.load("connect4")
    position = game.position("44455")
    state = position.state
    assert kernel(game, vocabulary.evaluate)(state, game.given(None, state)) == position.evaluate()


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
