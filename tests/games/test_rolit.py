"""Rolit against a slow and obvious one that walks along the lines of a dictionary."""

import random
from functools import partial

import pytest

import zermelo as z
from naive import SlowRules, most_win, play_beside, square_name
from zermelo import Problem, load, perft

WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Naive(SlowRules):
    """The colour of each ball, by (column, row)."""

    def __init__(self, players: int, size: int) -> None:
        self.players, self.size, self.turn, half = players, size, 0, size // 2
        self.balls = {(half - 1, half - 1): "R", (half, half - 1): "Y", (half, half): "G", (half - 1, half): "B"}

    def turned(self, square: tuple[int, int]) -> set[tuple[int, int]]:
        """The balls that a new one on this square outflanks."""
        mine, found = "RYGB"[self.turn], set()
        for dx, dy in WAYS:
            x, y = square[0] + dx, square[1] + dy
            line = set()
            while self.balls.get((x, y), mine) != mine:
                line.add((x, y))
                x, y = x + dx, y + dy
            if (x, y) in self.balls:
                found |= line
        return found

    def moves(self) -> set[tuple[int, int]]:
        everywhere = {(x, y) for x in range(self.size) for y in range(self.size)}
        empty = everywhere - set(self.balls)
        outflanking = {square for square in empty if self.turned(square)}
        touching = {(x, y) for x, y in empty if any((x + dx, y + dy) in self.balls for dx, dy in WAYS)}
        return outflanking or touching

    def play(self, square: tuple[int, int]) -> None:
        for ball in [square, *self.turned(square)]:
            self.balls[ball] = "RYGB"[self.turn]
        self.turn = (self.turn + 1) % self.players

    def over(self) -> bool:
        return len(self.balls) == self.size**2

    def payoff(self) -> tuple[float, ...]:
        return most_win([list(self.balls.values()).count(colour) for colour in "RYGB"[: self.players]])

    def text(self) -> str:
        rows = ["".join(self.balls.get((x, y), ".") for x in range(self.size)) for y in range(self.size)]
        return f"{'/'.join(rows)} {'RYGB'[self.turn]}"


# --- the rules --------------------------------------------------------------------------------------------------------


def test_the_rules_keep_their_promises():
    for spec in ("rolit:players=2", "rolit:players=3,size=6", "rolit:size=4"):
        z.check_game(load(spec), games=2, compiled=False)


def test_start():
    start = load("rolit:size=6").start()
    assert str(start) == (
        "  a b c d e f\n"
        "1 . . . . . .\n"
        "2 . . . . . .\n"
        "3 . . R Y . .\n"
        "4 . . B G . .\n"
        "5 . . . . . .\n"
        "6 . . . . . .\n"
        "Red to move"
    )  # fmt: skip
    assert set(start.moves) == {"e3", "e5", "c5"}
    assert load("rolit:size=6,players=2").start().text == start.text  # the other colours are there all the same
    assert load("rolit:size=6,players=2").start().play("e3").play("b2").mover == 0


def test_balls_of_all_colours_in_the_line_turn():
    game = load("rolit:size=6")
    position = game.position("....../..G.../RYBG../..BG../....../...... R").play("e3")
    assert position.text == "....../..G.../RRRRR./..BG../....../...... Y"
    # two lines at once, and a third that does not end in red
    position = game.position("..R.../...Y../RYBG../..BG../....../...... R").play("e3")
    assert position.text == "..R.../...R../RRRRR./..BG../....../...... Y"


def test_a_line_with_a_gap_or_without_an_end_does_not_turn():
    position = load("rolit:size=6").position("....../....../R.BG../.YBG../....../...... R")
    assert set(position.moves) == {"c5"}
    assert position.play("c5").text == "....../....../R.BG../.RBG../..R.../...... Y"


def test_outflanking_is_a_duty():
    game = load("rolit:size=4")
    assert set(game.position("..../.RY./.BG./.... R").moves) == {"d2", "d4", "b4"}
    # a colour that has vanished may be placed wherever it touches a ball
    position = game.position("..../.YY./.BG./.... R")
    assert len(position.moves) == 12
    assert position.play("a1").text == "R.../.YY./.BG./.... Y"


