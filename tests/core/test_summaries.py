"""A rule that reads the summary says the same as one that reads the position, whoever asks: every method and solver."""

import os
import subprocess
import sys

import numpy as np
import pytest
from numpy import int8, int16

import zermelo as z
from zermelo.core.data import MAPPED, Data

# --- the same game twice ----------------------------------------------------------------------------------------------


def take_away(seats: int) -> tuple[z.Game, z.Game]:
    """Take 1 to 3 of 9 matches; who takes the last one gets what the matches taken before say."""

    class ByState(z.Rules):
        players = tuple("ABC"[:seats])
        payoff_range = (-10, 10)
        payoff_sum = 0

        class State:
            left: int8
            last: int8

        class Data:
            prize = 1.0

        def start(s):
            s.left = 9

        def moves(s, out):
            for take in range(min(3, s.left)):
                out[take] = take + 1
            return min(3, s.left)

        def play(s, take):
            s.left -= take
            s.last = take

        def payoff(s, out, prize):
            won = prize * (3 * s.last - 5) / 4 + s.left
            for seat in range(seats):
                out[seat] = won if seat == s.turn else -won / (seats - 1)

        def evaluate(s, prize):
            return prize * (int(s.left) % 4 - int(s.last)) / 10

        def order(s, move):
            return 1.0 if move == s.last else -1.0

        def bounds(s):
            return -9.0 + s.left / 10, 9.0 - s.left / 10

        def take_turn(s, player):
            s.turn = player

        def playout(s, out, dice):
            return min(int(s.left), 1 + z.below(dice, 1 + int(s.last)))

    class BySummary(ByState):
        class Summary:
            left: int16
            last: int16

        def summarise(s, summary):
            summary.left, summary.last = s.left, s.last

        def update(s, take, summary):
            summary.left -= take
            summary.last = take

        def payoff(s, out, prize, summary):
            won = prize * (3 * summary.last - 5) / 4 + summary.left
            for seat in range(seats):
                out[seat] = won if seat == s.turn else -won / (seats - 1)

        def evaluate(s, prize, summary):
            return prize * (int(summary.left) % 4 - int(summary.last)) / 10

        def order(s, move, summary):
            return 1.0 if move == summary.last else -1.0

        def bounds(s, summary):
            return -9.0 + summary.left / 10, 9.0 - summary.left / 10

        def playout(s, out, dice, summary):
            return min(int(s.left), 1 + z.below(dice, 1 + int(summary.last)))

    return z.Game(ByState), z.Game(BySummary)


SAME = {seats: take_away(seats) for seats in (2, 3)}
OPTIONS = {"coalition": ":allies=A+B", "mcts": ":simulations=300", "flat": ":simulations=100",
           "ismcts": ":simulations=100"}  # fmt: skip
SEARCHES = [
    (seats, name + OPTIONS.get(name, ""))
    for seats, (game, _) in SAME.items()
    for name, method in z.methods.items()
    if not method.refuses(game)
]


@pytest.mark.parametrize(("seats", "method"), SEARCHES)
def test_every_method_reads_a_summary_of_where_it_is(seats, method):
    limit = None if "simulations" in method else z.Limit(depth=4)
    for prize in (1.0, 3.0):
        by_state, by_summary = (
            z.analyse(
                game.start().play("1"), method=method, limit=limit, lines=3, seed=1, data={"prize": prize},
                compiled=False,
            )
            for game in SAME[seats]
        )  # fmt: skip
        told = [[(line.move, line.value, line.pv) for line in found.lines] for found in (by_state, by_summary)]
        assert told[0] == told[1]
        assert (by_state.values, by_state.exact) == (by_summary.values, by_summary.exact)
        assert by_state.nodes == by_summary.nodes


def test_native_simulations_and_random_games_do_so_too():
    by_state, by_summary = (game.start() for game in SAME[2])
    assert z.playouts(by_state, 200, seed=1) == z.playouts(by_summary, 200, seed=1)
    found = [z.analyse(start, method="mcts:simulations=500", seed=1) for start in (by_state, by_summary)]
    assert found[0].values == found[1].values


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "retrograde"])
def test_solvers_read_summaries(method):
    by_state, by_summary = (z.solve(game.start(), method=method, compiled=False) for game in SAME[2])
    assert (by_state.value, by_state.exact) == (by_summary.value, by_summary.exact)


# --- data -------------------------------------------------------------------------------------------------------------


def test_a_finished_game_pays_by_the_data_given():
    end = z.load("go:size=5").start().play("pass").play("pass")
    assert z.analyse(end).value == -7
    assert z.analyse(end, data={"komi": 20.0}).value == -20
    game = SAME[2][0]
    before = game.position("left=1 last=3 turn=0")
    assert z.analyse(before, data={"prize": 5.0}, compiled=False).value == 2.5
    assert z.analyse(before.play("1"), data={"prize": 5.0}, compiled=False).values == (2.5, -2.5)


