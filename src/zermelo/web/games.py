"""Games and positions, as the page asks for them."""

import re
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.datastructures import State

from zermelo.arena.levels import LEVELS, describe
from zermelo.core.catalogue import names
from zermelo.core.game import Game
from zermelo.core.history import History
from zermelo.core.options import Option
from zermelo.core.score import decimals
from zermelo.errors import Problem
from zermelo.jsonable import jsonable
from zermelo.search import methods, usual_method
from zermelo.web.own import OwnGames
from zermelo.web.scene import scene
from zermelo.web.sofar import MOST_MOVES, Asked, GameToShow, told
from zermelo.web.turns import Work, at_once

router = APIRouter(tags=["games"])


class Pasted(Asked):
    game: str = Field(max_length=300, examples=["connect4"])
    text: str = Field(
        description="A position in the game's notation, or moves from the start: f5 d6, f5d6, SGF.", max_length=20_000
    )


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
        "decimals": decimals(made),
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
async def position(sofar: GameToShow, request: Request) -> dict[str, Any]:
    """A position: its picture, its moves, and how it ended if it did."""
    return await request.app.state.turns.take(request, _scene(sofar, request.app.state))


def _scene(sofar: GameToShow, state: State) -> Work[dict[str, Any]]:
    history = yield from told(sofar, state, everything=sofar.everything)
    yield 1
    return scene(history, everything=sofar.everything)


@router.post("/read")
async def read(pasted: Pasted, request: Request) -> dict[str, Any]:
    """Make sense of a text: where the game begins, and its moves since. Moves may be numbered, as in `1. a1 b2`."""
    return await request.app.state.turns.take(request, _read(pasted, request.app.state))


def _read(pasted: Pasted, state: State) -> Work[dict[str, Any]]:
    made: Game = state.own.load(pasted.game)
    made.must_be_open()
    text = pasted.text.strip()
    if not text:
        raise Problem("there is nothing to set up: paste a position or moves")
    exported = dict(re.findall(r"^(game|title|result|start|moves):(.*)$", text, re.MULTILINE))
    start = exported.get("start", "").strip()
    text = exported.get("moves", "" if start else text).strip()
    steps = History(made.position(start)).following(text) if start else History.reading(made, text)
    for _ in range(MOST_MOVES + 1):
        yield len(text)
        try:
            next(steps)
        except StopIteration as end:
            start = start or ("" if end.value.start == made.start() else text)
            return {"start": start, "moves": end.value.played}
    raise Problem(f"these are more than the {MOST_MOVES:,} moves that a game may have here")
