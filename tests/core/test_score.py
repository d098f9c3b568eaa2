"""What scores mean, in words."""

import pytest

from zermelo import load
from zermelo.core.score import decimals, meaning, told


@pytest.mark.parametrize(
    ("game", "value", "says"),
    [
        ("hex", 0.4, "Red is ahead (+1 is a win, -1 a loss), as far as the search could see"),  # there are no draws
        ("go", -43.24, "Black is behind by 43.2 points, as far as the search could see"),
        ("go", 0.0284, "about even, as far as the search could see"),
        ("pig", 0.530593, "A gets 0.531 on average, as far as the search could see"),
        ("backgammon", 0.0284, "X gets 0.03 points on average, as far as the search could see"),
    ],
)
def test_scores_are_told_on_the_games_own_scale(game, value, says):
    position = load(game).start()
    if game == "backgammon":
        position = position.play(position.codes[0])
        says = f"{position.game.players[position.mover]}{says[1:]}"
    assert meaning(position, value, exact=False) == says


def test_as_many_decimals_as_matter():
    assert [decimals(load(name)) for name in ("tictactoe", "pig", "othello", "backgammon")] == [2, 3, 1, 2]
    assert [told(load("othello"), value) for value in (2.04, 2.06, -0.04, 64)] == ["2", "2.1", "0", "64"]
