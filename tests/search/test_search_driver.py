"""The driver: how it answers, what it is asked, and when it stops."""

import _thread
import threading
import time

import pytest

import naive
import zermelo as z
from direct import FULL, NO_TABLE, SMALL, Looker, end_of
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.table import Table
from zermelo.search.driver import Search, run
from zermelo.tree.explicit import Tree

# --- its answers -----------------------------------------------------------------------------------------------------


def ways(tree: Tree) -> list[dict]:
    """Every way to ask the driver for the same thing."""
    some = [{"method": "minimax"}, {"method": "negamax"}]
    return some + [
        {"method": "alphabeta", "fail": fail, "table": table, "deepening": deepening}
        for fail in ("soft", "hard")
        for table in (0, SMALL)
        for deepening in (False, True)
    ]


def for_mover(tree: Tree, position: z.Position) -> float:
    """The value by definition, for the player to move."""
    return naive.negamax(tree, int(position.state.node))[0]


def test_the_driver_proves_the_value_and_shows_how():
    for tree in naive.random_trees(28, 5):
        root = tree.start()
        value = for_mover(tree, root)
        best = [name for name, move in root.moves.items() if after_value(tree, root, move) == value]
        for way in ways(tree):
            found = analyse(root, limit=Limit(), **way)
            assert (found.value, found.exact) == (value, True), (tree.source, way)
            assert found.values == ((value, -value) if root.mover == 0 else (-value, value))
            assert found.move == found.pv[0]
            assert found.move in best, (tree.source, way)
            end = root
            for move in found.pv:
                end = end.play(move)  # legal all the way
            if end.over:
                assert end.payoff[root.mover] == value, (tree.source, way)
            assert end.over or way.get("table"), "only a table may cut a variation short"


def after_value(tree: Tree, position: z.Position, move: int) -> float:
    """What a move is worth to the player who makes it."""
    there = position.play(move)
    return for_mover(tree, there) * (1 if there.mover == position.mover else -1)


def test_the_principal_variation_ends_in_its_value():
    for tree in naive.random_trees(400, 6):
        look = Looker(tree)
        kept = Table(SMALL)
        for table in (NO_TABLE, kept):
            for height in (*range(1, 5), FULL):
                value = look.alphabeta(table=table, height=height)
            end = end_of(tree, look.line)
            if not tree.nodes[end].children:
                assert naive.worth(tree, end) * (1 if tree.nodes[0].player == 0 else -1) == value, tree.source
            else:
                assert table is kept


@pytest.mark.parametrize("table", [0, SMALL])
def test_lines_are_the_best_moves_with_exact_values(table):
    for tree in naive.random_trees(40, 7):
        root = tree.start()
        worth = sorted((after_value(tree, root, move) for move in root.codes), reverse=True)
        for wanted in range(1, len(worth) + 2):
            found = analyse(root, lines=wanted, limit=Limit(), table=table)
            assert [line.value for line in found.lines] == worth[:wanted], tree.source
            assert len({line.move for line in found.lines}) == len(found.lines)
            for line in found.lines:
                assert after_value(tree, root, root.moves[line.move]) == line.value
                assert line.pv[0] == line.move
                assert root.game.position("moves:" + ",".join(line.pv))


@pytest.mark.parametrize("method", ["minimax", "negamax"])
def test_full_width_searches_know_lines_too(method):
    tree = Tree([[3, 12, 8], [2, 4, 6], {"player": "MAX", "children": [14, 5, 2]}])
    found = analyse(tree.start(), method=method, lines=3, limit=Limit())
    assert [(line.move, line.value) for line in found.lines] == [("3", 14), ("1", 3), ("2", 2)]


def test_a_seed_breaks_ties_at_random_and_always_the_same_way():
    root = Tree([[1, 2], [0, 5], [1, 1], [0, 0], [1, 7]]).start()
    chosen = {seed: analyse(root, seed=seed, limit=Limit()).move for seed in range(30)}
    assert set(chosen.values()) == {"1", "3", "5"}
    assert chosen == {seed: analyse(root, seed=seed, limit=Limit()).move for seed in range(30)}
    for tree in naive.random_trees(30, 8):
        root = tree.start()
        found = analyse(root, seed=3, limit=Limit())
        assert after_value(tree, root, root.moves[found.move]) == found.value == for_mover(tree, root)
        assert found.seed == 3


def test_estimates_outside_the_payoffs_are_searched_too():
    tree = Tree([{"children": [1], "value": 5}, {"children": [1], "value": 9}, {"children": [1], "value": -9}])
    found = analyse(tree.start(), limit=Limit(depth=1), lines=3)
    assert [(line.move, line.value) for line in found.lines] == [("2", 9), ("1", 5), ("3", -9)]
    assert analyse(tree.start(), limit=Limit(depth=1)).move == "2"


def test_constant_sums_are_shown_in_their_own_units():
    """Chess: 1 for a win, 1/2 for a draw. The search works from the middle; nobody sees that."""
    tree = Tree([[(1, 0), (0.5, 0.5)], [(0, 1), (1, 0)]])
    for way in ways(tree):
        found = analyse(tree.start(), limit=Limit(), **way)
        assert (found.value, found.values, found.move) == (0.5, (0.5, 0.5), "1")


# --- limits ----------------------------------------------------------------------------------------------------------


NODE_LIMITS = (1, 2, 3, 8, 9, 57, 1000)
SETTINGS: tuple[dict, ...] = ({}, {"table": 0}, {"deepening": False}, {"table": 0, "deepening": False})


