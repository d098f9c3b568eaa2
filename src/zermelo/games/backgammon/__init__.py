"""Backgammon: race fifteen men home and bear them off, by the dice, past an opponent who comes the other way.

Each player counts the 24 points from their own home: men move from high points to low ones, and a player's point p is
the other's 25 - p. At the start each has two men on 24, five on 13, three on 8 and five on 6. Both throw a die, again
if they are equal; whoever threw more begins with these two. From then on a player rolls two dice in every turn.

A man moves by the number of one die, to any point that the opponent does not hold with two men or more. A single man
there is hit and goes to the bar, from where it must enter on the points 24 to 19 before its owner moves another. When
all men are home, on 6 to 1, they can be borne off: by the exact number, or from the point furthest back if the number
is higher. Equal dice are played twice, four steps in all. Dice must be played as far as possible: both if there is a
way; if either could be played, but not both, the larger one. A player who cannot move at all passes.

Who has borne off all men wins 1 point; 2 (a gammon) if the other has borne off none, and 3 (a backgammon) if the other
moreover has a man on the bar or in the winner's home. There is no doubling cube.

A position is its GNU ID, the player to roll or to play, and the dice: `4HPwATDgc/ABMA X 65`, with `-` for dice that are
still to be rolled, or `4HPwATDgc/ABMA opening`. An ID alone means that X is to roll. A play lists the ways of the men:
`13/7 8/7`, `bar/22*` with a hit, `13/11(2)` for two men, `6/off`. A roll is `65`, and `X 65` if X begins with it.
"""

import re

import numpy as np
from numpy import int8

from zermelo.core.game import CHANCE, Rules, copy, points
from zermelo.games.backgammon.bearoff import table
from zermelo.games.backgammon.evaluation import WEIGHTS, equity, most
from zermelo.games.backgammon.notation import play_name, read_play, ways_on_board
from zermelo.games.backgammon.plays import BAR, BASE, MOST, list_plays
from zermelo.games.backgammon.position_id import decode, encode

MEN = 15
SETUP = ((24, 2), (13, 5), (8, 3), (6, 5))
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
CODES = np.array([10 * high + low for high, low in ROLLS], np.int32)
ODDS = np.array([(1 if high == low else 2) / 36 for high, low in ROLLS])
FIRST_CODES = np.array([100 * player + code for player in range(2) for code in CODES if code % 11], np.int32)
FIRST_ODDS = np.full(len(FIRST_CODES), 1 / len(FIRST_CODES))


class Backgammon(Rules):
    players, symbols = ("X", "O"), " XO"
    board = points()
    payoff_range, unit = (-3, 3), "points"
    max_moves, max_plies = MOST, 64

    class State:
        points: (int8, (2, 26))  # each player's men, as that player counts: 0 borne off, 1 to 24, 25 the bar
        turn: int8
        dice: (int8, 2)  # the larger first; 0, 0: to be rolled
        opening: int8  # 1: it is not known yet who begins

    class Data:
        weights = WEIGHTS
        rolls = table()  # to bear off: mean and variance, by the position at home

    def start(s):
        for player in range(2):
            for point, men in SETUP:
                s.points[player, point] = men
        s.opening = 1

    def mover(s):
        if s.dice[0] == 0 and not finished(s):
            return CHANCE
        return s.turn

    def chance(s, out, probs):
        if s.opening:
            return list_rolls(FIRST_CODES, FIRST_ODDS, out, probs)
        return list_rolls(CODES, ODDS, out, probs)

    def moves(s, out):
        return list_plays(s, out)

    def play(s, move):
        if s.dice[0] == 0:
            roll(s, move)
            return
        move_men(s, move)
        s.dice[0] = 0
        s.dice[1] = 0
        s.turn = 1 - s.turn

    def over(s):
        return finished(s)

    def payoff(s, out):
        winner = 0 if s.points[0, 0] == MEN else 1
        out[winner] = stake(s, 1 - winner)
        out[1 - winner] = -out[winner]

    def bounds(s):
        """Nobody wins or loses more than 1 to somebody who has borne off a man."""
        return -most(s.points[s.turn]), most(s.points[1 - s.turn])

    def estimate(s, out, weights, rolls):
        value = 0.0 if s.opening else equity(s, weights, rolls)
        out[s.turn] = value
        out[1 - s.turn] = -value

    def order(s, move):
        """Hits, points made and men made safe come first, men left alone last."""
        after = copy(s)
        move_men(after, move)
        hits = after.points[1 - s.turn, BAR] - s.points[1 - s.turn, BAR]
        return hits + shape(after.points[s.turn]) - shape(s.points[s.turn])

    def cells(s):
        """X is at the bottom, whoever is to play; men that a point has no room for are counted."""
        x, o = s.points[0].tolist(), s.points[1].tolist()
        for point in range(1, 25):
            yield from stack(x[point], "X") if x[point] else stack(o[25 - point], "O")
        yield from stack(x[BAR], "X")
        yield from reversed(stack(o[BAR], "O"))
        yield account("O", o)
        rolled = f"rolled {s.dice[0]}-{s.dice[1]}" if s.dice[0] else "to roll"
        yield "" if s.opening or finished(s) else f"{'XO'[s.turn]} {rolled}"
        yield account("X", x)

    def show(s):
        if s.opening:
            return f"{START} opening"
        dice = f"{s.dice[0]}{s.dice[1]}" if s.dice[0] else "-"
        return f"{encode(s.points[s.turn], s.points[1 - s.turn])} {'XO'[s.turn]} {dice}"

    def read(s, text):
        name, *rest = text.split() or [""]
        name, _, _ = name.partition(":")  # GNU Backgammon writes a match ID behind it
        mine, theirs = decode(name.rstrip("="))
        if rest == ["opening"]:
            if name != START:
                raise ValueError(f"the opening roll belongs to the first position, {START}")
            rest, s.opening = ["X"], 1
        player, dice, *more = [*rest, "-"] if len(rest) == 1 else rest or ["X", "-"]
        player = player.upper()
        if player not in ("X", "O") or more:
            raise ValueError("expected a position ID, the player to roll or to play (X or O), and the dice (65, or -)")
        s.turn = "XO".index(player)
        s.points[s.turn], s.points[1 - s.turn] = mine, theirs
        if dice != "-":
            if not re.fullmatch("[1-6]{2}", dice):
                raise ValueError(f"the dice are two numbers from 1 to 6, such as 65, not {dice!r}")
            if finished(s):
                raise ValueError("the game is over: there is nothing to roll for")
            s.dice[:] = sorted(map(int, dice), reverse=True)

    def move_name(s, move):
        if s.dice[0]:
            return play_name(s, move)
        return f"{'XO'[move // 100]} {move % 100}" if s.opening else str(move)

    def where(s, move):
        return ways_on_board(s, move)

    def read_move(s, text):
        return read_play(s, text) if s.dice[0] else read_roll(s, text)


