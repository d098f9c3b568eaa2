"""Equilibria of trees, as the page asks for them: a strategy for every branch, and how exploitable they all are."""

import time
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from zermelo.core.game import CHANCE, Position
from zermelo.core.worker import work
from zermelo.equilibrium.answer import plainly
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.cfr import VARIANTS, Regrets, Stage, stages
from zermelo.equilibrium.extensive.exact import exactly
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form
from zermelo.equilibrium.extensive.linear import MOST_SEQUENCES, optimal
from zermelo.equilibrium.solver import solvers
from zermelo.errors import Problem, unknown
from zermelo.tree.view import Shown
from zermelo.web.desk import Desk, TellClient
from zermelo.web.searches import SearchStream, as_events
from zermelo.web.treeanswer import by_number
from zermelo.web.trees import TreeQuestion, levels, place_of

router = APIRouter(tags=["trees"])

PROGRAM = "sequence-form"
MEGABYTES = 128.0  # of a game
SECONDS, ITERATIONS = 20.0, 100_000  # of regret minimisation
CLOSE_ENOUGH = 1e-7  # of the range of payoffs: an exploitability at which it ends
SEEN = 0.04  # seconds between two stages, so that one sees it fall


class TreeToSolve(TreeQuestion):
    """A tree, and how to find strategies for it."""

    client: str = Field(description="Any name; a client has one search at a time.", min_length=1, max_length=80)
    solver: str = Field("cfr+", description=f"{PROGRAM}, or one of {', '.join(VARIANTS)}.", max_length=60)


@router.post("/tree/solve", response_class=StreamingResponse)
async def solve_tree(question: TreeToSolve, request: Request) -> StreamingResponse:
    """Solve a tree that `/tree` has shown. The answer is a stream of server-sent events, as that of `/search`.

    `progress` and `result` have the `iteration`, the `exploitability` (what players would gain by the best reply, on
    average), the `values`, the `curve` until then (iteration, seconds, exploitability), and `parts`: for each node of
    the tree the probability of the move that leads there, or null. `/stop` keeps the strategy so far.
    """
    state = request.app.state
    desk: Desk = state.desk
    ticket = desk.enter(question.client)
    try:
        if question.solver not in (PROGRAM, *VARIANTS):
            raise unknown("solver", question.solver, [PROGRAM, *VARIANTS])
        position = await place_of(question, request)
        solvers()[question.solver].must_suit(position)
    except BaseException:
        desk.leave(ticket)
        raise
    seconds = min(SECONDS, state.settings.seconds)
    return SearchStream(
        as_events(desk.search(ticket, lambda tell: _solved(question, position, seconds, tell))),
        over=partial(desk.leave, ticket),
    )


def _solved(question: TreeToSolve, position: Position, seconds: float, tell: TellClient) -> dict[str, Any]:
    form = sequence_form(position, memory=MEGABYTES, on_progress=lambda seen: tell(None))
    places = _places(levels(question, position)[0], form)
    if question.solver == PROGRAM:
        return _by_program(form, places)
    regrets = Regrets(form, VARIANTS[question.solver])
    span = (position.game.highest - position.game.lowest) or 1.0
    curve: list[tuple[int, float, float]] = []
    told: list[dict[str, Any]] = []
    end = time.monotonic() + seconds

    def job() -> None:
        for stage in stages(form, regrets.variant, regrets=regrets, last=ITERATIONS):
            curve.append((stage.iteration, round(stage.seconds, 4), stage.exploitability))
            told[:] = [_told(stage, places, curve)]
            late = time.monotonic() > end
            if not tell(("progress", told[0])) or late or stage.exploitability <= CLOSE_ENOUGH * span:
                return
            time.sleep(SEEN)

    def go_on() -> bool:
        return not told or (tell(None) and time.monotonic() < end)

    work(job, regrets.stop, on_glance=go_on)
    return {**told[0], "method": question.solver, "exact": False}


def _told(stage: Stage, places: list[int], curve: list[tuple[int, float, float]]) -> dict[str, Any]:
    return {
        "iteration": stage.iteration,
        "seconds": stage.seconds,
        "exploitability": stage.exploitability,
        "values": stage.values,
        "curve": list(curve),
        "parts": _parts(stage.behaviour, places),
    }


def _parts(behaviour: Behaviour, places: list[int]) -> list[float | None]:
    return [None if place < 0 else round(float(behaviour.policy[place]), 5) for place in places]


def _by_program(form: SequenceForm, places: list[int]) -> dict[str, Any]:
    if len(form.codes) > MOST_SEQUENCES:
        told = f"{form.game.spec} has {len(form.codes):,} sequences of moves"
        raise Problem(f"{told}; a linear program takes at most {MOST_SEQUENCES:,} here: choose cfr+")
    behaviour = optimal(form)
    found = exactly(behaviour)
    profile = found or behaviour.profile()
    return {
        "method": PROGRAM,
        "exact": found is not None,
        "iteration": 0,
        "seconds": 0.0,
        "exploitability": float(sum(profile.regrets)) / form.players,
        "values": [float(value) for value in profile.payoffs],
        "exactly": [plainly(value) for value in profile.payoffs],
        "curve": [],
        "parts": _parts(behaviour, places),
    }


def _places(root: Shown, form: SequenceForm) -> list[int]:
    """For each node of a picture the sequence whose last move leads there; -1 where chance does, or nothing."""
    nodes = by_number(root)
    ways: list[tuple[int, ...]] = []
    found: list[int] = []
    known = {} if form.game.hidden else _by_way(form)
    for shown, parent in nodes:
        if parent is None:
            ways.append(())
            found.append(-1)
            continue
        above = nodes[parent][0].position
        assert above is not None
        code = above.moves[shown.edge]
        ways.append((*ways[parent], code))
        number = None
        if above.mover != CHANCE:
            key = (above.mover, above.sees(above.mover) & (2**64 - 1))
            number = form.number_of.get(key) if form.game.hidden else known.get(ways[parent])
        found.append(-1 if number is None else _sequence(form, number, code))
    return found


def _by_way(form: SequenceForm) -> dict[tuple[int, ...], int]:
    """The sets of a game in which everybody sees everything, each of which is one position, by the way there."""
    return {tuple(form.ways[one.way : one.way + one.plies].tolist()): number for number, one in enumerate(form.sets)}


def _sequence(form: SequenceForm, number: int, code: int) -> int:
    one = form.sets[number]
    return int(one.first) + form.codes[one.first : one.first + one.count].tolist().index(code)
