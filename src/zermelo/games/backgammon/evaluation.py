"""A baseline estimate of who will win how much: a formula for races, and weighted features while the men can meet.

Once the men have passed each other only the dice matter. How many rolls each side needs is nearly a normal variable;
its mean and variance come from the bear-off table when all men are home, and from the pip count otherwise.

While there is contact the estimate is the difference of what both sides' features are worth, squashed to the range of
payoffs. A feature is linear in its weight, so that weights can be fitted (bench/backgammon_weights.py). This is a
baseline: it sees one position at a time and has no plan.
"""

from itertools import product
from math import erf, sqrt, tanh

import numpy as np

from zermelo.core.game import lowest, popcount
from zermelo.games.backgammon.bearoff import MEAN, PIPS_PER_ROLL, VARIANCE, index

BAR, MEN = 25, 15
HOME = 0b1111110
WASTE = 8.0  # pips that a side loses in bearing off, in an ordinary position
SPREAD = 0.2  # variance of the number of rolls, in units of its mean

# The weights: what each is of, for each player.
ROLL = 0  # being on roll
PIPS = 1  # 100 pips to go
HIT = 2  # the chance that a single man is hit next, if the other is on roll; +1: if the player is, so that it can wait
LOSS = 4  # that chance, by the share of the way that the man would lose; +1: the same
FEAR = 6  # that chance, by the share of home points that the other holds; +1: the same
ON_BAR = 8  # a man on the bar
SHUT_OUT = 9  # a man on the bar, by the share of home points that the other holds
PRIME = 10  # the square of the share of six points in a row that are held
TRAPPED = 11  # men of the other behind them, a fifteenth for each, by that square
STACKED = 12  # a man too many on a point: the fourth, fifth...
OFF = 13  # a man borne off
BEHIND = 14  # a man in the other's home, or on the bar
HELD = 14  # +p: two men or more on the point p
SINGLE = 38  # +p: a man alone on the point p
# Fitted to the results of games that they played against themselves, each play the best by the estimate after it.
WEIGHTS = np.array([
    0.053, -1.229, 0.021, -0.031, -0.286, 0.115, -0.291, -0.168,
    0.01, -0.451, 0.219, 0.641, -0.018, 0.086, -0.029,
    # held: the points 1 to 6, 7 to 12, 13 to 18, 19 to 24
    -0.099, -0.041, -0.011, 0.043, 0.061, 0.061,
    -0.002, 0.008, 0.015, 0, -0.016, -0.069,
    -0.011, -0.068, -0.073, -0.125, -0.169, -0.145,
    -0.041, -0.062, -0.058, -0.115, -0.141, -0.164,
    # a man alone
    -0.082, -0.036, -0.038, -0.025, 0.005, -0.024,
    -0.003, 0.024, 0.004, -0.01, 0.021, -0.013,
    -0.02, -0.039, -0.043, -0.036, -0.041, -0.06,
    -0.031, -0.025, -0.023, -0.014, -0.031, -0.041,
])  # fmt: skip


def hit_chances(reach):
    """For every set of distances (bit d - 1 for d pips) the share of rolls that reach one, if nothing is in between."""
    sets, chances = np.arange(1 << reach), np.zeros(1 << reach)
    for a, b in product(range(1, 7), repeat=2):
        pips = {a, 2 * a, 3 * a, 4 * a} if a == b else {a, b, a + b}
        chances += (sets & sum(1 << each - 1 for each in pips) > 0) / 36
    return chances


REACH = 12
DANGER = hit_chances(REACH)


def equity(s, weights, rolls):
    """What the player on roll, or about to play a roll, may expect; `rolls`: the bear-off table."""
    mine, theirs = s.points[s.turn], s.points[1 - s.turn]
    if last_man(mine) + last_man(theirs) <= BAR:
        return race(s, mine, theirs, rolls)
    value = 3.0 * tanh(score(s, weights) / 3.0)
    return min(max(value, -most(mine)), most(theirs))


def most(loser):
    """What a loser with these men can lose at most: no gammon once a man is off."""
    return 1.0 if loser[0] > 0 else 3.0


def last_man(men):
    """The point of the man who is furthest back; 0 if all are off."""
    point = BAR
    while point > 0 and men[point] == 0:
        point -= 1
    return point


# --- contact ----------------------------------------------------------------------------------------------------------


