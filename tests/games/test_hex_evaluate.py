"""Hex by its distances: how many stones join a player's sides, counted in steps of cells and bridges."""

import random
from math import inf

import numpy as np
import pytest

import zermelo as z
from zermelo import load

NEAR = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))  # clockwise (down, right)


def random_positions(game: z.Game, count: int) -> list[z.Position]:
    rng = random.Random(5)
    found = []
    while len(found) < count:
        position = game.start()
        while not position.over:
            found.append(position)
            position = position.play(rng.choice(list(position.moves)))
    return found[:count]


def mirrored(position: z.Position) -> z.Position:
    """Red and Blue exchanged, and so are rows and columns: the same to the mover, who has the other colour."""
    board, mover = position.text.split()
    rows = board.split("/")
    text = "/".join("".join(row[x] for row in rows) for x in range(len(rows))) + " " + mover
    s = position.game.blank()
    flipped = text.translate(str.maketrans("RB", "BR"))
    place = position.game.rules.play.__globals__["place"]
    for cell, stone in enumerate(flipped.split()[0].replace("/", "")):
        if stone != ".":
            place(s, cell, "RB".index(stone))
    s.turn = "RB".index(flipped[-1])
    return position.game.from_state(s)


def slow_distance(position: z.Position, player: int) -> float:
    """Shortest paths by Bellman and Ford over a graph that is written out: cells, the two sides, steps and bridges."""
    size = len(position.text.split()[0].split("/"))
    stones = dict(zip([(y, x) for y in range(size) for x in range(size)], position.cells, strict=True))
    mine, theirs = ("R", "B") if player == 0 else ("B", "R")
    cost = {cell: inf if stone == theirs else 0 if stone == mine else 1 for cell, stone in stones.items()}

    def side(cell: tuple[int, int]) -> str | None:
        across = cell[player]
        along = cell[1 - player]
        if 0 <= along < size and across in (-1, size):
            return "first" if across == -1 else "second"
        return None

    def place(cell: tuple[int, int]) -> object:
        return cell if cell in stones else side(cell)

    links = []
    for y, x in stones:
        for k in range(6):
            (a, b), (c, d) = NEAR[k], NEAR[(k + 1) % 6]
            links.append(((y, x), place((y + a, x + b))))
            between = [(y + a, x + b), (y + c, x + d)]
            if all(stones.get(cell) == "." for cell in between):
                links.append(((y, x), place((y + a + c, x + b + d))))
    far = dict.fromkeys(stones, inf) | {"first": 0, "second": inf}
    cost |= {"first": 0, "second": 0}
    for _ in range(size * size + 1):
        for one, other in [link for pair in links if pair[1] is not None for link in (pair, pair[::-1])]:
            far[other] = min(far[other], far[one] + cost[other])
    return far["second"]


@pytest.mark.parametrize("size", [1, 2, 4, 5])
def test_distances_are_shortest_paths(size):
    game = load(f"hex:size={size}")
    needed = game.rules.play.__globals__["needed"]
    for position in random_positions(game, 40):
        for player in (0, 1):
            assert needed(position.state, player)[0] == slow_distance(position, player), (position, player)


def test_an_empty_board_is_crossed_by_bridges():
    for size, stones in ((1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (7, 3), (11, 5)):
        game = load(f"hex:size={size}")
        assert game.rules.play.__globals__["needed"](game.start().state, 0)[0] == stones


def test_colours_do_not_matter():
    for position in random_positions(load("hex:size=5"), 60):
        assert mirrored(position).evaluate() == pytest.approx(position.evaluate())


def test_estimates_tell_who_is_ahead():
    game = load("hex:size=5")
    start = game.start()
    nearly = game.position("..R../..R../BBR.B/..R../..... B")
    assert -0.9 < nearly.evaluate() < 0 < start.evaluate() < 0.9
    one_to_go = game.position("..R../..R../BBR.B/B.R../..... R")
    assert start.evaluate() < one_to_go.evaluate() < 0.9


def test_estimates_stay_inside():
    for position in random_positions(load("hex:size=7"), 40):
        assert abs(position.evaluate()) < 0.9


def test_the_greedy_player_beats_the_random_one():
    """One ply and the estimate are enough, with either colour."""
    game, rng = load("hex:size=4"), random.Random(0)
    for number in range(6):
        position = game.start()
        while not position.over:
            after = [position.play(name) for name in position.moves]
            if position.mover == number % 2:
                position = min(after, key=lambda child: -2 if child.over else child.evaluate())
            else:
                position = rng.choice(after)
        assert position.payoff[number % 2] == 1


@pytest.mark.parametrize("swap", ["false", "true"])
def test_order_and_remaining(swap):
    game = load(f"hex:size=5,swap={swap}")
    rng = random.Random(4)
    line = [game.start()]
    while not line[-1].over:
        line.append(line[-1].play(rng.choice(list(line[-1].moves))))
    for ply, position in enumerate(line):
        s = position.state
        assert len(line) - 1 - ply <= game.rule("remaining")(s) <= game.max_plies
        last = {name for name, move in position.moves.items() if game.ask("order", s, move) < 0}
        assert last == {name for name in position.moves if name != "swap" and (name[0] in "ae" or name[1] in "15")}
    with_swap = line[0].play("b2")
    if swap == "true":
        assert game.ask("order", with_swap.state, with_swap.moves["swap"]) == 0
        assert game.rule("remaining")(with_swap.state) == 25


@pytest.mark.parametrize(("spec", "longest"), [("nim:piles=2-3", 5), ("split-nim:pile=9", 7), ("split-nim", 5)])
def test_the_piles_last_so_long(spec, longest):
    game = load(spec)
    assert game.rule("remaining")(game.start().state) == longest == z.survey(game.start(), compiled=False).height
    rng = np.random.default_rng(1)
    position = game.start()
    while not position.over:
        after = position.play(rng.choice(list(position.moves)))
        assert game.rule("remaining")(after.state) < game.rule("remaining")(position.state)
        position = after
