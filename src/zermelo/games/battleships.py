"""Battleships: each player hides ships on their own sea, then in turn they shoot at the other's; who sinks all wins.

Ships lie along rows or columns and do not overlap. After a shot both are told whether it hit, and whether it sank a
ship. A's sea is on the left, and the columns of B's, on the right, go on with the next letters. In pictures ships are
numbers, `o` is a miss, `X` a hit and `#` the one that sank a ship. With one ship of two cells on seas of two by two the
game is small enough to solve: it is worth 3/8 to who shoots first. People play `columns=10,rows=10,ships=5-4-3-3-2`.
"""

import numpy as np
from numpy import int8, int16

from zermelo.core.game import Board, Cell, Rules, below, grid, option

COLUMNS = option("columns", 2, "columns of a sea", low=1, high=10)
ROWS = option("rows", 2, "rows of a sea", low=1, high=10)
SHIPS = option("ships", "2", "the lengths of the ships of each player")

if not all(part.isascii() and part.isdecimal() and part[0] != "0" for part in SHIPS.split("-")):
    raise ValueError(f"option ships={SHIPS} must be lengths like 5-4-3-3-2")
LENGTHS = np.array([*map(int, SHIPS.split("-"))], np.int8)
COUNT, SEA, TARGET = len(LENGTHS), COLUMNS * ROWS, int(LENGTHS.sum())
for number, length in enumerate(LENGTHS):  # whatever the others do, a row or a column has room for it
    spots = max(ROWS * (COLUMNS // length), COLUMNS * (ROWS // length))
    if int(LENGTHS[:number].sum()) >= spots:
        raise ValueError(f"option ships={SHIPS} must be ships for which there is always room on {COLUMNS} x {ROWS}")

TWO_SEAS = grid(2 * COLUMNS, ROWS)
ORDER = [row * 2 * COLUMNS + sea * COLUMNS + x for sea in (0, 1) for row in range(ROWS) for x in range(COLUMNS)]
BOARD = Board(
    cells=tuple(Cell(cell.name, cell.x + (cell.x >= COLUMNS), cell.y) for cell in (TWO_SEAS.cells[n] for n in ORDER)),
    pieces="glyphs",
    columns=tuple((name, x + (x >= COLUMNS)) for name, x in TWO_SEAS.columns),
    rows=TWO_SEAS.rows,
    background="#bcd4e6",
)
CELL_NAMES = [cell.name for cell in BOARD.cells]

# Codes: a shot at cell 0, 1... of both seas; then ships: by their first cell, to the right or downwards.
SHOTS = 2 * SEA
MISS, HIT, SUNK = 1, 2, 3
RESULTS = 3 * SHOTS  # what is told: to who is shot at cell and result, from here on to who shoots the result alone
PLACED = RESULTS + 4  # and of a ship nothing else


def reach(cell, down, k):
    """The cell k steps from another, on the same sea."""
    return cell + k * (COLUMNS if down else 1)


def free(s, player, cell, down, length):
    """Whether a ship fits between the shores and no other is in the way."""
    if (cell // COLUMNS + length > ROWS) if down else (cell % COLUMNS + length > COLUMNS):
        return False
    ships = 0
    for k in range(length):
        ships += s.ships[player, reach(cell, down, k)]
    return ships == 0


def chances(s, player, number, cell, down, hit):
    """How likely a ship is to lie there for all that its enemy knows, covering a hit (-1: none); 0 if it cannot.

    Four times as likely for each hit more that it explains: others then have more room.
    """
    length = LENGTHS[number]
    if (down and length == 1) or not free(s, player, cell, down, length):
        return 0
    covers, misses, hits, last, sunk = hit < 0, 0, 0, 0, 0
    for k in range(length):
        spot = reach(cell, down, k)
        result, when = s.results[player, spot], s.when[player, spot]
        covers = covers or spot == hit
        misses += int(result == MISS)
        hits += int(result >= HIT)
        last = max(last, when)
        if result == SUNK:
            sunk = when
    if not covers or misses > 0 or (hit < 0 and hits > 0) or sunk != (last if hits == length else 0):
        return 0
    return 1 << 2 * hits


def lay(s, player, number, cell, down):
    for k in range(LENGTHS[number]):
        s.ships[player, reach(cell, down, k)] = number + 1


def result_of(s, cell):
    """What a shot would do."""
    sea, spot = cell // SEA, cell % SEA
    ship = s.ships[sea, spot]
    if ship == 0:
        return MISS
    for other in range(SEA):
        if other != spot and s.ships[sea, other] == ship and s.results[sea, other] == 0:
            return HIT
    return SUNK


def uncovered(s, player):
    """A hit where no ship lies yet, one that sank a ship if there is any; or -1."""
    found = -1
    for spot in range(SEA):
        result = s.results[player, spot]
        if result >= HIT and s.ships[player, spot] == 0 and (found < 0 or result == SUNK):
            found = spot
    return found


def all_chances(s, player, number, hit):
    """Of all ways in which a ship may lie, together; 0 if it does already."""
    total = 0
    for spot in range(SEA):
        if s.ships[player, spot] == number + 1:
            return 0
        for down in range(2):
            total += chances(s, player, number, spot, down, hit)
    return total


def lie_somehow(s, player, number, hit, choice):
    """Lay a ship in one of these ways."""
    for cell in range(SEA):
        for down in range(2):
            choice -= chances(s, player, number, cell, down, hit)
            if choice < 0:
                lay(s, player, number, cell, down)
                return


class Battleships(Rules):
    players, board, symbols = ("A", "B"), BOARD, ".AB"
    max_moves, max_plies = 2 * SEA, 2 * COUNT + 2 * SEA - 1

    class State:
        when: (int16, (2, SEA))  # each cell was shot at, counting both players' shots from 1; 0: it was not
        ships: (int8, (2, SEA))  # on each player's sea: which ship + 1
        results: (int8, (2, SEA))  # of the shots
        placed: (int8, 2)  # ships
        hits: (int8, 2)  # on each player's ships
        shots: int16
        turn: int8

    def moves(s, out):
        n, number = 0, s.placed[s.turn]
        if number < COUNT:
            for cell in range(SEA):
                for down in range(2 if LENGTHS[number] > 1 else 1):
                    if free(s, s.turn, cell, down, LENGTHS[number]):
                        out[n] = SHOTS + 2 * cell + down
                        n += 1
            return n
        other = 1 - int(s.turn)
        for spot in range(SEA):
            if s.results[other, spot] == 0:
                out[n] = other * SEA + spot
                n += 1
        return n

    def play(s, move):
        if move >= SHOTS:
            lay(s, s.turn, s.placed[s.turn], (move - SHOTS) // 2, (move - SHOTS) % 2)
            s.placed[s.turn] += 1
            if s.placed[s.turn] == COUNT:
                s.turn = 1 - s.turn
            return
        sea, spot = move // SEA, move % SEA
        s.shots += 1
        s.results[sea, spot] = result_of(s, move)
        s.when[sea, spot] = s.shots
        s.hits[sea] += int(s.results[sea, spot] >= HIT)
        s.turn = 1 - s.turn

    def tells(s, move, player):
        if move >= SHOTS:
            return PLACED
        return RESULTS + result_of(s, move) if player == s.turn else 3 * move + result_of(s, move) - 1

    def over(s):
        return s.hits[0] == TARGET or s.hits[1] == TARGET

    def payoff(s, out):
        out[0] = 1 if s.hits[1] == TARGET else -1
        out[1] = -out[0]

    def imagine(s, player, dice):
        other, afloat = 1 - player, -1
        while afloat != 0 or uncovered(s, other) >= 0:  # until all have found a place, and all hits are hits
            for spot in range(SEA):
                s.ships[other, spot] = 0
            afloat = int(s.placed[other])
            while afloat > 0:
                hit, number, total = uncovered(s, other), 0, 0  # ships that were hit come first, whichever they are
                for each in range(s.placed[other]):
                    if hit >= 0 or total == 0:
                        total += all_chances(s, other, each, hit)
                if total == 0:
                    break
                choice = below(dice, total)
                while choice >= all_chances(s, other, number, hit):
                    choice -= all_chances(s, other, number, hit)
                    number += 1
                lie_somehow(s, other, number, hit, choice)
                afloat -= 1

    def move_name(s, move):
        if move < SHOTS:
            return CELL_NAMES[move]
        first, down = divmod(move - SHOTS, 2)
        last = reach(first, down, int(LENGTHS[s.placed[s.turn]]) - 1)
        names = CELL_NAMES[s.turn * SEA :]
        return names[first] if first == last else f"{names[first]}-{names[last]}"

    def told(what, player):
        results = ("", "miss", "hit", "sunk")
        if what >= RESULTS:
            return "" if what == PLACED else results[what - RESULTS]
        return f"{CELL_NAMES[what // 3]}-{results[what % 3 + 1]}"

    def hide(s, player):
        for spot in range(SEA):
            s.ships[1 - player, spot] = 0

    def cells(s):
        def symbol(ship, result):
            return "." if not ship and not result else str(ship) if not result else " oX#"[result]

        return [symbol(int(ship), int(result)) for ship, result in zip(s.ships.ravel(), s.results.ravel(), strict=True)]

    def show(s):
        listed = "".join(Battleships.cells(s))
        rows = [listed[at : at + COLUMNS] for at in range(0, SHOTS, COLUMNS)]
        return f"{'/'.join(rows[:ROWS])} {'/'.join(rows[ROWS:])} {'AB'[s.turn]}"