def score(s, weights):
    """The weighted features of the player on roll, less those of the other."""
    mine, theirs = s.points[s.turn], s.points[1 - s.turn]
    my_points, my_held = standing(mine)
    their_points, their_held = standing(theirs)
    value = weights[ROLL] + worth(mine, my_points, my_held, theirs, their_points, their_held, weights, 1)
    return value - worth(theirs, their_points, their_held, mine, my_points, my_held, weights, 0)


def standing(men):
    """The sets of points (and the bar) where there are men, and where there are two or more."""
    points, held = 0, 0
    for point in range(1, BAR + 1):
        if men[point] > 0:
            points |= 1 << point
        if men[point] > 1:
            held |= 1 << point
    return points, held


def worth(men, points, held, others, other_points, other_held, weights, on_roll):
    """The weighted features of one side; `on_roll` is 1 if it rolls next, 0 if the other does."""
    home = popcount(other_held & HOME) / 6
    total = men[0] * weights[OFF]
    pips, stacked, back = 0, 0, 0
    while points:
        point = lowest(points)
        points &= points - 1
        here = int(men[point])
        pips += point * here
        if point > 18:
            back += here
        if point == BAR:
            total += here * (weights[ON_BAR] + weights[SHUT_OUT] * home)
        elif here > 1:
            total += weights[HELD + point]
            stacked += max(here - 3, 0)
        else:
            hit = DANGER[other_points >> BAR + 1 - point & (1 << REACH) - 1]
            total += weights[SINGLE + point]
            total += hit * (
                weights[HIT + on_roll] + weights[LOSS + on_roll] * (BAR - point) / BAR + weights[FEAR + on_roll] * home
            )
    total += weights[PIPS] * pips / 100 + weights[STACKED] * stacked + weights[BEHIND] * back
    return total + blockade(others, held, weights)


def blockade(others, held, weights):
    """What the best six points in a row are worth, and men of the other side behind them."""
    first, best = 0, 1
    for start in range(1, 9):
        count = popcount(held >> start & 63)
        if count > best:
            first, best = start, count
    behind = 0
    for point in range(BAR - first + 1, BAR + 1):
        behind += int(others[point])
    share = best * best / 36
    return weights[PRIME] * share + weights[TRAPPED] * share * behind / MEN


# --- races ------------------------------------------------------------------------------------------------------------


def race(s, mine, theirs, rolls):
    """What the player on roll may expect when the men have passed each other."""
    my_mean, my_variance = rolls_to_go(mine, rolls)
    their_mean, their_variance = rolls_to_go(theirs, rolls)
    ahead = 0.5  # who is on roll needs no more rolls than the other
    if s.dice[0] > 0:  # the roll is known: it takes as many pips, and then the other is on roll
        pips = s.dice[0] + s.dice[1]
        my_mean = max(my_mean - (2 * pips if s.dice[0] == s.dice[1] else pips) / PIPS_PER_ROLL, 0.0)
        ahead = -0.5
    deviation = sqrt(my_variance + their_variance + 0.01)
    win = normal((their_mean - my_mean + ahead) / deviation)
    value = 2 * win - 1
    if theirs[0] == 0:
        value += win * beyond(theirs, my_mean - 0.5 - ahead, my_variance)
    if mine[0] == 0:
        value -= (1 - win) * beyond(mine, their_mean, their_variance)
    return value


def rolls_to_go(men, rolls):
    """Mean and variance of the number of rolls until all men are off."""
    if last_man(men) <= 6:
        row = index(men)
        return float(rolls[row, MEAN]), float(rolls[row, VARIANCE])
    pips = 0
    for point in range(1, BAR + 1):
        pips += point * int(men[point])
    mean = (pips + WASTE) / PIPS_PER_ROLL
    return mean, SPREAD * mean


def beyond(loser, rolls, variance):
    """The chance of a gammon, plus that of a backgammon, if a loser without a man off has so many rolls left."""
    home, away = 0, 0  # pips until all are home, and out of the winner's home
    for point in range(7, BAR + 1):
        home += (point - 6) * int(loser[point])
        if point > 18:
            away += (point - 18) * int(loser[point])
    needed = 1 + home / PIPS_PER_ROLL
    chance = normal((needed - 0.5 - rolls) / sqrt(variance + SPREAD * home / PIPS_PER_ROLL + 0.01))
    if away > 0:
        needed = max(0.5 + away / PIPS_PER_ROLL, 1.0)
        chance += normal((needed - 0.5 - rolls) / sqrt(variance + SPREAD * away / PIPS_PER_ROLL + 0.01))
    return chance


def normal(x):
    """The chance that a standard normal variable is below x."""
    return 0.5 + 0.5 * erf(x / sqrt(2.0))
