"""The shipped games against facts from the literature (see GROUND_TRUTH.md), and their notation against itself."""

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path

import numpy as np
import pytest

import zermelo as z
from naive import random_game
from zermelo import Limit, Problem, analyse, explore, load, methods, perft, survey
from zermelo.search.driver import Search, run

SPECS = (
    "tictactoe",
    "connect4",
    "connect4:width=9,height=4,length=3",
    "connect4:width=4,height=15,length=8",
    "nim",
    "nim:piles=0-4-2-4,misere=true",
    "split-nim",
    "split-nim:pile=25",
    "othello",
    "othello:size=6",
    "othello:size=4,empties=winner",
    "hex:size=6",
    "hex:size=3,swap=true",
)


def value(position: z.Position, *, compiled: bool = False) -> float:
    """The value for the player to move, searched to the end of the game."""
    found = analyse(position, limit=Limit(depth=position.game.max_plies), compiled=compiled, deepening=False, table=8)
    assert found.exact
    return found.value


def winning(position: z.Position, *, compiled: bool = False) -> set[str]:
    """The moves that win."""
    found = analyse(
        position,
        limit=Limit(depth=position.game.max_plies),
        lines=len(position.moves),
        compiled=compiled,
        deepening=False,
    )
    assert found.exact
    return {line.move for line in found.lines if line.value > 0}


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(3))
def test_positions_and_moves_can_be_written_and_read(spec, seed):
    game = load(spec)
    line = random_game(game, seed)
    assert len(line) <= game.max_plies + 1
    for position in line:
        assert game.position(position.text) == position
        assert all(position.read_move(name) == move for name, move in position.moves.items())
        assert not any(" " in name or "," in name for name in position.moves)


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "connect4",
        "connect4:width=4,height=15,length=8",
        "nim",
        "split-nim",
        "othello",
        "othello:size=4",
        "hex:size=4",
    ],
)
def test_compiled_and_plain_rules_count_the_same(spec):
    start = load(spec).start()
    assert perft(start, 3).divide == perft(start, 3, compiled=False).divide


@pytest.mark.parametrize(
    ("spec", "text", "problem"),
    [
        ("connect4", "......./......./......./..X..../......./.O..... X", "a stone floats in column 3"),
        ("connect4", "......./......./......./......./......./XX....O X", "2 X and 1 O cannot stand here"),
        ("connect4", "......./......./......./O....../OOO..../XXXX... X", "has won already"),
        ("connect4", "......./......./......./......./......./...... X", "41 cells instead of 42"),
        ("connect4", "1111111", "column 1 is full at stone 7"),
        ("connect4", "12121212", "the game ended at stone 7"),
        ("nim", "3-5 A", "2 piles instead of 3"),
        ("nim", "3-5-8 A", "piles only shrink, and 3-5-7 does not become 3-5-8"),
        ("nim", "0-0-15 A", "piles only shrink, and 3-5-7 does not become 0-0-15"),
        ("nim", "09-0-1 A", "numbers from 0 to 99"),
        ("nim", "3-5-\u0667 A", "numbers from 0 to 99"),
        ("nim", "3-5-+7 A", "numbers from 0 to 99"),
        ("nim", "3-5-x A", "numbers from 0 to 99"),
        ("nim", "3-5-7 C", "the player to move, A or B"),
        ("nim", "3-5-7", "the player to move, A or B"),
        ("split-nim", "1-2-3 A", "add up to 6 instead of 7"),
        ("split-nim", "0-7 A", "a pile of 0"),
        ("split-nim", "8 A", "a pile of 8"),
        ("split-nim", "3-x A", "a pile of x"),
        ("split-nim", "3-04 A", "a pile of 04"),
        ("split-nim", "3-\u0664 A", "a pile of \u0664"),
        ("split-nim", "3-4", "the player to move, A or B"),
        ("othello:size=4", "X---/-OX-/-X--/---- X", "in the centre are never empty"),
        ("othello:size=4", "----/-OX-/-XO-/--- X", "15 cells instead of 16"),
        ("othello:size=4", "----/-OZ-/-XO-/---- X", "'Z' on c2"),
        ("hex:size=3", "RR./.../... R", "2 R and 0 B cannot stand here"),
        ("hex:size=3", ".../.../... B", "0 R and 0 B cannot stand here"),
        ("hex:size=3", "B../.../... R", "0 R and 1 B cannot stand here"),
        ("hex:size=3,swap=true", "BB./.../... R", "0 R and 2 B cannot stand here"),
        ("hex:size=3", "RBB/R../RB. R", "has won already"),
    ],
)
def test_impossible_positions_are_refused(spec, text, problem):
    with pytest.raises(Problem, match="unreadable position") as refusal:
        load(spec).position(text)
    assert problem in str(refusal.value)


