"""Focus against a slow and obvious one that keeps stacks as strings."""

import random
from functools import partial

import numpy as np
import pytest

import zermelo as z
from naive import SlowRules, most_win, play_beside
from zermelo import Problem, load, perft

SQUARES = [
    column + row
    for row, columns in zip("12345678", ["cdef", "bcdefg", *["abcdefgh"] * 4, "bcdefg", "cdef"], strict=True)
    for column in columns
]


class Naive(SlowRules):
    """Stacks by the names of their squares, each spelled from the bottom."""

    def __init__(self, position: z.Position) -> None:
        board, self.turn, plies, *owned = position.text.split()
        spelled = board.replace("/", ",").split(",")
        self.stacks = {name: stack[::-1] for name, stack in zip(SQUARES, spelled, strict=True) if stack != "."}
        self.plies, self.players = int(plies), "".join(text[0] for text in owned)
        self.reserve = {text[0]: int(text[1:].split("+")[0]) for text in owned}
        self.captured = {text[0]: text.split("+")[1] for text in owned}
        self.options = {name: option.value for name, option in position.game.options.items()}
        self.winner = ""

    def moves(self) -> set[str]:
        placed = {f"+{square}" for square in SQUARES if self.reserve[self.turn]}
        if len(self.players) == 3 and self.plies < 3:
            return {name for name in placed if name[1:] not in self.stacks}
        found = set()
        for square, stack in self.stacks.items():
            if stack[-1] == self.turn:
                for k in range(1, len(stack) + 1):
                    ends = {chr(ord(square[0]) + d * k) + square[1] for d in (-1, 1)}
                    ends |= {square[0] + chr(ord(square[1]) + d * k) for d in (-1, 1)}
                    found |= {square + end for end in ends if end in SQUARES}
        return found | placed

    def play(self, name: str) -> None:
        me = self.turn
        if name[0] == "+":
            square, moved = name[1:], me
            self.reserve[me] -= 1
        else:
            start, square = name[:2], name[2:]
            k = abs(ord(start[0]) - ord(square[0])) + abs(int(start[1]) - int(square[1]))
            stack = self.stacks.pop(start)
            moved = stack[-k:]
            if stack[:-k]:
                self.stacks[start] = stack[:-k]
        stack = self.stacks.get(square, "") + moved
        for piece in stack[:-5]:
            if piece == me:
                self.reserve[me] += 1
            else:
                self.captured[me] = "".join(sorted(self.captured[me] + piece, key=self.players.index))
        self.stacks[square] = stack[-5:]
        self.plies += 1
        seat = self.players.index(me)
        self.turn = next(p for p in self.players[seat + 1 :] + self.players[: seat + 1] if self.able(p))
        taken = [self.captured[me].count(other) for other in self.players if other != me]
        enough = sum(taken) >= self.options["total"] or min(taken) >= self.options["each"]
        if self.turn == me or (self.options["ends"] == "captures" and enough):
            self.winner = me

    def able(self, player: str) -> bool:
        return self.reserve[player] > 0 or any(stack[-1] == player for stack in self.stacks.values())

    def over(self) -> bool:
        return bool(self.winner) or self.plies == self.options["cap"]

    def payoff(self) -> tuple[float, ...]:
        if self.winner:
            return tuple(float(player == self.winner) for player in self.players)
        pieces = [
            sum(len(stack) for stack in self.stacks.values() if stack[-1] == player)
            + self.reserve[player]
            + len(self.captured[player])
            for player in self.players
        ]
        return most_win(pieces)

    def text(self) -> str:
        rows = [
            ",".join(self.stacks.get(square, ".")[::-1] for square in SQUARES if square[1] == row) for row in "12345678"
        ]
        owned = " ".join(f"{player}{self.reserve[player]}+{self.captured[player]}" for player in self.players)
        return f"{'/'.join(rows)} {self.turn} {self.plies} {owned}"


def position(spec: str, stacks: dict[str, str], rest: str) -> z.Position:
    """A position with these stacks, spelled from the top."""
    board = "/".join(",".join(stacks.get(square, ".") for square in SQUARES if square[1] == row) for row in "12345678")
    return load(spec).position(f"{board} {rest}")


# --- the rules --------------------------------------------------------------------------------------------------------


def test_the_rules_keep_their_promises():
    z.check_game(load("focus:cap=60"), games=1, compiled=False)
    for spec in ("focus:players=2,ends=captures,cap=60", "focus:players=3,cap=60"):
        z.check_game(load(spec), games=1, compiled=False)


