"""Hidden games over HTTP: what a seat may not know is in no answer, and a game outlives its server."""

import json
import random

import pytest
from fastapi.testclient import TestClient

import zermelo as z
from zermelo.arena import players
from zermelo.core.game import Position
from zermelo.core.hidden import Sight
from zermelo.core.history import History
from zermelo.web.app import application
from zermelo.web.settings import Settings
from zermelo.web.sittings import KeptGame, shown


class Dealt(random.Random):
    """Dice that fall as somebody wants."""

    def __init__(self, *codes):
        super().__init__(0)
        self.left = list(codes)

    def choices(self, population, *weights):
        code = self.left.pop(0)
        assert code in population
        return [code]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = application(Settings(data=tmp_path_factory.mktemp("data")))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def sit(client, spec="kuhn", players=("you", "random"), dealt=()):
    client.app.state.sittings.dice = Dealt(*dealt) if dealt else random.Random(1)
    return client.post("/api/sittings", json={"game": spec, "players": players}).json()


CARDS = {"J": 2, "Q": 3, "K": 4}


def told(client, card, *, engine, mine, monkeypatch):
    """Every answer of a whole game of Kuhn poker from the first seat, with the king; the other has `card`."""
    replies = list(engine)
    monkeypatch.setattr("zermelo.arena.players.RandomPlayer.choose", lambda *_: replies.pop(0))
    scene = sit(client, dealt=(CARDS["K"], CARDS[card]))
    base, bodies = f"/api/sittings/{scene['id']}", [json.dumps(scene)]
    for number, move in enumerate(mine):
        asked = [client.get(base), client.get(base + "/export")]
        asked += [client.post(base + "/move", json={"move": wrong, "number": number}) for wrong in ("call it", "K")]
        asked.append(client.post(base + "/move", json={"move": move, "number": number + 1}))
        asked.append(client.post(base + "/move", json={"move": move, "number": number}))
        asked.append(client.post(base + "/move", json={"move": move, "number": number}))
        asked += [client.get(base), client.post(base + "/go"), client.get("/api/saved"), client.get("/api/export")]
        bodies += [answer.text for answer in asked]
    assert replies == []
    ends = json.loads(client.get(base).text)
    assert ends["over"]
    return [body.replace(scene["id"], "ID") for body in bodies], ends


def test_all_answers_are_the_same_in_worlds_that_the_seat_cannot_tell_apart(client, monkeypatch):
    game = z.load("kuhn")
    for engine, mine in ((["bet"], ["check", "call"]), (["check"], ["check"]), (["fold"], ["bet"])):
        worlds = [told(client, card, engine=engine, mine=mine, monkeypatch=monkeypatch) for card in ("Q", "J")]
        queen, jack = (
            [body for body in bodies if '"over": true' not in body and '"over":true' not in body]
            for bodies, _ in worlds
        )
        assert queen == jack
        assert len(queen) > 8
        assert not any(word in body for body in queen for word in ('"Q"', '"J"', " Q", " J", ">Q", ">J"))
        for (_, ends), card in zip(worlds, "QJ", strict=True):  # after the end all is shown
            assert ends["played"][:2] == ["K", card]
            assert ends["everything"]
            assert ends["payoff"] == list(game.position(" ".join(ends["played"])).payoff)


def test_the_comparison_would_see_a_leak(client, monkeypatch):
    """It fails if nothing is blanked in what is drawn for a seat."""
    monkeypatch.setattr("zermelo.core.hidden._drawn", lambda position, _: Position(position.game, position.data))
    leaking = [told(client, card, engine=["fold"], mine=["bet"], monkeypatch=monkeypatch)[0] for card in "QJ"]
    assert leaking[0][0] != leaking[1][0]


HIDDEN = {
    "leduc": 60,
    "liars-dice:dice=1,sides=3": 60,
    "goofspiel:cards=3": 60,
    "battleships": 40,
    "blind-tictactoe:columns=2,rows=2,failure=turn": 60,
}


@pytest.mark.parametrize("spec", HIDDEN)
def test_what_is_shown_follows_from_what_the_seat_knows(spec):
    """In many random games: where a player knows the same, byte for byte the same is shown, whatever is true."""
    game, dice = z.load(spec), random.Random(4)
    scenes: dict[tuple[int, int], tuple[str, bytes]] = {}
    apart = 0
    for _ in range(HIDDEN[spec]):
        kept = [KeptGame("ID", History(game.start()), players) for players in (("you", "random"), ("random", "you"))]
        while not kept[0].history.over:
            move = dice.choice(list(kept[0].history.moves))
            for seat, each in enumerate(kept):
                each.play(move)
                position = each.history.position
                if not each.history.over:
                    found = json.dumps(shown(each), sort_keys=True)
                    known = scenes.setdefault((seat, position.sees(seat)), (found, position.data))
                    assert known[0] == found
                    apart += known[1] != position.data
    assert apart > 20  # worlds that differ


