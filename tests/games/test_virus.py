"""The Virus Game against a slow and obvious one that keeps a dictionary of who owns which square."""

import random
from functools import partial

import numpy as np
import pytest

import zermelo as z
from naive import SlowRules, most_win, play_beside, square_name
from zermelo import Problem, load, perft

SHAPES = {
    "adjacent": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
    "cross": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "none": [],
}


class Naive(SlowRules):
    """The owner of each square that has one, by (column, row)."""

    def __init__(self, position: z.Position) -> None:
        self.options = {name: option.value for name, option in position.game.options.items()}
        self.size, self.initials = self.options["size"], [name[0] for name in position.game.players]
        rows, mover, plies = position.text.split()
        self.owner = {
            (x, y): symbol for y, row in enumerate(rows.split("/")) for x, symbol in enumerate(row) if symbol != "."
        }
        self.turn, self.plies = mover, int(plies)

    def around(self, square: tuple[int, int], shape: str) -> list[tuple[int, int]]:
        found = [(square[0] + dx, square[1] + dy) for dx, dy in SHAPES[shape]]
        return [(x, y) for x, y in found if x in range(self.size) and y in range(self.size)]

    def moves(self) -> set[tuple[int, int]]:
        mine = [square for square, owner in self.owner.items() if owner == self.turn]
        return {near for square in mine for near in self.around(square, "adjacent")} - set(mine)

    def play(self, square: tuple[int, int]) -> None:
        for taken in [square, *self.around(square, self.options["pattern"])]:
            self.owner[taken] = self.turn
        self.plies += 1
        seat = self.initials.index(self.turn)
        following = self.initials[seat + 1 :] + self.initials[: seat + 1]
        self.turn = next(player for player in following if player in self.owner.values())

    def over(self) -> bool:
        return len(set(self.owner.values())) == 1 or self.plies == self.options["cap"]

    def payoff(self) -> tuple[float, ...]:
        return most_win([list(self.owner.values()).count(player) for player in self.initials])

    def text(self) -> str:
        rows = ["".join(self.owner.get((x, y), ".") for x in range(self.size)) for y in range(self.size)]
        return f"{'/'.join(rows)} {self.turn} {self.plies}"


# --- the rules --------------------------------------------------------------------------------------------------------


def test_the_rules_keep_their_promises():
    z.check_game(load("virus:size=4"), games=3, compiled=False)
    for spec in ("virus:players=2,size=5", "virus:players=6,pattern=cross,cap=50", "virus:players=3,size=4"):
        z.check_game(load(spec), games=1, compiled=False)


def test_start():
    start = load("virus:size=5").start()
    assert str(start) == (
        "  a b c d e\n"
        "1 R . . . B\n"
        "2 . . . . .\n"
        "3 . . . . .\n"
        "4 . . . . .\n"
        "5 G . . . Y\n"
        "Red to move"
    )  # fmt: skip
    assert list(start.moves) == ["b1", "a2", "b2"]


@pytest.mark.parametrize(
    ("players", "size", "homes"),
    [
        (2, 8, "a1 h8"),
        (3, 8, "a1 h3 c8"),
        (4, 8, "a1 h1 h8 a8"),
        (5, 8, "a1 g1 h5 e8 a7"),
        (6, 8, "a1 f1 h3 h8 c8 a6"),
        (6, 4, "a1 c1 d2 d4 b4 a3"),
    ],
)
def test_players_begin_around_the_edge(players, size, homes):
    start = load(f"virus:players={players},size={size}").start()
    names = [cell.name for cell in start.game.board.cells]
    found = {symbol: names[n] for n, symbol in enumerate(start.cells) if symbol != "."}
    assert " ".join(found[player[0]] for player in start.game.players) == homes


@pytest.mark.parametrize(
    ("pattern", "after"),
    [
        ("adjacent", "RRR./RRR./RRRB/..BB B 8"),
        ("cross", "RR../RRR./.RBB/..BB B 8"),
        ("none", "R.../.RB./.BBB/..BB B 8"),
    ],
)
def test_a_move_infects_a_pattern(pattern, after):
    game = load(f"virus:players=2,size=4,pattern={pattern}")
    assert game.position("R.../..B./.BBB/..BB R 7").play("b2").text == after


def test_own_squares_and_far_ones_are_no_moves():
    position = load("virus:players=2,size=4").position("RR../..B./..../...B R 3")
    assert set(position.moves) == {"c1", "a2", "b2", "c2"}


def test_who_has_no_squares_is_passed_over():
    game = load("virus:size=4")
    position = game.position("R..B/..../Y.../G... R 0").play("a2")
    assert position.text == "RR.B/RR../RR../G... B 1"
    position = position.play("c1")
    assert position.text == "RBBB/RBBB/RR../G... G 2"  # Yellow is out
    assert position.play("b4").text == "RBBB/RBBB/GGG./GGG. R 3"


