"""Games and positions, as the page asks for them."""

import re
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.datastructures import State

from zermelo.arena.levels import LEVELS, describe
from zermelo.core.catalogue import names
from zermelo.core.game import Game, listed_moves
from zermelo.core.options import Option
from zermelo.errors import Problem
from zermelo.jsonable import jsonable
from zermelo.search import methods, usual_method
from zermelo.web.own import OwnGames
from zermelo.web.scene import scene
from zermelo.web.sofar import MOST_MOVES, GameSoFar, told
from zermelo.web.turns import Work, at_once

router = APIRouter(tags=["games"])


class Pasted(BaseModel):
    game: str = Field(max_length=300, examples=["connect4"])
    text: str = Field(description="A position in the game's notation, or moves from the start.", max_length=100_000)


@router.get("/games")
def games(request: Request) -> dict[str, Any]:
    """What can be played, the user's own games first; `problem`: what is wrong with a file of theirs."""
    own: OwnGames = request.app.state.own
    shipped = set(names())
    return {"games": [{"name": name, "own": name not in shipped, "problem": own.problem(name)} for name in own.names()]}


@router.get("/game")
async def game(game: str, request: Request) -> dict[str, Any]:
    """A game's rules in words, its traits and options, and who can play it."""
    state = request.app.state
    return await state.turns.take(request, at_once(lambda: _facts(state.own.load(game))))


def _facts(made: Game) -> dict[str, Any]:
    fitting = [method for method in methods.values() if not method.refuses(made)]
    facts = {
        "game": made.spec,
        "name": made.name,
        "description": made.description,
        "players": made.players,
        "stochastic": made.stochastic,
        "hidden": made.hidden,
        "two_player": made.two_player,
        "lowest": made.lowest,
        "highest": made.highest,
        "middle": made.middle,
        "unit": made.rules.unit,
        "solved": made.rules.solved,
        "options": [told_option(option) for option in made.options.values()],
        "usual_method": usual_method(made),
        "methods": [
            {
                "name": method.name,
                "fits": method.fits,
                "limits": method.limits,
                "options": [told_option(option) for option in method.options.values()],
            }
            for method in fitting
        ],
        "levels": [describe(level, made) for level in LEVELS] if fitting else [],
    }
    return jsonable(facts)


def told_option(option: Option) -> dict[str, Any]:
    kind = "boolean" if isinstance(option.default, bool) else type(option.default).__name__
    return {
        "name": option.name,
        "type": kind,
        "value": option.value,
        "default": option.default,
        "help": option.help,
        "low": option.low,
        "high": option.high,
        "choices": option.choices,
    }


@router.post("/position")
async def position(sofar: GameSoFar, request: Request) -> dict[str, Any]:
    """A position: its picture, its moves, and how it ended if it did."""
    return await request.app.state.turns.take(request, _scene(sofar, request.app.state))


def _scene(sofar: GameSoFar, state: State) -> Work[dict[str, Any]]:
    history = yield from told(sofar, state)
    yield 1
    return scene(history)


@router.post("/read")
async def read(pasted: Pasted, request: Request) -> dict[str, Any]:
    """Make sense of a text: where the game begins, and its moves since. Moves may be numbered, as in `1. a1 b2`."""
    return await request.app.state.turns.take(request, _read(pasted, request.app.state))


def _read(pasted: Pasted, state: State) -> Work[dict[str, Any]]:
    made: Game = state.own.load(pasted.game)
    text = pasted.text.strip()
    if not text:
        raise Problem("there is nothing to set up: paste a position or moves")
    start, moves = _parts(text)
    if not start and not text.startswith("moves:"):
        try:
            made.position(text)
            return {"start": text, "moves": []}
        except Problem as unreadable:
            if not moves or moves[0] not in made.start().moves:
                raise unreadable from None
    if len(moves) > MOST_MOVES:
        raise Problem(f"{len(moves):,} moves are more than the {MOST_MOVES:,} that a game may have here")
    history = yield from state.lines.of(made, start, moves)
    return {"start": start, "moves": history.played}


def _parts(text: str) -> tuple[str, list[str]]:
    """The first position and the moves in a text, which may be an exported game of lines such as `moves: a1 b2`."""
    named = dict(re.findall(r"^(game|title|result|start|moves):(.*)$", text, re.MULTILINE))
    listed = re.sub(r"(?<!\S)\d+\.(?=\s|$)", " ", named.get("moves", "" if "start" in named else text))
    return named.get("start", "").strip(), listed_moves(listed)
