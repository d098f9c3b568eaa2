"""A matrix game again and again: in every round all choose at the same time, see what the others chose, and are paid.

The games are those of the shelf: `prisoners` (the Prisoner's Dilemma), `rps`, `chicken`, `stag-hunt`... What is paid
adds up. In the Prisoner's Dilemma the only equilibrium is to defect in each of a known number of rounds, though both
would gain by never doing so.
"""

import numpy as np
from numpy import int8, int16, int32

from zermelo.core.game import Rules, all_chosen, below, option, simultaneous
from zermelo.games._shelf import SHELF

GAME = option("game", "prisoners", "a matrix game", choices=tuple(SHELF))
ROUNDS = option("rounds", 5, "how often it is played", low=1, high=100)

_, LISTED, ACTIONS, NAMES = SHELF[GAME]
PLAYERS = len(ACTIONS)
COUNTS = tuple(map(len, ACTIONS))
PAID = np.array(LISTED, np.int32)
if PAID.shape == COUNTS:  # what the first player gets, and the second loses
    PAID = np.stack([PAID, -PAID], axis=-1)
PAID = PAID.reshape(-1, PLAYERS)  # a row for each choice of all players, the last player's running fastest
TOTALS = PAID.sum(axis=1)


class Repeated(Rules):
    players, unit = tuple(NAMES) or tuple("ABCDEF"[:PLAYERS]), "points"
    max_moves, max_plies = max(COUNTS), PLAYERS * ROUNDS
    payoff_range = (ROUNDS * PAID.min(), ROUNDS * PAID.max())
    payoff_sum = ROUNDS * int(TOTALS[0]) if (TOTALS[0] == TOTALS).all() else None

    class State:
        paid: (int32, PLAYERS)
        chosen: (int8, PLAYERS)  # in this round: the choice + 1, or 0
        round: int16
        turn: int8

    def moves(s, out):
        for move in range(COUNTS[s.turn]):
            out[move] = move
        return COUNTS[s.turn]

    def play(s, move):
        s.chosen[s.turn] = move + 1
        s.turn = (s.turn + 1) % PLAYERS
        if s.turn == 0:
            row = 0
            for player in range(PLAYERS):
                row = row * COUNTS[player] + s.chosen[player] - 1
            for player in range(PLAYERS):
                s.paid[player] += PAID[row, player]
                s.chosen[player] = 0
            s.round += 1

    def tells(s, move, player):
        return simultaneous(s.chosen, move)

    def over(s):
        return s.round == ROUNDS

    def payoff(s, out):
        for player in range(PLAYERS):
            out[player] = s.paid[player]

    def imagine(s, player, dice):
        for other in range(s.turn):
            if other != player:
                s.chosen[other] = 1 + below(dice, COUNTS[other])

    def move_name(s, move):
        return ACTIONS[s.turn][move]

    def told(what, player):
        made = [ACTIONS[other][choice] for other, choice in enumerate(all_chosen(what, PLAYERS)) if other != player]
        return f"against {'-'.join(made)}" if made else ""

    def hide(s, player):
        for other in range(PLAYERS):
            if other != player:
                s.chosen[other] = 0

    def show(s):
        chosen = [ACTIONS[player][choice - 1] if choice else "?" for player, choice in enumerate(s.chosen)]
        sums = ", ".join(f"{name} {paid}" for name, paid in zip(Repeated.players, s.paid, strict=True))
        return f"after {s.round} rounds {sums}" + (f"; now {' '.join(chosen)}" if any(s.chosen) else "")
