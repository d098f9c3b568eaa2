"""The tree: what a search did at every node, for a written tree or a position, to be drawn and stepped through."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.datastructures import State

from zermelo.core.game import CHANCE, Game, Position
from zermelo.core.options import convert
from zermelo.equilibrium.extensive.cfr import VARIANTS
from zermelo.equilibrium.solver import EXTENSIVE, solvers
from zermelo.errors import Problem
from zermelo.jsonable import jsonable
from zermelo.search import methods
from zermelo.search.method import SIMULATED
from zermelo.theory import exercise, node_types, ordered
from zermelo.tree.below import SHOWN, deep, must_be_shown, worth_compiling
from zermelo.tree.explicit import Tree
from zermelo.tree.growing import Grown, Simulation, grow
from zermelo.tree.reader import read_expression
from zermelo.tree.steps import counts, steps
from zermelo.tree.trace import Trace
from zermelo.tree.view import ALL, MOST_DRAWN, Shown, bare, fitting, vector, viewer_of
from zermelo.tree.watch import options_of, pictured, plainly, showable, unpruned, usual_on_trees, watched
from zermelo.web.allowance import described, within
from zermelo.web.games import told_option
from zermelo.web.presets import PRESETS, Preset
from zermelo.web.refusals import Busy
from zermelo.web.sofar import GameSoFar, told
from zermelo.web.treeanswer import Ends, Frame, Iteration, TreeAnswer, Watchable, listed, moment, nodes_of
from zermelo.web.turns import Work, at_once

router = APIRouter(tags=["trees"])

TREE_NODES = 1500  # of a written tree, unless more are asked for; of a game SHOWN
TREE_SECONDS = 5.0  # of a search
LOG_ROWS = 200_000  # of its log
STEPS_TOLD = 20_000  # that are told
AT_ONCE = 2  # such searches
PATIENCE = 2 * TREE_SECONDS  # seconds to wait for a place among them
OFFERED = ("sequence-form", *VARIANTS)  # solvers
UNSEEN = ("threads", "parallel", "memory", "reuse", "plain")  # options without an effect that one could see


class TreeQuestion(GameSoFar):
    """A tree, written down or below a position of a game, and how to search it."""

    game: str = Field("", description="A game, if the tree is not written down.", max_length=300)
    source: Any = Field(None, description="The tree: nested lists, as in docs/trees.md, or text that holds them.")
    view: str = Field("max", description="Whose payoffs bare numbers in it are: max, or mover.")
    order: str = Field("given", description="Of its moves: given, best, worst, sorted or random.")
    types: bool = Field(False, description="Mark its LEFT, CUT and ALL nodes.")
    method: str = Field("", description="With options, as in alphabeta:fail=hard; empty: what shows most.")
    depth: int | None = Field(None, ge=1, le=1000)
    window: Ends = (None, None)
    nodes: int | None = Field(None, ge=2, le=MOST_DRAWN, description="How many are shown at most.")
    simulations: int = Field(100, ge=1, le=300, description="Of a method that makes some.")
    seed: int = 0


class ExerciseTree(BaseModel):
    """A tree to search on paper."""

    seed: int
    source: Any


@router.get("/presets")
def presets() -> list[Preset]:
    """The worked examples of the lectures."""
    return list(PRESETS)


@router.get("/exercise")
def exercise_tree(
    seed: int = 0, depth: Annotated[int, Query(ge=1, le=4)] = 3, moves: Annotated[int, Query(ge=2, le=4)] = 3
) -> ExerciseTree:
    """A random tree on which alpha-beta cuts."""
    return ExerciseTree(seed=seed, source=exercise(seed, depth=depth, moves=moves).tree.source[0])


class Watching:
    """The few threads in which trees are searched: that is slow, and must not keep all of the server busy."""

    def __init__(self, megabytes: float) -> None:
        """`megabytes`: of a table, for each."""
        self.megabytes = megabytes
        self._places = asyncio.Semaphore(AT_ONCE)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="trees")

    async def take(self, work: Callable[[], bytes]) -> bytes:
        """What the work returns, once there is a place for it."""
        try:
            await asyncio.wait_for(self._places.acquire(), PATIENCE)
        except TimeoutError:
            raise Busy("others are searching trees: please try again") from None
        running = asyncio.get_running_loop().run_in_executor(self._threads, work)
        running.add_done_callback(lambda _: self._places.release())
        return await asyncio.shield(running)  # who leaves takes no place along

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


@router.post("/tree", response_model=TreeAnswer)
async def tree(question: TreeQuestion, request: Request) -> Response:
    """Search a tree and tell everything that happened."""
    place = await place_of(question, request)
    watching: Watching = request.app.state.watching

    def work() -> bytes:
        try:
            answer = _answer(question, place, watching.megabytes)
        except RecursionError:
            raise Problem("the tree is nested too deeply") from None
        return answer.model_dump_json().encode()

    return Response(await watching.take(work), media_type="application/json")


async def place_of(question: TreeQuestion, request: Request) -> Position:
    """The root of the tree that is meant."""
    state = request.app.state
    if (question.source is None) == (not question.game):
        raise Problem("give either a tree or a game")
    work = _below(question, state) if question.game else at_once(lambda: _written(question))
    return await state.turns.take(request, work)


def _below(question: TreeQuestion, state: State) -> Work[Position]:
    """The position of a game whose tree is to be searched."""
    if question.order != "given":
        raise Problem("the moves of a game come in its own order; another order is for written trees")
    history = yield from told(question, state, everything=True)  # whoever tells all moves knows them
    return history.position


def _written(question: TreeQuestion) -> Position:
    """The root of a tree that is written down."""
    try:
        source = read_expression(question.source) if isinstance(question.source, str) else question.source
        tree = Tree(source, view=question.view)
    except RecursionError:
        raise Problem("the tree is nested too deeply") from None
    if len(tree.nodes) > MOST_DRAWN:
        raise Problem(f"the tree has {len(tree.nodes):,} nodes; {MOST_DRAWN:,} can be shown")
    return ordered(tree, question.order, seed=question.seed).start()


def _answer(question: TreeQuestion, position: Position, megabytes: float) -> TreeAnswer:
    game = position.game
    method = question.method or usual_on_trees(game)
    name = described(method)[0] if method else ""
    if method:
        within(name, plainly(method)[2], megabytes)
    answer = TreeAnswer(
        players=game.players,
        two=game.two_player,
        method=method,
        methods=[Watchable(name=each, draws=methods[each].draws) for each in showable(game)],
        unpruned=unpruned(game),
        options=_options(name),
        written=isinstance(game, Tree),
        solvers=_solvers(game),
        nodes=[],
    )
    if name and methods[name].draws == SIMULATED:
        _grow(answer, question, position, method)
    else:
        _search(answer, question, position, method)
    return answer


def _solvers(game: Game) -> list[str]:
    """Those that are offered where players do not see everything, and on small trees: the best first."""
    if not (game.hidden or isinstance(game, Tree)):
        return []
    fitting = [each for each in solvers().values() if each.form == EXTENSIVE and not each.refuses(game)]
    return [each.name for each in sorted(fitting, key=lambda each: -each.usual(game)) if each.name in OFFERED]


def _search(answer: TreeAnswer, question: TreeQuestion, position: Position, method: str) -> None:
    """Search, and write down what happened; of a game, as deep as can be shown if nothing else is said."""
    game, name = position.game, method.partition(":")[0]
    if method:
        must_be_shown(method, position)
    fits, depth = _extent(question, position)
    done = _watched(question, position, method, depth) if method else None
    types = node_types(game) if question.types and isinstance(game, Tree) and not game.beyond_minimax() else None
    root = pictured(position, done, types=types, plies=fits)
    answer.nodes = nodes_of(root, ALL if name and methods[name].vectors(game) else viewer_of(position))
    if game.hidden:
        answer.notes.append("Players do not see everything: dashed lines join what looks the same to them.")
    if done:
        _tell(answer, root, done)


def levels(question: TreeQuestion, position: Position) -> tuple[Shown, int]:
    """The picture of a tree without a search, with its nodes in the same order, and how many plies it has."""
    fits, _ = _extent(question, position)
    return pictured(position, None, plies=fits), fits


def _extent(question: TreeQuestion, position: Position) -> tuple[int, int | None]:
    """How many plies are shown, and how deep a search looks; of a game, as deep as can be shown."""
    written = isinstance(position.game, Tree)
    fits = fitting(position, question.nodes or (TREE_NODES if written else SHOWN))
    if written:
        return fits, question.depth
    depth = question.depth or deep(position, fits)
    return min(fits, _plies(position, depth)), depth


def _plies(position: Position, depth: int) -> int:
    """How far down a search of that depth looks, where moves and rolls alternate: a roll costs no depth."""
    return 2 * depth - (position.mover != CHANCE) if position.game.stochastic else depth


def _watched(question: TreeQuestion, position: Position, method: str, depth: int | None) -> Trace:
    low, high = question.window
    window = (-inf if low is None else low, inf if high is None else high)
    if not window[0] < window[1]:
        raise Problem(f"the window {low}, {high} is empty: alpha must be less than beta")
    large = not isinstance(position.game, Tree) and worth_compiling(position, depth or 1)
    return watched(position, method, depth=depth, seconds=TREE_SECONDS, window=window, rows=LOG_ROWS, compiled=large)


def _tell(answer: TreeAnswer, root: Shown, done: Trace) -> None:
    """What the search did at the nodes shown, and what it did elsewhere."""
    found, left = done.analysis, STEPS_TOLD
    answer.values, answer.bound, answer.pv = found.values, found.bound, found.pv
    for visit in done.iterations:
        told = steps(root, visit, done.method)[:left]
        answer.iterations.append(Iteration(**counts(visit), steps=list(map(moment, told))))
        left -= len(told)
    shown, visited = len(answer.nodes), sum(iteration.nodes for iteration in answer.iterations[-1:])
    if any(node.beyond for node in root.walk()) and visited > shown:
        answer.notes.append(f"The search went on below the {shown:,} nodes shown; it visited {visited:,} in all.")
    if not done.complete or not left:
        answer.notes.append("The search did more than can be stepped through: the steps end early.")
    if any(visit.left == "enter" for visit in done.iterations):
        answer.notes.append(f"The search was stopped after {TREE_SECONDS:g} seconds: what it did until then is shown.")


def _options(name: str) -> list[dict[str, Any]]:
    """What may be set about a method."""
    known = options_of(name) if name in methods else []
    return [jsonable(told_option(option)) for option in known if option.name not in UNSEEN]


def _grow(answer: TreeAnswer, question: TreeQuestion, position: Position, method: str) -> None:
    """How a method lets its tree grow."""
    name, limits, given = plainly(method)
    wanted = min(question.simulations, limits.get("simulations", question.simulations))
    seed = convert(f"{name}:seed", given.pop("seed", str(question.seed)), 0)
    grown = grow(position, wanted, method=name, seed=seed, seconds=TREE_SECONDS, compiled=False, **given)
    sprouts = [(bare(sprout.position, sprout.move), sprout.parent) for sprout in grown.nodes]
    answer.nodes = listed(sprouts, viewer_of(position) if answer.two else ALL)
    answer.simulations = [Frame(**vars(one), says=_tale(grown, one)) for one in grown.simulations]
    made = len(grown.simulations)
    if made:
        answer.values = grown.simulations[-1].means[0]
    if grown.solved:
        answer.notes = [f"After {made} simulations the value of the root is proven."]
    elif made < wanted:
        answer.notes = [f"Stopped after {TREE_SECONDS:g} seconds and {made} simulations."]


def _tale(grown: Grown, one: Simulation) -> str:
    """A simulation in words."""
    way = " ".join(grown.nodes[number].move for number in one.path[1:]) or "nowhere"
    new = ", a new node" if one.added else ""
    position = grown.nodes[one.path[-1]].position
    end = "which ends there" if position.over else "plays on at random"
    return f"Goes {way}{new}, {end}: {vector(one.outcome)} for {', '.join(position.game.players)}."
