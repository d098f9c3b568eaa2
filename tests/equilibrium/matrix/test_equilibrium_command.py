"""`zermelo equilibrium`, and `z.equilibrium` by name."""

import json

import pytest

import zermelo as z
from zermelo.equilibrium.solver import solvers

LARGE = json.dumps([[(row * row + 3 * column) % 7 for column in range(20)] for row in range(20)])


def test_everything_a_person_wants_to_see(zermelo):
    code, out, _ = zermelo("equilibrium", "prisoners")
    assert code == 0
    for line in (
        "           D   0, -3  -2, -2",
        "1. Row: C is strictly dominated by D",
        "Prisoners has one equilibrium (vertices)",
        "  1. Row: D; Column: D",
        "(D, D) is Pareto-dominated by (C, C): nobody gets less there, and somebody more",
    ):
        assert line in out.splitlines()


def test_a_zero_sum_game_has_its_value(zermelo):
    code, out, _ = zermelo("equilibrium", "[[3,0],[1,2]]")
    assert code == 0
    assert "it is worth 3/2 to Row" in out


def test_json_is_alone_on_standard_output(zermelo):
    code, out, _ = zermelo("equilibrium", "rps", "--json")
    found = json.loads(out)
    assert code == 0
    assert z.MatrixGame.read(json.dumps(found["game"])) == z.MatrixGame.read("rps")
    last = found["answers"][-1]
    assert last["profiles"][0]["exact"]["strategies"][0]["rock"] == "1/3"
    assert last["value"] == 0
    code, out, _ = zermelo("equilibrium", "chicken", "--method", "lemke-howson:label=1", "--json")
    assert json.loads(out)["details"] == {"labels": [[1]]}


def test_files(zermelo, tmp_path):
    for name in ("it.json", "it.nfg"):
        z.MatrixGame.read("chicken").save(tmp_path / name)
        code, out, _ = zermelo("equilibrium", str(tmp_path / name))
        assert code == 0
        assert "Chicken has 3 equilibria" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rsp"], "did you mean rps"),
        (["[[1,2],[3]]"], "ragged"),
        (["[[]]"], "empty"),
        (["[[NaN]]"], "finite"),
        (["[[1or 2]]"], "is no matrix"),
        (["nowhere.nfg"], "cannot read nowhere.nfg"),
        (["rps", "--method", "vertexes"], "did you mean vertices"),
        (["rps", "--method", "vertices:depth=3"], "unknown option 'depth'"),
        (["voting", "--method", "lp"], "lp is for two players"),
        ([LARGE, "--method", "vertices"], "the 20 x 20 game has too many actions for all to be found (lemke-howson"),
        ([LARGE, "--method", "supports"], "the 20 x 20 game has too many actions for all to be found (lemke-howson"),
    ],
)
def test_mistakes_are_one_line(zermelo, words, message):
    code, out, err = zermelo("equilibrium", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_every_game_of_the_shelf_has_an_equilibrium_by_every_method_that_suits_it():
    from zermelo.equilibrium.matrix.shelf import SHELF

    for name in SHELF:
        game = z.MatrixGame.read(name)
        for solver in solvers().values():
            if solver.form == game.form and not solver.refuses(game) and not solver.options.get("steps"):
                answer = z.equilibrium(name, solver.name)
                assert not answer.profiles or answer.regret < 1e-6
                assert answer.game == name
                assert str(answer).startswith(answer.meaning)
                json.dumps(answer.as_dict())
                assert "<table>" in answer._repr_html_()


def test_the_room_can_be_called_however_it_was_reached():
    import zermelo.equilibrium.matrix.game

    assert z.equilibrium("rps").value == 0
    assert zermelo.equilibrium("rps").value == 0


def test_games_without_a_method_are_told():
    with pytest.raises(z.Problem, match="vertices is for games of the matrix form; tictactoe is extensive"):
        z.equilibrium(z.load("tictactoe"), "vertices")
