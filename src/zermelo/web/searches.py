"""Searches, as the page asks for them: told while they run, stopped at any time."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from functools import partial
from math import inf
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field
from starlette.datastructures import State
from starlette.types import Receive, Scope, Send

from zermelo.arena.gate import at_turn, moves_of
from zermelo.arena.levels import LevelPlayer
from zermelo.arena.players import Player, SearchPlayer
from zermelo.core.game import Game
from zermelo.core.history import History
from zermelo.core.workshop import workshop
from zermelo.errors import Problem
from zermelo.jsonable import jsonable
from zermelo.search import Progress, usual_method
from zermelo.search.warm import warm
from zermelo.web.desk import NOTHING, Desk, TellClient, Told
from zermelo.web.seats import ADVISER
from zermelo.web.sofar import Asked, GameSoFar, told
from zermelo.web.thinkers import begins_at_once, method_behind
from zermelo.web.turns import Work

router = APIRouter(tags=["search"])
REPORT_EVERY = 0.09  # seconds between two reports, at least
CODE_GLANCE = 0.05  # seconds between two looks at whether code has come
LEAVING = 0.5  # seconds that a search may take to end when the client asks for another


class Wish(Asked):
    """Which move, and why?"""

    client: str = Field(description="Any name; a client has one search at a time.", min_length=1, max_length=80)
    player: str = Field("", description="Who thinks: level:5, or a method as in alphabeta:depth=6.", max_length=500)
    lines: int = Field(1, description="How many of the best moves to value; 0: all.", ge=0, le=10_000)
    seed: int | None = None


class MoveQuestion(Wish, GameSoFar):
    """A position, and what is wanted of it."""


class Stop(Asked):
    client: str = Field(min_length=1, max_length=80)


@router.post("/search", response_class=StreamingResponse)
async def search(question: MoveQuestion, request: Request) -> StreamingResponse:
    """Search a position. The answer is a stream of server-sent events.

    `queued` (for a place among the searches), `preparing` (it waits for native code), `progress` (several times a
    second), and at last `result` or `problem`. A search whose native code is still being compiled begins in plain
    Python: `code` is then `plain`, and `both` once native code has taken over. Only one with a seed, or with several
    threads, waits. Closing the connection ends the search.
    """
    state = request.app.state
    return await thinking(question, state, lambda: state.turns.take(request, _to_search(question, state)))


async def thinking(wish: Wish, state: State, asked: Callable[[], Awaitable[History]]) -> "SearchStream":
    """The stream of a search of the game that is `asked` for."""
    desk: Desk = state.desk
    ticket = desk.enter(wish.client)  # first, so that it can be stopped whatever it is at
    try:
        history = await asked()
        if ticket.before:  # it is about to leave its seat
            await asyncio.wait((ticket.before,), timeout=LEAVING)
        spec = wish.player or usual_method(history.game)
        number = history.position.mover if wish.lines == 1 else ADVISER
        seated = state.seats.take((wish.client, number), spec, history.game, seed=wish.seed)
        ticket.when_over = partial(state.seats.leave, seated)
        first = "" if begins_at_once(seated.thinker) else method_behind(spec, history.game, state.settings)
    except BaseException:
        desk.leave(ticket)
        raise

    def job(tell: TellClient) -> dict[str, Any]:
        if first and not code_of(history.game, first, tell):
            return NOTHING
        return think(seated.thinker, history, wish.lines, state.settings.seconds, tell)

    return SearchStream(as_events(desk.search(ticket, job)), over=partial(desk.leave, ticket))


def _to_search(question: MoveQuestion, state: State) -> Work[History]:
    """The game, as far as it has been played."""
    history = yield from told(question, state)
    if history.over:
        raise Problem(f"the game is over ({history.reason}): there is nothing to search")
    return history


class SearchStream(StreamingResponse):
    """A stream of server-sent events; `over` is called at its end, also if the client has gone before its beginning."""

    def __init__(self, events: AsyncIterator[str], over: Callable[[], None]) -> None:
        super().__init__(events, media_type="text/event-stream")
        self._over = over

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._over()


@router.post("/stop")
async def stop(asked: Stop, request: Request) -> dict[str, bool]:
    """End a client's search: its stream ends with the best result so far."""
    desk: Desk = request.app.state.desk
    return {"stopped": desk.stop(asked.client)}


def code_of(game: Game, method: str, tell: TellClient) -> bool:
    """Wait until the code of a method is there; False if nobody wants it any more."""
    order = warm(game, method)
    if order is None:
        return True
    order = workshop.order(order.name, order.native)  # now somebody waits for it
    try:
        while not order.done.wait(CODE_GLANCE):
            if not tell(None):
                return False
        order.native.take(order)
        return True
    finally:
        workshop.release(order)


def think(thinker: Player, history: History, lines: int, seconds: float, tell: TellClient) -> dict[str, Any]:
    """The move, and the analysis behind it where there is one; after so many seconds, what was found by then."""
    last = -inf

    def watch(progress: Progress) -> bool:
        nonlocal last
        told, now = None, time.monotonic()  # not the search's own clock, which begins anew with native code
        if now - last > REPORT_EVERY:
            last, told = now, ("progress", progress.as_dict())
        return tell(told) and progress.time_s < seconds

    if isinstance(thinker, SearchPlayer | LevelPlayer):
        thinker.on_progress = watch
    view, past = at_turn(history)
    if isinstance(thinker, SearchPlayer):
        move = thinker.think(view, past, lines=lines or max(1, len(moves_of(view, past)))).move
    else:
        move = thinker.choose(view, past)
    found = getattr(thinker, "found", None)
    return {"move": move, "analysis": found.as_dict() if found else None}


async def as_events(told: AsyncGenerator[Told]) -> AsyncIterator[str]:
    """As server-sent events; what goes wrong is the last one."""
    try:
        async with aclosing(told):
            async for name, data in told:
                yield _event(name, data)
    except Problem as problem:
        yield _event("problem", {"problem": str(problem)})
    except Exception as error:
        logging.getLogger("zermelo").exception("a search failed")
        yield _event("problem", {"problem": f"the search failed: {type(error).__name__}: {error}"})


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(jsonable(data))}\n\n"
