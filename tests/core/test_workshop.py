"""Compiling in a helper process: Python stays free, what nobody wants steps back, and if the helper dies it goes on."""

import os
import pickle
import subprocess
import sys
import threading
import time
from _thread import interrupt_main
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo as z
from take import GAME, write
from zermelo.core import native, workshop
from zermelo.core.kernel import at_root, kernel
from zermelo.core.native import Native
from zermelo.core.vocabulary import Setting
from zermelo.core.workshop import Workshop
from zermelo.count.perft import leaves_below
from zermelo.count.playouts import play_out
from zermelo.errors import RulesProblem
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.alphabeta import FIELDS, alphabeta
from zermelo.search.driver import Search, run
from zermelo.search.workspace import searching


@pytest.fixture
def shop(monkeypatch, tmp_path):
    """A workshop with a helper process of its own, and with nothing in the cache or in memory."""
    monkeypatch.delenv("ZERMELO_COMPILE", raising=False)
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(native, "_loaded", OrderedDict())
    made = Workshop()
    monkeypatch.setattr(native, "workshop", made)
    yield made
    with made._lock:
        made._orders.clear()
        if made._current:
            made._current.put_off = True
        if made._helper:
            made._helper.kill()
            made._helper.wait()


@pytest.fixture
def here(monkeypatch) -> list[str]:
    """What is compiled in this process, all the same."""
    from zermelo.core import compile as compiler

    made: list[str] = []
    really = compiler.compile_kernel
    monkeypatch.setattr(compiler, "compile_kernel", lambda asked: made.append(repr(asked)) or really(asked))
    return made


class Counter:
    """The kernel that counts the leaves of a game."""

    def __init__(self, game: z.Game) -> None:
        self.native: Any = kernel(game, leaves_below)
        self.args = (at_root(game.start())[0], 0, 3)
        assert isinstance(self.native, Native)

    def __call__(self) -> int:
        return self.native(*self.args)


class Slow(Counter):
    """A kernel that takes seconds to compile."""

    def __init__(self, game: z.Game) -> None:
        self.native = kernel(game, alphabeta)
        self.args = (at_root(game.start(), searching, *FIELDS)[0], 0, 1, -1.0, 1.0)


def until(condition: Any, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return bool(condition())


def game(tmp_path: Path, *changes: tuple[str, str], name: str = "take") -> z.Game:
    return z.load(write(tmp_path / f"{name}.py", GAME, *changes))


def test_the_helper_compiles_and_python_is_free(shop, here, tmp_path):
    count = Counter(game(tmp_path, ("TAKES =", "print('rules may print')\nTAKES =")))
    ticks, answers = 0, []
    waiting = threading.Thread(target=lambda: answers.append(count()))
    waiting.start()
    while waiting.is_alive():
        ticks += 1
        time.sleep(0.005)
    assert answers == [8]
    assert here == []
    assert ticks > 20  # the interpreter was not held
    assert [file.name for file in (tmp_path / "cache").iterdir()] == [f"{count.native.name}.zmc"]


def test_search_by_the_helper(shop, here, tmp_path):
    position = game(tmp_path).start()
    found = analyse(position, method="minimax", limit=Limit(depth=9))
    plain = analyse(position, method="minimax", limit=Limit(depth=9), compiled=False)
    assert (found.value, found.nodes, found.code) == (plain.value, plain.nodes, "native")
    assert here == []


def test_options_go_with_a_game_and_the_leaves_with_a_tree(shop, here):
    assert z.perft(z.load("connect4:width=5,height=3").start(), 3).leaves == 125
    tree = z.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert analyse(tree.start(), method="minimax", limit=Limit()).value == 3
    assert here == []


def test_a_helper_that_is_killed(shop, here, tmp_path):
    """What it was at is compiled here; the next order has a new helper."""
    count = Counter(game(tmp_path))
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(count()))
    waiting.start()
    assert until(lambda: shop._current and shop._helper)
    killed = shop._helper
    killed.kill()
    waiting.join(60)
    assert answers == [8]
    assert here == [repr(count.native)]
    assert Counter(game(tmp_path, ("(1, 2)", "(1, 3)")))() == 7
    assert len(here) == 1
    assert shop._helper.pid != killed.pid


