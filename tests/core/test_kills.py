"""Kill -9 at any moment: what was said to be kept is there, and nothing half-written is read as whole."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from playing import TICTACTOE, moves_of
from zermelo.arena.match import match
from zermelo.core import cache
from zermelo.games.backgammon import bearoff
from zermelo.web.store import Store

FEW, MANY = 3, 30  # kills

LARGE = 2_000_000  # bytes
CACHE = f"""
from zermelo.core import cache
while True:
    for number in range(1, 9):
        cache.write(folder / f"{{number}}.zmc", bytes([number]) * {LARGE})
        print(number, flush=True)
"""
TABLE = """
import numpy as np
from zermelo.games.backgammon import bearoff
bearoff.compute = lambda: np.full((bearoff.POSITIONS, 2), 7, bearoff.STORED)
while True:
    (folder / bearoff.FILE).unlink(missing_ok=True)
    bearoff.table.__wrapped__()
    print("kept", flush=True)
"""
SAVES = """
import uuid
from zermelo.web.store import Store
store = Store(folder)
while True:
    id = uuid.uuid4().hex
    game = {"game": "tictactoe", "title": id, "result": "", "start": "", "moves": [], "data": {"much": id * 3000}}
    store.put(id, **game)
    print(id, flush=True)
"""
MATCHES = """
from zermelo.arena.match import match
told = lambda so_far: print(so_far.played[-1].number, flush=True)
match("tictactoe", ["random", "greedy"], games=10**6, record=folder / "match.jsonl", on_progress=told)
"""


def killed(program: str, folder: Path, times: int) -> Iterator[list[str]]:
    """Start a program, kill it at some moment after its first line, so many times; all lines that it said each time."""
    moment = random.Random(times)
    start = f"import pathlib, sys\nfolder = pathlib.Path(sys.argv[1])\n{program}"
    for _ in range(times):
        with subprocess.Popen([sys.executable, "-c", start, folder], stdout=subprocess.PIPE, text=True) as process:
            first = process.stdout.readline()
            time.sleep(moment.uniform(0, 0.1))
            process.kill()
            said = first + process.stdout.read()
        assert process.returncode == -9, said
        yield [line.strip() for line in said.splitlines(keepends=True) if line.endswith("\n")]


@pytest.fixture
def kept(tmp_path, monkeypatch) -> Path:
    """A folder, which is also the cache."""
    cache.warn.cache_clear()
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    return tmp_path


def of_the_cache(folder: Path, times: int) -> None:
    for said in killed(CACHE, folder, times):
        for number in map(int, said):
            assert cache.read(folder / f"{number}.zmc") == bytes([number]) * LARGE
        for file in folder.glob("*.zmc"):
            assert cache.read(file) == bytes([int(file.stem)]) * LARGE
    assert len(list(folder.glob(f"*{cache.UNFINISHED}"))) <= times


def of_a_table(folder: Path, times: int) -> None:
    file = folder / bearoff.FILE
    for _ in killed(TABLE, folder, times):
        found = cache.read(file)
        assert (found is None) == (not file.exists())
        assert found is None or len(found) == bearoff.POSITIONS * 2 * bearoff.STORED.itemsize


def of_saves(folder: Path, times: int) -> None:
    store, known = Store(folder), set()
    for said in killed(SAVES, folder, times):
        known.update(said)
        assert known <= set(store.ids())
        for id in said:
            assert store.get(id).data == {"much": id * 3000}
    store.close()


def of_matches(folder: Path, times: int) -> None:
    record, known = folder / "match.jsonl", -1
    for said in killed(MATCHES, folder, times):
        _, *games = map(json.loads, record.read_bytes()[: record.read_bytes().rindex(b"\n")].splitlines())
        numbers = [game["number"] for game in games]
        assert numbers == list(range(len(numbers)))
        assert known < numbers[-1]  # and it went on
        known = max(int(said[-1]), numbers[-1])
        assert known == numbers[-1]
    players = ["random", "greedy"]
    resumed = match("tictactoe", players, games=40, record=record)
    assert moves_of(resumed) == moves_of(match(TICTACTOE, players, games=40))


KINDS = [of_the_cache, of_a_table, of_saves, of_matches]


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_kills(kept, caplog, kind):
    kind(kept, FEW)
    assert caplog.messages == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_kills(kept, caplog, kind):
    kind(kept, MANY)
    assert caplog.messages == []
