"""Saved games: what is kept comes back, nothing outside the data folder is touched, and what is wrong is said."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from zermelo.errors import Problem
from zermelo.web import store as store_module
from zermelo.web.app import Settings, application
from zermelo.web.store import DATABASE, Store

GAME = {
    "game": "connect4",
    "title": "Über den Rand",
    "result": "X wins",
    "start": "",
    "moves": ["4", "4", "3"],
    "data": {"nodes": [{"move": "4", "parent": None}], "seats": ["human", "level:3"]},
}
ID = "abcdefgh-1"


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path / "data")
    yield store
    store.close()


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(application(Settings(data=tmp_path / "data")), base_url="http://localhost") as client:
        yield client


def test_what_is_kept_comes_back(store: Store):
    kept = store.put(ID, **GAME)
    found = store.get(ID)
    assert found
    assert {name: getattr(found, name) for name in GAME} == {**GAME, "moves": ("4", "4", "3")}
    assert (found.length, found.created, found.changed) == (3, kept.created, kept.changed)
    store.close()
    assert store.get(ID) == found  # from the file


def test_a_game_is_replaced_by_its_id(store: Store):
    first = store.put(ID, **GAME)
    again = store.put(ID, **{**GAME, "title": "later"})
    assert (again.title, again.created) == ("later", first.created)
    assert store.listed()[1] == 1


def test_the_list_is_by_time_in_pages_by_game_and_by_words(store: Store):
    for number in range(12):
        game = "hex:size=7" if number % 2 else "hexagons"
        store.put(f"number-{number:02}", **{**GAME, "game": game, "title": f"Game {number}"}, changed=1000.0 + number)
    newest, total = store.listed(most=5)
    assert ([each.title for each in newest], total) == ([f"Game {n}" for n in (11, 10, 9, 8, 7)], 12)
    assert [each.title for each in store.listed(first=10)[0]] == ["Game 1", "Game 0"]
    assert {each.game for each in store.listed(game="hex")[0]} == {"hex:size=7"}
    assert [each.title for each in store.listed(words="GAME 11")[0]] == ["Game 11"]
    store.put(ID, **GAME)
    assert [each.id for each in store.listed(words="ÜBER")[0]] == [ID]


def test_a_deleted_game_comes_back_as_it_was(store: Store):
    kept = store.put(ID, **GAME, created=5.0, changed=6.0)
    assert store.delete(ID)
    assert not store.delete(ID)
    assert store.get(ID) is None
    assert store.put(ID, **GAME, created=5.0, changed=6.0) == kept


def test_a_full_store_says_so_and_loses_nothing(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(store_module, "MOST_SAVED", 2)
    for number in range(2):
        store.put(f"number-{number}", **GAME)
    with pytest.raises(Problem, match="2 games are saved already"):
        store.put("number-2", **GAME)
    store.put("number-1", **GAME)  # one that is there
    assert store.listed()[1] == 2


def nested(depth: int) -> dict:
    data: dict = {}
    for _ in range(depth - 1):
        data = {"inner": data}
    return data


def test_data_is_small_shallow_and_json(store: Store):
    store.put(ID, **{**GAME, "data": nested(100)})
    for data, why in [
        (nested(101), "nested 100 deep"),
        ({"long": "x" * 500_000}, "500,000 bytes"),
        ({"wide": "é" * 250_000}, "500,000 bytes"),
        ({"number": float("nan")}, "must be JSON"),
        ({"half a character": "\ud800"}, "must be JSON"),
    ]:
        with pytest.raises(Problem, match=why):
            store.put(ID, **{**GAME, "data": data})
    found = store.get(ID)
    assert found
    assert found.data == nested(100)


def test_many_threads_and_two_servers(store: Store):
    other = Store(store.file.parent)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: (store, other)[n % 2].put(f"number-{n:03}", **GAME), range(60)))
    assert store.listed()[1] == other.listed()[1] == 60
    other.close()


@pytest.mark.parametrize("content", ["garbage", "newer", "folder", "no folder"])
def test_a_file_that_cannot_be_used_is_a_problem(tmp_path: Path, content: str):
    file, folder = tmp_path / DATABASE, tmp_path
    if content == "garbage":
        file.write_bytes(b"this is no database, " * 100)
    elif content == "newer":
        with sqlite3.connect(file) as games:
            games.execute("PRAGMA user_version = 99")
        games.close()
    elif content == "folder":
        file.mkdir()
    else:
        file.write_text("a file where the folder should be")
        folder = file
    for _ in range(2):
        with pytest.raises(Problem, match="the saved games in"):
            Store(folder).listed()


def test_nobody_else_may_read_them(tmp_path: Path):
    folder = tmp_path / "new" / "data"
    store = Store(folder)
    store.put(ID, **GAME)
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes == {DATABASE: 0o600, f"{DATABASE}-wal": 0o600, f"{DATABASE}-shm": 0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    store.close()
    (folder / DATABASE).chmod(0o644)  # as it was made before
    store.listed()
    assert (folder / DATABASE).stat().st_mode & 0o777 == 0o600
    store.close()


def test_a_row_that_cannot_be_read_does_not_cut_the_others_off(client: TestClient, tmp_path: Path):
    for number in range(4):
        client.put(f"/api/saved/number-{number}", json={**GAME, "changed": 100 + number})
    with sqlite3.connect(tmp_path / "data" / DATABASE) as games:
        games.execute("UPDATE games SET data = '{\"half' WHERE id = 'number-3'")
        games.execute("UPDATE games SET title = CAST(x'41ff42' AS TEXT) WHERE id = 'number-1'")
    games.close()
    exported = client.get("/api/export")
    assert exported.status_code == 200
    found = exported.json()
    assert [game["id"] for game in found["games"]] == ["number-2", "number-1", "number-0"]
    assert found["games"][1]["title"] == "A\ufffdB"
    (problem,) = found["problems"]
    assert "the saved game number-3" in problem
    assert client.get("/api/saved").json()["total"] == 4
    one = client.get("/api/saved/number-3")
    assert (one.status_code, one.json()["problem"]) == (500, problem)
    assert client.delete("/api/saved/number-3").json() == {"deleted": True}


def test_the_page_of_a_broken_store_still_works(tmp_path: Path):
    (tmp_path / DATABASE).write_bytes(b"this is no database, " * 100)
    with TestClient(application(Settings(data=tmp_path)), base_url="http://localhost") as client:
        answer = client.get("/api/saved")
        assert answer.status_code == 500  # nothing is wrong with what was asked
        assert "cannot be used" in answer.json()["problem"]
        assert client.get("/openapi.json").status_code == 200


def test_through_the_server(client: TestClient):
    assert client.get("/api/saved").json() == {"games": [], "total": 0}
    listed = client.put(f"/api/saved/{ID}", json=GAME).json()
    assert (listed["title"], listed["length"]) == (GAME["title"], 3)
    assert client.get("/api/saved", params={"words": "rand"}).json() == {"games": [listed], "total": 1}
    saved = client.get(f"/api/saved/{ID}").json()
    assert {name: saved[name] for name in GAME} == GAME
    exported = client.get(f"/api/saved/{ID}/export").json()
    assert exported == {"zermelo": 1, "games": [saved]} == client.get("/api/export").json()
    text = client.get(f"/api/saved/{ID}/export", params={"form": "text"})
    assert text.text == "title: Über den Rand\ngame: connect4\nresult: X wins\nmoves: 4 4 3\n"
    assert text.headers["content-disposition"] == 'attachment; filename="connect4.txt"'
    assert client.delete(f"/api/saved/{ID}").json() == {"deleted": True}
    for answer in (client.get(f"/api/saved/{ID}"), client.delete(f"/api/saved/{ID}")):
        assert (answer.status_code, answer.json()) == (404, {"problem": f"there is no saved game {ID}"})
    assert client.put(f"/api/saved/{ID}", json=exported["games"][0]).json() == listed  # as undo and import do
    client.put(f"/api/saved/{ID}", json={**GAME, "data": nested(100)})
    assert client.get(f"/api/saved/{ID}").json()["data"] == nested(100)


def test_moves_of_several_words_are_exported_with_commas(client: TestClient):
    client.put(f"/api/saved/{ID}", json={"game": "backgammon", "moves": ["31", "8/5 6/5"]})
    text = client.get(f"/api/saved/{ID}/export", params={"form": "text"}).text
    assert text == "game: backgammon\nmoves: 31, 8/5 6/5\n"


def test_a_single_move_of_several_words_reads_back(client: TestClient):
    start = z.load("backgammon").start().play("X 31").text
    client.put(f"/api/saved/{ID}", json={"game": "backgammon", "start": start, "moves": ["8/5 6/5"]})
    text = client.get(f"/api/saved/{ID}/export", params={"form": "text"}).text
    assert text.endswith("\nmoves: 8/5 6/5,\n")
    read = client.post("/api/read", json={"game": "backgammon", "text": text}).json()
    assert read == {"start": start, "moves": ["8/5 6/5"]}


@pytest.mark.parametrize(
    "id", ["short", "../../../etc/passwd", "..", "a" * 41, "abcdefgh.1", "abcdefgh/1", "abcdefg\x00h", "abcdefgh\n"]
)
def test_an_id_is_no_path(client: TestClient, tmp_path: Path, id: str):
    (tmp_path / "secret").write_text("root: nobody may read this")
    encoded = "".join(f"%{byte:02x}" for byte in id.encode())
    for spelled in (encoded, encoded.replace("%", "%25")):
        for answer in (
            client.get(f"/api/saved/{spelled}"),
            client.put(f"/api/saved/{spelled}", json=GAME),
            client.delete(f"/api/saved/{spelled}"),
            client.get(f"/api/saved/{spelled}/export"),
        ):
            assert 400 <= answer.status_code < 500
            assert "root:" not in answer.text
    assert {path.name for path in tmp_path.rglob("*")} <= {
        "secret",
        "data",
        DATABASE,
        f"{DATABASE}-wal",
        f"{DATABASE}-shm",
    }


@pytest.mark.parametrize("path", ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "/%2e%2e%2f%2e%2e%2fetc/passwd"])
def test_the_page_is_all_that_is_served(client: TestClient, path: str):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'{"game": 3}',
        b'{"game": "connect4", "data": []}',
        b'{"game": "connect4", "data": "{}"}',
        b'{"game": "connect4", "title": "' + b"x" * 201 + b'"}',
        b'{"game": "connect4", "title": "\\ud800"}',
        b'{"game": "connect4", "moves": ["\\ud800"]}',
        b'{"game": "connect4", "data": {"x": NaN}}',
        b'{"game": "connect4", "data": {"x": "\\ud800"}}',
        b'{"game": "connect4", "created": NaN}',
        b'{"game": "connect4", "data": {"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        b'{"game": "connect4", "data": {"x": "' + b"x" * 1_000_000 + b'"}}',
    ],
    ids=lambda body: body[:60].decode(),
)
def test_a_malformed_game_is_refused_with_a_sentence(client: TestClient, body: bytes):
    answer = client.put(f"/api/saved/{ID}", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert json.loads(answer.content)["problem"]
    assert client.get("/api/saved").json()["total"] == 0


def test_a_new_file_may_be_opened_by_many_at_once(tmp_path):
    for number in range(12):
        with ThreadPoolExecutor(6) as threads:
            stores = [Store(tmp_path / str(number)) for _ in range(6)]
            assert set(threads.map(lambda store: store.get("nobody"), stores)) == {None}
        for store in stores:
            store.close()
