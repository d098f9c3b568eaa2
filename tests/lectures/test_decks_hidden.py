"""What the decks say about games in which players do not see everything: one test for each row of docs/lectures.md."""

import pytest

import zermelo as z


def test_000_10_the_matrix_is_filled(zermelo):
    """Deterministic or stochastic, perfect or hidden information: every cell of the four has games."""
    import json

    code, out, _ = zermelo("games", "--json")
    matrix = json.loads(out)["matrix"]
    assert code == 0
    assert {(chance, information) for chance, row in matrix.items() for information in row} == {
        (chance, information) for chance in ("deterministic", "stochastic") for information in ("perfect", "hidden")
    }
    assert {"tictactoe", "othello"} <= set(matrix["deterministic"]["perfect"])
    assert matrix["stochastic"]["perfect"] == ["backgammon", "einstein", "pig"]
    assert matrix["deterministic"]["hidden"] == ["battleships", "blind-tictactoe", "goofspiel", "repeated", "rps"]
    assert matrix["stochastic"]["hidden"] == ["kuhn", "leduc", "liars-dice"]
    for row in matrix.values():
        for name in row["hidden"]:
            start = z.load(name).start()
            first = start.play(start.codes[0])
            assert first.sight(0).information != first.sight(1).information


def test_002_02_blind_tictactoe():
    """One is told only whether a move was possible: O's first information set has all nine marks of X."""
    game = z.load("blind-tictactoe")
    marked = [game.start().play(cell) for cell in range(9)]
    sights = [position.sight(1) for position in marked]
    assert len({sight.information for sight in sights}) == 1
    assert {str(sight) for sight in sights} == {"  a b c\n1 . . .\n2 . . .\n3 . . .\nO to move"}
    tried = [position.play("b2") for position in marked]
    assert [position.mover for position in tried] == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert [position.sight(1).log[1:] == ("taken",) for position in tried] == [cell == 4 for cell in range(9)]
    small = z.load("blind-tictactoe:columns=2,rows=2").start()
    assert not z.perfect_information(small)
    assert z.equilibrium(small).value == 1


def test_002_02_battleships():
    """Who shoots knows what was hit, not where the ships are."""
    game = z.load("battleships")
    places = ["c1-d1", "c1-c2", "d1-d2"]
    hit = [game.position(f"a1-b1 {place} {'d1' if place == 'd1-d2' else 'c1'}") for place in places]
    assert hit[0].sight(0).information == hit[1].sight(0).information != hit[2].sight(0).information
    assert hit[0].sight(0).cells == [*"11..X..."]
    assert z.equilibrium(z.load("battleships:columns=3,rows=1").start()).value == pytest.approx(1 / 2)