@pytest.mark.parametrize(
    "spec",
    [
        "nim:piles=3-x",
        "nim:piles=100",
        "nim:piles=03-5",
        "nim:piles=\u0663",
        "nim:piles=1-1-1-1-1-1-1-1-1",
        "connect4:width=15",
    ],
)
def test_impossible_options_are_refused(spec):
    with pytest.raises(ValueError, match=r"must be|does not fit"):
        load(spec)


# --- tic-tac-toe ------------------------------------------------------------------------------------------------------


def test_tictactoe_games_by_length_and_nodes():
    start = load("tictactoe").start()
    counts = [perft(start, depth) for depth in range(11)]
    ended = np.diff([count.finished for count in counts])
    assert ended.tolist() == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    assert counts[10].finished == 255168
    assert sum(count.leaves for count in counts) == 549946


def test_tictactoe_states():
    start = load("tictactoe").start()
    every, merged = explore(start, merge=False, compiled=False), explore(start, compiled=False)
    assert (len(every), every.terminal.sum()) == (5478, 958)
    assert (len(merged), merged.terminal.sum()) == (765, 138)


def lines_of_play(space, successors):
    """How many ways lead from the first state to each one, by the given choice of its successors."""
    ways = np.zeros(len(space), int)
    ways[0] = 1
    for state in range(len(space)):
        for after in successors(space.successors[space.first[state] : space.first[state + 1]].tolist()):
            ways[after] += ways[state]
    return ways


def test_tictactoe_games():
    """Who wins the 255,168 games; 26,830 remain when moves to symmetric positions count once."""
    start = load("tictactoe").start()
    every, merged = explore(start, merge=False), explore(start)
    ways = lines_of_play(every, list)
    for_x = np.where(every.movers == 0, every.values, -every.values)
    games = [int(ways[every.terminal & (for_x == value)].sum()) for value in (1, -1, 0)]
    assert games == [131184, 77904, 46080]
    assert [(every.terminal & (for_x == value)).sum() for value in (1, -1, 0)] == [626, 316, 16]
    assert lines_of_play(merged, set)[merged.terminal].sum() == 26830


def test_tictactoe_alphabeta_from_left_to_right():
    search = Search(load("tictactoe").start(), methods["alphabeta"], Limit(), window=(-9, 9))
    found = run(search, {"plain": True})
    assert (found.nodes, found.value) == (18297, 0)


# --- Connect Four -----------------------------------------------------------------------------------------------------


