"""Games of Go and Hex from SGF files: the stones set up at the beginning, and the main line. Sgfmill reads them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.core.game import Game
from zermelo.errors import Problem

KINDS = {"go": "1", "hex": "11"}  # the property GM
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # of Go
Stones = list[tuple[int, str]]
"""Colours and vertices."""


@dataclass(frozen=True)
class Recorded:
    """A game that was written down."""

    size: int
    komi: float | None
    setup: Stones
    moves: Stones


def read_sgf(path: str | Path, game: Game) -> Recorded:
    """The game in a file, which must be of the same kind as `game`."""
    try:
        from sgfmill import sgf
    except ImportError:
        raise Problem("game records need sgfmill: pip install 'zermelo[sgf]'") from None
    try:
        read = sgf.Sgf_game.from_bytes(Path(path).read_bytes())
        root, *others = read.get_main_sequence()
        kind = _text(root, "GM") or KINDS["go"]
        if kind != KINDS.get(game.name):
            raise Problem(f"{str(path)!r} is not a game of {game.name}")
        if any(node.has_setup_stones() for node in others):
            raise Problem(f"{str(path)!r} changes the position in the course of the game")
        in_go = kind == KINDS["go"]
        if in_go and read.get_size() > len(COLUMNS):
            raise Problem(f"{str(path)!r} has {read.get_size()} columns, but there are letters for {len(COLUMNS)} only")
        return Recorded(
            size=read.get_size(),
            komi=read.get_komi() if root.has_property("KM") else None,
            setup=list(_setup_in_go(root) if in_go else _setup_in_hex(root)),
            moves=[move for node in (root, *others) for move in (_move_in_go(node) if in_go else _move_in_hex(node))],
        )
    except OSError as error:
        raise Problem(f"{str(path)!r}: {error.strerror}") from None
    except ValueError as error:
        raise error if isinstance(error, Problem) else Problem(f"{str(path)!r} is no SGF file ({error})") from None


def _setup_in_go(root: Any) -> Iterator[tuple[int, str]]:
    for colour, points in enumerate(root.get_setup_stones()[:2]):
        for point in sorted(points):
            yield colour, _vertex(point)


def _move_in_go(node: Any) -> Iterator[tuple[int, str]]:
    colour, point = node.get_move()
    if colour is not None:
        yield "bw".index(colour), _vertex(point)


def _vertex(point: tuple[int, int] | None) -> str:
    """A point of Go as row and column, both counted from 0 at the lower left corner."""
    return "pass" if point is None else f"{COLUMNS[point[1]]}{point[0] + 1}"


def _setup_in_hex(root: Any) -> Iterator[tuple[int, str]]:
    for colour, name in enumerate(("AB", "AW")):
        if root.has_property(name):
            yield from ((colour, raw.decode("ascii")) for raw in root.get_raw_list(name))


def _move_in_hex(node: Any) -> Iterator[tuple[int, str]]:
    for colour, name in enumerate("BW"):
        if vertex := _text(node, name):
            yield colour, vertex


def _text(node: Any, name: str) -> str:
    return node.get_raw(name).decode("ascii") if node.has_property(name) else ""
