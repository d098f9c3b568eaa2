"""Many players, as decks 001 and 002 have them: row by row of the lectures."""

import random

import pytest

import naive
import zermelo as z
from lots import SHARES, lots, positions
from zermelo.experiments import Findings, run
from zermelo.experiments.threat_ads import PUBLISHED
from zermelo.search.many.adaptive import ask_all
from zermelo.search.many.maxn import TIES
from zermelo.theory import outcomes

FOUR = (
    "virus:players=3,size=4,cap=12",
    "focus:players=3,cap=12",
    "chinese-checkers:players=3,board=small",
    "rolit:size=4",
)


def test_001_12():
    """Games of three players and more have no single value: a search answers with one number for each player."""
    for spec in FOUR:
        game = z.load(spec)
        assert len(game.players) > 2
        found = z.analyse(game.start(), method="maxn", limit=z.Limit(depth=1), compiled=False)
        assert len(found.values) == len(game.players)
        assert sum(found.values) == pytest.approx(game.payoff_sum)


def test_001_13():
    """Paranoid: never more than max-n's; alpha-beta cuts, but not between two players of the same side."""
    fewer = 0
    for position in positions(lots(3, ranked=True), 30, seed=1):
        limit = z.Limit(depth=5)
        found = z.analyse(position, method="paranoid", limit=limit, plain=True)
        assert found.value == naive.paranoid(position, 5) <= naive.maxn(position, 5)[position.mover]
        fewer += found.nodes < z.analyse(position, method="maxn", limit=limit, pruning="none", deepening=False).nodes
    assert fewer > 20
    same_side = z.Tree({"player": "A", "children": [{"player": "B", "children": [
        {"player": "C", "children": [{"payoff": [5, 1, 1]}, {"payoff": [3, 1, 1]}]},
        {"player": "C", "children": [{"payoff": [4, 1, 1]}, {"payoff": [9, 1, 1]}]},
    ]}]}, players=("A", "B", "C"))  # fmt: skip
    done = z.trace(same_side.start(), method="paranoid", plain=True, compiled=False)
    assert done.analysis.value == 3
    assert done.analysis.leaves == 4  # C's second node has 4 > 3 first, which MIN would not choose: no cut


def test_001_14():
    """A tuple for every node: who moves takes the child with the most for themselves. Each child is searched once."""
    tree = z.Tree([[(6, 3, 8), (2, 5, 1)], [(7, 2, 2), (1, 1, 9)]], players=("A", "B", "C"))
    done = z.trace(tree.start(), method="maxn", deepening=False, compiled=False)
    assert done.analysis.values == (7, 2, 2)  # B takes 5 of the first, (2, 5, 1), and 2 of the second
    assert done.analysis.nodes == 7


@pytest.mark.parametrize("spec", FOUR)
def test_001_15(spec):
    """Best-reply search on the four games: MAX, one opponent, MAX...; with illegal positions, and with alpha-beta."""
    rng = random.Random(spec)
    position = z.load(spec).start()
    for _ in range(4):
        position = position.play(rng.choice(list(position.moves)))
    expected = naive.best_reply(position, 2)
    for plain in (True, False):
        found = z.analyse(position, method="bestreply", limit=z.Limit(depth=2), plain=plain, compiled=False)
        assert found.value == pytest.approx(expected, abs=1e-12)
        assert found.move in position.moves


def test_001_16():
    """Both lists, from 1 2 3 4 5: move-to-front asked for 3, 1, 1, 4, and transposition asked for 3, 1, 1."""
    assert [ask_all([1, 2, 3, 4, 5], [3, 1, 1, 4][:n], "mtf") for n in range(1, 5)] == [
        [3, 1, 2, 4, 5],
        [1, 3, 2, 4, 5],
        [1, 3, 2, 4, 5],
        [4, 1, 3, 2, 5],
    ]
    assert [ask_all([1, 2, 3, 4, 5], [3, 1, 1][:n], "transposition") for n in range(1, 4)] == [
        [1, 3, 2, 4, 5],
        [1, 3, 2, 4, 5],
        [1, 3, 2, 4, 5],
    ]


def threat_ads(position, height, alpha, beta, root, threats, *, mine=True, as_printed=False):
    """Threat-ADS as the deck means it: the opponents in the order of the list, asked for the most minimising one.

    As printed it calls the search without a list for what is below. (It gives nothing back, either: here it does.)
    """
    count = 1
    if position.over or height == 0:
        return naive.worth_to_all(position)[root], count
    best, by = (-1e9 if mine else 1e9), None
    for player in [root] if mine else list(threats):
        for after in naive.after_each(naive.in_turn(position, player)):
            below = list(threats) if as_printed else threats
            value, nodes = threat_ads(after, height - 1, alpha, beta, root, below, mine=not mine)
            count += nodes
            if (value > best) if mine else (value < best):
                best, by = value, player
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            if alpha >= beta:
                break
        if alpha >= beta:
            break
    if not mine:
        threats[:] = ask_all(threats, [by], "mtf")
    return best, count


