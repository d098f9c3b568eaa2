"""What rules are given: data by name, from Python, files and options; versions; summaries kept up to date."""

import random

import numpy as np
import pytest

import zermelo as z
from given import CELLS, HIDDEN, PATTERNS, POSITIONS, WithNetwork, WithPatterns, WithTable
from zermelo.check.conformance import check_game
from zermelo.core import compile as compiler
from zermelo.core.data import Data

rng = np.random.default_rng(1)
PATTERN_GAME, NETWORK_GAME, TABLE_GAME = z.Game(WithPatterns), z.Game(WithNetwork), z.Game(WithTable)
NETWORK = {"first": rng.normal(0, 0.5, (2 * CELLS, HIDDEN)), "second": rng.normal(0, 0.3, HIDDEN)}


@pytest.fixture
def compiled(monkeypatch):
    """The kernels that are compiled during a test."""
    made = []
    compile_kernel = compiler.compile_kernel
    monkeypatch.setattr(compiler, "compile_kernel", lambda native: made.append(native) or compile_kernel(native))
    return made


def positions(game, count=20, seed=3):
    dice = random.Random(seed)
    for _ in range(count):
        position = game.start()
        for _ in range(dice.randrange(CELLS - 3)):
            position = position.play(dice.choice(position.codes))
        yield position


def by_definition(position, height, data):
    """The value of a position for the player to move, with nothing clever."""
    if position.payoff is not None:
        return position.payoff[position.mover]
    if height == 0:
        return position.evaluate(data=data)
    return max(-by_definition(position.play(move), height - 1, data) for move in position.codes)


def patterns(seed):
    return np.random.default_rng(seed).integers(-30_000, 30_000, PATTERNS).astype(np.int16)


# --- the sketches -----------------------------------------------------------------------------------------------------


def test_other_patterns_are_not_another_compilation(compiled):
    start = PATTERN_GAME.start()
    found = [z.analyse(start, limit=z.Limit(depth=3), data={"patterns": patterns(seed)}).value for seed in range(4)]
    assert len(set(found)) == 4
    assert len(compiled) <= 1


@pytest.mark.parametrize("game", [PATTERN_GAME, NETWORK_GAME], ids=["patterns", "network"])
def test_a_search_with_data_is_that_of_the_definition(game):
    data = {"patterns": patterns(7)} if game is PATTERN_GAME else NETWORK
    for position in positions(game, 6):
        expected = by_definition(position, 2, data)
        for method in ("minimax", "alphabeta", "mtdf"):
            found = z.analyse(position, method=method, limit=z.Limit(depth=2), data=data)
            assert found.value == pytest.approx(expected, abs=1e-6)


def test_the_first_layer_is_kept_up_to_date():
    """In plain Python and in native code, by every way to make a move."""
    check_game(NETWORK_GAME, games=3)
    for position in positions(NETWORK_GAME, 5):
        values = [
            z.analyse(position, method=method, limit=z.Limit(depth=3), data=NETWORK, compiled=compiled).value
            for method in ("minimax", "alphabeta:plain=true", "paranoid:plain=true", "maxn", "expectimax", "star1")
            for compiled in (True, False)
        ]
        assert values == pytest.approx([values[0]] * len(values), abs=1e-5)


def test_simulations_judge_by_a_summary_of_where_they_are():
    position = next(positions(NETWORK_GAME, 1))
    native, plain = (
        z.analyse(position, method="mcts:simulations=200,cutoff=2,bias=0.5", data=NETWORK, seed=1, compiled=compiled)
        for compiled in (True, False)
    )
    assert [line.move for line in native.lines] == [line.move for line in plain.lines]
    assert native.value == pytest.approx(plain.value, abs=1e-6)


def test_a_summary_that_update_gets_wrong_is_found():
    class Wrong(WithNetwork):
        def update(s, cell, summary, first):
            summary.hidden[0] += 1

    with pytest.raises(z.RulesProblem, match=r"update\(\)"):
        check_game(z.Game(Wrong), games=2, compiled=False)


