"""An answer at once, on a machine that has never compiled anything; and code that is there before it is wanted."""

import json
import os
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import httpx2 as httpx
import pytest

from zermelo import load
from zermelo.errors import Problem, RulesProblem
from zermelo.search.handover import Meanwhile
from zermelo.search.result import Limit
from zermelo.web import preparing
from zermelo.web.preparing import Preparer
from zermelo.web.settings import Settings
from zermelo.web.thinkers import PLAIN_SECONDS, begins_at_once, method_behind, thinker_of

LATE = 180.0  # by then everything has been compiled

# --- a server with an empty cache -------------------------------------------------------------------------------------


@pytest.fixture
def cold(tmp_path):
    """Start servers that have nothing compiled; gives their addresses."""
    started = []
    surroundings = {**os.environ, "ZERMELO_CACHE": str(tmp_path / "cache"), "ZERMELO_DATA": str(tmp_path / "games")}
    surroundings.pop("ZERMELO_COMPILE", None)  # in the helper process, as usual

    def run(*words):
        command = [sys.executable, "-m", "zermelo", "serve", "--port", "0", "--json", "--no-open", *words]
        started.append(subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, text=True))
        return json.loads(started[-1].stdout.readline())["address"]

    yield run
    for process in started:
        process.kill()
        process.communicate()


def told_of(address, until=None, **question):
    """The events of a search, as (name, data), up to the first that `until` likes; then the client goes away."""
    told, name = [], ""
    with httpx.stream("POST", f"{address}api/search", json={"client": "me", **question}, timeout=LATE) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                told.append((name, json.loads(line[6:])))
                if until and until(*told[-1]):
                    return told
    return told


def test_the_first_move_comes_before_native_code(cold):
    address = cold("--no-warm")
    assert httpx.post(f"{address}api/prepare", json={"game": "othello"}).json() == {"prepares": False}
    told = told_of(address, game="othello", player="level:8")
    name, answer = told[-1]
    assert name == "result"
    assert answer["move"] in ("d3", "c4", "f5", "e6")
    assert answer["analysis"]["code"] == "plain"
    assert {data["code"] for name, data in told if name == "progress"} - {""} == {"plain"}  # before it began: nothing


def test_an_analysis_begins_in_plain_python_and_goes_over(cold):
    told = told_of(cold("--no-warm"), game="connect4", player="alphabeta:time=1", lines=0)
    codes = [data["code"] for name, data in told if name == "progress" and data["code"]]
    assert codes[0] == "plain"
    assert codes[-1] == "both"
    analysis = told[-1][1]["analysis"]
    assert analysis["code"] == "both"
    assert len(analysis["lines"]) == 7
    assert analysis["time_s"] > 0.9  # its second began with native code
    live = [data["code"] for name, data in told if name == "progress" and data["value"] is not None]
    assert "plain" in live  # there was something to see


@pytest.mark.parametrize("player", ["mcts:simulations=1000000,seed=1", "level:7,seed=1", "mcts:time=100"])
def test_stop_is_heard_while_code_is_being_compiled(cold, player):
    """With a seed, a search waits for native code; without one, it runs in plain Python."""
    address, answers, begun = cold("--no-warm"), [], threading.Event()

    def hear(name, data):
        if name == "preparing" or data.get("value") is not None:
            begun.set()

    asking = threading.Thread(target=lambda: answers.extend(told_of(address, hear, game="go", player=player)))
    asking.start()
    assert begun.wait(50)
    assert httpx.post(f"{address}api/stop", json={"client": "me"}).json()["stopped"]
    asking.join(50)
    assert not asking.is_alive()
    name, answer = answers[-1]
    assert name == "result"
    if "seed" in player:
        assert answer == {"move": None, "analysis": None}  # it had not begun
    else:
        assert answer["move"]
        assert answer["analysis"]["code"] == "plain"


def test_who_leaves_while_code_is_being_compiled_frees_their_place(cold, tmp_path):
    address = cold("--no-warm", "--searches", "1")
    told = told_of(address, lambda name, _: name == "preparing", game="go", player="mcts:simulations=9,seed=1")
    assert [name for name, _ in told] == ["preparing"]
    told = told_of(address, client="another", game="go", player="random")
    assert not list((tmp_path / "cache").glob("*.zmc"))  # which is not done yet
    assert told[-1][1]["move"]


@pytest.mark.long
def test_a_game_that_is_looked_at_is_native_when_it_is_searched(cold, tmp_path):
    address = cold()
    looked_at = {"game": "nim:piles=1-2-3", "players": ["you", "level:3", "mcts:simulations=9", "alphabeta:nonsense=1"]}
    assert httpx.post(f"{address}api/prepare", json=looked_at).json() == {"prepares": True}
    until = time.monotonic() + LATE
    while len(list((tmp_path / "cache").glob("*.zmc"))) < 2:
        assert time.monotonic() < until
        time.sleep(0.1)
    for player in ("level:3", "mcts:simulations=9"):
        assert told_of(address, game="nim:piles=1-2-3", player=player)[-1][1]["analysis"]["code"] == "native"
    assert httpx.post(f"{address}api/prepare", json={"game": "mine.py"}).status_code == 422


