"""The tree view's interface: what it tells of a search is what the search did."""

from math import inf
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import naive
import zermelo as z
from zermelo.core.options import Option
from zermelo.search import Method, methods
from zermelo.search.events import Descent
from zermelo.tree.growing import grow
from zermelo.web import trees
from zermelo.web.app import application
from zermelo.web.presets import PRESETS
from zermelo.web.settings import Settings

LECTURES = (Path(__file__).parents[2] / "docs" / "lectures.md").read_text(encoding="utf-8")
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = application(Settings(data=tmp_path_factory.mktemp("data")))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture(scope="module")
def ask(client):
    def post(**question):
        answer = client.post("/api/tree", json=question)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return post


# --- the lectures ----------------------------------------------------------------------------------------------------

WORTH = {  # what the lectures say: the value, for the first player or for each, and the leaves visited
    "000.8b": (-1, 7), "000.12": (0, 3), "000.13": (8, 3), "000.14": (4, 2), "000.15": (7, 4), "000.17": (10, 2),
    "000.17b": (3, 2), "000.19": (4, 3), "000.20": (8, 3), "000.22": (5, 2), "000.22b": (5, 3), "000.24": (21, 11),
    "000.25": (8, 7), "000.27": (5, 4), "000.27b": (5, 2), "000.30": (1, 16), "000.30b": (1, 2), "000.31": (6, 4),
    "000.32": (0, 7), "001.10": (3, 9), "001.10b": (3, 5), "001.13": ((3, 1, 1), 4), "001.14": ((7, 2, 2), 4),
    "002.5": (3, 9), "002.6": ((1, 2, 6), 8), "002.6b": ((5, 4, 5), 8), "002.7": ((5, 4, 5), 8), "002.9": (20, 4),
    "002.10": (0.3, 2), "002.11": (3, 7), "002.11b": (3, 5), "002.14": (8, 3), "002.14b": (10, 5), "002.15": (0, 3),
    "002.20": (10, 4), "002.20b": (54.5, 4), "002.23": (3, 8), "002.24": (10, 3), "002.25": (2.1, 4),
    "002.25b": (40.9, 4), "002.26": (1.5, 4), "003.2": (-1, 7), "003.4": (3, 11), "003.7": (3, 6), "003.8": (6, 2),
    "003.10": (1, 3), "003.11": (6, 9), "003.13": (11, 16), "003.14": (15, 8), "003.15": (5, 12), "004.3": (-1, 6),
    "004.8": (-1, 5), "004.9": (-0.3, 5), "004.10": (2, 3), "004.14": (-9.8, 7), "004.14b": (3, 5),
}  # fmt: skip
UNSEARCHED, SIMULATED = {"000.8"}, {"001.23", "001.23b"}


def test_every_preset_is_known_and_named_by_its_row():
    names = [preset.name for preset in PRESETS]
    assert len(set(names)) == len(names)
    assert set(names) == WORTH.keys() | UNSEARCHED | SIMULATED
    for name in names:
        assert f"| {name.rstrip('b')} |" in LECTURES


@pytest.mark.parametrize(
    "preset", [preset for preset in PRESETS if preset.name in WORTH], ids=lambda preset: preset.name
)
def test_presets_say_what_the_lectures_say(ask, preset):
    answer = ask(**preset.asks)
    value, leaves = WORTH[preset.name]
    expected = value if isinstance(value, tuple) else (value, -value)
    assert answer["values"] == pytest.approx(expected)
    assert answer["iterations"][-1]["leaves"] == leaves
    assert answer["notes"] == []


def test_a_tree_with_hidden_information_is_shown(ask):
    answer = ask(**PRESETS[0].asks)
    assert [node["info"] for node in answer["nodes"]].count("?") == 3
    assert (answer["method"], answer["methods"], answer["iterations"]) == ("", [], [])
    assert "do not see everything" in answer["notes"][0]
    assert answer["solvers"][0] == "sequence-form"


@pytest.mark.parametrize("asked", [{"game": "connect4"}, {"source": AIMA}, {"game": "connect4", "depth": 2}])
def test_a_method_of_which_a_tree_shows_nothing_is_refused(client, asked):
    """For what it is, and not for a depth that nobody has set."""
    answer = client.post("/api/tree", json={**asked, "method": "flat:simulations=20"})
    assert answer.status_code == 422
    assert answer.json()["problem"].startswith("flat has no windows or values at the nodes of a tree (choose from ")


