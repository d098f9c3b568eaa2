"""Where something of a game is written, so that a message about it names the line."""

import ast
from pathlib import Path
from types import FunctionType
from typing import Any

from zermelo.errors import is_own


def line_of(rules: Any, *words: str, name: str = "") -> str:
    """`file:line: ` of the first of these (rules, settings, `State`) that a person's class has; else of the class.

    If that is in no file, the `name` of the game.
    """
    own = [each for each in rules.__mro__ if "_written" in vars(each)]  # see `Rules.__init_subclass__`
    for word in words:
        for each in own:
            if word in vars(each):
                return _line_in(each, word) or _named(name)
    return (_place(*own[0]._written) if own else "") or _named(name)


def _named(name: str) -> str:
    return name and f"{name}: "


def _line_in(rules: Any, word: str) -> str:
    value = vars(rules)[word]
    if isinstance(value, FunctionType):
        return _place(value.__code__.co_filename, value.__code__.co_firstlineno)
    file, line = rules._written
    return _place(file, _lines(file, rules.__name__).get(word, line))


def _place(file: str, line: int) -> str:
    return f"{file}:{line}: " if is_own(file) and Path(file).is_file() else ""


def _lines(file: str, name: str) -> dict[str, int]:
    """Where the body of a class gives names to what it holds; nothing if that cannot be read."""
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, ValueError, SyntaxError):
        return {}
    body = [
        part for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == name for part in node.body
    ]
    found = {part.name: part.lineno for part in body if isinstance(part, ast.ClassDef)}
    for part in body:
        if isinstance(part, ast.Assign | ast.AnnAssign):
            found |= {node.id: part.lineno for node in ast.walk(part) if isinstance(node, ast.Name)
                      and isinstance(node.ctx, ast.Store)}  # fmt: skip
    return found