def test_without_update_a_summary_is_worked_out_anew():
    class Anew(WithNetwork):
        update = None

    position = next(positions(NETWORK_GAME, 1))
    game = z.Game(Anew)
    limit = z.Limit(depth=3)
    assert z.analyse(z.Position(game, position.data), limit=limit, data=NETWORK).value == pytest.approx(
        z.analyse(position, limit=limit, data=NETWORK).value, abs=1e-5
    )


def test_a_table_of_100_mb_is_mapped_and_read_in_bounds(tmp_path, compiled):
    file = tmp_path / "table.npy"
    table = np.lib.format.open_memmap(file, "w+", np.float64, (POSITIONS,))
    table[:] = -1.0
    table.flush()
    assert file.stat().st_size > 100e6
    data = Data(table=file)
    assert isinstance(data["table"], np.memmap)
    start = TABLE_GAME.start()
    limit = z.Limit(depth=4)
    silent = z.analyse(start, limit=limit, data=data, deepening=False)
    table[:] = 1.0  # every position is won for who is to move: what one move leads to is enough
    table.flush()
    telling = z.analyse(start, limit=limit, data=Data(table=file), deepening=False)
    assert silent.nodes > 10 * telling.nodes
    assert telling.nodes <= 2 * CELLS
    assert len(compiled) <= 1


# --- how it is given --------------------------------------------------------------------------------------------------


def test_data_comes_from_python_from_files_and_in_options(tmp_path):
    othello = z.load("othello").start()
    weights = np.array([0, 0, 1, 0, 0.0])
    np.savez(tmp_path / "w.npz", weights=weights)
    np.save(tmp_path / "w.npy", weights)
    limit = z.Limit(depth=3)
    usual = z.analyse(othello, limit=limit).value
    ways = [
        z.analyse(othello, limit=limit, weights=weights),
        z.analyse(othello, limit=limit, data={"weights": weights}),
        z.analyse(othello, limit=limit, data=Data(weights=weights)),
        z.analyse(othello, limit=limit, data=tmp_path / "w.npz"),
        z.analyse(othello, limit=limit, data={"weights": tmp_path / "w.npy"}),
        z.analyse(othello, method=f"alphabeta:depth=3,weights={tmp_path / 'w.npz'}"),
        z.analyse(othello, method=f"alphabeta:depth=3,weights={tmp_path / 'w.npy'}"),
        z.analyse(othello, method=f"alphabeta:depth=3,data={tmp_path / 'w.npz'}"),
    ]
    assert {found.value for found in ways} == {0.0}
    assert usual != 0.0
    assert othello.evaluate(weights=weights) == 0.0


def test_a_player_has_data_of_its_own(tmp_path):
    np.savez(tmp_path / "w.npz", weights=np.zeros(5))
    made = z.player(f"alphabeta:depth=2,weights={tmp_path / 'w.npz'}")
    assert made.think(z.load("othello").position("moves: d3 c3")).value == 0.0


def test_komi_is_data():
    go = z.load("go:size=5,komi=6.5")
    assert float(go.data["komi"]) == 6.5
    ended = go.position("moves: C3 pass pass")
    assert ended.payoff == (18.5, -18.5)
    assert z.load("go:size=5,komi=0.5").position("moves: C3 pass pass").payoff == (24.5, -24.5)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"wieghts": [1]}, r"unknown data 'wieghts' of othello.*weights"),
        ({"weights": [1, 2]}, r"othello has weights of shape \(5,\), not \(2,\)"),
        ({"weights": ["a"] * 5}, "data 'weights' must be numbers, not"),
        ({"weights": object()}, "data 'weights' must be numbers"),
        ({"weights": "nowhere.npz"}, r"there is no file 'nowhere\.npz'"),
        ({"weights": "notes.txt"}, r"comes from files in \.npy or \.npz, not 'notes\.txt'"),
        ("nowhere.npz", r"there is no file 'nowhere\.npz'"),
        (7, "data is a mapping from names to arrays"),
    ],
)
def test_data_that_does_not_fit_is_refused(data, problem):
    with pytest.raises(z.Problem, match=problem):
        z.analyse(z.load("othello").start(), limit=z.Limit(depth=1), data=data)