def test_data_from_a_file_may_leave_out_what_has_a_default(tmp_path):
    class Both(SAME[2][0].rules):
        class Data:
            prize = 1.0
            table = np.zeros(0)

        def evaluate(s, prize, table):
            return prize / 10 + len(table) / 100

    start, path = z.Game(Both).start(), tmp_path / "w.npz"
    np.savez(path, prize=3.0)

    def value(**given):
        return z.analyse(start, limit=z.Limit(depth=1), compiled=False, **given).value

    assert value(method=f"alphabeta:data={path}") == value(data=path) == value(data={"prize": 3.0})
    assert value(method=f"alphabeta:prize={path}", data={"table": np.ones(9)}) == value(
        data={"prize": 3.0, "table": np.ones(9)}
    )
    with pytest.raises(z.Problem, match=r"prize of .* is given twice"):
        value(method=f"alphabeta:prize={path}", data={"prize": 1.0})


def test_numbers_that_do_not_fit_are_refused():
    class Small(SAME[2][0].rules):
        class Data:
            prize = 1.0
            patterns = np.zeros(2, int16)

        def evaluate(s, patterns):
            return patterns[0] / 1e6

    start = z.Game(Small).start()
    assert start.evaluate(data={"patterns": [7000, 1]}) == 0.007
    for wrong in ([70000, 1], np.array([1, 40000], np.uint16)):
        with pytest.raises(z.Problem, match=r"patterns of type int16: \d+ does not fit"):
            start.evaluate(data={"patterns": wrong})


@pytest.mark.parametrize("name", ["table", "weights", "ab", "x"])
def test_what_data_saves_is_mapped_when_it_is_large(tmp_path, name):
    many = np.arange(MAPPED // 8 + 5.0)
    Data({"first": [1.0], name: many}).save(tmp_path / "data.npz")
    again = Data.load(tmp_path / "data.npz")
    assert isinstance(again[name], np.memmap)
    assert (again[name] == many).all()
    assert again["first"].tolist() == [1.0]
    assert (np.load(tmp_path / "data.npz")[name] == many).all()


# --- memory -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator can be told to spoil what is freed")
def test_native_code_reads_nothing_that_was_freed():
    env = {**os.environ, "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0", "MALLOC_PERTURB_": "165"}
    program = "import zermelo as z; print(z.perft(z.load('tictactoe').start(), 3).leaves)"
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.strip()) == (0, "504"), done.stderr


def test_rules_cannot_change_what_they_are_given():
    class Greedy(SAME[2][0].rules):
        class Data:
            prize = 1.0
            spoiled = (1.0, 2.0)

        def evaluate(s, spoiled):
            spoiled[0] = 7.0
            return 0.5

    start = z.Game(Greedy).start()
    with pytest.raises(z.RulesProblem, match=r"evaluate\(\).*read-only"):
        start.evaluate()
    with pytest.raises(z.RulesProblem, match="the rules do not compile"):
        z.analyse(start, limit=z.Limit(depth=1))


# --- what is declared -------------------------------------------------------------------------------------------------

WRONG = [
    ({"Data": {"w": 1.0}}, "Data must be a class"),
    ({"Data": type("Data", (), {"w": None})}, "data 'w' must be numbers, not None"),
    ({"Data": type("Data", (), {"rows_of_w": 3.0})}, "data cannot be called 'rows_of_w'"),
    ({"Summary": type("Summary", (), {}), "summarise": lambda s, summary: None}, "class Summary lists no fields"),
]


@pytest.mark.parametrize(("parts", "message"), WRONG)
def test_wrong_declarations_are_told(parts, message):
    rules = SAME[2][0].rules
    plain = {"payoff": lambda s, out: None, "evaluate": None}
    with pytest.raises(z.RulesProblem, match=message):
        z.Game(type("Wrong", (rules,), {**plain, **parts}))


@pytest.mark.parametrize("rule", ["update", "summarise"])
def test_a_summary_leaves_the_position_alone(rule):
    class Spoils(SAME[2][1].rules):
        pass

    def update(s, take, summary):
        summary.left -= take
        summary.last = take
        s.left -= 1

    def summarise(s, summary):
        summary.left, summary.last = s.left, s.last
        s.left = 1

    setattr(Spoils, rule, update if rule == "update" else summarise)
    with pytest.raises(z.RulesProblem, match=rf"{rule}\(\) changes the position"):
        z.check_game(z.Game(Spoils), games=1, compiled=False)


def test_a_mapped_file_that_changes_is_noticed(tmp_path):
    class Looks(SAME[2][0].rules):
        class Data:
            prize = 1.0
            table = np.zeros(0)

        def evaluate(s, table):
            return table[-1]

    start, path = z.Game(Looks).start(), tmp_path / "table.npy"
    np.save(path, np.full(MAPPED // 8, 0.5))
    data = z.Data({"table": path})
    assert start.evaluate(data=data) == 0.5
    np.save(path, np.full(8, 0.25))
    with pytest.raises(z.Problem, match=r"table\.npy has changed since 'table' was taken from it"):
        start.evaluate(data=data)
    assert start.evaluate(data={"table": path}) == 0.25


def test_data_called_like_an_option(tmp_path):
    class Named(SAME[2][0].rules):
        class Data:
            prize = 1.0
            table = np.zeros(2)

        def evaluate(s, table):
            return table[0]

    np.savez(tmp_path / "t.npz", table=(0.5, 0.0))
    limit = z.Limit(depth=1)
    found = z.analyse(z.Game(Named).start(), method=f"alphabeta:table={tmp_path}/t.npz", limit=limit, compiled=False)
    assert found.value == -0.5
    player = z.player(f"alphabeta:depth=1,table={tmp_path}/t.npz")
    assert player.think(z.Game(Named).start()).value == -0.5
