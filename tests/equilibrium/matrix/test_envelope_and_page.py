"""The upper envelope of 2 x N games, pictures, and all that a page shows."""

import json
from fractions import Fraction

import numpy as np
import pytest

import zermelo as z
from equilibrium.matrix.random_games import random_games
from zermelo.equilibrium.matrix.envelope import envelope
from zermelo.equilibrium.matrix.page import page
from zermelo.equilibrium.matrix.shelf import SHELF

GAME = z.MatrixGame([[3, 0, 5], [1, 2, -1]])


def test_the_envelope_is_the_best_reply_everywhere():
    for game in random_games(60, most=5, seed=61):
        for player in (0, 1):
            if game.sizes[player] != 2:
                with pytest.raises(z.Problem, match="an envelope needs"):
                    envelope(game, player)
                continue
            found = envelope(game, player)
            shares = [corner.share for corner in found.corners]
            assert (shares[0], shares[-1]) == (0, 1)
            assert shares == sorted(set(shares))
            for low, high in zip(found.corners, found.corners[1:], strict=False):
                for part in (Fraction(0), Fraction(1, 3), Fraction(1, 2)):
                    share = low.share + part * (high.share - low.share)
                    profile = [[1 - share, share]] * 2  # the replier's own mixture does not matter
                    values = game.replies(profile, 1 - player)
                    assert max(values) == low.value + part * (high.value - low.value)
                    if not part:
                        best = [
                            name
                            for name, value in zip(game.actions[1 - player], values, strict=True)
                            if value == max(values)
                        ]
                        assert list(low.best) == best


def test_the_lowest_point_is_the_value_of_a_zero_sum_game():
    for game in random_games(60, most=5, seed=62, zero_sum=True):
        if game.sizes[0] == 2:
            found = envelope(game, 0)
            value = z.equilibrium(game, "lp").value
            assert found.lowest[0].value == -value
            assert game.secures(0, [1 - found.lowest[0].share, found.lowest[0].share]) == value


def test_equilibria_lie_on_the_envelope():
    for game in random_games(60, most=4, seed=63):
        if game.sizes[1] == 2:
            corners = envelope(game, 1, z.equilibrium(game, "vertices").profiles)
            assert corners.equilibria
            for share, value in corners.equilibria:
                assert value == max(game.replies([[0] * game.sizes[0], [1 - share, share]], 0))


def test_a_page_has_all_of_a_game():
    shown = json.loads(json.dumps(page("[[3,0,5],[1,2,-1]]", dynamics="fictitious:steps=50")))
    assert (
        z.MatrixGame.read(json.dumps({key: shown["game"][key] for key in ("name", "players", "actions", "payoffs")}))
        == GAME
    )
    assert (shown["game"]["zero_sum"], shown["game"]["constant_sum"]) == (True, 0)
    assert [cell["text"][0] for cell in shown["cells"]] == ["3", "0", "5", "1", "2", "-1"]
    assert [cell["best"] for cell in shown["cells"]] == [
        [True, False], [False, True], [True, False], [False, False], [True, False], [False, True],
    ]  # fmt: skip
    assert not any(cell["pure"] for cell in shown["cells"])
    assert all(cell["efficient"] for cell in shown["cells"])
    assert shown["answers"][0]["details"]["kind"] == "strict"
    assert shown["answers"][-1]["value"] == 1.25
    (top,) = shown["envelopes"]
    assert (top["player"], top["replier"]) == ("Row", "Column")
    assert [corner["best"] for corner in top["corners"]] == [["2"], ["2", "3"], ["3"]]
    assert top["lowest"] == [{"share": 0.625, "value": -1.25}] == top["equilibria"]
    assert shown["dynamics"]["details"]["path"]["rounds"][-1] == 50
    methods = {each["name"]: each for each in shown["methods"]}
    assert methods["fictitious"]["process"]
    assert [option["name"] for option in methods["lemke-howson"]["options"]] == ["label"]
    assert {each["name"] for each in shown["shelf"]} == set(SHELF)


