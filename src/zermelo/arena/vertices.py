"""The words of the Go Text Protocol: which games it can speak of, and how it writes their colours, moves and boards.

The moves of a game keep the names that the game gives them: `D4` in Go, counted from the lower left corner and without
a column I; `d4` in Hex and Othello, counted from the upper left one, as programs for these games do.
"""

import re
from math import isqrt

from zermelo.core.game import Game
from zermelo.errors import Problem

GTP_COLOURS = ("b", "w")  # of the first and of the second player
RESIGN = "resign"
WRITTEN = {"swap": "swap-pieces"}  # moves that have another name in the protocol
MEANT = {written: name for name, written in WRITTEN.items()}
VERTEX = re.compile(r"[A-Za-z]\d{1,2}")


def must_have_vertices(game: Game) -> None:
    """Raise a `Problem` if the protocol has no words for a game."""
    why = ""
    if len(game.players) != 2:
        why = f"{len(game.players)} players"
    elif game.stochastic or game.hidden:
        why = "hidden information" if game.hidden else "chance moves"
    else:
        cells = {cell.name for cell in game.board.cells} if game.board else set()
        named = (move for move in game.start().moves if move not in ("pass", "swap"))
        strange = next((move for move in named if move not in cells or not VERTEX.fullmatch(move)), None)
        why = f"moves such as {strange!r}" if strange else ""
    if why:
        raise Problem(f"the Go Text Protocol is for two players who place stones on cells; {game.spec} has {why}")


def written(move: str) -> str:
    """A move as the protocol writes it."""
    return WRITTEN.get(move, move)


def meant(word: str) -> str:
    """The name of a move that the protocol writes so."""
    return MEANT.get(word.lower(), word)


def colour_of(word: str) -> int | None:
    """The player that a colour means, or None if it is no colour."""
    short = {"black": "b", "white": "w"}.get(word.lower(), word.lower())
    return GTP_COLOURS.index(short) if short in GTP_COLOURS else None


def side(game: Game) -> int:
    """How many rows and columns the board has; 0 if it is not square."""
    cells = game.board.cells if game.board else ()
    size = isqrt(len(cells))
    return size if len({cell.y for cell in cells}) == size and size * size == len(cells) else 0
