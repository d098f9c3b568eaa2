"""Matrix games over HTTP: the table, what is eliminated, equilibria, processes, and what is refused."""

import pytest
from fastapi.testclient import TestClient

from zermelo.web import matrix
from zermelo.web.app import application
from zermelo.web.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = application(Settings(data=tmp_path_factory.mktemp("data")))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def asked(client, where="matrix", **body):
    answer = client.post(f"/api/{where}", json=body)
    return answer.json() if answer.status_code == 200 else (answer.status_code, answer.json()["problem"])


def test_the_prisoners_of_the_deck(client):
    facts = asked(client, game="prisoners")
    assert "prisoners" in {game["name"] for game in facts["shelf"]}
    assert [cell["best"] for cell in facts["cells"]] == [[False, False], [False, True], [True, False], [True, True]]
    assert [cell["efficient"] for cell in facts["cells"]] == [True, True, True, False]
    steps = facts["answers"][0]["details"]["removals"]
    assert [(step["player"], step["action"], step["by"]) for step in steps] == [
        ("Row", "C", {"D": "1"}),
        ("Column", "C", {"D": "1"}),
    ]
    found = asked(client, "matrix/solve", game="prisoners")
    assert found["profiles"][0]["exact"]["payoffs"] == ["-2", "-2"]
    assert any("Pareto-dominated by (C, C)" in note for note in found["notes"])


def test_ones_own_numbers_are_exact_and_components_are_told(client):
    own = {"payoffs": [["1/3", 0.1], [0, "1e-1"]], "players": ["Ann", "Bob"], "actions": [["up", "down"], ["l", "r"]]}
    facts = asked(client, **own)
    assert facts["game"]["zero_sum"]
    assert facts["game"]["payoffs"][0][0] == ["1/3", "-1/3"]
    assert [cell["text"][0] for cell in facts["cells"]] == ["1/3", "1/10", "0", "1/10"]
    tied = asked(client, "matrix/solve", payoffs=[[[1, 1], [1, 1]], [[2, 0], [0, 3]]])
    assert [component["profiles"] for component in tied["components"]] == [[0, 1]]


def test_a_process_goes_as_many_rounds_as_the_server_allows(client):
    methods = {each["name"]: each for each in asked(client, game="rps")["methods"]}
    assert methods["fictitious"]["process"]
    assert not methods["vertices"]["process"]
    path = asked(client, "matrix/solve", game="rps", method="fictitious:steps=30")["details"]["path"]
    assert path["rounds"] == list(range(1, 31))
    assert [len(own) for own in path["average"]] == [30, 30]
    assert asked(client, "matrix/solve", game="rps", method="fictitious")["details"]["rounds"] == matrix.USUAL_ROUNDS
    assert asked(client, "matrix/solve", game="rps", method="fictitious:steps=1000000")[0] == 422


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "prison"}, "did you mean prisoners?"),
        ({"game": "/etc/game.json"}, "unknown matrix game"),
        ({"payoffs": [[1, 2], [3]]}, "ragged"),
        ({"payoffs": []}, "empty"),
        ({"payoffs": [[1, "two"], [3, 4]]}, "'two' in [0][1]"),
        ({"payoffs": [[1, "1/0"], [3, 4]]}, "'1/0' in [0][1]"),
        ({"payoffs": [[0] * 13] * 2}, "too large for a page"),
        ({"payoffs": [[[0] * 5] * 3] * 4}, "payoffs of the shape 4 x 3 x 5"),
        ({"payoffs": [[1, 2]], "players": ["A", "A"]}, "a name of its own"),
        ({"payoffs": [[1, 2]], "actions": [["A"], ["B"]]}, "1 names are given where 2 are needed"),
        ({"game": "rps", "method": "suports"}, "did you mean supports?"),
        ({"game": "voting", "method": "lp"}, "two players"),
        ({"game": "rps", "method": "fictitious:steps=x"}, "steps"),
        ({"payoffs": [[0] * 9] * 9, "method": "vertices"}, "takes too long here"),
    ],
)
def test_what_is_no_game_or_too_much_is_said_in_a_sentence(client, body, said):
    status, problem = asked(client, "matrix/solve", **body)
    assert status == 422
    assert said in problem
