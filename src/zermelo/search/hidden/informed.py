"""Simulations that go down the trees of all players at once, each of whom knows only what they know.

What players know, not the position, is where they choose: for every information set there is a node, and positions that
a player cannot tell apart share it. Each simulation draws one of the positions that may be, goes down by the choices of
those who move, adds one move to the tree of one player, plays on at random, and backs the result up.

A move may be possible in one of these positions and not in another. So the bonus of a move does not grow with the
visits of the node but with how often it was available (subset-armed bandit):

    mean reward + c sqrt(ln a / n)         a times that the move could be played, n that it was

Cowling, Powley & Whitehouse 2012 (multiple-observer information set Monte Carlo tree search).
"""

from math import log, sqrt

import numpy as np

from zermelo.core.kernel import Extent, Field, given_afresh, linked
from zermelo.core.primitives import CHANCE, array_at, assign, below, hash_state, mix, portion
from zermelo.core.state import record
from zermelo.core.vocabulary import SEATS, imagine, mover, moves, payoff, play, sees
from zermelo.search.hidden.listing import WEIGHT, WORLD
from zermelo.search.montecarlo.simulation import cast, ended, share_out, simulate
from zermelo.search.seams import seam

CHOICE = record(
    [
        ("key", np.uint64),  # of the information set, its player and the move; 0: a free place
        ("visits", np.int64),
        ("available", np.int64),  # how often it could have been played
        ("total", np.float64),  # rewards of who plays it
    ]
)
FULL = 0.75  # of the places: when so many are taken the trees grow no more
OWN_LIST = 2  # the row of `moves` with the choices of a node: the others are used by random games


def blind_descending(extent: Extent) -> list[Field]:
    """How to choose, the trees, what may be at the root, and the path of the simulation under way."""
    return [
        ("c", np.float64),
        ("apart", np.int64),  # whether the others know which of the positions that may be it is
        *linked("choices"),  # a table of all moves in all information sets, open addressing
        ("taken", np.int64),  # of its places
        *linked("worlds"),  # positions that may be
        *linked("likelihoods"),  # added up: the last is 1
        ("passed", np.int64),  # choices on the path
        ("choice_path", np.int64, (extent.rows,)),  # their places
        ("choosers", np.int64, (extent.rows,)),
        ("first_move", np.int32),
        ("root_count", np.int64),
        ("root_codes", np.int32, (extent.width,)),
        ("root_visits", np.int64, (extent.width,)),
        ("root_sums", np.float64, (2, extent.width, extent.seats)),  # of payoffs and of rewards
    ]


def simulate_blind(w, simulations):
    """Simulate; returns how many simulations were made: fewer if stopped. Modified in place."""
    for done in range(simulations):
        if w.nodes >= w.node_limit:
            w.stop = 1
        if w.stop:
            return done
        w.played = w.estimated = w.passed = 0
        draw_world(w)
        tell_apart(w, w.stack[1])
        if not go_down(w):
            return done
        share_out(w)
        learn_from(w)
    return simulations


# --- what may be ------------------------------------------------------------------------------------------------------


@seam("options")
def draw_world(w):
    """Write one of the positions that may be into row 1: of a list, as likely as they are."""
    likelihoods = array_at(w.likelihoods, w.likelihoods_size, WEIGHT)
    point = portion(w.dice)
    low, high = 0, w.likelihoods_size - 1
    while low < high:
        middle = (low + high) // 2
        if likelihoods[middle] > point:
            high = middle
        else:
            low = middle + 1
    assign(w.stack[1], array_at(w.worlds, w.worlds_size, WORLD)[low])


def imagine_world(w):
    """`draw_world` of rules that `imagine`."""
    assign(w.stack[1], w.stack[0])
    imagine(w.stack[1], w.root_player, w.dice)


@seam("options")
def tell_apart(w, s):
    """Let players know at the root what they know there. Where `sees` says it, nothing is to be done."""


def begin_to_tell(w, s):
    """`tell_apart` of rules that say what moves tell: from here on; of before, the others know all, or nothing."""
    before = hash_state(s) if w.apart else np.uint64(0)
    for player in range(SEATS):
        s.known_[player] = np.uint64(0) if player == w.root_player else before


@seam("options")
def knowledge(s, player):
    """The number of what a player knows."""
    return np.uint64(sees(s, player))


def everything(s, player):
    """`knowledge` where nothing is hidden."""
    return hash_state(s)


# --- one simulation ---------------------------------------------------------------------------------------------------


def go_down(w):
    """From row 1 to an end, the outcome in `w.payoff`; False if the nodes do not last until there."""
    s = w.stack[1]
    chances = 0
    while True:
        if w.nodes >= w.node_limit:
            w.stop = 1
            return False
        w.nodes += 1
        if ended(w, s):
            payoff(s, w.payoff, given_afresh(w, 1))
            w.leaves += 1
            return True
        player = mover(s)
        if player == CHANCE:
            chances += 1
            play(s, cast(w, s))
        elif not choose(w, s, player):
            return simulate(w, 1)
        if chances + w.passed + 2 >= w.stack.shape[0]:  # games may go round and round
            return simulate(w, 1)


def choose(w, s, player):
    """Make the move of a player who knows what they know; False if it is the first time it is made."""
    choices = array_at(w.choices, w.choices_size, CHOICE)
    out = w.moves[OWN_LIST]
    count = moves(s, out)
    here = mix(knowledge(s, player), np.uint64(player + 1))
    best, chosen, chosen_place = -1.0, 0, -1
    untried = 0
    for i in range(count):
        key = mix(here, np.uint64(out[i])) | np.uint64(1)
        place = place_in(choices, key)
        choice = choices[place]
        if choice.visits == 0:
            untried += 1
            if below(w.dice, untried) == 0:
                chosen, chosen_place = i, place
        elif untried == 0:
            choice.available += 1
            bound = choice.total / choice.visits + w.c * sqrt(log(choice.available) / choice.visits)
            if bound > best:
                best, chosen, chosen_place = bound, i, place
        else:
            choice.available += 1
    move = out[chosen]
    if w.passed == 0:
        w.first_move = move
    if untried > 0:
        if w.taken >= FULL * w.choices_size:
            play(s, move)
            return False
        new = choices[chosen_place]
        new.key = mix(here, np.uint64(move)) | np.uint64(1)
        new.available += 1
        w.taken += 1
    w.choice_path[w.passed] = chosen_place
    w.choosers[w.passed] = player
    w.passed += 1
    w.deepest = max(w.deepest, w.passed)
    play(s, move)
    return untried == 0


def place_in(choices, key):
    """Where a choice is in the table, or the free place where it belongs."""
    mask = np.uint64(choices.shape[0] - 1)
    place = key & mask
    while choices[place].key != np.uint64(0) and choices[place].key != key:
        place = (place + np.uint64(1)) & mask
    return np.int64(place)


def learn_from(w):
    """Back the rewards of a simulation up to the choices that led to it."""
    choices = array_at(w.choices, w.choices_size, CHOICE)
    for k in range(w.passed):
        choice = choices[w.choice_path[k]]
        choice.visits += 1
        choice.total += w.reward[w.choosers[k]]
    for i in range(w.root_count):
        if w.root_codes[i] == w.first_move or w.root_player == CHANCE:
            w.root_visits[i] += 1
            for player in range(SEATS):
                w.root_sums[0, i, player] += w.payoff[player]
                w.root_sums[1, i, player] += w.reward[player]
