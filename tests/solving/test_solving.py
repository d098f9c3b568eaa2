"""Solvers agree with `naive` on random graphs, with and without loops; a strategy keeps what it promises."""

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import naive
import zermelo as z
from circles import token
from zermelo import Game, Position, Rules, Tree, explore, solve
from zermelo.cli.solve import _report
from zermelo.solving.retrograde import settle_all


def maze(seed: int) -> Game:
    """A token on a random graph, without dice."""
    rng = random.Random(seed)
    places = rng.randint(4, 9)
    arrows = np.full((places, 3), -1, np.int64)
    ends = np.zeros(places, np.int64)
    for place in range(places):
        if place == 0 or rng.random() < 0.7:
            chosen = rng.sample(range(places), rng.randint(1, 3))
            arrows[place, : len(chosen)] = chosen
        else:
            ends[place] = rng.choice((-2, -1, 0, 1, 2))
    owner = np.array([rng.randrange(2) for _ in range(places)], np.int64)
    return token(arrows, owner, np.stack([ends, -ends], axis=1))


def values_of(start: Position, *, compiled: bool = False) -> dict[Position, float]:
    """What the first player gets from every position, by sweeping over the state space."""
    space = explore(start, compiled=compiled)
    found = settle_all(space, compiled=compiled).values
    return {space.position(n): float(v if space.movers[n] == 0 else -v) for n, v in enumerate(found)}


def test_loops_are_draws_unless_somebody_can_leave_them():
    seen = set()
    for seed in range(150):
        start = maze(seed).start()
        expected = naive.values_with_loops(start)
        assert values_of(start) == expected, seed
        seen.add(expected[start])
    assert seen == {-2, -1, 0, 1, 2}


def test_loops_compiled():
    start = maze(3).start()
    assert values_of(start, compiled=True) == naive.values_with_loops(start)


def test_the_marks_of_deck_004():
    """A drawn position is one that no sweep reaches: A and B shuttle a token, and each avoids the end that loses."""

    class Shuttle(Rules):
        max_plies = 40

        class State:
            place: np.int8  # 0 and 2 are ends, where the player who went there has lost

        def start(s):
            s.place = 1

        def moves(s, out):
            out[0], out[1], out[2] = 1, 3, 0 if s.turn == 0 else 2
            return 3

        def over(s):
            return s.place in (0, 2)

        def play(s, place):
            s.place = place

        def payoff(s, out):
            out[s.turn], out[1 - s.turn] = 1, -1

    start = Game(Shuttle).start()
    found = solve(start, method="retrograde", compiled=False)
    assert (found.value, found.meaning) == (0, "a draw with best play")
    assert found.move in ("1", "3")
    with pytest.raises(z.Problem, match="does not end within 40 plies; try retrograde"):
        solve(start, compiled=False)


def test_a_proof_with_a_table_says_how_sure_it_is(capsys):
    start = z.load("nim:piles=1-2-3").start()
    found = solve(start, method="alphabeta", table=1, compiled=False)
    assert found.doubt == found.nodes * 2**15 / 2**64
    assert solve(start, method="alphabeta", table=0, compiled=False).doubt == 0
    assert solve(start, method="retrograde", compiled=False).doubt == 0
    _report(found)
    assert "took two positions" not in capsys.readouterr().out
    assert z.Table(32).doubt(10**9) == pytest.approx(1 / 17_592, rel=1e-4)  # as in docs/search.md
    _report(replace(found, doubt=5.7e-5))
    assert "The chance that the table took two positions for one is below 6e-05" in capsys.readouterr().out


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "retrograde"])
@pytest.mark.parametrize(("compiled", "count"), [(True, 40), (False, 8)])
def test_solvers_agree_on_trees(method, compiled, count):
    for tree in naive.random_trees(count, 20):
        root = tree.start()
        value, _ = naive.negamax(tree)
        found = solve(root, method=method, compiled=compiled, **({"table": 0.1} if method == "alphabeta" else {}))
        assert (found.value, found.exact) == (value, True), tree.source
        assert found.values[root.mover] == value
        there = root.play(found.move)
        assert naive.negamax(tree, there.node.number)[0] * (1 if there.mover == root.mover else -1) == value


def test_each_state_is_found_once_with_all_its_moves():
    for tree in naive.random_trees(40, 21):
        space = explore(tree.start(), compiled=False)
        numbers = [int(state.node) for state in space.states]
        assert sorted(numbers) == [node.number for node in tree.nodes]
        for here, number in enumerate(numbers):
            edges = range(space.first[here], space.first[here + 1])
            assert [numbers[space.successors[edge]] for edge in edges] == tree.nodes[number].children
            assert [space.moves[edge] for edge in edges] == list(range(len(edges)))
            assert space.movers[here] == tree.nodes[number].player
            assert space.terminal[here] == (not tree.nodes[number].children)
        assert all(space.ply[1:] >= 1)