def test_the_full_board_ends_it_and_winners_share():
    game = load("rolit:size=4")
    last = game.position("RRRR/YYYY/GGGG/BBB. B")
    assert not last.over
    assert last.remaining == 1
    end = last.play("d4")
    assert end.text == "RRRR/YYYY/GGGG/BBBB R"
    assert end.payoff == (0.25, 0.25, 0.25, 0.25)
    assert game.position("RRRR/RYYY/GGGG/BBBB R").payoff == (1, 0, 0, 0)
    assert game.position("RRRR/RYYY/GGGG/GBBB R").payoff == (0.5, 0, 0.5, 0)
    # colours without a player win nothing
    assert load("rolit:size=4,players=2").position("BBBB/RYYY/GGGG/GBBB R").payoff == (0, 1)
    assert load("rolit:size=4,players=3").position("BBBB/BBBB/BBBB/BBBB R").payoff == pytest.approx((1 / 3,) * 3)


@pytest.mark.parametrize(("players", "size"), [(2, 8), (3, 8), (4, 8), (2, 4), (3, 6), (4, 4)])
def test_random_games_agree_with_the_slow_rules(players, size):
    game = load(f"rolit:players={players},size={size}")
    for seed in range(5):
        play_beside(game.start(), Naive(players, size), random.Random(seed), named=square_name)


@pytest.mark.parametrize(
    ("players", "size", "counts"),
    [(4, 8, [3, 20, 136, 1366]), (3, 8, [3, 20, 136, 630]), (2, 6, [3, 20, 90, 464])],
)
def test_counts_of_positions(players, size, counts):
    start = load(f"rolit:players={players},size={size}").start()
    assert [perft(start, depth + 1, compiled=False).leaves for depth in range(len(counts))] == counts
    assert [Naive(players, size).leaves(depth + 1) for depth in range(len(counts))] == counts
    if players == 4:
        assert perft(start, 7).leaves == 343_639


# --- what searches ask ------------------------------------------------------------------------------------------------


def test_corners_and_balls_beside_them_are_worth_more():
    position = load("rolit:size=4,players=2").position("RR../.YY./.YY./.... Y")
    # two balls, one of them in a corner, both safe; ten empty squares
    mine, theirs = 2 + 6 + 4 * 2 + 10, 4 + 10
    assert position.estimate() == pytest.approx([mine / (mine + theirs), theirs / (mine + theirs)])


def test_a_player_can_take_a_turn_out_of_order():
    game = load("rolit:size=4")
    s = game.start().state
    game.rule("take_turn")(s, 2)
    position = game.from_state(s)
    assert set(position.moves) == {"c1", "a1", "a3"}
    assert position.play("c1").text == "..G./.RG./.BG./.... B"


def test_corners_come_first_then_many_balls():
    position = load("rolit").position("......../......../......../...GY.../RYYGBBY./......../......../........ R")
    rank = partial(position.game.ask, "order")
    assert rank(position.state, position.moves["h5"]) == 6 - 6
    position = load("rolit:size=4").position("..../.YY./.BR./.... R")
    order = {name: rank(position.state, move) for name, move in position.moves.items()}
    assert max(order, key=order.get) == "a1"
    assert order["a1"] > 0 > order["c1"]


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("..../.RY./.B../.... R", "the four squares in the centre are never empty"),
        ("R.../..../.RY./.BG. R", "the four squares in the centre are never empty"),
        ("..../.RY./.BG./... R", "15 cells instead of 16"),
        ("..../.RY./.BP./.... R", "'P' on c3 is none of .RYGB"),
        ("..../.RY./.BG./.... G", "the player to move is R or Y, not 'G'"),
        ("R", "expected 16 cells"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load("rolit:size=4,players=2").position(text)
    assert problem in str(refusal.value)


def test_balls_hang_together():
    with pytest.raises(Problem, match="the ball on a1 was placed apart from the others"):
        load("rolit:size=6").position("R...../....../..RY../..BG../....../...... Y")
    assert load("rolit:size=6").position("R...../.B..../..RY../..BG../....../...... G")


def test_moves_and_options_are_refused():
    with pytest.raises(Problem, match="unknown move 'a1'"):
        load("rolit").start().play("a1")
    with pytest.raises(Problem, match="must be from 2 to 4"):
        load("rolit:players=5")


def test_picture():
    picture = load("rolit:players=2").start().svg()
    assert picture.count("<circle") == 4
    assert len({part.split('"')[0] for part in picture.split('r="16.72" fill="')[1:]}) == 4
