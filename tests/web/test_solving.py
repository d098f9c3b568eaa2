"""Trees solved over HTTP: exact values, exploitability that falls, strategies that belong to the nodes shown."""

import json

import pytest
from fastapi.testclient import TestClient

from zermelo.web.app import application
from zermelo.web.settings import Settings

HANDS = {"children": [{"player": "MIN", "info": "b", "children": row} for row in ([0, -1, 1], [1, 0, -1], [-1, 1, 0])]}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = application(Settings(data=tmp_path_factory.mktemp("data")))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def solved(client, solver="sequence-form", **asked):
    """The events of a solution."""
    answer = client.post("/api/tree/solve", json={"client": "me", "solver": solver, **asked})
    if answer.status_code != 200:
        return answer.json()["problem"]
    events = [each.split("\n") for each in answer.text.strip().split("\n\n")]
    told = [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in events]
    return [(name, data) for name, data in told if name != "preparing"]


def test_kuhn_is_worth_what_the_deck_says_and_every_branch_has_its_part(client):
    nodes = client.post("/api/tree", json={"game": "kuhn"}).json()["nodes"]
    sets = {node["info"] for node in nodes if node["info"]}
    assert len(sets) == 12
    [(name, result)] = solved(client, game="kuhn")
    assert (name, result["exactly"], result["exact"]) == ("result", ["-1/18", "1/18"], True)
    below: dict[int, list[float | None]] = {}
    for node, part in zip(nodes, result["parts"], strict=True):
        below.setdefault(node["parent"], []).append(part)
    for parent, parts in below.items():
        if parent is None or nodes[parent]["kind"] == "chance":
            assert set(parts) == {None}
        else:
            assert sum(parts) == pytest.approx(1, abs=1e-4)
    alike: dict[str, set] = {}
    for number, node in enumerate(nodes):
        if node["info"]:
            alike.setdefault(node["info"], set()).add(tuple(below[number]))
    assert all(len(strategies) == 1 for strategies in alike.values())
    part = {(nodes[node["parent"]]["info"], node["move"]): result["parts"][k] for k, node in enumerate(nodes) if k}
    assert part["B: K bets", "call"] == 1
    assert part["B: J bets", "fold"] == 1


def test_exploitability_falls_as_it_goes_and_the_values_come_near(client, monkeypatch):
    monkeypatch.setattr("zermelo.web.solving.ITERATIONS", 300)
    events = solved(client, "cfr+", game="kuhn")
    name, result = events[-1]
    assert name == "result"
    assert {name for name, _ in events[:-1]} == {"progress"}
    assert result["iteration"] == 300
    gaps = [gap for _, _, gap in result["curve"]]
    assert gaps[-1] == result["exploitability"] < gaps[0] / 100
    assert result["values"][0] == pytest.approx(-1 / 18, abs=1e-3)


def test_a_written_tree_with_and_without_its_set(client):
    [(_, hidden)] = solved(client, source=HANDS)
    assert hidden["exactly"][0] == "0"
    assert set(hidden["parts"][1:]) == {0.33333}
    seen = {"children": [{**child, "info": ""} for child in HANDS["children"]]}
    [(_, open_)] = solved(client, source=seen)
    assert open_["exactly"] == ["-1", "1"]
    assert "sequence-form" in client.post("/api/tree", json={"source": HANDS}).json()["solvers"]
    assert client.post("/api/tree", json={"game": "tictactoe"}).json()["solvers"] == []


def test_what_cannot_be_solved_is_said(client):
    assert "did you mean" in solved(client, "cfr-", game="kuhn")
    assert "two players" in solved(client, game="kuhn:players=3")
    forgets = {"info": "a", "children": [{"player": "MAX", "info": "a", "children": [1, 2]}, 3]}
    [(name, told)] = solved(client, source=forgets)
    assert (name, "perfect recall" in told["problem"]) == ("problem", True)
    [(name, told)] = solved(client, "cfr", source=3)
    assert (name, "nothing to choose" in told["problem"]) == ("problem", True)
