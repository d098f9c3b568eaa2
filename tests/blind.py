"""Small games in which players do not see everything, for tests."""

from numpy import int8

import zermelo as z
from zermelo.core.game import UNSEEN, Rules


class Strip(Rules):
    """Two players take cells of a strip; each is told only whether the cell was free. The last cells are worth most."""

    players, max_moves, max_plies = ("A", "B"), 4, 5
    payoff_range = (-10, 10)

    class State:
        cells: (int8, 4)
        plies: int8
        turn: int8

    def moves(s, out):
        for cell in range(4):
            out[cell] = cell
        return 4

    def play(s, move):
        if s.cells[move] == 0:
            s.cells[move] = s.turn + 1
        s.turn = 1 - s.turn
        s.plies += 1

    def tells(s, move, player):
        return int(s.cells[move] == 0) if player == s.turn else UNSEEN

    def over(s):
        return s.plies == 5

    def payoff(s, out):
        out[0] = 0
        for cell in range(4):
            if s.cells[cell] > 0:
                out[0] += (cell + 1) * (3 - 2 * s.cells[cell])
        out[1] = -out[0]


def listed(spec: str) -> z.Game:
    """A game of the house without its rule `imagine`: what may be is listed."""
    game = z.load(spec)
    return z.Game(type(game.rules.__name__, (game.rules,), {"imagine": None}), spec=spec)


FUSION = z.Tree(
    {
        "player": "chance",
        "moves": ["heads", "tails"],
        "probs": [0.5, 0.5],
        "children": [
            {"player": "MAX", "info": "first", "moves": ["sure", "guess"], "children": [1, second]}
            for second in (
                {"player": "MAX", "info": "second", "moves": ["heads", "tails"], "children": [2, -2]},
                {"player": "MAX", "info": "second", "moves": ["heads", "tails"], "children": [-2, 2]},
            )
        ],
    }
)
"""Who believes to know later how a coin fell puts off what is sure (strategy fusion)."""
