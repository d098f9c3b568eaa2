"""Small games to play matches of, and what was played."""

from dataclasses import replace

from numpy import int8

import zermelo as z
from zermelo.arena.result import Match

TICTACTOE = z.load("tictactoe")
CONNECT4 = z.load("connect4:width=5,height=4")


class ToAndFro(z.Rules):
    """Each player's token goes to and fro between two cells: after four moves all is as it was."""

    players = ("A", "B")
    repetition = "draw"

    class State:
        place: (int8, 2)

    def moves(s, out):
        out[0] = s.place[s.turn]
        return 1

    def play(s, move):
        if move < 2:
            s.place[s.turn] = 1 - s.place[s.turn]

    def payoff(s, out):
        out[0] = out[1] = 0

    def move_name(s, move):
        return ("to", "fro", "stay")[move]


def moves_of(found: Match) -> list[tuple]:
    """What was played, without how long it took."""
    return [replace(one, seconds=()) for one in found.played]
