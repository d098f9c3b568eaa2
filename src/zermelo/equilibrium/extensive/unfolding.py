"""Walk through a whole game once, and write down what its players can tell apart and what they may get.

Depth first, without recursion: when an array is full the walk stops where it is, the array grows, and the walk goes on.
Who comes to an information set must have come there by the same moves of their own, and have the same moves: else the
player has forgotten something, or is told something by what can be played.
"""

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, given_at, linked, make
from zermelo.core.primitives import CHANCE, array_at, mix
from zermelo.core.state import record
from zermelo.core.vocabulary import SEATS, TOTAL, mover, payoff, sees
from zermelo.count.perft import successors

SET = record(
    [
        ("information", np.uint64),  # the number by which the rules know it
        ("player", np.int64),
        ("count", np.int64),  # moves
        ("first", np.int64),  # the sequence that ends with the first of them; the others follow
        ("parent", np.int64),  # the player's sequence before
        ("way", np.int64),  # where the moves of one way to it begin, in `ways`
        ("plies", np.int64),  # how many they are
    ]
)
WALKING, ALL_SEEN, NO_ROOM, FORGETS, DIFFERS, TOO_DEEP, UNSOUND, UNPAYABLE = range(8)  # how it stands
NOT_YET = -1


def unfolding(extent: Extent) -> list[Field]:
    """Where the walk is, and where it writes: a sequence is all moves of one player on the way to a position."""
    return [
        ("ply", np.int64),  # the row it is in
        ("next", np.int64, (extent.rows,)),  # the move of each row that comes next; NOT_YET: it has just come here
        ("count", np.int64, (extent.rows,)),
        ("first", np.int64, (extent.rows,)),  # the sequence that ends with the first move of the row
        ("reach", np.float64, (extent.rows,)),  # the probability that chance leads here
        ("sequence", np.int64, (extent.rows, extent.seats)),  # of each player, up to this row
        ("sets_used", np.int64),
        ("sequences_used", np.int64),
        ("ends_used", np.int64),
        ("ways_used", np.int64),
        ("fault", np.int64),  # the information set where something is wrong
        ("tolerance", np.float64),  # by how much payoffs may miss their sum
        *linked("sets"),
        *linked("slots"),  # a table of sets, open addressing
        *linked("codes"),  # of a sequence: its last move
        *linked("ways"),
        *linked("ends"),  # for each end: the sequences of all players
        *linked("worth"),  # and what each gets there, times the probability of chance
    ]


def begin(w: np.ndarray, seats: int) -> None:
    """Put the walk before the first position; the empty sequences are the first ones."""
    w["next"][0, 0], w["reach"][0, 0] = NOT_YET, 1.0
    w["sequence"][0, 0] = np.arange(seats)
    w["sequences_used"] = seats


def may_miss(game: Game) -> float:
    """By how much the payoffs of a game may miss the sum that its rules tell; if they tell none, by any number."""
    return np.finfo(np.float64).max if game.payoff_sum is None else 1e-9 * max(1.0, game.highest - game.lowest)


def walk(w, most):
    """Go on until all is written down or something is in the way; at most so many positions. Modified in place."""
    seen = 0
    while True:
        ply = w.ply
        if w.next[ply] == NOT_YET:
            if seen == most or w.stop:
                return WALKING
            if not room_left(w):
                return NO_ROOM
            seen += 1
            how = arrive(w, ply)
            if how != WALKING:
                return how
        if w.next[ply] == w.count[ply]:
            if ply == 0:
                return ALL_SEEN
            w.ply = ply - 1
        else:
            step(w, ply, w.next[ply])


def room_left(w):
    """Whether another position finds room, whatever it is."""
    width = w.moves.shape[1]
    sets = 2 * (w.sets_used + 1) <= w.slots_size and w.sets_used < w.sets_size
    ways = w.ways_used + w.next.shape[0] <= w.ways_size and w.sequences_used + width <= w.codes_size
    return sets and ways and (w.ends_used + 1) * SEATS <= w.ends_size


