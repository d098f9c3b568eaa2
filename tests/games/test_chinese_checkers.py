"""Chinese Checkers against a slow and obvious one: a dictionary of holes, and hops followed one by one."""

import random
from functools import partial

import numpy as np
import pytest

import zermelo as z
from zermelo import Problem, load, perft
from zermelo.count import playouts

COLOURS = "BWRYGP"
# The corners as places (x, y, z) with x + y + z = 0, clockwise from the bottom: which number is large, and its sign.
CORNERS = ((2, 1), (0, -1), (1, 1), (2, -1), (0, 1), (1, -1))
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 3, 4, 5), 6: (0, 1, 2, 3, 4, 5)}
WAYS = ((1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1))


def add(place, way):
    return tuple(a + b for a, b in zip(place, way, strict=True))


class Naive:
    """Pieces in a dictionary from places to players."""

    def __init__(self, players=6, board="star", filled="own", leave=False, corners="all", plies=None) -> None:
        self.players, self.filled, self.leave, self.corners = players, filled, leave, corners
        self.arm = {"star": 4, "small": 3}[board]
        self.cap, self.plies, self.turn, self.winner = plies or 100 * players, 0, 0, None
        far = range(-2 * self.arm, 2 * self.arm + 1)
        holes = [(x, -x - z, z) for z in far for x in far]
        holes = [hole for hole in holes if max(hole) <= self.arm or min(hole) >= -self.arm]  # two large triangles
        rows = {z: [hole for hole in holes if hole[2] == z] for z in far}
        self.names = {hole: f"{'abcdefghijklmnopq'[z - far[0]]}{n}" for z in far for n, hole in enumerate(rows[z], 1)}
        self.rows = list(rows.values())
        self.home = [self.corner(seat) for seat in SEATS[players]]
        self.goal = [self.corner((seat + 3) % 6) for seat in SEATS[players]]
        self.pieces = {hole: player for player in range(players) for hole in self.home[player]}

    def corner(self, number):
        which, sign = CORNERS[number]
        return {hole for hole in self.names if hole[which] * sign > self.arm}

    def reach(self, start):
        """Where the piece can go, the corners left aside."""
        others = {hole for hole in self.pieces if hole != start}
        steps = {add(start, way) for way in WAYS} & set(self.names)
        seen, todo = {start}, [start]
        while todo:
            hole = todo.pop()
            for way in WAYS:
                over = add(hole, way)
                end = add(over, way)
                if over in others and end in self.names and end not in others and end not in seen:
                    seen.add(end)
                    todo.append(end)
        return (steps - others) | (seen - {start})

    def moves(self):
        if self.over():
            return {}
        found = {}
        strange = {hole for number in range(6) for hole in self.corner(number)}
        strange -= self.home[self.turn] | self.goal[self.turn]
        for start in [hole for hole, player in self.pieces.items() if player == self.turn]:
            ends = self.reach(start)
            if start in self.goal[self.turn] and not self.leave:
                ends &= self.goal[self.turn]
            if self.corners == "own":
                ends -= strange
            found |= {f"{self.names[start]}-{self.names[end]}": (start, end) for end in ends}
        return found or {"pass": None}

    def play(self, name):
        move = self.moves()[name]
        if move:
            start, end = move
            self.pieces[end] = self.pieces.pop(start)
        for player, goal in enumerate(self.goal):
            inside = [self.pieces[hole] for hole in goal if hole in self.pieces]
            own = inside.count(player)
            if len(inside) == len(goal) and (own == len(goal) or (own and self.filled == "any")):
                self.winner = player
        self.turn = (self.turn + 1) % self.players
        self.plies += 1

    def over(self):
        return self.winner is not None or self.plies >= self.cap

    def distance(self, player):
        """Steps to the tip of the goal from all pieces, found by walking through all holes from there."""
        which = max(range(3), key=lambda k: max(abs(hole[k]) for hole in self.goal[player]))
        front = {max(self.goal[player], key=lambda hole: abs(hole[which]))}
        left = {hole for hole, owner in self.pieces.items() if owner == player}
        seen, steps, total = set(front), 0, 0
        while left - seen:
            total += len(left - seen)
            front = {add(hole, way) for hole in front for way in WAYS} & set(self.names) - seen
            seen |= front
            steps += 1
        return total

    def payoff(self):
        distances = [self.distance(player) for player in range(self.players)]
        best = [player for player, distance in enumerate(distances) if distance == min(distances)]
        winners = best if self.winner is None else [self.winner]
        return tuple(1 / len(winners) if player in winners else 0 for player in range(self.players))

    def text(self):
        rows = (
            "".join(COLOURS[self.pieces[hole]] if hole in self.pieces else "." for hole in row) for row in self.rows
        )
        return f"{'/'.join(rows)} {COLOURS[self.turn]} {self.plies}"

    def leaves(self, depth):
        if depth == 0:
            return 1
        total = 0
        for name in self.moves():
            saved = dict(self.pieces), self.turn, self.plies, self.winner
            self.play(name)
            total += self.leaves(depth - 1)
            self.pieces, self.turn, self.plies, self.winner = saved
        return total


