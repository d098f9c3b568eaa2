"""Positions that come again: a draw, a loss or forbidden; in the search as by definition, with all else on or off."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy import int8, int16, uint64

import naive
import zermelo as z
from zermelo.core.primitives import mix
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.table import Table
from zermelo.search.driver import Search, run

POLICIES = ("draw", "loss", "forbidden")
ROOMS, FLOORS = 5, 3


class Maze(z.Rules):
    """Rooms with doors to anywhere on the same floor, and trapdoors to the one below, from where no way leads back.

    All is drawn by a hash of the seed, which is part of the state: all mazes with one policy share their code.
    """

    players = ("A", "B")
    max_moves, max_plies = 3, 64

    class State:
        seed: uint64
        room: int8
        floor: int8
        turn: int8
        steps: int16  # since the last trapdoor

    def start(s):
        s.seed = 1

    def moves(s, out):
        for door in range(3):
            out[door] = door
        return 1 + drawn(s, 10) % 3

    def play(s, door):
        again = drawn(s, 20 + door) % 4 == 0
        falls = drawn(s, 30 + door) % 5 == 0 and s.floor < FLOORS
        s.room = drawn(s, 40 + door) % ROOMS
        s.turn = s.turn if again else 1 - s.turn
        s.floor = s.floor + 1 if falls else s.floor
        s.steps = 0 if falls else s.steps + 1

    def over(s):
        return drawn(s, 1) % 6 == 0 and s.room + s.floor > 0

    def payoff(s, out):
        out[0] = (1, -1, 1, -1, 0)[drawn(s, 2) % 5]
        out[1] = -out[0]

    def evaluate(s):
        return (drawn(s, 3) % 17 - 8) / 10

    def reversible(s):
        return s.steps

    def key(s):
        return place(s)


def place(s):
    return mix(s.seed, uint64(int(s.room) + 10 * int(s.floor) + 100 * int(s.turn)))


def drawn(s, purpose):
    """A number that depends on the place and who is to move there, and on what it is for."""
    return int(mix(place(s), uint64(purpose)) % uint64(60))


@cache
def maze(policy: str) -> z.Game:
    return z.Game(type("Maze", (Maze,), {"repetition": policy}))


def maze_position(policy: str, seed: int) -> z.Position:
    s = maze(policy).blank()
    s.seed = seed
    return maze(policy).from_state(s)


def walk(position: z.Position, rng: random.Random, most: int) -> list[z.Position]:
    """Some random moves, in circles too; the last position is not over."""
    played = [position]
    for _ in range(rng.randint(0, most)):
        after = played[-1].play(rng.choice(played[-1].codes))
        if after.over:
            break
        played.append(after)
    return played


def found(position: z.Position, height: int, past: Sequence[z.Position] = (), lines: int = 1, **options: Any) -> Any:
    """The values of the best lines, with the distance of wins."""
    search = Search(position, z.methods["alphabeta"], Limit(depth=height), past=past, lines=lines)
    run(search, options)
    return [value for _, value, _ in search.lines]


def random_options(oracle: naive.FullWidth, rng: random.Random) -> dict[str, Any]:
    switches = ("deepening", "aspiration", "pvs", "order", "killers", "history")
    chosen: dict[str, Any] = {name: rng.random() < 0.5 for name in switches}
    chosen["table"] = 0 if oracle.capped else rng.choice((0, 0.0001, 0.1))
    chosen["threads"] = rng.choice((1, 2)) if chosen["table"] else 1
    chosen["fail"] = rng.choice(("soft", "hard"))
    chosen |= {name: getattr(oracle, name) for name in ("bounds", "quick", "extensions")}
    return chosen | {"deeper": False, "paths": True}


def check(played: list[z.Position], height: int, rng: random.Random) -> None:
    """One position with all before it: the value of the best move, and of every move."""
    *past, position = played
    oracle = naive.FullWidth(position.game, quick=rng.random() < 0.5, bounds=rng.random() < 0.5)
    oracle.extensions = rng.random() < 0.3
    value = oracle.value(position, height, past)
    by_move = sorted(oracle.move_values(position, height, past).values(), reverse=True)
    for _ in range(3):
        options = random_options(oracle, rng)
        where = (position, past, height, options)
        assert found(position, height, past, **options) == ([value] if by_move else []), where
        assert found(position, height, past, lines=3, **options) == by_move, where


@pytest.mark.parametrize("policy", POLICIES)
def test_mazes(policy):
    rng = random.Random(policy)
    for seed in range(40):
        played = walk(maze_position(policy, seed), rng, 12)
        for height in (1, 2, 3, 5 if seed % 4 == 0 else 4):
            check(played, height, rng)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_kept_table_does_not_mix_up_paths(policy):
    """One table for many walks through one maze: the same positions, with other positions behind them."""
    rng = random.Random(policy)
    for seed in range(8):
        table = Table(0.1)
        for _ in range(8):
            *past, position = walk(maze_position(policy, seed), rng, 8)
            oracle = naive.FullWidth(position.game)
            by_move = sorted(oracle.move_values(position, 4, past).values(), reverse=True)
            for lines in (3, 1):
                options = {"quick": False, "extensions": False, "deeper": False, "paths": True, "table": table}
                assert found(position, 4, past, lines, **options) == by_move[:lines], (position, past)


# --- tug of war ------------------------------------------------------------------------------------------------------


END = 30  # plies: no game of tug in which nothing comes again is longer


def tug(policy: str, heaves: int = 1) -> z.Game:
    return z.load(f"tug:repetition={policy},heaves={heaves}")


def all_positions(game: z.Game) -> list[z.Position]:
    """Every position of tug as if nothing had been before it."""
    found: dict[int, z.Position] = {}
    waiting = [game.start()]
    while waiting:
        s = waiting.pop().state
        s.pulls = 0
        position = game.from_state(s)
        if not position.over and position.key not in found:
            found[position.key] = position
            waiting += naive.after(position)
    return list(found.values())


@pytest.mark.parametrize("policy", POLICIES)
def test_tug_from_everywhere_to_the_end(policy):
    for position in all_positions(tug(policy, heaves=2)):
        value = naive.FullWidth(position.game).value(position, END)
        answers = [
            analyse(position, limit=Limit(depth=END), paths=True),
            analyse(position, limit=Limit(depth=END), table=0),
            analyse(position, limit=Limit(depth=END), plain=True),
        ]
        assert [(found.value, found.exact) for found in answers] == [(value, True)] * 3, position
        for move in position.moves:
            check([position, position.play(move)], 6, random.Random(move))


@pytest.mark.parametrize(("policy", "value"), [("draw", 0), ("loss", 1), ("forbidden", -1)])
def test_the_first_position(policy, value):
    """S1 -> S2 -> S1: a draw; or Right must not play it, and loses, or is glad of it. See the rules of tug."""
    start = tug(policy).start()
    found = analyse(start, limit=Limit(depth=END), paths=True)
    assert (found.value, found.exact) == (value, True)
    if policy == "draw":
        assert found.pv == ("pull", "pull")
        assert start.play("pull").play("pull").key == start.key


@pytest.mark.parametrize(("policy", "fresh", "after_s1"), [("draw", 0, 0), ("loss", 1, -1), ("forbidden", 1, 1)])
def test_the_past_matters(policy, fresh, after_s1):
    """Right to pull in S2. If the game began here, Right may pull to S1; if it came from S1, that repeats it."""
    s1 = tug(policy).start()
    s2 = s1.play("pull")
    options = {"limit": Limit(depth=END), "paths": True}
    assert analyse(s2, **options).value == fresh
    found = analyse(s2, past=[s1], **options)
    assert found.value == after_s1
    by_move = {line.move: line.value for line in analyse(s2, past=[s1], lines=2, **options).lines}
    assert by_move["heave"] == {"draw": 0, "loss": -1, "forbidden": 1}[policy]
    assert by_move.get("pull") == {"draw": 0, "loss": -1}.get(policy)  # forbidden: it is not among the moves


def test_no_move_is_left():
    """With no heaves, all that Right could do is to pull back, which is forbidden: the knot is stuck in his half."""
    s1 = tug("forbidden").position("......o.. Left 0-0 0")
    s2 = s1.play("pull")
    for lines in (1, 3):
        found = analyse(s2, past=[s1], lines=lines, limit=Limit(depth=5))
        assert (found.move, found.value, found.values, found.exact) == (None, 1, (-1, 1), True)


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_before_an_irreversible_move_counts(policy):
    """The same keys as in `test_the_past_matters`, but S2 says that a heave led to it: S1 does not count."""
    s1 = tug(policy).start()
    s2 = tug(policy).position(".....o... Right 1-1 0")
    assert s2.key == s1.play("pull").key
    for lines in (1, 2):
        options = {"limit": Limit(depth=END), "paths": True, "lines": lines}
        assert analyse(s2, past=[s1], **options).value == analyse(s2, **options).value
        assert analyse(s2, past=[s1], **options).lines == analyse(s2, **options).lines


def test_a_plain_table_may_be_wrong():
    """The graph-history interaction: the table takes a value over to a path where other positions would come again.

    Left loses here. A stored value of a position further on, found on another path, makes it look like a win, and even
    like a proven one. With `paths`, or without a table, the truth comes out.
    """
    position = tug("loss", heaves=3).position(".....o... Left 2-3 0")
    assert naive.FullWidth(position.game).value(position, END) == -1
    assert analyse(position, limit=Limit(depth=END), paths=True).value == -1
    assert analyse(position, limit=Limit(depth=END), table=0).value == -1
    assert analyse(position, limit=Limit(depth=END), extensions=True).value == 1


class Hop(z.Rules):
    """A token hops along five cells, one step either way, for ever."""

    players, repetition = ("A", "B"), "draw"
    max_moves, max_plies = 2, 40
    symmetries = np.array([[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])

    class State:
        cells: (int8, 5)
        turn: int8

    def start(s):
        s.cells[0] = 1

    def moves(s, out):
        n = 0
        for step in (-1, 1):
            out[n] = step
            n += 0 <= place_of_token(s) + step < 5
        return n

    def play(s, step):
        place = place_of_token(s)
        s.cells[place] = 0
        s.cells[place + step] = 1
        s.turn = 1 - s.turn

    def over(s):
        return False

    def payoff(s, out):
        out[0] = out[1] = 0

    def evaluate(s):
        return -0.5

    def move_name(s, step):
        return "left" if step < 0 else "right"


def place_of_token(s):
    place = 0
    for cell in range(5):
        if s.cells[cell] == 1:
            place = cell
    return place


def test_mirror_images_are_not_repetitions():
    """From one end to the other: the last position is the mirror image of the first, and not a draw."""
    line = [z.Game(Hop).start()]
    for _ in range(4):
        line.append(line[-1].play("right"))
    assert line[4].key == line[0].key
    assert not z.History(line[4], line[:4]).over
    assert z.History(line[3].play("left"), line[:4]).reason == "repetition (draw)"
    found = analyse(line[3], past=line[:3], lines=2, limit=Limit(depth=1), compiled=False)
    assert {each.move: each.value for each in found.lines} == {"right": 0.5, "left": 0}
