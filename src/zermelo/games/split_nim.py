"""Split Nim, or Grundy's game: in turn, split one pile into two unequal piles. Who cannot move loses.

`7=1+6` is the move that splits a pile of 7 into 1 and 6; `1-2-4 A` is a position with A to move.
"""

from numpy import int8

from zermelo.core.game import Rules, grid, option

PILE = option("pile", 7, "matches in the pile at the start", low=1, high=100)
MOST = max(PILE - 1, 1)  # piles
SIZES = {str(size): size for size in range(1, PILE + 1)}


def grundy(pile):
    """The Grundy values of piles 0 to `pile` (Grundy 1939): 0 where the mover loses."""
    values = []
    for size in range(pile + 1):
        reached = {values[a] ^ values[size - a] for a in range(1, (size + 1) // 2)}
        values.append(min(set(range(size + 1)) - reached))
    return values


class SplitNim(Rules):
    players, symbols = ("A", "B"), ".o"
    board = grid(PILE, MOST, shape="room", colours=("#a9652b",)) if PILE <= 12 else None
    max_moves = max_plies = PILE  # every split makes one pile more
    solved = 1 if grundy(PILE)[PILE] else -1

    class State:
        piles: (int8, PILE + 1)  # how many there are of each size

    def start(s):
        s.piles[PILE] = 1

    def moves(s, out):
        n = 0
        for size in range(PILE, 2, -1):
            if s.piles[size] > 0:
                for part in range(1, (size + 1) // 2):
                    out[n] = size * 100 + part
                    n += 1
        return n

    def play(s, move):
        size, part = move // 100, move % 100
        s.piles[size] -= 1
        s.piles[part] += 1
        s.piles[size - part] += 1

    def payoff(s, out):
        out[s.turn] = -1
        out[1 - s.turn] = 1

    def remaining(s):
        """A pile lasts longest if single matches are split off, down to two."""
        splits = 0
        for size in range(3, PILE + 1):
            splits += (size - 2) * int(s.piles[size])
        return splits

    def cells(s):
        """A pile in each row."""
        return "".join(("o" * size).ljust(PILE, ".") for size in piles_of(s) + [0] * (MOST - len(piles_of(s))))

    def move_name(s, move):
        size, part = divmod(move, 100)
        return f"{size}={part}+{size - part}"

    def where(s, move):
        """The last match of the smaller part."""
        size, part = divmod(move, 100)
        return [[SplitNim.board.cells[piles_of(s).index(size) * PILE + part - 1].name]] if SplitNim.board else []

    def show(s):
        return f"{'-'.join(map(str, piles_of(s)))} {SplitNim.players[s.turn]}"

    def read(s, text):
        piles, _, mover = text.strip().partition(" ")
        if mover not in SplitNim.players:
            raise ValueError(f"after the piles comes the player to move, A or B, as in {PILE} A")
        for pile in piles.split("-"):
            if pile not in SIZES:
                raise ValueError(f"a pile of {pile} is not from 1 to {PILE}")
            s.piles[SIZES[pile]] += 1
        total = sum(size * int(s.piles[size]) for size in range(PILE + 1))
        if total != PILE:
            raise ValueError(f"the piles add up to {total} instead of {PILE}")
        s.turn = SplitNim.players.index(mover)


def piles_of(s):
    """The sizes of the piles in ascending order."""
    return [size for size in range(1, PILE + 1) for _ in range(s.piles[size])]
