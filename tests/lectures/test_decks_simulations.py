"""What the decks say about Monte Carlo methods: one test for each row of docs/lectures.md."""

from math import log, sqrt

import pytest

import naive
import zermelo as z
from zermelo.arena.match import match
from zermelo.search import Limit, methods


def test_001_22():
    """Flat Monte Carlo: 50 random games after each move, the highest win rate is played; any number of players."""
    assert methods["flat"].options["games"].default == 50
    position = z.load("tictactoe").position("X.O/.X./O.. X")
    found = z.analyse(position, method="flat", seed=1, lines=9, compiled=False)
    assert {line.visits for line in found.lines} == {50}
    assert found.lines[0].wins == max(line.wins for line in found.lines)
    three = z.load("virus:players=3,size=4").start()
    assert len(z.analyse(three, method="flat:games=2", seed=1, compiled=False).values) == 3
    won = match("tictactoe", ["flat:games=20", "random"], games=20, seed=1)
    assert won.share(0).mean > won.share(1).mean


def test_001_23():
    """UCT: unvisited moves first, then the highest win rate + sqrt(ln N / n), then the highest win rate."""
    position = z.load("tictactoe").start()
    first = z.analyse(position, method="mcts:simulations=9,c=1,solver=false", seed=1, lines=9, compiled=False)
    assert {line.visits for line in first.lines} == {1}
    tree = naive.uct(position, 60, 1, 1.0)
    found = z.analyse(position, method="mcts:simulations=60,c=1,solver=false", seed=1, lines=9, compiled=False)
    assert {position.moves[line.move]: line.visits for line in found.lines} == tree.tried
    highest = z.analyse(position, method="mcts:simulations=60,c=1,final=value,solver=false", seed=1, compiled=False)
    assert highest.lines[0].wins == max(line.wins for line in found.lines)
    exact = z.analyse(position, method="mcts:simulations=100000", seed=1)
    assert (exact.exact, exact.value) == (True, z.solve(position).value)


def test_001_23_trap():
    """The deck says that the bonus lies between 0 and 1. It does not: after 100 visits, 1 of them here, it is 2.146."""
    assert sqrt(log(100) / 1) == pytest.approx(2.146, abs=5e-4)


def test_001_23_many_players():
    """Three players: every one of them chases their own win rate, and the outcome is that of max-n."""
    tree = z.Tree(
        {
            "player": 0,
            "children": [
                {"player": 1, "children": [(0.1, 0.9, 0.2), (0.9, 0.1, 0.4)]},
                {"player": 2, "children": [(0.5, 0.3, 0.8), (0.2, 0.6, 0.1)]},
            ],
        }
    )
    found = z.analyse(
        tree.start(), method="mcts", limit=Limit(simulations=400), seed=1, compiled=False, c=0.5, solver=False
    )
    assert tree.start().read_move(found.move) == 1
    assert found.values == pytest.approx((0.5, 0.3, 0.8), abs=0.1)


def test_000_09():
    """A solution method for each class of games, chosen by itself: two opposed players, many players, chance.

    Of every other class, one player and hidden information included: `tests/equilibrium/test_every_class.py`.
    """
    from zermelo.search import usual_method

    wanted = {
        "tictactoe": "alphabeta",
        "virus:players=3,size=4": "bestreply",
        "pig:target=10": "star2",
        "go:size=5": "mcts",
    }
    for spec, method in wanted.items():
        chosen = usual_method(z.load(spec)).partition(":")[0]
        assert chosen == method
        methods[chosen].must_suit(z.load(spec))
    assert z.solve(z.load("tictactoe").start()).method == "alphabeta"
    assert z.solve(z.load("pig:target=3").start(), compiled=False).method == "iteration"
    assert z.equilibrium("kuhn").method == "sequence-form"  # two opposed players, hidden: a linear program
    assert (
        z.equilibrium("kuhn:players=3", iterations=5).method == "cfr+"
    )  # many players: exponential, so an approximation
