"""Rolit, Othello for two to four players: outflank balls, which turn to your colour; most balls win on the full board.

Red, Yellow, Green and Blue place a ball in turn. All balls of any other colour that lie in an unbroken line between the
new one and another of yours turn to your colour, in all eight directions. You must outflank something if you can; if
not, you place a ball on any empty square that touches another ball, along a side or at a corner. So nobody ever passes,
and nobody is ever out: a colour that has vanished from the board may come back. The game ends when the board is full.
Most balls win, and several winners share the payoff.

As the rules in the box have it, one ball of each of the four colours lies in the centre, however many play: clockwise
from the top left, in the order of turns. With two or three players the other colours belong to nobody; their balls are
outflanked like any others, and win nothing.

A position is the board row by row and the player to move: `..../.RY./.BG./.... R`.
"""

from numpy import uint64

from zermelo.core.game import PAINT, Rules, bit, grid, in_rows, listed, lowest, option, popcount, read_cells
from zermelo.games._discs import beside, geometry, outflanked, outflanking, squares, stable
from zermelo.games._shares import in_shares, most_win

PLAYERS = option("players", 4, "players", low=2, high=4)
SIZE = option("size", 8, "rows and columns", choices=(4, 6, 8))
SQUARES = SIZE * SIZE
COLOURS = ("Red", "Yellow", "Green", "Blue")


LINES = geometry(SIZE)
LOW, HIGH = SIZE // 2 - 1, SIZE // 2
CENTRE = tuple(row * SIZE + column for row, column in ((LOW, LOW), (LOW, HIGH), (HIGH, HIGH), (HIGH, LOW)))
MIDDLE = squares(SIZE, lambda row, column: {row, column} <= {LOW, HIGH})
NONE = uint64(0)
MANY = 6.0  # balls: to turn more is worth trying first


class Rolit(Rules):
    players, symbols = COLOURS[:PLAYERS], "." + "".join(name[0] for name in COLOURS)
    board = grid(SIZE, SIZE, colours=tuple(PAINT[name] for name in COLOURS), background="#cfd4d6")
    max_moves = max_plies = SQUARES - 4
    payoff_range, payoff_sum = (0, 1), 1

    class State:
        balls: (uint64, 4)  # of each colour

    class Data:
        # in balls: a ball, a corner, a ball that can never turn again; and what everybody is credited with per empty
        # square
        weights = (1.0, 6.0, 4.0, 1.0)

    def start(s):
        for colour in range(4):
            s.balls[colour] = bit(CENTRE[colour])

    def moves(s, out):
        mine, balls = s.balls[s.turn], occupied(s)
        able = outflanking(mine, balls ^ mine, LINES)
        return listed(able if able != NONE else beside(balls, LINES), out)

    def play(s, square):
        mine = s.balls[s.turn]
        turned = outflanked(bit(square), mine, occupied(s) ^ mine, LINES)
        for colour in range(4):
            s.balls[colour] &= ~turned
        s.balls[s.turn] |= turned | bit(square)

    def over(s):
        return occupied(s) == LINES.board

    def payoff(s, out):
        for player in range(PLAYERS):
            out[player] = popcount(s.balls[player])
        most_win(out)

    def take_turn(s, player):
        s.turn = player

    def estimate(s, out, weights):
        """Shares of what the players' balls are worth."""
        empty = SQUARES - popcount(occupied(s))
        for player in range(PLAYERS):
            out[player] = worth(s.balls[player], empty, weights)
        in_shares(out)

    def order(s, square):
        """Corners first, then what turns many balls."""
        mine = s.balls[s.turn]
        turned = popcount(outflanked(bit(square), mine, occupied(s) ^ mine, LINES))
        return turned - MANY + (SQUARES if bit(square) & LINES.corners else 0)

    def remaining(s):
        return SQUARES - popcount(occupied(s))

    def cells(s):
        for square in range(SQUARES):
            colours = [name[0] for colour, name in enumerate(COLOURS) if s.balls[colour] & bit(square)]
            yield colours[0] if colours else "."

    def show(s):
        return f"{in_rows(Rolit.board, list(Rolit.cells(s)))} {Rolit.players[s.turn][0]}"

    def read(s, text):
        values, s.turn = read_cells(Rolit.board, Rolit.symbols, text, [name[0] for name in Rolit.players])
        for square, value in enumerate(values):
            if value:
                s.balls[value - 1] |= bit(square)
        balls, joined = occupied(s), MIDDLE
        if MIDDLE & ~balls:
            raise ValueError("the four squares in the centre are never empty")
        while more := beside(joined, LINES) & balls:
            joined |= more
        if apart := balls & ~joined:
            raise ValueError(f"the ball on {Rolit.board.cells[lowest(apart)].name} was placed apart from the others")


def occupied(s):
    return s.balls[0] | s.balls[1] | s.balls[2] | s.balls[3]


def worth(balls, empty, weights):
    """What the balls of a player are worth, while some squares are empty."""
    value = weights[0] * popcount(balls) + weights[3] * empty
    if balls & LINES.corners:
        value += weights[1] * popcount(balls & LINES.corners) + weights[2] * popcount(stable(balls, LINES))
    return value