def test_start():
    start = load("focus:players=2").start()
    assert str(start) == (
        "  a    b    c    d    e    f    g    h\n"
        "          1 .    .    .    .\n"
        "     2 R    R    B    B    R    R\n"
        "3 .    B    B    R    R    B    B    .\n"
        "4 .    R    R    B    B    R    R    .\n"
        "5 .    B    B    R    R    B    B    .\n"
        "6 .    R    R    B    B    R    R    .\n"
        "     7 B    B    R    R    B    B\n"
        "          8 .    .    .    .\n"
        "  R0+0      B0+0\n"
        "Red to move"
    )
    assert start.text.endswith("B,B,R,R,B,B/.,.,.,. R 0 R0+ B0+")
    assert len(start.moves) == 4 * 18 - 4  # two corners of the inner squares are red


def test_four_players_stand_alike():
    """A quarter turn puts the pieces of each player where the next one's were."""
    stacks = Naive(load("focus").start()).stacks
    assert len(stacks) == 52
    turned = {
        "hgfedcba"[int(row) - 1] + "12345678"["abcdefgh".index(column)]: stacks[column + row] for column, row in stacks
    }
    assert all(stacks[name] == "RBYG"[("RBYG".index(piece) + 1) % 4] for name, piece in turned.items())


def test_three_players_begin_with_a_piece_on_an_empty_square():
    start = load("focus:players=3").start()
    assert len(start.moves) == 52 - 36
    after = start.play("+d1").play("+e1").play("+d8")
    assert (after.mover, after.state.ply) == (0, 3)
    assert "d1e1" in after.moves
    assert "d1d2" in after.moves
    assert not any(name.startswith("+") for name in after.moves)


def test_a_stack_moves_as_far_as_pieces_move():
    stacks = {"d4": "RBRR", "h4": "B", "b6": "R" * 4, "d6": "R" * 4, "f6": "R" * 4, "b5": "R" * 3, "a3": "B" * 5}
    before = position("focus:players=2", stacks, "R 9 R0+BBBBBBBBBBB B0+").moves
    wanted = {"d4d3", "d4d2", "d4d1", "d4e4", "d4f4", "d4g4", "d4h4", "d4c4", "d4b4", "d4a4", "d4d5", "d4d6", "d4d7"}
    assert {name for name in before if name.startswith("d4")} == wanted | {"d4d8"}
    assert not any(name.startswith(("h4", "a3")) for name in before)


def test_landing_and_splitting():
    stacks = {"d4": "RBRR", "h4": "BB", "b6": "R" * 5, "d6": "R" * 5, "f6": "R" * 5, "a3": "B" * 5, "a4": "B" * 5}
    before = position("focus:players=2", stacks, "R 9 R0+BBBBB B0+")
    after = Naive(before.play("d4e4"))
    assert (after.stacks["e4"], after.stacks["d4"]) == ("R", "RRB")  # the rest is Blue's now
    after = Naive(before.play("d4h4"))
    assert after.stacks["h4"] == "BRRBR"  # the lowest blue piece is captured
    assert (after.captured, after.reserve) == ({"R": "BBBBBB", "B": ""}, {"R": 0, "B": 0})
    after = Naive(before.play("b6d6"))
    assert (after.stacks["b6"], after.stacks["d6"]) == ("RRR", "RRRRR")
    assert after.reserve["R"] == 2
    assert after.text() == before.play("b6d6").text


def test_a_piece_of_the_reserve_goes_anywhere():
    stacks = {"b6": "R" * 5, "d6": "R" * 5, "f6": "R" * 5, "a3": "BBBBR", "a4": "B" * 5}
    before = position("focus:players=2", stacks, "R 9 R2+BBBBB B4+")
    assert {name for name in before.moves if name.startswith("+")} == {f"+{square}" for square in SQUARES}
    after = Naive(before.play("+a3"))
    assert (after.stacks["a3"], after.reserve["R"], after.captured["R"]) == ("BBBBR", 2, "BBBBB")  # its own came back
    after = Naive(before.play("+a4"))
    assert (after.stacks["a4"], after.reserve["R"], after.captured["R"]) == ("BBBBR", 1, "BBBBBB")
    assert before.play("+c8").state.reserve[0] == 1


