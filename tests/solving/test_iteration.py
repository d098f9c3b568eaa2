"""Games with chance and circles: bounds that are true and meet, and choices that keep what they promise."""

import itertools
import json
import random
import sys

import numpy as np
import pytest

import naive
import zermelo as z
from zermelo import CHANCE, Game, Position, Problem, Rules, Tree, explore, iterate, solve

PRECISION = 1e-9
TARGET = 12


def pig(target: int) -> Game:
    """Roll as often as you like; a 1 costs what this turn brought; hold to keep it. Who has `target` points wins."""

    class Pig(Rules):
        players = ("Ann", "Bob")
        max_moves, max_plies = 6, 64

        class State:
            scores: (np.int16, 2)
            turn_total: np.int16
            turn: np.int8
            rolling: np.int8

        def mover(s):
            return CHANCE if s.rolling else s.turn

        def moves(s, out):
            out[0] = 0  # roll
            out[1] = 1  # hold
            return 2 if s.turn_total else 1

        def chance(s, out, probs):
            for pips in range(6):
                out[pips] = pips + 1
                probs[pips] = 1 / 6
            return 6

        def play(s, move):
            if s.rolling:
                s.rolling = 0
                s.turn_total += move
                if move == 1:
                    s.turn_total = 0
                    s.turn = 1 - s.turn
            elif move == 0:
                s.rolling = 1
            else:
                s.scores[s.turn] += s.turn_total
                s.turn_total = 0
                s.turn = 1 - s.turn

        def over(s):
            return s.scores[s.turn] + s.turn_total >= target

        def payoff(s, out):
            out[s.turn] = 1
            out[1 - s.turn] = -1

        def move_name(s, move):
            return str(move) if s.rolling else ("roll", "hold")[move]

    return Game(Pig, spec=f"pig-{target}")


def mine(seed: int, players: int = 2) -> Game:
    """A token on a graph with loops: whoever owns its place moves it along an arrow, or dice do."""
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

    class Mine(Rules):
        max_moves, max_plies, payoff_range = 3, 60, (-2, 2)

        class State:
            place: np.int64

        def mover(s):
            return owner[s.place]

        def moves(s, out):
            n = 0
            while n < 3 and arrows[s.place, n] >= 0:
                out[n] = arrows[s.place, n]
                n += 1
            return n

        def over(s):
            return arrows[s.place, 0] < 0

        def chance(s, out, probs):
            n = 0
            while n < 3 and arrows[s.place, n] >= 0:
                out[n] = arrows[s.place, n]
                probs[n] = odds[s.place, n]
                n += 1
            return n

        def play(s, place):
            s.place = place

        def payoff(s, out):
            for player in range(players):
                out[player] = ends[s.place, player]

    Mine.players = tuple("ABCD"[:players])
    Mine.payoff_sum = 0.0 if players == 2 else None
    return Game(Mine)


# --- slow and obvious -------------------------------------------------------------------------------------------------


def states(start: Position) -> dict[Position, list[tuple[Position, float]]]:
    """Every position that can be reached, and where it leads: a probability, or 1 for each move of a player."""
    graph: dict[Position, list[tuple[Position, float]]] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in graph:
            chances = here.chances
            graph[here] = [] if here.over else [(here.play(m), chances.get(m, 1.0)) for m in here.codes]
            waiting += [child for child, _ in graph[here]]
    return graph


def value_iteration(start: Position) -> dict[Position, float]:
    """What the first player gets: as the equations say, over and over again, until nothing changes."""
    graph = states(start)
    value = {id(here): here.payoff[0] if not graph[here] else 0.0 for here in graph}
    same = {here: id(here) for here in graph}  # positions are slow keys
    todo = [(id(h), h.mover, [(same[c], p) for c, p in children]) for h, children in graph.items() if children][::-1]
    moved = 1.0
    while moved > 1e-14:
        moved = 0.0
        for here, mover, children in todo:
            if mover == CHANCE:
                new = sum(p * value[child] for child, p in children)
            else:
                new = (max if mover == 0 else min)(value[child] for child, _ in children)
            moved = max(moved, abs(new - value[here]))
            value[here] = new
    return {here: value[id(here)] for here in graph}


def expectation(here: Position) -> tuple[float, ...]:
    """Of a game without loops, for every player, by recursion."""
    if here.over:
        return here.payoff
    after = [(expectation(here.play(move)), here.chances.get(move, 1.0)) for move in here.codes]
    if here.mover == CHANCE:
        return tuple(sum(p * vector[k] for vector, p in after) for k in range(len(here.game.players)))
    return max((vector for vector, _ in after), key=lambda vector: vector[here.mover])


def followed(graph: dict, plans: dict[Position, Position], player: int = 0) -> dict[Position, float]:
    """What a player gets if everybody follows a plan: a Markov chain; where it never ends, 0."""
    leads = {h: [(plans[h], 1.0)] if h in plans else children for h, children in graph.items()}
    ending = {here for here in graph if not leads[here]}
    while grown := {h for h in leads if h not in ending and any(child in ending for child, _ in leads[h])}:
        ending |= grown
    inner = [here for here in ending if leads[here]]
    at = {here: k for k, here in enumerate(inner)}
    matrix, right = np.eye(len(inner)), np.zeros(len(inner))
    for here in inner:
        for child, p in leads[here]:
            if child in at:
                matrix[at[here], at[child]] -= p
            elif child in ending:
                right[at[here]] += p * child.payoff[player]
    solved = np.linalg.solve(matrix, right)
    return {here: solved[at[here]] if here in at else here.payoff[player] if here in ending else 0.0 for here in graph}


