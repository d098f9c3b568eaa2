"""From what a person types to a matrix game: a name, a file, JSON or an expression; and back to a file."""

import ast
import json
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.nfg import read_nfg, write_nfg
from zermelo.equilibrium.matrix.shelf import SHELF, on_the_shelf
from zermelo.equilibrium.solver import MATRIX, reader
from zermelo.errors import Problem, unknown

KEYS = ("payoffs", "players", "actions", "name")
FILES = (".json", ".nfg")


@reader(SHELF, MATRIX)
def read_if_matrix(source: Any) -> MatrixGame | None:
    """The matrix game that a text means, or data; None if it means none."""
    if not isinstance(source, str):
        return None if isinstance(source, dict) and "payoffs" not in source else _of_data(source)
    text = source.strip()
    if text in SHELF:
        return on_the_shelf(text)
    if text.startswith("["):
        return None if "{" in text else _of_data(_parsed(text))
    if text.startswith("NFG "):
        return read_nfg(text)
    if text.startswith("{") and "payoffs" in text:
        return _of_data(_parsed(text))
    path = Path(text)
    if path.suffix == ".nfg":
        return read_nfg(_text_of(path))
    if path.suffix == ".json":
        data = _json(_text_of(path), f"{path} is not JSON:")
        if (isinstance(data, list) and "{" not in json.dumps(data)) or (isinstance(data, dict) and "payoffs" in data):
            return _of_data(data, path.stem)
    return None


def read(source: str | Path) -> MatrixGame:
    """The matrix game of a name, a file or an expression."""
    game = read_if_matrix(str(source))
    if game is None:
        if Path(source).suffix == ".json":
            raise Problem(f"{source} holds no matrix game: it must be a list of payoffs, or an object with 'payoffs'")
        raise unknown("matrix game", str(source), SHELF, where=f"; a file ends in {' or '.join(FILES)}")
    return game


def write(game: MatrixGame, path: Path) -> None:
    """Write a game as .json or .nfg."""
    if path.suffix not in FILES:
        raise Problem(f"a matrix game is written as {' or '.join(FILES)}, not {path.suffix or path.name!r}")
    text = write_nfg(game) if path.suffix == ".nfg" else json.dumps(game.as_dict(), ensure_ascii=False) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem(f"cannot write {path}: {error.strerror}") from None


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Problem(f"cannot read {path}: it is not text") from None


def _parsed(text: str) -> Any:
    """JSON; or a Python expression, in which pairs may stand in parentheses."""
    try:
        return _json(text, f"{text!r:.60} is no matrix:")
    except Problem as problem:
        try:
            with catch_warnings(action="ignore"):  # Python's own doubts, such as about 1or
                return ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            raise problem from None


def _json(text: str, what: str) -> Any:
    """Numbers stay text: so 0.1 is one tenth, and nothing overflows."""
    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=_not_finite)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Problem(f"{what} {error}") from None


def _not_finite(name: str) -> str:
    raise Problem(f"a payoff must be a finite number, not {name}")


def _of_data(data: Any, name: str = "") -> MatrixGame:
    if not isinstance(data, dict):
        return MatrixGame(data, name=name)
    for key in data:
        if key not in KEYS:
            raise unknown("key", str(key), KEYS, where=" of a matrix game")
    players, actions = data.get("players", ()), data.get("actions", ())
    for key, value in (("players", players), ("actions", actions)):
        if not isinstance(value, list | tuple):
            raise Problem(f"{key!r} of a matrix game must be a list, not {value!r:.40}")
    return MatrixGame(data["payoffs"], players, actions, data.get("name", name))
