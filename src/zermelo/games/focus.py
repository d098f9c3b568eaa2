"""Focus, or Domination: move stacks that your piece tops as far as they are high; the last player who can move wins.

Two to four players, on 8 x 8 squares without three in each corner. Whoever has the top piece owns a stack. You move one
of your stacks, or only the upper part of it: k pieces go exactly k squares along a row or column, over anything, and
land on top of what is there. A stack that becomes higher than five loses the surplus at the bottom: your own pieces go
to your reserve, others are captured and never come back. Instead of moving you may place a piece of your reserve on any
square, empty or not; that is a landing like any other.

Who has neither a stack nor a reserve misses turns until a piece of theirs is uncovered. When nobody else can move, you
have won. With `ends=captures` you also win, as in the shorter game of many experiments, with `total` captured pieces or
`each` many of every opponent. After `cap` plies the one who controls most pieces wins: those in one's own stacks, in
reserve and captured. Several winners share the payoff. Sid Sackson, 1963.

Two players begin with 18 pieces each, in pairs on the inner 6 x 6 squares. Three have 12 each there, and each must
begin by placing a thirteenth on an empty square. Four have 13 each, on all squares: a quarter turn of the board puts
the pieces of each player where the next one's were. The numbers are Sackson's; where four put their pieces is our
choice, and so is that they play each for themselves, which the box leaves to two pairs of partners.

A move is named by its ends, `b2d2`, and a placement by its square, `+c3`. A position is the board row by row, each
stack from the top, then the player to move, the plies played, and for each player the reserve and the captured pieces:
`...,R,BRR,.,... R 31 R1+BB B0+R`.
"""

import re

import numpy as np
from numpy import int8, int16

from zermelo.core.game import PAINT, Board, Cell, Rules, option
from zermelo.games._shares import in_shares, most_win

PLAYERS = option("players", 4, "players", low=2, high=4)
ENDS = option("ends", "last", "what wins: to be the last who can move, or captures too", choices=("last", "captures"))
TOTAL = option("total", 6 if PLAYERS == 2 else 10, "captured pieces that win, with ends=captures", low=1, high=39)
EACH = option("each", (6, 3, 2)[PLAYERS - 2], "captured pieces of every opponent that win", low=1, high=18)
CAP = option("cap", 300, "plies after which most pieces win", low=1, high=10_000)
COLOURS = ("Red", "Blue", "Yellow", "Green")[:PLAYERS]
INITIALS = "".join(name[0] for name in COLOURS)
TALLEST = 5

PLACES = [(x, y) for y in range(8) for x in range(8) if min(x, 7 - x) + min(y, 7 - y) > 1]  # (column, row)
NUMBER = {place: square for square, place in enumerate(PLACES)}
NAMES = ["abcdefgh"[x] + str(y + 1) for x, y in PLACES]
SQUARES = len(PLACES)
ROWS = [[NUMBER[place] for place in PLACES if place[1] == y] for y in range(8)]
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))

# A stack is its height times HIGH plus its pieces, two bits each, the top piece lowest; 0 is an empty square. A move of
# k pieces from a square is (square * 4 + way) * TALLEST + k - 1, and the placement of one on a square PLACE + square.
HIGH, MASK = 1 << 2 * TALLEST, (1 << 2 * TALLEST) - 1
PLACE = SQUARES * 4 * TALLEST


def along(square, way, k):
    """The square k steps along a way, or -1."""
    (x, y), (dx, dy) = PLACES[square], WAYS[way]
    return NUMBER.get((x + k * dx, y + k * dy), -1)


