"""`zermelo equilibrium` of games in which players move in turn."""

import _thread
import json

import pytest

import zermelo as z
from zermelo.equilibrium.extensive.cfr import Regrets

UNSEEN = """{"player": "MAX", "moves": ["l", "r"], "children": [
    {"info": "b", "children": [2, -1]}, {"info": "b", "children": [-3, 1]}
]}"""


def test_a_strategy_is_a_table_of_what_players_see_and_do(zermelo):
    code, out, _ = zermelo("equilibrium", "kuhn")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("Kuhn is worth -1/18 to A (sequence-form, ")
    assert "A gets -1/18, B gets 1/18; nobody gains by changing alone" in lines
    assert "A, in 6 information sets" in lines
    assert "  K check bets  call" in lines
    assert "  Q bets    fold 2/3, call 1/3" in lines
    assert "12 information sets" in lines[-1]


def test_json_has_all_of_it(zermelo):
    code, out, _ = zermelo("equilibrium", "kuhn", "--method", "cfr+:iterations=50", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["game"], found["method"], found["details"]["iterations"]) == ("kuhn", "cfr+", 50)
    assert len(found["profiles"][0]["strategies"][1]) == 6
    assert found["details"]["course"]["iterations"][-1] == 50


def test_of_many_sets_the_first_are_shown(zermelo):
    code, out, _ = zermelo("equilibrium", "kuhn:cards=6", "--method", "cfr+:iterations=5")
    assert code == 0
    assert "... and 0 more" not in out
    code, out, _ = zermelo("equilibrium", "kuhn:cards=9", "--method", "cfr+:iterations=5")
    assert out.count("  ... and 6 more: --all shows them") == 2
    code, out, _ = zermelo("equilibrium", "kuhn:cards=9", "--method", "cfr+:iterations=5", "--all")
    assert "more" not in out


def test_what_to_do_at_a_position(zermelo):
    code, out, _ = zermelo("equilibrium", "kuhn", "--position", "K Q check bet")
    assert code == 0
    assert "A, who sees K ? check B bets: call" in out.splitlines()
    code, out, _ = zermelo("equilibrium", "kuhn", "--position", "K Q bet", "--json")
    assert json.loads(out)["moves"] == pytest.approx({"fold": 2 / 3, "call": 1 / 3})
    first = z.load("nim:piles=1-2").start()
    code, out, _ = zermelo("equilibrium", "nim:piles=1-2", "--position", f"moves: {next(iter(first.moves))}")
    assert code == 0


def test_a_tree_can_be_given(zermelo, tmp_path):
    (tmp_path / "tree.json").write_text(UNSEEN)
    code, out, _ = zermelo("equilibrium", str(tmp_path / "tree.json"))
    assert code == 0
    assert "tree is worth -1/7 to MAX" in out.lower().replace("max", "MAX")


def test_plot_and_save(zermelo, tmp_path):
    words = ("--plot", str(tmp_path / "fall.svg"), "--save", str(tmp_path / "kuhn.npz"))
    code, out, _ = zermelo("equilibrium", "kuhn", "--method", "dcfr:iterations=100", *words)
    assert code == 0
    assert "exploitability" in (tmp_path / "fall.svg").read_text()
    assert "seconds" in (tmp_path / "fall.svg").read_text()
    assert float(z.exploitability("kuhn", tmp_path / "kuhn.npz")) < 0.005
    assert "kuhn.npz" in out


def test_ctrl_c_keeps_the_strategy_so_far(zermelo, tmp_path, monkeypatch):
    go_on = Regrets.go_on

    def tired(self, until):
        go_on(self, until)
        if until == 20:
            _thread.interrupt_main()

    monkeypatch.setattr(Regrets, "go_on", tired)
    kept, saved = tmp_path / "kept.npz", tmp_path / "kuhn.npz"
    code, out, _ = zermelo("equilibrium", "kuhn", "--method", f"cfr+:iterations=0,keep={kept}", "--save", str(saved))
    assert code == 0
    assert "(interrupted)" in out
    assert len(z.Plan.load(saved)) == 12
    monkeypatch.undo()
    code, out, _ = zermelo("equilibrium", "kuhn", "--method", f"cfr+:iterations=30,keep={kept}")
    assert code == 0


def test_the_clock_ends_it(zermelo):
    code, out, _ = zermelo("equilibrium", "kuhn", "--method", "cfr+", "--time", "0.2", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["method"] == "cfr+"
    assert not found["interrupted"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["kunh"], "did you mean kuhn"),
        (["kuhn:players=9"], "must be from 2 to 6"),
        (["kuhn", "--method", "cfrr"], "unknown method 'cfrr' for kuhn"),
        (["kuhn", "--method", "vertices"], "vertices is for games of the matrix form"),
        (["kuhn", "--method", "cfr+:iterations=few"], "must be a whole number"),
        (["kuhn", "--method", "cfr+:depth=3"], "unknown option 'depth' of cfr+"),
        (["kuhn", "--time", "0"], "--time 0 must be more than 0 seconds"),
        (["kuhn", "--time", "1", "--method", "plans"], "plans runs to its end"),
        (["kuhn", "--position", "K"], "nobody is to choose at 'K'"),
        (["kuhn", "--position", "K K"], "unknown move 'K'"),
        (["kuhn", "--save", "kuhn.txt"], "kept in a file in .npz"),
        (["kuhn", "--save", "/nowhere/kuhn.npz"], "there is no folder /nowhere"),
        (["kuhn", "--plot", "kuhn.svg"], "sequence-form has it at once (choose from "),
        (["kuhn", "--method", "cfr", "--plot", "kuhn.txt"], "a plot is written as .svg or .png"),
        (["rps", "--save", "rps.npz"], "--save is for games in which players move in turn"),
        (["rps", "--position", "x"], "--position is for games"),
        (["kuhn:players=3", "--method", "sequence-form"], "kuhn:players=3 has 3 players"),
        (['{"children": [1, {"info": "x"}]}'], "must have either children or a payoff"),
        (["nowhere.json"], "nowhere.json"),
        (["kuhn", "--method", "cfr:keep=/nowhere/x.npz,iterations=5"], "cannot write /nowhere/x.npz"),
    ],
)
def test_mistakes_are_one_line(zermelo, words, message):
    code, out, err = zermelo("equilibrium", *words)
    assert code == 2, out
    assert not out
    assert message in err
    assert err.count("\n") == 1


def test_a_list_with_nodes_in_it_is_a_tree(zermelo, tmp_path):
    tree = '[{"info": "?", "children": [0, 1]}, {"info": "?", "children": [1, 0]}]'
    (tmp_path / "tree.json").write_text(tree)
    for source in (tree, str(tmp_path / "tree.json")):
        code, out, _ = zermelo("equilibrium", source)
        assert (code, "is worth 1/2 to MAX" in out) == (0, True)


def test_where_trees_are_no_games_it_is_said_who_takes_them(zermelo):
    for source in ("card.efg", "[[3,12,8],[2,4,6]]"):
        code, _, err = zermelo("solve", source)
        assert code == 2
        assert "is no game of rules: trees and matrices are for zermelo tree and zermelo equilibrium" in err


def test_who_plays_for_chips_is_judged_by_chips(zermelo):
    code, out, _ = zermelo("match", "kuhn", "equilibrium", "random", "--games", "40", "--seed", "1")
    assert code == 0
    assert " chips a game (95 %: " in out.splitlines()[-1]
