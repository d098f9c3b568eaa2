"""The tree: what a search did at every node, for a written tree or a position, to be drawn and stepped through."""

from collections import Counter
from math import inf, isfinite
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from zermelo.errors import Problem
from zermelo.game import Game, Position
from zermelo.search import Trace, methods
from zermelo.search.growth import Growth, Simulation, growth
from zermelo.theory import exercise, node_types, ordered
from zermelo.tree import Tree
from zermelo.treereader import read_expression
from zermelo.treesearch import finds_vectors, pictured, plainly, showable, unpruned, usual_on_trees, watched
from zermelo.treesteps import Step, counts, side_of, steps
from zermelo.treeview import ALL, MOST, Shown, bare, fitting, vector, viewer_of
from zermelo.web.presets import PRESETS, Preset

router = APIRouter(tags=["trees"])

SHOWN, WRITTEN = 250, 1500  # nodes of a game and of a written tree, unless more are asked for
SECONDS = 5.0  # of a search
ROWS = 200_000  # of its log
LARGE = 3000  # positions that are worth a compiler's time
BOARDS = 40  # nodes that come with a picture of the board, by whole levels
LARGEST = 64.0  # MB, of
MEGABYTES = ("table", "memory")
UNSEEN = ("threads", "parallel", "memory", "reuse", "plain")  # options without an effect that one could see

Ends = tuple[float | None, float | None]
"""A window: alpha and beta, or nothing where it is open."""


class Question(BaseModel):
    """A tree, written down or below a position of a game, and how to search it."""

    source: Any = Field(None, description="nested lists, as in docs/trees.md, or text that holds them")
    view: str = Field("max", description="whose payoffs bare numbers in it are: max, or mover")
    order: str = Field("given", description="of its moves: given, best, worst, sorted or random")
    types: bool = Field(False, description="mark its LEFT, CUT and ALL nodes")
    game: str = Field("", description="instead of a tree: a game")
    start: str = Field("", description="the game's first position, if it is not the usual one")
    moves: list[str] = Field([], max_length=1000)
    method: str = Field("", description="with options, as in alphabeta:fail=hard; without one, what shows most")
    depth: int | None = Field(None, ge=1, le=1000)
    window: Ends = (None, None)
    nodes: int | None = Field(None, ge=2, le=MOST, description="that are shown at most")
    simulations: int = Field(100, ge=1, le=300, description="of mcts")
    seed: int = 0


class Node(BaseModel):
    """One node, and how the search left it in the end; values are those of the viewer."""

    parent: int | None
    move: str
    name: str
    kind: str = Field(description="max, min, chance or the player's name")
    side: str = Field(description="what the search does there: max, min or chance; nothing if all play for themselves")
    payoff: tuple[float, ...] | None = Field(description="if the game ends there")
    prob: float | None
    info: str
    beyond: int = Field(description="moves that are not shown")
    board: str = Field(description="a picture, if the node is among the first")
    status: str = "unseen"
    window: Ends | None = None
    value: float | None = None
    bound: str = "="
    type: str = ""
    best: bool = False


class Moment(BaseModel):
    """One step of the search, and what it changes at the node above."""

    node: int
    event: str
    window: Ends | None
    value: float | None
    bound: str
    payoff: tuple[float, ...] | None
    parent_best: float | None
    parent_window: Ends | None
    says: str


class Iteration(BaseModel):
    """One search from the root, of several if it deepens."""

    depth: int | None = Field(description="nothing: to the end")
    nodes: int
    leaves: int
    cuts: int
    hits: int
    steps: list[Moment]


class Frame(BaseModel):
    """One simulation of mcts: its path, and what is known of the nodes on it afterwards."""

    path: tuple[int, ...]
    added: bool
    outcome: tuple[float, ...]
    visits: tuple[int, ...]
    means: tuple[tuple[float, ...], ...]
    says: str


class Setting(BaseModel):
    """An option of the method."""

    name: str
    value: Any
    help: str
    choices: tuple[Any, ...]