def list_rolls(codes, odds, out, probs):
    """Write what can be rolled; one by one, as arrays take long to compile."""
    for i in range(codes.shape[0]):
        out[i] = codes[i]
        probs[i] = odds[i]
    return codes.shape[0]


def roll(s, code):
    """Take the dice of a chance outcome; the hundreds say who begins."""
    if s.opening:
        s.turn = code // 100
        s.opening = 0
    s.dice[0] = code // 10 % 10
    s.dice[1] = code % 10


def move_men(s, move):
    """Make a play: all its steps, those from further back first."""
    if s.dice[0] == s.dice[1]:
        while move > 0:
            step(s, move % BASE, s.dice[0])
            move //= BASE
    else:
        by_larger, by_smaller = move % BASE, move // BASE
        if by_larger < by_smaller:
            step(s, by_smaller, s.dice[1])
        if by_larger > 0:
            step(s, by_larger, s.dice[0])
        if 0 < by_smaller <= by_larger:
            step(s, by_smaller, s.dice[1])


def step(s, point, die):
    """Move one man of the mover by one die; it hits a single man."""
    target = point - die
    s.points[s.turn, point] -= 1
    if target <= 0:
        s.points[s.turn, 0] += 1
        return
    s.points[s.turn, target] += 1
    if s.points[1 - s.turn, 25 - target] == 1:
        s.points[1 - s.turn, 25 - target] = 0
        s.points[1 - s.turn, BAR] += 1


def finished(s):
    return s.points[0, 0] == MEN or s.points[1, 0] == MEN


def stake(s, loser):
    """What the game counts: single, gammon or backgammon."""
    if s.points[loser, 0] > 0:
        return 1.0
    for point in range(19, 26):
        if s.points[loser, point] > 0:
            return 3.0
    return 2.0


def shape(men):
    """Points held, by their use, less men that stand alone."""
    value = 0.0
    for point in range(1, 25):
        if men[point] == 1:
            value -= 0.4
        elif men[point] > 1:
            value += 0.6 if 3 < point < 8 else 0.3
    return value


def stack(men, symbol):
    """What the six cells of a point show, from the base: five men at most, and their number if there are more."""
    return [*(symbol * min(men, 5)).ljust(5), str(men) if men > 5 else " "]


def account(symbol, men):
    """A player's pips to go, and the men borne off."""
    return f"{symbol} {sum(p * n for p, n in enumerate(men))} pips" + (f", {men[0]} off" if men[0] else "")


def read_roll(s, text):
    """The code of a roll: `65`, `5-6`, and who begins with it where that is open."""
    found = re.fullmatch(r"([XO]\s*)?([1-6])[\s-]?([1-6])", text.upper())
    if not found or bool(found[1]) != bool(s.opening):
        raise ValueError(f"{text!r} is not a roll such as {'X 65' if s.opening else '65'}")
    low, high = sorted((int(found[2]), int(found[3])))
    if s.opening and low == high:
        raise ValueError("who begins is not decided by equal dice")
    return 100 * "XO".index(found[1].strip()) + 10 * high + low if s.opening else 10 * high + low


START = "4HPwATDgc/ABMA"
