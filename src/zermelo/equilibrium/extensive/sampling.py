"""Regret minimisation by playing games, not by going through all of them: for games too large to unfold.

Information sets get a place in a table when they are first met. External sampling tries all moves of the player whose
regrets are to change, and draws one for chance and for everybody else. Outcome sampling draws all of them, and weights
what comes of it by how likely that was. Lanctot, Waugh, Zinkevich, Bowling 2009.
"""

import numpy as np

from zermelo.core.kernel import Extent, Field, given_at, linked, make
from zermelo.core.primitives import CHANCE, array_at, drawn, portion
from zermelo.core.state import record
from zermelo.core.vocabulary import SEATS, mover, payoff, sees
from zermelo.count.perft import successors
from zermelo.equilibrium.extensive.unfolding import place_of

MET = record(
    [
        ("information", np.uint64),
        ("first", np.int64),  # where the numbers for its moves begin
        ("player", np.int32),
        ("count", np.int32),  # moves
    ]
)
NOT_MET = -1
EXTERNAL, OUTCOME = range(2)


def sampling(extent: Extent) -> list[Field]:
    """The table of information sets, and scratch space for each row."""
    return [
        *linked("sets"),
        *linked("slots"),
        *linked("codes"),
        *linked("regrets"),
        *linked("totals"),  # what was played, added up
        ("sets_used", np.int64),
        ("moves_used", np.int64),
        ("full", np.int64),  # whether a set found no room
        ("curiosity", np.float64),  # of outcome sampling: how often a move is drawn at random
        ("weight", np.float64),  # of what is played now
        ("policy", np.float64, (extent.rows, extent.width)),
        ("worth", np.float64, (extent.rows, extent.width)),
    ]


def sample(w, games, since, power, way):
    """So many games for each player, the first of them number `since`; returns how many were begun. Modified in place.

    It stops early when the table is full: larger arrays, and it can go on.
    """
    for k in range(games):
        if w.stop or w.full:
            return k
        w.weight = float(since + k) ** power
        for player in range(SEATS):
            if way == EXTERNAL:
                externally(w, 0, player)
            else:
                by_outcome(w, 0, player, 1.0, 1.0, 1.0)
    return games


def met(w, ply: int, player: int, count: int):
    """The number of the information set of row `ply`, new or known; NOT_MET if there is no room for a new one."""
    sets = array_at(w.sets, w.sets_size, MET)
    slots = array_at(w.slots, w.slots_size, np.dtype(np.int32))
    information = np.uint64(sees(w.stack[ply], player))
    slot = place_of(slots, sets, information, player)
    if slots[slot] >= 0:
        return np.int64(slots[slot])
    if 2 * (w.sets_used + 1) > w.slots_size or w.sets_used == w.sets_size or w.moves_used + count > w.codes_size:
        w.full = 1
        return np.int64(NOT_MET)
    codes = array_at(w.codes, w.codes_size, np.dtype(np.int32))
    number = w.sets_used
    made = sets[number]
    made.information, made.first, made.player, made.count = information, w.moves_used, player, count
    for i in range(count):
        codes[w.moves_used + i] = w.moves[ply, i]
    slots[slot] = number
    w.sets_used += 1
    w.moves_used += count
    return np.int64(number)


def match_regrets(w, ply, number, count):
    """What is played in a set: moves by their regrets, as far as they are above 0."""
    policy = w.policy[ply]
    total = 0.0
    if number != NOT_MET:
        first = array_at(w.sets, w.sets_size, MET)[number].first
        regrets = array_at(w.regrets, w.regrets_size, np.dtype(np.float64))
        for i in range(count):
            policy[i] = max(regrets[first + i], 0.0)
            total += policy[i]
    for i in range(count):
        policy[i] = policy[i] / total if total > 0.0 else 1.0 / count


def externally(w, ply: int, player: int) -> float:
    """What a game is worth to a player from row `ply` on, by external sampling."""
    count = successors(w, ply)
    if count == 0:
        payoff(w.stack[ply], w.payoff, given_at(w, ply))
        return float(w.payoff[player])
    w.nodes += 1
    turn = mover(w.stack[ply])
    if turn == CHANCE:
        make(w, ply, w.moves[ply, drawn(w.dice, w.probs[ply], count)])
        return externally(w, ply + 1, player)
    number = met(w, ply, turn, count)
    match_regrets(w, ply, number, count)
    policy = w.policy[ply]
    first = array_at(w.sets, w.sets_size, MET)[max(number, 0)].first
    if turn != player:
        if number != NOT_MET and (turn == player + 1 or (player == SEATS - 1 and turn == 0)):  # once in a round
            totals = array_at(w.totals, w.totals_size, np.dtype(np.float64))
            for i in range(count):
                totals[first + i] += w.weight * policy[i]
        make(w, ply, w.moves[ply, drawn(w.dice, policy, count)])
        return externally(w, ply + 1, player)
    value = 0.0
    for i in range(count):
        make(w, ply, w.moves[ply, i])
        w.worth[ply, i] = externally(w, ply + 1, player)
        value += policy[i] * w.worth[ply, i]
    if number != NOT_MET:
        regrets = array_at(w.regrets, w.regrets_size, np.dtype(np.float64))
        for i in range(count):
            regrets[first + i] += w.worth[ply, i] - value
    return float(value)


def by_outcome(w, ply: int, player: int, mine: float, others: float, drawn_so_far: float) -> float:
    """The same by outcome sampling: `mine` and `others` are how likely they come here, the last how likely this was."""
    count = successors(w, ply)
    if count == 0:
        payoff(w.stack[ply], w.payoff, given_at(w, ply))
        return float(w.payoff[player])
    w.nodes += 1
    turn = mover(w.stack[ply])
    if turn == CHANCE:
        i = drawn(w.dice, w.probs[ply], count)
        part = w.probs[ply, i]
        make(w, ply, w.moves[ply, i])
        return by_outcome(w, ply + 1, player, mine, others * part, drawn_so_far * part)
    number = met(w, ply, turn, count)
    match_regrets(w, ply, number, count)
    policy = w.policy[ply]
    i = drawn(w.dice, policy, count)
    part, likely = policy[i], policy[i]
    if turn == player:
        if portion(w.dice) < w.curiosity:
            i = min(int(portion(w.dice) * count), count - 1)
        part = policy[i]
        likely = w.curiosity / count + (1.0 - w.curiosity) * part
    make(w, ply, w.moves[ply, i])
    if turn != player:
        return by_outcome(w, ply + 1, player, mine, others * part, drawn_so_far * likely)
    worth = by_outcome(w, ply + 1, player, mine * part, others, drawn_so_far * likely) / likely
    if number != NOT_MET:
        first = array_at(w.sets, w.sets_size, MET)[number].first
        regrets = array_at(w.regrets, w.regrets_size, np.dtype(np.float64))
        totals = array_at(w.totals, w.totals_size, np.dtype(np.float64))
        for k in range(count):
            gained = (worth if k == i else 0.0) - part * worth
            regrets[first + k] += gained * others / drawn_so_far
            totals[first + k] += w.weight * policy[k] * mine / drawn_so_far
    return float(part * worth)


def enter_met(slots, sets, used):
    """Enter sets that all differ into an empty table. Modified in place."""
    for number in range(used):
        slots[place_of(slots, sets, sets[number].information, sets[number].player)] = number