def plans_of(graph: dict, player: int) -> list[dict[Position, Position]]:
    own = [here for here, children in graph.items() if children and here.mover == player]
    return [
        dict(zip(own, choice, strict=True)) for choice in itertools.product(*([c for c, _ in graph[h]] for h in own))
    ]


def by_all_plans(start: Position) -> dict[Position, float]:
    """The best plan against the best answer: with perfect information, plans that only look at the position suffice."""
    graph = states(start)
    answers = plans_of(graph, 1)
    worst = []
    for plan in plans_of(graph, 0):
        results = [followed(graph, plan | answer) for answer in answers]
        worst.append({here: min(result[here] for result in results) for here in graph})
    return {here: max(result[here] for result in worst) for here in graph}


def random_tree(rng: random.Random, depth: int, players: int) -> object:
    if depth == 0 or rng.random() < 0.15:
        values = tuple(rng.randint(-9, 9) for _ in range(players))
        return (values[0], -values[0]) if players == 2 else values
    children = [random_tree(rng, depth - 1, players) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.4:
        weights = [rng.randint(0, 5) + (k == 0) for k in range(len(children))]
        return {"player": "chance", "probs": [w / sum(weights) for w in weights], "children": children}
    return {"player": rng.randrange(players), "children": children}


# --- values -----------------------------------------------------------------------------------------------------------


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


# --- pig --------------------------------------------------------------------------------------------------------------


def test_pig():
    """Compiled and not, against the equations themselves."""
    start = pig(TARGET).start()
    found = solve(start, precision=1e-10)
    expected = value_iteration(start)
    assert (found.exact, found.nodes, found.method, found.move) == (True, len(expected), "iteration", "roll")
    for here, value in expected.items():
        assert abs(found.states.values(here)[0] - value) <= found.states.error(here) + 1e-12, here
        if not here.over and here.mover != CHANCE:
            best = {name: (1 - 2 * here.mover) * expected[here.play(name)] for name in here.moves}
            assert best[found.states.move(here)] == pytest.approx(max(best.values()), abs=1e-9)
            assert found.states.moves(here) == pytest.approx(best, abs=1e-9)
    assert found.error <= 1e-10
    assert 1 < found.sweeps < 100
    assert found.meaning == f"Ann wins with probability {(1 + found.value) / 2:.6f} with best play"


def test_dice_are_stored_once():
    space = explore(pig(8).start(), compiled=False)
    assert len(space.probs) == 6
    assert len(space.payoffs) == 2
    by_chance = space.movers == CHANCE
    assert (np.diff(space.first)[by_chance] == 6).all()
    assert (np.diff(space.first)[~by_chance & ~space.terminal] <= 2).all()


def test_holding_with_nothing_is_no_way_out():
    """Both may pass for ever; but one of them would rather roll."""

    class Lazy(pig(10).rules):
        def moves(s, out):
            out[0], out[1] = 0, 1
            return 2

    lazy, usual = (solve(Game(rules).start(), compiled=False) for rules in (Lazy, pig(10).rules))
    assert lazy.exact
    assert lazy.value == pytest.approx(usual.value, abs=1e-9)


def test_the_command_line(zermelo, monkeypatch):
    monkeypatch.setattr(sys.modules["zermelo.cli.common"], "load", lambda spec: pig(TARGET))
    code, out, _ = zermelo("solve", "pig", "--json")
    found = json.loads(out)
    assert (code, found["exact"], found["method"]) == (0, True, "iteration")
    assert found["error"] <= 1e-9
    assert "states" not in found
    code, out, _ = zermelo("solve", "pig", "--method", "iteration:precision=1e-3")
    assert code == 0
    assert "with best play" in out
    assert "±" in out
    assert f"{found['nodes']:,} states" in out
    code, _, err = zermelo("solve", "pig", "--method", "iteration:precision=-1")
    assert (code, "option iteration:precision=-1.0 must be at least" in err) == (2, True)


def test_it_stops_when_asked():
    """What is known by then is true, and said to be unfinished."""
    space = explore(pig(TARGET).start())
    policy = iterate(space, compiled=False, on_progress=lambda left: False)
    assert policy.interrupted
    assert policy.error(space.position(0)) == 1
    assert (policy.lower <= policy.upper).all()


# --- how well it is known ---------------------------------------------------------------------------------------------


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


def test_refusals():
    hidden = Tree([{"info": "?", "children": [0, 1]}, {"info": "?", "children": [1, 0]}])
    with pytest.raises(Problem, match="has hidden information"):
        solve(hidden.start(), method="iteration", compiled=False)
    with pytest.raises(Problem, match="unknown option 'table' of iteration"):
        solve(pig(8).start(), table=3)
    shallow = explore(pig(8).start(), depth=3, compiled=False)
    with pytest.raises(Problem, match="explored only to a depth"):
        iterate(shallow, compiled=False)
    with pytest.raises(Problem, match="do not fit in 1 MB"):
        solve(pig(100).start(), memory=1, compiled=False)
    for method in ("alphabeta", "minimax", "retrograde"):
        with pytest.raises(Problem, match="chance moves"):
            solve(pig(8).start(), method=method, compiled=False)

    class Repeats(pig(8).rules):
        repetition = "draw"

    with pytest.raises(Problem, match="depends on the moves before it"):
        solve(Game(Repeats).start(), compiled=False)

    class Loaded(pig(8).rules):
        def chance(s, out, probs):
            out[0], probs[0] = 6, 0.9
            return 1

    with pytest.raises(z.RulesProblem, match=r"chance\(\) must be >= 0 and add up to 1 in scores=0,0"):
        solve(Game(Loaded).start(), compiled=False)


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