def test_a_page_of_every_game_on_the_shelf_is_json():
    for name in SHELF:
        shown = page(name)
        json.dumps(shown, allow_nan=False)
        game = z.MatrixGame.read(name)
        assert len(shown["cells"]) == np.prod(game.sizes)
        pure = {tuple(cell["actions"]) for cell in shown["cells"] if cell["pure"]}
        assert len(pure) == len(z.equilibrium(name, "pure").profiles)
        assert shown["dynamics"] is None
        assert {each["name"] for each in shown["methods"]} >= {"pure", "dominance", "correlated", "logit", "replicator"}
    steps = page("elimination")["answers"][0]["details"]["removals"]
    assert steps[0] == {
        "round": 1, "player": "Row", "action": "middle", "by": {"up": "1/2", "down": "1/2"}, "strict": True,
    }  # fmt: skip


def test_what_a_page_cannot_show_is_one_line():
    with pytest.raises(z.Problem, match="has 3,600 outcomes; a page shows at most 2,500"):
        page(np.zeros((60, 60)))
    with pytest.raises(z.Problem, match="ragged"):
        page("[[1,2],[3]]")
    with pytest.raises(z.Problem, match="unknown method 'fictitous'"):
        page("rps", dynamics="fictitous")


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        (["rps", "-m", "replicator:start=3-2-1,steps=200"], ["now", "average", "rock", "Regret", "Column"]),
        (["battle", "-m", "fictitious:steps=50"], ["opera", "football", "Regret", "rounds"]),
        (["voting", "-m", "logit"], ["chair", "second", "third", "rationality"]),
        (["[[3,0,5],[1,2,-1]]"], ["What Column gets", "best reply", "share of 2, else 1 (Row)"]),
        (["chicken", "-m", "vertices"], ["What Column gets", "What Row gets"]),
    ],
)
def test_plots(zermelo, tmp_path, words, drawn):
    file = tmp_path / "it.svg"
    code, _, err = zermelo("equilibrium", *words, "--plot", str(file))
    assert (code, err) == (0, "")
    text = file.read_text()
    for word in drawn:
        assert word in text


def test_a_plot_is_the_same_bytes_again_and_a_picture_of_points_too(zermelo, tmp_path):
    for name in ("a", "b"):
        assert (
            zermelo("equilibrium", "shapley", "-m", "fictitious:steps=40", "--plot", str(tmp_path / f"{name}.svg"))[0]
            == 0
        )
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert zermelo("equilibrium", "chicken", "--plot", str(tmp_path / "a.png"))[0] == 0
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rps", "--plot", "x.svg"], "there is no picture of rps: one draws two players of whom one has two actions"),
        (["rps", "-m", "lp", "--plot", "x.svg"], "there is no picture of rps"),
        (["chicken", "--plot", "x.gif"], "a plot is written as .svg or .png"),
        (["chicken", "--plot", "nowhere/x.svg"], "there is no folder nowhere"),
        (["rps", "-m", "replicator:start=1-2"], "must have 3 weights for Row"),
        (["rps", "-m", "fictitious:ties=last"], "choose from first, random"),
        (["rps", "-m", "correlated:goal=Rwo"], "did you mean Row?"),
        (["rps", "-m", "logit:rationality=-1"], "must be at least 0"),
        (["rps", "-m", "regret-matching:steps=0"], "must be at least 1"),
        (["rps", "-m", "replicator:dt=nan"], "must be a number"),
    ],
)
def test_mistakes_are_one_line(zermelo, words, message):
    code, out, err = zermelo("equilibrium", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_help_tells_every_method_and_option(zermelo):
    from zermelo.equilibrium.solver import solvers

    code, out, _ = zermelo("equilibrium", "--help")
    words = " ".join(out.split())
    assert code == 0
    for each in solvers().values():
        assert f"{each.name} ({each.form} form):" in words
        for option in each.options.values():
            assert f"{option.name}=" in words
