"""The words of a game: what rules define and what algorithms call.

An algorithm imports these names and calls them as if they were the game. They are stand-ins: for each game,
`binding.bind` puts that game's own functions, and the numbers of its `Setting`s, in their place. What is written here
is the default, used where the rules are silent. Rules and algorithms both address a state as `s`, a C struct that
`play` changes in place.

The rules in `GIVEN` may need more than the position: data, and a summary of it (see `data`). An algorithm hands them
over as `given`, a struct; in the author's rules they are further parameters, by their names: `evaluate(s, weights)`.
"""

from math import inf
from typing import Any

import numpy as np

from zermelo.core.primitives import UNSEEN, below, copy, hash_state, mix

# compiled together with a search:
RULES = (
    "start mover moves play over payoff chance tells sees gist imagine evaluate estimate "
    "noisy order bounds remaining reversible key identity symmetry take_turn playout summarise update"
).split()
# which of them may read data:
GIVEN = ("payoff", "evaluate", "estimate", "order", "bounds", "playout", "summarise", "update")
# plain Python, never compiled:
TEXT = "show read cells move_name read_move where decided hide told".split()
REQUIRED = ("moves", "play", "payoff")


class Setting:
    """Stands for a number, or an array, that every game has its own of: a constant where it is used."""

    def __init__(self, meaning: str) -> None:
        self.meaning = meaning

    def __repr__(self) -> str:
        return f"Setting({self.meaning!r})"


SEATS: int = Setting("how many players there are")  # type: ignore[assignment]
TOTAL: float = Setting("what the payoffs add up to: `payoff_sum`, or 0 if it varies")  # type: ignore[assignment]
IMAGES: int = Setting("how many images of itself a position has: `symmetries`")  # type: ignore[assignment]
IMAGE_TABLE: Any = Setting("the permutations of the cells, a row for each image, if `symmetries` lists them")
AGAIN: int = Setting("what a position means that comes again: `repetition`, as one of")  # type: ignore[assignment]
ALLOWED, DRAW, LOSS, FORBIDDEN = range(4)
OCCURRENCES: int = Setting("how often a position must have occurred for that")  # type: ignore[assignment]


def start(s):
    """Set up the first position. `s` arrives zeroed; a game that begins with an empty board needs nothing more."""


def mover(s):
    """The index of the player to move, or CHANCE. Without this rule `s.turn` says it, see `game.Rules`."""
    return s.turn


def moves(s, out):
    """Write the codes of the legal moves into `out` and return how many there are."""
    raise NotImplementedError


def play(s, move):
    """Make a legal move, in place."""
    raise NotImplementedError


def over(s):
    """Whether the game has ended. If rules do not say, it ends when there is no move; if they do, they decide alone."""
    return False


def payoff(s, out, given):
    """Write what each player gets, once the game is over."""
    raise NotImplementedError


def chance(s, out, probs):
    """Where CHANCE moves: write the outcomes and their probabilities, and return how many there are."""
    return 0


def tells(s, move, player):
    """A number from 0 for what `player` learns when `move` is made in `s`; UNSEEN: not even that one was made.

    Who makes a move knows it in any case, and nobody forgets: what a player did and was told so far, in order, is what
    they know, their information set. Default: all see all.
    """
    return move


def sees(s, player):
    """A number for what `player` knows; positions with equal numbers are one information set.

    For rules that can say it of the position alone. Default: what `tells` has told.
    """
    return key(s)


def known_to(s, player):
    """The `sees` of rules that say what each move `tells`."""
    return s.known_[player]


def gist(s, player):
    """A number for what matters of what `player` knows: sampled strategies may keep just that. Default: all of it.

    It must follow from what the player knows, and be equal only where the legal moves are.
    """
    return sees(s, player)


def imagine(s, player, dice):
    """Change at random, in place, what `player` does not know of `s`: into anything that it may be, for all they know.

    `below(dice, n)` is a random number from 0 to n - 1. Without this rule, all that it may be is listed.
    """


def evaluate(s, given):
    """An estimate of the payoff of the player to move, in the payoff's own units. Default: the middle."""
    return TOTAL / SEATS


def estimate(s, out, given):
    """Write an estimate of every player's payoff. Default: `evaluate` for the mover, the others share the rest.

    A game for many players defines this alone: what it says of the mover is then the evaluation (`prospect`).
    """
    player = mover(s)
    value = evaluate(s, given)
    for other in range(SEATS):
        out[other] = value if other == player else (TOTAL - value) / (SEATS - 1)


def prospect(s, out, given):
    """What the player to move may expect: `evaluate`. `out` is scratch space, a number for every player."""
    return evaluate(s, given)


