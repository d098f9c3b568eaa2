"""Synthetic: a random tree of any width and depth, to measure searches on.

Every position before the last ply has `branching` moves. Each adds a score from 0 to `scores` to the side of its mover,
drawn by a hash of the seed and of the moves so far; the margin after `depth` plies is the payoff. So the margin so far
is a fair estimate of the end, and the score of a move a fair guess at how good it is, like captures in chess. `noise`
blurs both: it changes every finished game by a random number of at most this size. With `scores=0` only the noise is
left, and all ends are independent of each other: the random tree of the theory, where nothing can be guessed.

`order` says in which order the moves come. `random`: in none. `score`: the highest score first. `best` and `worst` are
trees in which nothing is random: the first (the last) move is the best at every node, and scores shrink from ply to ply
by a factor of `branching`, so that no reply makes up for a bad move. In the first, alpha-beta cuts all that can be cut;
in the second, nothing.

All options are kept in the state and none in the code, so that all these trees share the same compiled searches.
"""

from numpy import errstate, int8, int32, int64, uint64

from zermelo.core.game import Rules, option
from zermelo.core.notation import read_fields

ORDERS = ("random", "score", "best", "worst")
SCORE, BEST, WORST = 1, 2, 3
BRANCHING = option("branching", 8, "moves in every position", low=1, high=64)
DEPTH = option("depth", 6, "plies of every game", low=1, high=60)
SEED = option("seed", 1, "of the random numbers", low=0, high=2**63)
SCORES = option("scores", 1000, "the highest score of a move", low=0, high=10**9)
NOISE = option("noise", 0, "the largest change at the end", low=0, high=10**9)
ORDER = ORDERS.index(option("order", "random", "of the moves", choices=ORDERS))
if ORDER >= BEST and BRANCHING**DEPTH > 2**53:
    raise ValueError(f"{BRANCHING}^{DEPTH} ends are too many to be told apart by their payoffs")
MOST = BRANCHING**DEPTH if ORDER >= BEST else (DEPTH + 1) // 2 * SCORES + NOISE


class Synthetic(Rules):
    players = ("MAX", "MIN")
    max_moves = max_plies = 64
    payoff_range, unit = (-max(MOST, 1), max(MOST, 1)), "points"

    class State:
        path: uint64  # a hash of the moves so far
        margin: int64  # of the first player
        scores: int32
        noise: int32
        branching: int8
        left: int8  # plies to the end
        order: int8
        turn: int8

    def start(s):
        s.path = scrambled(uint64(SEED))
        s.scores = SCORES
        s.noise = NOISE
        s.branching = BRANCHING
        s.left = DEPTH
        s.order = ORDER

    def moves(s, out):
        for move in range(s.branching):
            place = move
            while s.order == SCORE and place > 0 and score(s, out[place - 1]) < score(s, move):
                out[place] = out[place - 1]
                place -= 1
            out[place] = move
        return s.branching

    def play(s, move):
        s.margin += score(s, move) if s.turn == 0 else -score(s, move)
        s.path = after(s.path, move)
        s.left -= 1
        s.turn = 1 - s.turn

    def over(s):
        return s.left == 0

    def payoff(s, out):
        out[0] = s.margin + drawn(s.path, 2 * int64(s.noise)) - s.noise
        out[1] = -out[0]

    def evaluate(s):
        return s.margin if s.turn == 0 else -s.margin

    def order(s, move):
        return score(s, move) - s.scores / 2 if s.order < BEST else 0.0

    def key(s):
        return s.path

    def read(s, text):
        """All fields. Whether the moves so far have that hash cannot be told, but any hash is that of a tree."""
        read_fields(s, text)
        for name, chosen in (("scores", SCORES), ("noise", NOISE), ("branching", BRANCHING), ("order", ORDER)):
            if s[name] != chosen:
                raise ValueError(f"{name} is {chosen} in this tree, not {s[name]}")
        if not 0 <= s.left <= DEPTH:
            raise ValueError(f"left is from 0 to {DEPTH}, not {s.left}")
        played = DEPTH - int(s.left)
        if s.turn != played % 2:
            raise ValueError(f"after {played} plies turn is {played % 2}, not {s.turn}")
        with errstate(over="ignore"):
            if played == 0 and s.path != scrambled(uint64(SEED)):
                raise ValueError("the path of no moves is another")
        least, most = margins(played)
        if not least <= s.margin <= most:
            raise ValueError(f"after {played} plies the margin is from {least} to {most}, not {s.margin}")


def margins(played):
    """What the first player can be behind and ahead by."""
    if ORDER < BEST:
        return -(played // 2) * SCORES, (played + 1) // 2 * SCORES
    scores = [(BRANCHING - 1) * BRANCHING ** (DEPTH - 1 - ply) for ply in range(played)]
    return -sum(scores[1::2]), sum(scores[::2])


def score(s, move):
    """What a move by itself adds to the side of its mover."""
    if s.order < BEST:
        return drawn(after(s.path, move), int64(s.scores))
    worth = int64(s.branching - 1 - move if s.order == BEST else move)
    for _ in range(s.left - 1):
        worth *= int64(s.branching)
    return worth


def drawn(path, most):
    """A number from 0 to `most` that seems random."""
    return int64(scrambled(path ^ uint64(0xA5A5A5A5A5A5A5A5)) % uint64(most + 1))


def after(path, move):
    """The hash of a path with one move more."""
    return scrambled(path + uint64(move + 1) * uint64(0x9E3779B97F4A7C15))


def scrambled(word):
    """A one-to-one function of 64 bits without visible pattern (the finaliser of SplitMix64)."""
    word = (word ^ (word >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB)
    return word ^ (word >> uint64(31))
