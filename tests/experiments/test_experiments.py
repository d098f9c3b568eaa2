"""Experiments: each once in small, with its table, its plot, its seed and its interruption."""

import json
import math
from dataclasses import replace

import pytest

import zermelo as z
from zermelo.arena.fixture import Contest
from zermelo.core.options import with_setting
from zermelo.experiments import Column, Findings, experiment, experiments, minimal_tree, run
from zermelo.experiments.averages import geometric_mean
from zermelo.experiments.depth import PUBLISHED
from zermelo.experiments.enhancements import KNOWN, disagreements
from zermelo.experiments.mcts import TRIALS, pairings, player_of
from zermelo.experiments.minimal_tree import SEARCHES
from zermelo.experiments.positions import SUITES, drawn, suite
from zermelo.experiments.registry import choice, record_in
from zermelo.experiments.searches import (
    ALL_OFF,
    ALL_ON,
    OTHER_VALUES,
    SETTINGS,
    TABLE_AND_HISTORY,
    Cost,
    all_but,
    cost,
    cost_of_minimal_tree,
)
from zermelo.theory import minimal_leaves

SMALL = "connect4:width=5,height=4"


@pytest.fixture
def toy():
    """An experiment made for tests."""

    def made(faults=()):
        @experiment(
            "toy", question="Does it work?", options=[choice("size", 3, "of it", low=1), choice("loud", False, "")]
        )
        def toy(*, seed, tell, size, loud):
            tell("working")
            return Findings(
                name="toy",
                title="It works",
                seed=seed,
                rows=[{"size": size, "loud": loud, "most": math.inf}],
                columns=(Column(">size", lambda row: str(row["size"])),),
                notes=("A note.",),
                draw=lambda file: None,
                faults=tuple(faults),
            )

    yield made
    experiments.pop("toy", None)


# --- the registry and the command line --------------------------------------------------------------------------------


def test_without_a_name_they_are_listed(zermelo):
    code, out, _ = zermelo("experiment")
    assert code == 0
    assert all(name in out for name in ("enhancements", "minimal-tree", "depth"))
    code, out, _ = zermelo("experiment", "--json")
    assert {each["name"] for each in json.loads(out)["experiments"]} == set(experiments)


def test_help_of_the_command_and_of_an_experiment(zermelo):
    code, out, _ = zermelo("experiment", "--help")
    assert code == 0
    assert "--plot" in out
    code, out, _ = zermelo("experiment", "depth", "--help")
    assert code == 0
    assert "--games" in out
    assert "alphabeta" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["dpeth"], "unknown experiment 'dpeth' (did you mean depth?)"),
        (["depth", "--gmaes", "3"], "No such option: --gmaes"),
        (["depth", "more"], "unexpected extra argument"),
        (["depth", "--games"], "'--games' requires an argument"),
        (["depth", "--games", "many"], "Invalid value for '--games'"),
        (["depth", "--games", "0"], "Invalid value for '--games'"),
        (["depth", "--game", "connect5"], "unknown game 'connect5' (did you mean connect4?)"),
        (["enhancements", "--quick=perhaps"], "'--quick' does not take a value"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, words, complaint):
    code, out, err = zermelo("experiment", *words)
    assert code == 2
    assert not out
    assert complaint in err
    assert err.count("\n") == 1


def test_a_new_experiment_is_one_function(zermelo, toy):
    toy()
    assert run("toy", size=5, loud=True).rows == [{"size": 5, "loud": True, "most": math.inf}]
    code, out, _ = zermelo("experiment", "toy", "--size=7", "--loud", "--seed", "4", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["experiment"], found["seed"], found["faults"], found["interrupted"]) == ("toy", 4, [], False)
    assert found["rows"] == [{"size": 7, "loud": True, "most": "inf"}]
    with pytest.raises(z.Problem, match="size=0 must be at least 1"):
        run("toy", size=0)
    with pytest.raises(z.Problem, match="must be a whole number"):
        run("toy", size=1.5)


def test_what_must_not_be_is_loud(zermelo, toy):
    toy(faults=["two and two are five"])
    code, out, _ = zermelo("experiment", "toy")
    assert code == 1
    assert "WRONG: two and two are five" in out
    assert "A note." in out


# --- what experiments are made of -------------------------------------------------------------------------------------


def test_geometric_means():
    found = geometric_mean([[1, 4], [2, 2]], seed=3)
    assert found.value == pytest.approx(2)
    assert 1 < found.low < 2 < found.high < 4
    assert found == geometric_mean([[1, 4], [2, 2]], seed=3)
    assert found.low != geometric_mean([[1, 4, 5], [2, 2]], seed=3).low