def test_connect4_lines_of_play():
    start = load("connect4").start()
    counts = [perft(start, depth).leaves for depth in range(1, 9)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_connect4_positions_by_ply():
    space = explore(load("connect4").start(), depth=6, merge=False)
    assert np.bincount(space.ply).tolist() == [1, 7, 49, 238, 1120, 4263, 16422]


def test_connect4_small_board_is_drawn():
    game = load("connect4:width=5,height=4")
    assert value(game.start(), compiled=True) == game.rules.solved == 0


def test_connect4_endings(data):
    """Pons' scores say by how many stones; the sign says who wins."""
    game = load("connect4")
    for line in (data / "connect4-end-easy.txt").read_text().splitlines()[:100]:
        columns, score = line.split()
        assert value(game.position(columns), compiled=True) == np.sign(int(score)), columns


def test_connect4_known_results():
    assert load("connect4").rules.solved == 1
    assert load("connect4:width=6").rules.solved == load("connect4:width=8,height=4").rules.solved == -1
    assert load("connect4:width=12,height=4").rules.solved is None
    assert load("connect4:length=5").rules.solved is None


# --- Nim --------------------------------------------------------------------------------------------------------------

II_NIM = {  # deck 004, slide 8: the successors of every state with A to move
    "0-0": set(),
    "0-1": {"0-0"},
    "0-2": {"0-0", "0-1"},
    "1-1": {"0-1"},
    "1-2": {"0-1", "0-2", "1-1"},
    "2-2": {"0-2", "1-2"},
}


def test_ii_nim_is_as_printed():
    game = load("nim:piles=2-2,misere=true")
    for us, them in ("AB", "BA"):
        for piles, successors in II_NIM.items():
            position = game.position(f"{piles} {us}")
            assert {position.play(name).text for name in position.moves} == {f"{after} {them}" for after in successors}
            assert len(position.moves) == len(successors)
    assert game.position("0-0 A").payoff == (1, -1)
    assert game.position("0-0 B").payoff == (-1, 1)
    assert value(game.start()) == game.rules.solved == -1


def test_nim_offers_equal_piles_once_and_sorts():
    position = load("nim:piles=4-2-4").start()
    assert position.text == "2-4-4 A"
    assert list(position.moves) == ["2-2", "2-1", "4-4", "4-3", "4-2", "4-1"]
    assert position.play("4-3").text == "1-2-4 B"
    assert position.game.position("4-1-2 B") == position.play("4-3")


@pytest.mark.parametrize("misere", ["false", "true"])
def test_nim_follows_the_nim_sum(misere):
    game = load(f"nim:piles=4-4-4,misere={misere}")
    for piles in combinations_with_replacement(range(5), 3):
        wins = reduce(xor, piles) != 0
        if misere == "true" and max(piles) <= 1:
            wins = not wins
        position = game.position("-".join(map(str, piles)) + " A")
        assert value(position) == (1 if wins else -1), position.text


@pytest.mark.parametrize("misere", ["false", "true"])
def test_nim_knows_its_result(misere):
    for piles in ("1", "1-1", "0-1", "1-2-3", "2-2-1", "1-1-1", "3-4"):
        game = load(f"nim:piles={piles},misere={misere}")
        assert value(game.start()) == game.rules.solved, game.spec


# --- split Nim --------------------------------------------------------------------------------------------------------


def test_split_nim_from_seven():
    start = load("split-nim").start()
    tree = survey(start, compiled=False)
    assert (tree.nodes, tree.leaves) == (24, 7)
    assert len(explore(start, compiled=False)) == 14
    assert list(start.moves) == ["7=1+6", "7=2+5", "7=3+4"]
    assert start.play("7=3+4").play("4=1+3").text == "1-3-3 A"


def test_split_nim_is_grundys_game():
    games = {pile: load(f"split-nim:pile={pile}") for pile in range(1, 21)}
    lost = {pile for pile, game in games.items() if value(game.start()) == -1}
    assert lost == {1, 2, 4, 7, 10, 20}
    assert lost == {pile for pile, game in games.items() if game.rules.solved == -1}


# --- Othello ----------------------------------------------------------------------------------------------------------


def test_othello_start():
    start = load("othello").start()
    assert str(start) == (
        "  a b c d e f g h\n"
        "1 - - - - - - - -\n"
        "2 - - - - - - - -\n"
        "3 - - - - - - - -\n"
        "4 - - - O X - - -\n"
        "5 - - - X O - - -\n"
        "6 - - - - - - - -\n"
        "7 - - - - - - - -\n"
        "8 - - - - - - - -\n"
        "Black to move"
    )
    assert list(start.moves) == ["d3", "c4", "f5", "e6"]


def test_othello_perft():
    start = load("othello").start()
    counts = [perft(start, depth).leaves for depth in range(1, 11)]
    assert counts == [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]


def test_othello_4x4_perft_and_value():
    game = load("othello:size=4")
    counts = [perft(game.start(), depth).leaves for depth in range(1, 13)]
    assert counts == [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436]
    assert value(game.start(), compiled=True) == game.rules.solved == -8


def test_othello_pass():
    position = load("othello:size=4").position("OOOO/OXX-/OXX-/OOOO X")
    assert position.moves == {"pass": 16}
    after = position.play("pass")
    assert (after.mover, sorted(after.moves)) == (1, ["d2", "d3"])


def test_othello_empty_squares():
    wiped = "----/-XX-/-XXX/---- O"
    assert load("othello:size=4").position(wiped).payoff == (5, -5)
    assert load("othello:size=4,empties=winner").position(wiped).payoff == (16, -16)


def test_othello_forum_positions(data):
    """All legal moves are listed with their scores; squares left empty count for the winner."""
    game = load("othello:empties=winner")
    for number, line in enumerate((data / "fforum-1-19.obf").read_text().splitlines()):
        board, *moves = (part.strip() for part in line.split(";") if part.strip())
        scores = {name.lower(): int(score) for name, score in (move.split(":") for move in moves)}
        position = game.position(board)
        assert set(position.moves) == set(scores)
        if number in (1, 3):
            found = analyse(position, limit=Limit(depth=game.max_plies), lines=len(scores))
            assert {line.move: line.value for line in found.lines} == scores


# --- Hex --------------------------------------------------------------------------------------------------------------


def test_hex_winning_openings():
    assert winning(load("hex:size=1").start()) == {"a1"}
    assert winning(load("hex:size=2").start()) == {"b1", "a2"}
    assert winning(load("hex:size=3").start()) == {"c1", "a2", "b2", "c2", "a3"}
    assert winning(load("hex:size=4").start(), compiled=True) == {"d1", "c2", "b3", "a4"}


def test_hex_sides():
    """Red joins top and bottom, Blue left and right; the rows lean to the right."""
    game = load("hex:size=3")
    assert game.position(".RB/RB./R.. B").payoff == (1, -1)
    assert game.position("RR./BBB/R.. R").payoff == (-1, 1)
    assert not game.position("R../BRB/..R B").over


def test_hex_is_never_drawn():
    for seed in range(50):
        assert random_game(load("hex:size=4"), seed)[-1].payoff in ((1, -1), (-1, 1))


def test_hex_swap():
    game = load("hex:size=3,swap=true")
    position = game.start().play("c1")
    assert "swap" in position.moves
    swapped = position.play("swap")
    assert swapped.text == ".../.../B.. R"
    assert "swap" not in swapped.moves
    assert "swap" not in swapped.play("a1").moves
    assert value(game.start()) == game.rules.solved == -1


def test_games_are_known_by_what_they_are(tmp_path, monkeypatch):
    """Options spelled differently are the same; a pickled position finds its file from anywhere; moves stay."""
    import pickle

    assert z.load("nim:misere=yes") == z.load("nim:misere=true")
    assert z.load("hex:size=07").spec == "hex:size=7"
    assert z.load("nim") != z.load("nim:misere=true")
    example = Path(__file__).parents[2] / "examples" / "chomp.py"
    monkeypatch.chdir(example.parent)
    position = z.load("chomp.py").start()
    data = pickle.dumps(position)
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(data).text == position.text
    with pytest.raises(TypeError):
        position.moves["a1"] = 3


def test_a_state_may_go_on_where_another_one_ends():
    nim = load("nim").rules

    class Counted(nim):
        class State(nim.State):
            moves_made: np.int32

        def play(s, move):
            s.moves_made += 1
            nim.play(s, move)

    start = z.Game(Counted).start()
    after = start.play(next(iter(start.moves)))
    assert (after.state.moves_made, after.mover) == (1, 1)
