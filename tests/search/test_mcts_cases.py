"""Monte Carlo tree search where it is easy to go wrong: small games that a plausible mistake would get wrong."""

import numpy as np
import pytest
from numpy import int32

import zermelo as z
from zermelo.core.game import Game, Rules
from zermelo.core.history import History
from zermelo.search import Limit, SearchTree
from zermelo.search.driver import Search
from zermelo.search.montecarlo.trial import Trial, added, tell


def searched(position, simulations: int, method: str = "mcts", **options) -> z.Analysis:
    return z.analyse(
        position, method=method, limit=Limit(simulations=simulations), **{"seed": 1, "compiled": False, **options}
    )


def test_a_tree_goes_on_after_a_blunder():
    """What is known to be won without a look at its moves must be looked at, once a move is wanted."""
    game = z.load("connect4:width=7,height=4")
    before = game.position("moves:1 1 2 2 7 7")
    threat = before.play("3")
    blunder = threat.play("1")
    tree = SearchTree(4)
    searched(before, 40, memory=tree)
    found = searched(blunder, 1000, memory=tree, past=[before, threat])
    assert (found.move, found.value, found.exact) == ("4", 1, True)


def test_mirror_images_are_no_transpositions():
    """They are worth the same, but their moves have other names."""
    position = z.load("tictactoe").position("X../.O./..X O")
    found = searched(position, 6000, transpositions=True)
    assert (found.exact, found.value) == (True, 0)


class Walk(Rules):
    """Many ways to few positions."""

    max_moves, max_plies = 20, 40

    class State:
        at: int32
        ply: int32

    def moves(s, out):
        for move in range(20):
            out[move] = move
        return 20

    def play(s, move):
        s.at = (s.at * 3 + move) % 7
        s.ply += 1

    def over(s):
        return s.ply >= 30

    def payoff(s, out):
        out[0] = 1 if s.at < 3 else -1
        out[1] = -out[0]


def test_a_small_tree_with_transpositions_is_never_overrun():
    tree = SearchTree(0.1)
    searched(Game(Walk).start(), 600, memory=tree, transpositions=True, solver=False)
    assert tree.recycled > 0
    assert tree.used[0] <= len(tree.nodes)
    assert tree.used[1] <= len(tree.edges)


def test_luck_is_not_held_within_what_is_proven_on_average():
    """A sure 0 beside a gamble that is worth less: the mean of such a position is no more than 0."""

    def flips(height: int, share: float):
        if height == 0:
            return {"player": "chance", "probs": [share, 1 - share], "children": [1, -1]}
        return {"player": "chance", "probs": [0.5, 0.5], "children": [flips(height - 1, share) for _ in range(2)]}

    tree = z.Tree({"player": 0, "children": [{"player": 0, "children": [0, flips(9, 0.4)]}, flips(9, 0.55)]})
    found = searched(tree.start(), 1200, lines=2)
    worse = next(line for line in found.lines if line.move == "1")
    assert found.move == "2"
    assert worse.value <= 0.05


class Shuffle(Rules):
    """Walk in a circle of four, or give up."""

    max_moves, max_plies, repetition = 2, 20, "draw"

    class State:
        at: int32
        lost: int32

    def moves(s, out):
        out[0], out[1] = 0, 1
        return 2

    def play(s, move):
        if move == 0:
            s.at = (s.at + 1) % 4
        else:
            s.lost = 1 + s.turn

    def over(s):
        return s.lost > 0

    def payoff(s, out):
        out[0] = -1 if s.lost == 1 else 1
        out[1] = -out[0]


@pytest.mark.parametrize("method", ["mcts", "flat"])
def test_a_draw_by_repetition_at_the_root_is_seen(method):
    history = History(Game(Shuffle).start())
    for _ in range(3):
        history.play(0)
    found = searched(history, 100, method, lines=2)
    assert (found.move, found.value) == ("0", 0)
    assert [line.value for line in found.lines] == [0, -1]


