"""Several processes that play: they leave when they should, however the first one goes."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

import zermelo as z
from playing import TICTACTOE
from zermelo.arena.match import match

LONG = 600.0  # seconds that nobody waits for
SLEEPER = f"""
import os, pathlib, time

class Sleeper:
    '''Plays two moves in each process, says that it falls asleep, and does.'''
    name = "sleeper"
    awake = 2

    def choose(self, position, past=()):
        Sleeper.awake -= 1
        if Sleeper.awake < 0:
            pathlib.Path(__file__).with_name(f"asleep-{{os.getpid()}}").touch()
            time.sleep({LONG})
        return next(iter(position.moves))
"""


class Asleep:
    def choose(self, position, past=()):
        time.sleep(LONG)


class Sleepless:
    def choose(self, position, past=()):
        while True:
            with suppress(KeyboardInterrupt):
                time.sleep(LONG)


class Raises:
    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, position, past=()):
        raise self.error


class Dies:
    def choose(self, position, past=()):
        os._exit(3)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_they_leave_with_the_first_process(tmp_path, number):
    """All of them hold its standard output: it ends when the last one is gone. What was played is on record."""
    file, record = tmp_path / "sleeper.py", tmp_path / "games.jsonl"
    file.write_text(SLEEPER)
    words = ["match", "nim:piles=1-1", str(file), "random", "--games", "100", "--opening", "0", "--workers", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", *words, "--record", str(record)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # nohup may have had it ignored
    )
    try:
        while len(list(tmp_path.glob("asleep-*"))) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)
        assert process.communicate(timeout=LONG / 5) == (b"", None)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == -number
    header, *games = map(json.loads, record.read_text().splitlines())
    assert header["match"] == "nim:piles=1-1"
    assert len(games) >= 1


@pytest.mark.parametrize("player", [Asleep(), Sleepless(), "level:10"])
def test_control_c_ends_whatever_they_do(player):
    began = time.monotonic()
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    found = match("connect4", [player, "random"], games=4, opening_plies=0, workers=2)
    assert found.interrupted
    assert found.played == ()
    assert time.monotonic() - began < LONG / 2


def test_control_c_amid_a_fork():
    """Python forgets an exception that is raised there."""
    waiting = [signal.SIGINT]
    os.register_at_fork(after_in_parent=lambda: signal.raise_signal(waiting.pop()) if waiting else None)
    found = match(TICTACTOE, ["random", "random"], games=300, workers=2)
    assert found.interrupted
    assert len(found.played) < 300


def test_who_is_done_stops_them():
    began = time.monotonic()
    found = match(
        TICTACTOE, ["random", Asleep(), "greedy"], games=2, workers=6, opening_plies=0, on_progress=lambda so_far: False
    )
    assert len(found.played) == 1
    assert time.monotonic() - began < LONG / 2


def test_what_a_player_raises_arrives():
    class OnlyHere(Exception):
        pass

    for error, kind in (
        (z.Problem("not today"), z.Problem),
        (LookupError("not today"), LookupError),
        (SystemExit("not today"), SystemExit),
        (OnlyHere("not today"), RuntimeError),
    ):
        with pytest.raises(kind, match="not today"):
            match(TICTACTOE, [Raises(error), "random"], games=4, workers=2)


def test_a_process_that_dies_is_told():
    with pytest.raises(z.Problem, match=r"a process that plays games has died \(exit code 3\)"):
        match(TICTACTOE, [Dies(), "random"], games=4, workers=2)
