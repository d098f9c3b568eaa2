"""The server as a program uses it: games, positions, searches; and what it refuses."""

import asyncio
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from itertools import islice

import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient

from browsing import serving
from zermelo import load
from zermelo.core.history import History
from zermelo.errors import Problem
from zermelo.web import trees
from zermelo.web.app import application
from zermelo.web.doorkeeper import LARGEST_REQUEST
from zermelo.web.seats import Seats
from zermelo.web.settings import Settings
from zermelo.web.treeanswer import TreeAnswer

LOCAL = "http://127.0.0.1"


@pytest.fixture
def app(tmp_path):
    return application(Settings(data=tmp_path, seconds=20, megabytes=64, searches=24))


@pytest.fixture
def web(app):
    with TestClient(app, base_url=LOCAL) as client:
        yield client


def events(web, question):
    """The events of a search, as (name, data)."""
    told = []
    with web.stream("POST", "/api/search", json={"client": "test", **question}) as answer:
        assert answer.status_code == 200, answer.read()
        name = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                told.append((name, json.loads(line[6:])))
    return told


def test_every_game_has_its_facts_and_its_first_position(web):
    games = web.get("/api/games").json()["games"]
    assert {"tictactoe", "backgammon", "chinese-checkers"} <= {game["name"] for game in games}
    for game in games:
        facts = web.get("/api/game", params={"game": game["name"]}).json()
        asked = {"game": game["name"], "everything": facts["hidden"]}
        scene = web.post("/api/position", json=asked).json()
        assert len(scene["players"]) == len(facts["players"]) == len(scene["colours"])
        assert facts["methods"], game
        assert len(facts["levels"]) == 10
        assert scene["moves"] or scene["chances"]


