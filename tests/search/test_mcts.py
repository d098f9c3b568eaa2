"""Monte Carlo tree search: against a slow UCT simulation by simulation, and in the limit against exact values."""

import random

import numpy as np
import pytest

import naive
import zermelo as z
from zermelo.search import Limit
from zermelo.search.montecarlo.nodes import NO_NODE
from zermelo.search.montecarlo.searchtree import SearchTree

SEED = 7


def grown(position: z.Position, simulations: int, **options) -> SearchTree:
    """The tree after so many simulations."""
    tree = SearchTree(options.pop("megabytes", 4))
    limit = Limit(simulations=simulations)
    found = z.analyse(
        position, method="mcts", limit=limit, **{"seed": SEED, "memory": tree, "solver": False, **options}
    )
    assert found.simulations <= simulations
    return tree


def check_tree(tree: SearchTree, *, shared: bool = False) -> int:
    """Everything hangs together; returns how many nodes have a parent."""
    nodes, edges = tree.nodes, tree.edges
    used, made = tree.used.tolist()
    assert 0 < used <= len(nodes)
    assert 0 <= made <= len(edges)
    parents = np.zeros(used, int)
    for node in nodes[:used]:
        assert node.first >= 0
        assert node.first + node.count <= made
        mine = edges[node.first : node.first + node.count]
        assert len(set(mine["move"].tolist())) == len(mine)
        assert (node.low <= node.high).all()
        for edge in mine[mine["child"] != NO_NODE]:
            assert 0 < edge.child < used
            assert edge.visits >= (0 if shared else nodes[edge.child].visits)
            parents[edge.child] += 1
    assert shared or (parents <= 1).all()
    return int((parents > 0).sum())


def children(tree: SearchTree, node: int = NO_NODE) -> dict[int, tuple[int, float]]:
    """Visits and rewards by move, of a node or the root."""
    node = tree.top if node == NO_NODE else node
    return {int(edge.move): (int(edge.visits), float(edge.total)) for edge in tree.edges_of(node) if edge.visits}


# --- the same as a slow one, simulation by simulation -----------------------------------------------------------------

OPENINGS = ["tictactoe", "hex:size=3", "connect4:width=4,height=4,length=3", "virus:players=3,size=4", "pig:target=10"]


@pytest.mark.parametrize("spec", OPENINGS)
def test_uct_does_what_the_slow_one_does(spec):
    position = z.load(spec).start()
    for simulations, c in ((60, 1.0), (30 if spec.startswith("virus") else 300, 0.5)):
        tree = grown(position, simulations, c=c, policy="random", compiled=False)
        wanted = naive.uct(position, simulations, SEED, c)
        _same(tree, tree.top, wanted)
        check_tree(tree)


def _same(tree: SearchTree, number: int, wanted: naive.Visited) -> None:
    node = tree.nodes[number]
    assert node.visits == wanted.visits
    by_chance = bool(wanted.position.chances)
    for edge in tree.edges_of(number):
        move = int(edge.move)
        assert edge.visits == wanted.tried.get(move, 0)
        if edge.visits and not by_chance:
            assert edge.total == pytest.approx(wanted.won[move])
        if edge.visits:
            _same(tree, int(edge.child), wanted.children[move])


@pytest.mark.parametrize(("amaf", "reference"), [("rave", 0), ("grave", 5)])
def test_all_moves_as_first_are_counted_and_weighed_as_by_the_slow_one(amaf, reference):
    for spec in ("hex:size=3", "tictactoe"):
        position = z.load(spec).start()
        options = {"amaf": amaf, "k": 0.01, "c": 0.3, "policy": "random"} | (
            {"reference": reference} if reference else {}
        )
        tree = grown(position, 200, compiled=False, **options)
        wanted = naive.uct(position, 200, SEED, 0.3, k=0.01, reference=reference)
        assert {move: visits for move, (visits, _) in children(tree).items()} == wanted.tried
        for edge in tree.edges_of(tree.top):
            also = wanted.also.get(int(edge.move), [])
            assert edge.also_visits == len(also)
            assert not also or edge.also_total == pytest.approx(sum(also), rel=1e-4)


def test_compiled_code_grows_the_same_tree():
    position = z.load("tictactoe").start()
    extras = {"amaf": "grave", "reference": 5, "transpositions": True}
    for options in ({}, {"solver": True}, extras):
        slow, fast = (grown(position, 150, compiled=compiled, **options) for compiled in (False, True))
        assert children(slow) == children(fast)
        assert slow.used.tolist() == fast.used.tolist()