def test_a_kept_tree_heeds_what_must_not_come_again():
    """The same position with another past has other moves."""
    history = History(z.load("tug:repetition=forbidden,heaves=1").start())
    history.play("pull")
    tree = SearchTree(2)
    assert [line.move for line in searched(history, 50, memory=tree, lines=3).lines] == ["heave"]
    without = searched(history.position, 50, memory=tree, lines=3)
    assert {line.move for line in without.lines} == {"heave", "pull"}


class Thirds(Rules):
    """A throw whose probabilities add up to a little more than 1, and a sure result."""

    max_moves, max_plies = 6, 10
    shares = (
        0.03333333333333333,
        0.26666666666666666,
        0.13333333333333333,
        0.23333333333333334,
        0.23333333333333334,
        0.1,
    )

    class State:
        ply: int32
        bad: int32

    def mover(s):
        return -1 if s.ply == 1 else 0

    def moves(s, out):
        out[0], out[1] = 0, 1
        return 2

    def chance(s, out, probs):
        for number in range(6):
            out[number], probs[number] = number, Thirds.shares[number]
        return 6

    def play(s, move):
        if s.ply == 0 and move == 1:
            s.bad = 1
        s.ply += 1

    def over(s):
        return s.ply >= 2

    def payoff(s, out):
        out[0] = -1 if s.bad else 1
        out[1] = -out[0]


def test_rounding_does_not_make_bounds_cross():
    found = searched(Game(Thirds).start(), 2000)
    assert (found.move, found.exact) == ("0", True)
    assert found.value == pytest.approx(1)


class Count(Rules):
    """Take 1 to 3 matches; who takes the last one wins. The game ends for want of a move."""

    max_moves, max_plies = 3, 30

    class State:
        matches: int32

    def start(s):
        s.matches = 13

    def moves(s, out):
        count = min(3, s.matches)
        for number in range(count):
            out[number] = number + 1
        return count

    def play(s, move):
        s.matches -= move

    def payoff(s, out):
        out[1 - s.turn], out[s.turn] = 1, -1

    def playout(s, out, dice):
        return 1


@pytest.mark.parametrize("method", ["mcts", "flat"])
def test_random_games_end_for_want_of_a_move(method):
    found = searched(Game(Count).start(), 90, method)
    assert found.evaluations == 0
    assert found.nodes < 90 * 14


def test_no_time_at_all_still_gives_a_move_that_was_tried():
    found = z.analyse(z.load("tictactoe").start(), method="mcts:time=0.000001,solver=false", seed=1, compiled=False)
    assert found.simulations > 0
    assert found.lines[0].visits > 0


def tallied(*rows: tuple[int, int, float, bool]) -> list[tuple[int, float]]:
    search = Search(z.load("tictactoe").start(), z.methods["mcts"], Limit())
    tell(
        search,
        [
            Trial(move, visits, (value + 1) / 2, np.array([value, -value]), proven)
            for move, visits, value, proven in rows
        ],
        final="visits",
        depth=1,
    )
    return [move for move, _, _ in search.lines]


def test_the_move_in_the_end_where_something_is_proven():
    assert tallied((1, 900, -1.0, True), (2, 100, -0.94, False)) == [2, 1]  # nothing is worse than a proven loss
    assert tallied((1, 10, 0.0, True), (2, 900, -0.2, False)) == [1, 2]  # a sure draw
    assert tallied((1, 10, 0.0, True), (2, 900, 0.5, False)) == [2, 1]  # or a good chance to win
    assert tallied((1, 10, 0.0, True), (2, 3, 0.5, False)) == [1, 2]  # but not after three games


def test_what_one_of_several_trees_has_proven_is_proven():
    loss, hope = np.array([-1.0, 1.0]), np.array([0.2, -0.2])
    both = added([Trial(1, 10, 0.0, loss, proven=True), Trial(1, 90, 0.6, hope)])
    assert both.proven
    assert both.payoffs.tolist() == [-1, 1]


def test_numbers_must_be_numbers():
    with pytest.raises(z.Problem, match="nan"):
        searched(z.load("tictactoe").start(), 10, c=float("nan"))
    with pytest.raises(z.Problem, match="did you mean simulations"):
        z.analyse(z.load("tictactoe").start(), method="mcts:simulation=10")
