"""Saved games, as the page asks for them: listed, kept, deleted, exported."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from pydantic import BaseModel, Field

from zermelo.errors import Problem
from zermelo.web.sofar import GameSoFar
from zermelo.web.store import ListedGame, SavedGame, Store

router = APIRouter(tags=["saved games"])
Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,40}$", description="Chosen at random by who saves the game.")]
Time = Annotated[float | None, Field(description="Seconds since 1970, of a game that was kept before.", ge=0, le=1e11)]
FORMAT = 1  # of exported files


class GameToSave(GameSoFar, extra="ignore"):  # an exported game says more
    """A game to keep: what is on the board, and whatever else the page wants to find again."""

    title: str = Field("", max_length=200)
    result: str = Field("", max_length=200)
    data: dict[str, Any] = {}
    created: Time = None
    changed: Time = None


class SavedPage(BaseModel):
    """A page of the list."""

    games: list[ListedGame]
    total: int


@router.get("/saved")
def listed(
    request: Request,
    game: Annotated[str, Query(description="Only this game, whatever its options.", max_length=300)] = "",
    words: Annotated[str, Query(description="Only with these words in title, game or result.", max_length=200)] = "",
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> SavedPage:
    """The saved games, the newest first."""
    games, total = _store(request).listed(game=game, words=words, first=first, most=most)
    return SavedPage(games=games, total=total)


@router.get("/saved/{id}")
def saved_game(id: Id, request: Request) -> SavedGame:
    """A saved game."""
    return _found(id, request)


@router.put("/saved/{id}")
def keep(id: Id, game: GameToSave, request: Request) -> ListedGame:
    """Save a game, in place of the one of that id if there is one."""
    return _store(request).put(id, **game.model_dump())


@router.delete("/saved/{id}")
def delete(id: Id, request: Request) -> dict[str, bool]:
    """Delete a saved game."""
    if not _store(request).delete(id):
        raise _missing(id)
    return {"deleted": True}


@router.get("/saved/{id}/export")
def export(id: Id, request: Request, form: Literal["json", "text"] = "json") -> Response:
    """A saved game as a file: JSON that can be imported, or text for people."""
    found = _found(id, request)
    if form == "text":
        return PlainTextResponse(_text(found), headers=attached(f"{found.game}.txt"))
    return JSONResponse({"zermelo": FORMAT, "games": [asdict(found)]}, headers=attached(f"{found.game}.json"))


@router.get("/export", response_class=StreamingResponse)
def export_all(request: Request) -> StreamingResponse:
    """All saved games as one file of JSON; `problems`: which of them could not be read, if any, and why."""
    store = _store(request)
    ids = store.ids()

    def pieces() -> Iterator[str]:
        problems, between = [], "\n"
        yield f'{{"zermelo": {FORMAT}, "games": ['
        for id in ids:
            try:
                game = store.get(id)
            except Problem as problem:
                problems.append(str(problem))
                continue
            if game:  # nobody has deleted it meanwhile
                yield between + json.dumps(asdict(game))
                between = ",\n"
        yield f'\n], "problems": {json.dumps(problems)}}}\n' if problems else "\n]}\n"

    return StreamingResponse(pieces(), media_type="application/json", headers=attached("zermelo-games.json"))


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _found(id: str, request: Request) -> SavedGame:
    if found := _store(request).get(id):
        return found
    raise _missing(id)


def _missing(id: str) -> HTTPException:
    return HTTPException(404, f"there is no saved game {id}")


def attached(name: str) -> dict[str, str]:
    """The header that makes a browser save a file under a name."""
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in ".-_") else "-" for letter in name)
    return {"Content-Disposition": f'attachment; filename="{plain}"'}


def _text(saved: SavedGame) -> str:
    told = {"title": saved.title, "game": saved.game, "result": saved.result, "start": saved.start}
    return in_words(told, saved.moves)


def in_words(told: Mapping[str, str], played: Sequence[str]) -> str:
    """A game for people; what follows `moves:` can be pasted wherever a position is read."""
    moves = " ".join(played)
    if any(" " in move for move in played):  # then commas tell them apart, one of them even behind a single move
        moves = ", ".join(played) + "," * (len(played) == 1)
    lines = [f"{name}: {' '.join(text.split())}" for name, text in told.items() if text]
    return "\n".join([*lines, f"moves: {moves}"]) + "\n"