def test_a_node_limit_ends_the_search_within_one_path():
    start = z.load("connect4").start()
    for nodes in NODE_LIMITS:
        for options in SETTINGS:
            found = analyse(start, limit=Limit(nodes=nodes), **options)
            assert nodes <= found.nodes <= nodes + start.game.max_plies
            assert found.move in start.moves
            assert not found.exact


def test_a_node_limit_is_kept_to_the_node():
    start = z.load("connect4").start()
    for nodes in NODE_LIMITS:
        for options in SETTINGS:
            assert analyse(start, limit=Limit(nodes=nodes), **options).nodes == nodes


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_a_stopped_iteration_does_not_overrule_a_finished_one(method):
    """One ply shows that 2 wins; the second iteration is stopped when it has seen only what follows 1."""
    root = Tree([{"children": [-9, -9], "value": -9}, {"children": [9, 9], "value": 9}]).start()
    options = {"table": 0} if method == "alphabeta" else {}
    for nodes in range(5, 12):
        found = analyse(root, method=method, limit=Limit(nodes=nodes), **options)
        assert (found.move, found.value) == ("2", 9), nodes


def test_a_time_limit_is_kept():
    start = z.load("connect4").start()
    found = analyse(start, limit=Limit(time=0.2))
    assert found.move in start.moves
    assert 0.1 < found.time_s < 2
    assert found.depth > 4


def test_stop_gives_the_best_so_far():
    search = Search(z.load("connect4").start(), z.methods["alphabeta"], Limit())
    threading.Timer(0.3, search.stop).start()
    found = run(search, {})
    assert found.move in search.position.moves
    assert not found.interrupted
    assert not found.exact


def test_an_interrupt_gives_the_best_so_far():
    search = Search(z.load("connect4").start(), z.methods["alphabeta"], Limit())

    def interrupt():
        while search.depth < 4:
            time.sleep(0.01)
        _thread.interrupt_main()

    threading.Thread(target=interrupt, daemon=True).start()
    found = run(search, {})
    assert found.interrupted
    assert found.depth >= 4
    assert found.move in search.position.moves


@pytest.mark.parametrize("limit", [{"time": 0}, {"nodes": -1}, {"depth": 0}])
def test_limits_are_positive(limit):
    with pytest.raises(z.Problem, match=f"the limit {next(iter(limit))}=.* must be positive"):
        Limit(**limit)


# --- what it is asked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"killers": None}, "killers=None must be true or false"),
        ({"killers": []}, "must be true or false"),
        ({"killers": "perhaps"}, "killers=perhaps must be true or false"),
        ({"threads": 1.5}, "threads=1.5 must be a whole number"),
        ({"table": "much"}, "table=much must be a number"),
        ({"fail": 3}, "fail=3 must be text"),
        ({"method": "alphabeta:depth=3", "limit": Limit(time=1)}, "part of the method"),
        ({"method": "alphabeta:depth=deep"}, "depth=deep must be a whole number"),
        ({"near_end": "9" * 20}, "near_end=9{20} must be at most 1,000,000,000,000,000,000"),
        ({"method": "flat", "games": float("inf")}, "games=inf must be a whole number"),
        ({"method": "mcts", "cutoff": -(10**20)}, "cutoff=-10{20} must be at least -1,000,000,"),
        ({"method": "mcts:c=inf"}, "c=inf must be finite"),
        ({"method": "mcts:fpu=-inf"}, "fpu=-inf must be at least 0"),
        ({"limit": 5}, r"a Limit is wanted, such as Limit\(time=2\), not 5"),
    ],
)
def test_options_of_the_wrong_kind_are_refused(options, problem):
    with pytest.raises(z.Problem, match=problem):
        analyse(z.load("tictactoe").start(), **options)


def test_a_description_has_limits_and_options():
    start = z.load("connect4").start()
    described = analyse(start, method="alphabeta:depth=4,killers=no,table=0")
    spelled = analyse(start, limit=Limit(depth=4), killers=0, table=0)
    assert (described.depth, described.nodes, described.hits) == (4, spelled.nodes, 0)


# --- what went wrong once --------------------------------------------------------------------------------------------


def test_a_stop_between_iterations_keeps_the_finished_one():
    """A node limit that falls exactly between two iterations must not replace the value by nothing."""
    position = z.load("connect4").position("44")
    for depth in (2, 3, 4):
        full = z.analyse(position, limit=z.Limit(depth=depth))
        cut = z.analyse(position, limit=z.Limit(nodes=full.nodes))
        assert (cut.move, cut.value, cut.depth) == (full.move, full.value, full.depth)


def test_a_failing_observer_stops_the_search():
    import threading

    def fail(progress):
        raise LookupError

    before = threading.active_count()
    with pytest.raises(LookupError):
        z.analyse(z.load("connect4").start(), limit=z.Limit(time=60), on_progress=fail)
    for _ in range(100):
        if threading.active_count() <= before:
            break
        time.sleep(0.05)
    assert threading.active_count() <= before


def test_an_observer_may_stop_the_search():
    found = z.analyse(z.load("connect4").start(), limit=z.Limit(time=60), on_progress=lambda progress: False)
    assert found.time_s < 10
    assert not found.interrupted


def test_short_time_limits_are_kept():
    position = z.load("connect4").start()
    z.analyse(position, limit=z.Limit(depth=1))
    assert min(z.analyse(position, limit=z.Limit(time=0.005)).time_s for _ in range(5)) < 0.03
