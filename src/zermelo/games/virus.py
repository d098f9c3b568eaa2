"""The Virus Game: infect a square beside your own and all around it, whoever had them; the last player left wins.

Two to six players move in turn. Each begins with one square on the edge, and they are spread evenly around it: the
first player in the top left corner, the others clockwise from there, rounded to whole squares. Two players begin in
opposite corners, four in the four corners.

A move chooses a square that is not yours but touches your territory, along a side or at a corner. You take it, and with
it every square of the `pattern` around it: the eight `adjacent` ones, the four of the `cross`, or `none`. It does not
matter whether they were empty or an opponent's. Who has no squares left is out, and is passed over from then on.

After `cap` plies the game ends too, and most squares win. Several winners share the payoff. Between equals that is the
usual end, and who moves last has an advantage.

The game is the one on which Polk and Oommen tested Threat-ADS (2013); they leave the board and the start open.
A position is the board row by row, the player to move, and how many plies were played: `R..B/..../..../G..Y R 0`.
"""

import numpy as np
from numpy import int8, int16, uint64

from zermelo.core.game import PAINT, Rules, bit, grid, in_rows, listed, option, popcount, read_cells
from zermelo.games._discs import beside, geometry
from zermelo.games._shares import in_shares, most_win

PLAYERS = option("players", 4, "players", low=2, high=6)
SIZE = option("size", 8, "rows and columns", low=4, high=8)
PATTERN = option("pattern", "adjacent", "what is infected around a square", choices=("adjacent", "cross", "none"))
CAP = option("cap", 200, "plies after which most squares win", low=1, high=10_000)
SQUARES = SIZE * SIZE
COLOURS = ("Red", "Blue", "Yellow", "Green", "Purple", "Orange")

# Bit row * SIZE + column, rows from the top.
SPREAD = {
    "adjacent": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)],
    "cross": [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)],
    "none": [(0, 0)],
}


def spread(pattern):
    """For each square, the set of squares that a pattern around it covers."""
    sets = []
    for square in range(SQUARES):
        y, x = divmod(square, SIZE)
        covered = ((x + dx, y + dy) for dx, dy in SPREAD[pattern])
        sets.append(sum(1 << v * SIZE + u for u, v in covered if 0 <= u < SIZE and 0 <= v < SIZE))
    return np.array(sets, np.uint64)


def around_the_edge():
    """The squares of the edge, clockwise from the top left corner."""
    last = SIZE - 1
    sides = ((n, 0) for n in range(last)), ((last, n) for n in range(last))
    back = ((last - n, last) for n in range(last)), ((0, last - n) for n in range(last))
    return [y * SIZE + x for side in (*sides, *back) for x, y in side]


LINES = geometry(SIZE)
NONE = uint64(0)
INFECTED = spread(PATTERN)
MOST = len(SPREAD[PATTERN])  # squares that one move can take
EDGE = around_the_edge()
HOMES = tuple(EDGE[(2 * player * len(EDGE) + PLAYERS) // (2 * PLAYERS)] for player in range(PLAYERS))


class Virus(Rules):
    players = COLOURS[:PLAYERS]
    board = grid(SIZE, SIZE, colours=tuple(PAINT[name] for name in COLOURS))
    max_moves, max_plies = SQUARES - 1, CAP
    payoff_range, payoff_sum = (0, 1), 1

    class State:
        squares: (uint64, PLAYERS)
        ply: int16
        turn: int8

    class Data:
        weights = (2.0,)  # squares that every player is credited with: the fewer, the surer is who has most

    def start(s):
        for player in range(PLAYERS):
            s.squares[player] = bit(HOMES[player])

    def moves(s, out):
        return listed(beside(s.squares[s.turn], LINES), out)

    def play(s, square):
        taken = INFECTED[square]
        for player in range(PLAYERS):
            s.squares[player] &= ~taken
        s.squares[s.turn] |= taken
        s.ply += 1
        s.turn = next_standing(s)

    def over(s):
        left = 0
        for player in range(PLAYERS):
            left += s.squares[player] != NONE
        return s.ply >= CAP or left < 2

    def payoff(s, out):
        for player in range(PLAYERS):
            out[player] = popcount(s.squares[player])
        most_win(out)

    def take_turn(s, player):
        s.turn = player

    def estimate(s, out, weights):
        """The share of the squares that are taken."""
        for player in range(PLAYERS):
            out[player] = standing(s, player, weights)
        in_shares(out)

    def order(s, square):
        """By the squares gained, an opponent's counting twice and all of an opponent's most; 0 for a full pattern."""
        taken = INFECTED[square] & ~s.squares[s.turn]
        gain = popcount(taken) - MOST
        for player in range(PLAYERS):
            lost = s.squares[player] & taken
            if lost != NONE:
                gain += popcount(lost) + (SQUARES if lost == s.squares[player] else 0)
        return float(gain)

    def remaining(s):
        return CAP - s.ply

    def cells(s):
        for square in range(SQUARES):
            owners = [name[0] for player, name in enumerate(Virus.players) if s.squares[player] & bit(square)]
            yield owners[0] if owners else "."

    def show(s):
        return f"{in_rows(Virus.board, list(Virus.cells(s)))} {Virus.players[s.turn][0]} {s.ply}"

    def read(s, text):
        board, *mover_and_ply = text.rsplit(maxsplit=2)
        if len(mover_and_ply) != 2 or not mover_and_ply[1].isdecimal():
            raise ValueError("expected the board, the player to move, and how many plies were played")
        initials = "".join(name[0] for name in Virus.players)
        values, s.turn = read_cells(Virus.board, "." + initials, f"{board} {mover_and_ply[0]}")
        s.ply = int(mover_and_ply[1])
        if s.ply > CAP:
            raise ValueError(f"the game ends after {CAP} plies")
        for square, value in enumerate(values):
            if value:
                s.squares[value - 1] |= bit(square)
        if s.squares[s.turn] == NONE:
            raise ValueError(f"{Virus.players[s.turn]} is to move without a square")


def next_standing(s):
    """The next player who has a square; the mover, if nobody else has."""
    player = s.turn
    for _ in range(PLAYERS):
        player = player + 1 if player + 1 < PLAYERS else 0
        if s.squares[player] != NONE:
            break
    return player


def standing(s, player, weights):
    """The squares of a player, and the credit of those who are still in the game."""
    count = popcount(s.squares[player])
    return count + weights[0] if count > 0 else 0.0