def test_a_helper_that_cannot_start(shop, here, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert Counter(game(tmp_path))() == 8
    assert len(here) == 1


def test_a_helper_that_dies_over_an_order_nobody_waits_for(shop, here, tmp_path, monkeypatch):
    """It is tried once, not for ever."""
    dying = "import os, sys\nif 'workshop' in sys.argv[0]:\n    os._exit(1)\nTAKES ="
    count = Counter(game(tmp_path, ("TAKES =", dying)))
    started = []
    really = subprocess.Popen
    monkeypatch.setattr(workshop.subprocess, "Popen", lambda *a, **k: started.append(1) or really(*a, **k))
    order = count.native.order(*count.args, waits=False)
    assert order.done.wait(60)
    assert len(started) == 1
    with pytest.raises(z.Problem, match="has died"):
        order.result()
    assert here == []
    assert count() == 8  # who waits gets it, from here
    assert len(here) == 1


def test_abandon_at_once(shop, tmp_path):
    """Who gives up is free within a moment; the code is made all the same."""
    slow = Slow(game(tmp_path))
    for _ in range(3):
        assert slow.native.prepare(*slow.args, given_up=lambda: True) is False
    assert not slow.native.ready
    assert shop.busy == [slow.native.game.spec]
    assert until(lambda: not shop.busy)
    assert slow.native.order(*slow.args) is None
    assert slow.native.ready


def test_a_search_is_stopped_while_it_is_compiled(shop, tmp_path):
    start = game(tmp_path).start()
    search = Search(start, z.methods["alphabeta"], Limit(depth=5))
    threading.Timer(0.5, search.stop).start()
    found = run(search, {})
    assert shop.busy  # it did not wait until that was done
    assert (found.nodes, found.exact) == (0, False)


def test_control_c_while_it_is_compiled(shop, tmp_path):
    """There is nothing to show: it is passed on, at once."""
    start = game(tmp_path).start()
    threading.Timer(0.5, interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        analyse(start, limit=Limit(depth=5))
    assert shop.busy


def test_what_somebody_waits_for_comes_first(shop, here, tmp_path):
    """What nobody waits for is put off, and made afterwards."""
    slow = Slow(game(tmp_path))
    later = slow.native.order(*slow.args, waits=False)
    assert until(lambda: shop._helper and shop._current)
    time.sleep(1)
    count = Counter(game(tmp_path, ("(1, 2)", "(1, 3)"), name="other"))
    assert count() == 7
    assert not later.done.is_set()
    assert shop.busy == [slow.native.game.spec]
    assert later.done.wait(60)
    assert later.result()
    assert here == []


def test_what_was_abandoned_does_not_hold_up_who_waits(shop, here, tmp_path):
    """Somebody waits for one order, somebody else for another: when the first one leaves, the helper turns to that."""
    slow = Slow(game(tmp_path))
    abandoned = slow.native.order(*slow.args)
    assert until(lambda: shop._helper and shop._current is abandoned)
    count = Counter(game(tmp_path, ("(1, 2)", "(1, 3)"), name="other"))
    wanted = count.native.order(*count.args)
    assert shop._current is abandoned  # which somebody waits for
    shop.release(abandoned)
    assert wanted.done.wait(60)
    assert not abandoned.done.is_set()
    shop.release(wanted)
    assert abandoned.done.wait(60)


def test_of_what_nobody_waits_for_the_latest_comes_first(shop, tmp_path):
    slow = Slow(game(tmp_path))
    first = slow.native.order(*slow.args, waits=False)
    assert until(lambda: shop._helper and shop._current is first)
    others = [Counter(game(tmp_path, ("(1, 2)", f"(1, {n})"), name=f"other{n}")) for n in (3, 4)]
    orders = [other.native.order(*other.args, waits=False) for other in others]
    assert not first.put_off  # it is not ended for the sake of what nobody waits for, unless one says so
    shop.put_off(first)
    assert orders[1].done.wait(60)
    assert not first.done.is_set()
    assert orders[0].done.wait(60)
    assert not first.done.is_set()
    assert until(lambda: shop._current is first)
    shop.put_off(first)
    assert not first.put_off  # there is nothing else
    assert first.done.wait(60)


def test_another_komi_is_no_other_code():
    names = {kernel(z.load(f"go:size=5,komi={komi}"), leaves_below).name for komi in (0.5, 6.5, 7.5)}
    assert len(names) == 1
    assert kernel(z.load("go:size=6"), leaves_below).name not in names


def test_two_who_wait_for_the_same(shop, here, tmp_path):
    """One order serves both, and who gives up does not take it from the other."""
    counts = [Counter(game(tmp_path)) for _ in range(2)]
    orders = [count.native.order(*count.args) for count in counts]
    assert orders[0] is orders[1]
    assert orders[0].waiting == 2
    assert counts[0].native.prepare(*counts[0].args, given_up=lambda: True) is False
    assert counts[1]() == 8
    assert counts[0]() == 8
    assert counts[0].native.code is counts[1].native.code


@pytest.mark.parametrize("where", ["here", ""])
def test_rules_that_do_not_compile(shop, tmp_path, monkeypatch, where):
    """The same line, wherever it is found out."""
    monkeypatch.setenv("ZERMELO_COMPILE", where)
    broken = game(tmp_path, ("s.n -= take", "s.n -= take; names = {}; names['a'] = object()"))
    with pytest.raises(RulesProblem, match=r"take.py:29: the rules do not compile: ") as problem:
        Counter(broken)()
    assert "\n" not in str(problem.value)


def test_rules_that_the_helper_cannot_load(shop, here):
    """Such as a class typed into a notebook."""
    rules = type("Own", (z.load("tictactoe").rules,), {"payoff": lambda s, out: None})
    assert Counter(z.Game(rules))() == 9 * 8 * 7
    assert len(here) == 1


def test_a_file_that_was_edited_meanwhile(shop, here, tmp_path):
    """What was loaded is what is compiled."""
    count = Counter(game(tmp_path))
    game(tmp_path, ("(1, 2)", "(1, 3)"))
    assert count() == 8
    assert len(here) == 1


def test_a_method_of_ones_own(shop, here, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from zermelo.core.kernel import make\n"
        "from zermelo.core.vocabulary import moves, over\n"
        "from zermelo.search.method import method\n\n"
        "@method('widest')\n"
        "def run(search):\n"
        "    wide = search.kernel(widest)\n"
        "    move = wide(search.work)\n"
        "    search.found([(int(move), 0.0, [int(move)])], depth=1, exact=False)\n\n"
        "def widest(w):\n"
        "    best = most = -1\n"
        "    for i in range(moves(w.stack[0], w.moves[0])):\n"
        "        make(w, 0, w.moves[0, i])\n"
        "        count = 0 if over(w.stack[1]) else moves(w.stack[1], w.moves[1])\n"
        "        if count > most:\n"
        "            best, most = w.moves[0, i], count\n"
        "    return best\n"
    )
    start = game(tmp_path, ("s.n = 7", "s.n = 2")).start()
    assert analyse(start, method=f"{tmp_path}/mine.py:widest", limit=Limit(depth=1)).move == "1"
    assert here == []


def test_the_helper_goes_on_when_the_program_ends(tmp_path):
    """What it was at is there for the next one; then it ends, too."""
    path = write(tmp_path / "take.py", GAME)
    code = """if True:
        import sys, time, zermelo as z
        from zermelo.core.workshop import workshop
        from zermelo.search.warm import warm
        warm(z.load(sys.argv[1]), "minimax")
        while not workshop._helper:
            time.sleep(0.01)
        time.sleep(0.3)
        print(workshop._helper.pid)"""
    env = {**os.environ, "ZERMELO_COMPILE": "", "ZERMELO_CACHE": str(tmp_path / "cache"), "ZERMELO_QUIET": "1"}
    pid = int(subprocess.check_output([sys.executable, "-c", code, path], env=env))
    assert until(lambda: list((tmp_path / "cache").glob("*.zmc")))

    def ended() -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    if Path("/proc").is_dir():
        assert until(ended)
    code = """if True:
        import sys, zermelo as z
        z.analyse(z.load(sys.argv[1]).start(), method="minimax", limit=z.Limit(depth=3))
        print("numba" in sys.modules)"""
    env["ZERMELO_COMPILE"] = "here"
    assert subprocess.check_output([sys.executable, "-c", code, path], env=env, text=True).strip() == "False"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_has_a_workshop_of_its_own(monkeypatch):
    """It must not talk to the helper of its parent."""
    monkeypatch.setattr(workshop.workshop, "_helper", object())
    child = os.fork()
    if child == 0:
        os._exit(workshop.workshop._helper is not None)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_orders_carry_arrays(shop, here, tmp_path):
    """Their kinds, not what is in them."""
    take = game(tmp_path)
    w, totals = at_root(take.start()), np.zeros(2)
    w["dice"]["random"] = 1
    assert kernel(take, play_out)(w[0], 10, totals) >= 40
    assert totals[0] == -totals[1]
    assert here == []


def test_a_program_with_a_method_of_its_own_is_not_run_again(tmp_path):
    """It would be by a helper that looks for the method, whose own helper..."""
    program = tmp_path / "program.py"
    program.write_text(
        "import zermelo as z\n"
        "from zermelo.core.vocabulary import moves\n"
        f"open({str(tmp_path / 'runs')!r}, 'a').write('.')\n"
        "def count(w):\n    return moves(w.stack[0], w.moves[0])\n"
        "@z.method('first')\n"
        "def first(search):\n"
        "    search.kernel(count)(search.work)\n"
        "    search.found([(next(iter(search.position.moves.values())), 0.0, [])], depth=1, exact=False)\n"
        "print(z.analyse(z.load('tictactoe').start(), method='first', limit=z.Limit(depth=1)).move)\n"
    )
    env = {**os.environ, "ZERMELO_COMPILE": "", "ZERMELO_CACHE": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, program], env=env, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "a1\n"), done.stderr
    assert (tmp_path / "runs").read_text() == "."


def test_files_in_the_folder_one_is_in_are_not_the_helpers(tmp_path):
    """Such as a game that is called as a module of Python's."""
    for name in ("random", "queue", "numbers", "copy"):
        (tmp_path / f"{name}.py").write_text("print('mine')\nraise SystemExit\n")
    path = write(tmp_path / "take.py", GAME)
    code = "import sys; sys.path.remove('') if '' in sys.path else 0; from zermelo.cli import main; main()"
    env = {**os.environ, "ZERMELO_COMPILE": "", "ZERMELO_CACHE": str(tmp_path / "cache")}
    words = [sys.executable, "-P", "-c", code, "perft", path, "3"]
    done = subprocess.run(words, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout[:8]) == (0, "8 leaves"), done.stderr
    assert list((tmp_path / "cache").glob("*.zmc"))


def test_simulations_need_no_numba_once_their_code_is_there(tmp_path):
    code = """if True:
        import sys, zermelo as z
        z.analyse(z.load("tictactoe").start(), method="mcts:simulations=5", seed=1)
        print("numba" in sys.modules)"""
    env = {**os.environ, "ZERMELO_COMPILE": "here"}
    words = [sys.executable, "-c", code]
    subprocess.run(words, env=env, check=True)
    assert subprocess.check_output(words, env=env, text=True).strip() == "False"


def test_the_same_function_for_other_workspaces(shop, here, tmp_path):
    """The helper that made code for one makes it for another, too."""
    take = game(tmp_path)
    for fields in ((), (searching,)):
        native = kernel(take, leaves_below, parts=fields)
        assert native(at_root(take.start(), *fields)[0], 0, 3) == 8
    assert here == []


def test_a_setting_of_ones_own_is_compiled_here(shop, tmp_path):
    order = workshop.Order("name", kernel(game(tmp_path), leaves_below, {Setting("mine"): 2}))
    assert workshop._packed(order) is None


def test_the_name_of_code_says_how_it_was_made(monkeypatch, tmp_path):
    """Whoever changes how kernels are compiled gets other code."""
    names = {*Path(native.__file__).parent.glob("*.py")}
    read = []
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or b"")
    native._toolchain.__wrapped__()
    assert names >= {*read}
    assert {path.stem for path in read} == {"compile", "counted", "lean", "twins", "native"}


def test_a_helper_that_nobody_is_left_for_soon_ends(shop, tmp_path):
    """Also in the middle of an order; until then, it may be done with it."""
    slow = "import sys, time\nif 'pytest' not in sys.modules:\n    time.sleep(60)\nTAKES ="
    count = Counter(game(tmp_path, ("TAKES =", slow)))
    count.native.prepare(*count.args, given_up=lambda: True)
    assert until(lambda: shop._current)
    request = workshop._packed(shop._current)
    program = "from zermelo.core import workshop; workshop.AFTERWARDS = 0.5; workshop.help_out()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as helper:
        workshop._send(helper.stdin, pickle.dumps(sys.path))
        workshop._send(helper.stdin, request)
        time.sleep(1)
        assert helper.poll() is None
        helper.stdin.close()
        assert helper.wait(10)
