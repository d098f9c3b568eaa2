"""zermelo cache: what is there, and compiling before it is wanted."""

import json
import os
import signal
import subprocess
import sys

import pytest

from zermelo.core.cache import warn


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """An empty cache."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_it_tells_its_size_against_the_limit(zermelo, cold, monkeypatch):
    cold.mkdir()
    (cold / "one.zmc").write_bytes(b"x" * 400_000)
    monkeypatch.setenv("ZERMELO_CACHE_MB", "2.5")
    assert zermelo("cache")[1] == f"1 compiled kernels, 0.4 of at most 2.5 MB, in {cold}\n"
    assert json.loads(zermelo("cache", "--json")[1]) == {
        "folder": str(cold),
        "files": 1,
        "bytes": 400_000,
        "limit_bytes": 2_500_000,
    }
    monkeypatch.delenv("ZERMELO_CACHE_MB")
    assert "of at most 500 MB" in zermelo("cache")[1]


@pytest.mark.parametrize("size", ["nan", "inf", "-inf", "1e400", "1e305", "-1", "much"])
def test_a_limit_that_is_none(zermelo, cold, monkeypatch, caplog, size):
    warn.cache_clear()  # it warns once
    monkeypatch.setenv("ZERMELO_CACHE_MB", size)
    code, out, _ = zermelo("cache", "--json")
    assert (code, json.loads(out)["limit_bytes"]) == (0, 500_000_000)
    assert caplog.messages == [f"ZERMELO_CACHE_MB={size} is not a number of megabytes; it is 500 then"]
    assert "of at most 500 MB" in zermelo("cache")[1]


@pytest.mark.parametrize("name", ["file", "file/below", "x" * 300])
def test_where_nothing_can_be_kept(tmp_path, name):
    """One line says so, and everything else works as usual; who wanted it kept has failed."""
    (tmp_path / "file").write_text("not a folder")
    surroundings = {**os.environ, "ZERMELO_CACHE": str(tmp_path / name)}
    surroundings.pop("ZERMELO_COMPILE", None)  # in the helper process, as usual

    def run(*words: str) -> subprocess.CompletedProcess:
        start = [sys.executable, "-m", "zermelo", *words, "--json"]
        return subprocess.run(start, env=surroundings, capture_output=True, text=True, timeout=300)

    shown = run("cache")
    assert (shown.returncode, json.loads(shown.stdout)["files"], shown.stderr) == (0, 0, "")
    counted = run("perft", "nim:piles=1-2", "2")
    assert (counted.returncode, json.loads(counted.stdout)["leaves"]) == (0, 4), counted.stderr
    assert counted.stderr.startswith("zermelo: cannot write to the cache ")
    assert counted.stderr.count("\n") == 1
    warmed = run("cache", "warm", "nim:piles=1-2")
    assert warmed.returncode == 1
    (game,) = json.loads(warmed.stdout)["games"]
    assert game["lost"] == game["compiled"] == ["alphabeta", "perft", "random games"]
    warning, told = warmed.stderr.splitlines()
    assert warning.startswith("zermelo: cannot write to the cache ")
    assert told.endswith(", but could not keep alphabeta, perft, random games")


def test_what_is_warm_is_ready(zermelo, cold):
    code, out, err = zermelo("cache", "warm", "nim:piles=1-2", "nim:piles=2-1")
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first.startswith("nim:piles=1-2: compiled alphabeta, perft, random games in ")
    assert second.startswith("nim:piles=2-1: ")
    kept = len(list(cold.glob("*.zmc")))
    assert kept >= 3
    code, out, err = zermelo("cache", "warm", "nim:piles=1-2", "--json")
    told = json.loads(out)
    assert told["files"] == kept
    assert not told["interrupted"]
    [game] = told["games"]
    assert (game["game"], game["ready"]) == ("nim:piles=1-2", ["alphabeta", "perft", "random games"])
    assert err == "nim:piles=1-2: ready (alphabeta, perft, random games)\n"  # progress is not part of the answer


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("warm", "nim", "tictactoo"), "unknown game 'tictactoo' (did you mean tictactoe or blind-tictactoe?)"),
        (("warm", "hex:size=0"), "size"),
        (("warm", "missing.py"), "there is no game file 'missing.py'"),
        (("show", "nim"), "takes no games"),
        (("melt",), "melt"),
    ],
)
def test_mistakes_are_one_line(zermelo, cold, words, said):
    code, out, err = zermelo("cache", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
    assert not cold.exists()  # nothing was begun


def test_without_a_cache_there_is_nothing_to_warm(zermelo, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", "")
    code, out, err = zermelo("cache", "warm", "nim")
    assert (code, out, err) == (2, "", "zermelo: there is no cache to warm: ZERMELO_CACHE is empty\n")


def test_ctrl_c_leaves_what_is_done(cold):
    surroundings = {**os.environ, "ZERMELO_CACHE": str(cold)}
    surroundings.pop("ZERMELO_COMPILE", None)  # in the helper process, as usual
    words = [sys.executable, "-m", "zermelo", "cache", "warm", "nim:piles=1-2", "backgammon", "chinese-checkers"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(words, env=surroundings, **pipes) as process:
        assert process.stdout.readline().startswith("nim:piles=1-2: compiled alphabeta")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "Interrupted after 1 of 3 games.\n", "")
    assert len(list(cold.glob("*.zmc"))) >= 3