def first_piece(x, y):
    """Whose piece stands on a square at the start, or -1."""
    if PLAYERS < 4:
        return ((x - 1) // 2 + y - 1) % PLAYERS if 1 <= x <= 6 and 1 <= y <= 6 else -1
    turns = 0
    while x > 3 or y > 3:
        x, y = y, 7 - x
        turns += 1
    return (x // 2 + y + turns) % 4


TARGET = np.array([[[along(n, way, k) for k in range(6)] for way in range(4)] for n in range(SQUARES)], np.int16)
FIRST = tuple(first_piece(x, y) for x, y in PLACES)
ASIDE = 1 if PLAYERS == 3 else 0  # pieces that begin in reserve
PIECES = FIRST.count(0) + ASIDE  # of each player


class Focus(Rules):
    players = COLOURS
    board = Board(  # under it, a place for what each player has in reserve and has captured
        cells=(
            *(Cell(name, x, y) for name, (x, y) in zip(NAMES, PLACES, strict=True)),
            *(Cell(name, 2 * n, 8.0, "reserve") for n, name in enumerate(COLOURS)),
        ),
        pieces="stacks",
        columns=tuple((letter, float(x)) for x, letter in enumerate("abcdefgh")),
        rows=tuple((str(y + 1), float(y)) for y in range(8)),
        colours=tuple(PAINT[name] for name in COLOURS),
    )
    max_moves, max_plies = 4 * PLAYERS * PIECES + SQUARES, CAP
    payoff_range, payoff_sum = (0, 1), 1

    class State:
        stacks: (int16, SQUARES)
        ply: int16
        held: (int8, PLAYERS)  # pieces in the stacks of each player
        reserve: (int8, PLAYERS)
        captured: (int8, PLAYERS * PLAYERS)  # by whom, of whom
        won: int8  # the player who has won, counted from 1
        turn: int8

    class Data:
        # of a piece in one's stacks, in reserve, captured; and what everybody is credited with
        weights = (1.0, 3.0, 2.0 if ENDS == "captures" else 1.0, 2.0)

    def start(s):
        for square in range(SQUARES):
            if FIRST[square] >= 0:
                s.stacks[square] = HIGH + FIRST[square]
        for player in range(PLAYERS):
            s.held[player] = PIECES - ASIDE
            s.reserve[player] = ASIDE

    def moves(s, out):
        n = 0
        begins = s.ply < ASIDE * PLAYERS and s.reserve[s.turn] > 0
        for square in range(SQUARES):
            stack = int(s.stacks[square])
            if stack > 0 and stack % 4 == s.turn and not begins:
                for way in range(4):
                    for k in range(1, stack // HIGH + 1):
                        if TARGET[square, way, k] < 0:
                            break
                        out[n] = (square * 4 + way) * TALLEST + k - 1
                        n += 1
            if s.reserve[s.turn] > 0 and (stack == 0 or not begins):
                out[n] = PLACE + square
                n += 1
        return n

    def play(s, move):
        if move >= PLACE:
            s.reserve[s.turn] -= 1
            land(s, move - PLACE, 1, int(s.turn))
        else:
            square, k = move // (4 * TALLEST), move % TALLEST + 1
            stack = int(s.stacks[square])
            left = stack // HIGH - k
            s.held[s.turn] -= stack // HIGH
            if left > 0:
                s.stacks[square] = left * HIGH + ((stack & MASK) >> 2 * k)
                s.held[s.stacks[square] % 4] += left
            else:
                s.stacks[square] = 0
            land(s, end_of(move), k, stack & ((1 << 2 * k) - 1))
        s.ply += 1
        mover = s.turn
        s.turn = next_able(s)
        if s.turn == mover or (ENDS == "captures" and captured_enough(s, mover)):
            s.won = mover + 1

    def over(s):
        return s.won > 0 or s.ply >= CAP

    def payoff(s, out):
        """To the winner; after the last ply, to whoever controls most pieces."""
        for player in range(PLAYERS):
            out[player] = s.won == player + 1 if s.won > 0 else controlled(s, player)
        most_win(out)

    def take_turn(s, player):
        s.turn = player

    def estimate(s, out, weights):
        """Shares of the pieces that are controlled."""
        for player in range(PLAYERS):
            out[player] = worth(s, player, weights)
        in_shares(out)

    def order(s, move):
        """By the pieces in the opponents' stacks won, less those left to them; one is not yet worth trying first."""
        target = int(s.stacks[move - PLACE if move >= PLACE else end_of(move)])
        gain = target // HIGH if target % 4 != s.turn else 0
        if move < PLACE:
            stack, k = int(s.stacks[move // (4 * TALLEST)]), move % TALLEST + 1
            left = stack // HIGH - k
            if left > 0 and ((stack & MASK) >> 2 * k) % 4 != s.turn:
                gain -= left
        return gain - 1.0

    def remaining(s):
        return CAP - s.ply

    def cells(s):
        yield from (spelled(stack) for stack in s.stacks)
        for player, name in enumerate(INITIALS):
            yield f"{name}{s.reserve[player]}+{len(booty(s, player))}"

    def show(s):
        board = "/".join(",".join(spelled(s.stacks[square]) for square in row) for row in ROWS)
        owned = (f"{name}{s.reserve[player]}+{booty(s, player)}" for player, name in enumerate(INITIALS))
        return f"{board} {INITIALS[s.turn]} {s.ply} {' '.join(owned)}"

    def move_name(s, move):
        if move >= PLACE:
            return "+" + NAMES[move - PLACE]
        return NAMES[move // (4 * TALLEST)] + NAMES[end_of(move)]

    def where(s, move):
        if move >= PLACE:
            return [[COLOURS[s.turn], NAMES[move - PLACE]]]
        return [[NAMES[move // (4 * TALLEST)], NAMES[end_of(move)]]]

    def read_move(s, text):
        text = text.lower().replace("-", "")
        if text.startswith("+"):
            return PLACE + NAMES.index(text[1:])
        (x, y), (u, v) = PLACES[NAMES.index(text[:2])], PLACES[NAMES.index(text[2:])]
        k = max(abs(u - x), abs(v - y))
        way = WAYS.index(((u - x) / k, (v - y) / k)) if k else -1
        if not 1 <= k <= TALLEST or way < 0:
            raise ValueError
        return (NUMBER[x, y] * 4 + way) * TALLEST + k - 1

    def read(s, text):
        owned = rf"((?: [{INITIALS}]\d+\+[{INITIALS}]*){{{PLAYERS}}})"
        found = re.fullmatch(rf"(\S+) ([{INITIALS}]) (\d+){owned}", text.strip())
        if not found:
            raise ValueError(f"expected the board, the player to move, plies, and what each player has, as in {START}")
        rows = [row.split(",") for row in found[1].split("/")]
        if [len(row) for row in rows] != [len(row) for row in ROWS]:
            raise ValueError("expected rows of 4, 6, 8, 8, 8, 8, 6 and 4 squares")
        for square, text in enumerate(text for row in rows for text in row):
            s.stacks[square] = stack_of(text, NAMES[square])
            if s.stacks[square] > 0:
                s.held[s.stacks[square] % 4] += len(text)
        s.turn, s.ply = INITIALS.index(found[2]), int(found[3])
        for player, text in enumerate(found[4].split()):
            reserve, taken = text[1:].split("+")
            if text[0] != INITIALS[player] or INITIALS[player] in taken:
                raise ValueError(f"{text} is not what {Focus.players[player]} can have")
            s.reserve[player] = int(reserve)
            for name in taken:
                s.captured[player * PLAYERS + INITIALS.index(name)] += 1
        everywhere = found[1] + found[4].replace(" ", "")
        for player, name in enumerate(INITIALS):
            count = everywhere.count(name) - 1 + s.reserve[player]
            if count != PIECES:
                raise ValueError(f"{count} pieces of {Focus.players[player]} instead of {PIECES}")
        if s.ply > CAP:
            raise ValueError(f"the game ends after {CAP} plies")
        if not able(s, s.turn):
            raise ValueError(f"{Focus.players[s.turn]} is to move with neither a stack nor a reserve")
        winners = [player for player in range(PLAYERS) if ENDS == "captures" and captured_enough(s, player)]
        if len(winners) > 1:
            raise ValueError("the first who has captured enough wins")
        left = [player for player in range(PLAYERS) if able(s, player)]
        if winners or len(left) == 1:
            s.won = (winners or left)[0] + 1


def land(s, square, k, pieces):
    """Put the mover's k pieces on a square, and take away what is too high."""
    stack = int(s.stacks[square])
    high = stack // HIGH
    if high > 0:
        s.held[stack % 4] -= high
    pieces += (stack & MASK) << 2 * k
    high += k
    while high > TALLEST:
        high -= 1
        owner = pieces >> 2 * high
        pieces -= owner << 2 * high
        if owner == s.turn:
            s.reserve[owner] += 1
        else:
            s.captured[s.turn * PLAYERS + owner] += 1
    s.stacks[square] = high * HIGH + pieces
    s.held[s.turn] += high


def end_of(move):
    """Where the pieces of a move land."""
    return TARGET[move // (4 * TALLEST), move // TALLEST % 4, move % TALLEST + 1]


def able(s, player):
    """Whether a player can move: a stack can always make a step."""
    return s.held[player] > 0 or s.reserve[player] > 0


def next_able(s):
    """The next player who can move; the mover, if nobody else can."""
    player = s.turn
    for _ in range(PLAYERS):
        player = player + 1 if player + 1 < PLAYERS else 0
        if able(s, player):
            break
    return player


def captured_enough(s, player):
    total, least = 0, PIECES
    for other in range(PLAYERS):
        if other != player:
            total += s.captured[player * PLAYERS + other]
            least = min(least, s.captured[player * PLAYERS + other])
    return total >= TOTAL or least >= EACH


def captures(s, player):
    total = 0
    for other in range(PLAYERS):
        total += s.captured[player * PLAYERS + other]
    return total


def controlled(s, player):
    """The pieces in a player's stacks, in reserve and captured. Every piece is controlled by somebody."""
    return s.held[player] + s.reserve[player] + captures(s, player)


def worth(s, player, weights):
    return weights[0] * s.held[player] + weights[1] * s.reserve[player] + weights[2] * captures(s, player) + weights[3]


def spelled(stack):
    """The pieces of a stack from the top."""
    return "".join(INITIALS[int(stack) >> 2 * n & 3] for n in range(int(stack) // HIGH)) or "."


def stack_of(text, square):
    """The stack that is spelled so."""
    if text == ".":
        return 0
    if not 1 <= len(text) <= TALLEST or set(text) - set(INITIALS):
        raise ValueError(f"{text!r} on {square} is not a stack of one to five pieces {INITIALS}")
    return len(text) * HIGH + sum(INITIALS.index(name) << 2 * n for n, name in enumerate(text))


def booty(s, player):
    """The pieces that a player has captured."""
    return "".join(name * int(s.captured[player * PLAYERS + other]) for other, name in enumerate(INITIALS))


START = "/".join(",".join(INITIALS[FIRST[n]] if FIRST[n] >= 0 else "." for n in row) for row in ROWS) + " R 0 ..."