class Answer(BaseModel):
    """A tree with all that a search did there: iterations, or for mcts, simulations."""

    players: tuple[str, ...]
    two: bool = Field(description="two opposed players: one number says it all")
    method: str
    methods: list[str] = Field(description="that can be watched here")
    unpruned: str = Field(description="the method that looks at everything")
    options: list[Setting]
    written: bool
    values: tuple[float, ...] = Field(default=(), description="of the root, one for each player")
    bound: str = "="
    pv: tuple[str, ...] = ()
    nodes: list[Node]
    iterations: list[Iteration] = []
    simulations: list[Frame] = []
    notes: list[str] = []


class Task(BaseModel):
    """A tree to search on paper."""

    seed: int
    source: Any


@router.get("/presets")
def presets() -> list[Preset]:
    """The worked examples of the lectures."""
    return list(PRESETS)


@router.get("/exercise")
def task(
    seed: int = 0, depth: Annotated[int, Query(ge=1, le=4)] = 3, moves: Annotated[int, Query(ge=2, le=4)] = 3
) -> Task:
    """A random tree on which alpha-beta cuts."""
    return Task(seed=seed, source=exercise(seed, depth=depth, moves=moves).tree.source[0])


@router.post("/tree")
def tree(question: Question, request: Request) -> Answer:
    """Search a tree and tell everything that happened."""
    try:
        return _answer(question, request)
    except RecursionError:
        raise Problem("the tree is nested too deeply") from None


def _answer(question: Question, request: Request) -> Answer:
    position = _position(question, request)
    game, written = position.game, isinstance(position.game, Tree)
    method = question.method or usual_on_trees(game)
    name, given = plainly(method)
    for option in MEGABYTES:
        if _number(given.get(option, "0")) > LARGEST:
            raise Problem(f"{option}={given[option]} is too much: {LARGEST:g} MB are enough for what can be looked at")
    answer = Answer(
        players=game.players,
        two=game.two_player,
        method=method,
        methods=showable(game),
        unpruned=unpruned(game),
        options=_settings(name, given),
        written=written,
        nodes=[],
    )
    if name == "mcts":
        return _grown(answer, question, position, given)
    fits = fitting(position, question.nodes or (WRITTEN if written else SHOWN))
    depth = question.depth if written else question.depth or fits
    done = _searched(question, position, method, depth) if method else None
    types = node_types(game) if question.types and isinstance(game, Tree) and not game.beyond_minimax() else None
    root = pictured(position, done, types=types, plies=fits if written else min(fits, depth or fits))
    further = any(node.beyond for node in root.walk()) and (depth is None or depth > fits)
    answer.nodes = _nodes(root, ALL if finds_vectors(name, game) else viewer_of(position))
    if done:
        found = done.analysis
        answer.values, answer.bound, answer.pv = found.values, found.bound, found.pv
        answer.iterations = [
            Iteration(
                depth=visit.height if visit.height <= (depth or 0) else None,
                **counts(visit),
                steps=[_moment(step) for step in steps(root, visit, name)],
            )
            for visit in done.iterations
        ]
    answer.notes = _notes(game, done, len(answer.nodes) if further else 0)
    return answer


def _position(question: Question, request: Request) -> Position:
    """What is to be searched."""
    if (question.source is None) == (not question.game):
        raise Problem("give either a tree or a game")
    if question.game:
        if question.order != "given":
            raise Problem("the moves of a game come in its own order; another order is for written trees")
        position = request.app.state.own.load(question.game).position(question.start)
        for move in question.moves:
            position = position.play(move)
        return position
    source = read_expression(question.source) if isinstance(question.source, str) else question.source
    tree = Tree(source, view=question.view)
    if len(tree.nodes) > MOST:
        raise Problem(f"the tree has {len(tree.nodes):,} nodes; {MOST:,} can be shown")
    return ordered(tree, question.order, seed=question.seed).start()


def _searched(question: Question, position: Position, method: str, depth: int | None) -> Trace:
    low, high = question.window
    window = (-inf if low is None else low, inf if high is None else high)
    if not window[0] < window[1]:
        raise Problem(f"the window {low}, {high} is empty: alpha must be less than beta")
    large = not isinstance(position.game, Tree) and len(position.moves) ** (depth or 1) > LARGE
    return watched(position, method, depth=depth, seconds=SECONDS, window=window, rows=ROWS, compiled=large)


def _nodes(root: Shown, viewer: int) -> list[Node]:
    """The picture as a list, parents first."""
    parents = {id(child): number for number, node in enumerate(root.walk()) for child in node.children}
    return _listed([(node, parents.get(id(node))) for node in root.walk()], viewer)


