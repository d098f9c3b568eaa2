"""The driver of every search: limits, a worker thread without the interpreter lock, live counters, one kind of result.

A method gets a `Search`, runs its kernels, and calls `search.found` whenever it knows more; the driver does the rest:
it stops the kernels in time, keeps the best result, and turns Ctrl-C into "the best so far".
"""

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from zermelo.core.catalogue import with_evaluation
from zermelo.core.data import FILES, Data
from zermelo.core.game import CHANCE, Game, Position
from zermelo.core.hidden import Sight
from zermelo.core.history import History
from zermelo.core.kernel import at_root, kernel, link
from zermelo.core.state import Struct
from zermelo.core.worker import work
from zermelo.core.workshop import workshop
from zermelo.errors import Problem, RulesProblem, blaming, demand, own_file
from zermelo.search.alphabeta.repetition import PAST, hash_of_path
from zermelo.search.alphabeta.table import Table
from zermelo.search.events import WATCHED, log_of
from zermelo.search.handover import GivenUp, Handover, Meanwhile, Ordered
from zermelo.search.hidden.belief import Belief, Worlds
from zermelo.search.method import LIMITS, Method, description, find, usual_method
from zermelo.search.report import Steps, one_step, progress, result
from zermelo.search.result import Analysis, Limit, Progress
from zermelo.search.seams import Replaced
from zermelo.search.workspace import NO_VALUE, searching