def test_pickles_are_refused(tmp_path):
    np.save(tmp_path / "w.npy", np.array([{"evil": 1}], object), allow_pickle=True)
    np.savez(tmp_path / "w.npz", weights=np.array([{"evil": 1}], object))
    for name in ("w.npy", "w.npz"):
        with pytest.raises(z.Problem, match="has no readable data 'weights'"):
            Data(weights=tmp_path / name)


def test_an_archive_under_another_name_is_refused(tmp_path):
    np.savez(tmp_path / "w.npz", weights=np.zeros(5))
    (tmp_path / "w.npz").rename(tmp_path / "w.npy")
    with pytest.raises(z.Problem, match=r"it is an archive, which is called \.npz"):
        Data(weights=tmp_path / "w.npy")


def test_broken_files_are_refused(tmp_path):
    (tmp_path / "w.npy").write_bytes(b"rubbish")
    (tmp_path / "w.npz").write_bytes(b"rubbish")
    for name in ("w.npy", "w.npz"):
        with pytest.raises(z.Problem, match=r"w\.np"):
            Data(weights=tmp_path / name)


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("def evaluate(s, wieghts): return 0.0", "evaluate asks for data 'wieghts'"),
        ("def moves(s, out, weights): return 0", r"moves\(s, out, weights\) must take moves\(s, out\)"),
    ],
)
def test_rules_that_ask_for_what_there_is_not(rule, problem):
    scope: dict = {}
    exec(rule, scope)
    name = rule.split()[1].partition("(")[0]
    with pytest.raises(z.RulesProblem, match=problem):
        z.Game(type("Asking", (WithPatterns,), {name: scope[name]}))


# --- versions ---------------------------------------------------------------------------------------------------------


def test_equal_data_has_equal_versions_and_other_data_another():
    data = Data(weights=[1.0, 2.0])
    assert data == Data(weights=np.array([1.0, 2.0]))
    assert data != Data(weights=[1.0, 2.5])
    assert data != data.replace(weights=[2.0, 1.0])
    assert data.replace(weights=[1.0, 2.0]) == data


def test_data_cannot_be_changed_under_a_version():
    given = np.array([1.0, 2.0])
    data = Data(weights=given)
    given[0] = 5.0
    assert data["weights"].tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="read-only"):
        data["weights"][0] = 3.0


def test_the_version_of_a_mapped_file_does_not_read_it(tmp_path):
    large = np.zeros(1 << 18)
    np.save(tmp_path / "t.npy", large)
    first = Data(table=tmp_path / "t.npy").version
    assert Data(table=tmp_path / "t.npy").version == first
    large[0] = 1
    np.save(tmp_path / "t.npy", large)
    assert Data(table=tmp_path / "t.npy").version != first


def test_a_kept_table_forgets_when_data_changes():
    table = z.Table(1)
    start = z.load("othello").start()
    for weights in ([1, 0, 0, 0, 0], [0, 1, 0, 0, 0]):
        fresh = z.analyse(start, limit=z.Limit(depth=4), weights=weights)
        kept = z.analyse(start, limit=z.Limit(depth=4), weights=weights, table=table)
        assert kept.value == fresh.value
    again = z.analyse(start, limit=z.Limit(depth=4), weights=[0, 1, 0, 0, 0], table=table)
    assert again.nodes < kept.nodes


def test_an_array_in_an_npz_file_is_mapped_where_it_is_large(tmp_path):
    large = np.arange(1 << 18, dtype=np.float64)
    np.savez(tmp_path / "d.npz", table=large, small=np.arange(3))
    data = Data.load(tmp_path / "d.npz")
    assert data["table"].tolist() == large.tolist()
    assert data["small"].tolist() == [0, 1, 2]
