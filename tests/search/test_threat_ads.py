"""The Threat-ADS experiment in small: the counts are those of the searches, and it can stop and go on."""

import json

import numpy as np
import pytest

import zermelo as z
from zermelo.experiments import run, threat_ads
from zermelo.experiments.threat_ads import Series, reduction, to_turn, with_rule

GAME = "virus"
GIVEN = {"game": GAME, "games": 3, "turns": 2, "midgame": 2, "depth": 3, "seed": 5}


def rows(found):
    return {(row["start"], row["rule"]): row for row in found.rows}


def searched(position, **options):
    return z.analyse(position, method="bestreply", limit=z.Limit(depth=3), plain=True, **options)


def any_move(position, rng):
    return list(position.moves)[rng.integers(len(position.moves))]


@pytest.mark.parametrize("start", ["initial", "midgame"])
def test_the_counts_are_those_of_the_searches(start):
    """The same games played by hand: the first player moves as without the list, everybody else at random."""
    found = rows(run("threat-ads", **GIVEN, start=start, rules=("mtf", "transposition", "history=true")))
    options = {"none": {}, "mtf": {"threats": "mtf"}, "transposition": {"threats": "transposition"}}
    options["history=true"] = {"history": True}
    nodes, inner = dict.fromkeys(options, 0), dict.fromkeys(options, 0)
    for number in range(3):
        rng = np.random.default_rng((5, start == "midgame", number))
        position = z.load(GAME).start()
        if start == "midgame":
            for _ in range(2 * 4):
                position = position.play(any_move(position, rng))
        for _turn in range(2):
            while position.mover != 0:
                position = position.play(any_move(position, rng))
            analyses = {name: searched(position, **given) for name, given in options.items()}
            for name, analysis in analyses.items():
                assert analysis.value == analyses["none"].value
                nodes[name] += analysis.nodes
                inner[name] += analysis.nodes - analysis.leaves
            position = position.play(analyses["none"].move)
    assert set(found) == {(start, name) for name in options if name != "none"}
    for (_, name), row in found.items():
        assert (row["games"], row["turns"], row["players"]) == (3, 2, 4)
        assert row["nodes_without"] == nodes["none"] / 3
        assert row["nodes_with"] == nodes[name] / 3
        assert row["reduction"] == pytest.approx(100 * (1 - nodes[name] / nodes["none"]))
        assert row["inner_reduction"] == pytest.approx(100 * (1 - inner[name] / inner["none"]))
        assert row["interval"][0] <= row["reduction"] <= row["interval"][1]
    assert len({row["nodes_with"] for row in found.values()}) > 1
    deck = {"initial": 10.2, "midgame": 10.4}
    assert found[start, "mtf"]["published"] == deck[start]
    assert found[start, "history=true"]["published"] is None


def test_reductions_and_their_intervals():
    found = reduction([100, 100, 200], [100, 80, 140], seed=1)
    assert found.value == 20
    assert 0 <= found.low < 20 < found.high <= 30
    assert found == reduction([100, 100, 200], [100, 80, 140], seed=1)
    assert reduction([10, 20], [20, 40], seed=0).value == -100


def test_rules_and_players_in_words():
    assert with_rule("bestreply", "ahead(2)") == "bestreply:threats=ahead(2)"
    assert with_rule("bestreply:plain=true", "history=true") == "bestreply:plain=true,history=true"


def test_the_seed_decides():
    first = run("threat-ads", **GIVEN, rules="mtf")
    assert not first.faults
    assert len(first.rows) == 2
    assert first.rows == run("threat-ads", **GIVEN, rules="mtf").rows
    assert first.rows != run("threat-ads", **{**GIVEN, "seed": 6}, rules="mtf").rows


def test_three_opponents_make_few_rules():
    found = rows(run("threat-ads", **GIVEN))
    for start in ("initial", "midgame"):
        assert found[start, "mtf"]["nodes_with"] == found[start, "ahead(2)"]["nodes_with"]
        assert found[start, "transposition"]["nodes_with"] == found[start, "pos(2)"]["nodes_with"]


def test_it_goes_on_from_its_record(zermelo, tmp_path, monkeypatch):
    words = ["experiment", "threat-ads", "--game", GAME, "--turns=1", "--depth=2", "--start=initial", "--json"]
    words += ["--record", str(tmp_path / "counts")]
    code, out, _ = zermelo(*words, "--games", "2")
    assert code == 0
    searches = []
    count = threat_ads.searched

    def noted(position, method, depth):
        searches.append(method)
        return count(position, method, depth)

    monkeypatch.setattr(threat_ads, "searched", noted)
    assert zermelo(*words, "--games", "2")[1] == out
    assert not searches
    file = tmp_path / "counts" / "virus-initial.jsonl"
    with file.open("a") as unfinished:
        unfinished.write('{"game": 2, "tur')
    assert json.loads(zermelo(*words, "--games", "3")[1])["rows"][0]["games"] == 3
    assert len(searches) == 5
    assert len(file.read_text().splitlines()) == 4
    assert zermelo(*words, "--games", "2")[1] == out  # more were counted, and are left out
    code, _, err = zermelo(*words, "--seed", "1")
    assert code == 2
    assert "is of another experiment: seed is 0, not 1" in err
    for text in ("nonsense\n", "no line", "", "[1]\n"):
        file.write_text(text)
        code, _, err = zermelo(*words)
        assert code == 2
        assert "is not a record of threat-ads" in err
        assert file.read_text() == text


def test_ctrl_c_keeps_what_was_found(monkeypatch, tmp_path):
    searches = []
    count = threat_ads.searched

    def tired(position, method, depth):
        searches.append(method)
        if len(searches) > 7:
            raise KeyboardInterrupt
        return count(position, method, depth)

    monkeypatch.setattr(threat_ads, "searched", tired)
    found = run("threat-ads", **{**GIVEN, "depth": 2}, rules="mtf")
    assert found.interrupted
    assert [row["games"] for row in found.rows] == [1]  # of midgames none was finished
    found.plot(tmp_path / "bars.svg")
    assert "nodes saved" in (tmp_path / "bars.svg").read_text()
    with pytest.raises(KeyboardInterrupt):
        run("threat-ads", **GIVEN)


def test_values_that_differ_are_noticed(monkeypatch):
    """A search that sees less far, in place of one with the list."""
    count = threat_ads.searched
    monkeypatch.setattr(
        threat_ads, "searched", lambda position, method, depth: count(position, method, 3 if "mtf" in method else 2)
    )
    found = run("threat-ads", **GIVEN, rules="mtf", start="initial")
    assert len(found.faults) > 2
    assert "mtf finds" in found.faults[0]


def test_quick_and_unknown(zermelo):
    found = run("threat-ads", game=GAME, quick=True, turns=1, rules="mtf", start="initial", depth=2)
    assert found.rows[0]["games"] == 5
    assert "searches 1 plies" in found.notes[0]
    code, _, err = zermelo("experiment", "threat-ads", "--start", "endgame")
    assert code == 2
    assert "unknown start 'endgame' (choose from initial, midgame)" in err


def test_games_that_end_early():
    """Whoever is out searches no more."""
    game = z.load("virus:size=6")
    rng = np.random.default_rng(1)
    out = game.position("BBBBBB/BBBBBB/YYYYYY/GGGGGG/....../...... B 20")
    assert to_turn(out, rng) is None
    with pytest.raises(z.Problem, match="hardly a game is still going on"):
        Series(z.load("virus:size=4,cap=8"), "midgame", 1, 5, 2, {"none": "bestreply"}, 0, "").begin(rng)