def test_the_list_of_presets(client):
    listed = client.get("/api/presets").json()
    assert [each["name"] for each in listed] == [preset.name for preset in PRESETS]


def test_002_11_step_by_step(ask):
    """The windows of the interval trace, (a) to (f)."""
    answer = ask(**next(preset for preset in PRESETS if preset.name == "002.11").asks)
    names = [node["name"] for node in answer["nodes"]]
    told = [
        (names[step["node"]], step["event"], step["window"], step["value"]) for step in answer["iterations"][0]["steps"]
    ]
    assert [each for each in told if len(each[0]) == 1] == [
        ("B", "enter", [None, None], None),
        ("B", "done", [None, None], 3),
        ("C", "enter", [3, None], None),
        ("C", "cut", [3, None], 2),
        ("D", "enter", [3, None], None),
        ("D", "done", [3, None], 2),
    ]
    leaves = [step for step in answer["iterations"][0]["steps"] if step["event"] == "leaf"]
    assert [leaf["parent_window"] for leaf in leaves] == [
        [None, 3], [None, 3], [None, 3], [3, 2], [3, 14], [3, 5], [3, 2]]  # fmt: skip
    said = {names[step["node"]]: step["says"] for step in answer["iterations"][0]["steps"]}
    assert said["C"] == (
        "MIN node C is worth at most 2, no more than alpha = 3: cut, 2 leaves are never looked at. "
        "The root (MAX) keeps 3."
    )
    assert said["3.2"] == "Leaf 3.2 is worth 5. At MIN node D beta falls from 14 to 5."


# --- any tree --------------------------------------------------------------------------------------------------------


def source_of(tree):
    """A tree of tests as a person would write it."""

    def below(number):
        node = tree.nodes[number]
        if not node.children:
            return {"player": node.player, "payoff": list(node.payoff)}
        return {"player": node.player, "children": [below(child) for child in node.children]}

    return below(0)


def ends(window):
    low, high = window
    return (-inf if low is None else low, inf if high is None else high)


def test_steps_follow_from_each_other(ask):
    """On random trees: values and leaves are those of the definition, and each window follows from the last."""
    for tree in naive.random_trees(25, 7, equal_paths=True):
        answer = ask(source=source_of(tree), method="alphabeta")
        value, leaves = naive.alphabeta(tree, 0, inf, -inf, inf)
        sign = 1 if tree.nodes[0].player == 0 else -1
        assert answer["nodes"][0]["value"] == sign * value
        (iteration,) = answer["iterations"]
        assert iteration["leaves"] == len(leaves)
        windows = {}
        for step in iteration["steps"]:
            parent = answer["nodes"][step["node"]]["parent"]
            if step["event"] in ("enter", "leaf"):
                assert ends(step["window"]) == (ends(windows[parent]) if parent is not None else (-inf, inf))
                windows[step["node"]] = step["window"]
            if step["event"] == "cut":
                low, high = ends(windows[step["node"]])
                assert low >= high
            if step["event"] != "enter" and parent is not None:
                windows[parent] = step["parent_window"]
        last = {step["node"]: step for step in iteration["steps"]}
        for number, node in enumerate(answer["nodes"]):
            assert (node["status"] == "unseen") == (number not in last)
            if number in last:
                assert (node["status"], node["value"], node["bound"]) == tuple(
                    last[number][key] for key in ("event", "value", "bound")
                )


def test_minimax_has_no_windows_and_looks_at_everything(ask):
    answer = ask(source=AIMA)
    plain = ask(source=AIMA, method=answer["unpruned"])
    assert (answer["iterations"][0]["leaves"], plain["iterations"][0]["leaves"]) == (7, 9)
    assert {step["window"] for step in plain["iterations"][0]["steps"]} == {None}


def test_a_window_that_fails(ask):
    answer = ask(source=AIMA, window=[5, 9])
    assert (answer["nodes"][0]["value"], answer["nodes"][0]["bound"]) == (5, "<=")
    assert "no more than alpha = 5" in answer["iterations"][0]["steps"][-1]["says"]


def test_types_and_orders(ask):
    answer = ask(source=AIMA, order="best", types=True)
    assert answer["iterations"][0]["leaves"] == 5
    assert [node["type"] for node in answer["nodes"][:3]] == ["LEFT", "LEFT", "LEFT"]


