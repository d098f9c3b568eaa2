"""Chinese Checkers: step and hop across a star; who first fills the corner opposite wins.

Two to six players, clockwise. Each starts with a corner full of pieces. A move takes one piece a step to a hole beside
it, or hops over a neighbouring piece of any colour into the hole right behind, and on over others as long as one likes.
Holes must be empty to be entered; nothing is captured. A chain of hops may not end where it began, and all that begin
and end alike are one move. Who has no move passes: that is a move too, `pass`.

Two players sit opposite each other, three in every other corner, four in two pairs of opposite corners. Of five, the
last to move has nobody opposite. The first player sits at the bottom.

A corner is filled when all its holes are, with its new owner's pieces. Who stays at home can prevent that;
`filled=any` asks for one piece of the new owner only, whoever has the others and whoever fills it, and so ends games
early in which somebody stays at home. A piece that has come to its goal may move in there, but not stop outside again
(`leave`); it may stop in the corners of others (`corners`). After `plies` the smallest distance left wins, in steps
from a player's pieces to the tip of the goal, all added up; equal ones share. `board=small`, with 73 holes and 6
pieces each, is the one of many papers on search.

Rows are lettered from the top, holes numbered from the left: `d1-f3` is a move, by step or by hops. A position is the
rows of the board, who is to move, and the plies played.
"""

import re

import numpy as np
from numpy import int8, int16, int64, uint64

from zermelo.core.game import PAINT, Rules, below, in_rows, lowest, mix, option, read_cells, star
from zermelo.games._shares import most_win

PLAYERS = option("players", 6, "players", low=2, high=6)
BOARD = option("board", "star", "121 holes and 10 pieces each, or 73 and 6", choices=("star", "small"))
FILLED = option("filled", "own", "what fills a goal: its owner's pieces only, or any, one of them its owner's",
                choices=("own", "any"))  # fmt: skip
LEAVE = option("leave", False, "whether a piece may leave its goal again")
CORNERS = option("corners", "all", "the corners in which a piece may stop: all, or its own two", choices=("all", "own"))
CAP = option("plies", 100 * PLAYERS, "plies after which the smallest distance left wins", low=1, high=5000)

ARM = {"star": 4, "small": 3}[BOARD]  # rows of a corner
PIECES = ARM * (ARM + 1) // 2
# Corners are numbered clockwise from the bottom.
HOME = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 3, 4, 5), 6: (0, 1, 2, 3, 4, 5)}[PLAYERS]
GOAL = tuple((home + 3) % 6 for home in HOME)
NAMES = ("Black", "White", "Red", "Yellow", "Green", "Purple")[:PLAYERS]
STAR = star(ARM, colours=tuple(PAINT[name] for name in NAMES))
HOLES = len(STAR.cells)
PASS = 0  # from hole 0 to itself
NEAR = 32  # plies before the last one that a search may reach it
DRAWN = 8  # moves of which a random game plays the one that leads furthest

# Where a hole lies: steps to the right of the centre, and steps down to the right.
#        0,-1    1,-1
#   -1,0     0,0     1,0
#       -1,1     0,1
WAYS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
PLACE = [(int(cell.x - cell.y / 2 - ARM / 2), int(cell.y - 2 * ARM)) for cell in STAR.cells]
HOLE_AT = {place: hole for hole, place in enumerate(PLACE)}
TIPS = [HOLE_AT[ARM * x, ARM * y] for x, y in ((-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1), (1, 1))]


def beyond(hole, way, steps=1):
    """The hole so many steps away, or None."""
    (x, y), (right, down) = PLACE[hole], WAYS[way]
    return HOLE_AT.get((x + steps * right, y + steps * down))


def steps_between(one, other):
    x, y = (a - b for a, b in zip(PLACE[one], PLACE[other], strict=True))
    return max(abs(x), abs(y), abs(x + y))


CORNER = np.full(HOLES, -1)  # in which a hole lies, or -1
for corner, tip in enumerate(TIPS):
    CORNER[[steps_between(hole, tip) < ARM for hole in range(HOLES)]] = corner
