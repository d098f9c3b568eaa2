"""Nim: in turn, take any number of matches from one pile. Who takes the last match wins; with `misere`, loses.

Piles are kept in ascending order, and of equal piles only one is offered: positions that differ by the order of their
piles are the same. `5-2` is the move that takes 2 matches from a pile of 5; `3-5-7 A` is a position with A to move.
"""

from functools import reduce
from operator import xor

from numpy import int16

from zermelo.core.game import Rules, grid, option

PILES = option("piles", "3-5-7", "matches in each pile at the start")
MISERE = option("misere", False, "whether the last match loses")
SIZES = {str(size): size for size in range(100)}


def sizes(text):
    """The piles in ascending order."""
    piles = text.split("-")
    if not 1 <= len(piles) <= 8 or not SIZES.keys() >= {*piles}:
        raise ValueError(f"piles {text} must be 1 to 8 numbers from 0 to 99 joined by '-', such as 3-5-7")
    return sorted(SIZES[pile] for pile in piles)


def value(piles):
    """1 if the mover wins, else -1 (Bouton 1901): misère play differs only once all piles are single matches."""
    wins = reduce(xor, piles) != 0
    return 1 if wins != (MISERE and max(piles) <= 1) else -1


START = sizes(PILES)
COUNT, MATCHES, HIGHEST = len(START), sum(START), max(START)


class Nim(Rules):
    players, symbols = ("A", "B"), ".o"
    board = grid(HIGHEST, COUNT, shape="room", colours=("#a9652b",)) if 0 < HIGHEST <= 20 else None
    max_moves, max_plies, solved = max(MATCHES, 1), max(MATCHES, 1), value(START)

    class State:
        piles: (int16, COUNT)  # ascending

    def start(s):
        for i in range(COUNT):
            s.piles[i] = START[i]

    def moves(s, out):
        n = 0
        for i in range(COUNT):
            size = s.piles[i]
            if i == 0 or size != s.piles[i - 1]:
                for left in range(size):
                    out[n] = code(size, size - left)
                    n += 1
        return n

    def play(s, move):
        size, take = move // 100, move % 100
        i = 0
        while s.piles[i] != size:
            i += 1
        while i > 0 and s.piles[i - 1] > size - take:
            s.piles[i] = s.piles[i - 1]
            i -= 1
        s.piles[i] = size - take

    def payoff(s, out):
        out[s.turn] = 1 if MISERE else -1  # the mover finds no match
        out[1 - s.turn] = -out[s.turn]

    def remaining(s):
        return s.piles.sum()

    def cells(s):
        """A pile in each row."""
        return "".join(("o" * size).ljust(HIGHEST, ".") for size in s.piles.tolist())

    def move_name(s, move):
        return f"{move // 100}-{move % 100}"

    def where(s, move):
        """The first match that is taken."""
        size, take = divmod(move, 100)
        return [[Nim.board.cells[s.piles.tolist().index(size) * HIGHEST + size - take].name]] if Nim.board else []

    def show(s):
        return f"{'-'.join(map(str, s.piles))} {Nim.players[s.turn]}"

    def read(s, text):
        written, _, mover = text.strip().partition(" ")
        if mover not in Nim.players:
            raise ValueError(f"after the piles comes the player to move, A or B, as in {PILES} A")
        piles = sizes(written)
        if len(piles) != COUNT:
            raise ValueError(f"{len(piles)} piles instead of {COUNT}")
        if any(size > most for size, most in zip(piles, START, strict=True)):
            raise ValueError(f"piles only shrink, and {PILES} does not become {written}")
        s.piles[:] = piles
        s.turn = Nim.players.index(mover)


def code(size, take):
    """The move that takes `take` matches from a pile of `size`."""
    return size * 100 + take
