"""Searches, as the page asks for them: told while they run, stopped at any time."""

import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from math import inf
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from zermelo.arena.levels import LevelPlayer, describe
from zermelo.arena.players import Player, SearchPlayer, player
from zermelo.core.history import History
from zermelo.core.options import with_setting
from zermelo.errors import Problem, unknown
from zermelo.plain import plain
from zermelo.search import Limit, Progress, methods, usual_method
from zermelo.search.method import description
from zermelo.web.allowance import within
from zermelo.web.desk import Desk, TellClient, Told
from zermelo.web.settings import Settings
from zermelo.web.sofar import GameSoFar

router = APIRouter(tags=["search"])
REPORT_EVERY = 0.09  # seconds between two reports, at least
UNSEARCHING = ("level", "random", "greedy")  # who may be asked beside the methods


class MoveQuestion(GameSoFar):
    """Which move, and why?"""

    client: str = Field(description="Any name; a client has one search at a time.", min_length=1, max_length=80)
    player: str = Field("", description="Who thinks: level:5, or a method as in alphabeta:depth=6.", max_length=500)
    lines: int = Field(1, description="How many of the best moves to value; 0: all.", ge=0, le=10_000)
    seed: int | None = None


class Stop(BaseModel):
    client: str = Field(min_length=1, max_length=80)


@router.post("/search", response_class=StreamingResponse)
async def search(question: MoveQuestion, request: Request) -> StreamingResponse:
    """Search a position. The answer is a stream of server-sent events.

    `queued` (for a place among the searches), `preparing` (the compiler is at work), `progress` (several times a
    second), and at last `result` or `problem`. Closing the connection ends the search.
    """
    state = request.app.state
    settings: Settings = state.settings

    def prepare() -> tuple[Player, History]:
        history = state.histories.of(state.own.load(question.game), question)
        if history.over:
            raise Problem(f"the game is over ({history.reason}): there is nothing to search")
        return thinker_of(question, history, settings), history

    thinker, history = await run_in_threadpool(prepare)  # a long game takes a while, which must not hold up others

    def job(tell: TellClient) -> dict[str, Any]:
        return think(thinker, history, question.lines, settings.seconds, tell)

    return StreamingResponse(_events(state.desk.search(question.client, job)), media_type="text/event-stream")


@router.post("/stop")
async def stop(asked: Stop, request: Request) -> dict[str, bool]:
    """End a client's search: its stream ends with the best result so far."""
    desk: Desk = request.app.state.desk
    return {"stopped": desk.stop(asked.client)}


def thinker_of(question: MoveQuestion, history: History, settings: Settings) -> Player:
    """Who is asked, within what the server allows. Programs that would have to be started are not among them."""
    spec = question.player or usual_method(history.game)
    name = spec.partition(":")[0]
    if name not in (*methods, *UNSEARCHING):
        raise unknown("player", name, [*UNSEARCHING, *methods])
    if name not in methods:
        thinker = player(spec, seed=question.seed)
        if isinstance(thinker, LevelPlayer):
            behind, _, given = description(describe(thinker.level, history.game)["method"])
            thinker.options = within(behind, given, settings.megabytes)
        return thinker
    methods[name].must_suit(history.game)
    _, limits, given = description(spec)
    for key, most in within(name, given, settings.megabytes).items():
        spec = with_setting(spec, key, most)
    thinker = player(spec, seed=question.seed)
    assert isinstance(thinker, SearchPlayer)
    thinker.limit = thinker.limit if limits else Limit()
    return thinker


def think(thinker: Player, history: History, lines: int, seconds: float, tell: TellClient) -> dict[str, Any]:
    """The move, and the analysis behind it where there is one; after so many seconds, what was found by then."""
    last = -inf

    def watch(progress: Progress) -> bool:
        nonlocal last
        told = None
        if progress.time_s - last > REPORT_EVERY:
            last, told = progress.time_s, ("progress", progress.as_dict())
        return tell(told) and progress.time_s < seconds

    if isinstance(thinker, SearchPlayer | LevelPlayer):
        thinker.on_progress = watch
    if isinstance(thinker, SearchPlayer):
        move = thinker.think(history.position, history.past, lines=lines or max(1, len(history.moves))).move
    else:
        move = thinker.choose(history.position, history.past)
    found = getattr(thinker, "found", None)
    return {"move": move, "analysis": found.as_dict() if found else None}


async def _events(told: AsyncGenerator[Told]) -> AsyncIterator[str]:
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
    return f"event: {name}\ndata: {json.dumps(plain(data))}\n\n"