def arrive(w, ply):
    """Write down the position in row `ply`."""
    s = w.stack[ply]
    w.nodes += 1
    count = successors(w, ply)
    w.next[ply] = 0
    w.count[ply] = count
    if count == 0:
        return note_end(w, ply)
    if ply + 1 == w.next.shape[0]:
        return TOO_DEEP
    player = mover(s)
    if player == CHANCE:
        return WALKING if sound(w, ply, count) else UNSOUND
    sets = array_at(w.sets, w.sets_size, SET)
    codes = array_at(w.codes, w.codes_size, np.dtype(np.int32))
    slots = array_at(w.slots, w.slots_size, np.dtype(np.int32))
    information = informed(w, s, player)
    slot = place_of(slots, sets, information, player)
    number = slots[slot]
    if number < 0:
        slots[slot] = number = new_set(w, ply, information, player, count)
    else:
        w.fault = number
        if sets[number].parent != w.sequence[ply, player]:
            return FORGETS
        if sets[number].count != count:
            return DIFFERS
        for i in range(count):
            if codes[sets[number].first + i] != w.moves[ply, i]:
                return DIFFERS
    w.first[ply] = sets[number].first
    return WALKING


def informed(w, s, player):
    """The number of the information set."""
    return np.uint64(np.int64(sees(s, player)))


def alone(w, s, player):
    """The same in a game in which everybody sees everything: no two positions are one, even if they are alike."""
    return np.uint64(w.nodes)


def sound(w, ply, count):
    """Whether the probabilities of chance are some."""
    total = 0.0
    for i in range(count):
        if not w.probs[ply, i] >= 0.0:
            return False
        total += w.probs[ply, i]
    return abs(total - 1.0) < 1e-9


def place_of(slots, sets, information, player):
    """Where a set is in the table, or the free place where it belongs."""
    mask = np.uint64(slots.shape[0] - 1)
    slot = mix(np.uint64(player), information) & mask
    while slots[slot] >= 0:
        found = sets[slots[slot]]
        if found.information == information and found.player == player:
            break
        slot = (slot + np.uint64(1)) & mask
    return slot


def new_set(w, ply, information, player, count):
    """Write down an information set that was not met before; returns its number."""
    sets = array_at(w.sets, w.sets_size, SET)
    codes = array_at(w.codes, w.codes_size, np.dtype(np.int32))
    ways = array_at(w.ways, w.ways_size, np.dtype(np.int32))
    number = w.sets_used
    made = sets[number]
    made.information, made.player, made.count = information, player, count
    made.parent, made.first = w.sequence[ply, player], w.sequences_used
    made.way, made.plies = w.ways_used, ply
    for i in range(ply):
        ways[w.ways_used + i] = w.path[i + 1]
    for i in range(count):
        codes[w.sequences_used + i] = w.moves[ply, i]
    w.sets_used += 1
    w.ways_used += ply
    w.sequences_used += count
    return number


def note_end(w, ply):
    """Write down the end of a game."""
    payoff(w.stack[ply], w.payoff, given_at(w, ply))
    ends = array_at(w.ends, w.ends_size, np.dtype(np.int32))
    worth = array_at(w.worth, w.worth_size, np.dtype(np.float64))
    w.leaves += 1
    if not payable(w):
        return UNPAYABLE
    if w.reach[ply] > 0.0:
        for player in range(SEATS):
            ends[w.ends_used * SEATS + player] = w.sequence[ply, player]
            worth[w.ends_used * SEATS + player] = w.reach[ply] * w.payoff[player]
        w.ends_used += 1
    return WALKING


def payable(w):
    """Whether what is paid in the end are numbers, which add up to what the rules say, if they do."""
    total = 0.0
    for player in range(SEATS):
        total += w.payoff[player]
    return abs(total - TOTAL) <= w.tolerance


def step(w, ply, i):
    """Go to the position after move number `i` of row `ply`."""
    w.next[ply] = i + 1
    make(w, ply, w.moves[ply, i])
    for player in range(SEATS):
        w.sequence[ply + 1, player] = w.sequence[ply, player]
    w.reach[ply + 1] = w.reach[ply]
    player = mover(w.stack[ply])
    if player == CHANCE:
        w.reach[ply + 1] *= w.probs[ply, i]
    else:
        w.sequence[ply + 1, player] = w.first[ply] + i
    w.next[ply + 1] = NOT_YET
    w.ply = ply + 1


def enter_sets(slots, sets):
    """Enter sets that all differ into an empty table. Modified in place."""
    for number in range(len(sets)):
        slots[place_of(slots, sets, sets[number].information, sets[number].player)] = number
