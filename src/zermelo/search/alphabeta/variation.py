"""Continue a principal variation where the table cut it short."""

from typing import TYPE_CHECKING

from zermelo.core.data import Data
from zermelo.core.game import Position
from zermelo.core.state import Struct
from zermelo.search.alphabeta.distance import farther
from zermelo.search.alphabeta.table import LOWER, UPPER, Table
from zermelo.search.workspace import LINE

if TYPE_CHECKING:
    from zermelo.search.driver import Search

CHOICES = 32  # with more moves than this, only the table's own move is looked at


def extend(search: "Search", line: list[int], value: float) -> list[int]:
    """`line`, followed by moves that the table says keep its `value` (for the player to move at its start).

    An entry may come from a mirror image, so a move counts only if the position after it has the value it should have.
    No move is better than the best, so there a bound in the opposite direction is enough.
    """
    position, table, w = search.position, search.table, search.work
    if table is None or not table.on or ("paths" in (w.dtype.names or ()) and w.paths):
        return line
    line, seen = list(line), {position.identity}
    for move in line:
        position, value = _after(position, move, value, w)
        seen.add(position.identity)
    while len(line) < LINE and not position.over:
        entry = table.find(position.key)
        moves = list(position.moves.values())
        if entry and entry[1] in moves:
            moves.insert(0, int(entry[1]))
        for move in moves[:1] if len(moves) > CHOICES else moves:
            after, expected = _after(position, move, value, w)
            bound = LOWER if after.mover == position.mover else UPPER
            if _keeps(after, expected, bound, table, search.data):
                line.append(move)
                position, value = after, expected
                break
        else:
            break
        if position.identity in seen:  # round and round
            break
        seen.add(position.identity)
    return line


def _after(position: Position, move: int, value: float, w: Struct) -> tuple[Position, float]:
    after = position.play(move)
    value = float(farther(w, value))
    return after, value if after.mover == position.mover else -value


def _keeps(position: Position, value: float, bound: int, table: Table, data: Data) -> bool:
    """Whether a position has that value: at the end of the game, or by an exact entry or this bound in the table."""
    if position.over:
        paid = position.paid(data=data)
        return (paid[position.mover] - paid[1 - position.mover]) / 2 == value
    entry = table.find(position.key)
    return bool(entry and entry[2] & bound and entry[0] == value)