def test_moves_lead_to_positions(web):
    scene = web.post("/api/position", json={"game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"]}).json()
    assert scene["over"]
    assert scene["payoff"] == [1, -1]
    assert scene["text"] == "XO./XO./X.. O"
    assert scene["last"] == ["a3"]
    same = web.post("/api/position", json={"game": "tictactoe", "start": "XO./XO./... X", "moves": ["a3"]}).json()
    assert same["text"] == scene["text"]


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("position", {"game": "tictactoo"}, "did you mean tictactoe or blind-tictactoe?"),
        ("position", {"game": "../tictactoe.py"}, "unknown game"),
        ("position", {"game": "/etc/passwd.py"}, "unknown game"),
        ("position", {"game": "hex:size=0"}, "size"),
        ("position", {"game": "tictactoe", "moves": ["a1", "a1"]}, "move 2: unknown move 'a1'"),
        ("position", {"game": "tictactoe", "start": "XXX"}, "unreadable position"),
        ("position", {"game": "tictactoe", "moves": "a1"}, "moves"),
        ("position", {}, "game"),
        ("position", {"game": "tictactoe", "start": "moves: a1"}, "in the game's notation"),
        ("read", {"game": "tictactoe", "text": "nonsense"}, "unreadable position"),
        ("read", {"game": "tictactoe", "text": "moves:" + " a1" * 5001}, "move 2: unknown move 'a1'"),
        ("read", {"game": "tictactoe", "text": "a1 b1 z9"}, "move 3: unknown move 'z9'"),
        ("search", {"client": "x", "game": "tictactoe", "player": "gtp:touch /tmp/x"}, "unknown player 'gtp'"),
        ("search", {"client": "x", "game": "tictactoe", "player": "human"}, "unknown player"),
        ("search", {"client": "x", "game": "tictactoe", "player": "mine.py:Ann"}, "unknown player"),
        ("search", {"client": "x", "game": "tictactoe", "player": "alphabeta:evaluate=mine.py"}, "unknown option"),
        ("search", {"client": "x", "game": "connect4", "player": "alphabeta:weights=mine.npy"}, "unknown option"),
        ("search", {"client": "x", "game": "connect4", "player": "alphabeta:data=mine.npz"}, "unknown option"),
        ("search", {"client": "x", "game": "connect4", "player": "level:3,evaluate=mine.py"}, "unknown option"),
        ("search", {"client": "x", "game": "tictactoe", "player": "gnubg"}, "unknown player"),
        (
            "search",
            {"client": "x", "game": "tictactoe", "player": "alphabeta:table=100000"},
            "more than this server allows",
        ),
        ("search", {"client": "x", "game": "tictactoe", "player": "mcts:threads=64"}, "more than this server allows"),
        ("search", {"client": "x", "game": "tictactoe", "player": "alphabeta:depht=3"}, "did you mean depth"),
        ("search", {"client": "x", "game": "pig", "player": "alphabeta"}, "chance moves"),
        ("search", {"client": "", "game": "tictactoe"}, "client"),
        ("search", {"client": "x", "game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"]}, "the game is over"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(web, path, body, said):
    answer = web.post(f"/api/{path}", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["problem"]
    assert "\n" not in answer.json()["problem"]


def test_malformed_oversized_and_foreign_requests_are_turned_away(web):
    assert web.post("/api/position", content=b"{not json").status_code == 422
    misspelt = web.post("/api/search", json={"game": "focus", "client": "me", "playeR": "level:0", "seed": 5})
    assert (misspelt.status_code, misspelt.json()) == (422, {"problem": "playeR: there is no such field"})
    large = web.post("/api/position", json={"game": "x" * LARGEST_REQUEST})
    assert large.status_code == 413
    assert "larger than" in large.json()["problem"]

    def pieces():
        for _ in range(LARGEST_REQUEST // 1000 + 2):
            yield b" " * 1000

    streamed = web.post("/api/position", content=pieces())  # no length is announced
    assert streamed.status_code == 413
    elsewhere = web.post("/api/position", json={"game": "tictactoe"}, headers={"Origin": "http://evil.example"})
    assert elsewhere.status_code == 403
    rebound = web.get("/api/games", headers={"Host": "evil.example"})
    assert rebound.status_code == 400
    assert web.get("/api/nothing").status_code == 404
    assert web.get("/api/nothing").json()["problem"]
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/static/../../app.py", "//etc/passwd"):
        assert web.get(path).status_code == 404


def test_pasted_moves_are_no_more_than_a_game_may_have(web, monkeypatch):
    monkeypatch.setattr("zermelo.web.games.MOST_MOVES", 3)
    told = [web.post("/api/read", json={"game": "tictactoe", "text": text}).json() for text in ("a1b1c1", "a1b1c1a2")]
    assert told == [
        {"start": "", "moves": ["a1", "b1", "c1"]},
        {"problem": "these are more than the 3 moves that a game may have here"},
    ]


def test_pasted_texts_are_understood(web):
    def read(text):
        return web.post("/api/read", json={"game": "tictactoe", "text": text}).json()

    assert read("XO./.../... X") == {"start": "XO./.../... X", "moves": []}
    assert read("moves: a1 b2") == read(" a1, B2 ") == read("1. a1 b2 2.") == {"start": "", "moves": ["a1", "b2"]}
    exported = "title: mine\ngame: tictactoe\nstart: XO./.../... X\nmoves: b2 c3\n"
    assert read(exported) == {"start": "XO./.../... X", "moves": ["b2", "c3"]}
    assert "nothing to set up" in read("  ")["problem"]


def test_a_search_streams_progress_and_ends_with_the_analysis(web):
    told = events(web, {"game": "othello", "player": "alphabeta:time=1", "lines": 0})
    names = [name for name, _ in told]
    assert names[-1] == "result"
    assert names.count("progress") >= 5
    last = told[-1][1]
    assert last["move"] in ("d3", "c4", "f5", "e6")
    assert len(last["analysis"]["lines"]) == 4
    live = [data for name, data in told if name == "progress"][-1]
    assert live["nodes"] > 0
    assert live["meaning"]
    assert 0 <= live["filled"] <= 1


def test_simulations_tell_visits_and_many_players_their_values(web):
    told = events(web, {"game": "connect4", "player": "mcts:simulations=2000,seed=1", "lines": 0})
    assert sum(line["visits"] for line in told[-1][1]["analysis"]["lines"]) >= 1900
    told = events(web, {"game": "virus", "player": "maxn:depth=2"})
    assert len(told[-1][1]["analysis"]["values"]) == 4
    told = events(web, {"game": "pig:target=20", "player": "expectimax:depth=3", "moves": ["roll"]})
    assert told[-1][1]["move"] is None  # chance moves
    assert "on average" in told[-1][1]["analysis"]["meaning"]


def test_levels_and_simple_players_move(web):
    for player in ("level:1", "random", "greedy"):
        told = events(web, {"game": "tictactoe", "player": player, "seed": 1})
        assert told[-1][1]["move"]


def test_a_search_is_stopped(web, app):
    said = []
    asking = threading.Thread(
        target=lambda: said.extend(events(web, {"game": "othello", "player": "alphabeta:time=1000", "lines": 0}))
    )
    asking.start()
    while not app.state.desk.busy:
        time.sleep(0.02)
    time.sleep(0.5)
    assert web.post("/api/stop", json={"client": "test"}).json() == {"stopped": True}
    asking.join(60)
    assert said[-1][0] == "result"
    assert said[-1][1]["analysis"]["time_s"] < 20
    assert app.state.desk.busy == 0
    assert web.post("/api/stop", json={"client": "test"}).json() == {"stopped": False}


@pytest.mark.parametrize("player", ["alphabeta:time=100", "alphabeta", "mcts:simulations=100000000", "level:10"])
def test_the_server_limits_time(tmp_path, player):
    with TestClient(application(Settings(data=tmp_path, seconds=0.3)), base_url=LOCAL) as web:
        result = events(web, {"game": "connect4", "player": player})[-1][1]
    assert result["move"]
    assert 0.2 < result["analysis"]["time_s"] < 3


def test_the_server_limits_memory(app, tmp_path):
    game, small = load("connect4"), Settings(data=tmp_path, megabytes=8)

    def thinker(player):
        return Seats(small, 1000.0).take(("me", 0), player, game).thinker

    assert thinker("mcts:time=1").options["memory"].megabytes == 8
    assert thinker("alphabeta").options["table"].entries.nbytes <= 8e6
    assert thinker("level:10").options == {"table": 8}
    assert thinker("level:1").options == {}
    with pytest.raises(Problem, match="more than this server allows"):
        thinker("mcts:memory=9")


def test_a_player_is_kept_for_its_seat(web, app):
    """With its table, as on the command line."""
    kept = []
    for client, moves in [("me", []), ("me", ["4", "4"]), ("you", [])]:
        events(web, {"client": client, "game": "connect4", "moves": moves, "player": "alphabeta:depth=4"})
        kept.append(app.state.seats.take((client, 0), "alphabeta:depth=4", load("connect4")))
        app.state.seats.leave(kept[-1])
    assert kept[0] is kept[1]
    assert kept[0].thinker.found.depth == 4
    assert kept[2] is not kept[0]


def test_a_search_is_stopped_whatever_it_is_at(web, app):
    """Also while its moves are played, and right after the headers: the result is what it has found by then."""
    said = []
    question = {"client": "test", "game": "go:size=19", "player": "random", "moves": ["pass"] * 5000}
    asking = threading.Thread(target=lambda: said.append(web.post("/api/search", json=question).status_code))
    asking.start()
    while not app.state.desk.busy:
        time.sleep(0.001)
    assert web.post("/api/stop", json={"client": "test"}).json() == {"stopped": True}
    asking.join(60)
    assert said == [422]  # the game is over after two moves
    assert app.state.desk.busy == 0
    for _ in range(20):
        told = []
        question = {"client": "test", "game": "connect4", "player": "alphabeta:time=1000"}
        with web.stream("POST", "/api/search", json=question) as answer:
            assert web.post("/api/stop", json={"client": "test"}).json() == {"stopped": True}
            told = [line for line in answer.iter_lines() if line.startswith("event: ")]
        assert told[-1] == "event: result"
    assert app.state.desk.busy == 0


def test_a_mistake_of_ours_is_told_and_leaves_a_line(tmp_path, caplog):
    app = application(Settings(data=tmp_path))
    app.state.own.names = lambda: 1 / 0
    with TestClient(app, base_url=LOCAL, raise_server_exceptions=False) as web:
        answer = web.get("/api/games")
    assert answer.status_code == 500
    assert "ZeroDivisionError" in answer.json()["problem"]
    assert "GET /api/games failed" in caplog.text
    assert "1 / 0" in caplog.text  # with its traceback


def test_twenty_clients_search_at_once(tmp_path):
    """Each hears of its search all the time, over real connections."""

    async def ask(client, number):
        question = {"client": f"c{number}", "game": "connect4", "player": "alphabeta:time=1,table=4", "lines": 0}
        times, result = [], None
        async with client.stream("POST", "api/search", json=question) as answer:
            assert answer.status_code == 200
            async for line in answer.aiter_lines():
                if line == "event: progress":
                    times.append(time.perf_counter())
                if line.startswith("data: "):
                    result = json.loads(line[6:])
        return times, result

    async def all_of_them(address):
        async with httpx.AsyncClient(base_url=address, timeout=90) as client:
            await ask(client, "first")  # compiles
            return await asyncio.gather(*(ask(client, number) for number in range(20)))

    with serving(tmp_path) as (address, app):
        for times, result in asyncio.run(all_of_them(address)):
            assert result["move"] in "1234567"
            assert result["analysis"]["nodes"] > 1000
            assert times  # on a slow machine the second is over before it hears again
        assert app.state.desk.busy == 0


def test_a_long_game_holds_up_nobody(tmp_path):
    """The moves of a game are played outside the event loop: meanwhile others are answered."""
    history = History(load("go:size=19").start())
    for number in range(150):
        history.play(list(history.position.moves)[number])
    question = {"client": "long", "game": "go:size=19", "moves": history.played, "player": "random"}
    with serving(tmp_path) as (address, _):
        answers = []
        asking = threading.Thread(
            target=lambda: answers.append(httpx.post(f"{address}api/search", json=question, timeout=90))
        )
        asking.start()
        others = 0
        while asking.is_alive():
            others += httpx.get(f"{address}api/games", timeout=90).status_code == 200
        assert answers[0].status_code == 200
        assert others >= 2


def test_trees_hold_up_nobody_else(tmp_path, monkeypatch):
    """Two are searched at a time; sixty more wait a while, and are told to come again."""
    monkeypatch.setattr(trees, "PATIENCE", 0.5)
    release = threading.Event()
    monkeypatch.setattr(trees, "_answer", lambda *_: release.wait(60) and TreeAnswer.model_construct(nodes=[]))
    with serving(tmp_path) as (address, _), ThreadPoolExecutor(62) as crowd:
        ask = partial(httpx.post, f"{address}api/tree", json={"source": [1, 2]}, timeout=60)
        asked = [crowd.submit(ask) for _ in range(62)]
        time.sleep(0.2)
        began = time.perf_counter()
        assert httpx.post(f"{address}api/position", json={"game": "tictactoe"}).status_code == 200
        assert time.perf_counter() - began < 5
        answers = [each.result() for each in islice(as_completed(asked, 60), 60)]
        assert {answer.status_code for answer in answers} == {503}
        assert "please try again" in answers[0].json()["problem"]
        release.set()
        assert sorted(each.result().status_code for each in asked) == [200] * 2 + [503] * 60


def test_silent_connections_are_closed_and_slow_answers_are_not(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.web.connection.PATIENCE", 0.3)
    monkeypatch.setattr("zermelo.web.doorkeeper.SLOWEST_REQUEST", 0.6)
    half = b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 90\r\n\r\n{"
    with serving(tmp_path) as (address, _):
        place = ("127.0.0.1", int(address.rstrip("/").rpartition(":")[2]))
        for said, answer in [(b"", b""), (b"GET / HTTP/1.1\r\nHost: 12", b""), (half, b"HTTP/1.1 408")]:
            with socket.create_connection(place, timeout=10) as silent:
                silent.sendall(said)
                assert silent.recv(12) == answer
        question = {"client": "slow", "game": "connect4", "player": "alphabeta:time=1.5"}
        with httpx.Client(base_url=address, timeout=60) as client:
            for _ in range(2):  # on one connection
                assert "event: result" in client.post("api/search", json=question).text


def test_a_name_of_a_move_is_short(web):
    answer = web.post("/api/position", json={"game": "tictactoe", "moves": ["a" * 10_000]})
    assert answer.status_code == 422
    assert len(answer.json()["problem"]) < 300


def test_the_interface_is_documented_and_the_page_is_small(web):
    described = web.get("/openapi.json").json()
    assert {"/api/games", "/api/position", "/api/search", "/api/saved/{id}", "/api/tree"} <= set(described["paths"])
    for path in described["paths"].values():
        for call in path.values():
            assert call["description"]
    page = web.get("/")
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