# --- how players begin ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "advises", "meanwhile"),
    [
        ("level:3", False, Meanwhile(patience=PLAIN_SECONDS)),
        ("level:10", False, Meanwhile(patience=PLAIN_SECONDS)),
        ("level:3,seed=1", False, False),
        ("alphabeta:time=2", False, Meanwhile(unhurried=False)),
        ("alphabeta:time=2", True, Meanwhile(unhurried=True)),
        ("alphabeta", False, Meanwhile(unhurried=True)),
        ("alphabeta:depth=4", False, Meanwhile(unhurried=True)),
        ("alphabeta:nodes=9", False, False),
        ("mcts:simulations=9", False, False),
        ("mcts:simulations=9,seed=1", False, False),
    ],
)
def test_whether_plain_python_may_answer(player, advises, meanwhile):
    thinker = thinker_of(player, load("connect4"), 256.0, advises=advises)
    assert thinker.meanwhile == meanwhile
    assert begins_at_once(thinker) == bool(meanwhile)


def test_several_threads_wait_for_native_code(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    for player in ("alphabeta:threads=2", "mcts:threads=2"):
        assert not begins_at_once(thinker_of(player, load("connect4"), 256.0))
    assert begins_at_once(thinker_of("random", load("connect4"), 256.0))
    assert thinker_of("alphabeta", load("connect4"), 256.0).limit == Limit()


def test_the_method_behind_a_player(tmp_path):
    game, settings = load("go"), Settings(data=tmp_path, megabytes=8)
    assert method_behind("you", game, settings) == method_behind("random", game, settings) == ""
    assert method_behind("mcts:c=1,time=3,seed=4", game, settings) == "mcts:c=1,memory=8"
    assert method_behind("level:9", game, settings).startswith("mcts:amaf=rave")
    with pytest.raises(Problem, match="unknown option 'evaluate'"):
        method_behind("mcts:evaluate=mine.py", game, settings)


# --- what is prepared, and when ---------------------------------------------------------------------------------------


class Order:
    """An order that a test settles."""

    def __init__(self, taken):
        self.done = threading.Event()
        self.native = SimpleNamespace(take=lambda order: taken.append(order))


@pytest.fixture
def ordering(monkeypatch):
    """What is ordered, without a compiler; `taken`: what was loaded."""
    monkeypatch.setattr(preparing, "ORDER_GLANCE", 0.005)
    told = SimpleNamespace(wanted=[], orders=[], taken=[], busy=False)

    def warm(game, method=""):
        told.wanted.append((game.spec, method))
        if method == "there":
            return None
        if method == "wrong":
            raise RulesProblem("no such thing")
        told.orders.append(Order(told.taken))
        return told.orders[-1]

    monkeypatch.setattr(preparing, "warm", warm)
    return told


def eventually(condition):
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_what_is_looked_at_last_comes_first_one_order_at_a_time(ordering, monkeypatch):
    monkeypatch.setattr(preparing, "QUIET_SECONDS", 1000.0)
    put_off = []
    monkeypatch.setattr(preparing, "workshop", SimpleNamespace(put_off=put_off.append))
    preparer = Preparer(lambda: ordering.busy, popular=["nim"])
    preparer.look_at(load("hex"), ["there", "wrong", "one"])
    preparer.look_at(load("othello"))
    preparer.start()
    eventually(lambda: ordering.orders)
    preparer.look_at(load("go"), ["there", "mcts"])
    eventually(lambda: put_off == ordering.orders[:1])  # it does not wait for Othello
    time.sleep(0.1)
    assert ordering.wanted == [("othello", "alphabeta"), ("go", "there"), ("go", "mcts")]
    eventually(lambda: ordering.orders[-1].done.set() or len(ordering.wanted) == 8)
    assert ordering.wanted[3:] == [
        ("go", "mcts:amaf=rave,c=0.2"),
        ("hex", "there"),
        ("hex", "wrong"),
        ("hex", "one"),
        ("hex", "alphabeta"),
    ]
    assert put_off == ordering.orders[:1]
    eventually(lambda: ordering.orders[-1].done.set() or ordering.taken == ordering.orders[1:])  # at once in memory
    assert not preparer.idle  # what is popular waits until it is quiet
    preparer.close()


def test_what_is_popular_waits_until_nobody_searches(ordering, monkeypatch):
    monkeypatch.setattr(preparing, "QUIET_SECONDS", 0.05)
    ordering.busy = True
    preparer = Preparer(lambda: ordering.busy, popular=["nim", "tictactoe"])
    preparer.start()
    time.sleep(0.2)
    assert ordering.wanted == []
    ordering.busy = False
    eventually(lambda: ordering.orders)
    ordering.orders[-1].done.set()
    eventually(lambda: len(ordering.orders) == 2)
    ordering.orders[-1].done.set()
    eventually(lambda: preparer.idle)
    assert ordering.wanted == [("nim", ""), ("tictactoe", "")]
    preparer.look_at(load("hex"))  # it still listens
    eventually(lambda: ordering.wanted[2:] == [("hex", "alphabeta")])
    preparer.close()
    time.sleep(0.05)
    preparer.look_at(load("go"))
    time.sleep(0.05)
    assert len(ordering.wanted) == 3


def test_popular_games_exist():
    for name in preparing.POPULAR:
        assert load(name).start()