def test_table_hits(ask):
    answer = ask(source=[[{"name": "S", "children": [4, 5]}, 7], ["S", 1]], method="alphabeta:table=1")
    hits = [step for step in answer["iterations"][0]["steps"] if step["event"] == "hit"]
    assert [(step["value"], step["bound"]) for step in hits] == [(5, "<=")]
    assert "the table says at most 5" in hits[0]["says"]


def test_many_players_step_by_step(ask):
    tree = [[{"payoff": [6, 3, 8]}, {"payoff": [2, 5, 1]}], [{"payoff": [7, 2, 2]}, {"payoff": [1, 1, 9]}]]
    steps = ask(source=tree)["iterations"][0]["steps"]
    left = [step["payoff"] for step in steps if step["event"] == "done"]
    assert left == [[2, 5, 1], [7, 2, 2], [7, 2, 2]]
    assert steps[-1]["says"] == "The root (A): A takes 2, (7, 2, 2)."


def test_simulations_are_those_of_mcts(ask):
    """The tree grows as the search's own does."""
    options = "mcts:c=1,solver=false"
    answer = ask(game="tictactoe", method=options, simulations=120, seed=5)
    found = z.analyse(
        z.load("tictactoe").start(), method=options, limit=z.Limit(simulations=120), seed=5, lines=9, compiled=False
    )
    visits = {}
    for frame in answer["simulations"]:
        visits |= dict(zip(frame["path"], frame["visits"], strict=True))
        assert frame["added"] == (frame["visits"][-1] == 1)
    first = {node["move"]: visits[k] for k, node in enumerate(answer["nodes"]) if node["parent"] == 0}
    assert first == {line.move: line.visits for line in found.lines}
    assert len(answer["nodes"]) == 1 + sum(frame["added"] for frame in answer["simulations"])


def test_any_method_that_brings_what_grows_its_tree_is_shown(ask, monkeypatch):
    def try_each(search, told, *, moves):
        for tried, move in enumerate(search.position.codes[:moves], 1):
            told(Descent((99, 10 * move), (move,), (1, -1), (tried, 1), ((1, -1), (1, -1))))
        return True

    options = {"moves": Option.of("moves", 3)}
    about = {"options": options, "limits": ("simulations",), "draws": "simulated", "grows": try_each}
    trying = Method("trying", try_each, **about)
    monkeypatch.setitem(methods, "trying", trying)
    answer = ask(source=AIMA, method="trying:moves=2")
    assert {"name": "trying", "draws": "simulated"} in answer["methods"]
    assert [(node["parent"], node["move"]) for node in answer["nodes"]] == [(None, ""), (0, "1"), (0, "2")]
    assert [(frame["path"], frame["added"]) for frame in answer["simulations"]] == [([0, 1], True), ([0, 2], True)]
    assert answer["notes"] == ["After 2 simulations the value of the root is proven."]
    with pytest.raises(z.Problem, match="alphabeta has no tree that grows"):
        grow(z.Tree(AIMA).start(), 1, method="alphabeta")


def test_growth_ends_when_the_root_is_solved():
    grown = grow(z.Tree(AIMA).start(), 300, compiled=False)
    assert grown.solved
    assert len(grown.simulations) < 300
    assert grow(z.Tree(5).start(), 10, compiled=False).simulations == []


# --- games -----------------------------------------------------------------------------------------------------------


def test_a_position_of_a_game(ask):
    answer = ask(game="tictactoe", moves=["a1", "b2"], depth=2)
    root = answer["nodes"][0]
    assert root["board"].startswith("<svg")
    assert len(answer["nodes"]) == 1 + 7 + 7 * 6
    assert not any(node["board"] for node in answer["nodes"] if node["beyond"])  # a whole level too many
    assert answer["iterations"][0]["depth"] == 2
    assert answer["notes"] == []


def test_what_is_not_shown_is_said(ask):
    answer = ask(game="tictactoe", moves=["a1", "b2", "c3"], depth=4, nodes=60, method="minimax")
    assert len(answer["nodes"]) == 1 + 6 + 6 * 5
    visited = answer["iterations"][0]["nodes"]
    assert answer["notes"] == [f"The search went on below the 37 nodes shown; it visited {visited} in all."]


def test_rolls_cost_no_depth(ask):
    answer = ask(game="pig:target=10", depth=2)
    depths = [0]
    for node in answer["nodes"][1:]:
        depths.append(1 + depths[node["parent"]])
    assert max(depths) == 3  # roll, 1 to 6, roll or hold
    assert answer["iterations"][0]["nodes"] == len(answer["nodes"])


