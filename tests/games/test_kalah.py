"""Kalah against a slow and obvious Kalah, published results and open_spiel's mancala."""

import random
from functools import cache, partial

import numpy as np
import pytest

import zermelo as z
from naive import random_game
from zermelo import Problem, load


class Naive:
    """Kalah with a list of seeds for each player's pits, as one would explain it to a child."""

    def __init__(self, pits: int, seeds: int, empty_capture: bool = False) -> None:
        self.pits, self.empty_capture = pits, empty_capture
        self.rows, self.stores, self.turn = [[seeds] * pits, [seeds] * pits], [0, 0], 0

    def moves(self) -> list[int]:
        return [] if self.over() else [pit for pit in range(self.pits) if self.rows[self.turn][pit]]

    def over(self) -> bool:
        return not any(self.rows[0]) or not any(self.rows[1])

    def play(self, pit: int) -> None:
        me, other = self.turn, 1 - self.turn
        round_trip = [(me, pit) for pit in range(self.pits)] + ["store"] + [(other, pit) for pit in range(self.pits)]
        hand, self.rows[me][pit] = self.rows[me][pit], 0
        while hand:
            pit = (pit + 1) % len(round_trip)
            hand -= 1
            if round_trip[pit] == "store":
                self.stores[me] += 1
            else:
                row, place = round_trip[pit]
                self.rows[row][place] += 1
        if round_trip[pit] == "store":
            return
        row, place = round_trip[pit]
        facing = self.pits - 1 - place
        if row == me and self.rows[me][place] == 1 and (self.rows[other][facing] or self.empty_capture):
            self.stores[me] += 1 + self.rows[other][facing]
            self.rows[me][place] = self.rows[other][facing] = 0
        self.turn = other

    def margin(self) -> int:
        return self.stores[0] + sum(self.rows[0]) - self.stores[1] - sum(self.rows[1])

    def text(self) -> str:
        south, north = (",".join(map(str, [*self.rows[p], self.stores[p]])) for p in range(2))
        return f"{south}/{north} {'SN'[self.turn]}"


@cache
def future(rows: tuple[tuple[int, ...], tuple[int, ...]], empty_capture: bool = False) -> int:
    """By plain minimax: how many more seeds the mover, whose row is first, will get than the other player."""
    best = None
    for pit in range(len(rows[0])):
        if rows[0][pit]:
            game = Naive(len(rows[0]), 0, empty_capture)
            game.rows = [list(rows[0]), list(rows[1])]
            if game.over():
                break
            game.play(pit)
            mine, theirs = map(tuple, game.rows)
            after = future((mine, theirs), empty_capture) if game.turn == 0 else -future((theirs, mine), empty_capture)
            value = game.stores[0] + after
            best = value if best is None else max(best, value)
    return sum(rows[0]) - sum(rows[1]) if best is None else best


def value_of(position: z.Position) -> int:
    """The value for the player to move, by plain minimax."""
    rows = [list(map(int, row.split(","))) for row in position.text.split()[0].split("/")]
    mine, theirs = rows if position.mover == 0 else rows[::-1]
    capture = position.game.options["empty_capture"].value
    return mine[-1] - theirs[-1] + future((tuple(mine[:-1]), tuple(theirs[:-1])), capture)


def test_the_rules_keep_their_promises():
    for spec in ("kalah:pits=1,seeds=10", "kalah:pits=2,seeds=1", "kalah:pits=10,seeds=10", "kalah:empty_capture=true"):
        z.check_game(load(spec), games=1, compiled=False)


def test_start():
    start = load("kalah").start()
    assert str(start) == (
        "  f e d c b a\n"
        "  4 4 4 4 4 4\n"
        "0             0\n"
        "  4 4 4 4 4 4\n"
        "  A B C D E F\n"
        "South to move"
    )  # fmt: skip
    assert start.text == "4,4,4,4,4,4,0/4,4,4,4,4,4,0 S"
    assert list(start.moves) == ["A", "B", "C", "D", "E", "F"]


