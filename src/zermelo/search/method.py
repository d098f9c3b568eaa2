"""What a search method is: a function of a `Search`, with its options, its workspace and what one must know about it.

A method is registered where it is written, by `method(...)` above its function; that is all, as `search` imports
whatever stands in its folders. So is one in a file of your own: `load_method("my.py:name")`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.core.catalogue import scope_of_file
from zermelo.core.data import FILES
from zermelo.core.game import Game
from zermelo.core.kernel import Fields
from zermelo.core.options import Option, checked, convert, parse
from zermelo.errors import Problem, blaming, own_file, unknown
from zermelo.search.result import Limit

LIMITS: dict[str, Any] = {"time": 0.0, "depth": 0, "nodes": 0, "simulations": 0}  # what may limit a search, its type
FOR_TWO = "two opposed players, nothing left to chance or hidden"
# what a tree can show of a search:
WINDOWS = "windows"  # each node's window, value and how it was left
VALUES = "values"  # the same without windows: nothing is compared with one
SIMULATED = "simulated"  # how the tree grows that it keeps, simulation by simulation: see `Method.grows`
NOTHING_DRAWN = ""


@dataclass(frozen=True)
class Method:
    """A search that can be asked for by name."""

    name: str
    run: Callable  # (search, **options given)
    options: Mapping[str, Option] = field(default_factory=dict)
    fields: tuple[Fields, ...] = ()  # of the workspace, besides those of every search
    refuses: Callable[[Game], str] = Game.beyond_minimax  # why it is not for a game, or nothing
    fits: str = FOR_TWO  # for which games it is
    assumes: str = "with best play"  # what it takes for granted about the others: "if ..."
    limits: tuple[str, ...] = ("time", "depth", "nodes")  # that it knows
    random: bool = False  # whether what it finds depends on a seed
    ends: bool = False  # by itself, soon enough
    draws: str = WINDOWS  # what a tree can show of it: WINDOWS, VALUES, SIMULATED or nothing
    undrawn: Callable[[Game], str] = lambda game: ""  # why a tree of the rules' moves cannot show it, or nothing
    vectors: Callable[[Game], bool] = lambda game: False  # whether it finds what every player gets
    on_trees: Mapping[str, Any] = field(default_factory=dict)  # the options that make it what the lectures draw
    grows: Callable[..., bool] | None = None  # of a SIMULATED one: (search, told, **options given), see `mcts.grow`
    ties: bool = False  # whether it finds one of `theory.outcomes`, and how ties are broken says which
    unpruned: Mapping[str, Any] | None = None  # the options with which it looks at everything, if it can
    usual: Callable[[Game], int] = lambda game: 0  # its rank among those to begin with on a game; 0: not one of them
    usual_on_trees: Callable[[Game], int] = lambda game: 0  # the same where a tree is to show what it does

    @property
    def usual_limit(self) -> Limit:
        """Where nobody has set one."""
        return Limit() if self.ends else Limit(time=1.0)

    def must_know(self, limit: Limit) -> None:
        """Raise a `Problem` if the method cannot be limited so."""
        for name in LIMITS:
            if getattr(limit, name) is not None and name not in self.limits:
                raise unknown("limit", name, self.limits, where=f" of {self.name}")

    def must_suit(self, game: Game) -> None:
        """Raise a `Problem` if the method would be wrong about a game."""
        with blaming(f"what {self.name} refuses", own_file(self.refuses)):
            why = self.refuses(game)
        if why:
            raise Problem(f"{self.name} is for {self.fits}; {game.spec} has {why}")

    def knows(self, key: str, value: Any) -> bool:
        """Whether something given by name is an option, or a file that the game is given: data, or an evaluation."""
        return key in self.options or is_file(value)

    def settings(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given options, checked, with values of the types of the defaults."""
        return settings_of(self.name, self.options, given, self.limits)


def is_file(value: Any) -> bool:
    """Whether what was given for an option is a file: data of the game, or an evaluation."""
    return isinstance(value, str) and value.endswith((*FILES, ".py"))


methods: dict[str, Method] = {}


def method(name: str, **about: Any) -> Callable[[Callable], Callable]:
    """Register a search under a name: see `Method` for what can be said about it."""
    if not isinstance(name, str):
        raise Problem('a method has a name: @method("one-move")')

    def register(run: Callable) -> Callable:
        if not callable(run):
            raise Problem(f"@method({name!r}) stands above a function, not {run!r:.60}")
        methods[name] = Method(name, run, **about)
        return run

    return register


def find(name: str) -> Method:
    """A method by its name, or by file and name: `alphabeta`, `my.py:greedy`."""
    if name in methods:
        return methods[name]
    if ".py" in name:
        return load_method(name)
    raise unknown("method", name, methods)


def load_method(text: str) -> Method:
    """A method from a person's own file, as it is now: `my.py:name`, or `my.py` if there is only one in it."""
    path, _, wanted = text.partition(":")
    _, found = contents(path)
    if not found:
        raise Problem(f"{path} registers no method: @method('name') above a function does")
    if not wanted and len(found) > 1:
        raise Problem(f"{path} has several methods: say which, as in {path}:{next(iter(found))}")
    if wanted and wanted not in found:
        raise unknown("method", wanted, found, where=f" in {path}")
    return found[wanted or next(iter(found))]


def contents(path: str) -> tuple[dict[str, Any], dict[str, Method]]:
    """What a person's file defines, as it is now, and the methods that it registers."""
    if not Path(path).is_file():
        raise Problem(f"there is no file {path!r} with a method or a player")
    return _contents(Path(path).resolve(), Path(path).stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _contents(path: Path, _time: int) -> tuple[dict[str, Any], dict[str, Method]]:
    """The names of its methods do not count elsewhere."""
    before = dict(methods)
    try:
        scope = scope_of_file(path)
        return scope, {name: made for name, made in methods.items() if before.get(name) is not made}
    finally:
        methods.clear()
        methods.update(before)


def description(text: str) -> tuple[str, dict[str, Any], dict[str, str]]:
    """A method, its limits and its options.

    >>> description("alphabeta:depth=6,killers=false"), description("my.py:mine:depth=6")[0]
    (('alphabeta', {'depth': 6}, {'killers': 'false'}), 'my.py:mine')
    """
    name, _, rest = text.partition(":")
    if name.endswith(".py") and rest:  # of a file: its path, perhaps a name in it, perhaps options
        first, _, more = rest.partition(":")
        name, rest = (name, rest) if "=" in first else (f"{name}:{first}", more)
    given = parse(rest)
    limits = {key: convert(f"{name}:{key}", given.pop(key), kind) for key, kind in LIMITS.items() if key in given}
    return name, limits, given


def settings_of(
    name: str, options: Mapping[str, Option], given: Mapping[str, Any], limits: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The given options of a method, checked, with values of the types of the defaults."""
    settings = {}
    for key, value in given.items():
        if key not in options:
            raise unknown("option", key, [*limits, *options], where=f" of {name}")
        kept = options[key].kept
        settings[key] = value if kept and isinstance(value, kept) else checked(f"{name}:{key}", value, options[key])
    return settings


def usual_method(game: Game) -> str:
    """The method to begin with, and perhaps its options."""
    return game.rules.method or foremost(game, methods.values(), lambda each: each.usual(game)).name


def foremost(game: Game, known: Iterable[Method], rank: Callable[[Method], int]) -> Method:
    """Of those with a rank, the first that suits a game; if none does, the first, which says why."""
    return max(known, key=lambda each: (rank(each) > 0 and not each.refuses(game), rank(each)))