@pytest.mark.parametrize("spec", SUITES)
def test_fixed_positions_are_there(spec):
    positions, depth = suite(spec, count=8)
    assert depth == SUITES[spec].depth
    assert len(set(positions)) == 8
    for position, text in zip(positions, SUITES[spec].positions, strict=True):
        assert position.text == text
        assert not position.over
        assert len(position.moves) > 1


def test_other_positions_are_drawn():
    game = z.load(SMALL)
    first = drawn(game, plies=4, depth=3, count=3, seed=1)
    assert len(set(first)) == 3
    assert first == drawn(game, plies=4, depth=3, count=3, seed=1)
    assert first != drawn(game, plies=4, depth=3, count=3, seed=2)
    assert suite(SMALL, count=3, depth=6)[1] == 6


@pytest.mark.parametrize(("b", "d", "noise"), [(3, 5, 0), (4, 6, 1000), (8, 4, 1000)])
def test_knowing_the_best_moves_gives_the_minimal_tree(b, d, noise):
    """The estimate for games is exact where the truth is known."""
    start = z.load(f"synthetic:branching={b},depth={d},noise={noise},seed=5").start()
    known, usual = cost_of_minimal_tree(start, d), cost(start, d, all_but())
    assert known.leaves == minimal_leaves(b, d) < usual.leaves
    assert known.value == usual.value


# --- enhancements -----------------------------------------------------------------------------------------------------


def without_time(rows):
    return [{key: value for key, value in row.items() if "seconds" not in key} for row in rows]


def test_enhancements(tmp_path):
    found = run("enhancements", game=SMALL, positions=3, depth=5)
    rows = {row["search"]: row for row in found.rows}
    assert list(rows) == [*SETTINGS, KNOWN, *OTHER_VALUES]
    assert not found.faults
    assert not found.interrupted
    assert rows[ALL_ON]["nodes_ratio"] == rows[ALL_ON]["saved"] == 1
    assert rows[ALL_OFF]["saved"] == 0
    assert rows[KNOWN]["leaves"] < rows[ALL_ON]["leaves"] < rows[ALL_OFF]["leaves"]
    for name, row in rows.items():
        low, high = row["nodes_interval"]
        assert low <= row["nodes_ratio"] <= high
        assert row["positions"] == 3
        if name not in OTHER_VALUES:
            assert row["same_values"] == 3
    assert rows[TABLE_AND_HISTORY]["games"][SMALL]["depth"] == 5
    again = run("enhancements", game=SMALL, positions=3, depth=5)
    assert without_time(again.rows) == without_time(found.rows)
    found.plot(tmp_path / "bars.svg")
    assert "everything on" in (tmp_path / "bars.svg").read_text()


def test_enhancements_from_the_command_line(zermelo, tmp_path):
    plot = tmp_path / "bars.svg"
    code, out, _ = zermelo("experiment", "enhancements", "--game", SMALL, "--quick", "--plot", str(plot))
    assert code == 0
    assert "best moves known" in out
    assert f"Positions: {SMALL} (2, 3 plies)." in out
    assert plot.read_text().startswith("<?xml")


def test_values_that_differ_are_noticed():
    usual = dict.fromkeys((*SETTINGS, KNOWN, *OTHER_VALUES), Cost(10, 5, 0.1, 4, 0.25))
    other = Cost(10, 5, 0.1, 4, 0.5)
    assert disagreements({"hex": [usual, {**usual, "as shipped": other}]}) == []
    assert disagreements({"hex": [usual, {**usual, "no table": other}]}) == [
        "hex, position 2: 'no table' finds 0.5, 'all on' finds 0.25"
    ]


def test_interrupted_enhancements_keep_what_they_have(monkeypatch):
    calls = []

    def tired(position, depth, options):
        calls.append(position)
        if len(calls) > 40:
            raise KeyboardInterrupt
        return cost(position, depth, options)

    monkeypatch.setattr("zermelo.experiments.enhancements.cost", tired)
    found = run("enhancements", game=SMALL, positions=3, depth=3)
    assert found.interrupted
    assert found.rows[0]["positions"] == 1
    with pytest.raises(KeyboardInterrupt):
        run("enhancements", game=SMALL, positions=3, depth=3)


# --- the minimal tree -------------------------------------------------------------------------------------------------


