"""Trees with information sets: drawn with links, solved, with what is played on the branches."""

import json

import pytest

import zermelo as z
from zermelo.equilibrium.extensive.shown import put_strategies
from zermelo.tree.below import unsearched_below

HANDS = ["rock", "paper", "scissors"]
HIDDEN = {"moves": HANDS, "children": [
    {"info": "a hand", "moves": HANDS, "children": row} for row in ([0, -1, 1], [1, 0, -1], [-1, 1, 0])
]}  # fmt: skip
SEEN = {"moves": HANDS, "children": [{"moves": HANDS, "children": child["children"]} for child in HIDDEN["children"]]}
FORGETS = {"player": "MAX", "moves": ["l", "r"], "children": [
    {"player": "MAX", "info": "a", "children": [1, 2]}, {"player": "MAX", "info": "a", "children": [3, 4]},
]}  # fmt: skip


def test_rock_paper_scissors_is_drawn_and_solved(zermelo, tmp_path):
    code, out, _ = zermelo("tree", json.dumps(HIDDEN), "--svg", str(tmp_path / "rps.svg"))
    assert code == 0
    assert out.count("sees a hand ┄ 3 nodes look so") == 3
    assert out.count("played 1/3") == 12
    assert "Tree is worth 0 to MAX (sequence-form)" in out
    drawn = (tmp_path / "rps.svg").read_text()
    assert drawn.count('stroke-dasharray="6 4"') == 1
    assert drawn.count("rock 1/3") == 4


def test_json_tells_the_sets_and_what_is_played(zermelo):
    code, out, _ = zermelo("tree", json.dumps(HIDDEN), "--json")
    found = json.loads(out)
    assert code == 0
    assert found["value"] == 0
    below = found["tree"]["children"]
    assert {child["info"] for child in below} == {"a hand"}
    assert [child["part"] for child in below] == pytest.approx([1 / 3] * 3)


def test_another_method_and_fewer_levels(zermelo):
    code, out, _ = zermelo("tree", json.dumps(HIDDEN), "--method", "cfr+:iterations=50", "--depth", "1")
    assert code == 0
    assert "… 3 more" in out
    assert "(cfr+)" in out
    code, out, _ = zermelo("tree", json.dumps(SEEN), "--method", "backward")
    assert code == 0
    assert "played 1  -1" in out
    assert "information sets of several nodes: 0" in out


def test_small_hidden_games(zermelo):
    code, out, _ = zermelo("tree", "kuhn", "--depth", "4")
    assert code == 0
    assert "sees A: K ┄ 2 nodes look so" in out
    assert "--method sequence-form" in out
    code, out, _ = zermelo("tree", "kuhn", "--position", "K", "--depth", "3", "--method", "sequence-form")
    assert code == 0
    assert "fold  played 2/3  1" in out
    assert "Kuhn is worth -1/18 to A" in out


def test_the_strategies_are_those_of_the_whole_game():
    answer = z.equilibrium("kuhn")
    root = unsearched_below(z.load("kuhn").position("K Q"), 250)
    put_strategies(root, answer)
    assert [child.part for child in root.children] == list(answer.profiles[0].strategies[0]["K"].values())


def test_a_tree_whose_player_forgets_is_drawn_and_told(zermelo):
    code, out, _ = zermelo("tree", json.dumps(FORGETS))
    assert code == 0
    assert "has no perfect recall" in out
    assert out.count("sees a ┄ 2 nodes look so") == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([json.dumps(FORGETS), "--method", "cfr+"], "has no perfect recall"),
        ([json.dumps(HIDDEN), "--method", "expectimax"], "unknown method 'expectimax'"),
        ([json.dumps(HIDDEN), "--types"], "--types is for searches"),
        ([json.dumps(HIDDEN), "--window", "0,1"], "--window is for searches"),
        (["kuhn", "--method", "alphabeta"], "unknown method 'alphabeta' for kuhn"),
        (["kuhn", "--method", "backward"], "kuhn has hidden information"),
    ],
)
def test_mistakes_are_one_line(zermelo, words, message):
    code, out, err = zermelo("tree", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