class Search:
    """One search under way: what a method works with."""

    def __init__(
        self,
        position: Position | Sight,
        method: Method,
        limit: Limit,
        *,
        lines: int = 1,
        data: Any = None,
        seed: int | None = None,
        compiled: bool = True,
        meanwhile: Meanwhile | None = None,
        watch: int = 0,
        window: tuple[float, float] | None = None,
        past: Sequence[Position] = (),
        belief: Belief | None = None,
    ) -> None:
        method.must_suit(position.game)
        method.must_know(limit)
        self.worlds: Worlds | None = None  # what may be; None: all is known
        self.text = position.text  # what the player sees
        if isinstance(position, Sight):
            self.worlds = (belief or Belief()).at(position, compiled=compiled)
            position = self.worlds.position(0)  # stands for all of them, where moves are named
        self.game: Game = position.game
        self.method = method
        self.position, self.limit, self.lines_wanted, self.compiled = position, limit, lines, compiled
        self.seed, self.random = seed, random.Random(seed)
        self.data = self.game.data_from(data)
        with blaming(f"to make the workspace of {method.name}", own_file(method.run)):
            self.workspace = at_root(position, searching, *method.fields, data=self.data)
        self.work = self.workspace[0]
        self.work.root_player = position.mover
        if limit.nodes:
            self.work.node_limit = min(limit.nodes, np.iinfo(np.int64).max)
        self.work.dice.random = np.uint64(self.random.getrandbits(64))
        self.log = log_of(watch)
        link(self.workspace, "log", self.log)
        self.replaced = Replaced()
        if watch:
            self.replaced.put("watch", WATCHED)
        low, high = window or (self.game.lowest - self.game.middle, self.game.highest - self.game.middle)
        self.past = tuple(past)
        self.window = (float(low), float(high))  # kernels are compiled for floats
        self.table: Table | None = None
        self.others: list[np.ndarray] = []  # workspaces of further threads
        self.halted = False
        if self.game.rules.repetition and "trail" in (self.work.dtype.names or ()):
            _lay_trail(self.work, position, past)
        self.history = History(position, past) if self.game.rules.repetition == "forbidden" else None
        ended = self.history.over if self.history else position.over
        self.payoff = position.paid(data=self.data) if ended else None
        self.meanwhile = meanwhile if compiled else None
        self.handover = Handover()
        self.ordering = False  # whether code is only to be ordered, not run: see `warm`
        self.plain = not compiled  # whether it runs, or ran, as plain Python
        self.native = False  # whether it runs, or ran, as native code
        self.starting = threading.Lock()
        self.started: float | None = None  # the clock runs once the kernels are compiled, or run in plain Python
        self.ended: float | None = None  # when the last kernel returned
        self.done = False
        self.depth = 0
        self.lines: list[tuple[int, float, list[int]]] = []  # (move, value for the side to move, variation), best first
        self.exact = False
        self.steps: Steps = one_step
        self.told: tuple | None = None  # the lines when progress was last told, and how
        self.ways: dict[tuple[int, ...], tuple[tuple[str, ...], Position] | None] = {}  # variations by their names
        self.filled: Callable[[], float | None] = lambda: None  # the part of the table or tree in use
        self.simulations = 0
        self.trials: dict[int, tuple[int, float]] = {}  # by move of the root: simulations of it, and the share won
        # by move of the root and its value: what each player gets, if that is known; of what was found, and of all
        self.vectors: dict[tuple[int, float], tuple[float, ...]] = {}
        self.looked_at: dict[tuple[int, float], tuple[float, ...]] = {}

    def outside(self, value: float) -> bool:
        """Whether a value is only a bound: at or beyond the edge of a window narrower than the payoffs."""
        low, high = self.window
        middle = self.game.middle
        return (value <= low and low > self.game.lowest - middle) or (
            value >= high and high < self.game.highest - middle
        )

    def kernel(self, function: Callable, *, resumes: bool = False) -> Callable:
        """`function` bound to the game. Until it is compiled, the clock stands still, or plain Python answers.

        `resumes`: when stopped it returns what it has done, and goes on from there when it is called again.
        """
        replace = self.replaced.all
        if not self.compiled:
            return self._timed(kernel(self.game, function, replace, compiled=False))
        native: Any = kernel(self.game, function, replace, parts=self.method.fields)

        def run(*args: Any) -> Any:
            if self.ordering:
                raise Ordered(native.order(*args, waits=False))
            if not native.ready:
                with self.starting:
                    if self.meanwhile and not self.others and not native.ready:
                        plain = kernel(self.game, function, replace, compiled=False)
                        return self.handover.run(self, native, plain, args, resumes=resumes)
                    self._wait_for(native, args)
            self.native = True
            return timed(*args)

        timed = self._timed(native)
        return run

    def _wait_for(self, native: Any, args: tuple) -> None:
        """Until a kernel is compiled; the clock stands still."""
        if not native.ready:
            before, self.started = self.elapsed - (self.worlds.time_s if self.worlds else 0.0), None
            if not native.prepare(*args, given_up=lambda: self.halted):
                raise GivenUp
            self.started = time.perf_counter() - before

    def _timed(self, run: Callable) -> Callable:
        def timed(*args: Any) -> Any:
            if self.started is None:
                self.started = time.perf_counter()
            try:
                return run(*args)
            finally:
                self.ended = time.perf_counter()

        return timed

    @property
    def elapsed(self) -> float:
        listing = self.worlds.time_s if self.worlds else 0.0
        started = self.started  # which another thread may change
        if started is None:
            return listing
        return listing + (self.ended if self.done and self.ended else time.perf_counter()) - started

    @property
    def forgets_paths(self) -> bool:
        """Whether the table may pass on a value that holds on another path only: nothing is certain then."""
        remembers = self.table is not None and self.table.on
        return bool(self.game.rules.repetition) and remembers and not self.has("paths")

    def has(self, field: str) -> bool:
        """Whether the workspace has a field that is not 0: an option that is switched on."""
        return field in (self.work.dtype.names or ()) and bool(self.work[field])

    def time_left(self) -> float | None:
        """Seconds until the limit, if there is one; in plain Python, until nobody wants to wait any longer."""
        limit = self.limit.time
        if self.handover.under_way and self.meanwhile:
            limit = self.meanwhile.patience or (None if self.meanwhile.unhurried else limit)
        return None if limit is None else limit - self.elapsed

    @property
    def code(self) -> str:
        """What it ran as: native code, plain Python, or both; nothing before it has begun."""
        return "both" if self.plain and self.native else "plain" if self.plain else "native" if self.native else ""

    @property
    def stopped(self) -> bool:
        return bool(self.work.stop)

    def stop(self) -> None:
        """Ask the kernels to return; they do so within microseconds."""
        self.halted = True
        for workspace in (self.workspace, *self.others):
            workspace["stop"] = 1

    def total(self, counter: str) -> int:
        """A counter of the workspaces of all threads."""
        return sum(int(workspace[counter][0]) for workspace in (self.workspace, *self.others))

    def forbidden(self, move: int) -> bool:
        """Whether the rules forbid a move of the root since it leads to a position that has been there."""
        return self.history is not None and not self.history.allows(move)

    def vector_found(self, move: int, vector: Sequence[float]) -> float:
        """Keep what each player gets from a move of the root; returns the value for the one to move there."""
        each = tuple(float(value) for value in vector)
        value = each[max(self.position.mover, 0)] - self.game.middle
        self.looked_at[move, value] = each
        return value

    def found(self, lines: list[tuple[int, float, list[int]]], *, depth: int, exact: bool) -> None:
        """Report the best moves so far, the best first: (move, value for the side to move, variation)."""
        legal = set(self.position.codes) if self.position.mover != CHANCE else None
        lines = [(int(move), float(value), [int(each) for each in line]) for move, value, line in lines]
        for move, value, _ in lines:
            if not abs(value) < NO_VALUE:
                if self.stopped:
                    return  # there was no time to find any
                raise Problem(f"{self.method.name} found the value {value}, which is none")
            if legal is not None and move not in legal:
                raise Problem(f"{self.method.name} found the move {move}, which is none at {self.position.text}")
        keys = [(move, value) for move, value, _ in lines]
        self.vectors = {key: self.looked_at[key] for key in keys if key in self.looked_at}
        self.lines, self.depth, self.exact = lines, int(depth), bool(exact)  # last: another thread may be about to tell


