"""The driver of every search: limits, a worker thread without the interpreter lock, live counters, one kind of result.

A method is a function registered by name. It gets a `Search`, runs its kernels, and calls `search.found` whenever it
knows more; the driver does the rest: it stops the kernels in time, keeps the best result, and turns Ctrl-C into
"the best so far".
"""

import inspect
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from zermelo.errors import Problem, unknown
from zermelo.game import CHANCE, Game, Position
from zermelo.options import convert
from zermelo.score import meaning
from zermelo.search.events import WATCHED, Visit, log_of, visits
from zermelo.search.result import Analysis, Limit, Line, Progress
from zermelo.search.variation import extend
from zermelo.search.work import at_root, kernel
from zermelo.search.worker import work


@dataclass(frozen=True)
class Method:
    """A search that can be asked for by name, and its options with their defaults."""

    name: str
    run: Callable
    options: dict[str, Any]

    @property
    def help(self) -> str:
        return inspect.getdoc(self.run) or ""


methods: dict[str, Method] = {}


def method(name: str) -> Callable[[Callable], Callable]:
    """Register a search under a name; its keyword arguments become its options."""

    def register(run: Callable) -> Callable:
        parameters = inspect.signature(run).parameters.values()
        methods[name] = Method(name, run, {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY})
        return run

    return register


class Search:
    """One search under way: what a method works with."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        weights: Any = None,
        seed: int | None = None,
        compiled: bool = True,
        watch: int = 0,
        window: tuple[float, float] | None = None,
    ) -> None:
        self.game: Game = position.game
        self.position, self.limit, self.lines_wanted, self.compiled = position, limit, lines, compiled
        self.seed, self.random = seed, random.Random(seed)
        self.workspace = at_root(position)
        self.work = self.workspace[0]
        if limit.nodes:
            self.work.node_limit = limit.nodes
        self.work.random = np.uint64(self.random.getrandbits(64))
        self.weights = self.game.weights if weights is None else np.asarray(weights, self.game.weights.dtype)
        self.log = log_of(watch)
        self.extra = WATCHED if watch else {}
        low, high = window or (self.game.lowest - self.half_sum, self.game.highest - self.half_sum)
        self.window = (float(low), float(high))  # kernels are compiled for floats
        self.table: np.ndarray | None = None
        self.started: float | None = None  # the clock runs once the kernels are compiled
        self.ended: float | None = None
        self.depth = 0
        self.lines: list[tuple[int, float, list[int]]] = []  # (move, value for the side to move, variation), best first
        self.exact = False

    @property
    def half_sum(self) -> float:
        return (self.game.payoff_sum or 0.0) / 2

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What every kernel takes first."""
        return self.work, self.weights, self.log

    def kernel(self, function: Callable) -> Callable:
        """`function` bound to the game. Its first call compiles it, and then starts the clock."""
        bound = kernel(self.game, function, self.extra, compiled=self.compiled)

        def run(*args: Any) -> Any:
            if self.started is None:
                if self.compiled:
                    bound.prepare(*args)  # type: ignore[attr-defined]
                self.started = time.perf_counter()
            return bound(*args)

        return run

    @property
    def elapsed(self) -> float:
        return 0.0 if self.started is None else (self.ended or time.perf_counter()) - self.started

    def time_left(self) -> float | None:
        """Seconds until the limit, if there is one and the clock runs."""
        return None if self.limit.time is None or self.started is None else self.limit.time - self.elapsed

    @property
    def stopped(self) -> bool:
        return bool(self.work.stop)

    def stop(self) -> None:
        """Ask the kernels to return; they do so within microseconds."""
        self.work.stop = 1

    def found(self, lines: list[tuple[int, float, list[int]]], *, depth: int, exact: bool) -> None:
        """Report the best moves so far."""
        self.lines, self.depth, self.exact = lines, depth, exact


def analyse(
    position: Position,
    *,
    method: str = "alphabeta",
    limit: Limit | None = None,
    lines: int = 1,
    seed: int | None = None,
    weights: Any = None,
    compiled: bool = True,
    on_progress: Callable[[Progress], bool | None] | None = None,
    **options: Any,
) -> Analysis:
    """Search a position: the best move, its value, and the counters.

    Without a `limit` it thinks for one second, or until the value is proven. `lines` asks for that many best moves with
    exact values. With a `seed`, ties between moves are broken at random. Ctrl-C ends it with the best so far, and so
    does an `on_progress` (called some 20 times a second) that returns False.

    >>> import zermelo as z
    >>> z.analyse(z.load("tictactoe").position("XX./OO./... X")).move
    'c1'
    """
    search = Search(position, limit or Limit(time=1.0), lines=lines, weights=weights, seed=seed, compiled=compiled)
    return run(search, method, options, on_progress=on_progress)