# --- in the limit -----------------------------------------------------------------------------------------------------


def searched(position: z.Position, simulations: int, **options) -> z.Analysis:
    return z.analyse(
        position, method="mcts", limit=Limit(simulations=simulations), **{"seed": SEED, "memory": 8, **options}
    )


KINDS = [(players, by_chance) for players in (2, 3) for by_chance in (False, True)]


def _trees(seed: int, count: int, *, height: int, step: float, kinds=KINDS) -> list[z.Tree]:
    """Trees for two and for three players, with and without chance; payoffs of a player are `step` apart, at least."""
    rng = random.Random(seed)

    def grow(deck: list[list[float]], height: int, by_chance: bool):
        if height == 0 or rng.random() < 0.15:
            payoffs = [cards.pop() for cards in deck]
            return payoffs[0] if len(payoffs) == 2 else tuple(payoffs)
        below = [grow(deck, height - 1, by_chance) for _ in range(rng.choice((1, 2, 3)))]
        if by_chance and rng.random() < 0.3:
            shares = [rng.random() + 0.1 for _ in below]
            return {"player": "chance", "probs": [share / sum(shares) for share in shares], "children": below}
        return {"player": rng.randrange(len(deck)), "children": below}

    made = []
    for players, by_chance in kinds * (count // len(kinds)):
        deck = [[round(card * step, 6) for card in range(3**height)] for _ in range(players)]
        for cards in deck:
            rng.shuffle(cards)
        sketch = grow(deck, height, by_chance)
        if isinstance(sketch, dict):
            made.append(z.Tree(sketch))
    return [tree for tree in made if not tree.start().over]


def test_the_solver_proves_what_the_definition_says():
    """Two and three players, with and without chance: the values are exact, and their proof is."""
    trees = _trees(seed=5, count=60, height=3, step=0.001)
    assert len({(len(tree.players), tree.stochastic) for tree in trees}) == 4
    for tree in trees:
        found = searched(tree.start(), 20_000, compiled=False)
        assert found.exact
        assert found.values == pytest.approx(naive.expectimax(tree.start()), abs=1e-9)


def test_uct_converges_to_exact_values_on_random_trees():
    """Two players and three, players' moves and chance: the move is the best one, and its value comes close."""
    trees = _trees(seed=6, count=60, height=2, step=1, kinds=[(2, True), (3, True)])
    assert {len(tree.players) for tree in trees if tree.stochastic} == {2, 3}
    for tree in trees:
        if tree.stochastic and (len(tree.players) == 2 or tree.payoff_sum is None):  # other sums are other kernels
            start = tree.start()
            found = searched(start, 30_000, solver=False, c=0.5)
            exact = naive.expectimax(start)
            assert not found.exact
            assert found.value == pytest.approx(
                exact[max(start.mover, 0)], abs=0.05 * (tree.highest - tree.lowest) + 0.02
            )
            if found.move:
                assert naive.expectimax(start.play(found.move))[start.mover] == pytest.approx(exact[start.mover])


@pytest.mark.parametrize("spec", ["tictactoe", "hex:size=3", "connect4:width=5,height=4"])
def test_proven_values_of_games_are_right(spec):
    """In random games: where the flag is set, the value is that of the whole game, and the move keeps it."""
    game = z.load(spec)
    proven = 0
    for seed in range(6):
        for position in naive.random_game(game, seed)[:-1][::2]:
            found = searched(position, 20_000, seed=seed)
            if found.exact:
                exact = z.solve(position).value
                assert found.value == exact
                after = position.play(found.move)
                kept = after.payoff[position.mover] if after.over else -z.solve(after).value
                assert kept == exact
                proven += 1
    assert proven > 12


def test_a_solved_root_stops_early_and_says_so():
    found = searched(z.load("tictactoe").start(), 1_000_000)
    assert found.exact
    assert found.value == 0
    assert found.simulations < 100_000
    assert found.meaning == "a draw with best play"


def test_a_win_at_hand_is_played_and_a_threat_is_met():
    game = z.load("connect4:width=5,height=4")
    assert searched(game.position("112233"), 500).value == 1
    assert searched(game.position("121232"), 2_000, solver=False).move == "2"


# --- memory -----------------------------------------------------------------------------------------------------------


def test_a_full_tree_is_recycled_and_goes_on():
    """A small tree, a long think: the arrays stay as they are, everything hangs together, the move makes sense."""
    position = z.load("tictactoe").start()
    for options in ({}, {"solver": True}, {"amaf": "grave", "transpositions": True}):
        tree = SearchTree(0.05)
        found = searched(position, 20_000, memory=tree, **{"solver": False, **options})
        arrays = (tree.nodes, tree.edges, tree.places)
        assert sum(array.nbytes for array in arrays) < 0.05e6
        assert tree.recycled > 0 or options
        check_tree(tree, shared="transpositions" in options)
        assert found.move in ("b2", "a1", "a3", "c1", "c3")


def test_trees_keep_within_their_limit():
    for spec in ("tictactoe", "connect4", "hex", "othello", "go:size=9", "chinese-checkers:players=6"):
        for megabytes in (8, 64):
            tree = SearchTree(megabytes)
            tree.prepare(None, z.load(spec).start(), (), shared=True)
            assert sum(array.nbytes for array in (tree.nodes, tree.edges, tree.places)) <= 0.55e6 * megabytes


def test_what_was_learned_below_a_move_is_kept():
    """After a move and a reply, the tree begins where it had come to, with all that hung there."""
    position = z.load("tictactoe").start()
    tree = grown(position, 2000)
    move = max(children(tree), key=lambda move: children(tree)[move])
    below = int(next(edge.child for edge in tree.edges_of(tree.top) if edge.move == move))
    reply = max(children(tree, below), key=lambda move: children(tree, below)[move])
    node = int(next(edge.child for edge in tree.edges_of(below) if edge.move == reply))
    wanted, visits = children(tree, node), int(tree.nodes["visits"][node])
    after = position.play(move)
    assert tree.prepare(tree.purpose, after.play(reply), (position, after), shared=False) == visits
    assert children(tree) == wanted
    check_tree(tree)
    tree.recycle()
    assert children(tree) == wanted
    assert check_tree(tree) == tree.used[0] - 1
    assert tree.prepare(tree.purpose, position, (), shared=False) == 0  # it does not lead there any more


def test_a_tree_forgets_when_something_else_is_asked():
    position = z.load("tictactoe").start()
    tree = grown(position, 100)
    searched(position, 50, memory=tree, solver=False)
    assert tree.nodes["visits"][tree.top] == 150
    searched(position, 50, memory=tree, solver=False, amaf="grave", transpositions=True)
    assert tree.nodes["visits"][tree.top] == 50


# --- options, limits, threads -----------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_search():
    position = z.load("tictactoe").start()
    first, second = (searched(position, 500, solver=False) for _ in range(2))
    assert [(line.move, line.visits, line.value) for line in first.lines] == [
        (line.move, line.visits, line.value) for line in second.lines
    ]
    assert searched(position, 500, solver=False, seed=8).lines != first.lines


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_share_the_work(parallel):
    position = z.load("tictactoe").position("X../.O./..X O")
    found = searched(position, 6000, threads=3, parallel=parallel, solver=False, lines=9)
    assert found.simulations == 6000
    assert sum(line.visits for line in found.lines) in range(5400, 6001)  # threads may overwrite each other's counts
    assert found.move in ("b1", "b3", "a2", "c2")
    solved = searched(position, 60_000, threads=2, parallel=parallel)
    assert (solved.exact, solved.value) == (True, 0)


def test_limits():
    start = z.load("tictactoe").start()
    assert searched(start, 37).simulations == 37
    found = z.analyse(start, method="mcts:nodes=500,solver=false", seed=1)
    assert 500 <= found.nodes < 520
    for method, limit in (("mcts", "depth"), ("flat", "depth"), ("alphabeta", "simulations")):
        with pytest.raises(z.Problem, match=f"unknown limit '{limit}' of {method}"):
            z.analyse(start, method=f"{method}:{limit}=3")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"cutoff": 3}, "no evaluate"),
        ({"minimax": 0.3}, "no evaluate"),
        ({"bias": 1}, "no evaluate"),
        ({"memory": 0}, "at least|from"),
        ({"final": "best"}, "visits"),
        ({"amaf": "yes"}, "grave"),
    ],
)
def test_wrong_options_are_refused(options, problem):
    with pytest.raises(z.Problem, match=problem):
        searched(z.load("tictactoe").start(), 10, **options)