def _listed(nodes: list[tuple[Shown, int | None]], viewer: int) -> list[Node]:
    """Nodes with the numbers of their parents; those nearest to the root get boards."""
    depths: list[int] = []
    for _, parent in nodes:
        depths.append(0 if parent is None else depths[parent] + 1)
    levels = Counter(depths)
    with_boards = [depth for depth in levels if sum(levels[above] for above in range(depth + 1)) <= BOARDS]
    return [
        _node(shown, parent, viewer, depth in with_boards) for (shown, parent), depth in zip(nodes, depths, strict=True)
    ]


def _node(shown: Shown, parent: int | None, viewer: int, near: bool) -> Node:
    position = shown.position
    assert position is not None
    drawn = near and not isinstance(position.game, Tree)
    return Node(
        parent=parent,
        move=shown.edge,
        name=shown.name,
        kind=shown.kind,
        side=side_of(shown, viewer),
        payoff=position.payoff,
        prob=shown.prob,
        info=shown.info,
        beyond=shown.beyond,
        board=position.svg() if drawn else "",
        status=shown.status,
        window=_ends(shown.window),
        value=shown.value,
        bound=shown.bound,
        type=shown.type,
        best=shown.best,
    )


def _moment(step: Step) -> Moment:
    return Moment(**{**vars(step), "window": _ends(step.window), "parent_window": _ends(step.parent_window)})


def _ends(window: tuple[float, float] | None) -> Ends | None:
    """JSON knows no infinite numbers."""
    if window is None:
        return None
    low, high = window
    return low if isfinite(low) else None, high if isfinite(high) else None


def _settings(name: str, given: dict[str, Any]) -> list[Setting]:
    """What may be set about a method."""
    if name not in methods:
        return []
    return [
        Setting(name=key, value=given.get(key, _finite(option.default)), help=option.help, choices=option.choices)
        for key, option in methods[name].options.items()
        if key not in UNSEEN
    ]


def _finite(value: Any) -> Any:
    return str(value) if isinstance(value, float) and not isfinite(value) else value


def _number(text: str) -> float:
    """What is no number is the method's to refuse."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def _notes(game: Game, done: Trace | None, cropped: int) -> list[str]:
    """What the picture does not show; `cropped`: the nodes in it, if the search went further."""
    notes = []
    if game.hidden:
        notes.append("There is hidden information: the tree is shown, no method searches it yet.")
    if cropped:
        visited = f", and the search visited {done.analysis.nodes:,}" if done else ""
        notes.append(f"The tree goes on below the {cropped:,} nodes shown{visited}. Ask for more nodes to see further.")
    if done and not done.complete:
        notes.append(f"The search did more than could be kept: its first {ROWS:,} events are shown.")
    if done and done.iterations and any(visit.left == "enter" for visit in done.iterations):
        notes.append(f"The search was stopped after {SECONDS:g} seconds: what it did until then is shown.")
    return notes


def _grown(answer: Answer, question: Question, position: Position, given: dict[str, Any]) -> Answer:
    """How mcts lets a tree grow."""
    grown = growth(position, question.simulations, seed=question.seed, seconds=SECONDS, compiled=False, **given)
    sprouts = [(bare(sprout.position, sprout.move), sprout.parent) for sprout in grown.nodes]
    answer.nodes = _listed(sprouts, viewer_of(position))
    answer.simulations = [Frame(**vars(one), says=_tale(grown, one)) for one in grown.simulations]
    made = len(grown.simulations)
    if made:
        answer.values = grown.simulations[-1].means[0]
    if grown.solved:
        answer.notes = [f"After {made} simulations the value of the root is proven."]
    elif made < question.simulations:
        answer.notes = [f"Stopped after {SECONDS:g} seconds and {made} simulations."]
    return answer


def _tale(grown: Growth, one: Simulation) -> str:
    """A simulation in words."""
    way = " ".join(grown.nodes[number].move for number in one.path[1:]) or "nowhere"
    new = ", a new node" if one.added else ""
    position = grown.nodes[one.path[-1]].position
    end = "which ends there" if position.over else "plays on at random"
    return f"Goes {way}{new}, {end}: {vector(one.outcome)} for {', '.join(position.game.players)}."
