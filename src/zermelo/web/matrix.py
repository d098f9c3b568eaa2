"""Matrix games, as the page asks for them: the table with its best replies, elimination, equilibria, processes."""

import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from zermelo.core.options import parse
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.page import page
from zermelo.equilibrium.matrix.shelf import on_the_shelf
from zermelo.equilibrium.solver import Finds, Solver, equilibrium, solvers, usual_solvers
from zermelo.errors import Problem, unknown
from zermelo.jsonable import jsonable
from zermelo.web.games import told_option
from zermelo.web.sofar import Asked
from zermelo.web.trees import Watching

router = APIRouter(tags=["matrix games"])

MOST_PLAYERS, MOST_ACTIONS, MOST_CELLS = 4, 12, 400  # of a game
ALL_FOR = 16  # actions of both players together, for which all equilibria are looked for
DEAREST = {"supports": 12}  # the same for methods that try more: what they need grows faster
MOST_ROUNDS, USUAL_ROUNDS = 2000, 1000  # of a process
ROUNDS = "steps"  # the option that says how many
Name = Annotated[str, Field(max_length=60)]


class TableOfPayoffs(Asked):
    """A game in which all choose at once: one of the shelf, or its payoffs."""

    game: str = Field("", description="A name of the shelf, if there are no payoffs.", max_length=60)
    payoffs: list[Any] | None = Field(
        None, description="A table of pairs, or of what the first player gets (zero-sum). Fractions are text: 1/3."
    )
    players: list[Name] = Field([], max_length=MOST_PLAYERS)
    actions: list[Annotated[list[Name], Field(max_length=MOST_ACTIONS)]] = Field([], max_length=MOST_PLAYERS)


class TableQuestion(TableOfPayoffs):
    """What to find in it."""

    method: str = Field(
        "", description="With options, as in fictitious:steps=200; empty: the usual one.", max_length=300
    )


@router.post("/matrix", response_model=dict[str, Any])
async def matrix(table: TableOfPayoffs, request: Request) -> Response:
    """A game's payoffs with best replies, what is eliminated, its equilibria, and which methods there are.

    It is what `zermelo.equilibrium.matrix.page` says of the game.
    """
    return await _answered(request, lambda: _shown(game_of(table)))


@router.post("/matrix/solve", response_model=dict[str, Any])
async def solve(question: TableQuestion, request: Request) -> Response:
    """What a method finds: equilibria and how they hang together, or how a process went (`details.path`)."""
    return await _answered(request, lambda: _solved(question))


async def _answered(request: Request, work: Callable[[], dict[str, Any]]) -> Response:
    watching: Watching = request.app.state.watching
    answer = await watching.take(lambda: json.dumps(jsonable(work())).encode())
    return Response(answer, media_type="application/json")


def game_of(table: TableOfPayoffs) -> MatrixGame:
    """The game that is meant; a `Problem` if it is none, or too large for a page."""
    if table.payoffs is None:
        return on_the_shelf(table.game)
    try:
        game = MatrixGame(table.payoffs, table.players, table.actions, name="this game")
    except RecursionError:
        raise Problem("the payoffs are nested too deeply") from None
    if len(game.sizes) > MOST_PLAYERS or max(game.sizes) > MOST_ACTIONS or _cells(game) > MOST_CELLS:
        most = f"{MOST_PLAYERS} players, {MOST_ACTIONS} actions of each, and {MOST_CELLS} cells"
        raise Problem(f"the game of {' x '.join(map(str, game.sizes))} actions is too large for a page ({most})")
    return game


def _cells(game: MatrixGame) -> int:
    return game.payoffs.size // len(game.sizes)


def _shown(game: MatrixGame) -> dict[str, Any]:
    methods = [_told(each) for each in solvers().values() if _suits(each, game)]
    return {**page(game), "methods": methods, "usual": usual_solvers(game)[0].name}


def _told(each: Solver) -> dict[str, Any]:
    return {
        "name": each.name,
        "help": each.help,
        "process": each.watch is not None,
        "options": [told_option(option) for option in each.options.values()],
    }


def _suits(each: Solver, game: MatrixGame) -> bool:
    """Whether a method is for a game, and quick enough to be asked for here."""
    return each.form == MatrixGame.form and not each.refuses(game) and not _too_slow(each, game)


def _too_slow(each: Solver, game: MatrixGame) -> bool:
    return each.finds == Finds.ALL and sum(game.sizes) > DEAREST.get(each.name, ALL_FOR)


def _solved(question: TableQuestion) -> dict[str, Any]:
    game = game_of(question)
    name, _, rest = question.method.partition(":")
    name = name or usual_solvers(game)[0].name
    given: dict[str, Any] = parse(rest)
    if name not in solvers():
        raise unknown("method", name, [each.name for each in solvers().values() if _suits(each, game)])
    chosen = solvers()[name]
    chosen.must_suit(game)
    if _too_slow(chosen, game):
        raise Problem(f"{name} takes too long here with {sum(game.sizes)} actions: use zermelo equilibrium")
    if chosen.watch:
        given.setdefault(ROUNDS, str(USUAL_ROUNDS))
        if given[ROUNDS].isdecimal() and int(given[ROUNDS]) > MOST_ROUNDS:
            raise Problem(f"option {ROUNDS}={given[ROUNDS]} is more than this server allows ({MOST_ROUNDS:,})")
    return equilibrium(game, name, **given).as_dict()