def analyse(
    position: Position | History | Sight,
    *,
    method: str = "",
    limit: Limit | None = None,
    lines: int = 1,
    seed: int | None = None,
    data: Any = None,
    weights: Any = None,
    compiled: bool = True,
    meanwhile: Meanwhile | bool | None = None,
    past: Sequence[Position] = (),
    belief: Belief | None = None,
    on_progress: Callable[[Progress], bool | None] | None = None,
    **options: Any,
) -> Analysis:
    """Search a position: the best move, its value, and the counters.

    Without a `method` it is alpha-beta, or what suits more players or chance. Without a `limit` it thinks for one
    second, or until the value is proven. `lines` asks for that many best moves with exact values. With a `seed`, ties
    between moves are broken at random. Where something is hidden it sees only what the player to move may know, a
    `Sight`; a `belief` keeps what may be from one move to the next. `past`: the positions before this one, where
    repetition matters; a `History` brings its own. `data` and `weights`: what the rules are given instead of their
    default. Ctrl-C ends it with the best so far, and so does an `on_progress` (called some 20 times a second) that
    returns False. Options of the method, such as `table=64` or `plain=True`, follow by name, or are part of its
    description, as limits may be: `method="alphabeta:depth=6,table=64"`.

    Native code that is not there yet is compiled in another process. `meanwhile`: whether to begin in plain Python
    until then; if nothing is said, only where nothing but time limits the search: exactly so many nodes, or a depth,
    are native or wait. `Analysis.code` says which it was. Without any limit the second begins with native code, and
    plain Python answers only if somebody looks (`on_progress`).

    >>> import zermelo as z
    >>> z.analyse(z.load("tictactoe").position("XX./OO./... X")).move
    'c1'
    """
    if isinstance(position, History):
        past = position.past
        position = position.position
    if not isinstance(position, Sight):
        demand(Position, position, "game.start()")
    demand(str, method, "'alphabeta'")
    if lines < 1:
        raise Problem(f"lines={lines}: one line at least is told")
    chosen, asked, given = understood(method or usual_method(position.game), limit, options)
    if "evaluate" not in chosen.options and "evaluate" in given:
        if isinstance(position, Sight) or position.game.hidden:
            raise Problem(f"{position.game.spec} has hidden information: its evaluation is in its own rules")
        game = with_evaluation(position.game, str(given.pop("evaluate")))
        position, past = Position(game, position.data), [Position(game, each.data) for each in past]
    unlimited, limit = asked is None, asked or chosen.usual_limit
    if meanwhile is None:
        in_time = limit == Limit(time=limit.time) and limit.time is not None
        meanwhile = in_time and (bool(on_progress) or not unlimited) and not workshop.is_here
    if isinstance(meanwhile, bool):
        meanwhile = Meanwhile(unhurried=unlimited) if meanwhile else None
    chosen.must_suit(position.game)
    if isinstance(position, Position) and position.game.hidden and not position.over:
        if position.mover == CHANCE:
            raise Problem(
                f"chance is to move in {position.game.spec}, where something is hidden: tell the moves so far"
            )
        position, past = position.sight(position.mover, None if seed is None else random.Random(f"veil {seed}")), ()
    files = data_in(chosen, given, position.game)
    data = position.game.data_from(data, weights, files)
    search = Search(
        position,
        chosen,
        limit,
        lines=lines,
        data=data,
        seed=seed,
        compiled=compiled,
        meanwhile=meanwhile,
        past=past,
        belief=belief,
    )
    return run(search, given, on_progress=on_progress)


