"""English draughts, or checkers: men go forwards, kings both ways; captures are forced; who cannot move has lost.

Black moves first. A piece captures by jumping over a neighbour of the other colour onto the free square behind it, and
jumps on as long as it can: all that is one move. Any capture may be chosen, not only the longest. A man that reaches
the far row is crowned, and its move ends. The game is drawn after `quiet` plies without a capture or a move of a man.
"""

import re

from numpy import int8, int16, int64, uint64

from zermelo.core.game import Board, Cell, Rules, bit, lowest, option, popcount, read_cells

QUIET = option("quiet", 80, "plies without a capture or a move of a man that make a draw", low=1, high=1000)

# Square n is bit n - 1. Black starts at the top and goes down, White goes up; rows count from 0 at the top.
#       1     2     3     4      row 0
#    5     6     7     8         row 1
#       9    10    11    12
#   13    14    15    16
#      17    18    19    20
#   21    22    23    24
#      25    26    27    28
#   29    30    31    32         row 7


def squares(wanted):
    """The set of squares for which wanted(row, column) holds, where column runs from 0 to 3."""
    return uint64(sum(1 << n for n in range(32) if wanted(*divmod(n, 4))))


NONE, ONE = uint64(0), uint64(1)
NEAR = 32  # plies before a draw for quietness that a search may reach it
THREE, FOUR, FIVE = uint64(3), uint64(4), uint64(5)
ALL = squares(lambda row, column: True)
EVEN = squares(lambda row, column: row % 2 == 0)  # rows that begin with a light square
ODD = squares(lambda row, column: row % 2 == 1)
EVEN_BUT_LAST = squares(lambda row, column: row % 2 == 0 and column < 3)  # there is a step to the right
ODD_BUT_FIRST = squares(lambda row, column: row % 2 == 1 and column > 0)  # there is a step to the left
KING_ROW = (squares(lambda row, column: row == 7), squares(lambda row, column: row == 0))
START = (squares(lambda row, column: row < 3), squares(lambda row, column: row > 4))
CENTRE = squares(lambda row, column: 2 <= row <= 5 and column in (1, 2))
BRIDGE = (bit(0) | bit(2), bit(31) | bit(29))  # two men who keep the other side from crowning


def place(square):
    """Where a square is drawn."""
    row, column = divmod(square, 4)
    return Cell(str(square + 1), 2 * column + 1 - row % 2, row)


