"""Positions as one line of text where the rules do not say how: the board and the player to move, or all fields."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from zermelo.core.state import layout, own_fields
from zermelo.draw.board import Board


def in_rows(board: Board, symbols: list[str]) -> str:
    """The symbols row by row, from the top of the board, without notes."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for cell, symbol in zip(board.cells, symbols, strict=True):
        if cell.shape != "note":
            rows.setdefault(cell.y, []).append((cell.x, symbol))
    return "/".join("".join(symbol for _, symbol in sorted(rows[y], key=lambda item: item[0])) for y in sorted(rows))


def read_cells(board: Board, symbols: str, text: str, movers: Sequence[str] = ()) -> tuple[list[int], int]:
    """The default notation: for each cell the index of its symbol, and the index of the player to move."""
    movers, cells = movers or symbols[1:], [cell for cell in board.cells if cell.shape != "note"]
    *parts, mover = text.split()
    letters = "".join(parts).replace("/", "")
    if not parts:
        raise ValueError(f"expected {len(cells)} cells, a space, and the player to move: {' or '.join(movers)}")
    if len(letters) != len(cells):
        raise ValueError(f"{len(letters)} cells instead of {len(cells)} before the player to move")
    if mover not in movers:
        raise ValueError(f"the player to move is {' or '.join(movers)}, not {mover!r}")
    order = sorted(range(len(cells)), key=lambda n: (cells[n].y, cells[n].x))
    values = [0] * len(letters)
    for number, letter in zip(order, letters, strict=True):
        if letter in symbols:
            values[number] = symbols.index(letter)
        elif letter not in ".-_":  # anybody's sign for an empty cell
            raise ValueError(f"{letter!r} on {cells[number].name} is none of {symbols}")
    return values, list(movers).index(mover)


def show_fields(s: Any) -> str:
    """A state as `name=value name=value,value`."""
    return " ".join(f"{name}={','.join(map(str, np.ravel(s[name])))}" for name in own_fields(layout(s)))


def read_fields(s: Any, text: str) -> None:
    """What `show_fields` writes, read into `s`. Modified in place."""
    parts = [part.partition("=")[::2] for part in text.split()]
    name, times = max(Counter(name for name, _ in parts).items(), key=lambda each: each[1], default=("", 0))
    if times > 1:
        raise ValueError(f"the field {name}=... is there {times} times")
    given = dict(parts)
    for name in own_fields(layout(s)):
        kind = layout(s)[name]
        if name not in given:
            raise ValueError(f"the field {name}=... is missing")
        if not (told := given.pop(name)).isascii():  # int() takes the digits of all scripts
            raise ValueError(f"{name}={told} is not made of the digits 0 to 9")
        numbers = [int(n) if kind.base.kind in "iu" else float(n) for n in told.split(",")]
        s[name] = np.reshape(np.array(numbers, kind.base), kind.shape)
    if given:
        raise ValueError(f"there is no field {next(iter(given))!r}")