def test_minimal_tree(monkeypatch, tmp_path):
    monkeypatch.setattr(minimal_tree, "DEPTHS", {2: range(4, 6), 8: range(3, 5)})
    found = run("minimal-tree", game=SMALL, positions=2, trees=3, seed=7)
    assert not found.faults
    assert [(row["tree"], row["depth"]) for row in found.rows] == [
        (f"{b} moves, {kind}", d) for kind in ("clear", "blurred") for b, d in ((2, 4), (2, 5), (8, 3), (8, 4))
    ] + [(SMALL, 5)]
    for row in found.rows:
        for measure in ("last", "all"):
            for search in SEARCHES:
                low, high = row[measure][search]["interval"]
                assert low <= row[measure][search]["ratio"] <= high
        assert row["last"][ALL_OFF] == row["all"][ALL_OFF]
        assert row["last"][ALL_ON]["ratio"] < row["all"][ALL_ON]["ratio"]
        if "branching" in row:
            assert row["minimal"] == pytest.approx(minimal_leaves(row["branching"], row["depth"]))
            assert row["last"][ALL_ON]["ratio"] >= 1
            assert row["all"][ALL_ON]["ratio"] >= row["floor"]
    monkeypatch.setattr(minimal_tree, "DEPTHS", {2: range(4, 5)})
    first, again, other = (run("minimal-tree", game=SMALL, positions=1, trees=2, seed=seed).rows for seed in (7, 7, 8))
    assert first == again != other
    found.plot(tmp_path / "curves.svg")
    assert "minimal tree = 1" in (tmp_path / "curves.svg").read_text()


# --- depth ------------------------------------------------------------------------------------------------------------


def test_depth(tmp_path):
    given = {"game": SMALL, "depths": 3, "games": 6, "seed": 2}
    found = run("depth", **given, record=str(tmp_path / "games"))
    assert [(row["depth"], row["against"], row["games"]) for row in found.rows] == [(2, 1, 6), (3, 2, 6)]
    for row in found.rows:
        assert row["interval"][0] <= row["score"] <= row["interval"][1]
        assert row["nodes_per_move"] > row["nodes_per_move_against"]
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == [
        "connect4-width-5-height-4-2-1.jsonl",
        "connect4-width-5-height-4-3-2.jsonl",
    ]
    assert found.rows == run("depth", **given).rows
    found.plot(tmp_path / "ladder.svg")
    assert "one ply more" in (tmp_path / "ladder.svg").read_text()


def test_depth_goes_on_from_its_record(tmp_path, monkeypatch, zermelo):
    words = ["experiment", "depth", "--game", SMALL, "--depths", "2", "--record", str(tmp_path), "--json"]
    code, out, _ = zermelo(*words, "--games", "4")
    assert code == 0
    played = []
    play = Contest.play

    def counted(self, fixture, **given):
        played.append(fixture.number)
        return play(self, fixture, **given)

    monkeypatch.setattr(Contest, "play", counted)
    assert zermelo(*words, "--games", "4")[1] == out
    assert played == []
    assert json.loads(zermelo(*words, "--games", "6")[1])["rows"][0]["games"] == 6
    assert played == [4, 5]
    code, _, err = zermelo(*words, "--games", "4", "--seed", "1")
    assert code == 2
    assert "is of another match: seed is 0, not 1" in err


def test_an_interrupted_ladder_keeps_what_it_has():
    def tired(line):
        if "depth=3 against alphabeta:depth=2, 2 of" in line:
            raise KeyboardInterrupt

    found = run("depth", game=SMALL, depths=4, games=4, tell=tired)
    assert found.interrupted
    assert [(row["depth"], row["games"]) for row in found.rows] == [(2, 4), (3, 2)]


def test_players_records_and_published_figures():
    assert with_setting("alphabeta", "depth", 3) == "alphabeta:depth=3"
    assert with_setting("alphabeta:table=0", "depth", 3) == "alphabeta:table=0,depth=3"
    assert record_in("", "othello") is None
    assert PUBLISHED["othello"] == ((610, 160, 229, 174, 107), "")


def test_a_plot_survives_a_clean_sweep(tmp_path):
    """Who wins every game has an infinite Elo."""
    found = run("depth", game=SMALL, depths=2, games=2)
    row = {**found.rows[0], "elo": math.inf, "elo_interval": [100.0, math.inf]}
    from zermelo.experiments.depth import draw

    replace(found, rows=[row], draw=lambda file: draw(file, [row])).plot(tmp_path / "sweep.png")
    assert (tmp_path / "sweep.png").read_bytes().startswith(b"\x89PNG")