class Draughts(Rules):
    players, symbols = ("Black", "White"), ".bwBW"
    board = Board(  # each row is labelled with its first square
        cells=tuple(place(square) for square in range(32)),
        rows=tuple((str(4 * row + 1), float(row)) for row in range(8)),
    )
    # At most 12 kings make 48 steps. Jumps of two rows and two columns join the squares in four families of eight, and
    # no choice of pieces (all were tried) allows more than 17 ways to capture within one.
    max_moves = 68
    repetition, occurrences = "draw", 3
    solved = 0  # Schaeffer et al., Checkers is solved, Science 317 (2007)

    class State:
        pieces: (uint64, 2)
        kings: uint64  # of both players
        quiet: int16  # plies since a man moved or a piece was taken
        turn: int8

    class Data:
        # in men: a man, a king, a man on its first row, the bridge, a free step of a man, a king in the centre
        weights = (1.0, 1.4, 0.1, 0.3, 0.05, 0.1)

    def start(s):
        s.pieces[0] = START[0]
        s.pieces[1] = START[1]

    def moves(s, out):
        n = captures(s, out)
        return n if n > 0 else steps(s, out)

    def play(s, move):
        start, end, taken = decode(move)
        man = s.kings & start == NONE
        s.pieces[s.turn] = (s.pieces[s.turn] & ~start) | end
        s.pieces[1 - s.turn] &= ~taken
        s.kings &= ~(start | taken)
        if not man or end & KING_ROW[s.turn]:
            s.kings |= end
        s.quiet = 0 if man or taken != NONE else s.quiet + 1
        s.turn = 1 - s.turn

    def over(s):
        return s.quiet >= QUIET or not can_move(s)

    def payoff(s, out):
        lost = 0 if can_move(s) else 1
        out[s.turn] = -lost
        out[1 - s.turn] = lost

    def key(s):
        """The same however long it has been quiet, until the end of that is near enough to be seen by a search.

        With the whole count, endings of kings took up to 5.6 times the nodes. What is found NEAR plies deep or less is
        right all the same; deeper, a table may pass on a value from where there was more time. No search calls such a
        value exact: where positions repeat only `paths=true` is, which tells apart what came before, and so how much.
        """
        return mixed(pieces_and_turn(s) ^ uint64(max(s.quiet - (QUIET - NEAR), 0)))

    def identity(s):
        return pieces_and_turn(s)

    def reversible(s):
        return s.quiet

    def noisy(s, out):
        return captures(s, out)

    def order(s, move):
        """Captures by the number of pieces taken; a new king is worth one more."""
        start, end, taken = decode(move)
        crowned = start & ~s.kings != NONE and end & KING_ROW[s.turn] != NONE
        return popcount(taken) + (1.0 if crowned else 0.0)

    def evaluate(s, weights):
        """A margin in men counts for more the fewer pieces are left."""
        margin = strength(s, s.turn, weights) - strength(s, 1 - s.turn, weights)
        return 0.9 * margin / (abs(margin) + 0.2 * popcount(s.pieces[0] | s.pieces[1]))

    def cells(s):
        black, white = s.pieces
        for square in range(32):
            symbol = "b" if black & bit(square) else "w" if white & bit(square) else "."
            yield symbol.upper() if s.kings & bit(square) else symbol

    def move_name(s, move):
        """`11-15` or `15x22`, and the whole path where different captures begin and end on the same squares."""
        start, end = ends_of(move)
        if not decode(move)[2]:
            return f"{start}-{end}"
        alike = [other for other in legal(s) if ends_of(other) == [start, end]]
        path = next(paths(s, move)) if len(alike) > 1 and move in alike else [start, end]
        return "x".join(map(str, path))

    def where(s, move):
        return [next(paths(s, move), ends_of(move))]

    def read_move(s, text):
        """The start and end, or all squares on the way: 15x31, 15x22x31, 15-31, 15 31."""
        given = [int(number) for number in re.split(r"[-x:\s]+", text.lower())]
        found = [move for move in legal(s) if ends_of(move) == [given[0], given[-1]]]
        if len(given) > 2:
            found = [move for move in found if given in paths(s, move)]
        [move] = found  # a ValueError if there is none, or more than one
        return move

    def show(s):
        """Portable Draughts Notation, B:W21,22,K30:B1,2,K3, with the quiet plies, if any, as H12."""
        symbols = list(Draughts.cells(s))
        sides = [f"{player}{','.join(listed(symbols, player))}" for player in "WB"]
        quiet = [f"H{s.quiet}"] if s.quiet else []
        return ":".join(["BW"[s.turn], *sides, *quiet])

    def read(s, text):
        """What `show` writes, with ranges such as B1-12; or a diagram of the 32 squares and B or W to move."""
        if ":" in text:
            read_notation(s, text)
        else:
            values, s.turn = read_cells(Draughts.board, Draughts.symbols, text, "BW")
            for square, value in enumerate(values):
                if value:
                    put(s, square + 1, (value - 1) % 2, king=value > 2)
        for player in range(2):
            count = popcount(s.pieces[player])
            if count > 12:
                raise ValueError(f"{Draughts.players[player]} has {count} pieces, more than 12")