def test_a_seed_in_the_store_gives_another_move():
    position = load("kalah").start().play("C")
    assert (position.text, position.mover) == ("4,4,0,5,5,5,1/4,4,4,4,4,4,0 S", 0)
    position = position.play("F")
    assert (position.text, position.mover) == ("4,4,0,5,5,0,2/5,5,5,5,4,4,0 N", 1)
    assert position.play("b").mover == 1


def test_capture():
    game = load("kalah:pits=3,seeds=3")
    assert game.position("1,0,2,3/4,2,1,5 S").play("A").text == "0,0,2,6/4,0,1,5 N"
    assert game.position("2,2,2,3/1,0,3,5 N").play("a").text == "2,0,2,3/0,0,3,8 S"
    # nothing opposite: the seed stays, or goes to the store
    assert game.position("1,0,2,3/6,0,1,5 S").play("A").text == "0,1,2,3/6,0,1,5 N"
    taking = load("kalah:pits=3,seeds=3,empty_capture=true")
    assert taking.position("1,0,2,3/6,0,1,5 S").play("A").text == "0,0,2,4/6,0,1,5 N"
    # once around the board into the pit the seeds came from
    assert game.position("7,0,1,3/1,1,1,4 S").play("A").text == "0,1,2,7/2,2,0,4 N"


def test_sowing_leaves_out_the_other_store():
    game = load("kalah:pits=2,seeds=4")
    assert game.position("1,4,2/2,4,3 S").play("B").text == "2,0,3/3,5,3 N"
    assert game.position("0,6,1/2,4,3 S").play("B").text == "1,1,3/3,5,3 S"


def test_the_end():
    """Seeds that are left belong to the player on whose side they are, even if that player made the last move."""
    game = load("kalah:pits=3,seeds=3")
    over = game.position("0,0,1,7/2,0,3,5 S").play("C")
    assert over.over
    assert over.payoff == (8 - 10, 10 - 8)
    assert "North wins" in over.status
    assert game.position("0,0,0,9/0,0,0,9 N").payoff == (0, 0)


@pytest.mark.parametrize(
    ("pits", "seeds", "empty_capture"), [(6, 4, False), (6, 4, True), (3, 10, False), (1, 3, True), (10, 10, False)]
)
def test_random_games_agree_with_the_slow_rules(pits, seeds, empty_capture):
    game = load(f"kalah:pits={pits},seeds={seeds},empty_capture={str(empty_capture).lower()}")
    twice = 0
    for seed in range(10):
        rng = random.Random(seed)
        position, naive = game.start(), Naive(pits, seeds, empty_capture)
        while not naive.over():
            assert position.text == naive.text()
            assert [position.moves[name] % (pits + 1) for name in position.moves] == naive.moves()
            before, pit = naive.turn, rng.choice(naive.moves())
            naive.play(pit)
            position = position.play(position.move_name(pit + before * (pits + 1)))
            twice += position.mover == before and not position.over
        assert position.over
        assert position.payoff == (naive.margin(), -naive.margin())
        assert len(position.data) <= 48
    assert twice or pits == 1


# --- values ----------------------------------------------------------------------------------------------------------

SMALL = [(1, 1), (1, 5), (1, 6), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1)]


@pytest.mark.parametrize("variant", ["", ",empty_capture=true"])
@pytest.mark.parametrize(("pits", "seeds"), SMALL)
def test_small_boards(pits, seeds, variant):
    game = load(f"kalah:pits={pits},seeds={seeds}{variant}")
    assert value_of(game.start()) == game.rules.solved
    if pits * seeds <= 4:
        assert z.solve(game.start(), compiled=False).value == game.rules.solved