def test_searches_for_many_meet(tmp_path):
    """Any two, in all seatings; what is recorded is not played again."""
    options = {"game": "virus:players=3,size=5", "method": ("bestreply", "maxn"), "quick": True}
    found = run("multiplayer", record=str(tmp_path), **options)
    (row,) = found.rows
    assert (row["first"], row["second"], row["games"]) == ("bestreply", "maxn", 6)
    assert row["interval"][0] <= row["ahead"] <= row["interval"][1]
    assert sum(row["shares"]) / 2 == pytest.approx(1 / 3)  # as many seats each
    assert max(row["nodes_per_move"]) <= 100
    assert run("multiplayer", record=str(tmp_path), **options).rows == found.rows
    found.plot(tmp_path / "plot.svg")
    assert "bestreply" in (tmp_path / "plot.svg").read_text()


def test_stars_are_compared_on_the_same_positions(tmp_path):
    """All find the value of expectimax, which is what the others are measured by."""
    found = run("star", game="einstein", positions=2, depth=2, nodes=20_000)
    assert found.faults == ()
    rows = {row["search"]: row for row in found.rows}
    assert next(iter(rows)) == "expectimax"
    assert rows["expectimax"]["saved"] == 0
    assert rows["star1"]["saved"] > 0
    assert rows["star2, all on"]["reached"] >= rows["expectimax"]["reached"] > 0
    found.plot(tmp_path / "plot.svg")
    assert "star2" in (tmp_path / "plot.svg").read_text()
    with pytest.raises(z.Problem, match="no game with chance"):
        run("star", game="tictactoe")


# --- Monte Carlo tree search ------------------------------------------------------------------------------------------

FEW = {"game": "tictactoe", "simulations": 30, "time": 0.002, "games": 4, "opening": 2}


@pytest.mark.long
def test_options_of_mcts_at_equal_simulations_and_at_equal_time(tmp_path):
    """One row for an option in a game; what is recorded is not played again."""
    options = {**FEW, "option": ("rave", "root", "c=1.4"), "record": str(tmp_path)}
    found = run("mcts", **options)
    assert [(row["option"], row["settings"], row["against"]) for row in found.rows] == [
        ("rave", "amaf=rave", ""),
        ("root", "threads=2,parallel=root", "threads=2"),
        ("c=1.4", "c=1.4", ""),
    ]
    rave, root, _ = found.rows
    assert rave["simulations"]["players"] == [
        "mcts:solver=false,amaf=rave,simulations=30",
        "mcts:solver=false,simulations=30",
    ]
    assert root["simulations"] is None  # threads gain time, nothing else
    for row in (rave["simulations"], rave["time"], root["time"]):
        assert row["games"] == 4
        assert row["interval"][0] <= row["score"] <= row["interval"][1]
    assert "tictactoe-c-1-4-time.jsonl" in {path.name for path in tmp_path.iterdir()}
    assert run("mcts", **options).rows == found.rows
    found.plot(tmp_path / "bars.svg")
    assert "equal simulations" in (tmp_path / "bars.svg").read_text()


def test_interrupted_matches_of_mcts_keep_what_they_have():
    def tired(line):
        if "time=0.002, 2 of" in line:
            raise KeyboardInterrupt

    found = run("mcts", **FEW, option=("value", "rave"), tell=tired)
    assert found.interrupted
    (row,) = found.rows
    assert (row["option"], row["simulations"]["games"], row["time"]["games"]) == ("value", 4, 2)


def test_every_trial_of_mcts_can_be_played():
    """All players exist, and all options suit the games they are tried in."""
    limits = {"simulations": 10, "time": 0.1}
    for name, trial in TRIALS.items():
        assert len(pairings((), [name], limits)) == len(trial.games) * len(trial.limits)
    assert player_of("solver=true") == "mcts:solver=true"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--option", "rva"], "unknown option 'rva' of mcts (did you mean rave"),
        (["--option", "cutof=3"], "unknown option 'cutof' of mcts (did you mean cutoff?)"),
        (["--option", "rave", "--option", "c=x"], "option mcts:c=x must be a number"),
        (["--option", "cutoff", "--game", "tictactoe"], "no match to play: cutoff in tictactoe, at equal simulations"),
        (["--option", "threads", "--time", "0"], "no match to play: threads, at equal simulations"),
    ],
)
def test_mistakes_about_options_of_mcts_are_told_before_anything_is_played(zermelo, words, complaint):
    code, out, err = zermelo("experiment", "mcts", *words)
    assert code == 2
    assert not out
    assert complaint in err
    assert err.count("\n") == 1


def test_searches_and_an_equilibrium_meet_where_something_is_hidden():
    found = run("ismcts", game="kuhn", player=("ismcts", "pimc", "equilibrium", "random"), quick=True, seed=1)
    assert [(row["first"], row["second"]) for row in found.rows][:2] == [("ismcts", "pimc"), ("ismcts", "equilibrium")]
    assert all(row["games"] == 4 for row in found.rows)
    assert len(found.rows) == 6