def step(squares, direction):
    """The squares one step away: 0 down to the left, 1 down to the right, 2 up to the left, 3 up to the right.

    Black's men go in directions 0 and 1, White's in 2 and 3; 3 - direction leads back.
    """
    if direction == 0:
        return ((squares & EVEN) << FOUR | (squares & ODD_BUT_FIRST) << THREE) & ALL
    if direction == 1:
        return ((squares & EVEN_BUT_LAST) << FIVE | (squares & ODD) << FOUR) & ALL
    if direction == 2:
        return (squares & EVEN) >> FOUR | (squares & ODD_BUT_FIRST) >> FIVE
    return (squares & EVEN_BUT_LAST) >> THREE | (squares & ODD) >> FOUR


def first(squares):
    """The lowest of some squares."""
    return squares & ~(squares - ONE)


def empty_squares(s):
    return ALL & ~(s.pieces[0] | s.pieces[1])


def going(s, player, direction):
    """The pieces of a player that may go in a direction."""
    return s.pieces[player] if direction // 2 == player else s.pieces[player] & s.kings


def can_move(s):
    empty = empty_squares(s)
    for direction in range(4):
        if step(going(s, s.turn, direction), direction) & empty:
            return True
    return capturing(s) != NONE


def steps(s, out):
    """Write the moves to a neighbouring square."""
    empty = empty_squares(s)
    n = 0
    for direction in range(4):
        ends = step(going(s, s.turn, direction), direction) & empty
        while ends != NONE:
            end = first(ends)
            out[n] = encode(step(end, 3 - direction), end, NONE)
            n += 1
            ends ^= end
    return n


def capturing(s):
    """The pieces of the mover that can capture."""
    empty, theirs = empty_squares(s), s.pieces[1 - s.turn]
    found = NONE
    for direction in range(4):
        taken = step(empty, 3 - direction) & theirs
        found |= step(taken, 3 - direction) & going(s, s.turn, direction)
    return found


def captures(s, out):
    """Write the captures."""
    pieces = capturing(s)
    n = 0
    while pieces != NONE:
        piece = first(pieces)
        n = jump_on(s, piece, piece, NONE, out, n)
        pieces ^= piece
    return n


def jump_on(s, start, here, taken, out, n):
    """Write the captures of the piece from `start` that has jumped to `here`; returns how many there are by now.

    Two ways around the same pieces to the same end are one move. Pieces taken may stay on the board until the end: no
    jump lands on a square that another jump of the same move crosses. A man on the last row finds no way forwards.
    """
    empty, theirs = empty_squares(s) | start, s.pieces[1 - s.turn] & ~taken
    ended = True
    for direction in range(4):
        if going(s, s.turn, direction) & start:
            over = step(here, direction) & theirs
            end = step(over, direction) & empty
            if end != NONE:
                n = jump_on(s, start, end, taken | over, out, n)
                ended = False
    if ended:
        move = encode(start, here, taken)
        for k in range(n):
            if out[k] == move:
                return n
        out[n] = move
        n += 1
    return n


# A move is the bit numbers of its start and its end, 5 bits each, then the squares taken as a set of bits. A piece from
# an even row can only take on squares 6-8, 14-16 and 22-24, one from an odd row on 9-11, 17-19 and 25-27: shifted down
# to bit 0, either set has 19 bits, so that a move has 29.


def encode(start, end, taken):
    square = lowest(start)
    return square | lowest(end) << 5 | int64(taken >> first_taken(square)) << 10


def decode(move):
    """The start, the end, and the squares taken, as sets of squares."""
    square = move & 31
    return bit(square), bit(move >> 5 & 31), uint64(move >> 10) << first_taken(square)


def first_taken(start):
    """The lowest bit on which a piece from bit `start` may take."""
    return uint64(8 if start & 4 else 5)


def pieces_and_turn(s):
    h = mixed(s.pieces[0] | s.pieces[1] << uint64(32))
    return mixed(h ^ (s.kings | uint64(s.turn) << uint64(32)))