def options_of(spec):
    values = {"true": True, "false": False}
    pairs = (part.split("=") for part in spec.split(","))
    return {name: values.get(value, int(value) if value.isdecimal() else value) for name, value in pairs}


def set_up(game, mover, plies=0, **pieces):
    """A position from the names of holes: B="a1 b1"."""
    names = [cell.name for cell in game.board.cells]
    owner = {hole: colour for colour, holes in pieces.items() for hole in holes.split()}
    assert set(owner) <= set(names)
    cells = "".join(owner.get(name, ".") for name in names)
    return game.position(f"{cells} {mover} {plies}")


SMALL = "chinese-checkers:players=2,board=small"
TOP, BOTTOM = "a1 b1 b2 c1 c2 c3", "m1 l1 l2 k1 k2 k3"  # the corners of the small board


# --- the rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "games", "compiled"),
    [
        ("players=6", 1, False),
        ("players=2,board=small", 1, False),
        ("players=5,board=small,plies=40", 2, False),
        ("players=3,board=small,filled=any,leave=true,corners=own,plies=60", 1, False),
    ],
)
def test_rules_keep_their_promises(options, games, compiled):
    z.check_game(load(f"chinese-checkers:{options}"), games=games, plies=80, compiled=compiled)


@pytest.mark.parametrize(
    "options",
    [
        "players=6,plies=90",
        "players=5,board=star,plies=60",
        "players=4,board=small,corners=own",
        "players=3,board=small,leave=true",
        "players=2,board=small",
        "players=2,board=small,filled=any,leave=true,corners=own",
        "players=6,board=small",
    ],
)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_games_are_those_of_the_slow_rules(options, seed):
    """At first at random, then by players in a hurry, who come to an end."""
    game, slow = load(f"chinese-checkers:{options}"), Naive(**options_of(options))
    rank, rng = partial(game.ask, "order"), random.Random(f"{options} {seed}")
    position = game.start()
    while True:
        assert position.text == slow.text()
        assert position.mover == slow.turn
        assert position.over == slow.over()
        if position.over:
            break
        s, moves = position.state, position.moves
        assert set(moves) == set(slow.moves())
        assert s.distance.tolist() == [slow.distance(player) for player in range(slow.players)]
        hurry = 4 * (slow.plies > 20)
        name = max(sorted(moves), key=lambda name: hurry * rank(s, moves[name]) + 9 * rng.random())
        position = position.play(name)
        slow.play(name)
    assert (slow.winner is None) == ("plies" in options)
    assert position.payoff == pytest.approx(slow.payoff())
    assert sum(position.payoff) == pytest.approx(1)


@pytest.mark.parametrize("options", ["players=6", "players=3,board=small", "players=2,board=small,corners=own"])
def test_lines_of_play_are_as_many(options):
    start = load(f"chinese-checkers:{options}").start()
    assert perft(start, 2, compiled=False).leaves == Naive(**options_of(options)).leaves(2)


