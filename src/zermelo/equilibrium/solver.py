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
MATRIX = "matrix"  # the form of a game in which all choose at the same time
Teller = Callable[[str], None]  # what is given a line of progress now and then


class Finds(StrEnum):
    """What a solver promises."""

    ALL = "all equilibria"
    SOME = "some equilibria"
    ONE = "one equilibrium"
    NEAR = "one equilibrium between two opposed players; else what came of it"
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
    unasked: Mapping[str, Any] = field(default_factory=dict)  # options that it is given where nobody named it
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
_readers: list[tuple[str, Callable[[Any], Any], Iterable[str]]] = []


def solver(name: str, form: str, **about: Any) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Register a solver under a name: see `Solver` for what can be said about it."""

    def register(run: Callable[..., Answer]) -> Callable[..., Answer]:
        _solvers[name] = Solver(name, run, form, **about)
        return run

    return register


def reader(names: Iterable[str], form: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Register a way to read a game from what a person types, or from data: it gives None if that is none of its games.

    `names`: those of the games that it knows, to suggest them. `form`: that of its games.
    """

    def register(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
        _readers.append((form, read, names))
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


def read_game(source: Any, method: str = "") -> Any:
    """The game that a person means by a name, a file or an expression, or by data such as nested lists.

    What may be read in several forms is read in that of the `method`; if none is said, as a matrix.
    """
    chosen = solvers().get(method.partition(":")[0])
    return read_in_form(source, chosen.form if chosen else "")


def read_in_form(source: Any, form: str) -> Any:
    """The same, in that form if it may have it."""
    _import_rooms()
    ordered = sorted(_readers, key=lambda each: (each[0] != form, each[0] == EXTENSIVE))
    for _, read, _ in ordered:
        game = read(source)
        if game is not None:
            return game
    names = [name for _, _, known in ordered for name in known]
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
    game, tell = read_if_data(game, method or ""), _once(tell)
    if method:
        return _run(*_asked(game, method, options), game, tell)
    fitting = [each for each in usual_solvers(game) if set(options) <= set(each.options)] or usual_solvers(game)[:1]
    beyond: list[str] = []
    for chosen in fitting:
        known = None if chosen is fitting[-1] else chosen.options.get("memory")
        modest = {"memory": min(known.default, MODEST)} if known else {}
        settings = settings_of(chosen.name, chosen.options, {**modest, **chosen.unasked, **options})
        try:
            found = _run(chosen, settings, game, tell)
            return replace(found, notes=(*found.notes, *beyond))
        except Beyond as problem:
            if chosen is fitting[-1]:
                raise
            tell(str(problem))
            beyond.append(f"not by {chosen.name}: {problem}")
    raise AssertionError("one of them answered, or raised")


def _once(tell: Teller | None) -> Teller:
    """Who is told the same again hears nothing."""
    last = ""

    def tell_news(line: str) -> None:
        nonlocal last
        if tell and line != last:
            tell(line)
        last = line

    return tell_news


def _run(chosen: Solver, settings: dict[str, Any], game: Any, tell: Callable[[str], None]) -> Answer:
    if chosen.tells:
        settings["tell"] = tell
    began = perf_counter()
    found = chosen.run(game, **settings)
    return replace(found, time_s=perf_counter() - began)


def watch(game: Any, method: str, **options: Any) -> Iterator[Any]:
    """The steps of a process, such as fictitious play, one after the other, as many as somebody wants to see."""
    game = read_if_data(game, method)
    chosen, settings = _asked(game, method, options)
    if chosen.watch is None:
        known = ", ".join(each.name for each in solvers().values() if each.watch and each.form == form_of(game))
        raise Problem(f"{chosen.name} is no process that can be watched (these are: {known or 'none yet'})")
    return chosen.watch(game, **settings)


def read_if_data(game: Any, method: str = "") -> Any:
    """A game as it is, or what a name, a file, an expression or data mean to that method."""
    return read_game(game, method) if is_data(game) else game


def is_data(game: Any) -> bool:
    """Whether it is not a game, but tells of one: a name, a file, an expression, or data."""
    return isinstance(game, str | Sequence | Mapping) or hasattr(game, "shape")


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