def test_final_moves():
    """Most visits, highest mean, highest lower bound."""
    from zermelo.search.driver import Search
    from zermelo.search.montecarlo.trial import Trial, tell

    tallies = [(1, 100, 0.6), (2, 10, 0.7), (3, 60, 0.69)]
    for final, wanted in (("visits", 1), ("value", 2), ("secure", 3)):
        search = Search(z.load("tictactoe").start(), z.methods["mcts"], Limit())
        told = [Trial(move, visits, mean, np.array([2 * mean - 1, 1 - 2 * mean])) for move, visits, mean in tallies]
        tell(search, told, final=final, depth=1)
        assert search.lines[0][0] == wanted


def test_flat_plays_fifty_games_for_each_move_and_sees_one_move_far():
    position = z.load("tictactoe").position("XX./OO./... X")
    found = z.analyse(position, method="flat", seed=1, lines=9, compiled=False)
    assert found.move == "c1"
    assert {line.visits for line in found.lines} == {50}
    assert found.simulations == 50 * len(position.moves)
    assert found.value == 1
    assert not found.exact
    assert z.analyse(position, method="flat:simulations=33", seed=1, compiled=False).simulations == 33


@pytest.mark.parametrize("limit", ["simulations=14", "simulations=60", "nodes=2000"])
def test_flat_divides_few_games_among_all_moves(limit):
    position = z.load("connect4").start()
    found = z.analyse(position, method=f"flat:{limit}", seed=1, lines=9, compiled=False)
    visits = [line.visits for line in found.lines]
    assert len(visits) == len(position.moves)
    assert max(visits) - min(visits) <= 3


