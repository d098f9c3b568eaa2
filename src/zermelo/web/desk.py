"""Who searches when: one search for each client, so many at a time, the others wait in line.

A search runs in a thread of its own; what it reports is handed to the event loop, the latest report only. It ends when
it is done, when somebody stops it, when the same client asks for another, and when the client goes away.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Told = tuple[str, dict[str, Any]]
"""The name of an event, and what it says."""
TellClient = Callable[[Told | None], bool]
"""Tells whoever asked of an event, or of none; the answer is whether to go on."""
Job = Callable[[TellClient], dict[str, Any]]
"""A search: it reports while it runs, and returns its result."""

SIGN_EVERY = 1.0  # seconds between two signs of life while nothing happens
NOTHING: dict[str, Any] = {"move": None, "analysis": None}  # what a search has found that was stopped before it began


class Ticket:
    """A client's search."""

    def __init__(self) -> None:
        self.stopped = False  # by somebody who wants the result so far
        self.abandoned = False  # nobody wants it any more
        self.news = asyncio.Event()  # something was told, or the search is over
        self.told: Told | None = None  # last
        self.running: asyncio.Future | None = None
        self.before: asyncio.Future | None = None  # the client's last search, if that has not ended yet
        self.when_over: Callable[[], None] = lambda: None  # called when it has run, or will not run any more

    def end(self, *, abandoned: bool) -> None:
        self.stopped, self.abandoned = True, self.abandoned or abandoned
        self.news.set()

    def tell(self, told: Told) -> None:
        self.told = told
        self.news.set()


class Desk:
    """Where searches are asked for. All but the jobs themselves runs in the event loop."""

    def __init__(self, *, searches: int) -> None:
        self._threads = ThreadPoolExecutor(searches, thread_name_prefix="search")
        self._places = asyncio.Semaphore(searches)
        self._waiting: list[Ticket] = []
        self._tickets: dict[str, Ticket] = {}

    def stop(self, client: str) -> bool:
        """End a client's search with its best so far; whether there was one."""
        ticket = self._tickets.get(client)
        if ticket:
            ticket.end(abandoned=False)
        return ticket is not None

    def close(self) -> None:
        """End all searches."""
        for ticket in self._tickets.values():
            ticket.end(abandoned=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def busy(self) -> int:
        """How many clients search or wait."""
        return len(self._tickets)

    def enter(self, client: str) -> Ticket:
        """A ticket for a search, which can be stopped from now on; the client's last one ends."""
        ticket = Ticket()
        if before := self._tickets.get(client):
            before.end(abandoned=True)
            ticket.before = before.running
        self._tickets[client] = ticket
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Nobody wants a search any more: it is done, or the client has gone."""
        ticket.end(abandoned=True)
        for client in [client for client, each in self._tickets.items() if each is ticket]:
            del self._tickets[client]
        if not ticket.running:
            _over(ticket)

    async def search(self, ticket: Ticket, job: Job) -> AsyncGenerator[Told]:
        """What happens, from waiting for a place to the result."""
        try:
            async for told in self._queue(ticket):
                yield told
            if ticket.abandoned:
                return
            if ticket.stopped:
                yield "result", NOTHING
                return
            async for told in self._run(ticket, job):
                yield told
        finally:  # also when the client has gone
            self.leave(ticket)

    async def _queue(self, ticket: Ticket) -> AsyncGenerator[Told]:
        """Wait for a place, first come, first served; who is stopped before is given one that nobody else needs."""
        self._waiting.append(ticket)
        place = asyncio.ensure_future(self._places.acquire())
        stop = asyncio.ensure_future(ticket.news.wait())
        try:
            while not (await asyncio.wait((place, stop), timeout=SIGN_EVERY, return_when=asyncio.FIRST_COMPLETED))[0]:
                yield "queued", {"before": self._waiting.index(ticket)}
        except BaseException:
            ticket.end(abandoned=True)
            raise
        finally:
            stop.cancel()
            self._waiting.remove(ticket)
            if ticket.stopped and not place.cancel():
                self._places.release()

    async def _run(self, ticket: Ticket, job: Job) -> AsyncGenerator[Told]:
        """Search, with the place that `_queue` has taken; it is free again when the thread is."""
        loop = asyncio.get_running_loop()

        def report(told: Told | None) -> bool:
            if told and not ticket.abandoned:
                loop.call_soon_threadsafe(ticket.tell, told)
            return not ticket.stopped

        def done(running: asyncio.Future) -> None:
            self._places.release()
            ticket.news.set()
            _over(ticket)
            if not running.cancelled():
                running.exception()  # it is the client's, if there still is one

        running = ticket.running = loop.run_in_executor(self._threads, job, report)
        running.add_done_callback(done)
        while not running.done():
            try:
                await asyncio.wait_for(ticket.news.wait(), SIGN_EVERY)
            except TimeoutError:
                yield "preparing", {}
                continue
            ticket.news.clear()
            if ticket.abandoned:
                return
            if ticket.told and not running.done():
                told, ticket.told = ticket.told, None
                yield told
        yield "result", await running


def _over(ticket: Ticket) -> None:
    """What follows the end of a search, once."""
    follows, ticket.when_over = ticket.when_over, lambda: None
    follows()
