"""One table for several threads, several searches and several positions: they find what each finds alone."""

import _thread
import random
import threading
import time
from typing import Any

import numpy as np
import pytest

import zermelo as z
from direct import ROOMY, SMALL, TINY
from zermelo.core.kernel import at_root, link
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.table import EXACT, GENERATIONS, Table, save, tabling
from zermelo.search.driver import Search, run

# --- threads ---------------------------------------------------------------------------------------------------------


BIG = {
    "connect4": ("444", 10),
    "othello:size=6": ("start", 7),
    "draughts": ("moves: 11-15 23-19 8-11 22-17", 8),
}


@pytest.mark.parametrize("spec", BIG)
@pytest.mark.parametrize("lines", [1, 3])
def test_threads_find_the_same_values(spec, lines):
    text, depth = BIG[spec]
    game = z.load(spec)
    position = game.position(text)
    values, nodes = [], []
    for threads in (1, 2, 4):
        options = {"threads": threads, "deeper": False, "paths": bool(game.rules.repetition)}
        answer = analyse(position, lines=lines, limit=Limit(depth=depth), **options)
        values.append([line.value for line in answer.lines])
        nodes.append(answer.nodes)
        assert answer.depth == depth
        assert answer.pv[0] == answer.move
    assert values[1] == values[2] == values[0]
    assert max(nodes) < 5 * nodes[0], "threads search the same again, instead of sharing the work"


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_keep_time(threads):
    start = z.load("othello:size=6").start()
    answer = analyse(start, limit=Limit(time=0.3), threads=threads)
    assert answer.move in start.moves
    assert 0.1 < answer.time_s < 3


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_stop(threads):
    """At any moment, also between two iterations; asked by the program, an observer, or Ctrl-C."""
    start = z.load("othello:size=6").start()
    for delay in (0.0, 0.001, 0.02, 0.2):
        search = Search(start, z.methods["alphabeta"], Limit())
        threading.Timer(delay, search.stop).start()
        answer = run(search, {"threads": threads})
        assert answer.move in start.moves
        assert answer.time_s < delay + 3
    answer = analyse(start, limit=Limit(), threads=threads, on_progress=lambda progress: progress.depth < 4)
    assert answer.depth >= 4
    search = Search(start, z.methods["alphabeta"], Limit())

    def interrupt():
        while search.depth < 4:
            time.sleep(0.01)
        _thread.interrupt_main()

    threading.Thread(target=interrupt, daemon=True).start()
    answer = run(search, {"threads": threads})
    assert answer.interrupted
    assert answer.move in start.moves


def test_threads_keep_a_node_limit():
    start = z.load("othello:size=6").start()
    for nodes in (1, 10, 1000, 30_000):
        answer = analyse(start, limit=Limit(nodes=nodes), threads=4)
        assert answer.nodes <= max(nodes, 4)
        assert answer.move in start.moves


def test_threads_need_a_table():
    with pytest.raises(z.Problem, match="with table=0 there can be only one"):
        analyse(z.load("tictactoe").start(), threads=2, table=0)


# --- a kept table ----------------------------------------------------------------------------------------------------


def test_a_kept_table_finds_the_same_values_with_less_work():
    rng = random.Random(0)
    for spec in ("connect4", "othello:size=6"):
        kept = Table(4)
        position = z.load(spec).start()
        for _ in range(12):
            options = {"limit": Limit(depth=6), "deeper": False, "extensions": False}
            fresh, again = analyse(position, **options), analyse(position, table=kept, **options)
            assert (again.value, again.exact) == (fresh.value, fresh.exact)
            assert analyse(position, table=kept, **options).nodes < fresh.nodes
            position = position.play(rng.choice(position.codes))
        assert kept.generation == 1


def test_a_kept_table_forgets_what_does_not_hold_any_more():
    table = Table(4)
    connect4, dots = z.load("connect4").start(), z.load("dots:rows=2,columns=2").start()
    asked: list[tuple[z.Position, dict[str, Any]]] = [
        (connect4, {}),
        (connect4, {"weights": (0.05, -0.1)}),
        (connect4, {"quick": False}),
        (connect4, {"bounds": False}),
        (connect4, {"extensions": True}),
        (connect4, {"reductions": True}),
        (connect4, {"quiescence": 0}),
        (dots, {}),
        (dots, {"quiescence": 0}),
        (connect4, {}),
    ]
    for number, (position, options) in enumerate(asked, start=1):
        for _ in range(2):
            options = options | {"limit": Limit(depth=5), "deeper": False}
            assert analyse(position, table=table, **options).value == analyse(position, **options).value
            assert table.generation == number
    for same in ({"pvs": False}, {"fail": "hard"}, {"threads": 2}, {"killers": False}, {"replacement": "always"}):
        analyse(connect4, table=table, limit=Limit(depth=5), deeper=False, **same)
        assert table.generation == len(asked)


def test_generations_wrap_around():
    table = Table(TINY)
    position = z.load("dots:rows=2,columns=2").position("moves: a1b1 b1c1 a1a2 a2a3 a3b3 b3c3")
    truth = analyse(position, limit=Limit(depth=4), deeper=False).value
    w = at_root(position, tabling)
    link(w, "table", table.entries)
    w["generation"], w["two_level"] = table.generation, 1
    save(w[0], np.uint64(position.key), 99.0, 0, 4, EXACT, 31)
    assert table.find(position.key) == (99.0, 0, EXACT)
    seen = set()
    for _ in range(2 * GENERATIONS + 3):
        table.clear()
        seen.add(table.generation)
        assert table.find(position.key) is None
        assert table.filled() == 0
        assert analyse(position, limit=Limit(depth=4), deeper=False, table=table).value == truth
        assert table.filled() > 0
    assert seen == set(range(1, GENERATIONS + 1))


def test_two_searches_write_one_table_at_the_same_time():
    """Entries that are torn do not pass their check: every value is right, however crowded the table."""
    game = z.load("connect4")
    positions = [game.position(text) for text in ("44", "43", "4455", "1234567", "2", "36", "4444", "71")]
    options = {"limit": Limit(depth=7), "deeper": False, "extensions": False}
    truth = [analyse(position, **options).value for position in positions]
    for size in (TINY, SMALL, ROOMY):
        table = Table(size)
        answers: list[list[float]] = []

        def search_all(order: int, table: Table = table, answers: list[list[float]] = answers) -> None:
            for _ in range(3):
                values = [analyse(position, table=table, **options).value for position in positions[::order]]
                answers.append(values[::order])

        workers = [threading.Thread(target=search_all, args=(order,)) for order in (1, -1)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert answers == [truth] * 6
