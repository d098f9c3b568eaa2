"""Deck 000: games in which players do not see everything, as trees."""

from fractions import Fraction

import pytest

import zermelo as z

THIRD = Fraction(1, 3)
HANDS = ["R", "P", "S"]
ROWS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]  # nine leaves, as the deck draws them


def rock_paper_scissors(**unseen):
    """The first player moves, then the second, who sees that unless it is said what they see."""
    return z.Tree({"moves": HANDS, "children": [{"moves": HANDS, "children": row, **unseen} for row in ROWS]})


@pytest.mark.parametrize("method", ["sequence-form", "plans", "subgames"])
def test_000_08(method):
    """With the information set the tree is worth 0; to a robot with a camera the first player loses 1."""
    hidden = rock_paper_scissors(info="a hand is hidden")
    answer = z.equilibrium(hidden, method)
    assert [profile.payoffs for profile in answer.profiles] == [(0, 0)]
    for strategy in answer.profiles[0].strategies:
        (mix,) = strategy.values()
        assert list(mix.values()) == [THIRD] * 3
    for hand in HANDS:
        assert z.exploitability(hidden, {"MAX": {"root": hand}}).best[1] == 1
    camera = rock_paper_scissors()
    assert z.equilibrium(camera).value == -1
    assert z.solve(camera.start(), compiled=False).value == -1


def test_the_tree_with_the_set_is_the_matrix_of_the_game():
    hidden, matrix = rock_paper_scissors(info="?"), z.MatrixGame.read("rps")
    assert z.equilibrium(hidden).value == z.equilibrium(matrix).value == 0
