"""Play many games, one after the other or in several processes; what is played does not depend on which."""

import multiprocessing
import signal
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any

from zermelo.arena.fixture import Contest, Fixture, Played

_bench: dict[str, Any] = {}  # in a worker process: the contest it plays in, and how it hears that it should stop


def play_all(contest: Contest, fixtures: Iterator[Fixture], *, workers: int = 1) -> Generator[Played, None, None]:
    """The games as they finish. Ctrl-C ends the games under way, and goes on to the caller."""
    if workers == 1:
        yield from map(contest.play, fixtures)
        return
    stop = multiprocessing.Event()
    with ProcessPoolExecutor(workers, initializer=_prepare, initargs=(contest, stop)) as pool:
        try:
            running = {pool.submit(_play, fixture) for fixture in islice(fixtures, 2 * workers)}
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(_play, fixture) for fixture in islice(fixtures, len(finished))}
                for job in finished:
                    yield job.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _prepare(contest: Contest, stop: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process hears Ctrl-C for all
    _bench.update(contest=contest, stop=stop)


def _play(fixture: Fixture) -> Played:
    return _bench["contest"].play(fixture, stopped=_bench["stop"].is_set)