def mixed(h):
    """Every bit of the result depends on every bit of `h`."""
    h = (h ^ h >> uint64(32)) * uint64(0xD6E8FEB86659FD93)
    h = (h ^ h >> uint64(32)) * uint64(0xD6E8FEB86659FD93)
    return h ^ h >> uint64(32)


def strength(s, player, weights):
    """What a player's pieces are worth, in men."""
    men, kings = s.pieces[player] & ~s.kings, s.pieces[player] & s.kings
    empty, forwards = empty_squares(s), 2 * player
    free_steps = popcount(step(men, forwards) & empty) + popcount(step(men, forwards + 1) & empty)
    bridge = men & BRIDGE[player] == BRIDGE[player]
    return (
        weights[0] * popcount(men)
        + weights[1] * popcount(kings)
        + weights[2] * popcount(men & KING_ROW[1 - player])
        + weights[3] * (1.0 if bridge else 0.0)
        + weights[4] * free_steps
        + weights[5] * popcount(kings & CENTRE)
    )


# --- text, in plain Python --------------------------------------------------------------------------------------------


def legal(s):
    out = [0] * Draughts.max_moves
    return out[: Draughts.moves(s, out)]


def ends_of(move):
    """The numbers of the squares where a move starts and ends."""
    return [(move & 31) + 1, (move >> 5 & 31) + 1]


def paths(s, move):
    """All ways to make a capture, as lists of the numbers of squares."""
    start, end, taken = decode(move)

    def onwards(path, here, left):
        if here == end and not left:
            yield path
        for direction in range(4):
            over = step(here, direction) & left & step(empty_squares(s) | start, 3 - direction)
            if over and going(s, s.turn, direction) & start:
                after = step(over, direction)
                yield from onwards([*path, lowest(after) + 1], after, left & ~over)

    return onwards([lowest(start) + 1], start, taken)


def listed(symbols, player):
    """A player's pieces: 21, 22, K30."""
    for square, symbol in enumerate(symbols, start=1):
        if symbol.upper() == player:
            yield f"{'K' if symbol == player else ''}{square}"


def read_notation(s, text):
    """B:W21,22,K30:B1-4,K9:H12; the number of the move, as F7, is allowed and has no effect."""
    mover, *parts = re.sub(r"\s", "", text).upper().split(":")
    fields = {part[:1]: part[1:] for part in parts}
    if mover not in ("B", "W") or not {"B", "W"} <= set(fields) <= set("BWHF") or len(fields) < len(parts):
        raise ValueError("expected the player to move and the squares of both, as in B:W21,22,K30:B1,2,K3")
    quiet = fields.get("H", "0")
    if not quiet.isdecimal() or int(quiet) > QUIET:
        raise ValueError(f"the quiet plies after H are a number up to {QUIET}, not {quiet!r}")
    s.turn, s.quiet = "BW".index(mover), int(quiet)
    for player in range(2):
        for item in filter(None, fields["BW"[player]].split(",")):
            found = re.fullmatch(r"(K?)(\d+)(?:-(\d+))?", item)
            if not found:
                raise ValueError(f"{item!r} is neither a square, 1-32, nor a king, K1-K32, nor a range such as 1-12")
            for square in range(int(found[2]), int(found[3] or found[2]) + 1):
                put(s, square, player, king=bool(found[1]))


def put(s, square, player, *, king):
    """Place a piece where it can stand."""
    if not 1 <= square <= 32:
        raise ValueError(f"there is no square {square}; they are 1-32")
    if (s.pieces[0] | s.pieces[1]) & bit(square - 1):
        raise ValueError(f"two pieces on square {square}")
    if not king and KING_ROW[player] & bit(square - 1):
        raise ValueError(f"a man of {Draughts.players[player]} cannot stand on square {square}: it would be a king")
    s.pieces[player] |= bit(square - 1)
    if king:
        s.kings |= bit(square - 1)
