"""Moves as people write them down: `f5 d6 c3`, `F5D6C3`, `1. f5 d6 2. c3`, or the main line of an SGF file."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from zermelo.errors import Problem

if TYPE_CHECKING:
    from zermelo.core.position import Position

MEANT = ("moves:", "(;")  # how what can only be moves begins
LONG = 100  # letters of a text that begins with a move and goes on with others
TRIED = 500  # ways to take a word apart into moves
NUMBERED = re.compile(r"(?<!\S)\d+\.+(?=\s|[A-Za-z]|$)")
PROPERTY = re.compile(r"\)|\b([A-Z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.DOTALL)
SIDES = {"B": 0, "W": 1}  # who moves, by the property of SGF


def listed_moves(text: str) -> list[str]:
    """The names after `moves:`, between commas if there are any, as names may have spaces; else between spaces."""
    text = text.removeprefix("moves:")
    return [name.strip() for name in text.split(",") if name.strip()] if "," in text else text.split()


def as_text(names: Sequence[str]) -> str:
    """Moves since the start, as `Game.position` reads them."""
    if not names:
        return "start"
    if not any(" " in name for name in names):
        return f"moves: {' '.join(names)}"
    return f"moves: {', '.join(names)}{',' if len(names) == 1 else ''}"


def line_from(position: "Position", text: str) -> Iterator[str]:
    """The names of the moves that a text tells from a position on; a `Problem` says which one is none."""
    told = 0
    sgf = text.lstrip().startswith("(;")
    for word, side in _sgf(position, text) if sgf else ((word, None) for word in _words(text)):
        try:
            if side is not None and position.mover != side:
                raise Problem(f"it is not the turn of {position.game.players[side]}")
            names, position = _apart(position, word)
        except NoMove as stop:
            raise Problem(f"move {told + stop.after + 1}: {stop}") from None
        except Problem as problem:
            raise Problem(f"move {told + 1}: {problem}") from None
        told += len(names)
        yield from names


def tells_moves(position: "Position", text: str) -> bool:
    """Whether a text means moves from a position on, even if not all of them can be played."""
    return text.lstrip().startswith(MEANT) or any(_begins(position, word) for word in _words(text)[:1])


def neither(text: str, unreadable: Problem, no_moves: Problem) -> Problem:
    """What is wrong with a text as moves, and as a position in the game's notation if it might have been one."""
    clear = text.lstrip().startswith(MEANT) or len(text) > LONG
    return no_moves if clear else Problem(f"{unreadable}; as moves: {no_moves}")


def _words(text: str) -> list[str]:
    return listed_moves(NUMBERED.sub(" ", text))


def _begins(position: "Position", word: str) -> list[str]:
    """The moves that a word begins with, the longest last."""
    return sorted((name for name in position.moves if name and word.lower().startswith(name.lower())), key=len)


class NoMove(Problem):
    """What is left of a word, after so many moves, is none."""

    def __init__(self, told: Problem, after: int) -> None:
        super().__init__(str(told))
        self.after = after


def _apart(position: "Position", word: str) -> tuple[list[str], "Position"]:
    """The moves in a word, which is one or has several without a space between them, and where they lead."""
    try:
        code = position.read_move(word)
        return [position.move_name(code)], position.play(code)
    except Problem as problem:
        no_move, farthest = problem, 0
    open_ways: list[tuple[list[str], Position, str]] = [([], position, word)]
    for _ in range(TRIED):
        if not open_ways:
            break
        names, here, rest = open_ways.pop()
        if not rest:
            return names, here
        if len(names) > farthest:
            farthest = len(names)
            try:
                here.read_move(rest)
            except Problem as problem:
                no_move = problem
        if not here.over:
            for name in _begins(here, rest):
                open_ways.append(([*names, name], here.play(name), rest[len(name) :].lstrip(" ,;")))
    raise NoMove(no_move, farthest)


def _sgf(position: "Position", text: str) -> Iterator[tuple[str, int]]:
    """The moves of the main line, each with its player."""
    size = position.game.options.get("size")
    for found in PROPERTY.finditer(text):
        name, values = found.groups()
        if name is None:  # the end of the first variation
            return
        value = re.findall(r"\[((?:\\.|[^\]\\])*)\]", values, re.DOTALL)[0].strip()
        if name == "SZ" and size and value != str(size.value):
            raise Problem(f"the game was played on size {value}, not {size.value}: choose size={value}")
        if name in ("AB", "AW", "AE"):
            raise Problem(f"stones that are set up ({name}) cannot be read from SGF here; moves can")
        if name in SIDES:
            yield value or "pass", SIDES[name]
