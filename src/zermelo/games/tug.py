"""Tug of war: in turn, pull the knot one square towards you, or once in the game two; at your end of the rope you win.

Left pulls first, so the knot starts nearer to the end of Right. A pull is undone by the pull that answers it: from the
first position S1 Left pulls to S2, from where Right could pull back to S1. What a position that comes again means
(`repetition`) decides who wins:
- draw: the game ends there, and neither has anything better. S1 is worth 0.
- loss: who brings it about loses. So Right must heave now, Left pulls, and Right has only the pull back. S1 is worth 1.
- forbidden: it must not be brought about. Right heaves, Left pulls, and Right cannot move: the knot is stuck, and
  belongs to the half of the rope where it is, which is the half of Right. S1 is worth -1.

A heave, the move of two squares, is never undone: positions before it cannot come again. `......o.. Left 1-1 0` is a
position: the rope, who is to pull, the heaves that Left and Right have kept, the pulls since the last heave.
"""

from numpy import int8, int32, uint64

from zermelo.core.game import Rules, grid, option, read_cells

REPETITION = option(
    "repetition", "draw", "what a position that comes again means", choices=("draw", "loss", "forbidden")
)
HEAVES = option("heaves", 1, "times that each player may heave", low=0, high=9)
SQUARES, MIDDLE, START = 9, 4, 6
PULL, HEAVE = 1, 2  # a move is the number of squares that it moves the knot


class Tug(Rules):
    players, symbols = ("Left", "Right"), ".o"
    board = grid(SQUARES, 1, labels=[str(abs(square - MIDDLE)) for square in range(SQUARES)], colours=("#c8553d",))
    max_moves, max_plies = 2, 40
    repetition = REPETITION
    solved = {"draw": 0, "loss": 1, "forbidden": -1}[REPETITION] if HEAVES <= 1 else None

    class State:
        pulls: int32  # since the last heave
        knot: int8  # its square, from the left
        heaves: (int8, 2)  # that each player has kept

    def start(s):
        s.knot = START
        s.heaves[0] = s.heaves[1] = HEAVES

    def moves(s, out):
        out[0] = PULL
        out[1] = HEAVE
        return 2 if s.heaves[s.turn] > 0 else 1

    def play(s, squares):
        towards = squares if s.turn == 1 else -squares
        s.knot = min(max(s.knot + towards, 0), SQUARES - 1)
        if squares == HEAVE:
            s.heaves[s.turn] -= 1
            s.pulls = 0
        else:
            s.pulls += 1

    def over(s):
        return s.knot == 0 or s.knot == SQUARES - 1

    def payoff(s, out):
        """The knot belongs to the half where it is: at the end of the rope, or wherever it is stuck."""
        out[0] = 1 if s.knot < MIDDLE else -1 if s.knot > MIDDLE else 0
        out[1] = -out[0]

    def reversible(s):
        return s.pulls

    def key(s):
        """All but the pulls: they say how we got here, not where we are."""
        return uint64(int(s.knot) + 10 * int(s.heaves[0]) + 100 * int(s.heaves[1]) + 1000 * int(s.turn))

    def cells(s):
        return ("o" if square == s.knot else "." for square in range(SQUARES))

    def move_name(s, squares):
        return "heave" if squares == HEAVE else "pull"

    def show(s):
        return f"{''.join(Tug.cells(s))} {Tug.players[s.turn]} {s.heaves[0]}-{s.heaves[1]} {s.pulls}"

    def read(s, text):
        if len(text.split()) != 4:
            raise ValueError("rope, player, heaves and pulls are needed, as in ......o.. Left 1-1 0")
        rope, player, heaves, pulls = text.split()
        values, s.turn = read_cells(Tug.board, Tug.symbols, f"{rope} {player}", Tug.players)
        if values.count(1) != 1:
            raise ValueError(f"{values.count(1)} knots instead of one")
        s.knot = values.index(1)
        s.heaves[:] = [int(left) for left in heaves.split("-")]
        if not 0 <= min(s.heaves) <= max(s.heaves) <= HEAVES:
            raise ValueError(f"heaves {heaves} must be from 0-0 to {HEAVES}-{HEAVES}")
        if not pulls.isdecimal():
            raise ValueError(f"the pulls since the last heave are {pulls}, not a number")
        s.pulls = int(pulls)
