"""Solvers by name, for games of every form, and `equilibrium`, which asks one.

A solver is registered where it is written, by `solver(...)` above its function; that is all, as the folders of this
room are imported when somebody asks. What form a game has it says itself (`form`); all others are extensive.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter
from typing import Any

from zermelo.core.options import Option, parse
from zermelo.equilibrium.answer import Answer
from zermelo.errors import Beyond, Problem, unknown
from zermelo.search.method import settings_of

MODEST = 1000.0  # megabytes, at most, for a solver that nobody asked for by name
EXTENSIVE = "extensive"  # the form of a game in which players move one after the other
Teller = Callable[[str], None]  # what is given a line of progress now and then


class Finds(StrEnum):
    """What a solver promises."""

    ALL = "all equilibria"
    SOME = "some equilibria"
    ONE = "one equilibrium"
    NONE = "no equilibria, but what leads to them"


@dataclass(frozen=True)
class Solver:
    """A way to find equilibria that can be asked for by name."""

    name: str
    run: Callable[..., Answer]  # (game, **options given)
    form: str  # of the games that it is for
    finds: Finds = Finds.ONE
    fits: str = "every game of this form"
    refuses: Callable[[Any], str] = lambda game: ""  # why it is not for a game, or nothing
    options: Mapping[str, Option] = field(default_factory=dict)
    usual: Callable[[Any], int] = lambda game: 0  # its rank among those to begin with; 0: not one of them
    tells: bool = False  # whether `run` takes a `Teller`, too, as `tell`
    watch: Callable[..., Iterator[Any]] | None = None  # of a process: (game, **options given), yields its steps

    @property
    def help(self) -> str:
        """What it does, in one line."""
        return (self.run.__doc__ or "").partition("\n")[0]

    def must_suit(self, game: Any) -> None:
        """Raise a `Problem` if it cannot solve a game."""
        if form_of(game) != self.form:
            raise Problem(f"{self.name} is for games of the {self.form} form; {spec_of(game)} is {form_of(game)}")
        if why := self.refuses(game):
            raise Problem(f"{self.name} is for {self.fits}; {spec_of(game)} has {why}")


_solvers: dict[str, Solver] = {}
_readers: list[tuple[Callable[[Any], Any], Iterable[str]]] = []


def solver(name: str, form: str, **about: Any) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Register a solver under a name: see `Solver` for what can be said about it."""

    def register(run: Callable[..., Answer]) -> Callable[..., Answer]:
        _solvers[name] = Solver(name, run, form, **about)
        return run

    return register


def reader(names: Iterable[str]) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Register a way to read a game from what a person types, or from data: it gives None if that is none of its games.

    `names`: those of the games that it knows, to suggest them.
    """

    def register(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
        _readers.append((read, names))
        return read

    return register


def _import_rooms() -> None:
    """Whatever stands in the folders of this room registers itself."""
    house = import_module("zermelo.equilibrium")
    for folder in iter_modules(house.__path__):
        if folder.ispkg:
            room = import_module(f"{house.__name__}.{folder.name}")
            for module in iter_modules(room.__path__):
                import_module(f"{room.__name__}.{module.name}")


def solvers() -> Mapping[str, Solver]:
    """All solvers by name."""
    _import_rooms()
    return _solvers


def read_game(source: Any) -> Any:
    """The game that a person means by a name, a file or an expression, or by data such as nested lists."""
    _import_rooms()
    for read, _ in _readers:
        game = read(source)
        if game is not None:
            return game
    names = [name for _, known in _readers for name in known]
    raise unknown(
        "game", f"{source!s:.60}", names, where=": neither a name nor a file, and an expression starts with ["
    )


def usual_solvers(game: Any) -> list[Solver]:
    """Those that one begins with on a game, the best first."""
    ranked = [(each.usual(game), each) for each in solvers().values() if each.form == form_of(game)]
    fitting = [(rank, each) for rank, each in ranked if rank > 0 and not each.refuses(game)]
    if not fitting:
        raise Problem(f"there is no method yet for games such as {spec_of(game)}, of the {form_of(game)} form")
    return [each for _, each in sorted(fitting, key=lambda pair: -pair[0])]


def equilibrium(game: Any, method: str | None = None, *, tell: Teller | None = None, **options: Any) -> Answer:
    """Strategies from which no player gains by departing, by the method that suits the game or the one that is named.

    Without a method those that suit the game are tried, the best first: a game may be too large for it.

    `game`: a `MatrixGame` or its payoffs, or what `zermelo equilibrium` takes: a name, a file, an expression. `tell` is
    given a line of progress now and then by what takes long.

    >>> print(equilibrium("matching-pennies"))
    matching-pennies has one equilibrium; it is worth 0 to Row (vertices)
      1. Row: heads 1/2, tails 1/2; Column: heads 1/2, tails 1/2
         payoffs 0, 0
    """
    game, tell = read_if_data(game), tell or (lambda line: None)
    if method:
        return _run(*_asked(game, method, options), game, tell)
    fitting = [each for each in usual_solvers(game) if set(options) <= set(each.options)] or usual_solvers(game)[:1]
    for chosen in fitting[:-1]:
        known = chosen.options.get("memory")
        modest = {"memory": min(known.default, MODEST)} if known else {}
        try:
            return _run(chosen, settings_of(chosen.name, chosen.options, {**modest, **options}), game, tell)
        except Beyond as problem:
            tell(str(problem))
    return _run(fitting[-1], settings_of(fitting[-1].name, fitting[-1].options, options), game, tell)


def _run(chosen: Solver, settings: dict[str, Any], game: Any, tell: Callable[[str], None]) -> Answer:
    if chosen.tells:
        settings["tell"] = tell
    began = perf_counter()
    found = chosen.run(game, **settings)
    return replace(found, time_s=perf_counter() - began)


def watch(game: Any, method: str, **options: Any) -> Iterator[Any]:
    """The steps of a process, such as fictitious play, one after the other, as many as somebody wants to see."""
    game = read_if_data(game)
    chosen, settings = _asked(game, method, options)
    if chosen.watch is None:
        known = ", ".join(each.name for each in solvers().values() if each.watch and each.form == form_of(game))
        raise Problem(f"{chosen.name} is no process that can be watched (these are: {known or 'none yet'})")
    return chosen.watch(game, **settings)


def read_if_data(game: Any) -> Any:
    """A game as it is, or what a name, a file, an expression or data mean."""
    given = isinstance(game, str | Sequence | Mapping) or hasattr(game, "shape")
    return read_game(game) if given else game


def _asked(game: Any, method: str, options: Mapping[str, Any]) -> tuple[Solver, dict[str, Any]]:
    """The solver that is meant, which suits the game, and its options."""
    name, _, given = method.partition(":")
    if name not in solvers():
        valid = [each.name for each in solvers().values() if each.form == form_of(game)]
        raise unknown("method", name, valid, where=f" for {spec_of(game)}")
    chosen = solvers()[name]
    chosen.must_suit(game)
    return chosen, settings_of(chosen.name, chosen.options, {**parse(given), **options})


def form_of(game: Any) -> str:
    """The form of a game, as solvers know it."""
    return getattr(game, "form", EXTENSIVE)


def spec_of(game: Any) -> str:
    """What messages call a game, or the game of a position."""
    return getattr(getattr(game, "game", game), "spec", repr(game))
