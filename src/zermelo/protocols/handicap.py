"""Where handicap stones go in Go: the fixed placement of the Go Text Protocol."""

from zermelo.errors import Problem
from zermelo.protocols.sgf import COLUMNS


def handicap(stones: int, size: int) -> list[str]:
    """The vertices of 2 to 9 stones: up to four in the corners, more only where there is a point in the middle.

    >>> handicap(5, 19)
    ['D4', 'Q16', 'D16', 'Q4', 'K10']
    """
    most = 0 if size < 7 else 4 if size % 2 == 0 or size == 7 else 9
    if not 2 <= stones <= most:
        raise Problem("invalid number of stones")
    low = 3 if size >= 13 else 2
    high, middle = size - 1 - low, size // 2
    points = [(low, low), (high, high), (low, high), (high, low)]
    points += [(low, middle), (high, middle), (middle, low), (middle, high)]
    chosen = points[:stones]
    if stones in (5, 7, 9):  # the odd one
        chosen[stones - 1 :] = [(middle, middle)]
    return [f"{COLUMNS[x]}{y + 1}" for x, y in chosen]