@dataclass(frozen=True)
class Trace:
    """A search with everything it did: one tree of visits for each iteration."""

    analysis: Analysis
    iterations: list[Visit]
    complete: bool  # False when the log was too short


def trace(
    position: Position,
    *,
    method: str = "alphabeta",
    limit: Limit | None = None,
    window: tuple[float, float] = (-inf, inf),
    rows: int = 1_000_000,
    compiled: bool = True,
    weights: Any = None,
    **options: Any,
) -> Trace:
    """Search a position and keep what happened at every node: windows, cuts, table hits and values."""
    search = Search(position, limit or Limit(), compiled=compiled, watch=rows, window=window, weights=weights)
    analysis = run(search, method, options)
    count = int(search.work.events)
    return Trace(analysis, visits(search.log, count), count < rows)


def run(
    search: Search, name: str, options: dict[str, Any], *, on_progress: Callable[[Progress], bool | None] | None = None
) -> Analysis:
    """Run a method on a prepared search."""
    if name not in methods:
        raise unknown("method", name, methods)
    settings = _settings(methods[name], options)
    _refuse(search, name)

    def job() -> None:
        methods[name].run(search, **settings)
        search.ended = time.perf_counter()

    interrupted = False
    if not search.position.over:
        _, interrupted = work(
            job,
            search.stop,
            time_left=search.time_left,
            on_glance=on_progress and (lambda: on_progress(_progress(search))),
        )
    return _result(search, name, interrupted)


def _settings(chosen: Method, given: dict[str, Any]) -> dict[str, Any]:
    settings = {}
    for name, value in given.items():
        if name not in chosen.options:
            raise unknown("option", name, chosen.options, where=f" of {chosen.name}")
        default = chosen.options[name]
        settings[name] = convert(name, value, default) if isinstance(value, str) else value
    return settings


def _refuse(search: Search, name: str) -> None:
    """Two-player methods say no to games they would get wrong."""
    game = search.game
    if not game.two_player:
        why = "more than two players" if len(game.players) > 2 else "payoffs that do not add up to a constant"
        if len(game.players) == 1:
            why = "one player"
        raise Problem(f"{name} is for two players with opposed interests; {game.spec} has {why}")
    if game.stochastic:
        raise Problem(f"{name} is for games without chance; {game.spec} has chance moves")
    if game.hidden:
        raise Problem(f"{name} is for games of perfect information; {game.spec} hides some")


def _progress(search: Search) -> Progress:
    move, value, pv = search.lines[0] if search.lines else (None, None, [])
    return Progress(
        depth=search.depth,
        move=None if move is None else search.position.move_name(move),
        value=None if value is None else value + search.half_sum,
        pv=tuple(_names(search.position, pv)),
        nodes=int(search.work.nodes),
        time_s=search.elapsed,
    )


def _result(search: Search, name: str, interrupted: bool) -> Analysis:
    position, w = search.position, search.work
    seconds = search.elapsed
    lines = tuple(
        Line(
            position.move_name(move),
            value + search.half_sum,
            tuple(_names(position, extend(position, pv, value, search.table))),
        )
        for move, value, pv in search.lines
    )
    if position.over:
        payoff = position.payoff or ()
        value = payoff[position.mover] if position.mover != CHANCE else payoff[0]
    elif lines:
        value = lines[0].value
    else:  # stopped before the first result
        value = position.evaluate(search.weights)
        first = next(iter(position.moves))
        lines = (Line(first, value, (first,)),)
    exact = search.exact or position.over
    return Analysis(
        game=search.game.spec,
        position=position.text,
        method=name,
        move=lines[0].move if lines else None,
        value=value,
        values=_per_player(search, value),
        exact=exact,
        pv=lines[0].pv if lines else (),
        lines=lines,
        depth=search.depth,
        nodes=int(w.nodes),
        leaves=int(w.leaves),
        evaluations=int(w.evaluations),
        hits=int(w.hits),
        cuts=int(w.cuts),
        time_s=seconds,
        nodes_per_s=float(w.nodes) / max(seconds, 1e-9),
        seed=search.seed,
        meaning=meaning(position, value, exact=exact),
        interrupted=interrupted,
    )


def _per_player(search: Search, value: float) -> tuple[float, ...]:
    if search.position.over:
        return search.position.payoff or ()
    other = (search.game.payoff_sum or 0.0) - value
    return (value, other) if search.position.mover == 0 else (other, value)


def _names(position: Position, moves: list[int]) -> list[str]:
    """A variation as move names, as far as it is legal."""
    names = []
    for move in moves:
        name = position.move_name(move)
        if position.moves.get(name) != move:
            break
        names.append(name)
        position = position.play(move)
    return names
