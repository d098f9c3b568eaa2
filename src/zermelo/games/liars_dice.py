"""Liar's dice: everybody rolls in secret; who bids says how many dice show a face at least; who doubts it calls.

In turn a higher bid is made, or the last one is called a lie: a bid is higher if it is of more dice, or of as many and
of a higher face. All dice are then shown. If there are as many of that face as were bid, who bid wins and who called
loses; else the other way round, and more players get nothing. The highest face is wild: it counts as any.

With one die of six sides each, two players have 24,576 information sets.
"""

from itertools import combinations_with_replacement
from math import factorial

import numpy as np
from numpy import int8, int16

from zermelo.core.game import CHANCE, Rules, below, option

PLAYERS = option("players", 2, "players", low=2, high=4)
DICE = option("dice", 1, "dice of each player", low=1, high=5)
SIDES = option("sides", 6, "sides of a die", low=2, high=6)
WILD = option("wild", True, "whether the highest face counts as any")

BIDS = PLAYERS * DICE * SIDES  # codes 0 to BIDS - 1: 1x1, 1x2..., 2x1...
CALL, ROLL = BIDS, BIDS + 1  # and the first of the hands
ROLLS = list(combinations_with_replacement(range(1, SIDES + 1), DICE))
HANDS = np.array([[hand.count(face) for face in range(1, SIDES + 1)] for hand in ROLLS], np.int8)
CHANCES = np.array([factorial(DICE) / np.prod([factorial(n) for n in hand]) / SIDES**DICE for hand in HANDS.tolist()])
A_HAND = ROLL + len(HANDS)  # what others are told of a roll
NAMES = [f"{1 + bid // SIDES}x{1 + bid % SIDES}" for bid in range(BIDS)]
NAMES += ["liar", *("".join(map(str, hand)) for hand in ROLLS)]


def shown(s, face):
    """How many dice count as a face."""
    count = 0
    for player in range(PLAYERS):
        count += s.dice[player, face]
        if WILD and face != SIDES - 1:
            count += s.dice[player, SIDES - 1]
    return count


class LiarsDice(Rules):
    players = tuple("ABCD"[:PLAYERS])
    max_moves, max_plies = max(BIDS + 1, len(HANDS)), PLAYERS + BIDS + 1

    class State:
        bid: int16  # the last one + 1; 0 before the first
        dice: (int8, (PLAYERS, SIDES))  # how many of each player's show each face
        rolled: int8  # players who have
        called: int8
        turn: int8

    def mover(s):
        return CHANCE if s.rolled < PLAYERS else s.turn

    def chance(s, out, probs):
        for hand in range(len(HANDS)):
            out[hand], probs[hand] = ROLL + hand, CHANCES[hand]
        return len(HANDS)

    def moves(s, out):
        n = 0
        for bid in range(s.bid, BIDS):
            out[n] = bid
            n += 1
        if s.bid > 0:
            out[n] = CALL
            n += 1
        return n

    def play(s, move):
        if move >= ROLL:
            for face in range(SIDES):
                s.dice[s.rolled, face] = HANDS[move - ROLL, face]
            s.rolled += 1
        elif move == CALL:
            s.called = 1
        else:
            s.bid = move + 1
            s.turn = (s.turn + 1) % PLAYERS

    def tells(s, move, player):
        return A_HAND if s.rolled < PLAYERS and s.rolled != player else move

    def over(s):
        return s.called == 1

    def payoff(s, out):
        count, face = (s.bid - 1) // SIDES + 1, (s.bid - 1) % SIDES
        true = shown(s, face) >= count
        for player in range(PLAYERS):
            out[player] = 0
        out[(s.turn + PLAYERS - 1) % PLAYERS] = 1 if true else -1
        out[s.turn] = -1 if true else 1

    def imagine(s, player, dice):
        for other in range(s.rolled):
            if other != player:
                for face in range(SIDES):
                    s.dice[other, face] = 0
                for _ in range(DICE):
                    s.dice[other, below(dice, SIDES)] += 1

    def move_name(s, move):
        return NAMES[move]

    def told(what, player):
        return (*NAMES, "")[what]

    def hide(s, player):
        for other in range(PLAYERS):
            if other != player:
                s.dice[other] = 0

    def show(s):
        hands = ["".join(str(face + 1) * int(n) for face, n in enumerate(hand)) or "?" * DICE for hand in s.dice]
        said = f", bid {NAMES[s.bid - 1]}" if s.bid else ""
        return " ".join([*hands]) + said + ", called" * int(s.called)
