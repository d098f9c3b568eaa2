"""The words of a game: what rules define and what algorithms call.

An algorithm imports these names and calls them as if they were the game. They are stand-ins: for each game,
`binding.bind` puts that game's own functions in their place. What is written here is the default, used where
the rules are silent. Rules and algorithms both address a state as `s`, a C struct that `play` changes in place.
"""

from math import inf

from zermelo.core.primitives import below, copy, hash_state

# compiled together with a search:
RULES = (
    "start mover moves play over payoff chance sees evaluate estimate "
    "noisy order bounds remaining reversible key identity symmetry take_turn playout"
).split()
# plain Python, never compiled:
TEXT = "show read cells move_name read_move".split()
REQUIRED = ("moves", "play", "payoff")


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


def payoff(s, out):
    """Write what each player gets, once the game is over."""
    raise NotImplementedError


def chance(s, out, probs):
    """Where CHANCE moves: write the outcomes and their probabilities, and return how many there are."""
    return 0


def sees(s, player):
    """A number for what `player` knows; positions with equal numbers are one information set."""
    return key(s)


def evaluate(s, weights):
    """An estimate of the payoff of the player to move, in the payoff's own units. Default: the middle."""
    return total() / seats()


def estimate(s, weights, out):
    """Write an estimate of every player's payoff. Default: `evaluate` for the mover, the others share the rest.

    A game for many players defines this alone: what it says of the mover is then the evaluation (`prospect`).
    """
    player = mover(s)
    value = evaluate(s, weights)
    for other in range(out.shape[0]):
        out[other] = value if other == player else (total() - value) / (out.shape[0] - 1)


def prospect(s, weights, out):
    """What the player to move may expect: `evaluate`. `out` is scratch space, a number for every player."""
    return evaluate(s, weights)


def prospect_in_estimate(s, weights, out):
    """`prospect` for rules that define `estimate` and no `evaluate`."""
    estimate(s, weights, out)
    return out[mover(s)]


def noisy(s, out):
    """Write the moves that must be resolved before a position can be judged, and return how many there are.

    They are some of the legal moves, such as captures. If they are all of them, the mover has no quiet choice.
    """
    return 0


def key(s):
    """A 64-bit number that is equal for positions which are the same to a search."""
    return hash_state(s)


def order(s, move):
    """A static priority of a move: searches try the highest first.

    Above 0: before the killer moves; 0: no opinion, they and the history of cuts decide; below 0: after those.
    """
    return 0.0


def bounds(s):
    """A lower and an upper bound on the payoff of the player to move that can be proved by looking."""
    return -inf, inf


def remaining(s):
    """How many plies the game can still last at most, as far as one can see without searching."""
    return 30_000


def reversible(s):
    """How many of the last plies can be undone by further moves: no position before them can come back."""
    return 30_000


def playout(s, out, dice):
    """A move for a random game, which need not be the likeliest to win but must cost little; -1 if there is none.

    `out` is scratch space for moves, and `below(dice, n)` a random number from 0 to n - 1. Not asked where chance is to
    move or the game is over. Default: `any_move`.
    """
    return any_move(s, out, dice)


def any_move(s, out, dice):
    """One of the legal moves, all equally likely."""
    count = moves(s, out)
    return out[below(dice, count)] if count > 0 else -1


def take_turn(s, player):
    """Make it `player`'s turn, out of order: for searches in which some players miss theirs."""
    raise NotImplementedError


def symmetry(s, image):
    """Turn `s` in place into its image number `image`; used when the rules say how many `symmetries` there are."""


def images():
    """How many images of itself a position has: the rules' `symmetries`."""
    return 1


def image_table():
    """The permutations of the cells, one row per image, of a game that lists its symmetries so."""
    raise NotImplementedError


def permute_cells(s, image):
    """The `symmetry` of a game whose state has a field `cells` and whose `symmetries` are permutations of them."""
    table = image_table()
    old = copy(s)
    for cell in range(table.shape[1]):
        s.cells[table[image, cell]] = old.cells[cell]


def key_of_orbit(s):
    """The default key of a game with symmetries: the smallest hash among the images."""
    least = hash_state(s)
    for image in range(1, images()):
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


def next_player(turn):
    """The player after `turn` in seating order."""
    return (turn + 1) % seats()


def seats():
    """How many players there are."""
    return 2


def again():
    """What a position means that comes again on the path: the rules' `repetition`, as one of the numbers below."""
    return NOTHING


NOTHING, DRAW, LOSS, FORBIDDEN = range(4)


def occurrences():
    """How often a position must have occurred for that: the rules' `occurrences`."""
    return 2


def total():
    """What the payoffs add up to: the rules' `payoff_sum`, or 0 if it varies."""
    return 0.0


def plain_play(s, move):
    """The `play` that the rules wrote, before the turn passes on."""
    raise NotImplementedError


def play_and_pass_turn(s, move):
    """The `play` of a game that leaves the turns to Zermelo."""
    plain_play(s, move)
    s.turn = next_player(s.turn)


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


def note(w, log, event, ply, move, height, alpha, beta, value):
    """Where a search reports what it does. Silent, and free, unless somebody watches: see `search.events`."""
