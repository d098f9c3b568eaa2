"""Go against a slow and obvious one, the counts of legal positions, and what every book on the game explains."""

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

import naive
import zermelo as z
from zermelo import History, Limit, Problem, analyse, load
from zermelo.core.game import asking
from zermelo.core.kernel import at_root

BOARDS = {
    "go:size=4": (4, 4),
    "go:size=3,komi=0.5": (3, 3),
    "go:columns=5,rows=2": (5, 2),
    "go:columns=1,rows=6,suicide=true": (1, 6),
    "go:size=3,suicide=true": (3, 3),
}


def at(spec: str, diagram: str) -> z.Position:
    return load(spec).position(diagram)


def board_of(position: z.Position) -> str:
    return position.text.split()[0]


def played(position: z.Position, *names: str) -> z.Position:
    for name in names:
        position = position.play(name)
    return position


def naive_of(spec: str) -> naive.Go:
    game = load(spec)
    return naive.Go(*BOARDS[spec], komi=game.options["komi"].value, suicide=game.options["suicide"].value)


# --- notation ---------------------------------------------------------------------------------------------------------


def test_columns_skip_i_and_rows_count_from_the_bottom():
    position = played(load("go").start(), "J1", "a9", "d4")
    assert str(position) == (
        "  A B C D E F G H J\n"
        "9 O . . . . . . . .\n"
        "8 . . . . . . . . .\n"
        "7 . . . . . . . . .\n"
        "6 . . . . . . . . .\n"
        "5 . . . . . . . . .\n"
        "4 . . . X . . . . .\n"
        "3 . . . . . . . . .\n"
        "2 . . . . . . . . .\n"
        "1 . . . . . . . . X\n"
        "White to move"
    )  # fmt: skip
    assert list(position.moves)[:2] == ["A1", "B1"]
    assert list(position.moves)[-1] == "pass"
    assert len(position.moves) == 81 - 3 + 1


def test_what_was_played_is_part_of_the_text():
    start = load("go:size=4").start()
    assert start.text == "..../..../..../.... X"
    assert start.play("B2").text == "..../..../.X../.... O last=B2"
    assert played(start, "B2", "pass").text == "..../..../.X../.... X passes=1"
    ko = at("go:size=4", ".XO. X.XO .XO. .... O").play("B3")
    assert ko.text == ".XO./XO.O/.XO./.... X last=B3 ko=C3"
    assert load("go:size=4").position(ko.text) == ko