def test_the_last_player_standing_wins():
    game = load("virus:players=3,size=4")
    position = game.position("RR../.B../...Y/.... R 5").play("c2")
    assert position.text == "RRRR/.RRR/.RRR/.... R 6"
    assert position.over
    assert position.payoff == (1, 0, 0)
    assert list(position.moves) == []
    assert "Red wins" in position.status


def test_after_the_cap_most_squares_win():
    game = load("virus:players=3,size=4,cap=9")
    assert game.position("RR.B/...B/..../YYY. R 8").play("a2").payoff == (1, 0, 0)
    assert game.position("RR.B/...B/..../YYY. R 9").payoff == (0, 0, 1)
    assert game.position("RRRB/...B/..../YYY. R 9").payoff == (0.5, 0, 0.5)
    assert game.position("RRRB/...B/..../YYY. R 8").payoff is None
    assert game.position("RRRB/...B/..../YYY. R 8").remaining == 1


@pytest.mark.parametrize(
    "spec",
    [
        "virus:size=4",
        "virus:size=4,players=2,cap=40",
        "virus:size=5,players=3,pattern=cross,cap=60",
        "virus:size=6,players=5,cap=60",
        "virus:players=6,cap=60",
        "virus:size=4,players=6,pattern=none,cap=80",
    ],
)
def test_random_games_agree_with_the_slow_rules(spec):
    game = load(spec)
    for seed in range(6):
        play_beside(game.start(), Naive(game.start()), random.Random(seed), named=square_name)


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("virus", [3, 9, 27, 81, 513]),
        ("virus:players=2,size=5", [3, 9, 57, 321]),
        ("virus:players=6,size=4", [3, 15, 59, 317]),
        ("virus:players=3,pattern=cross", [3, 15, 75, 575]),
    ],
)
def test_counts_of_positions(spec, counts):
    start = load(spec).start()
    assert [perft(start, depth + 1, compiled=False).leaves for depth in range(len(counts))] == counts
    assert [Naive(start).leaves(depth + 1) for depth in range(len(counts))] == counts
    if spec == "virus":
        assert perft(start, 9).leaves == 1_289_755


# --- what searches ask ------------------------------------------------------------------------------------------------


def test_who_is_out_has_no_share():
    position = load("virus:size=5,players=3").position("RRRRR/RRRRR/RRRRR/RRRRR/RRRRB R 9")
    assert position.estimate() == pytest.approx([26 / 29, 3 / 29, 0])


def test_a_player_can_take_a_turn_out_of_order():
    game = load("virus:size=4")
    s = game.position("R..B/..../..../G... R 0").state
    turn = game.rule("take_turn")
    turn(s, 3)
    assert set(game.from_state(s).moves) == {"a3", "b3", "b4"}
    assert game.from_state(s).play("a3").text == "R..B/GG../GG../GG.. R 1"
    turn(s, 2)
    assert game.rule("moves")(s, np.zeros(16, np.int32)) == 0
    assert not game.rule("over")(s)


def test_large_gains_come_first():
    position = load("virus:players=3,size=5").position("RR.../...B./BB.../...../..YYY R 9")
    rank = partial(position.game.ask, "order")
    order = {name: rank(position.state, move) for name, move in position.moves.items()}
    assert order["b2"] == 2 - 9 + 7
    assert order["c2"] == 2 - 9 + 8
    assert order["a2"] == 2 - 9 + 4
    position = load("virus:players=3,size=5").position("RRR../...B./...../...../..YYY R 9")
    assert rank(position.state, position.moves["c2"]) == 25 + 1 - 9 + 7  # the last square of Blue
    assert max(position.moves, key=lambda name: rank(position.state, position.moves[name])) in ("c2", "d1", "d2")


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("R..B/..../..../G..Y R", "expected the board, the player to move, and how many plies"),
        ("R..B/..../..../G..Y R x", "expected the board, the player to move, and how many plies"),
        ("R..B/..../..../G.. R 0", "15 cells instead of 16"),
        ("R..B/..../..../G..P R 0", "'P' on d4 is none of .RBYG"),
        ("R..B/..../..../G..Y P 0", "the player to move is R or B or Y or G, not 'P'"),
        ("R..B/..../..../G..B Y 7", "Yellow is to move without a square"),
        ("R..B/..../..../G..Y R 201", "the game ends after 200 plies"),
        ("R", "expected the board"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load("virus:size=4").position(text)
    assert problem in str(refusal.value)


def test_moves_and_options_are_refused():
    with pytest.raises(Problem, match="unknown move 'c3'"):
        load("virus:size=4").start().play("c3")
    with pytest.raises(Problem, match="must be from 2 to 6"):
        load("virus:players=7")


def test_picture():
    picture = load("virus:players=6").start().svg(marked=("a1",))
    assert picture.count("<circle") == 6
    assert len({part.split('"')[0] for part in picture.split('r="16.72" fill="')[1:]}) == 6
