"""What the decks say about games with chance: one test for each row of docs/lectures.md."""

import random
from math import sqrt

import pytest

import naive
import zermelo as z
from zermelo.games.backgammon.position_id import encode
from zermelo.theory import transformed

METHODS = ("expectimax", "star1", "star2")


def chance(*outcomes):
    """A chance node from (probability, child) pairs."""
    return {"player": "chance", "probs": [p for p, _ in outcomes], "children": [child for _, child in outcomes]}


def coin(heads, tails):
    return chance((0.5, heads), (0.5, tails))


def searched(tree: z.Tree, **options) -> z.Analysis:
    """All methods agree with the definition."""
    found = [z.analyse(tree.start(), method=method, compiled=False, **options) for method in METHODS]
    assert len({each.move for each in found}) == 1
    for each in found:
        assert each.values == pytest.approx(naive.expectimax(tree.start()))
    return found[-1]


def minimum(*leaves):
    return {"player": 1, "children": list(leaves)}


def test_000_03():
    """Chance is a player whose moves have known probabilities, which add up to 1."""
    tree = z.Tree(chance((0.3, 1), (0.7, 2)))
    assert sum(tree.start().chances.values()) == pytest.approx(1)
    with pytest.raises(z.Problem, match="add up to"):
        z.Tree(chance((0.3, 1), (0.6, 2)))


def test_002_20():
    """Two drawers: 10 and 10, or 9 and 100. An adversary makes it 10, a coin 54.5."""
    against = z.Tree([[10, 10], [9, 100]])
    assert z.analyse(against.start(), compiled=False).value == 10
    assert z.analyse(against.start(), compiled=False).move == "1"
    coin = z.Tree([chance((0.5, 10), (0.5, 10)), chance((0.5, 9), (0.5, 100))])
    assert (searched(coin).value, searched(coin).move) == (54.5, "2")


def test_002_21():
    """Backgammon: 21 rolls, and exactly four plays of a 6-5 (Russell and Norvig, figure 5.10).

    White moves towards 25 there; men that can move are on 5 and 19. The two plays of one man differ only if there is
    something to hit on the way.
    """
    game = z.load("backgammon")
    rolls = game.position("4HPwATDgc/ABMA X -").chances
    assert len(rolls) == 21
    assert sorted(rolls.values()) == pytest.approx([1 / 36] * 6 + [1 / 18] * 15)
    white = {20: 3, 6: 7, 4: 5}  # 5, 19 and 21 as White counts
    black = {1: 4, 3: 4, 10: 1, 12: 2, 17: 2, 20: 2}
    sides = [[men.get(point, 0) for point in range(26)] for men in (white, black)]
    plays = {
        "20/15*/9": "(5-10,10-16)",
        "20/9": "(5-11,11-16)",
        "20/15* 20/14": "(5-10,5-11)",
        "20/14 6/1": "(5-11,19-24)",
    }
    assert set(game.position(f"{encode(*sides)} O 65").moves) == set(plays)


def test_002_22():
    """Expectiminimax on random trees: the definition, and the three searches."""
    for tree in (naive.gamble(random.Random(seed), depth=3) for seed in range(30)):
        if tree.stochastic:
            searched(tree)


def test_002_23():
    tree = z.Tree(
        [chance((0.5, minimum(2, 4)), (0.5, minimum(7, 4))), chance((0.5, minimum(6, 0)), (0.5, minimum(5, -2)))]
    )
    assert (searched(tree).value, searched(tree).move) == (3, "1")


def test_002_24():
    assert searched(z.Tree(chance((1 / 2, 8), (1 / 3, 24), (1 / 6, -12)))).value == pytest.approx(10)


def test_002_25():
    """Values matter: an increasing function changes the choice, unless it is a v + b with a > 0.

    Trap: the slide goes term by term, from p1 v1 >= p2 v2 to p1 (a v1 + b) >= p2 (a v2 + b), which is false; it holds
    for expectations, since probabilities add up to 1.
    """
    small = z.Tree([chance((0.9, 2), (0.1, 3)), chance((0.9, 1), (0.1, 4))])
    found = searched(small, lines=2)
    assert [(line.move, line.value) for line in found.lines] == [("1", pytest.approx(2.1)), ("2", pytest.approx(1.3))]
    stretched = transformed(small, {1: 1, 2: 20, 3: 30, 4: 400}.__getitem__)
    found = searched(stretched, lines=2)
    assert [(line.move, line.value) for line in found.lines] == [("2", pytest.approx(40.9)), ("1", pytest.approx(21))]
    for a, b in ((2, 0), (0.5, -7), (3, 100)):
        linear = transformed(small, lambda v, a=a, b=b: a * v + b)
        assert searched(linear).move == "1"
        assert searched(linear).value == pytest.approx(a * 2.1 + b)
    assert 0.5 * 1 >= 1.0 * 0.4
    assert not 0.5 * (1 + 1) >= 1.0 * (0.4 + 1)


def test_002_26():
    """0.8 or 1.2 million, or 0 or 3 million: more money on average, and less use of it to somebody who has little."""
    lottery = z.Tree([chance((0.5, 0.8), (0.5, 1.2)), chance((0.5, 0), (0.5, 3))])
    found = searched(lottery, lines=2)
    assert [(line.move, line.value) for line in found.lines] == [("2", pytest.approx(1.5)), ("1", pytest.approx(1.0))]
    assert searched(transformed(lottery, lambda money: 5 * money - 2)).move == "2"
    assert searched(transformed(lottery, sqrt)).move == "1"


def test_002_27():
    """b moves and n outcomes: (b n)^m leaves; backgammon to depth 3 has 20 (21 * 20)^3, some 10^9."""
    assert 20 * (21 * 20) ** 3 == 1_481_760_000

    def grown(height: int) -> object:
        if height == 0:
            return 1
        return [chance(*((1 / 3, grown(height - 1)) for _ in range(3))) for _ in range(2)]

    for height in (1, 2, 3):
        tree = z.Tree(grown(height))
        assert z.analyse(tree.start(), method="expectimax", compiled=False, deepening=False).leaves == (2 * 3) ** height


def test_003_15():
    """The same formula, with the six sides of a die."""
    die = z.Tree(chance(*((1 / 6, [side, 7 - side]) for side in range(1, 7))))
    assert searched(die).value == pytest.approx(5)


def test_004_14():
    """A tree of that shape; and yes, there is an alpha-beta for it, which leaves out what cannot matter."""
    later = chance((0.5, -5), (0.2, 10), (0.3, 3))
    tree = z.Tree(chance((0.5, minimum(4, [later, -20])), (0.5, minimum(-20, 4))))
    found = searched(tree)
    assert found.value == pytest.approx(0.5 * min(4, 0.5 * -5 + 0.2 * 10 + 0.3 * 3) + 0.5 * -20)
    assert found.move is None
    wide = z.Tree(
        [chance((0.5, minimum(4, 3)), (0.5, minimum(3, 3))), chance((0.9, minimum(-5, -20)), (0.1, minimum(10, 3)))]
    )
    leaves = [
        z.analyse(wide.start(), method=method, compiled=False, plain=True).leaves for method in ("star1", "star2")
    ]
    assert max(leaves) < z.analyse(wide.start(), method="expectimax", compiled=False, deepening=False).leaves == 8