def test_lines_of_play():
    start = load("chinese-checkers").start()
    assert tuple(perft(start, depth).leaves for depth in range(1, 6)) == (14, 199, 2828, 40189, 571130)
    assert perft(start, 2, compiled=False).divide == perft(start, 2).divide
    start = load(SMALL).start()
    assert tuple(perft(start, depth, compiled=False).leaves for depth in range(1, 4)) == (10, 100, 1800)


def test_start():
    assert str(load(SMALL).start()) == (
        "         a W\n"
        "        b W W\n"
        "       c W W W\n"
        "d . . . . . . . . . .\n"
        " e . . . . . . . . .\n"
        "  f . . . . . . . .\n"
        "   g . . . . . . .\n"
        "  h . . . . . . . .\n"
        " i . . . . . . . . .\n"
        "j . . . . . . . . . .\n"
        "       k B B B\n"
        "        l B B\n"
        "         m B\n"
        "Black to move"
    )


@pytest.mark.parametrize("players", range(2, 7))
def test_seats(players):
    """Clockwise from the bottom; with 2, 4 and 6 everybody has an opponent opposite."""
    game = load(f"chinese-checkers:players={players}")
    cells = dict(zip((cell.name for cell in game.board.cells), game.start().cells, strict=True))
    tips = [cells[name] for name in ("q1", "m1", "e1", "a1", "e13", "m13")]
    seats = {2: "B..W..", 3: "B.W.R.", 4: "BW.RY.", 5: "BW.RYG", 6: "BWRYGP"}
    assert "".join(tips) == seats[players]
    assert len(game.board.cells) == 121
    assert all(list(cells.values()).count(colour) == 10 for colour in COLOURS[:players])
    assert len({player[0] for player in game.players}) == players


def ends(position, start):
    return {name.partition("-")[2] for name in position.moves if name.startswith(f"{start}-")}


def test_steps_and_chains_of_hops():
    """Over one piece of either colour and on from there, but not over two in a row."""
    position = set_up(load(SMALL), "B", B="g4 g5 a1 b1 b2 c1", W="f4 d5 h4 i4 m1 l1")
    assert ends(position, "g4") == {"g3", "f5", "h5", "e4", "c2", "g6"}


def test_two_ways_to_the_same_end_are_one_move():
    position = set_up(load(SMALL), "B", B="g2 a1 b1 b2 c1 c2", W="g3 f5 f3 e5 m1 l1")
    assert ends(position, "g2") == {"g1", "f2", "h2", "h3", "g4", "e4", "e6"}
    out = np.zeros(position.game.max_moves, np.int32)
    assert position.game.rule("moves")(position.state, out) == len(position.moves)


def test_nothing_is_captured():
    position = set_up(load(SMALL), "B", B="g2 a1 b1 b2 c1 c2", W="g3 f5 f3 e5 m1 l1").play("g2-e6")
    assert position.text == set_up(position.game, "W", 1, B="e6 a1 b1 b2 c1 c2", W="g3 f5 f3 e5 m1 l1").text


def test_a_goal_is_filled_in_spite_of_a_piece_that_stays_there():
    pieces = {"B": "b1 b2 c1 c2 d7 g4", "W": "a1 m1 l1 l2 k1 k2"}
    position = set_up(load(f"{SMALL},filled=any"), "B", **pieces).play("d7-c3")
    assert position.payoff == (1, 0)
    assert position.status == "over: Black +1, White +0; Black wins"
    assert position.remaining == 0
    assert set_up(load(SMALL), "B", **pieces).play("d7-c3").payoff is None


def test_an_opponent_can_fill_a_goal_too():
    position = set_up(load(f"{SMALL},filled=any"), "W", B="a1 b1 b2 c1 c2 g4", W="d7 m1 l1 l2 k1 g1")
    assert position.play("d7-c3").payoff == (1, 0)


def test_a_goal_full_of_strangers_is_not_filled():
    position = load(f"{SMALL},filled=any").start().play("k1-j4").play("c1-d4").play("j4-i4").play("d4-c1")
    assert not position.over


def test_a_player_wins_with_all_pieces():
    for filled in ("any", "own"):
        position = set_up(load(f"{SMALL},filled={filled}"), "B", B="a1 b1 b2 c1 c2 d7", W="m1 l1 l2 k1 g1 k3")
        assert position.play("d7-c3").payoff == (1, 0)
        assert not position.play("d7-d8").over