def test_a_position_does_not_depend_on_the_order_of_the_stones():
    """Chains are told apart by their lowest point, however they grew."""
    game = load("go:size=4")
    one = played(game.start(), "A1", "D4", "C1", "D3", "B1", "D1", "B2")
    other = played(game.start(), "C1", "D1", "A1", "D3", "B1", "D4", "B2")
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".X/.. Y", "the player to move is X or O"),
        (".X/.", "expected 4 cells"),
        (".Z/.. X", "'Z' on B2"),
        ("XX/XX O", "the chain on A1 has no liberty"),
        ("OX/X. O", "the chain on A2 has no liberty"),
        (".X/.. X last=B2", "the last stone on B2 is not there"),
        (".X/.. O last=C2", "last=C2 is not a point"),
        (".X/.. O ko=A1", "there is no ko on A1"),
        (".X/.. O passes=3", "'passes' is none of"),
        (".X/.. O X", "'X' is none of"),
    ],
)
def test_impossible_positions_are_refused(text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load("go:size=2").position(text)
    assert problem in str(refusal.value)


def test_the_rules_keep_their_promises():
    for spec in (*BOARDS, "go:columns=1,rows=1"):
        z.check_game(load(spec), games=2, compiled=False, plies=60)


# --- chains and their liberties ---------------------------------------------------------------------------------------


def test_a_chain_without_liberties_is_taken():
    position = at("go:size=4", """
        . X X .
        X O O X
        X O . X
        . X X .  X""")  # fmt: skip
    assert board_of(position.play("C2")) == ".XX./X..X/X.XX/.XX."


def test_several_chains_are_taken_at_once():
    position = at("go:size=3", """
        O . O
        X O X
        X X .  X""")  # fmt: skip
    assert board_of(position.play("B3")) == ".X./X.X/XX."


def test_a_capture_comes_before_the_own_liberties():
    position = at("go:size=3", """
        . X .
        X O X
        O . O  X""")  # fmt: skip
    assert board_of(position.play("B1")) == ".X./X.X/.X."


def test_snapback():
    """White takes one stone with three, which then have no liberty but where it stood."""
    position = at("go:columns=4,rows=3", """
        X X X .
        O O X .
        . . X .  X""")  # fmt: skip
    taken = played(position, "A1", "B1")
    assert taken.text == "XXX./OOX./.OX. X last=B1"
    assert board_of(taken.play("A1")) == "XXX./..X./X.X."


def test_ko():
    position = at("go:size=4", """
        . X O .
        X . X O
        . X O .
        . . . .  O""")  # fmt: skip
    taken = position.play("B3")
    assert board_of(taken) == ".XO./XO.O/.XO./...."
    assert "C3" not in taken.moves
    assert "C3" in played(taken, "A1", "D1").moves
    with pytest.raises(Problem, match="C3"):
        taken.play("C3")


def test_one_stone_for_two_is_no_ko():
    taken = at("go:columns=5,rows=1", "X.OX. X").play("B1")
    assert taken.text == "XX.X. O last=B1"
    assert taken.play("C1").text == "..OX. X last=C1"


def test_suicide():
    diagram = """
        . O X
        O O X
        X X .  O"""  # fmt: skip
    assert "A3" not in at("go:size=3", diagram).moves
    allowed = at("go:size=3,suicide=true", diagram)
    assert board_of(allowed.play("A3")) == "..X/..X/XX."
    assert allowed.play("A3").text.endswith("X last=A3")


def test_one_stone_is_never_its_own_capture():
    for spec in ("go:size=3", "go:size=3,suicide=true"):
        assert "A3" not in at(spec, ".XX X.. ... O").moves


# --- superko ----------------------------------------------------------------------------------------------------------


def test_send_two_return_one():
    """White gives two stones, Black takes them, and White must not take one for them: the board would be as it was."""
    history = History(at("go:columns=5,rows=1", ".X.O. O"))
    history.play("C1")
    history.play("E1")
    assert board_of(history.position) == ".X..X"
    assert board_of(history.position.play("D1")) == ".X.O."
    assert list(history.moves) == ["C1", "pass"]
    with pytest.raises(Problem, match="brings back a position"):
        history.play("D1")


def test_to_pass_is_always_allowed():
    history = History(load("go:columns=2,rows=1").start())
    for move in ("pass", "A1", "pass", "pass"):
        assert "pass" in history.moves
        history.play(move)
    assert history.over


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "margin"),
    [
        ("... ... ...", 0),  # an area that reaches neither colour is nobody's
        ("... .X. ...", 9),
        (".X. XX. .XO", 4 + 2 - 1),  # C2 and C3 are dame: they reach both
        ("X.O X.O X.O", 0),
        (".XO XXO OO.", 3 + 1 - (4 + 1)),
    ],
)
def test_area_scoring(diagram, margin):
    position = at("go:size=3,komi=0", f"{diagram} X passes=2")
    assert position.over
    assert position.payoff == (margin, -margin)


def test_seki():
    """Each has an eye, and who fills the point between them is taken: it is nobody's."""
    position = at("go:columns=5,rows=1,komi=0", ".X.O. X")
    assert board_of(played(position, "C1", "A1")) == "O..O."
    assert played(position, "pass", "pass").payoff == (0, 0)


def test_komi_is_white_s():
    position = played(load("go:size=3,komi=2.5").start(), "B2", "pass", "pass")
    assert position.payoff == (6.5, -6.5)
    assert position.status == "over: Black +6.5, White -6.5; Black wins"


# --- against the obvious version --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_against_the_obvious_version(spec, seed):
    """The same moves in every position, superko included, the same boards and the same score."""
    rng = random.Random(seed)
    fast, slow = History(load(spec).start()), naive_of(spec)
    for _ in range(80):
        assert set(fast.moves) == set(slow.moves()), fast.position
        if fast.over:
            break
        move = rng.choice(list(fast.moves))
        fast.play(move)
        slow.play(move)
        compare_state(fast.position, slow)
    assert fast.over is (slow.passes == 2)
    if fast.over:
        assert fast.payoff == (slow.score(), -slow.score())


def compare_state(position: z.Position, slow: naive.Go) -> None:
    """Every field of the state, from the stones alone."""
    s, codes = position.state, load(position.game.spec).start().moves
    code = {point: codes[f"{slow.letters[point[0]]}{point[1] + 1}"] for point in slow.points}
    for point in slow.points:
        if point not in slow.stones:
            assert (s.colour[code[point]], s.chain[code[point]], s.liberties[code[point]]) == (0, 0, 0)
            continue
        chain = slow.joined(slow.stones, point)
        assert s.colour[code[point]] == ".XO".index(slow.stones[point])
        assert s.chain[code[point]] == min(code[each] for each in chain)
        pairs = [code[near] for each in chain for near in slow.beside(each) if near not in slow.stones]
        packed = (len(pairs) << 52) + (sum(pairs) << 32) + sum(pair * pair for pair in pairs)
        assert s.liberties[s.chain[code[point]]] == packed
    assert load(position.game.spec).position(position.text) == position


# Tromp and Farneback, Combinatorics of Go (2007): a position is legal if every chain has a liberty.
LEGAL = {(1, 1): 1, (2, 1): 5, (3, 1): 15, (4, 1): 41, (5, 1): 113, (2, 2): 57, (3, 2): 489}