def test_a_search_that_takes_long_is_stopped(ask, monkeypatch):
    monkeypatch.setattr(trees, "TREE_SECONDS", 0.2)
    answer = ask(game="connect4", depth=5, method="minimax")
    assert "stopped after 0.2 seconds" in answer["notes"][-1]
    assert answer["iterations"][0]["steps"]


def test_iterations_of_a_deepening_search(ask):
    answer = ask(game="nim:piles=1-2", method="alphabeta:deepening=true")
    assert [iteration["depth"] for iteration in answer["iterations"]] == [1, 2, 3]
    usual = {option["name"]: option["value"] for option in answer["options"]}
    assert (usual["deepening"], usual["killers"], usual["fail"]) == (False, False, "soft")


def test_a_game_that_is_over(ask):
    answer = ask(game="tictactoe", start="XXX/OO./... O")
    assert (len(answer["nodes"]), answer["iterations"]) == (1, [])
    assert answer["nodes"][0]["payoff"] == [1, -1]


def test_exercises(client, ask):
    task = client.get("/api/exercise", params={"seed": 4, "depth": 2}).json()
    assert task == {"seed": 4, "source": [[9, 8], [2, 6, 3], [5, 16, 1]]}
    assert ask(source=task["source"])["iterations"][0]["cuts"] == 2


# --- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({}, "either a tree or a game"),
        ({"source": [1], "game": "nim"}, "either a tree or a game"),
        ({"source": "[1,"}, "unreadable tree"),
        ({"source": "/etc/passwd"}, "unreadable tree"),
        ({"source": [[], 1]}, "has no children"),
        ({"source": [1, "B"]}, "refers to a node 'B'"),
        ({"source": "[" * 600 + "1" + "]" * 600}, "nested too deeply"),
        ({"source": list(range(6000))}, "6,001 nodes"),
        ({"source": AIMA, "method": "alphabet"}, "did you mean alphabeta"),
        ({"source": AIMA, "method": "alphabeta:fail=soggy"}, "soggy"),
        ({"source": AIMA, "method": "alphabeta:table=5000"}, "more than this server allows"),
        ({"source": AIMA, "method": "maxn:ties"}, "name=value"),
        ({"source": AIMA, "method": "alphabeta:threads=999"}, "more than this server allows"),
        ({"source": AIMA, "method": "mine.py:alphabeta"}, "unknown method 'mine.py:alphabeta'"),
        ({"source": AIMA, "method": "alphabeta:evaluate=mine.py"}, "unknown option 'evaluate'"),
        ({"game": "connect4", "method": "alphabeta:weights=mine.npy"}, "unknown option 'weights'"),
        ({"source": AIMA, "window": [5, 5]}, "is empty"),
        ({"source": AIMA, "view": "nobody"}, "view must be"),
        ({"source": AIMA, "order": "any"}, "unknown order"),
        ({"game": "nim", "order": "best"}, "own order"),
        ({"game": "chess3000"}, "unknown game"),
        ({"game": "tictactoe", "moves": ["d9"]}, "unknown move 'd9'"),
        ({"game": "virus:players=3,size=4", "method": "bestreply"}, "miss their turns"),
        ({"game": "virus:players=3,size=4", "method": "alphabeta"}, "more than two players"),
    ],
)
def test_mistakes(client, question, sentence):
    answer = client.post("/api/tree", json=question)
    assert answer.status_code == 422
    assert sentence in answer.json()["problem"]


@pytest.mark.parametrize(
    "question",
    [
        {"source": AIMA, "depth": 0},
        {"source": AIMA, "nodes": 10**6},
        {"source": AIMA, "simulations": 10**9},
        {"source": AIMA, "window": [1]},
    ],
)
def test_limits(client, question):
    assert client.post("/api/tree", json=question).status_code == 422


def test_exercises_are_small(client):
    assert client.get("/api/exercise", params={"depth": 9}).status_code == 422


def test_limits_may_be_part_of_the_method(client):
    def answer(**question):
        return client.post("/api/tree", json=question).json()

    assert len(answer(source=AIMA, method="mcts:simulations=20,seed=3")["simulations"]) == 20
    assert len(answer(source=AIMA, method="mcts:simulations=20", simulations=5)["simulations"]) == 5
    deep, flat = (answer(game="tictactoe", method=f"alphabeta{limit}", depth=2) for limit in ("", ":depth=1"))
    assert deep["iterations"][-1]["nodes"] > flat["iterations"][-1]["nodes"] == 10