def test_with_fewer_games_than_moves_flat_does_not_always_look_at_the_first():
    position = z.load("connect4").start()
    seen = {z.analyse(position, method="flat:simulations=2", seed=seed, compiled=False).move for seed in range(12)}
    assert len(seen) > 3


@pytest.mark.parametrize("method", ["flat", "mcts", "mcts:transpositions=true", "mcts:threads=2", "mcts:amaf=grave"])
def test_there_are_no_more_nodes_than_were_asked_for(method):
    start, native = z.load("othello:size=6").start(), method == "mcts"
    for nodes in (2, 45, 100, 500):
        found = z.analyse(start, method=method, limit=Limit(nodes=nodes), seed=1, compiled=native)
        assert found.nodes <= nodes
        assert found.move is not None
        assert nodes < 500 or found.simulations > 5


def test_a_simulation_that_was_cut_short_was_none():
    tree = SearchTree(2)
    found = z.analyse(
        z.load("tictactoe").start(), method="mcts:nodes=300,solver=false", memory=tree, seed=1, lines=9, compiled=False
    )
    nodes, edges = tree.nodes[: tree.used[0]], tree.edges[: tree.used[1]]
    assert nodes["visits"][tree.top] == found.simulations == sum(line.visits for line in found.lines)
    assert nodes["rewards"].sum(axis=1) == pytest.approx(nodes["visits"])
    assert (edges["visits"] >= 0).all()


def test_a_full_tree_makes_room_though_its_root_has_few_visits():
    """As where the game has moved on, and other ways led to the positions below: its copy must fit in the memory."""
    tree, simulations = SearchTree(0.5), "simulations=860,transpositions=true,solver=false"
    z.analyse(z.load("tictactoe").start(), method=f"mcts:{simulations}", memory=tree, seed=1, compiled=False)
    assert tree.used[0] > 0.8 * len(tree.nodes)
    tree.nodes["visits"][tree.top] = 1
    tree.recycle()
    assert tree.used[0] <= len(tree.nodes) / 2
    assert tree.used[1] <= len(tree.edges) / 2


def test_chance_at_the_root_has_a_value_and_no_move():
    position = z.load("pig:target=10").start()
    while not position.chances:
        position = position.play(next(iter(position.moves)))
    for method in ("mcts", "flat"):
        found = z.analyse(position, method=f"{method}:simulations=100", seed=1, compiled=False)
        assert found.move is None
        assert 0 < found.value < 1


def test_progress_tells_of_all_moves():
    seen = []
    position = z.load("tictactoe").start()
    z.analyse(position, method="mcts:time=0.3,solver=false", on_progress=lambda progress: seen.append(progress))
    lines = seen[-1].lines
    assert {line.move for line in lines} == set(position.moves)
    assert sum(line.visits for line in lines) == pytest.approx(
        seen[-1].simulations, rel=0.5
    )  # some may have come in since
    assert lines[0].visits == max(line.visits for line in lines)
    assert all(0 <= line.wins <= 1 for line in lines)
