"""Searches, as the page asks for them: told while they run, stopped at any time."""

import json
import logging
import os
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from math import inf
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from zermelo.arena.levels import LevelPlayer
from zermelo.arena.players import Player, SearchPlayer, player
from zermelo.errors import Problem, unknown
from zermelo.history import History
from zermelo.options import convert
from zermelo.plain import plain
from zermelo.search import Limit, Progress, methods, usual_method
from zermelo.search.driver import description
from zermelo.web.desk import Desk, Report, Told
from zermelo.web.lines import Line
from zermelo.web.settings import Settings

router = APIRouter(tags=["search"])
SIMPLE = ("level", "random", "greedy")  # who may be asked beside the methods
MEGABYTES = ("table", "memory")


class Question(Line):
    """Which move, and why?"""

    client: str = Field(description="Any name; a client has one search at a time.", min_length=1, max_length=80)
    player: str = Field("", description="Who thinks: level:5, or a method as in alphabeta:depth=6.", max_length=500)
    lines: int = Field(1, description="How many of the best moves to value; 0: all.", ge=0, le=10_000)
    seed: int | None = None


class Stop(BaseModel):
    client: str = Field(min_length=1, max_length=80)


@router.post("/search", response_class=StreamingResponse)
async def search(question: Question, request: Request) -> StreamingResponse:
    """Search a position. The answer is a stream of server-sent events.

    `waiting` (for a place among the searches, or for the compiler), `progress` (some ten times a second), and at last
    `result` or `problem`. Closing the connection ends the search.
    """
    state = request.app.state
    history = state.lines.history(state.own.load(question.game), question)
    if history.over:
        raise Problem(f"the game is over ({history.reason}): there is nothing to search")
    thinker = thinker_of(question, history, state.settings)

    def job(report: Report) -> dict[str, Any]:
        return think(thinker, history, question.lines, report)

    return StreamingResponse(_events(state.desk.search(question.client, job)), media_type="text/event-stream")


@router.post("/stop")
def stop(asked: Stop, request: Request) -> dict[str, bool]:
    """End a client's search: its stream ends with the best result so far."""
    desk: Desk = request.app.state.desk
    return {"stopped": desk.stop(asked.client)}


def thinker_of(question: Question, history: History, settings: Settings) -> Player:
    """Who is asked, within what the server allows. Programs that would have to be started are not among them."""
    spec = question.player or usual_method(history.game)
    name = spec.partition(":")[0]
    if name not in (*methods, *SIMPLE):
        raise unknown("player", name, [*SIMPLE, *methods])
    if name not in methods:
        return player(spec, seed=question.seed)
    methods[name].must_suit(history.game)
    _, limits, options = description(spec)
    _must_be_modest(name, options, settings)
    thinker = player(spec, seed=question.seed)
    assert isinstance(thinker, SearchPlayer)
    asked = thinker.limit if limits else Limit()
    thinker.limit = replace(asked, time=min(asked.time or inf, settings.seconds))
    return thinker


def _must_be_modest(name: str, options: dict[str, str], settings: Settings) -> None:
    """Raise a `Problem` if a search would take more of the machine than it may."""
    allowed = {**dict.fromkeys(MEGABYTES, settings.megabytes), "threads": os.cpu_count() or 1}
    for key in allowed.keys() & options.keys() & methods[name].options.keys():
        if convert(f"{name}:{key}", options[key], 0.0) > allowed[key]:
            raise Problem(f"{key}={options[key]} is more than this server allows ({allowed[key]:g})")


def think(thinker: Player, history: History, lines: int, report: Report) -> dict[str, Any]:
    """The move, and the analysis behind it where there is one."""
    looks = 0

    def watch(progress: Progress) -> bool:
        nonlocal looks
        looks += 1
        return report("progress" if looks % 2 else "", progress.as_dict())

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