def understood(text: str, limit: Limit | None, options: dict[str, Any]) -> tuple[Method, Limit | None, dict[str, Any]]:
    """The method of a description, the limit that was set in it or beside it, and all options that were given."""
    name, limits, described = description(text)
    chosen = find(name)
    for key in LIMITS:
        if key in options:
            raise Problem(f"{key} is a limit, not an option: limit=Limit({key}=...), or method='{name}:{key}=...'")
    if limit is not None:
        demand(Limit, limit, "Limit(time=2)")
        if limits:
            raise Problem(f"limits may be part of the method ({text!r}) or given beside it, not both")
    return chosen, limit or (Limit(**limits) if limits else None), {**described, **options}


def data_in(method: Method, given: dict[str, Any], game: Game) -> dict[str, Any]:
    """Take what is data of the game, and not an option, out of what was given: `weights=FILE`, `data=FILE`."""
    files: dict[str, Any] = {}
    for key in [key for key in given if key not in method.options or str(given[key]).endswith(FILES)]:
        value = str(given[key])
        if key == "data" and value.endswith(FILES):
            files |= dict.fromkeys(Data.load(value), given.pop(key))
        elif key in game.data:
            files[key] = given.pop(key)
    return files


def run(
    search: Search, options: Mapping[str, Any], *, on_progress: Callable[[Progress], bool | None] | None = None
) -> Analysis:
    """Run the method of a prepared search."""
    method = search.method
    settings = method.settings(options)

    def job() -> None:
        with blaming(f"the method {method.name}", own_file(method.run)), suppress(GivenUp):
            method.run(search, **settings)
        search.done = True

    interrupted = False
    if search.payoff is None:
        _, interrupted = work(
            job,
            search.stop,
            time_left=search.time_left,
            begun=lambda: search.started is not None or bool(search.lines),
            on_glance=on_progress and (lambda: on_progress(progress(search, method.assumes))),
            tick=lambda: search.handover.look(search),
        )
        if search.total("unsound"):
            raise RulesProblem(f"{search.game.spec}: evaluate() is not a number somewhere below {search.position.text}")
        at_stake = search.game.lowest < search.game.highest  # else there is nothing to find
        if at_stake and not search.lines and not search.stopped and not search.halted:
            raise Problem(f"{method.name} ended without search.found(...): it says what was found")
    return result(search, method.name, method.assumes, interrupted)


def _lay_trail(w: Struct, position: Position, past: Sequence[Position]) -> None:
    """Write the identities of the positions before the root, and of the root, where `repetition` looks for them."""
    before = list(past)[-PAST:]
    w.past = len(before)
    for row, earlier_one in enumerate(before, PAST - len(before)):
        w.trail[row] = earlier_one.identity
    w.trail[PAST] = position.identity
    kernel(position.game, hash_of_path, compiled=False)(w, 0, position.state, w.trail[PAST])  # a search may skip row 0
