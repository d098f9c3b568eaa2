"""EinStein würfelt nicht: roll a die, move the stone of that number towards the far corner; who gets there first wins.

Each player has six stones, numbered 1 to 6. They begin in opposite corners: Red's at the top left, Blue's at the bottom
right. In turn the players roll a die and move the stone that it shows by one square towards the other corner: Red to
the right, down, or both at once; Blue to the left, up, or both. If that stone is gone, the next lower or the next
higher one that is left moves instead. What stands on the square is taken, even a stone of one's own: the fewer stones,
the more often each may move. Who reaches the far corner wins, and so does who takes the last stone of the other player.
There is always a move, and every move comes closer, so there are no draws. Ingo Althöfer, 2004.

Players may arrange their stones as they like (`start=free`: first Red, then Blue, stone by stone), or leave that to
chance (`start=random`). The default is an `example` of Althöfer's, where Red rolls first. With fewer `stones` the die
has fewer sides, too.

`3-c2` moves stone 3 to c2 and `3xc2` takes what is there; `3c2` is understood too. Numbers on the die that allow the
same moves are one outcome, `3-4`, with their common probability. A position is the board row by row, whose turn it is,
and what the die shows: `R1R6R3../R5R2.../R4...B2/...B3B1/..B4B6B5 R 3`. Before it is rolled, nothing stands there;
while stones are being placed, the word `places`.
"""

import re
from math import sqrt

import numpy as np
from numpy import int8

from zermelo.core.game import CHANCE, PAINT, Rules, grid, in_rows, option

SIZE = option("size", 5, "rows and columns", low=3, high=7)
STONES = option("stones", 6 if SIZE > 3 else 3, "stones of each player, in a triangle", choices=(1, 3, 6))
START = option("start", "example", "who arranges the stones", choices=("example", "random", "free"))
if SIZE == 3 and STONES == 6:
    raise ValueError("six stones of each player need a board of at least 4 rows; size must be larger")
SQUARES, ALL_STONES = SIZE * SIZE, 2 * STONES

# Square row * SIZE + column, rows from the top. Red goes to higher numbers, Blue to lower ones.
RED, BLUE = 0, 1
GONE = -1  # where a stone is that was taken, or is still to be placed
OVER = -1  # what the die shows then
STEPS = ((1, SIZE, SIZE + 1), (-1, -SIZE, -SIZE - 1))  # across, down (for Blue up), both
GOAL = (SQUARES - 1, 0)


def corners():
    """By player: the squares of the triangle where the stones begin, row by row."""
    edge = {1: 1, 3: 2, 6: 3}[STONES]
    red = [square for square in range(SQUARES) if sum(divmod(square, SIZE)) < edge]
    return red, sorted(SQUARES - 1 - square for square in red)


