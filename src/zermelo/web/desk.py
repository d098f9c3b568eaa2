"""Who searches when: one search for each client, so many at a time, none for longer than allowed.

A search runs in a thread of its own; what it reports is handed to the event loop. It ends when it is done, when
somebody stops it, when the same client asks for another, and when the client goes away.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

Told = tuple[str, dict[str, Any]]
"""The name of an event, and what it says."""
Report = Callable[[str, dict[str, Any]], bool]
"""Tell of an event, if it has a name; the answer is whether to go on."""
Job = Callable[[Report], dict[str, Any]]
"""A search: it reports while it runs, and returns its result."""

PATIENCE = 1.0  # seconds between two signs of life while nothing happens


@dataclass(eq=False)
class Ticket:
    """A client's search."""

    stopped: bool = False  # by somebody who wants the result so far
    abandoned: bool = False  # nobody wants it any more


class Desk:
    """Where searches are asked for."""

    def __init__(self, *, searches: int) -> None:
        self._threads = ThreadPoolExecutor(searches, thread_name_prefix="search")
        self._places = asyncio.Semaphore(searches)
        self._waiting: list[Ticket] = []
        self._tickets: dict[str, Ticket] = {}

    def stop(self, client: str) -> bool:
        """End a client's search with its best so far; whether there was one."""
        ticket = self._tickets.get(client)
        if ticket:
            ticket.stopped = True
        return ticket is not None

    def close(self) -> None:
        """End all searches."""
        for ticket in (*self._tickets.values(), *self._waiting):
            ticket.stopped = ticket.abandoned = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def busy(self) -> int:
        """How many clients search or wait."""
        return len(self._tickets)

    async def search(self, client: str, job: Job) -> AsyncGenerator[Told]:
        """What happens, from waiting for a place to the result."""
        if before := self._tickets.get(client):
            before.stopped = before.abandoned = True
        ticket = self._tickets[client] = Ticket()
        try:
            async for told in self._queue(ticket):
                yield told
            if ticket.abandoned:
                return
            try:
                async for told in self._run(ticket, job):
                    yield told
            finally:
                self._places.release()
        finally:  # also when the client has gone
            ticket.stopped = ticket.abandoned = True
            if self._tickets.get(client) is ticket:
                del self._tickets[client]

    async def _queue(self, ticket: Ticket) -> AsyncGenerator[Told]:
        """Wait for a place, first come, first served."""
        self._waiting.append(ticket)
        place = asyncio.ensure_future(self._places.acquire())
        try:
            while not (await asyncio.wait((place,), timeout=0 if place.done() else PATIENCE))[0]:
                yield "waiting", {"before": self._waiting.index(ticket)}
        except BaseException:
            if not place.cancel():
                self._places.release()
            raise
        finally:
            self._waiting.remove(ticket)

    async def _run(self, ticket: Ticket, job: Job) -> AsyncGenerator[Told]:
        loop, news = asyncio.get_running_loop(), asyncio.Queue[Told | None]()

        def report(name: str, data: dict[str, Any]) -> bool:
            if name and not ticket.abandoned:
                loop.call_soon_threadsafe(news.put_nowait, (name, data))
            return not ticket.stopped

        running = loop.run_in_executor(self._threads, job, report)
        running.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while True:
                try:
                    told = await asyncio.wait_for(news.get(), PATIENCE)
                except TimeoutError:
                    told = ("waiting", {"before": 0})  # it compiles
                if told is None:
                    break
                yield told
            if not ticket.abandoned:
                yield "result", await running
        finally:
            ticket.stopped = ticket.abandoned = True
            running.add_done_callback(lambda done: done.cancelled() or done.exception())