def test_best_moves_are_all_that_keep_the_value():
    for tree in naive.random_trees(40, 22):
        space = explore(tree.start(), compiled=False)
        valuation = settle_all(space, compiled=False)
        value, _ = naive.negamax(tree)
        root = tree.nodes[0]
        signs = [1 if tree.nodes[child].player == root.player else -1 for child in root.children]
        keep = [k for k, child in enumerate(root.children) if signs[k] * naive.negamax(tree, child)[0] == value]
        assert sorted(valuation.best_moves(space.position(0))) == keep


# --- whole plans -----------------------------------------------------------------------------------------------------


def outcomes(start: Position, player: int, plan: Callable[[Position], str]) -> set[float]:
    """What `player` can end with by following the plan, over all replies; 0 if play can go round in circles."""
    ends: set[float] = set()
    path: set[Position] = set()
    done: set[Position] = set()

    def walk(here: Position) -> None:
        if here.over:
            ends.add(here.payoff[player])
        elif here in path:
            ends.add(0.0)
        elif here not in done:
            path.add(here)
            for move in [plan(here)] if here.mover == player else here.moves:
                walk(here.play(move))
            path.remove(here)
            done.add(here)

    walk(start)
    return ends


@pytest.mark.parametrize("player", [0, 1])
def test_a_strategy_for_tictactoe_never_loses(player):
    start = z.load("tictactoe").start()
    space = explore(start)
    valuation = settle_all(space)
    plan = valuation.strategy(player)
    assert outcomes(start, player, plan.__getitem__) == {0.0, 1.0}  # safe, and it wins if the opponent blunders
    assert all(position.mover == player and not position.over for position in plan)


def test_a_strategy_takes_a_win():
    start = z.load("nim:piles=1-2-4").start()
    space = explore(start, compiled=False)
    valuation = settle_all(space, compiled=False)
    assert outcomes(start, 0, valuation.strategy(0).__getitem__) == {1.0}


def test_a_strategy_on_a_tree():
    for tree in naive.random_trees(30, 23):
        root = tree.start()
        space = explore(root, compiled=False)
        valuation = settle_all(space, compiled=False)
        for player in (0, 1):
            plan = valuation.strategy(player)
            value = naive.minimax(tree)[0] * (1 if player == 0 else -1)
            assert min(outcomes(root, player, plan.__getitem__)) == value, tree.source


def test_a_strategy_leaves_the_loop_to_win():
    for seed in range(60):
        start = maze(seed).start()
        value = naive.values_with_loops(start)[start]
        space = explore(start, compiled=False)
        valuation = settle_all(space, compiled=False)
        for player in (0, 1):
            plan = valuation.strategy(player)
            promised = value if player == 0 else -value
            assert min(outcomes(start, player, plan.__getitem__)) >= promised, (seed, player)


# --- what cannot be solved so ----------------------------------------------------------------------------------------


def test_solvers_refuse_what_they_would_get_wrong():
    chance = Tree({"player": "chance", "children": [9, 100]})
    three = Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]])
    for tree in (chance, three):
        for method in ("alphabeta", "minimax", "retrograde"):
            with pytest.raises(z.Problem):
                solve(tree.start(), method=method, compiled=False)
    with pytest.raises(z.Problem, match=r"unknown solver 'retrogade' \(did you mean retrograde\?\)"):
        solve(Tree([1, 2]).start(), method="retrogade")


@pytest.mark.parametrize(
    "method",
    ["alphabeta", "minimax", "retrograde"],
)
def test_solvers_refuse_hidden_information(method):
    hidden = Tree([{"info": "?", "children": [0, 1]}, {"info": "?", "children": [1, 0]}])
    with pytest.raises(z.Problem):
        solve(hidden.start(), method=method, compiled=False)


def test_too_many_states_for_the_memory():
    with pytest.raises(z.Problem, match=r"tictactoe has more than 4,0\d\d states, which do not fit in 0.1 MB"):
        explore(z.load("tictactoe").start(), merge=False, memory=0.1)


def test_a_state_that_was_not_explored():
    nim = z.load("nim:piles=1-2")
    space = explore(nim.position("0-2 B"), compiled=False)
    assert len(space) == 4  # 0-2 B; 0-1 A and 0-0 A; then 0-0 B
    with pytest.raises(z.Problem, match="1-2 A cannot be reached from where nim:piles=1-2 was explored"):
        space.number(nim.start())


def test_exploring_stops_when_asked():
    with pytest.raises(z.Problem, match="stopped after"):
        explore(z.load("connect4").start(), on_progress=lambda states: False)


def test_values_need_all_states():
    space = explore(z.load("nim:piles=3").start(), depth=1, compiled=False)
    assert not space.complete
    with pytest.raises(z.Problem, match="explored only to a depth"):
        settle_all(space, compiled=False)