def test_001_17():
    """The same value and nodes as the deck's search; which, as printed, never learns who is dangerous to MAX."""
    learned = 0
    for position in positions(lots(4), 20, seed=6):
        root = position.mover
        seats = [(root + k) % 4 for k in range(1, 4)]
        threats, unused = list(seats), list(seats)
        value, nodes = threat_ads(position, 5, 0, SHARES, root, threats)
        found = z.analyse(position, method="bestreply:threats=mtf", limit=z.Limit(depth=5), plain=True, compiled=True)
        assert (found.value, found.nodes) == (value, nodes)
        assert threat_ads(position, 5, 0, SHARES, root, unused, as_printed=True)[0] == value
        assert unused == seats
        learned += threats != seats
    assert learned > 0


def test_001_18():
    """The Virus Game with any number of players, size and pattern: infect, eliminate, be the last."""
    for players, size, pattern in ((2, 4, "none"), (3, 6, "cross"), (6, 8, "adjacent")):
        game = z.load(f"virus:players={players},size={size},pattern={pattern}")
        assert len(game.players) == players
        assert len(game.board.cells) == size * size
    position = z.load("virus:players=2,size=4").position("RRR./RRR./RRB./.... R 5")
    won = position.play("c4")
    assert won.payoff == (1, 0)


def saved(found: Findings, start: str) -> list[float]:
    return [row["reduction"] for row in found.rows if row["start"] == start]


@pytest.fixture(scope="module")
def counted() -> Findings:
    return run("threat-ads", game="virus", rules="mtf", games=6, turns=2, depth=3)


def test_001_19(counted):
    """One player searches, the others move at random; nodes over the first turns, on average, with an interval."""
    for row in counted.rows:
        assert row["games"] == 6
        assert row["nodes_with"] < row["nodes_without"]
        assert row["interval"][0] <= row["reduction"] <= row["interval"][1]
    assert not counted.faults  # the value is that of best-reply search


def test_001_20(counted):
    """From the start, 264,000 to 237,000, 6,859,000 to 6,443,000, 3,485,000 to 3,070,000. Fewer here too."""
    deck = [(264, 237), (6859, 6443), (3485, 3070)]
    assert [round(100 * (1 - after / before), 1) for before, after in deck] == [
        PUBLISHED[name][0] for name in ("virus", "focus", "chinese-checkers")
    ]
    assert min(saved(counted, "initial")) > 0


def test_001_21(counted):
    """From midgame: 307,000 to 275,000, 14,460,000 to 13,050,000, 8,170,000 to 7,680,000. Fewer here too."""
    deck = [(307, 275), (14460, 13050), (8170, 7680)]
    assert [round(100 * (1 - after / before), 1) for before, after in deck] == [
        PUBLISHED[name][1] for name in ("virus", "focus", "chinese-checkers")
    ]
    assert min(saved(counted, "midgame")) > 0


@pytest.mark.long
def test_001_20_and_21_in_all_three_games():
    """The sign of the deck's six rows, in the same setting with fewer games and turns; the sizes are others."""
    found = run("threat-ads", rules="mtf", games=6, turns=2)
    assert not found.faults
    assert [(row["game"], row["start"]) for row in found.rows] == [
        (name, start) for name in PUBLISHED for start in ("initial", "midgame")
    ]
    assert min(row["reduction"] for row in found.rows) > 0


LEAVES = [(1, 2, 6), (4, 2, 3), (6, 1, 2), (7, 4, 1), (5, 1, 1), (1, 5, 2), (7, 7, 1), (5, 4, 5)]


def three_players(order: str) -> z.Tree:
    def build(leaves: list, depth: int) -> dict:
        if len(leaves) == 1:
            return {"payoff": list(leaves[0])}
        half = len(leaves) // 2
        return {"player": order[depth], "children": [build(leaves[:half], depth + 1), build(leaves[half:], depth + 1)]}

    return z.Tree(build(LEAVES, 0), players=("A", "B", "C"))


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("ABC", {(1, 2, 6), (1, 5, 2)}),
        ("ACB", {(1, 2, 6), (1, 5, 2), (4, 2, 3)}),
        ("BAC", {(5, 4, 5)}),
        ("BCA", {(4, 2, 3), (7, 7, 1)}),
        ("CAB", {(7, 4, 1), (7, 7, 1)}),
        ("CBA", {(7, 4, 1), (7, 7, 1)}),
    ],
)
def test_002_07(order, expected):
    """The outcomes depend on the order, and on what is done about ties."""
    start = three_players(order).start()
    assert outcomes(start) == expected
    assert {z.analyse(start, method="maxn", ties=ties, compiled=False).values for ties in TIES} <= expected


def test_002_06():
    """Max-n leads to (1, 2, 6) or (1, 5, 2). Alone A gets 1 and B gets 2; together 5 and 4."""
    start = three_players("ABC").start()
    alone = z.analyse(start, method="maxn", compiled=False)
    together = z.analyse(start, method="coalition", allies="A+B", compiled=False)
    assert (alone.values, together.values) == ((1, 2, 6), (5, 4, 5))
    assert together.pv == ("2", "2", "2")
    assert z.analyse(start, method="coalition:allies=1+2", compiled=False).values == (5, 4, 5)
    assert z.analyse(start, method="coalition:allies=A+C", compiled=False).values == (1, 2, 6)  # C has nothing to gain