def test_a_piece_stays_in_its_goal():
    pieces = {"B": "c2 g1 g3 g5 g7 i5", "W": "c1 b1 m1 l1 l2 k1"}
    assert ends(set_up(load(SMALL), "B", **pieces), "c2") == {"c3", "b2"}
    assert ends(set_up(load(f"{SMALL},leave=true"), "B", **pieces), "c2") == {"c3", "b2", "d5", "d6"}
    hop = {"B": "c2 g1 g3 g5 g7 i5", "W": "d5 b1 m1 l1 l2 k1"}  # out and no way back
    assert "e4" not in ends(set_up(load(SMALL), "B", **hop), "c2")
    assert "e4" in ends(set_up(load(f"{SMALL},leave=true"), "B", **hop), "c2")


def test_corners_of_others():
    pieces = {"B": "h2 g3 g5 g7 i5 i7", "W": "i2 a1 b1 b2 c1 c2"}
    assert ends(set_up(load(SMALL), "B", **pieces), "h2") == {"h1", "h3", "g1", "g2", "i3", "j2"}
    assert ends(set_up(load(f"{SMALL},corners=own"), "B", **pieces), "h2") == {"h3", "g1", "g2", "i3"}


def test_a_player_without_a_move_passes():
    game = load("chinese-checkers:players=3,board=small")
    position = set_up(game, "B", 7, B=BOTTOM, W="j4 j5 j6 j7 i3 i4", R="i5 i6 i7 d8 d9 d10")
    assert set(position.moves) == {"pass"}
    after = position.play("pass")
    assert after.text == position.text.replace("B 7", "W 8")
    assert "pass" not in after.moves
    with pytest.raises(Problem, match="unknown move"):
        after.play("pass")


def test_after_the_last_ply_the_nearest_win():
    start = load(f"{SMALL},plies=1").start()
    assert start.play("k1-j4").payoff == (1, 0)
    game = load("chinese-checkers:players=3,board=small,plies=3")
    position = game.start().play("l1-j4").play("d3-d4").play("d8-d7")
    assert position.payoff == (1, 0, 0)
    position = game.start().play("k1-j4").play("d3-d4").play("d8-d7")
    assert position.payoff == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert position.status.endswith("a draw")


def test_random_games_end():
    game = load("chinese-checkers:board=small")
    payoff, plies = playouts(game.start(), 200, seed=1)
    assert sum(payoff) == pytest.approx(1)
    assert plies < game.max_plies


# --- for searches -----------------------------------------------------------------------------------------------------


def test_turns_out_of_order():
    game = load("chinese-checkers:players=4,board=small")
    start = game.start()
    for player in range(4):
        s = start.state
        game.rule("take_turn")(s, player)
        position = game.from_state(s)
        assert position.mover == player
        assert len(position.moves) == 10
        symbol = dict(zip((cell.name for cell in game.board.cells), position.cells, strict=True))
        assert {symbol[name.partition("-")[0]] for name in position.moves} == {COLOURS[player]}
        assert position.play(next(iter(position.moves))).mover == (player + 1) % 4


@pytest.mark.parametrize("players", [2, 3, 6])
def test_estimates(players):
    game = load(f"chinese-checkers:players={players},board=small")
    rank, rng, out = partial(game.ask, "order"), random.Random(1), np.zeros(players)
    position = game.start()
    while not position.over:
        s, moves = position.state, position.moves
        game.ask("estimate", s, out)
        assert out.sum() == pytest.approx(1)
        assert 0 < out.min() <= out.max() < 0.96
        assert position.evaluate() == out[position.mover]
        assert s.distance[out.argmax()] == s.distance.min()
        position = position.play(max(moves, key=lambda name: 2 * rank(s, moves[name]) + rng.random()))
    assert position.state.plies < game.max_plies


def test_equals_are_worth_the_same():
    start = load("chinese-checkers:players=5").start()
    out = np.zeros(5)
    start.game.ask("estimate", start.state, out)
    assert out == pytest.approx([0.2] * 5)


