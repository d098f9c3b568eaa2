"""Kalah, a mancala game: sow seeds around the board and bring them home to your store; most seeds win.

South moves first. Take all seeds out of one of your pits and sow them counter-clockwise, one into each pit and into
your own store, but not into the other player's. If the last seed falls into your store, move again. If it falls into a
pit of yours that was empty, and the pit opposite is not, the contents of both go to your store. The game ends when all
pits of one side are empty; seeds left on the other side belong to the player there. The payoff is the margin in seeds.

With `empty_capture` the last seed goes to the store even if the pit opposite is empty. The results in "Solving Kalah"
(Irving, Donkers and Uiterwijk 2000) are for that variant: 6 pits with 4 seeds are worth 10 seeds there, without it 8.

Pits are named in the order of sowing, South's A, B, C... and North's a, b, c... A position lists South's pits and
store, then North's, then who is to move: after the opening C it is `4,4,0,5,5,5,1/4,4,4,4,4,4,0 S`.
"""

import numpy as np
from numpy import int8, int16

from zermelo.core.game import Rules, option, pits

PITS = option("pits", 6, "pits of each player", low=1, high=10)
SEEDS = option("seeds", 4, "seeds in each pit at the start", low=1, high=10)
EMPTY_CAPTURE = option("empty_capture", False, "whether the last seed is captured opposite an empty pit too")

TOTAL = 2 * PITS * SEEDS
COUNT = int8 if TOTAL < 128 else int16  # can hold all seeds
# Places in the order of sowing: South's pits and store, North's pits and store.
FIRST, STORE, PLACES = (0, PITS + 1), (PITS, 2 * PITS + 1), 2 * PITS + 2
CIRCLE = PLACES - 1  # seeds that reach the pit they came from: every place but the store of the other player


def after(player, place):
    """Where `player` sows next."""
    place = (place + 1) % PLACES
    return place if place != STORE[1 - player] else (place + 1) % PLACES


NEXT = np.array([[after(player, place) for place in range(PLACES)] for player in range(2)], np.int64)
# The first player's margin by pits, for 1, 2, 3... seeds. Those for 6 pits with 5 and 6 seeds are by Irving et al.
# (2000) and Rawlings (2015); the others were computed with an independent program, and agree with what they published.
RESULTS = {
    False: {1: (0, -2, 6, -2, 2, 0), 2: (2, -2, -2, -10, 6, 8), 3: (0, 4, 2, 2, 6, -8), 4: (2, 6, 6, 2, 4, 0),
            5: (0, 2, 6, 10, 2), 6: (2, 6, 2, 8, 10)},
    True: {1: (0, -2, 6, -2, 2, 0), 2: (2, -2, -2, -12, 6, 8), 3: (0, 4, 2, 2, 6, -10), 4: (2, 6, 8, 2, 2, 0),
           5: (0, 0, 8, 12, 2), 6: (2, 10, 2, 10, 12, 2)},
}  # fmt: skip


def known_value():
    results = RESULTS[EMPTY_CAPTURE].get(PITS, ())
    return results[SEEDS - 1] if len(results) >= SEEDS else None


