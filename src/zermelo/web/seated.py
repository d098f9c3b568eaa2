"""Playing from a seat, as the page asks for it: a game whose players do not see all stays with the server."""

import logging
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import Field
from starlette.datastructures import State

from zermelo.core.game import Game
from zermelo.core.history import History
from zermelo.errors import Problem
from zermelo.jsonable import jsonable
from zermelo.search import usual_method
from zermelo.web.desk import TellClient
from zermelo.web.refusals import Busy
from zermelo.web.saved import attached, in_words
from zermelo.web.searches import Wish, code_of, think, thinking
from zermelo.web.sittings import YOU, KeptGame, Sittings, shown
from zermelo.web.sofar import Asked
from zermelo.web.thinkers import begins_at_once, known, method_behind
from zermelo.web.turns import at_once

router = APIRouter(tags=["hidden games"])
SittingId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16,40}$", description="Whoever knows it has the seat.")]
MOST_PLIES = 5000  # of a game
LONGEST_MOVE = 30.0  # seconds of an engine's
SEES_ALL = "greedy"  # the player who does not search, and yet looks at all there is


class SittingDown(Asked):
    """A game whose players do not see all, and who plays."""

    game: str = Field(description="A game and its options, as in kuhn:players=3.", max_length=300, examples=["kuhn"])
    players: list[Annotated[str, Field(max_length=500)]] = Field(
        description="One for each seat: you (once, or not at all), level:5, random, or a method.",
        max_length=20,
        examples=[["you", "random"]],
    )


class OwnMove(Asked):
    """A move of the person's."""

    move: str = Field(max_length=200)
    number: int = Field(description="How many moves they have made before.", ge=0, le=MOST_PLIES)


@router.post("/sittings")
async def sit_down(asked: SittingDown, request: Request) -> dict[str, Any]:
    """Begin a game. The answer, as all others, is what the seat may know; its `id` is for whoever has the seat."""
    state = request.app.state
    return await state.turns.take(request, at_once(lambda: _begun(asked, state)))


def _begun(asked: SittingDown, state: State) -> dict[str, Any]:
    game: Game = state.own.load(asked.game)
    if not game.hidden:
        raise Problem(f"in {game.spec} everybody sees everything: it needs no seat")
    if len(asked.players) != len(game.players):
        raise Problem(f"{game.spec} has {len(game.players)} seats, not {len(asked.players)}")
    if asked.players.count(YOU) > 1:
        raise Problem("one seat may be yours, not several: you would see what the others hold")
    for who in asked.players:
        if who != YOU and known(who) == SEES_ALL:
            raise Problem(f"{who} has to see everything; {game.spec} has hidden information")
        if who != YOU:
            method_behind(who, game, state.settings)
    return jsonable(shown(state.sittings.begin(game, asked.players)))


@router.get("/sittings/{id}")
async def sitting(id: SittingId, request: Request) -> dict[str, Any]:
    """How a game stands, as far as the seat may know; all of it once it is over."""
    found = await _found(id, request)
    return await _shown(found, request)


@router.post("/sittings/{id}/move")
async def move(id: SittingId, made: OwnMove, request: Request) -> dict[str, Any]:
    """Make a move."""
    found, state = await _found(id, request), request.app.state

    def play() -> None:
        found.move(made.move, made.number)
        state.sittings.keep(found)

    async with found.lock:
        await state.turns.take(request, at_once(play))
    return await _shown(found, request)


@router.post("/sittings/{id}/go")
async def go(id: SittingId, request: Request) -> dict[str, Any]:
    """Let the others move, until it is the person's turn; where only engines play, one move."""
    found = await _found(id, request)
    async with found.lock:
        try:
            while found.waits:
                await _step(found, request)
                if found.seat is None:
                    break
        except Busy:
            raise
        except Problem as problem:  # it may say what the person must not know
            logging.getLogger("zermelo").warning("%s cannot go on: %s", found.game.spec, problem)
            raise Problem("the game cannot go on; where the server was started, it has said why") from None
    return await _shown(found, request)


async def _step(found: KeptGame, request: Request) -> None:
    """What chance does, and the move of an engine; where only engines play, one of both."""
    state = request.app.state
    before = found.codes

    def play(name: str) -> None:
        found.play(name)
        state.sittings.keep(found)

    await state.turns.take(request, at_once(lambda: found.roll(state.sittings.dice)))
    if found.waits and (found.seat is not None or found.codes == before):
        name = await _engine(found, state)
        await state.turns.take(request, at_once(lambda: play(name)))


@router.post("/sittings/{id}/search", response_class=StreamingResponse)
async def advise(id: SittingId, wish: Wish, request: Request) -> StreamingResponse:
    """What the person should do, found from what they know; told as `/search` does."""
    found, state = await _found(id, request), request.app.state

    async def asked() -> History:
        if found.history.over:
            raise Problem("the game is over: there is nothing to search")
        if found.waits or found.seat is None:
            raise Problem("it is not your turn")
        if known(wish.player or usual_method(found.game)) == SEES_ALL:
            raise Problem(f"{wish.player} has to see everything; {found.game.spec} has hidden information")
        return found.history

    return await thinking(wish, state, asked)


@router.delete("/sittings/{id}")
async def leave(id: SittingId, request: Request) -> dict[str, bool]:
    """Forget a game."""
    found = await _found(id, request)
    await request.app.state.turns.take(request, at_once(lambda: request.app.state.sittings.end(found)))
    return {"deleted": True}


@router.get("/sittings/{id}/export", response_class=PlainTextResponse)
async def export(id: SittingId, request: Request) -> Response:
    """A game as text: all moves once it is over; before, what the seat knows."""
    found = await _found(id, request)
    told = await _shown(found, request)
    text = (
        in_words({"game": told["game"], "result": told["status"]}, told["played"]) if told["everything"] else _log(told)
    )
    return PlainTextResponse(text, headers=attached(f"{told['game']}.txt"))


def _log(told: dict[str, Any]) -> str:
    """What a person knows of a game under way."""
    seat = told["players"][told["seat"]]
    return f"game: {told['game']}\nseat: {seat}\nseen: {told['text']}\ntold: {', '.join(told['log'])}\n"


async def _found(id: str, request: Request) -> KeptGame:
    sittings: Sittings = request.app.state.sittings
    found = await request.app.state.turns.take(request, at_once(lambda: sittings.find(id)))
    if found is None:
        raise HTTPException(404, "there is no such game: it has been left, or is too old")
    return found


async def _shown(found: KeptGame, request: Request) -> dict[str, Any]:
    return await request.app.state.turns.take(request, at_once(lambda: jsonable(shown(found))))


async def _engine(found: KeptGame, state: State) -> str:
    """The move of the engine whose turn it is; it is asked at the desk, as all searches are."""
    history, client = found.history, found.engines
    mover = history.position.mover
    spec = found.players[mover]
    ticket = state.desk.enter(client)
    try:
        seated = state.seats.take((client, mover), spec, history.game)
    except BaseException:
        state.desk.leave(ticket)
        raise
    ticket.when_over = lambda: state.seats.leave(seated)
    first = "" if begins_at_once(seated.thinker) else method_behind(spec, history.game, state.settings)

    def job(tell: TellClient) -> dict[str, Any]:
        if first:
            code_of(history.game, first, tell)
        return think(seated.thinker, history, 1, min(LONGEST_MOVE, state.settings.seconds), tell)

    answer: dict[str, Any] = {}
    async for name, data in state.desk.search(ticket, job):
        answer = data if name == "result" else answer
    if not answer.get("move"):
        raise Problem(f"{spec} has not moved")
    return answer["move"]