OWNER = np.array([GOAL.index(corner) if corner in GOAL else -1 for corner in CORNER])  # the player whose goal it is
DISTANCE = np.array([[steps_between(hole, TIPS[goal]) for hole in range(HOLES)] for goal in GOAL])  # to the goal's tip
ARRIVED = int(DISTANCE[0, OWNER == 0].sum())  # of a player's pieces when all are in the goal


def may_stop(player, start, end):
    """Whether a piece may stop in a hole, as far as corners are concerned."""
    if not LEAVE and CORNER[start] == GOAL[player] != CORNER[end]:
        return False
    return CORNERS == "all" or CORNER[end] in (-1, HOME[player], GOAL[player])


# Hops go by two steps: a piece that hops stays on every other hole of every other row, and passes over holes that are
# not among them. So the board falls into four families of holes. Each is a word with STRIDE bits to a row, in which a
# hop shifts a piece by as many bits wherever it stands.
STRIDE = (3 * ARM + 2) // 2
FAMILY = np.array([x % 2 + 2 * (y % 2) for x, y in PLACE])
INDEX = np.array([x // 2 + STRIDE * (y // 2) for x, y in PLACE])
INDEX -= INDEX.min()
BIT = uint64(1) << INDEX.astype(uint64)
HOLE = np.zeros((4, 64), int64)
HOLE[FAMILY, INDEX] = np.arange(HOLES)
LARGEST = max(np.bincount(FAMILY))


def words(wanted):
    """For each family, the set of its holes that are wanted."""
    sets = np.zeros(4, uint64)
    for hole in range(HOLES):
        if wanted(hole):
            sets[FAMILY[hole]] |= BIT[hole]
    return sets


def stepping(player, way):
    """The holes from which a player's piece may step that way."""
    return words(lambda hole: (end := beyond(hole, way)) is not None and may_stop(player, hole, end))


def stops(player, start):
    """Where a player's piece may stop after hops, as a set of its own family."""
    return words(lambda end: may_stop(player, start, end))[FAMILY[start]]


NONE, ONE = uint64(0), uint64(1)
# by player and family; by hole and way; by player, way and family; by way and family; by player and hole
GOALS = np.array([words(lambda hole, player=player: OWNER[hole] == player) for player in range(PLAYERS)])
STEP = np.array([[beyond(hole, way) or 0 for way in range(6)] for hole in range(HOLES)])
STEPS = np.array([[stepping(player, way) for way in range(6)] for player in range(PLAYERS)])
HOPS = np.array([words(lambda hole, way=way: beyond(hole, way, 2) is not None) for way in range(6)])
STOPS = np.array([[stops(player, start) for start in range(HOLES)] for player in range(PLAYERS)])
# by way and family: the family of the neighbours, and by how many bits they come later in it than their holes
NEXT = np.array([[(f + x) % 2 + 2 * ((f // 2 + y) % 2) for f in range(4)] for x, y in WAYS])
AFTER = np.array([[(f % 2 + x) // 2 + STRIDE * ((f // 2 + y) // 2) for f in range(4)] for x, y in WAYS])
HOP = np.array([x + STRIDE * y for x, y in WAYS])
HASH = np.random.default_rng(1883).integers(1 << 63, size=(PLAYERS, HOLES), dtype=uint64)  # of a piece in a hole


class ChineseCheckers(Rules):
    players = NAMES
    board = STAR
    payoff_range, payoff_sum = (0, 1), 1
    max_moves = PIECES * (6 + LARGEST - 1)  # no piece has more than all steps and all other holes of its family
    max_plies = CAP

    class State:
        pieces: (uint64, (PLAYERS, 4))
        occupied: (uint64, 4)
        hash: uint64
        distance: (int16, PLAYERS)  # of all pieces, to the tip of the goal
        plies: int16
        winner: int8  # 0: nobody yet, 1: the first player...

    class Data:
        # Added to the distance left: the larger, the less a lead is worth. It and the power in `standing` are a
        # compromise from a coarse grid, over 15,000 games of 2 to 6 players who go as far as they can, give or take a
        # few steps.
        weights = (12.0,)

    def start(s):
        for player in range(PLAYERS):
            for hole in range(HOLES):
                if CORNER[hole] == HOME[player]:
                    put(s, player, hole)

    def moves(s, out):
        return list_moves(s, out)

    def play(s, move):
        if move != PASS:
            player, start, end = s.turn, move // HOLES, move % HOLES
            toggle(s, player, start)
            toggle(s, player, end)
            s.distance[player] += DISTANCE[player, end] - DISTANCE[player, start]
            if OWNER[end] >= 0 and filled(s, OWNER[end]):
                s.winner = OWNER[end] + 1
        s.plies += 1

    def over(s):
        return s.winner > 0 or s.plies >= CAP

    def payoff(s, out):
        """To the winner; after the last ply, to whoever has the smallest distance left."""
        for player in range(PLAYERS):
            out[player] = s.winner == player + 1 if s.winner > 0 else -s.distance[player]
        most_win(out)

    def take_turn(s, player):
        s.turn = player

    def remaining(s):
        return 0 if s.winner > 0 else CAP - s.plies

    def key(s):
        """The same however many plies were played, until a search can reach the last."""
        late = max(int(s.plies) - (CAP - NEAR), 0)
        return mix(s.hash, uint64(8 * late + int(s.turn)))

    def order(s, move):
        """The last piece home; then what leads further ahead than a step, which is worth nothing."""
        steps = ahead(s, move)
        return 100.0 if s.distance[s.turn] - steps == ARRIVED else steps - 1.0

    def estimate(s, out, weights):
        """Shares in proportion to how near everybody is."""
        total = 0.0
        for player in range(PLAYERS):
            out[player] = standing(s, player, weights)
            total += out[player]
        for player in range(PLAYERS):
            out[player] = share(out[player], total)

    def playout(s, out, dice):
        """The best of a few moves that are drawn: who moves at random never arrives.

        The best of all leaves too little to chance: even with every eighth move any, the second of two players wins two
        games of three on the star.
        """
        count = list_moves(s, out)
        move = out[below(dice, count)]
        for _ in range(DRAWN - 1):
            other = out[below(dice, count)]
            if ahead(s, other) > ahead(s, move):
                move = other
        return move

    def cells(s):
        pieces = s.pieces
        for hole in range(HOLES):
            owners = [name for name, sets in zip(NAMES, pieces, strict=True) if sets[FAMILY[hole]] & BIT[hole]]
            yield owners[0][0] if owners else "."

    def show(s):
        return f"{in_rows(STAR, list(ChineseCheckers.cells(s)))} {NAMES[s.turn][0]} {s.plies}"

    def read(s, text):
        """What `show` writes; without the number, no plies were played."""
        *parts, last = text.split()
        if parts and last.isdecimal():
            if int(last) > CAP:
                raise ValueError(f"{last} plies instead of at most {CAP}")
            s.plies, text = int(last), " ".join(parts)
        symbols = "." + "".join(name[0] for name in NAMES)
        values, s.turn = read_cells(STAR, symbols, text)
        for hole, value in enumerate(values):
            if value:
                put(s, value - 1, hole)
        for player, name in enumerate(NAMES):
            if values.count(player + 1) != PIECES:
                raise ValueError(f"{name} has {values.count(player + 1)} pieces instead of {PIECES}")
        winners = [player for player in range(PLAYERS) if filled(s, player)]
        if len(winners) > 1:
            raise ValueError(f"the goals of {NAMES[winners[0]]} and {NAMES[winners[1]]} are both filled")
        s.winner = winners[0] + 1 if winners else 0

    def move_name(s, move):
        start, end = divmod(move, HOLES)
        return "pass" if move == PASS else f"{STAR.cells[start].name}-{STAR.cells[end].name}"

    def read_move(s, text):
        """The hole where it begins and the one where it ends: d1-f3, d1f3, d1 f3."""
        if text.lower() == "pass":
            return PASS
        names = [cell.name for cell in STAR.cells]
        [(start, end)] = re.findall(r"^([a-z]\d+)[-\s]*([a-z]\d+)$", text.lower())  # a ValueError if it is neither
        return names.index(start) * HOLES + names.index(end)


def toggle(s, player, hole):
    """Put a piece into a hole, or take it out."""
    family, here = FAMILY[hole], BIT[hole]
    s.pieces[player, family] ^= here
    s.occupied[family] ^= here
    s.hash ^= HASH[player, hole]


def put(s, player, hole):
    """Set up a piece."""
    toggle(s, player, hole)
    s.distance[player] += DISTANCE[player, hole]


def ahead(s, move):
    """How many steps nearer to the goal's tip a move brings the mover's piece."""
    return DISTANCE[s.turn, move // HOLES] - DISTANCE[s.turn, move % HOLES]


def list_moves(s, out):
    """The rule `moves`, which `playout` needs too."""
    player, occupied = s.turn, s.occupied
    n = 0
    for family in range(4):
        pieces = s.pieces[player, family]
        if pieces != NONE:
            beside = neighbours(occupied, family)
            n = list_steps(player, family, pieces, beside, out, n)
            n = list_hops(player, family, pieces, room(occupied[family], family, beside), out, n)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


def neighbours(occupied, family):
    """For each way, the holes of a family with a piece beside them."""
    return (
        shifted(occupied[NEXT[0, family]], -AFTER[0, family]),
        shifted(occupied[NEXT[1, family]], -AFTER[1, family]),
        shifted(occupied[NEXT[2, family]], -AFTER[2, family]),
        shifted(occupied[NEXT[3, family]], -AFTER[3, family]),
        shifted(occupied[NEXT[4, family]], -AFTER[4, family]),
        shifted(occupied[NEXT[5, family]], -AFTER[5, family]),
    )


def room(pieces, family, beside):
    """For each way, the holes of a family from which a hop leads over a piece to an empty hole."""
    return (
        HOPS[0, family] & beside[0] & ~shifted(pieces, -HOP[0]),
        HOPS[1, family] & beside[1] & ~shifted(pieces, -HOP[1]),
        HOPS[2, family] & beside[2] & ~shifted(pieces, -HOP[2]),
        HOPS[3, family] & beside[3] & ~shifted(pieces, -HOP[3]),
        HOPS[4, family] & beside[4] & ~shifted(pieces, -HOP[4]),
        HOPS[5, family] & beside[5] & ~shifted(pieces, -HOP[5]),
    )


def list_steps(player, family, pieces, beside, out, n):
    """Write the steps of a player's pieces; returns how many moves there are by now."""
    for way in range(6):
        able = pieces & STEPS[player, way, family] & ~beside[way]
        while able != NONE:
            start = HOLE[family, lowest(able)]
            out[n] = start * HOLES + STEP[start, way]
            n += 1
            able &= able - ONE
    return n


def list_hops(player, family, pieces, hops, out, n):
    """Write where hops lead a player's pieces; returns how many moves there are by now."""
    able = pieces & (hops[0] | hops[1] | hops[2] | hops[3] | hops[4] | hops[5])
    while able != NONE:
        start = HOLE[family, lowest(able)]
        able &= able - ONE
        ends = reached(BIT[start], hops) & STOPS[player, start]
        while ends != NONE:
            out[n] = start * HOLES + HOLE[family, lowest(ends)]
            n += 1
            ends &= ends - ONE
    return n


def reached(piece, hops):
    """Where a piece can get by hops."""
    seen, last = piece, piece
    while last != NONE:
        ends = NONE
        for way in range(6):
            ends |= shifted(last & hops[way], HOP[way])
        last = ends & ~seen
        seen |= last
    return seen ^ piece


def shifted(word, by):
    """To higher bits, or to lower ones if negative."""
    return word << uint64(by) if by >= 0 else word >> uint64(-by)


def filled(s, player):
    """Whether the goal of a player is filled."""
    own = NONE
    for family in range(4):
        goal = GOALS[player, family]
        pieces = s.pieces[player, family] if FILLED == "own" else s.occupied[family]
        if goal & ~pieces:
            return False
        own |= goal & s.pieces[player, family]
    return own != NONE


def standing(s, player, weights):
    """What the distance left of a player is worth."""
    near = 1 / (s.distance[player] - ARRIVED + weights[0])
    cube = near * near * near
    return cube * cube


def share(part, total):
    """A part of the payoff: never nothing, and never all of it."""
    return 0.05 / PLAYERS + 0.95 * part / total
