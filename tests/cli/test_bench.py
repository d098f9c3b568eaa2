"""The bench compares like with like, and says a word when it cannot. Its speeds are nobody's business here."""

import json
import shutil
import sys
from contextlib import closing
from io import StringIO

import pytest

from zermelo import bench
from zermelo.bench import Comparison, Row
from zermelo.errors import Problem

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")


@needs_gcc
@pytest.mark.parametrize("game", ["connect4", "othello"])
def test_the_same_perft_in_c(game):
    comparison = next(one for one in bench.comparisons() if one.what == f"perft {game}")
    with closing(bench.open_peer(comparison)) as peer:
        assert [bench.count_leaves(game, depth)["leaves"] for depth in range(8)] == [
            peer.ask(depth=depth)["leaves"] for depth in range(8)
        ]


def test_our_side_counts_what_it_says():
    assert bench.count_leaves("connect4", 4)["leaves"] == 7**4
    assert bench.play_games("connect4", 100)["games"] == 100
    # what open_spiel's alpha_beta_search and easyAI's Negamax enter at this depth
    assert bench.search_nodes("connect4", 6)["nodes"] == 1249


def test_both_sides_must_count_the_same():
    with pytest.raises(Problem, match="perft connect4"):
        bench.comparisons()[0].row(_Always({"leaves": 48, "time_s": 1.0}), 0, lambda text: None)


def test_the_ratio_is_of_speeds_or_of_times():
    fast = Row("playouts hex", "open_spiel", "games/s", target=5, ours=600.0, theirs=100.0)
    assert (fast.ratio, fast.ok) == (6, True)
    slow = Row("perft hex", "C", "leaves/s", target=2, at_most=True, ours=100.0, theirs=300.0)
    assert (slow.ratio, slow.ok) == (3, False)
    skipped = Row("perft hex", "C", "leaves/s", target=2, at_most=True, skipped="there is no gcc")
    assert (skipped.ratio, skipped.ok) == (None, None)
    assert json.loads(json.dumps(fast.as_dict()))["ratio"] == 6


def test_the_best_round_of_each_side_counts():
    times = iter([9.0, 1.0, 2.0, 4.0])  # the first warms up
    comparison = Comparison(
        "a race", "a peer", "games", target=1, ours=lambda: {"games": 8, "time_s": next(times)}, request={}
    )
    row = comparison.row(_Always({"games": 8, "time_s": 4.0}), 0, lambda text: None)
    assert (row.ours, row.theirs, row.ratio) == (8, 2, 4)


def test_absent_peers_are_skipped_with_a_word(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("ZERMELO_PEERS", "/nowhere/python")
    rows = list(bench.measure())
    assert len(rows) == len(bench.comparisons())
    assert {row.skipped for row in rows if row.peer == "C"} == {"there is no gcc"}
    others = {row.skipped for row in rows if row.peer != "C"}
    assert others == {"/nowhere/python does not start: No such file or directory"}
    assert all(row.ok is None for row in rows)


def test_an_environment_without_the_peers(monkeypatch, tmp_path):
    monkeypatch.delenv("ZERMELO_PEERS", raising=False)
    monkeypatch.setattr(bench, "peers_python", lambda: tmp_path / "python")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for module in ("pyspiel.py", "easyAI.py"):
        (tmp_path / module).write_text("raise ImportError('absent')")
    rows = list(bench.measure(["open_spiel", "easyai"]))
    assert {row.skipped for row in rows} == {"not installed (zermelo bench --install-peers)"}


def test_a_peer_that_breaks_is_skipped_too(monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_PEERS", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "pyspiel.py").write_text("raise SystemError('wrong wheel')")
    (row, *_) = bench.measure(["hex"])
    assert row.skipped == "open_spiel failed: SystemError: wrong wheel"


def test_only_names_measures_games_and_peers():
    assert {comparison.peer for comparison in bench.chosen(["perft"])} == {"C"}
    assert [comparison.what for comparison in bench.chosen(["hex"])] == ["playouts hex", "mcts hex"]
    assert len(bench.chosen([])) == 14
    with pytest.raises(Problem, match="did you mean easyAI"):
        bench.chosen(["easyIA"])


def test_the_table_has_a_line_for_every_row():
    from rich.console import Console

    from zermelo.cli.bench import table_of

    console = Console(width=80, record=True, file=StringIO())
    console.print(
        table_of(
            [
                Row("perft othello", "C", "leaves/s", 2, True, ours=5e7, theirs=7.5e7, version="gcc -O3"),
                Row("playouts hex", "open_spiel", "games/s", 5, skipped="not installed"),
            ]
        )
    )
    text = console.export_text()
    assert "1.50" in text
    assert "met" in text
    assert "open_spiel: not installed" in text


class _Always:
    """A peer with one answer."""

    version = "1"

    def __init__(self, answer):
        self.answer = answer

    def ask(self, **request):
        return self.answer
