"""Games with chance and circles: bounds that are true and meet, and choices that keep what they promise."""

import random

import numpy as np
import pytest

import naive
import zermelo as z
from circles import by_all_plans, expectation, followed, plans_of, states, token
from zermelo import CHANCE, Game, Problem, Rules, Tree, explore, iterate, solve

PRECISION = 1e-9


def mine(seed: int, players: int = 2) -> Game:
    """A token on a random graph, with dice."""
    rng = random.Random(seed)
    places = rng.randint(4, 7)
    arrows = np.full((places, 3), -1, np.int64)
    odds = np.zeros((places, 3))
    ends = np.zeros((places, players))
    owner = np.array([rng.randrange(-1, players) for _ in range(places)], np.int64)
    for place in range(places):
        if place == 0 or rng.random() < 0.65:
            chosen = rng.sample(range(places), rng.randint(1, 3))
            arrows[place, : len(chosen)] = chosen
            weights = np.array([rng.randint(1, 3) for _ in chosen])
            odds[place, : len(chosen)] = weights / weights.sum()
        else:
            owner[place] = 0
            ends[place] = [rng.randint(-2, 2) for _ in range(players)]
            if players == 2:
                ends[place, 1] = -ends[place, 0]
    return token(arrows, owner, ends, odds)


def random_tree(rng: random.Random, depth: int, players: int) -> object:
    if depth == 0 or rng.random() < 0.15:
        values = tuple(rng.randint(-9, 9) for _ in range(players))
        return (values[0], -values[0]) if players == 2 else values
    children = [random_tree(rng, depth - 1, players) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.4:
        weights = [rng.randint(0, 5) + (k == 0) for k in range(len(children))]
        return {"player": "chance", "probs": [w / sum(weights) for w in weights], "children": children}
    return {"player": rng.randrange(players), "children": children}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trees_with_chance(players):
    rng = random.Random(players)
    names = tuple("ABCD"[:players])
    for _ in range(60):
        tree = Tree({"player": "chance", "children": [random_tree(rng, 4, players)]}, players=names)
        found = solve(tree.start(), compiled=False)
        assert found.method == "iteration"
        assert found.exact
        assert found.error < 1e-12
        expected = expectation(tree.start())
        assert found.values == pytest.approx(expected, abs=1e-12), tree.source


def test_a_circle_by_hand():
    """Ann throws a coin until it shows heads and she wins, or Bob does. v = 1/2 + 1/2 (-v): she wins 2 of 3 games."""

    class Coin(Rules):
        players = ("Ann", "Bob")

        class State:
            turn: np.int8
            won: np.int8

        def mover(s):
            return 0 if s.won else CHANCE

        def moves(s, out):
            return 0

        def chance(s, out, probs):
            out[0], out[1] = 0, 1
            probs[0], probs[1] = 0.5, 0.5
            return 2

        def over(s):
            return s.won != 0

        def play(s, heads):
            s.won = heads
            if not heads:
                s.turn = 1 - s.turn

        def payoff(s, out):
            out[s.turn], out[1 - s.turn] = 1, -1

    found = solve(Game(Coin).start(), compiled=False, precision=1e-12)
    assert abs(found.value - 1 / 3) <= found.error <= 1e-12
    assert found.nodes == 4
    assert (found.move, found.pv) == (None, ())
    assert found.meaning == "Ann wins with probability 0.666667 with best play"


@pytest.mark.parametrize("seeds", [range(40), range(40, 80), range(80, 120)])
def test_circles_with_chance_and_choice(seeds):
    """All pairs of plans, each a system of linear equations; nobody need ever leave a loop, and that is a draw."""
    for seed in seeds:
        check_against_all_plans(seed)


def check_against_all_plans(seed: int) -> None:
    start = mine(seed).start()
    expected = by_all_plans(start)
    policy = iterate(explore(start, compiled=False), compiled=False)
    for here, value in expected.items():
        assert policy.error(here) <= PRECISION, (seed, here)
        assert abs(policy.values(here)[0] - value) <= policy.error(here) + 1e-12, (seed, here)
    graph = states(start)
    for player in (0, 1):  # the choices guarantee the value against every plan of the other
        own = {h: h.play(policy.move(h)) for h, children in graph.items() if children and h.mover == player}
        results = [followed(graph, own | answer, player) for answer in plans_of(graph, 1 - player)]
        for here, value in expected.items():
            promised = value if player == 0 else -value
            assert min(result[here] for result in results) >= promised - 1e-8, (seed, here, player)


def test_many_players_in_circles():
    """Nobody gains by following another plan, if the others stay with theirs."""
    settled = 0
    for seed in range(60):
        start = mine(seed, players=3).start()
        graph = states(start)
        space = explore(start, compiled=False)
        try:
            policy = iterate(space, compiled=False)
        except Problem:  # they keep changing their minds
            continue
        settled += 1
        plan = {h: h.play(policy.move(h)) for h, children in graph.items() if children and h.mover != CHANCE}
        for player in range(3):
            promised = followed(graph, plan, player)
            for here in graph:
                assert abs(policy.values(here)[player] - promised[here]) <= policy.error(here) + 1e-9, (seed, here)
            for other in plans_of(graph, player):
                result = followed(graph, plan | other, player)
                assert all(result[here] <= promised[here] + 1e-6 for here in graph), (seed, player)
    assert settled > 50


def test_without_chance_it_is_retrograde_analysis():
    """Endless play is a draw to both."""
    for seed in range(200, 320):
        game = mine(seed)
        space = explore(game.start(), compiled=False)
        if CHANCE in space.movers:
            continue
        expected = naive.values_with_loops(game.start())
        policy = iterate(space, compiled=False)
        assert {h: policy.values(h)[0] for h in expected} == pytest.approx(expected, abs=1e-9), seed


@pytest.mark.parametrize("players", [2, 3])
def test_compiled_is_the_same(players):
    for seed in range(40):
        space = explore(mine(seed, players).start(), compiled=False)
        try:
            plain = iterate(space, compiled=False)
        except Problem:
            continue
        native = iterate(space)
        assert native.sweeps == plain.sweeps
        for name in ("lower", "upper", "choice"):
            assert getattr(native, name) == pytest.approx(getattr(plain, name), abs=1e-12), (seed, name)


def test_rounding_is_counted():
    """A walk so long that rounding errors add up: the error is admitted, and true."""

    class Walk(Rules):
        max_moves, max_plies = 3, 60

        class State:
            place: np.int64

        def start(s):
            s.place = 1

        def mover(s):
            return CHANCE if 0 < s.place < 3 else 0

        def moves(s, out):
            return 0

        def over(s):
            return s.place in (0, 3)

        def chance(s, out, probs):
            out[0], out[1], out[2] = 0, 3 - s.place, 3
            probs[0], probs[1], probs[2] = 0.001, 0.997, 0.002
            return 3

        def play(s, place):
            s.place = place

        def payoff(s, out):
            out[0] = 1 if s.place == 3 else -1
            out[1] = -out[0]

    start = Game(Walk).start()
    found = solve(start, compiled=False)
    assert found.exact
    assert abs(found.value - 1 / 3) <= found.error <= 1e-9
    finer = solve(start, compiled=False, precision=1e-14)
    assert not finer.exact
    assert abs(finer.value - 1 / 3) <= finer.error < 1e-11
    assert finer.meaning.startswith("known only to")


def test_a_way_out_that_leads_to_another_circle():
    """Two pairs of states that can be held for ever, one behind the other: the way from one to the other is an exit."""
    after = np.array([[1, 2], [0, 5], [3, 4], [2, 5], [0, 0], [0, 0]])

    class Circles(z.Rules):
        players = ("A", "B")

        class State:
            at: np.int64

        def mover(s):
            return s.at % 2 if s.at < 4 else 0

        def moves(s, out):
            out[0], out[1] = 0, 1
            return 2

        def play(s, move):
            s.at = after[s.at, move]

        def over(s):
            return s.at >= 4

        def payoff(s, out):
            out[0] = 0.5 if s.at == 4 else 0.9
            out[1] = -out[0]

    start = z.Game(Circles).start()
    found = z.solve(start, method="iteration", compiled=False)
    assert (found.value, found.exact) == (0.5, True)
    assert found.value == z.solve(start, method="retrograde", compiled=False).value


def test_states_answer_for_their_own_game_only():
    tree, other = z.Tree([1, 2]), z.Tree([3, 4])
    states = z.solve(tree.start(), method="iteration", compiled=False).states
    with pytest.raises(Problem, match="these are the states of"):
        states.value(other.start())
    assert repr(states) == "Policy('tree', 3 states)"
