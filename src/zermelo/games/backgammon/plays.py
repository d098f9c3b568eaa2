"""Every legal play of a roll in backgammon, each resulting position exactly once.

A play is the list of the points from which men move, by one die each, and its code has a digit to the base 32 for each
of them. Of two different dice the last digit belongs to the larger one; 0 means that a die is not played.

Why this lists every result once. Any legal play can be made from the back: of two men, the one further from home first
(moving it neither blocks the other nor keeps it from bearing off). A double is then a list of points that never
increases, and such a list can be recovered from the position it leads to, beginning with the last point. Two different
dice are played in both orders, again never from a point behind the one before; the second order repeats the first
only where

- both men come from the same point,
- both men are borne off and either die would do,
- one man makes both steps and hits on neither way.

Sets of points are numbers: bit p is the point p as the mover counts, bit 25 the bar, bit 0 the men borne off.
"""

import numpy as np

from zermelo.core.game import lowest

BAR = 25
MOST = 3060  # plays of a roll: no more than ways to share out four steps among fifteen men, C(18, 4)
BASE = 32  # the base of the digits of a code
ALL_HOME = 1 << 7  # a set below this has all men on the points 1 to 6
ACE_TO_SIX = np.array([0] + [1 << n.bit_length() - 1 for n in range(1, ALL_HOME)], np.int64)  # its point furthest back


def list_plays(s, out):
    """Write the codes of all plays of the dice; returns how many there are, at least one: perhaps nothing can move."""
    mine, free, blots = sets(s)
    high, low = int(s.dice[0]), int(s.dice[1])
    n = 0
    if high == low:
        for steps in range(4, 0, -1):
            n = list_double(s.points[s.turn], out, mine, free, high, steps)
            if n > 0:
                return n
    else:
        n = list_both(s.points[s.turn], out, mine, free, blots, high, low)
        if n == 0:
            n = list_one(out, sources(mine, free, high), 1)
        if n == 0:
            n = list_one(out, sources(mine, free, low), BASE)
    if n == 0:
        out[0] = 0
        n = 1
    return n


def sets(s):
    """The points where the mover has men, those that are free to land on, and those of them where a man can be hit."""
    mine, free, blots = 0, 0, 0
    men, others = s.points[s.turn], s.points[1 - s.turn]
    for point in range(1, BAR):
        theirs = others[BAR - point]
        if men[point] > 0:
            mine |= 1 << point
        if theirs < 2:
            free |= 1 << point
        if theirs == 1:
            blots |= 1 << point
    if men[BAR] > 0:
        mine |= 1 << BAR
    return mine, free, blots


def sources(mine, free, die):
    """The points from which a man can be moved by `die`."""
    if mine >> BAR:
        return (1 << BAR) & (free << die)
    if mine < ALL_HOME:
        if mine < 1 << die:  # no man is as far back as the die: the one furthest back is borne off
            return ACE_TO_SIX[mine]
        free |= 1
    return mine & (free << die)


def moved(mine, point, die, men):
    """The mover's points after a step from one where there are so many men."""
    if men == 1:
        mine ^= 1 << point
    return mine | 1 << point - die if point > die else mine


def list_both(men, out, mine, free, blots, high, low):
    """Write the plays of both dice, which differ; returns how many there are."""
    n = 0
    left = sources(mine, free, high)
    while left:
        x = lowest(left)
        left &= left - 1
        then = sources(moved(mine, x, high, men[x]), free, low) & (2 << x) - 1
        while then:
            out[n] = x + BASE * lowest(then)
            then &= then - 1
            n += 1
    left = sources(mine, free, low) & ~((2 << low) - 1)  # from the others men are borne off, as they were by both dice
    while left:
        x = lowest(left)
        left &= left - 1
        after = moved(mine, x, low, men[x])
        then = sources(after, free, high) & (1 << x) - 1
        if then >> x - low & 1 and either_way(mine, free, blots, x, high, low, men[x]):
            then ^= 1 << x - low
        while then:
            out[n] = lowest(then) + BASE * x
            then &= then - 1
            n += 1
    return n


def either_way(mine, free, blots, x, high, low, men):
    """Whether a man that can make both steps, the smaller first, can make the larger first as well and hits nowhere."""
    if x <= high or (blots >> x - low | blots >> x - high) & 1 or not sources(mine, free, high) >> x & 1:
        return False
    return sources(moved(mine, x, high, men), free, low) >> x - high & 1 == 1


def list_one(out, points, digit):
    """Write the plays of a single die, from each of these points; returns how many there are."""
    n = 0
    while points:
        out[n] = digit * lowest(points)
        points &= points - 1
        n += 1
    return n


def list_double(men, out, mine, free, die, steps):
    """Write the plays of so many steps (four, unless there are none) with a double; returns how many there are."""
    n = 0
    first = sources(mine, free, die)
    while first:
        w = lowest(first)
        first &= first - 1
        if steps == 1:
            out[n] = w
            n += 1
            continue
        after_w = moved(mine, w, die, men[w])
        second = sources(after_w, free, die) & (2 << w) - 1
        while second:
            x = lowest(second)
            second &= second - 1
            if steps == 2:
                out[n] = w + BASE * x
                n += 1
                continue
            after_x = moved(after_w, x, die, men[x] + come(w, x, die))
            third = sources(after_x, free, die) & (2 << x) - 1
            while third:
                y = lowest(third)
                third &= third - 1
                if steps == 3:
                    out[n] = w + BASE * (x + BASE * y)
                    n += 1
                    continue
                after_y = moved(after_x, y, die, men[y] + come(w, y, die) + come(x, y, die))
                fourth = sources(after_y, free, die) & (2 << y) - 1
                while fourth:
                    out[n] = w + BASE * (x + BASE * (y + BASE * lowest(fourth)))
                    fourth &= fourth - 1
                    n += 1
    return n


def come(source, point, die):
    """How many men a step from `source` brings to a point: 1, or -1 if they are the same."""
    if source == point:
        return -1
    return 1 if source - die == point else 0
