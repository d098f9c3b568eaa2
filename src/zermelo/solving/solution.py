"""The game-theoretic value of a position, by whichever way suits the game."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from math import isnan, nan
from typing import Any

import numpy as np

from zermelo.core.game import CHANCE, Game, Position
from zermelo.core.kernel import kernel
from zermelo.core.numbers import on_numbers
from zermelo.core.options import Option
from zermelo.core.score import meaning
from zermelo.errors import Problem, demand, unknown
from zermelo.search import Analysis, Limit, Progress, analyse
from zermelo.search.alphabeta.enhancements import OPTIONS
from zermelo.search.alphabeta.table import Table
from zermelo.search.method import settings_of
from zermelo.search.workspace import FOREVER, LINE
from zermelo.solving import iteration, retrograde
from zermelo.solving.components import connect
from zermelo.solving.deadline import Deadline, TimeIsUp
from zermelo.solving.iteration import Policy, iterate, longest_chain, narrow
from zermelo.solving.many import settle_many
from zermelo.solving.retrograde import Valuation, settle_all, sweep
from zermelo.solving.states import breadth_first, explore, telling_apart

SOLVERS: dict[str, dict[str, Option]] = {  # and their options, in MB
    # to the end of the game, with a transposition table
    "alphabeta": {**OPTIONS, "table": Option.of("table", 256.0, "MB of the table", low=0, kept=Table)},
    # the whole tree, as the definition says
    "minimax": {},
    # every state once, backwards from the ends; copes with loops
    "retrograde": {"memory": Option.of("memory", 4000.0, "MB for all states", low=1)},
    # every state, with chance and for any number of players: bounds that are narrowed until they meet
    "iteration": {
        "memory": Option.of("memory", 4000.0, "MB for all states", low=1),
        "precision": Option.of("precision", 1e-9, "how exactly a value must be known", low=1e-14),
    },
}
HELPS = {  # where time was up
    "alphabeta": "more time, a larger table (alphabeta:table=2000), or a position nearer to the end",
    "minimax": "alphabeta, which needs to see far less",
    "retrograde": "more time, or alphabeta, which needs to see less",
    "iteration": "more time, or less precision (iteration:precision=0.001)",
}
SHORT = 30  # plies: what lasts no longer is proved at once, without looking for good moves first
OnProgress = Callable[[Progress | int], bool | None]


@dataclass(frozen=True)
class Solution:
    """A proven value, for the side to move and for each player, and the size of the proof.

    Where chance is to move, `value` is for the first player. If time was up before the proof, `value` is the best so
    far, not proven, or nan where nothing is known yet.
    """

    game: str
    position: str
    method: str
    value: float
    values: tuple[float, ...]
    move: str | None  # one that keeps the value
    pv: tuple[str, ...]
    exact: bool  # False when stopped before the proof was complete, or if the value is not known to the precision
    meaning: str  # of the value, in one sentence
    nodes: int  # positions searched (alphabeta, minimax) or states valued (retrograde, iteration)
    time_s: float
    interrupted: bool = False
    time_up: bool = False  # the time that was given was over before the proof
    error: float = 0.0  # by how much the value can be wrong (iteration)
    doubt: float = 0.0  # the chance, at most, that the table took two positions for one (alphabeta): see docs/search.md
    depth: int = 0  # plies that were searched (alphabeta, minimax)
    sweeps: int = 0  # over the states, or those of them that needed the most (retrograde, iteration)
    states: Valuation | Policy | None = field(default=None, repr=False, compare=False)  # the value of every state

    def as_dict(self) -> dict[str, Any]:
        """For JSON: all but `states`; a value that is not known is None."""
        found = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "states"}
        if isnan(self.value):
            found |= {"value": None, "values": (None,) * len(self.values)}
        return found


def usual_solver(game: Game) -> str:
    """The solver to begin with."""
    return "iteration" if (game.stochastic or not game.two_player) and not game.hidden else "alphabeta"


def solve(
    position: Position,
    *,
    method: str = "",
    time: float | None = None,
    compiled: bool = True,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> Solution:
    """Prove the value of a position. Options: `table` MB for alphabeta, `memory` MB for retrograde and iteration.

    Without a `method` it is alpha-beta, or iteration where chance moves or players are not two opposed ones: then the
    value is known to `precision`. `states` of the solution of retrograde and iteration answers for every position.
    After `time` seconds it gives up: the solution is not `exact` then, and its `meaning` says so.

    >>> import zermelo as z
    >>> z.solve(z.load("nim:piles=2-2,misere=true").start(), compiled=False).value
    -1.0
    >>> coin = z.Tree([4, {"player": "chance", "children": [9, 0]}])
    >>> z.solve(coin.start(), compiled=False).value
    4.5
    """
    demand(Position, position, "game.start()")
    if position.game.hidden and not method:
        raise Problem(
            f"{position.game.spec} has hidden information, so it takes strategies, not moves: z.equilibrium finds them,"
            " and what they are worth"
        )
    method = method or usual_solver(position.game)
    if method not in SOLVERS:
        raise unknown("solver", method, SOLVERS)
    settings = settings_of(method, SOLVERS[method], options)
    clock = Deadline(time, on_progress)
    if method in ("retrograde", "iteration"):
        by_states = _by_retrograde if method == "retrograde" else _by_iteration
        try:
            return by_states(position, clock, compiled=compiled, **settings)
        except TimeIsUp:
            return _unsolved(position, method, clock, time_up=True)
        except KeyboardInterrupt:
            return _unsolved(position, method, clock, interrupted=True)
    if method == "alphabeta":
        look_around = position.game.judges and position.remaining > SHORT
        repeats = bool(position.game.rules.repetition)
        usual = {"table": 256.0, "near_end": 6, "quick": False, "paths": repeats}
        usual |= {"deepening": look_around, "aspiration": look_around, "endgame": 30_000}
        settings = {**usual, **settings}
        if not isinstance(settings["table"], Table):
            settings["table"] = Table(settings["table"])
    limit = Limit(time=time, depth=FOREVER)  # with a time alone, minimax would deepen: another proof
    found = analyse(
        position,
        method=method,
        limit=limit,
        compiled=compiled,
        meanwhile=False,
        on_progress=clock.hear,
        **settings,  # type: ignore[arg-type]
    )
    about = {name: item for name, item in found.as_dict().items() if name in Solution.__dataclass_fields__}
    if method == "alphabeta":
        about["doubt"] = settings["table"].doubt(found.nodes)
    if found.exact or found.interrupted or clock.called_off:
        return Solution(**{**about, "interrupted": not found.exact})
    if not clock.ends_at(found.time_s):
        raise Problem(f"{position.game.spec} does not end within {position.game.max_plies} plies; try retrograde")
    if _nothing_found(found):
        about |= {"value": nan, "values": (nan,) * len(found.values), "move": None, "pv": ()}
        return Solution(**{**about, "time_up": True, "meaning": clock.verdict("no value yet")})
    deep = f"{found.depth} plies deep of up to {min(position.remaining, position.game.max_plies)}"
    return Solution(**{**about, "time_up": True, "meaning": clock.verdict(f"so far, {deep}, {found.meaning}")})


def _nothing_found(found: Analysis) -> bool:
    """Whether a search was stopped before its first result: what it tells is one move, and an estimate."""
    return found.depth == 0 and len(found.pv) <= 1


def _unsolved(position: Position, method: str, clock: Deadline, **why: bool) -> Solution:
    """It was stopped before anything was known of the position."""
    return Solution(
        game=position.game.spec,
        position=position.text,
        method=method,
        value=nan,
        values=(nan,) * len(position.game.players),
        move=None,
        pv=(),
        exact=False,
        meaning=clock.verdict("no value yet") if clock.up else "not solved: no value yet",
        nodes=clock.states,
        time_s=clock.seconds,
        **why,  # type: ignore[arg-type]
    )


def _by_retrograde(position: Position, clock: Deadline, *, compiled: bool, memory: float = 4000.0) -> Solution:
    game = position.game
    retrograde.refuse(game)
    with clock.running(kernel(game, breadth_first, telling_apart(game), compiled=compiled)):
        space = explore(position, memory=memory, compiled=compiled, on_progress=clock.look)
    with clock.running(kernel(game, sweep, compiled=compiled)):
        valuation = settle_all(space, compiled=compiled, on_progress=clock.look)
    value = float(valuation.values[0]) + game.middle
    other = 2 * game.middle - value
    line = _line(position, valuation)
    return Solution(
        game=game.spec,
        position=position.text,
        method="retrograde",
        value=value,
        values=(value, other) if position.mover == 0 else (other, value),
        move=line[0] if line else None,
        pv=line,
        exact=True,
        meaning=meaning(position, value, exact=True),
        nodes=len(space),
        time_s=clock.seconds,
        sweeps=valuation.sweeps,
        states=valuation,
    )


def _by_iteration(
    position: Position, clock: Deadline, *, compiled: bool, memory: float = 4000.0, precision: float = 1e-9
) -> Solution:
    game = position.game
    iteration.refuse(game)
    with clock.running(kernel(game, breadth_first, telling_apart(game), compiled=compiled)):
        space = explore(position, memory=memory, compiled=compiled, on_progress=clock.look)
    kernels = (connect, longest_chain, narrow if game.two_player else settle_many)
    with clock.running(*(on_numbers(each, compiled=compiled) for each in kernels)):
        policy = iterate(space, precision=precision, compiled=compiled, on_progress=clock.look)
    error = policy.error(position)
    time_up = policy.interrupted and clock.up
    if time_up and not (game.two_player and error < (game.highest - game.lowest) / 2):
        raise TimeIsUp(len(space))  # for two, bounds that have met somewhat say something
    exact = error <= precision and not policy.interrupted
    value = policy.value(position)
    line = _line_of_policy(position, policy)
    said = _expectation(position, policy) if exact else f"known only to {error:.2g}"
    return Solution(
        game=game.spec,
        position=position.text,
        method="iteration",
        value=value,
        values=policy.values(position),
        move=line[0] if line else None,
        pv=line,
        exact=exact,
        meaning=clock.verdict(f"so far {value + 0.0:+.6g}, {said}") if time_up else said,
        nodes=len(space),
        time_s=clock.seconds,
        interrupted=policy.interrupted and not time_up,
        time_up=time_up,
        error=error,
        sweeps=policy.sweeps,
        states=policy,
    )


def _expectation(position: Position, policy: Policy) -> str:
    """What the value means: a chance to win if games can only be won or lost, else an average."""
    game, value = position.game, policy.value(position)
    if not game.stochastic:
        nearest = round(value, 9)
        return meaning(position, nearest, exact=True)
    who = game.players[max(position.mover, 0)]
    decided = game.win_or_lose or (game.two_player and (game.lowest, game.highest, game.payoff_sum) == (0, 1, 1))
    if decided and set(np.unique(policy.space.payoffs)) <= {game.lowest, game.highest}:
        share = (value - game.lowest) / (game.highest - game.lowest)
        return f"{who} wins with probability {share:.6f} with best play"
    unit = f" {game.rules.unit}" if game.rules.unit else ""
    return f"{who} gets {value + 0.0:+.6g}{unit} on average with best play"


def _line_of_policy(position: Position, policy: Policy) -> tuple[str, ...]:
    """Best play from a position until chance moves, or until it comes again."""
    line: list[str] = []
    seen = set()
    while not position.over and position.mover != CHANCE and position not in seen and len(line) < LINE:
        seen.add(position)
        name = policy.move(position)
        assert name is not None
        line.append(name)
        position = position.play(name)
    return tuple(line)


def _line(position: Position, valuation: Valuation) -> tuple[str, ...]:
    """Best play from a position, as far as it makes progress."""
    line: list[str] = []
    seen = set()
    while not position.over and position not in seen and len(line) < LINE:
        seen.add(position)
        name = position.move_name(valuation.best_moves(position)[0])
        line.append(name)
        position = position.play(name)
    return tuple(line)
