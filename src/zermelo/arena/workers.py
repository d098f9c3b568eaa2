"""Play many games, one after the other or in several processes; what is played does not depend on which.

The first process hears Ctrl-C for all, and dismisses the others by SIGTERM, a Ctrl-C to them; who does not leave by
itself is ended. It also holds the end of a pipe, the lifeline: when it is gone, for whatever reason, they leave too.
"""

import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait

from zermelo.arena.fixture import Contest, Fixture, Played
from zermelo.errors import Problem

GRACE = 1.0  # seconds that a process has to leave by itself


def play_all(contest: Contest, fixtures: Iterator[Fixture], *, workers: int = 1) -> Generator[Played, None, None]:
    """The games as they finish. Ctrl-C ends the games under way, and goes on to the caller."""
    if workers == 1:
        yield from map(contest.play, fixtures)
        return
    crew: dict[Connection, Process] = {}
    try:
        first = list(islice(fixtures, workers))
        with _undisturbed():
            lifeline = Pipe(duplex=False)
            for _ in first:
                _hire(crew, contest, lifeline)
        for line, fixture in zip(crew, first, strict=True):
            _ask(line, fixture)
        busy = set(crew)
        while busy:
            for line in busy.intersection(wait(busy)):
                answer = _answer(line, crew[line])
                busy.remove(line)
                for fixture in islice(fixtures, 1):
                    _ask(line, fixture)
                    busy.add(line)
                yield answer
    finally:
        with _undisturbed():
            _dismiss(list(crew.values()))


def _hire(crew: dict[Connection, Process], contest: Contest, lifeline: tuple[Connection, Connection]) -> None:
    """One more process, and the line to it."""
    try:
        ours, theirs = Pipe()
        worker = Process(target=_work, args=(contest, theirs, *lifeline))
        worker.start()
    except OSError as error:
        raise Problem(f"no more than {len(crew)} processes can be started: {error.strerror}") from None
    theirs.close()
    crew[ours] = worker


def _ask(line: Connection, fixture: Fixture) -> None:
    with suppress(OSError):  # that it has died is found out when it should answer
        line.send(fixture)


def _answer(line: Connection, worker: Process) -> Played:
    try:
        answer = line.recv()
    except (EOFError, OSError):
        worker.join(GRACE)
        raise Problem(f"a process that plays games has died (exit code {worker.exitcode})") from None
    if isinstance(answer, BaseException):
        raise answer
    return answer


def _dismiss(crew: list[Process]) -> None:
    """End these processes."""
    for worker in crew:
        worker.terminate()
    end = time.monotonic() + GRACE
    for worker in crew:
        worker.join(max(end - time.monotonic(), 0))
        worker.kill()
        worker.join()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C has to wait: Python loses it if it strikes while a process forks, and who is half dismissed stays."""
    if threading.current_thread() is not threading.main_thread():  # where nobody hears it
        yield
        return
    heard: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if heard:
            signal.raise_signal(signal.SIGINT)


# --- in a process that plays ------------------------------------------------------------------------------------------


def _work(contest: Contest, line: Connection, lifeline: Connection, held: Connection) -> None:
    """Play what comes in, until somebody says that it is enough."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(KeyboardInterrupt, EOFError, OSError):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        held.close()  # only the first process holds it
        threading.Thread(target=_leave_with, args=(lifeline,), daemon=True).start()
        answer: Played | BaseException | None = None
        while not isinstance(answer, KeyboardInterrupt):
            answer = _played(contest, line.recv())
            _send(line, answer)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is leaving


def _leave_with(lifeline: Connection) -> None:
    """Leave when the first process is gone."""
    wait([lifeline])
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def _played(contest: Contest, fixture: Fixture) -> Played | BaseException:
    try:
        return contest.play(fixture)
    except BaseException as error:  # whatever a player may raise
        error.add_note(f"in another process:\n{traceback.format_exc()}")  # which is not sent along
        return error


def _send(line: Connection, answer: Played | BaseException) -> None:
    try:
        line.send(answer)
    except (pickle.PicklingError, TypeError, AttributeError):  # an exception of a kind that only this process knows
        line.send(RuntimeError(repr(answer)))
