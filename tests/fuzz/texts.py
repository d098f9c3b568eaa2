"""Texts that look like what is expected, and are not quite: valid ones that were damaged, numbers of all sorts."""

from collections.abc import Sequence
from random import Random

NUMBERS = (
    "0 1 -1 2 3 007 1.5 -0 -0.0 1e3 1e308 -1e308 1e309 1e-320 inf -inf nan +1 .5 5. 1_000 0x10 ² ٣ ½ "
    "99999999999999999999 -99999999999999999999 9223372036854775807 9223372036854775808 2147483648 -2147483649 65536 "
    "256 127 128"
).split()
ODD = (
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\x00",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ud7ff",
    "\U0010ffff",
    "ä",
    "é",
    "棋",
    "ß",
    "İ",
)
SIGNS = "()[]{}<>,;:.=+-*/\\|_~!?@#$%^&'\"` 0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def number(rng: Random) -> str:
    """A number as somebody might write it, or something that only looks like one."""
    chance = rng.random()
    if chance < 0.5:
        return str(rng.randrange(-3, 13))
    return rng.choice(NUMBERS) if chance < 0.9 else f"{rng.gauss(0, 100):.{rng.randrange(18)}g}"


def letters(rng: Random, most: int = 12) -> str:
    """Any signs."""
    return "".join(rng.choice(ODD) if rng.random() < 0.1 else rng.choice(SIGNS) for _ in range(rng.randrange(most)))


def damaged(rng: Random, text: str, others: Sequence[str] = ()) -> str:
    """The text with a few things wrong with it; sometimes none. `others`: words that may be put in."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 8))):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + rng.choice((1, 1, 2, 5, 1000)))
        piece = text[at:end]
        text = text[:at] + rng.choice(CHANGES)(rng, piece, others) + text[end:]
    return text


def _swapped(rng: Random, piece: str, others: Sequence[str]) -> str:
    signs = list(piece)
    rng.shuffle(signs)
    return "".join(signs)


CHANGES = (
    lambda rng, piece, others: "",
    lambda rng, piece, others: piece * 2,
    lambda rng, piece, others: piece * rng.choice((3, 10, 100)),
    lambda rng, piece, others: piece + rng.choice(SIGNS),
    lambda rng, piece, others: rng.choice(SIGNS),
    lambda rng, piece, others: rng.choice(ODD),
    lambda rng, piece, others: number(rng),
    lambda rng, piece, others: piece.swapcase(),
    lambda rng, piece, others: piece[::-1],
    lambda rng, piece, others: rng.choice(others) if others else letters(rng),
    _swapped,
)