@pytest.mark.parametrize("shape", LEGAL)
def test_number_of_legal_positions(shape):
    game = load(f"go:columns={shape[0]},rows={shape[1]}")
    assert (
        sum(is_position(game, "".join(cells)) for cells in product(".XO", repeat=shape[0] * shape[1])) == LEGAL[shape]
    )


def test_number_of_legal_positions_on_3_x_3():
    slow = naive.Go(3, 3)
    boards = ({p: c for p, c in zip(slow.points, cells, strict=True) if c != "."} for cells in product(".XO", repeat=9))
    legal = [stones for stones in boards if all(slow.liberties(stones, point) for point in stones)]
    assert len(legal) == 12_675
    for stones in random.Random(1).sample(legal, 200):
        assert is_position(load("go:size=3"), "".join(stones.get((x, 2 - y), ".") for y in range(3) for x in range(3)))


def is_position(game: z.Game, cells: str) -> bool:
    try:
        game.position(f"{cells} X")
    except Problem:
        return False
    return True


# --- random games -----------------------------------------------------------------------------------------------------


def answer(position: z.Position, seed: int = 1) -> str:
    """The move of a random game."""
    w = at_root(position)
    w["dice"]["random"] = 0x9E3779B97F4A7C15 * seed % 2**64
    out = np.zeros(position.game.max_moves, np.int32)
    with asking(position.game, "playout"):
        return position.move_name(int(position.game.ask("playout", position.state, out, w[0].dice)))


def usual(position: z.Position) -> str:
    """The move that most random games play."""
    move, times = Counter(answer(position, seed) for seed in range(1, 33)).most_common(1)[0]
    assert times > 16
    return move


def test_random_games_do_not_fill_eyes():
    position = at("go:size=5", """
        . X . X O
        X X X X O
        O O O O O
        . O . O X
        O O O . .  X""")  # fmt: skip
    assert {answer(position, seed) for seed in range(1, 60)} == {"D1", "E1"}
    assert {answer(position.play("pass"), seed) for seed in range(1, 60)} == {"D1", "E1"}


def test_a_false_eye_may_be_filled():
    position = at("go:size=4", """
        . X O .
        X O O .
        . . . .
        . . . .  X""")  # fmt: skip
    assert "A4" in {answer(position, seed) for seed in range(1, 60)}


def test_random_games_pass_where_only_eyes_are_left():
    assert answer(at("go:size=3", ".XX XXX XX. X")) == "pass"


def test_random_games_take_the_last_stone_and_save_what_it_threatens():
    take = at("go:size=4", """
        . . . .
        . X . .
        X O X .
        . . . .  X last=B2""")  # fmt: skip
    assert usual(take) == "B1"
    save = at("go:size=4", """
        . . . .
        . O . .
        . X O .
        . O . .  X last=C2""")  # fmt: skip
    assert usual(save) == "A2"


def test_random_games_come_to_an_end():
    for seed in range(1, 4):
        position, plies = load("go:size=5").start(), 0
        while not position.over:
            position = position.play(answer(position, seed * 1000 + plies))
            plies += 1
        assert 20 < plies < 120


# --- search -----------------------------------------------------------------------------------------------------------


def test_evaluation_counts_what_is_surrounded():
    walled = at("go:size=5,komi=0", """
        . . X O .
        . . X O .
        . . X O .
        . . X O .
        . . X O .  X""")  # fmt: skip
    assert 3 < walled.evaluate() < 9  # 15 to 10, and the move
    assert walled.evaluate() > at("go:size=5,komi=0", board_of(walled) + " O").evaluate()


def test_order():
    position = at("go:size=5", """
        . X . . .
        X X O . .
        X O . . .
        . X . O .
        . . . . .  X last=D2""")  # fmt: skip
    rank = {name: position.game.ask("order", position.state, move) for name, move in position.moves.items()}
    named = {value: {name for name in rank if rank[name] == value} for value in sorted(rank.values(), reverse=True)}
    assert list(named) == [3, 1, 0, -1, -2, -3]
    assert named[3] == {"C3"}  # takes B3
    assert named[1] == {"C2", "D1", "D3", "E2"}  # beside the last move
    assert named[-2] == {"A5"}  # an eye
    assert named[-3] == {"pass"}


@pytest.mark.parametrize(("columns", "margin"), [(1, 0), (2, 0), (3, 3), (4, 4)])
def test_small_boards_are_solved(columns, margin):
    game = load(f"go:columns={columns},rows=1,komi=0")
    found = analyse(game.start(), method="alphabeta", limit=Limit(depth=game.max_plies), paths=True, compiled=False)
    assert (found.value, found.exact) == (margin, True)
    assert game.rules.solved == margin
    if columns < 4:
        assert naive.Go(columns, 1, komi=0).value() == margin