class Kalah(Rules):
    players, symbols = ("South", "North"), "0SN"
    board = pits(PITS)
    max_moves, solved = PITS, known_value()
    payoff_range, unit = (-TOTAL, TOTAL), "seeds"

    class State:
        pits: (COUNT, PLACES)
        turn: int8

    class Data:
        weights = (0.1,)  # of a seed on one's own side

    def start(s):
        for player in range(2):
            for pit in range(FIRST[player], STORE[player]):
                s.pits[pit] = SEEDS

    def moves(s, out):
        n = 0
        for pit in range(FIRST[s.turn], STORE[s.turn]):
            if s.pits[pit] > 0:
                out[n] = pit
                n += 1
        return n

    def play(s, pit):
        store, last = STORE[s.turn], sow(s, pit)
        if last == store:
            return
        if FIRST[s.turn] <= last < store and s.pits[last] == 1:
            facing = opposite(last)
            if EMPTY_CAPTURE or s.pits[facing] > 0:
                s.pits[store] += 1 + s.pits[facing]
                s.pits[last] = 0
                s.pits[facing] = 0
        s.turn = 1 - s.turn

    def over(s):
        return side(s, 0) == 0 or side(s, 1) == 0

    def payoff(s, out):
        out[0] = s.pits[STORE[0]] + side(s, 0) - s.pits[STORE[1]] - side(s, 1)
        out[1] = -out[0]

    def bounds(s):
        return proven(s)

    def order(s, pit):
        """First what ends in the store, then captures; of each, the pit nearest to the store.

        A place for every move leaves nothing to killers and history: here they cost up to eight times the nodes.
        """
        near, last = pit - FIRST[s.turn] + 1.0, end(s, pit)
        if last == STORE[s.turn]:
            return 2 * PITS + near
        return PITS + near if captures(s, last) else near

    def noisy(s, out):
        n = 0
        for pit in range(FIRST[s.turn], STORE[s.turn]):
            last = end(s, pit)
            if s.pits[pit] > 0 and (last == STORE[s.turn] or captures(s, last)):
                out[n] = pit
                n += 1
        return n

    def evaluate(s, weights):
        mine, theirs = s.turn, 1 - s.turn
        margin = s.pits[STORE[mine]] - s.pits[STORE[theirs]] + weights[0] * (side(s, mine) - side(s, theirs))
        low, high = proven(s)
        return min(max(margin, low), high)

    def cells(s):
        return map(str, s.pits)

    def show(s):
        south, north = (",".join(map(str, s.pits[FIRST[player] : STORE[player] + 1])) for player in range(2))
        return f"{south}/{north} {'SN'[s.turn]}"

    def read(s, text):
        *sides, mover = text.replace("/", " ").split() or [""]
        counts = [count for row in sides for count in row.split(",")]
        if len(sides) != 2 or len(counts) != PLACES or sides[0].count(",") != PITS:
            raise ValueError(f"expected {PITS} pits and the store of South, then of North: {START}")
        if not all(count.isdecimal() for count in counts):
            raise ValueError("a pit holds a whole number of seeds")
        if sum(map(int, counts)) != TOTAL:
            raise ValueError(f"{sum(map(int, counts))} seeds instead of {TOTAL}")
        if mover not in ("S", "N"):
            raise ValueError(f"the player to move is S or N, not {mover!r}")
        s.pits[:] = [int(count) for count in counts]
        s.turn = "SN".index(mover)


START = "/".join([f"{SEEDS}," * PITS + "0"] * 2) + " S"


def sow(s, place):
    """Sow the seeds of the mover's pit; returns where the last one falls."""
    seeds = s.pits[place]
    s.pits[place] = 0
    for _ in range(seeds):
        place = NEXT[s.turn, place]
        s.pits[place] += 1
    return place


def end(s, pit):
    """Where the last seed of the mover's pit would fall, if that is on the mover's own side; else -1."""
    far = (pit - FIRST[s.turn] + int(s.pits[pit])) % CIRCLE
    return FIRST[s.turn] + far if far <= PITS else -1


def captures(s, last):
    """Whether the last seed captures others where it falls, on the mover's side."""
    return last >= 0 and s.pits[last] == 0 and s.pits[opposite(last)] > 0


def opposite(pit):
    return 2 * PITS - pit


def side(s, player):
    """The seeds in a player's pits."""
    seeds = 0
    for pit in range(FIRST[player], STORE[player]):
        seeds += s.pits[pit]
    return seeds


def proven(s):
    """The least and the most that the mover can get: seeds in a store stay there."""
    mine, theirs = int(s.pits[STORE[s.turn]]), int(s.pits[STORE[1 - s.turn]])
    return 2.0 * mine - TOTAL, TOTAL - 2.0 * theirs