def prospect_in_estimate(s, out, given):
    """`prospect` for rules that define `estimate` and no `evaluate`."""
    estimate(s, out, given)
    return out[mover(s)]


def summarise(s, given):
    """Work out the summary of a position: what its other rules need and is costly to find anew for each."""


def update(s, move, given):
    """Bring the summary of `s` up to date with a move that is about to be made. Default: it is worked out anew."""


def noisy(s, out):
    """Write the moves that must be resolved before a position can be judged, and return how many there are.

    They are some of the legal moves, such as captures. If they are all of them, the mover has no quiet choice.
    """
    return 0


def key(s):
    """A 64-bit number that is equal for positions which are the same to a search."""
    return hash_state(s)


def order(s, move, given):
    """A static priority of a move: searches try the highest first.

    Above 0: before the killer moves; 0: no opinion, they and the history of cuts decide; below 0: after those.
    """
    return 0.0


def bounds(s, given):
    """A lower and an upper bound on the payoff of the player to move that can be proved by looking."""
    return -inf, inf


def remaining(s):
    """How many plies the game can still last at most, as far as one can see without searching."""
    return 30_000


def reversible(s):
    """How many of the last plies can be undone by further moves: no position before them can come back."""
    return 30_000


def playout(s, out, dice, given):
    """A move for a random game, which need not be the likeliest to win but must cost little; -1 if there is none.

    `out` is scratch space for moves, and `below(dice, n)` a random number from 0 to n - 1. Not asked where chance is to
    move or the game is over. Default: `any_move`.
    """
    return any_move(s, out, dice, given)


def any_move(s, out, dice, given):
    """One of the legal moves, all equally likely."""
    count = moves(s, out)
    return out[below(dice, count)] if count > 0 else -1


def take_turn(s, player):
    """Make it `player`'s turn, out of order: for searches in which some players miss theirs."""
    raise NotImplementedError


def symmetry(s, image):
    """Turn `s` in place into its image number `image`; used when the rules say how many `symmetries` there are."""


def permute_cells(s, image):
    """The `symmetry` of a game whose state has a field `cells` and whose `symmetries` are permutations of them."""
    old = copy(s)
    for cell in range(IMAGE_TABLE.shape[1]):
        s.cells[IMAGE_TABLE[image, cell]] = old.cells[cell]


def key_of_orbit(s):
    """The default key of a game with symmetries: the smallest hash among the images."""
    least = hash_state(s)
    for image in range(1, IMAGES):
        t = copy(s)
        symmetry(t, image)
        h = hash_state(t)
        if h < least:
            least = h
    return least


def identity(s):
    """A number that is equal for positions which count as the same when one comes again. Default: the key.

    With `symmetries`, a hash of the state: a mirror image is not the same.
    """
    return key(s)


def plain_play(s, move):
    """The `play` that the rules wrote, before the turn passes on."""
    raise NotImplementedError


def play_and_pass_turn(s, move):
    """The `play` of a game that leaves the turns to Zermelo."""
    plain_play(s, move)
    s.turn = (s.turn + 1) % SEATS


def untold_play(s, move):
    """`play` of which nobody has been told."""
    raise NotImplementedError


def play_and_tell(s, move):
    """The `play` of a game whose rules say what each move `tells`: what players know is kept in the state."""
    who = mover(s)
    for player in range(SEATS):
        what = np.int64(tells(s, move, player))
        if player == who:
            s.known_[player] = mix(s.known_[player], word_of(move, 1))
        if what != UNSEEN:
            s.known_[player] = mix(s.known_[player], word_of(what, 2 if player == who else 3))
    untold_play(s, move)


def word_of(number, kind):
    """A number, and what it is, as a word to fold; whatever type of C's the number has."""
    return np.uint64(np.int64(number)) * np.uint64(4) + np.uint64(kind)


def plain_moves(s, out):
    """The `moves` that the rules wrote, who may list more than there is room for."""
    raise NotImplementedError


def moves_in_bounds(s, out):
    """The `moves` of native code, which believes nobody."""
    count = plain_moves(s, out)
    if count > len(out):
        raise IndexError("moves() lists more than max_moves")
    return count


def legal(s, out):
    """How many legal moves `s` has, written into `out`; 0 when the game is over."""
    if over(s):
        return 0
    return moves(s, out)


def stuck(s, out):
    """Whether a position that is not `over` has ended all the same, for want of a move. `out` is scratch space."""
    return moves(s, out) == 0


def never_stuck(s, out):
    """`stuck` for rules that define `over`: it decides alone, so that no moves need to be generated."""
    return False