def test_who_cannot_move_misses_turns_and_may_come_back():
    spec, rest = "focus:players=3", "R0+YYYYYYYYYYYY B0+ Y0+"
    stacks = {"a3": "R" * 5, "a4": "R" * 5, "b3": "RRR", "d5": "BY", "h3": "B" * 5, "h4": "B" * 5, "h5": "BB"}
    before = position(spec, stacks, f"B 20 {rest}")
    after = before.play("h5g5")
    assert after.mover == 0  # Yellow has neither a stack nor a reserve
    assert before.play("d5d4").mover == 2  # but here a piece is uncovered
    assert set(before.play("d5d4").moves) == {"d5c5", "d5e5", "d5d4", "d5d6"}


def test_the_last_who_can_move_wins():
    stacks = {"a3": "R" * 5, "a4": "R" * 5, "b3": "R" * 5, "d4": "RR", "d5": "B", "c5": "R"}
    before = position("focus:players=2", stacks, "R 20 R0+BBBBBBBBBBBBBBBBB B0+")
    after = before.play("c5d5")
    assert after.over
    assert after.payoff == (1, 0)
    assert load("focus:players=2").position(after.text) == after
    assert not before.play("c5c4").over


def test_enough_captures_win():
    stacks = {"a3": "R" * 5, "a4": "R" * 5, "d4": "RR", "d6": "YBBBB", "h3": "B" * 4, "h4": "Y" * 5, "h5": "Y" * 5}
    rest = "R 20 R1+BBBBBYY B0+ Y0+"  # two more blue ones fall when the red pair lands on d6
    assert not position("focus:players=3,total=9", stacks, rest).play("d4d6").over
    assert not position("focus:players=3,ends=captures", stacks, rest).play("d4d6").over
    assert position("focus:players=3,ends=captures,total=9", stacks, rest).play("d4d6").payoff == (1, 0, 0)
    assert not position("focus:players=3,ends=captures,total=9", stacks, rest).play("d4d5").over
    assert position("focus:players=3,ends=captures,each=2", stacks, rest).payoff == (1, 0, 0)


def test_after_the_cap_most_pieces_win():
    stacks = {"a3": "R" * 5, "a4": "R" * 5, "a5": "RRRBB", "h3": "B" * 5, "h4": "B" * 5, "h5": "BBBRR"}
    assert position("focus:players=2,cap=20", stacks, "R 19 R1+BB B1+RR").play("a5b5").payoff == (0.5, 0.5)
    stacks["h5"] = "BBRR"
    before = position("focus:players=2,cap=20", stacks, "R 19 R1+BBB B1+RR")
    assert before.remaining == 1
    assert before.play("a5b5").payoff == (1, 0)


@pytest.mark.parametrize(
    "spec",
    [
        "focus:cap=250",
        "focus:players=2,cap=250",
        "focus:players=3,cap=250",
        "focus:players=2,ends=captures,total=3,each=9",
        "focus:ends=captures,total=7,each=1",
        "focus:players=3,ends=captures,total=9,each=1",
    ],
)
def test_random_games_agree_with_the_slow_rules(spec):
    """One game at random, one among the moves that the rules put first: such games come to an end."""
    game = load(spec)

    def first(position: z.Position, names: list[str]) -> list[str]:
        s, moves = position.state, position.moves
        return sorted(names, key=lambda name: game.ask("order", s, moves[name]))[-3:]

    won = set()
    for seed, among in enumerate((first, lambda _, names: names)):
        naive = Naive(game.start())
        end = play_beside(game.start(), naive, random.Random(seed), among=among).state
        assert end.held.sum() + end.reserve.sum() + end.captured.sum() == {2: 36, 3: 39, 4: 52}[len(game.players)]
        won.add(bool(naive.winner))
    assert True in won


@pytest.mark.parametrize(
    ("spec", "counts"),
    [("focus", [44, 1882]), ("focus:players=2", [68, 4460]), ("focus:players=3", [16, 240, 3360])],
)
def test_counts_of_positions(spec, counts):
    start = load(spec).start()
    assert [perft(start, depth + 1, compiled=False).leaves for depth in range(len(counts))] == counts
    assert [Naive(start).leaves(depth + 1) for depth in range(len(counts))] == counts
    if spec == "focus":
        assert perft(start, 4).leaves == 3_299_361


# --- what searches ask ------------------------------------------------------------------------------------------------


