"""A search that begins in plain Python and goes over to native code finds what it would have found."""

import gc
import sys
import threading
import time
import weakref
from collections import OrderedDict

import pytest
from numpy import int8

import zermelo as z
from zermelo.core import cache
from zermelo.core import native as native_code
from zermelo.core.compile import compile_kernel
from zermelo.core.native import Native, Stored
from zermelo.core.workshop import Order, Workshop
from zermelo.search.driver import Search
from zermelo.search.handover import Meanwhile

GAME = "connect4:width=5,height=4"


@pytest.fixture
def late(monkeypatch):
    """From now on, native code comes only when the test says so: `shop = late()`, `shop.come.set()`."""

    class Late(Workshop):
        def __init__(self):
            super().__init__()
            self.come, self.made = threading.Event(), {}

        def order(self, name, native, *, waits=True):
            if name in self.made:
                return self.made[name]
            order = self.made[name] = Order(name, native)

            def settle():
                self.come.wait(60)
                try:
                    order.settle(Stored.read(cache.file(name)) or compiled(native, cache.file(name)))
                except z.Problem as problem:
                    order.settle(None, problem)

            threading.Thread(target=settle, daemon=True).start()
            return order

    interval = sys.getswitchinterval()

    def install():
        sys.setswitchinterval(interval / 20)  # compiling gives the lock away all the time, and wants it back
        shop = Late()
        monkeypatch.setattr(native_code, "workshop", shop)
        monkeypatch.setattr("zermelo.search.handover.workshop", shop)
        monkeypatch.setattr(native_code, "_in_cache", lambda name: None)
        monkeypatch.setattr(native_code, "_loaded", OrderedDict())
        return shop

    yield install
    sys.setswitchinterval(interval)


def compiled(native, file):
    made = compile_kernel(native)
    made.save(file)
    return made


def fresh(spec: str) -> z.Position:
    """A position of a game that has no kernels yet."""
    game = z.load(spec)
    made = z.Game(game.rules, spec=game.spec, options=game.options, origin=game.origin)
    return z.Position(made, game.start().data)


@pytest.mark.parametrize("method", ["alphabeta", "alphabeta:table=0", "minimax", "mtdf"])
def test_the_result_is_that_of_native_code(late, method):
    known = z.analyse(z.load(GAME).start(), method=method, limit=z.Limit(depth=8))
    shop, position, seen = late(), fresh(GAME), []

    def watch(progress):
        seen.append(progress.code)
        if progress.depth >= 2 or progress.nodes > 50:
            shop.come.set()

    found = z.analyse(position, method=method, limit=z.Limit(depth=8), meanwhile=True, on_progress=watch)
    assert seen[0] == "plain"
    assert found.code == "both"
    assert (found.value, found.depth, known.code) == (known.value, known.depth, "native")
    if "table=0" in method or method == "minimax":  # nothing outside the workspace remembers the plain beginning
        assert found.nodes == known.nodes


def test_simulations_go_on_where_plain_python_was(late):
    z.analyse(z.load(GAME).start(), method="mcts:simulations=10")  # the code is there
    shop, position = late(), fresh(GAME)
    found = z.analyse(
        position,
        method="mcts:simulations=20000",
        seed=1,
        meanwhile=True,
        on_progress=lambda progress: shop.come.set() if progress.simulations > 5 else None,
    )
    assert (found.code, found.simulations) == ("both", 20000)
    assert sum(line.visits for line in z.analyse(position, method="mcts:simulations=300", lines=9).lines) == 300


def test_who_has_no_patience_takes_what_plain_python_found(late):
    shop = late()
    found = z.analyse(fresh("othello"), meanwhile=Meanwhile(patience=0.3))
    shop.come.set()
    assert found.code == "plain"
    assert found.move in z.load("othello").start().moves
    assert found.time_s < 5


def test_a_time_limit_counts_plain_python_too(late):
    shop = late()
    found = z.analyse(fresh("othello"), limit=z.Limit(time=0.3), meanwhile=True)
    shop.come.set()
    assert (found.code, found.time_s < 5) == ("plain", True)


def test_time_begins_with_code_that_comes_between_two_calls(late, monkeypatch):
    late()
    asked, order = [], Native.order

    def order_at_first(self, *args, **how):
        asked.append(self)
        if len(asked) == 2:
            native_code._remember(self.name, compiled(self, cache.file(self.name)).load())
        return order(self, *args, **how)

    monkeypatch.setattr(Native, "order", order_at_first)
    begun = time.monotonic()
    found = z.analyse(
        fresh("connect4"), limit=z.Limit(time=0.2), meanwhile=Meanwhile(unhurried=True),
        on_progress=lambda _: time.monotonic() - begun < 60,
    )  # fmt: skip
    assert found.code == "both"
    assert 0.2 <= found.time_s < 2


def test_so_many_nodes_or_a_depth_are_native_or_wait(late):
    shop = late()
    shop.come.set()
    for limit in (z.Limit(nodes=100), z.Limit(depth=2), z.Limit(depth=2, time=60)):
        assert z.analyse(fresh("tictactoe"), limit=limit, on_progress=lambda _: None).code == "native"


def test_who_waits_for_code_hears_a_stop(late):
    """Nothing is compiled, and nothing plain: the answer is a look at the position."""
    shop, looks = late(), []
    found = z.analyse(fresh("othello"), limit=z.Limit(depth=3), on_progress=lambda p: looks.append(p) or len(looks) < 3)
    shop.come.set()
    assert (found.nodes, found.code) == (0, "")
    assert 3 <= len(looks) < 50  # on a slow machine there is time for another look until the stop is heard


def test_rules_that_do_not_compile_are_a_problem_also_then(late):
    class Listing(z.Rules):
        class State:
            left: int8

        def moves(s, out):
            out[0], out[1] = 1, eval("2")
            return min(2, s.left)

        def play(s, take):
            s.left = max(s.left - take, 0)

        def start(s):
            s.left = 100

        def payoff(s, out):
            out[0], out[1] = 1, -1

    late().come.set()
    with pytest.raises(z.RulesProblem, match="the rules do not compile"):
        z.analyse(z.Game(Listing).start(), method="minimax", limit=z.Limit(time=30), meanwhile=True)


@pytest.mark.parametrize("method", ["alphabeta:nodes=100", "mcts:simulations=100", "maxn:nodes=100", "flat:games=1"])
def test_a_search_that_is_done_leaves_nothing_in_memory(method, monkeypatch):
    """Its tables are large: they must go when it does, not when somebody looks for circles."""
    alive = weakref.WeakSet()
    begin = Search.__init__
    monkeypatch.setattr(Search, "__init__", lambda self, *args, **how: (alive.add(self), begin(self, *args, **how))[1])
    gc.disable()
    try:
        z.analyse(z.load("tictactoe").start(), method=method, on_progress=lambda _: None)
        assert len(alive) == 0
    finally:
        gc.enable()


def test_a_stop_is_heard_while_native_code_is_loaded(late, monkeypatch):
    """Just then the workspace is written over."""
    shop, searches = late(), []
    really = Native.take

    def take(native, order):
        searches[0].stop()
        really(native, order)

    def noted(search, *args, **options):
        searches.append(search)
        return made(search, *args, **options)

    made = Search.__init__
    monkeypatch.setattr(Search, "__init__", noted)
    monkeypatch.setattr(Native, "take", take)
    threading.Timer(0.3, shop.come.set).start()
    began = time.monotonic()
    z.analyse(fresh("connect4"), limit=z.Limit(time=60), meanwhile=True)
    assert time.monotonic() - began < 20
    assert searches[0].halted
