"""What has become of the person's own game files, told as it happens."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from zermelo.web.own import News, OwnGames

router = APIRouter(tags=["games"])
NEWS_EVERY = 0.25  # seconds between two looks
LONGEST_SILENCE = 15.0  # seconds of silence after which something is said, so that it shows who has gone


@router.get("/news", response_class=StreamingResponse)
async def news(request: Request) -> StreamingResponse:
    """A stream of server-sent events: how it stands with each game file now, and again whenever one was saved.

    Each is `{"game": name, "version": number, "problem": text or null}`.
    """
    return StreamingResponse(_events(request.app.state.own), media_type="text/event-stream")


async def _events(own: OwnGames) -> AsyncIterator[str]:
    told: dict[str, News] = {}
    silence = LONGEST_SILENCE
    while True:
        for each in own.news():
            if told.get(each.game) != each:
                told[each.game] = each
                yield f"data: {json.dumps(asdict(each))}\n\n"
                silence = 0.0
        if silence >= LONGEST_SILENCE:
            yield ": still here\n\n"
            silence = 0.0
        await asyncio.sleep(NEWS_EVERY)
        silence += NEWS_EVERY
