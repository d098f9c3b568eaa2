"""Regret minimisation by playing games, not by going through all of them: for games too large to unfold.

Information sets get a place in a table when they are first met. External sampling tries all moves of the player whose
regrets are to change, and draws one for chance and for everybody else. Outcome sampling draws all of them, and weights
what comes of it by how likely that was. Lanctot, Waugh, Zinkevich, Bowling 2009.
"""

from collections.abc import Callable

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, given_at, linked, make
from zermelo.core.primitives import CHANCE, array_at, drawn, portion
from zermelo.core.state import record
from zermelo.core.vocabulary import SEATS, gist, mover, payoff
from zermelo.count.perft import successors
from zermelo.equilibrium.extensive.unfolding import (
    DIFFERS,
    TOO_DEEP,
    UNPAYABLE,
    UNSOUND,
    informed,
    payable,
    place_of,
    sound,
)
from zermelo.equilibrium.plan import GIST

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


def kept_by(game: Game, by: str) -> dict[Callable, Callable]:
    """What stands for `informed` where sets are known by the gist of what a player knows."""
    return {informed: gist_of} if by == GIST and game.has("gist") else {}


def gist_of(w, s, player):
    """The number of the gist."""
    return np.uint64(np.int64(gist(s, player)))


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
        ("fault", np.int64),  # what is wrong, as in `unfolding`; 0: nothing
        ("ply", np.int64),  # and in which row
        ("tolerance", np.float64),  # by how much payoffs may miss their sum
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
                externally(w, 0, player, 1.0)
            else:
                by_outcome(w, 0, player, 1.0, 1.0, 1.0)
    return games


def met(w, ply: int, player: int, count: int):
    """The number of the information set of row `ply`, new or known; NOT_MET if there is no room for a new one."""
    sets = array_at(w.sets, w.sets_size, MET)
    slots = array_at(w.slots, w.slots_size, np.dtype(np.int32))
    information = informed(w, w.stack[ply], player)
    slot = place_of(slots, sets, information, player)
    if slots[slot] >= 0:
        known = sets[slots[slot]]
        same = known.count == count
        codes = array_at(w.codes, w.codes_size, np.dtype(np.int32))
        for i in range(count if same else 0):
            same &= codes[known.first + i] == w.moves[ply, i]
        if not same:
            stumble(w, ply, DIFFERS)
            return np.int64(NOT_MET)
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


def stumble(w, ply, over):
    """Something is wrong in row `ply`: the search ends, and its driver says so."""
    w.fault, w.ply, w.stop = over, ply, 1


def arrived(w, ply):
    """How many moves or outcomes there are in row `ply`; 0 also where nobody can go on, since something is wrong."""
    if w.stop:
        return 0
    count = successors(w, ply)
    w.nodes += 1
    if count == 0:
        payoff(w.stack[ply], w.payoff, given_at(w, ply))
        if not payable(w):
            stumble(w, ply, UNPAYABLE)
    elif ply + 1 == w.stack.shape[0]:
        stumble(w, ply, TOO_DEEP)
    elif mover(w.stack[ply]) == CHANCE and not sound(w, ply, count):
        stumble(w, ply, UNSOUND)
    return 0 if w.stop else count


def externally(w, ply: int, player: int, share: float) -> float:
    """What a game is worth to a player from row `ply` on, by external sampling.

    Of the next player, whose moves are drawn by their policy, what is played is added up. It counts as often as they
    come here of their own: where more than two play, others are drawn, too, which is divided out again: `share` is how
    likely these made the moves that they made. One player alone counts as often as `share` says.
    """
    count = arrived(w, ply)
    if count == 0:
        return float(w.payoff[player])
    turn = mover(w.stack[ply])
    if turn == CHANCE:
        make(w, ply, w.moves[ply, drawn(w.dice, w.probs[ply], count)])
        return externally(w, ply + 1, player, share)
    number = met(w, ply, turn, count)
    match_regrets(w, ply, number, count)
    policy = w.policy[ply]
    first = array_at(w.sets, w.sets_size, MET)[max(number, 0)].first
    follows = (player + 1) % SEATS
    if number != NOT_MET and turn == follows:
        totals = array_at(w.totals, w.totals_size, np.dtype(np.float64))
        counts = w.weight * share if SEATS == 1 else w.weight / share
        for i in range(count):
            totals[first + i] += counts * policy[i]
    if turn != player:
        i = drawn(w.dice, policy, count)
        make(w, ply, w.moves[ply, i])
        return externally(w, ply + 1, player, share if turn == follows else share * policy[i])
    value = 0.0
    for i in range(count):
        make(w, ply, w.moves[ply, i])
        w.worth[ply, i] = externally(w, ply + 1, player, share * policy[i] if SEATS == 1 else share)
        if w.stop:  # where it stands must stay as it is
            return 0.0
        value += policy[i] * w.worth[ply, i]
    if number != NOT_MET:
        regrets = array_at(w.regrets, w.regrets_size, np.dtype(np.float64))
        for i in range(count):
            regrets[first + i] += w.worth[ply, i] - value
    return float(value)


def by_outcome(w, ply: int, player: int, mine: float, others: float, drawn_so_far: float) -> float:
    """The same by outcome sampling: `mine` and `others` are how likely they come here, the last how likely this was."""
    count = arrived(w, ply)
    if count == 0:
        return float(w.payoff[player])
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
    if number != NOT_MET and not w.stop:
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
