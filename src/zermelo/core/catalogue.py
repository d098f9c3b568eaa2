"""Find a game by its name, or in a person's own file."""

import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from zermelo.core.game import Game, Rules
from zermelo.core.options import answering, parse, spelled
from zermelo.errors import Problem, RulesProblem, place, unknown

SHIPPED = Path(__file__).parents[1] / "games"
OPINIONS = (
    "evaluate",
    "estimate",
    "order",
    "bounds",
    "noisy",
    "playout",
    "summarise",
    "update",
)  # rules that only judge


def names() -> list[str]:
    """The games that come with Zermelo."""
    files = (path for path in SHIPPED.iterdir() if not path.name.startswith("_"))
    return sorted(path.stem.replace("_", "-") for path in files if path.suffix == ".py" or path.is_dir())


def load(spec: str) -> Game:
    """A game by name or by the path of a Python file, with options after a colon: `hex:size=7`, `mygame.py:n=3`.

    >>> load("connect4:width=5,height=4")
    Game('connect4:width=5,height=4')
    """
    if file := file_in(spec):
        return load_file(Path(file[0]), file[1], file[0])
    return load_shipped(spec)


def file_in(spec: str) -> tuple[str, str] | None:
    """The path and the options in a description, if it is one of a file."""
    found = re.fullmatch(r"(.+\.py)(?::(.*))?", spec, re.DOTALL)
    return found and (found[1], found[2] or "")


def load_shipped(spec: str) -> Game:
    """A game that comes with Zermelo, and nothing else, whatever the description looks like."""
    name, _, options = spec.partition(":")
    if name not in names():
        if spec.lstrip().startswith(("[", "{")) or Path(spec).suffix in (".efg", ".json", ".nfg"):
            raise Problem(
                f"{spec!r:.60} is no game of rules: trees and matrices are for zermelo tree and zermelo equilibrium"
            )
        raise unknown("game", name, names())
    return _load_shipped(name, tuple(parse(options).items()))


def load_file(path: Path, options: str, name: str) -> Game:
    """The game in a person's file as it is now, under a name."""
    if not path.is_file():
        raise Problem(f"there is no game file {str(path)!r}")
    return _load_file(path, parse(options), name)


@lru_cache(maxsize=256)  # a server may be asked for any number of choices of options
def _load_shipped(name: str, given: tuple[tuple[str, str], ...]) -> Game:
    path = SHIPPED / f"{name.replace('-', '_')}.py"
    if not path.exists():
        path = path.with_suffix("") / "__init__.py"
    return _load_file(path, dict(given), name)


def _load_file(path: Path, given: Mapping[str, str], name: str) -> Game:
    shipped = path.is_relative_to(SHIPPED)
    module = ModuleType(f"zermelo.games.{path.stem}" if shipped else path.stem)
    module.__file__ = str(path)
    module.__package__ = "zermelo.games" if shipped else ""
    with answering(given) as found:
        if shipped:
            try:
                exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
            except ValueError as error:
                raise error if isinstance(error, Problem) else Problem(f"{name}: {error}") from None
        else:
            _run(path, module.__dict__)
    for option in given:
        if option not in found:
            raise unknown("option", option, found, where=f" of {name}")
    rules = _rules_in(module.__dict__, module.__name__, name)
    chosen = ",".join(f"{key}={spelled(o.value)}" for key, o in found.items() if o.value != o.default)
    options = f":{chosen}" if chosen else ""
    source = name if shipped else str(path.resolve())
    return Game(rules, spec=name + options, options=found, origin=(load, (source + options,)))


def with_evaluation(game: Game, path: str) -> Game:
    """The same game, judged by what a person's file says: `evaluate` or `estimate`, and what may help a search.

    Beside these rules it may have a `class Data`, which is added to the game's, and a `class Summary`.
    """
    file = Path(path)
    if not file.is_file():
        raise Problem(f"there is no file {path!r} with an evaluation")
    return _with_evaluation(game, str(file.resolve()), file.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _with_evaluation(game: Game, path: str, _time: int) -> Game:
    scope = scope_of_file(Path(path))
    found = {name: scope[name] for name in OPINIONS if isinstance(scope.get(name), FunctionType)}
    if "evaluate" not in found and "estimate" not in found:
        raise RulesProblem(f"{path} defines neither evaluate(s) nor estimate(s, out)")
    if "evaluate" not in found or "estimate" not in found:  # the game's own would say something else
        found["evaluate" if "estimate" in found else "estimate"] = None
    if "Data" in scope:
        own = vars(getattr(game.rules, "Data", object))
        both = {**own, **vars(scope["Data"])}
        found["Data"] = type("Data", (), {name: value for name, value in both.items() if name[0] != "_"})
    if "Summary" in scope:
        found["Summary"] = scope["Summary"]
    rules = type(game.rules.__name__, (game.rules,), found)
    return Game(rules, spec=game.spec, options=game.options, origin=(with_evaluation, (game, path)))


def scope_of_file(path: Path) -> dict[str, Any]:
    """What a person's file defines, as it is now."""
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    _run(path, module.__dict__)
    return module.__dict__


def _run(path: Path, scope: dict[str, Any]) -> None:
    """Execute a person's file, fresh from its source: neither it nor its helper modules may come from a stale cache."""
    folder = path.resolve().parent
    before = _modules_in(folder)
    for name in before:
        del sys.modules[name]
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, str(folder))
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), scope)
    except Problem:
        raise
    except SyntaxError as error:
        raise RulesProblem(f"{error.filename or path}:{error.lineno or 1}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        raise RulesProblem(f"{place(error) or f'{path}: '}{type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = writes
        for name in _modules_in(folder):
            del sys.modules[name]
        sys.modules.update(before)


def _modules_in(folder: Path) -> dict[str, ModuleType]:
    """The imported modules of a person's own whose files are below a folder."""
    found = {}
    for name, module in list(sys.modules.items()):
        file = str(getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", [])), ""))  # or a folder
        own = name.partition(".")[0] not in ("__main__", "zermelo") and "site-packages" not in file
        if own and Path(file).is_relative_to(folder) and not Path(file).is_relative_to(sys.prefix):
            found[name] = module
    return found


def _rules_in(scope: Mapping[str, Any], module: str, name: str) -> type[Rules]:
    found = [
        value
        for value in scope.values()
        if isinstance(value, type) and issubclass(value, Rules) and value.__module__ == module
    ]
    if len(found) != 1:
        listed = ", ".join(rules.__name__ for rules in found) or "none"
        raise RulesProblem(f"{name} must define one class derived from zermelo.Rules (found: {listed})")
    return found[0]