def test_moves_are_the_persons_own_in_turn(client):
    scene = sit(client, players=("random", "you"))
    assert (scene["waits"], scene["moves"], scene["log"]) == (True, [], scene["log"][:1])
    base = f"/api/sittings/{scene['id']}"
    answer = client.post(base + "/move", json={"move": "bet", "number": 0})
    assert (answer.status_code, answer.json()["problem"]) == (422, "it is not your turn")
    scene = client.post(base + "/go").json()
    assert {move["name"] for move in scene["moves"]} in ({"check", "bet"}, {"fold", "call"})
    assert client.post(base + "/go").json() == scene  # nobody else is to move
    again = client.post(base + "/move", json={"move": scene["moves"][0]["name"], "number": 1})
    assert "in another window" in again.json()["problem"]
    assert "choose from" in client.post(base + "/move", json={"move": "raise", "number": 0}).json()["problem"]


def test_advice_is_found_from_what_the_seat_knows(client, monkeypatch):
    """The search is handed what the seat sees, and its answer holds nothing else."""
    handed = []
    analyse = players.analyse
    monkeypatch.setattr(players, "analyse", lambda view, **asked: handed.append(view) or analyse(view, **asked))
    scene = sit(client, dealt=(CARDS["K"], CARDS["Q"]))
    wish = {"client": "me", "player": "ismcts:time=0.05"}
    answer = client.post(f"/api/sittings/{scene['id']}/search", json=wish).text
    result = json.loads(answer.strip().rpartition("event: result\ndata: ")[2])
    assert result["move"] in ("check", "bet")
    assert result["analysis"]["position"] == scene["text"] == "K ?"
    assert [type(view) for view in handed] == [Sight]
    assert handed[0].drawn.state.cards.tolist() == [3, 0]
    client.post(f"/api/sittings/{scene['id']}/move", json={"move": "check", "number": 0})
    again = client.post(f"/api/sittings/{scene['id']}/search", json=wish)
    assert (again.status_code, again.json()["problem"]) == (422, "it is not your turn")
    greedy = client.post(f"/api/sittings/{sit(client)['id']}/search", json={**wish, "player": "greedy"})
    assert "has to see everything" in greedy.json()["problem"]


def test_what_cannot_be_played_from_a_seat_is_refused(client):
    def problem(**asked):
        answer = client.post("/api/sittings", json=asked)
        assert answer.status_code == 422
        return answer.json()["problem"]

    assert "everybody sees everything" in problem(game="tictactoe", players=["you", "random"])
    assert "one seat may be yours" in problem(game="kuhn", players=["you", "you"])
    assert "2 seats, not 1" in problem(game="kuhn", players=["you"])
    assert "has to see everything" in problem(game="kuhn", players=["you", "greedy"])
    assert "unknown player" in problem(game="kuhn", players=["you", "nobody"])
    assert "alphabeta is for" in problem(game="kuhn", players=["you", "alphabeta"])
    assert client.get("/api/sittings/no-such-game-as-this").status_code == 404
    hidden = {"game": "kuhn", "moves": ["K", "Q"]}
    assert "hidden information" in client.post("/api/position", json=hidden).json()["problem"]
    assert client.post("/api/position", json={**hidden, "everything": True}).json()["text"].startswith("K Q")


def test_engines_alone_are_watched_with_everything_shown(client):
    scene = sit(client, "kuhn:players=3", ["random"] * 3)
    lengths = [len(scene["played"])]
    while not scene["over"]:
        scene = client.post(f"/api/sittings/{scene['id']}/go").json()
        lengths.append(len(scene["played"]))
        assert scene["everything"]
    assert lengths == list(range(1, len(scene["played"]) + 1))
    assert "moves: " in client.get(f"/api/sittings/{scene['id']}/export").text


def test_a_game_outlives_the_server_and_only_so_many_are_at_hand(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.web.sittings.MOST_AT_HAND", 3)
    settings = Settings(data=tmp_path)
    with TestClient(application(settings), base_url="http://127.0.0.1") as client:
        scene = sit(client, "kuhn:players=4,cards=8", ["you", "random", "random", "random"])
        path = f"/api/sittings/{scene['id']}"
        client.post(path + "/move", json={"move": "check", "number": 0})
        scene = client.post(path + "/go").json()
        others = [sit(client)["id"] for _ in range(4)]
        assert len(client.app.state.sittings._at_hand) == 3
        assert client.get(path).json() == scene
    assert (tmp_path / "games.sqlite").stat().st_mode & 0o777 == 0o600
    with TestClient(application(settings), base_url="http://127.0.0.1") as client:
        assert client.get(path).json() == scene
        assert client.get("/api/saved").json()["total"] == 0
        assert client.delete(path).json() == {"deleted": True}
        assert client.get(path).status_code == 404
        assert client.get(f"/api/sittings/{others[0]}").status_code == 200
