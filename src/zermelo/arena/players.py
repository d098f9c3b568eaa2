"""Players: a search method with its options and limits, or something simpler, made from `method[:key=value,...]`."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from zermelo.arena.gate import View, moves_of, seeing
from zermelo.arena.gnubg import GnuBackgammon
from zermelo.arena.gtp import GtpPlayer
from zermelo.arena.levels import LevelPlayer
from zermelo.arena.own import player_in_file
from zermelo.arena.strategies import EquilibriumPlayer, PlanPlayer
from zermelo.arena.vertices import RESIGN
from zermelo.core.game import Position
from zermelo.core.history import History
from zermelo.core.kernel import kernel
from zermelo.core.options import convert
from zermelo.core.vocabulary import estimate
from zermelo.errors import Problem, unknown
from zermelo.search import Analysis, Limit, Progress, analyse, methods
from zermelo.search.handover import Meanwhile
from zermelo.search.hidden.belief import Belief
from zermelo.search.method import description, find, is_file, settings_of

__all__ = ["RESIGN", "GreedyPlayer", "Human", "Player", "RandomPlayer", "SearchPlayer", "name_of", "player"]


class Player(Protocol):
    """Somebody who moves."""

    name: str

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        """The name of a legal move; `past` are the positions before, which the rules may not let come again.

        In a game for two it may also be RESIGN. Where something is hidden a player is handed a `Sight`: what they may
        know of the position, with its `moves`, and no past.
        """
        ...


@dataclass
class RandomPlayer:
    """Plays any move."""

    seed: int | None = None
    name: str = "random"

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        return self._random.choice(moves_of(position, past))


@dataclass
class GreedyPlayer:
    """Looks one move ahead: wins if it can, else plays what evaluates best; ties are broken at random."""

    seed: int | None = None
    name: str = "greedy"

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        position = seeing(position, self.name)
        history, mover = History(position, past), position.mover
        worth: dict[str, tuple[bool, float]] = {}
        for move, code in history.moves.items():
            history.play(code)
            if history.payoff is not None:
                payoff = history.payoff[mover]
                worth[move] = (payoff > position.game.middle, payoff)
            else:
                worth[move] = (False, _expected(history.position, mover))
            history.undo()
        best = max(worth.values())
        return self._random.choice([move for move, value in worth.items() if value == best])


def _expected(position: Position, player: int) -> float:
    """What a player may hope for: the static estimate, averaged over what chance does first."""
    if position.payoff is not None:
        return position.payoff[player]
    if not position.game.has("estimate") and (chances := position.chances):
        return sum(share * _expected(position.play(code), player) for code, share in chances.items())
    game, out = position.game, np.zeros(len(position.game.players))
    state = position.state
    kernel(game, estimate, compiled=game.judges)(state, out, game.given(None, state))
    return float(out[player])


@dataclass
class SearchPlayer:
    """Plays what a search method finds. From move to move it remembers its transposition table, or its tree."""

    name: str
    method: str
    limit: Limit
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    on_progress: Callable[[Progress], bool | None] | None = None
    found: Analysis | None = None  # by the search behind the last choice
    meanwhile: Meanwhile | bool | None = None  # whether it may begin in plain Python: see `analyse`
    belief: Belief = field(default_factory=Belief, repr=False, compare=False)  # where something is hidden

    def __post_init__(self) -> None:
        method = find(self.method)
        known = method.options
        files = {key: value for key, value in self.options.items() if is_file(value)}
        self.options = method.settings({key: value for key, value in self.options.items() if key not in files}) | files
        for key, option in known.items():
            if option.kept and key not in files and (key in self.options or not self.options.get("plain")):
                given = self.options.get(key, option.default)
                self.options[key] = given if isinstance(given, option.kept) else option.kept(given)

    def think(self, position: View, past: Sequence[Position] = (), *, lines: int = 1) -> Analysis:
        """The search behind the choice."""
        self.found = analyse(
            position,
            method=self.method,
            limit=self.limit,
            lines=lines,
            seed=self.seed,
            past=past,
            belief=self.belief,
            on_progress=self.on_progress,
            meanwhile=self.meanwhile,
            **self.options,
        )
        return self.found

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        return self.think(position, past).move or ""


@dataclass
class Human:
    """A person. Whoever seats one must ask them for their moves, as `zermelo play` does."""

    seed: int | None = None
    name: str = "human"

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        raise Problem("a human does not move by themselves: zermelo play asks them")


def name_of(one: Player) -> str:
    """What to call a player, who may be anybody's object."""
    if not callable(getattr(one, "choose", None)):
        raise Problem(f"{one!r} is no player: it has no method choose(position, past)")
    return str(getattr(one, "name", type(one).__name__))


SIMPLE: dict[str, Callable[..., Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "human": Human,
    "gnubg": GnuBackgammon,
    "equilibrium": EquilibriumPlayer,
}
GTP = "gtp"  # after the colon comes a command line, not options
LEVEL = "level"  # after the colon comes a number
PLAN = "plan"  # after the colon comes a file


def player(spec: str, *, seed: int | None = None) -> Player:
    """A player from its description: `alphabeta:depth=6`, `minimax:time=0.5`, `level:3`, `greedy`, `random`, `human`.

    Where something is hidden: `equilibrium`, or a strategy from a file, `plan:leduc.npz`.
    After `gtp:` comes the command line of another program: `gtp:gnugo --mode gtp`. A file of your own may have a player
    or a method in it: `ann.py:Ann`, `my.py:name:depth=4` (see `own`).

    >>> player("alphabeta:depth=6").limit
    Limit(time=None, depth=6, nodes=None, simulations=None)
    """
    if spec.partition(":")[0] == GTP:
        return GtpPlayer(spec.partition(":")[2], spec)
    if spec.partition(":")[0] == LEVEL:
        return LevelPlayer.of(spec, seed=seed)
    if spec.partition(":")[0] == PLAN:
        return PlanPlayer.of(spec, seed=seed)
    name, limits, given = description(spec)
    if ".py" in name and (made := player_in_file(name, {**limits, **given}, spec, seed)):
        return made
    if "seed" in given:
        seed = convert("seed", given.pop("seed"), 0)
    if name in SIMPLE:
        known = getattr(SIMPLE[name], "options", {})
        for key in (*limits, *given):
            if key not in known:
                raise unknown("option", key, ["seed", *known], where=f" of {name}")
        return SIMPLE[name](seed, spec, **settings_of(name, known, given))
    if name not in methods and ".py" not in name:
        raise unknown("player", name, [*methods, *SIMPLE, LEVEL, PLAN, GTP])
    method = find(name)
    for key, value in given.items():
        if not method.knows(key, value):
            raise unknown("option", key, [*method.limits, "seed", *method.options], where=f" of {name}")
    try:
        limit = Limit(**limits) if limits else method.usual_limit
    except Problem as problem:
        raise Problem(f"player {spec!r}: {problem}") from None
    method.must_know(limit)
    return SearchPlayer(spec, name, limit, dict(given), seed)
