"""GNU Backgammon's position IDs: where all men are, in fourteen characters such as `4HPwATDgc/ABMA`.

The points of one side and then of the other, as their owners count: 1 to 24 and the bar, as many ones as there are men
on each and a zero after it. Filled up to 80 bits, the lowest bit first, that makes ten bytes, written in base 64. The
player who is on roll or has rolled comes second: so does the program, although its manual says first. An ID does not
say who that is, nor the dice; men that are missing were borne off.
"""

import base64
import binascii
from collections.abc import Sequence

MEN, PLACES, BITS = 15, 25, 80  # places: 24 points and the bar


def encode(on_roll: Sequence[int], other: Sequence[int]) -> str:
    """The ID of a position: each side's men that are borne off, on the points 1 to 24 and on the bar."""
    bits = "".join("1" * men + "0" for side in (other, on_roll) for men in map(int, side[1:]))
    key = int(bits.ljust(BITS, "0")[::-1], 2)
    return base64.b64encode(key.to_bytes(BITS // 8, "little")).decode().rstrip("=")


def decode(text: str) -> tuple[list[int], list[int]]:
    """The side on roll and the other; a ValueError says why there is no such position."""
    try:
        key = base64.b64decode(text + "==", validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(text) != 14 or len(key) != BITS // 8:
        raise ValueError(f"{text!r} is not a position ID, 14 characters such as 4HPwATDgc/ABMA")
    bits = f"{int.from_bytes(key, 'little'):0{BITS}b}"[::-1]
    *places, rest = bits.split("0", 2 * PLACES)
    if len(places) < 2 * PLACES or "1" in rest:
        raise ValueError(f"{text!r} is not {PLACES} places for each side")
    other, on_roll = ([len(ones) for ones in places[first : first + PLACES]] for first in (0, PLACES))
    for side in (other, on_roll):
        if sum(side) > MEN:
            raise ValueError(f"{sum(side)} men of a player instead of at most {MEN}")
        side.insert(0, MEN - sum(side))
    for point in range(1, PLACES):
        if other[PLACES - point] and on_roll[point]:
            raise ValueError(f"men of both players on the point {point} of the player on roll")
    if other[0] == on_roll[0] == MEN:
        raise ValueError("both players have borne off all men")
    return on_roll, other