def test_a_player_can_take_a_turn_out_of_order():
    game = load("focus")
    s = game.start().state
    game.rule("take_turn")(s, 2)
    yellow = game.from_state(s)
    assert yellow.mover == 2
    assert all(yellow.play(name).mover == 3 for name in yellow.moves)
    stacks = {"a3": "R" * 5, "a4": "R" * 5, "b3": "RRR", "d5": "BY", "h3": "B" * 5, "h4": "B" * 5, "h5": "BB"}
    without = position("focus:players=3", stacks, "B 20 R0+YYYYYYYYYYYY B0+ Y0+")
    game, s = without.game, without.state
    game.rule("take_turn")(s, 2)
    assert game.rule("moves")(s, np.zeros(game.max_moves, np.int32)) == 0
    assert not game.rule("over")(s)


def test_large_stacks_come_first():
    stacks = {"d4": "RBRR", "h4": "BB", "b6": "R" * 5, "d6": "R" * 5, "f6": "R" * 4, "a3": "B" * 5, "a4": "B" * 5}
    before = position("focus:players=2", stacks, "R 9 R1+BBBBB B0+")
    rank = partial(before.game.ask, "order")
    order = {name: rank(before.state, move) for name, move in before.moves.items()}
    assert order["+a4"] == 5 - 1
    assert order["d4h4"] == 2 - 1
    assert order["d4e4"] == -3 - 1  # leaves three pieces to Blue
    assert order["d4b4"] == -1  # leaves two, but under a red piece
    assert order["b6d6"] == order["+c8"] == -1


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ((" R 0 R0+ B0+", ""), "expected the board, the player to move, plies, and what each player has"),
        (("R0+ B0+", "R0+"), "expected the board"),
        ((" R 0 ", " Y 0 "), "expected the board"),
        ((".,.,.,./R", ".,.,./R"), "expected rows of 4, 6, 8, 8, 8, 8, 6 and 4 squares"),
        (("R,R,B,B,R,R", "R,R,B,B,R,RRRRRR"), "'RRRRRR' on g2 is not a stack of one to five pieces RB"),
        (("R,R,B,B,R,R", "R,R,B,B,R,X"), "'X' on g2 is not a stack"),
        (("R,R,B,B,R,R", "R,R,B,B,R,"), "'' on g2 is not a stack"),
        (("R,R,B,B,R,R", "R,R,B,B,R,."), "17 pieces of Red instead of 18"),
        (("R0+ B0+", "R0+ B1+"), "19 pieces of Blue instead of 18"),
        (("R0+ B0+", "B0+ R0+"), "B0+ is not what Red can have"),
        (("R0+ B0+", "R0+R B0+"), "R0+R is not what Red can have"),
        ((" R 0 ", " R 301 "), "the game ends after 300 plies"),
    ],
)
def test_impossible_positions_are_refused(change, problem):
    text = load("focus:players=2").start().text.replace(*change, 1)
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load("focus:players=2").position(text)
    assert problem in str(refusal.value)


def test_impossible_movers_and_winners_are_refused():
    stacks = {"a3": "R" * 5, "a4": "R" * 5, "b3": "R" * 5, "d4": "RR", "d5": "R"}
    with pytest.raises(Problem, match="Blue is to move with neither a stack nor a reserve"):
        position("focus:players=2", stacks, "B 20 R0+BBBBBBBBBBBBBBBBBB B0+")
    stacks = {"a3": "R" * 5, "a4": "R" * 5, "b3": "BBB", "d4": "B" * 5}
    with pytest.raises(Problem, match="the first who has captured enough wins"):
        position("focus:players=2,ends=captures", stacks, "B 20 R0+BBBBBBBBBB B0+RRRRRRRR")


def test_moves_are_read_and_refused():
    start = load("focus:players=2").start()
    assert start.play("b2-c2") == start.play("B2C2") == start.play("b2c2")
    for name in ("b2d2", "b2a2", "b2c3", "b2b2", "+c1", "c2x", "d3d4d5"):
        if name in start.moves:
            continue
        with pytest.raises(Problem, match="unknown move"):
            start.play(name)
    with pytest.raises(Problem, match="must be from 2 to 4"):
        load("focus:players=5")


def test_picture():
    """Stacks are drawn piece by piece, and what the players hold is written below."""
    stacks = {"d4": "RBRR", "h4": "BB", "b6": "R" * 5, "d6": "R" * 5, "f6": "R" * 4, "a3": "B" * 5, "a4": "B" * 5}
    picture = position("focus:players=2", stacks, "R 9 R1+BBBBB B0+").svg()
    assert picture.count("<ellipse") == 30
    assert ">1+5</text>" in picture
    assert ">0+0</text>" in picture
