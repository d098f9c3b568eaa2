"""Compiled code is kept in the cache and in memory, as far as there is room; without a cache, all works as well."""

import gc
import os
import subprocess
import sys
import threading
import weakref
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest

import zermelo as z
from take import GAME, leaves, write
from zermelo.core import cache, native
from zermelo.core.kernel import at_root, kernel
from zermelo.count.perft import leaves_below


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
        assert again[2].count("was damaged; it is made again") == 1
        assert self.run(tmp_path)[2] == ""

    def test_not_writable(self, tmp_path):
        place = tmp_path / "file"
        place.write_text("a file where the folder should be")
        answer, _, told = self.run(place)
        assert answer == self.ANSWER
        assert told.count("WARNING") == 1
        assert "cannot write to the cache" in told

    @pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no modes")
    def test_a_folder_that_others_may_write_to(self, tmp_path):
        """Nothing in it is run, nothing is added to it, one line says so; a folder of our own is nobody else's."""
        place = tmp_path / "cache"
        self.run(place)
        assert place.stat().st_mode & 0o777 == 0o700
        for path, mode in ((place, 0o777), (place, 0o770), (next(place.iterdir()), 0o666)):
            usual = path.stat().st_mode
            path.chmod(mode)
            before = {file: file.read_bytes() for file in place.iterdir()}
            answer, _, told = self.run(place)
            assert answer == self.ANSWER
            assert told.count("WARNING") == 1
            assert f"the cache {place} is not used: others may write to {path} (chmod go-w)" in told
            path.chmod(usual)
            if path == place:
                assert {file: file.read_bytes() for file in place.iterdir()} == before

    def test_a_folder_of_somebody_else(self, tmp_path, monkeypatch, caplog):
        cache.warn.cache_clear()
        cache.write(tmp_path / "mine.zmc", b"code")
        assert cache.read(tmp_path / "mine.zmc") == b"code"
        monkeypatch.setattr(cache.os, "geteuid", lambda: tmp_path.stat().st_uid + 1, raising=False)
        assert cache.read(tmp_path / "mine.zmc") is None
        cache.write(tmp_path / "more.zmc", b"code")
        assert [file.name for file in tmp_path.iterdir()] == ["mine.zmc"]
        assert caplog.messages == [f"the cache {tmp_path} is not used: {tmp_path} belongs to another user"]

    @pytest.mark.skipif(not Path("/proc").is_dir(), reason="files of unlimited size only")
    def test_a_write_that_fails_leaves_nothing(self, tmp_path):
        program = (
            "import pathlib, resource, sys; from zermelo.core import cache;"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000));"
            "cache.write(pathlib.Path(sys.argv[1], 'large.zmc'), bytes(9999))"
        )
        done = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=True)
        assert (
            done.stderr
            == f"zermelo: cannot write to the cache {tmp_path} (File too large); compiling again next time\n"
        )
        assert not list(tmp_path.iterdir())

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
        cache.write(folder / "d.zmc", bytes(268))
        assert self.kept(folder) == "bcd"
        cache.write(folder / "e.zmc", bytes(668))
        assert self.kept(folder) == "de"
        assert not list(folder.glob("*tmp"))

    def test_what_is_used_stays(self, folder):
        self.fill(folder, "abc")
        cache.touch(folder / "a.zmc")
        cache.write(folder / "d.zmc", bytes(268))
        assert self.kept(folder) == "acd"

    def test_the_latest_stays_however_large(self, folder):
        self.fill(folder, "abc")
        cache.write(folder / "d.zmc", bytes(5000))
        assert self.kept(folder) == "d"

    def test_other_files_are_left_alone(self, folder):
        (folder / "endgames.npy").write_bytes(bytes(5000))
        self.fill(folder, "abc")
        cache.write(folder / "d.zmc", bytes(268))
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
        cache.write(folder / "d.zmc", bytes(268))
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
        assert [count.ready for count, _ in counters] == [True, False, True, False]

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