def test_known_values():
    assert [load(f"kalah:pits=2,seeds={n}").rules.solved for n in range(1, 5)] == [2, -2, -2, -10]
    assert [load(f"kalah:pits=3,seeds={n}").rules.solved for n in range(1, 5)] == [0, 4, 2, 2]
    assert load("kalah").rules.solved == 8
    assert load("kalah:pits=7").rules.solved is None
    # Irving, Donkers & Uiterwijk 2000: wins, draws and losses by pits, for 1 to 6 seeds; and the margins for 6 pits
    signs = {1: "D-+-+D", 2: "+---++", 3: "D++++-", 4: "+++++D", 5: "DD+++"}
    for pits, row in signs.items():
        found = [load(f"kalah:pits={pits},seeds={n + 1},empty_capture=true").rules.solved for n in range(len(row))]
        assert "".join("+" if v > 0 else "-" if v < 0 else "D" for v in found) == row
    assert [load(f"kalah:seeds={n},empty_capture=true").rules.solved for n in range(1, 6)] == [2, 10, 2, 10, 12]


@pytest.mark.long
def test_solving():
    game = load("kalah:pits=4,seeds=3,empty_capture=true")
    found = z.solve(game.start())
    assert found.value == game.rules.solved
    position = game.start()
    for name in found.pv:
        position = position.play(name)
    assert not position.over or position.payoff[0] == found.value


@pytest.mark.parametrize("spec", ["kalah:pits=3,seeds=2", "kalah:pits=2,seeds=4,empty_capture=true"])
def test_bounds_hold(spec):
    game = load(spec)
    for seed in range(20):
        for position in random_game(game, seed):
            low, high = game.ask("bounds", position.state)
            assert low <= value_of(position) <= high
            if not position.over:
                assert low <= position.evaluate() <= high


@pytest.mark.parametrize(
    ("text", "order", "noisy"),
    [
        ("3,0,1,3/4,2,1,4 S", {"A": 7, "C": 9}, "AC"),  # both end in the store
        ("1,0,2,3/4,2,1,5 S", {"A": 4, "C": 3}, "A"),  # A captures 2
        ("1,0,2,3/6,0,1,5 S", {"A": 1, "C": 3}, ""),  # there is nothing to capture
        ("1,2,2,3/1,0,4,5 N", {"a": 4, "c": 3}, "a"),
    ],
)
def test_another_move_comes_first_then_captures(text, order, noisy):
    position = load("kalah:pits=3,seeds=3").position(text)
    rank, out = partial(position.game.ask, "order"), np.zeros(3, np.int32)
    assert {name: rank(position.state, move) for name, move in position.moves.items()} == order
    count = position.game.rule("noisy")(position.state, out)
    assert [position.move_name(move) for move in out[:count]] == list(noisy)


# --- notation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4,4,4,4,4,4,0/4,4,4,4,4,4,0", "expected 6 pits and the store of South, then of North"),
        ("4,4,4,4,4,0/4,4,4,4,4,4,0,4 S", "expected 6 pits and the store of South, then of North: 4,4,4,4,4,4,0/4"),
        ("4,4,4,4,4,4,0/4,4,4,4,4,4,1 S", "49 seeds instead of 48"),
        ("4,4,4,4,4,4,0/4,4,4,4,4,x,4 S", "a pit holds a whole number of seeds"),
        ("4,4,4,4,4,4,0/4,4,4,4,4,-4,8 S", "a pit holds a whole number of seeds"),
        ("4,4,4,4,4,4,0/4,4,4,4,4,4,0 W", "the player to move is S or N, not 'W'"),
        ("/", "expected 6 pits"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load("kalah").position(text)
    assert problem in str(refusal.value)


def test_moves_are_read_and_refused():
    start = load("kalah").start()
    assert start.play("c") == start.play("C")
    with pytest.raises(Problem, match="unknown move 'G' in kalah"):
        start.play("G")
    with pytest.raises(Problem, match="choose from A, B, D, E, F"):
        start.play("C").play("c")
    with pytest.raises(Problem, match="must be from 1 to 10"):
        load("kalah:pits=11")


def test_picture():
    """Pits and stores with their seeds; a score is written beside the number, not over it."""
    position = load("kalah").start().play("C")
    picture = position.svg(marked=("C",), labels={"F": "+3"})
    assert picture.count('class="cell pit"') == 12
    assert picture.count('class="cell store"') == 2
    assert picture.count(">4</text>") == 8
    assert ">0</text>" not in picture
    assert "+3" in picture
    assert all(f">{name}</text>" in picture for name in "ABCDEFabcdef")