def test_order():
    """What a move gains over a step ahead; the last piece home comes first."""
    start = load(SMALL).start()
    rank = partial(start.game.ask, "order")
    assert rank(start.state, start.read_move("k1-j4")) == 0
    assert rank(start.state, start.read_move("l1-j4")) == 1
    position = set_up(start.game, "B", B="a1 b1 b2 c1 c2 d7", W="m1 l1 l2 k1 g1 k3")
    order = {name: rank(position.state, move) for name, move in position.moves.items()}
    assert max(order, key=order.get) == "d7-c3"
    assert {order[f"d7-{end}"] for end in ("d8", "e6", "e7")} == {-2}


def test_positions_are_remembered_whatever_the_ply():
    game = load(SMALL)
    start = game.start()
    one = start.play("k1-j4").play("c1-d4").play("k2-j5")
    other = start.play("k2-j5").play("c1-d4").play("k1-j4")
    assert one == other
    again = one.play("d4-c1").play("j4-k1").play("c1-d4").play("k1-j4")
    assert again != one
    assert again.key == one.key
    assert again.play("d4-e4").key != one.key
    board = one.text.rpartition(" ")[0]
    keys = {game.position(f"{board} {plies}").key for plies in (3, 160, 195, 196, 197, 200)}
    assert len(keys) == 5  # those near the end differ
    assert game.position(f"{board[:-1]}B 3").key != one.key


def test_how_long_it_can_last():
    start = load("chinese-checkers").start()
    assert start.remaining == start.game.max_plies == 600
    assert start.play("n1-m5").remaining == 599


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["l1-j4", "l1j4", "L1-J4", " l1 j4 "])
def test_moves_can_be_written_in_several_ways(text):
    start = load(SMALL).start()
    assert start.move_name(start.read_move(text)) == "l1-j4"


@pytest.mark.parametrize("move", ["l1-k1", "l1-l1", "c1-d4", "j4-k1", "l1", "", "l1-k1-j4", "z1-j4", "l1-j99", "pass"])
def test_illegal_moves_are_refused(move):
    with pytest.raises(Problem, match="unknown move"):
        load(SMALL).start().play(move)


def test_positions_are_read_without_the_plies():
    start = load(SMALL).start()
    assert start.game.position(start.text.rpartition(" ")[0]) == start
    won = set_up(start.game, "W", 9, B=TOP, W="g1 g2 g3 g4 g5 g6")
    assert won.payoff == (1, 0)


def board(**pieces):
    names = [cell.name for cell in load(SMALL).board.cells]
    owner = {hole: colour for colour, holes in pieces.items() for hole in holes.split()}
    return "".join(owner.get(name, ".") for name in names)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{board(B=BOTTOM, W=TOP)[1:]} B", "72 cells instead of 73"),
        (f"{board(B=BOTTOM, W=TOP)} R", "the player to move is B or W, not 'R'"),
        (f"{board(B=BOTTOM, W=TOP)}", "expected 73 cells"),
        (f"{board(B=BOTTOM, R=TOP)} B", "'R' on a1 is none of .BW"),
        (f"{board(B=BOTTOM + ' g1', W=TOP)} B", "Black has 7 pieces instead of 6"),
        (f"{board(B=BOTTOM, W=TOP[3:])} B", "White has 5 pieces instead of 6"),
        (f"{board(B=BOTTOM, W=TOP)} B 201", "201 plies instead of at most 200"),
        (f"{board(B=TOP, W=BOTTOM)} B 9", "the goals of Black and White are both filled"),
        ("7", "expected 73 cells"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load(SMALL).position(text)
    assert problem in str(refusal.value)


@pytest.mark.parametrize("options", ["players=1", "players=7", "board=large", "filled=all", "plies=0"])
def test_impossible_options_are_refused(options):
    with pytest.raises(Problem, match="option"):
        load(f"chinese-checkers:{options}")


def test_picture():
    position = load(SMALL).start()
    picture = position.svg(marked=("j4",), labels={"j5": "+3"})
    assert picture.count('class="cell peg"') == 73
    assert picture.count('class="piece') == 12
    assert "+3" in picture
    assert picture.count('class="mark"') == 1