HOME = np.array(corners(), np.int64)
EXAMPLE = {1: ("1", "1"), 3: ("123", "321"), 6: ("163524", "231465")}[STONES]
ARRANGED = np.array([[int(number) - 1 for number in numbers] for numbers in EXAMPLE])
AWAY = np.array(  # by player and square: columns and rows to the far corner
    [[(abs(goal - square) % SIZE, abs(goal - square) // SIZE) for square in range(SQUARES)] for goal in GOAL]
)
DISTANCE = AWAY.max(axis=2)  # in moves
MOST_STEPS = int(sum(AWAY[RED, square].sum() - 1 for square in HOME[RED]))  # of a player who stops short of the corner


class EinStein(Rules):
    players = ("Red", "Blue")
    board = grid(SIZE, SIZE, notes=("die",), colours=(PAINT["Red"], PAINT["Blue"]))
    max_moves = 6
    max_plies = ALL_STONES + 2 * (2 * MOST_STEPS + 1)  # see `remaining`

    class State:
        squares: (int8, (2, STONES))  # of each player's stones
        placed: int8  # stones, of both players
        die: int8  # 0: to be rolled
        turn: int8

    class Data:
        # Of being near the corner, how much of it is left with every move of distance, and of the turn: fitted to the
        # results of 20,000 games between one-move searches on 5x5. The number of stones says nothing more.
        weights = (2.0, 0.5, 0.07)

    def start(s):
        for player in range(2):
            for place in range(STONES):
                s.squares[player, place] = GONE
        if START == "example":
            for player in range(2):
                for place in range(STONES):
                    s.squares[player, ARRANGED[player, place]] = HOME[player, place]
            s.placed = ALL_STONES

    def mover(s):
        if s.placed < ALL_STONES:
            return CHANCE if START == "random" else s.turn
        return CHANCE if s.die == 0 else s.turn

    def moves(s, out):
        if s.placed < ALL_STONES:
            return list_unplaced(s, out)
        lower, upper = movable(s, s.turn, s.die)
        n = list_steps(s, lower, out, 0)
        return n if lower == upper else list_steps(s, upper, out, n)

    def chance(s, out, probs):
        if s.placed < ALL_STONES:
            n = list_unplaced(s, out)
            for i in range(n):
                probs[i] = 1 / n
            return n
        n = 0
        for number in range(1, STONES + 1):
            if not same_as_before(s, number):
                out[n] = number
                n += 1
            probs[n - 1] = (number - out[n - 1] + 1) / STONES
        return n

    def play(s, move):
        if s.placed < ALL_STONES:
            s.squares[s.turn, move] = HOME[s.turn, s.placed % STONES]
            s.placed += 1
            s.turn = BLUE if STONES <= s.placed < ALL_STONES else RED
        elif s.die == 0:
            s.die = move
        else:
            step(s, move // 3, move % 3)

    def over(s):
        return s.die == OVER

    def payoff(s, out):
        out[1 - s.turn] = 1  # whoever moved last
        out[s.turn] = -1

    def remaining(s):
        """Rolls and moves: after all steps that stop short of the far corner, a player's next step reaches it."""
        mine, theirs = steps_short(s, s.turn), steps_short(s, 1 - s.turn)
        return ALL_STONES - s.placed + 2 * min(2 * mine + 1, 2 * theirs + 2) - (s.die > 0)

    def order(s, move):
        """By how near it comes to the corner; rather with a stone of the other player taken than with one's own."""
        if s.placed < ALL_STONES:
            return 0.0
        end = s.squares[s.turn, move // 3] + STEPS[s.turn][move % 3]
        priority = float(SIZE - DISTANCE[s.turn, end])
        for stone in range(STONES):
            if s.squares[1 - s.turn, stone] == end:
                priority += 0.5
            elif s.squares[s.turn, stone] == end:
                priority -= 0.5
        return priority

    def estimate(s, out, weights):
        """How near the stones are that the die may choose; and whether the mover can win at once."""
        if s.placed < ALL_STONES:
            out[RED] = out[BLUE] = 0.0
            return
        sure = entering(s)
        margin = weights[0] * (prospects(s, s.turn, weights) - prospects(s, 1 - s.turn, weights)) + weights[2]
        out[s.turn] = sure + (1 - sure) * margin / sqrt(1 + margin * margin)
        out[1 - s.turn] = -out[s.turn]

    def cells(s):
        for square in range(SQUARES):
            here = [f"{'RB'[p]}{n + 1}" for p in range(2) for n in range(STONES) if s.squares[p, n] == square]
            yield here[0] if here else "."
        doing = "places" if s.placed < ALL_STONES else f"rolled {s.die}" if s.die else "to roll"
        yield "" if s.die == OVER else f"{'RB'[s.turn]} {doing}"

    def move_name(s, move):
        if s.placed < ALL_STONES:
            return str(move + 1)
        if s.die == 0:
            last = move
            while last < STONES and same_as_before(s, last + 1):
                last += 1
            return str(move) if last == move else f"{move}-{last}"
        end = s.squares[s.turn, move // 3] + STEPS[s.turn][move % 3]
        return f"{move // 3 + 1}{'x' if end in s.squares else '-'}{EinStein.board.cells[end].name}"

    def where(s, move):
        if s.placed < ALL_STONES:
            return []
        start = s.squares[s.turn, move // 3]
        return [[EinStein.board.cells[square].name for square in (start, start + STEPS[s.turn][move % 3])]]

    def read_move(s, text):
        if s.placed < ALL_STONES:
            return int(text) - 1
        if s.die == 0:
            number = int(text)
            while 1 < number <= STONES and same_as_before(s, number):
                number -= 1
            return number
        text = text.lower().lstrip("rb").replace("x", "").replace("-", "")
        stone, end = int(text[0]) - 1, [cell.name for cell in EinStein.board.cells].index(text[1:])
        return 3 * stone + STEPS[s.turn].index(end - s.squares[s.turn, stone])

    def show(s):
        shown = " places" if s.placed < ALL_STONES else f" {s.die}" if s.die > 0 else ""
        return f"{in_rows(EinStein.board, list(EinStein.cells(s)))} {'RB'[s.turn]}{shown}"

    def read(s, text):
        words = text.split()
        if len(words) not in (2, 3) or words[1] not in ("R", "B"):
            raise ValueError("expected the board, whose turn it is (R or B), and perhaps the number on the die")
        read_board(s, words[0])
        s.turn, s.die, s.placed = "RB".index(words[1]), 0, ALL_STONES
        if words[2:] == ["places"]:
            read_placed(s)
            return
        read_turn(s)
        if len(words) == 3:
            if s.die == OVER:
                raise ValueError("the game is over, and no die is rolled")
            if words[2] not in map(str, range(1, STONES + 1)):
                raise ValueError(f"the die shows a number from 1 to {STONES}, not {words[2]!r}")
            s.die = EinStein.read_move(s, words[2])


def movable(s, player, number):
    """The stones that a number on the die lets a player move: the one of that number, or the next lower and higher.

    If it is one stone, it is both of them. Stones count from 0, the die from 1.
    """
    lower = upper = number - 1
    while lower >= 0 and s.squares[player, lower] == GONE:
        lower -= 1
    while upper < STONES and s.squares[player, upper] == GONE:
        upper += 1
    if lower < 0:
        lower = upper
    if upper == STONES:
        upper = lower
    return lower, upper


def same_as_before(s, number):
    """Whether a number on the die lets the same stones move as the number before it."""
    return number > 1 and movable(s, s.turn, number) == movable(s, s.turn, number - 1)


def list_steps(s, stone, out, n):
    """Write the steps of a stone of the mover from `out[n]` on; returns how many are written in all."""
    columns, rows = AWAY[s.turn, s.squares[s.turn, stone]]
    for way in range(3):
        if (columns > 0 or way == 1) and (rows > 0 or way == 0):
            out[n] = 3 * stone + way
            n += 1
    return n


def list_unplaced(s, out):
    """Write the stones that are to be placed by the mover; returns how many."""
    n = 0
    for stone in range(STONES):
        if s.squares[s.turn, stone] == GONE:
            out[n] = stone
            n += 1
    return n


def step(s, stone, way):
    """Move a stone, take what is there, and end the turn or the game."""
    end = s.squares[s.turn, stone] + STEPS[s.turn][way]
    left = 0
    for other in range(STONES):
        if s.squares[s.turn, other] == end:
            s.squares[s.turn, other] = GONE
        if s.squares[1 - s.turn, other] == end:
            s.squares[1 - s.turn, other] = GONE
        left += s.squares[1 - s.turn, other] != GONE
    s.squares[s.turn, stone] = end
    s.die = OVER if end == GOAL[s.turn] or left == 0 else 0
    s.turn = 1 - s.turn


def steps_short(s, player):
    """How many steps the stones of a player can make before one of them must enter the far corner."""
    steps = 0
    for stone in range(STONES):
        square = s.squares[player, stone] if s.placed == ALL_STONES else HOME[player, stone]
        if square != GONE:
            steps += AWAY[player, square, 0] + AWAY[player, square, 1] - 1
    return steps


def nearest(s, player, number):
    """How many moves from the far corner the nearest stone is that a number on the die lets a player move."""
    lower, upper = movable(s, player, number)
    return min(DISTANCE[player, s.squares[player, lower]], DISTANCE[player, s.squares[player, upper]])


def entering(s):
    """The probability that the mover can enter the far corner now; the die may be rolled already."""
    if s.die > 0:
        return 1.0 if nearest(s, s.turn, s.die) == 1 else 0.0
    numbers = 0
    for number in range(1, STONES + 1):
        numbers += nearest(s, s.turn, number) == 1
    return numbers / STONES


def prospects(s, player, weights):
    """The average, over the numbers on the die, of what the nearest stone is worth that may move."""
    value = 0.0
    for number in range(1, STONES + 1):
        worth = 1.0
        for _ in range(nearest(s, player, number) - 1):
            worth *= weights[1]
        value += worth
    return value / STONES


def read_board(s, text):
    """Read the squares of all stones."""
    s.squares[:] = GONE
    rows = [re.findall(r"[A-Z]\d*|.", row) for row in text.split("/")]
    if [len(row) for row in rows] != [SIZE] * SIZE:
        raise ValueError(f"expected {SIZE} rows of {SIZE} squares, with a slash between rows")
    for square, symbol in enumerate(symbol for row in rows for symbol in row):
        name = EinStein.board.cells[square].name
        if symbol in (".", "-", "_"):
            continue
        if not re.fullmatch(f"[RB][1-{STONES}]", symbol):
            raise ValueError(f"{symbol!r} on {name} is no stone: they are R1 to R{STONES} and B1 to B{STONES}")
        player, stone = "RB".index(symbol[0]), int(symbol[1]) - 1
        if s.squares[player, stone] != GONE:
            raise ValueError(f"two stones {symbol}")
        s.squares[player, stone] = square


def read_turn(s):
    """Is the game over? Then it is the turn of the player who lost."""
    reached = [GOAL[player] in s.squares[player] for player in range(2)]
    left = [int((s.squares[player] != GONE).sum()) for player in range(2)]
    if reached[s.turn] or left[1 - s.turn] == 0:
        raise ValueError(f"{EinStein.players[s.turn]} has won already, and is not to move")
    if reached[1 - s.turn] or left[s.turn] == 0:
        s.die = OVER


def read_placed(s):
    """How many stones are placed?"""
    s.placed = int((s.squares != GONE).sum())
    if START == "example":
        raise ValueError("stones are placed in games with start=random or start=free only")
    if s.placed == ALL_STONES or sorted(s.squares[s.squares != GONE]) != sorted(HOME.ravel()[: s.placed]):
        raise ValueError("stones are placed row by row in the corners, first Red's, then Blue's")
    if any(square != GONE and square not in HOME[player] for player in range(2) for square in s.squares[player]):
        raise ValueError("stones of a player are placed in the other one's corner")
    if s.turn != s.placed // STONES:
        raise ValueError(f"it is {EinStein.players[s.placed // STONES]} who places the next stone")
