"""The rows of the five lecture decks: their worked examples with their own numbers, and their errors done right.

Each test is named by its row, deck and item: test_000_12 is the sample tree of deck 000.
"""

import random
from itertools import product
from math import ceil, floor, inf, log10, sqrt
from pathlib import Path

import numpy as np
import pytest

import naive
import zermelo as z
from direct import Looker
from zermelo import CHANCE, Game, Limit, Position, Rules, Tree, analyse, explore, load, solve, survey, trace
from zermelo.core.kernel import kernel
from zermelo.search.alphabeta.minimax import negamax
from zermelo.search.alphabeta.table import EXACT, Table, flags_of
from zermelo.search.events import Visit
from zermelo.solving.retrograde import settle_all

EXAMPLES = Path(__file__).parents[2] / "examples"
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # 002.5
LUGER = [[[2, 3], [5, 9]], [[0], [7, 4]], [[2, 1], [5, 6]]]  # 003.4
WIKIPEDIA = [[[[5, 6], [7, 4, 5]], [[3]]], [[[6], [6, 9]], [[7]]], [[[5]], [[9, 8], [6]]]]  # 003.11
PLAIN = {"plain": True, "compiled": False}
FAR = Limit()


class Watched:
    """Plain alpha-beta on a tree, as a lecturer steps through it; leaves and values are MAX's."""

    def __init__(self, source, *, window=(-inf, inf), **options):
        self.tree = source if isinstance(source, Tree) else Tree(source, **options)
        done = trace(self.tree.start(), window=window, **PLAIN)
        self.found, self.root = done.analysis, done.iterations[0]
        self.visits: dict[str, Visit] = {}
        self.leaves: list[float] = []
        self._walk(self.root, 0)

    def _walk(self, visit, number):
        node = self.tree.nodes[number]
        self.visits[node.name] = visit
        if not node.children:
            self.leaves.append(node.payoff[0])
        for child in visit.children:
            self._walk(child, node.children[child.move])

    @property
    def value(self):
        return self.found.value

    def window(self, name):
        """The window at a node as the negamax code passes it."""
        return self.visits[name].alpha, self.visits[name].beta


def number_of_leaves(tree):
    return sum(not node.children for node in tree.nodes)


def minimal(b, d):
    """Leaves in the best case."""
    return b ** ceil(d / 2) + b ** floor(d / 2) - 1


# --- 000: games and their trees --------------------------------------------------------------------------------------


def test_000_01_a_game_is_eight_things():
    """(P, S, s0, M, T, E, R, I), and the environment as a player."""
    game = load("tictactoe")
    s0 = game.start()
    assert game.players == ("X", "O")  # P
    assert isinstance(s0, Position)  # S
    assert (s0.mover, s0.play("b2").mover) == (0, 1)  # M
    assert len({s0.play(move) for move in s0.moves}) == 9  # T
    end = game.position("XXX/OO./... O")
    assert (s0.over, end.over, end.moves) == (False, True, {})  # E
    assert (s0.payoff, end.payoff) == (None, (1, -1))  # R, one entry per player
    assert s0.sees(0) == s0.sees(1) == s0.key  # I
    toss = Tree({"player": "chance", "probs": [0.25, 0.75], "children": [1, 0]}).start()
    assert toss.mover == CHANCE
    assert toss.chances == {0: 0.25, 1: 0.75}


@pytest.mark.parametrize(("size", "winning"), [(2, 2), (3, 5)])
def test_000_02_hex(size, winning):
    """Any size, never a draw; the openings that win."""
    game = load(f"hex:size={size}")
    start = game.start()
    found = analyse(start, lines=size * size, limit=FAR, compiled=size > 2)
    assert found.exact
    assert {line.value for line in found.lines} == {1, -1}
    assert sum(line.value == 1 for line in found.lines) == winning
    if size == 3:
        assert {line.move for line in found.lines if line.value == 1} == {"c1", "a2", "b2", "c2", "a3"}
    else:
        assert {end.payoff for end in naive.states(start) if end.over} == {(1, -1), (-1, 1)}
        assert not any(end.text.count(".") == 0 and not end.over for end in naive.states(start))


def test_000_07_perfect_information():
    """Perfect: all information sets have size 1. Rock-paper-scissors hides the first move: one set has size 3."""
    assert z.perfect_information(load("nim:piles=2-2,misere=true").start())
    assert z.perfect_information(Tree(AIMA).start())
    rows = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    seen = Tree(rows)
    hidden = Tree([{"info": "which?", "children": row} for row in rows])
    assert z.perfect_information(seen.start())
    assert not z.perfect_information(hidden.start())
    assert [len(group) for group in z.information_sets(hidden.start(), 0)] == [1]
    assert [len(group) for group in z.information_sets(hidden.start(), 1)] == [3]
    after = [hidden.start().play(move) for move in hidden.start().moves]
    assert len({position.sees(1) for position in after}) == 1  # MIN cannot tell them apart
    assert len({position.sees(0) for position in after}) == 3  # MAX can
    assert not seen.hidden
    with pytest.raises(z.Problem, match="tree has hidden information"):
        analyse(hidden.start())


SAMPLE = [[-1, 2], [0]]


def test_000_11_depth_height_branching_factor():
    tree = Tree(SAMPLE)
    found = survey(tree.start(), compiled=False)
    assert (found.nodes, found.leaves, found.inner, found.height) == (6, 3, 3, 2)
    assert (found.branching, found.most_moves) == (5 / 3, 2)
    assert [naive.depth_of(tree, node.number) for node in tree.nodes] == [2, 1, 0, 0, 1, 0]
    assert survey(tree.start(), depth=1, compiled=False).height == 1


def test_000_12_sample_tree():
    assert Watched(SAMPLE).value == 0


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_000_13_minimax_example(method):
    tree = Tree([[5, -10], [8]])
    found = analyse(tree.start(), method=method, limit=FAR, lines=2, compiled=False)
    assert (found.value, found.move) == (8, "2")
    assert [line.value for line in found.lines] == [8, -10]


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_000_14_height(method):
    """MiniMax(s, height): at height 0 the value is an estimate; without a limit it is exact."""
    tree = Tree([{"value": 4, "children": [5, -10]}, {"value": 3, "children": [8]}])
    shallow = analyse(tree.start(), method=method, limit=Limit(depth=1), compiled=False)
    assert (shallow.value, shallow.move, shallow.exact, shallow.evaluations) == (4, "1", False, 2)
    deep = analyse(tree.start(), method=method, limit=Limit(depth=2), compiled=False)
    assert (deep.value, deep.move, deep.exact) == (8, "2", True)
    assert analyse(tree.start(), method=method, limit=FAR, compiled=False).value == 8


def test_000_15_players_need_not_alternate():
    """MAX moves twice in a row: a sign that flips at every move gets it wrong, ours does not."""
    tree = Tree([{"player": "MAX", "children": [1, 7]}, [3, 5]])
    assert naive.negamax_of_alternating_moves(tree) != 7
    for method in ("minimax", "negamax", "alphabeta"):
        assert analyse(tree.start(), method=method, limit=FAR, compiled=False).value == 7
    wrong = 0
    for tree in naive.random_trees(100, 15):
        value, _ = naive.negamax(tree)
        assert value == naive.minimax(tree)[0] * (1 if tree.nodes[0].player == 0 else -1)
        assert Looker(tree).negamax() == value
        wrong += naive.negamax_of_alternating_moves(tree) != value
    assert wrong > 10


@pytest.mark.parametrize(("b", "d"), [(1, 5), (2, 1), (2, 6), (3, 4), (5, 3)])
def test_000_16_minimax_visits_every_leaf(b, d):
    tree = naive.uniform(random.Random(0), b, d)
    look = Looker(tree)
    for search in (look.minimax, look.negamax):
        search()
        assert look.leaves == b**d
    assert survey(tree.start(), compiled=False).leaves == b**d


@pytest.mark.parametrize("c", [-100, 0, 10, 14, 100])
def test_000_17_two_pruning_pictures(c):
    """Below A = MIN(10, B = MAX(14, C)), C is never looked at; nor is C' below A = MAX(3, B = MIN(2, C'))."""
    left = Watched({"player": "MIN", "children": [10, [14, {"name": "C", "children": [c, c]}]]})
    assert left.found.values == (10, -10)
    assert "C" not in left.visits
    right = Watched([3, [2, {"name": "C'", "children": [c, c]}]])
    assert right.value == 3
    assert "C'" not in right.visits


def test_000_18_fail_soft():
    """Results outside the window are bounds beyond it; fail-hard stops at its edges."""
    tree = Tree([[5, 9], [3, 8]])  # worth 5
    look = Looker(tree, compiled=False)
    assert look.alphabeta(6, 20) == 5
    assert look.alphabeta(6, 20, hard=True) == 6
    assert look.alphabeta(-20, 2) == 5
    assert look.alphabeta(-20, 2, hard=True) == 2
    assert look.alphabeta(4, 6) == look.alphabeta(4, 6, hard=True) == 5


def test_000_19_a_window_narrows():
    done = Watched([2, {"name": "B", "children": [4, 6]}], window=(0, 10))
    assert (done.root.alpha, done.root.beta) == (0, 10)
    assert done.window("B") == (-10, -2)  # for MIN: (2, 10) in MAX's view


def test_000_20_worked_trace():
    """A: B -5, C (E 3, F 9), D -8; numbers in view of the player to move."""
    named = [{"name": name, "payoff": value} for name, value in (("B", -5), ("E", 3), ("F", 9), ("D", -8))]
    b, e, f, d = named
    done = Watched({"name": "A", "children": [b, {"name": "C", "children": [e, f]}, d]}, view="mover")
    assert list(done.visits) == ["A", "B", "C", "E", "D"]
    assert done.window("B") == (-inf, inf)
    assert done.window("C") == (-inf, -5)
    assert done.window("E") == (5, inf)
    assert done.window("D") == (-inf, -5)  # printed as (5, inf): MAX's view, where the others are the mover's
    assert [done.visits[name].value for name in "BCED"] == [-5, -3, 3, -8]
    assert done.visits["C"].left == "cut"
    assert (done.value, done.found.pv) == (8, ("D",))
    assert (done.found.leaves, number_of_leaves(done.tree)) == (3, 4)


# --- 000: transpositions, deepening, evaluation ----------------------------------------------------------------------


def chain(length):
    """Two ways from each node to the next: 2^length paths to the end."""
    source = {"name": "end", "payoff": 1}
    for link in range(length, 0, -1):
        source = {"name": f"link {link}", "moves": ["left", "right"], "children": [source, source["name"]]}
    return Tree(source)


@pytest.mark.parametrize("length", [1, 5, 12])
def test_000_30_a_chain_with_exponentially_many_paths(length):
    look = Looker(chain(length))
    look.negamax()
    assert (look.leaves, look.nodes) == (2**length, 2 ** (length + 1) - 1)
    assert look.alphabeta(table=Table(1)) == 1
    assert look.nodes == 2 * length + 1


def test_000_31_the_table_as_printed_is_wrong():
    """saveTT gets the alpha that the loop has raised, and takes the lower bound 0 of X for an upper bound."""
    shared = {"name": "X", "children": [0, 6]}
    tree = Tree([[-5, shared], ["X"]])
    table: dict[int, naive.Entry] = {}
    assert naive.with_table(tree, 0, inf, -inf, inf, table, literal=True)[0] == 0
    x = next(node.number for node in tree.nodes if node.name == "X")
    assert (table[x].flag, table[x].value) == ("upper", 0)
    assert naive.with_table(tree, 0, inf, -inf, inf, {}, literal=False)[0] == 6
    for compiled in (True, False):
        assert Looker(tree, compiled=compiled).alphabeta(table=Table(0.01)) == 6


def test_000_31_exact_values_are_stored_as_exact():
    """As printed, not one entry is ever exact; so a value that is known must be searched for again."""
    exact = 0
    for tree in naive.random_trees(150, 31):
        value, _ = naive.negamax(tree)
        literal: dict[int, naive.Entry] = {}
        naive.with_table(tree, 0, inf, -inf, inf, literal, literal=True)
        assert not any(entry.flag == "exact" for entry in literal.values())
        table = Table(0.1)
        look = Looker(tree)
        assert look.alphabeta(table=table, deeper=1) == value
        exact += sum(flags_of(meta) & EXACT == EXACT for meta in table.entries["meta"])
        assert look.alphabeta(table=table, deeper=1) == value
        assert look.nodes <= 1 + len(tree.start().moves)  # the root is asked for a move; all below it is known
    assert exact > 300


def test_000_31_a_lower_search_does_not_answer_for_a_higher_one():
    """The height test: X is met one ply before the horizon, where it seems worth 5, then two plies before it."""
    x = {"name": "X", "player": "MIN", "children": [{"value": 5, "children": [9]}, {"value": 6, "children": [1]}]}
    tree = Tree([[x, 0], "X"])
    assert naive.minimax(tree, height=3)[0] == 1
    assert Looker(tree, compiled=False).alphabeta(height=3, table=Table(0.01)) == 1


@pytest.mark.parametrize(("b", "d"), [(2, 4), (2, 6), (3, 3), (3, 4)])
def test_000_32_iterative_deepening_of_minimax(b, d):
    """Depths 0 to d visit (b^(d+1) - 1) / (b - 1) leaves, at most twice as many as depth d alone."""
    look = Looker(naive.uniform(random.Random(1), b, d))
    total = 0
    for height in range(d + 1):
        look.minimax(height)
        total += look.leaves
    assert total == (b ** (d + 1) - 1) // (b - 1)
    assert total / b**d < b / (b - 1) <= 2


@pytest.mark.parametrize(("b", "d"), [(2, 5), (2, 6), (3, 4), (3, 5)])
def test_000_32_iterative_deepening_of_alphabeta(b, d):
    """With the best move first everywhere, each depth costs b^ceil(h/2) + b^floor(h/2) - 1 leaves: add them up."""

    def sorted_tree(height, value, player):
        """A tree worth `value` to MAX whose first moves are best, at every depth: estimates are the true values."""
        worse = value - 1 if player == 0 else value + 1
        if height == 0:
            return {"payoff": value}
        below = [sorted_tree(height - 1, v, 1 - player) for v in [value] + [worse] * (b - 1)]
        return {"value": value, "children": below}

    look = Looker(Tree(sorted_tree(d, 0, 0)))
    total = 0
    for height in range(d + 1):
        assert look.alphabeta(height=height) == 0
        assert look.leaves == minimal(b, height)
        total += look.leaves
    assert total == sum(minimal(b, height) for height in range(d + 1))


@pytest.mark.parametrize(
    ("b", "d", "overhead", "estimate"),
    [(36, 6, 1.557, 1.20), (2, 6, 2.933, 3.414), (3, 6, 2.358, 2.366), (10, 6, 1.719, 1.462)],
)
def test_000_32_the_exercise(b, d, overhead, estimate):
    """The exact overhead of deepening alpha-beta; the estimate sqrt(b) / (sqrt(b) - 1) is poor for large b."""
    assert sum(minimal(b, h) for h in range(d + 1)) / minimal(b, d) == pytest.approx(overhead, abs=6e-4)
    assert sqrt(b) / (sqrt(b) - 1) == pytest.approx(estimate, abs=6e-4)


def test_000_32_the_overhead_of_minimax_in_chess():
    assert sum(36**h for h in range(7)) / 36**6 == pytest.approx(1.0286, abs=6e-5)


class Material(Rules):
    """Queens, rooks, bishops, knights and pawns of two sides; a move takes one piece off, of either side."""

    players = ("White", "Black")
    max_moves, max_plies, payoff_range = 10, 100, (-1000, 1000)

    class State:
        pieces: (np.int8, (2, 5))

    class Data:
        weights = (10.0, 5.0, 3.0, 3.0, 1.0)

    def moves(s, out):
        n = 0
        for side in range(2):
            for kind in range(5):
                if s.pieces[side, kind] > 0:
                    out[n] = 5 * side + kind
                    n += 1
        return n

    def play(s, move):
        s.pieces[move // 5, move % 5] -= 1

    def payoff(s, out):
        out[0] = out[1] = 0

    def evaluate(s, weights):
        total = 0.0
        for kind in range(5):
            total += weights[kind] * (s.pieces[s.turn, kind] - s.pieces[1 - s.turn, kind])
        return total

    def read(s, text):
        for side, letters in enumerate(text.split()):
            for letter in letters:
                s.pieces[side, "QRBNP".index(letter)] += 1


def test_000_33_a_weighted_sum_of_features():
    """One queen and two pawns against two rooks and one pawn: 12 to 11. Other weights need no other code."""
    game = Game(Material)
    assert game.position("QPP").evaluate() == 12
    assert game.position("RRP").evaluate() == 11
    position = game.position("QPP RRP")
    assert position.evaluate() == 1
    assert position.evaluate(weights=(9, 5, 3, 3, 1)) == 0

    def value(**how):
        return analyse(position, method="negamax", limit=Limit(depth=1), **how).value

    assert value() == 6  # takes a rook
    native = kernel(game, negamax)
    name, code = native.name, native.code
    assert value(weights=(9, 5, 3, 3, 1)) == 5
    assert value(weights=np.array((1.0, 1.0, 1.0, 1.0, 100.0))) == 199  # takes a pawn
    assert kernel(game, negamax) is native
    assert (native.name, native.code) == (name, code)


# --- 001 -------------------------------------------------------------------------------------------------------------


def test_001_02_minimax_decision():
    """The operator with the highest value, with a cutoff test and an evaluation."""
    for tree in naive.random_trees(60, 2, equal_paths=True):
        if tree.nodes[0].player == 0:
            for height in (1, 2, 3, inf):
                chosen = naive.minimax_decision(tree, height)
                limit = Limit(depth=None if height == inf else height)
                found = analyse(tree.start(), method="minimax", limit=limit)
                assert tree.start().moves[found.move] == chosen


def test_001_03_grundys_game():
    """Split a pile into two unequal ones; who cannot loses. See 003.2 for the tree of 7."""
    lost = [
        n
        for n in range(1, 11)
        if solve(load(f"split-nim:pile={n}").start(), method="retrograde", compiled=False).value < 0
    ]
    assert lost == [1, 2, 4, 7, 10]
    assert solve(load("split-nim:pile=20").start(), method="retrograde", compiled=False).value == -1


@pytest.mark.parametrize(("b", "m"), [(2, 7), (3, 4), (4, 3)])
def test_001_05_properties_of_minimax(b, m):
    """Complete and optimal on finite trees; O(b^m) nodes, and room for one path: m + 1 positions, b moves for each."""
    tree = naive.uniform(random.Random(b), b, m)
    look = Looker(tree)
    assert look.minimax() == naive.minimax(tree)[0]
    assert look.nodes == (b ** (m + 1) - 1) // (b - 1)
    assert look.w.deepest == m
    assert log10(35**100) > 154  # chess: infeasible


def test_001_06_fail_hard_code_has_the_same_root_value():
    for tree in naive.random_trees(200, 6):
        maximising = tree.nodes[0].player == 0
        value, leaves = naive.fail_hard(tree, 0, inf, -inf, inf)
        assert value == naive.minimax(tree)[0]
        look = Looker(tree)
        assert look.alphabeta(hard=True) == (value if maximising else -value)
        assert look.leaves == len(leaves)
        assert look.alphabeta() == (value if maximising else -value)


# --- 002 -------------------------------------------------------------------------------------------------------------


def test_002_01_the_size_of_tic_tac_toe():
    """About 10^5 nodes, says the deck: 549,946 in the tree, 255,168 of them ends of games; 5,478 states."""
    start = load("tictactoe").start()
    found = survey(start)
    assert (found.nodes, found.leaves, found.height) == (549_946, 255_168, 9)
    assert naive.count_tree(start) == (549_946, 255_168)
    assert len(explore(start, merge=False)) == 5_478
    assert len(explore(start)) == 765  # up to symmetry


def test_002_03_the_second_vocabulary():
    """S0, Player, Actions, Result, TerminalTest, Utility(s, p): 1, -1, 0 in tic-tac-toe, 1, 0, 1/2 in chess."""
    s0 = load("tictactoe").start()
    player, actions = s0.mover, s0.moves
    assert (player, len(actions)) == (0, 9)
    result = s0.play("a1")
    assert not result.over
    lost = load("tictactoe").position("XXX/OO./... O")
    assert [lost.payoff[p] for p in (0, 1)] == [1, -1]
    assert load("tictactoe").position("XOX/XOO/OXX O").payoff == (0, 0)
    chess = Tree([[(1, 0), (0.5, 0.5)], [(0, 1), (1, 0)]])
    assert (chess.payoff_sum, Tree(AIMA).payoff_sum) == (1, 0)  # constant sum, zero sum
    assert analyse(chess.start(), limit=FAR, compiled=False).values == (0.5, 0.5)
    general = Tree([[(1, 1), (0, 3)], [(3, 0), (2, 2)]])
    assert general.payoff_sum is None
    with pytest.raises(z.Problem, match="payoffs that do not add up to a constant"):
        analyse(general.start(), method="alphabeta")
    assert analyse(general.start(), limit=FAR, compiled=False).values == (2, 2)  # each for themselves, by max-n


def test_002_04_a_contingent_strategy():
    """MAX's first move, then a move for every possible reply of MIN, and so on: worth the minimax value at least."""
    start = load("nim:piles=1-2-2").start()
    space = explore(start, compiled=False)
    valuation = settle_all(space, compiled=False)
    plan = valuation.strategy(0)
    assert start in plan

    def follow(here):
        if here.over:
            assert here.payoff[0] == valuation.values[0] == 1
        else:
            for move in [plan[here]] if here.mover == 0 else here.moves:
                follow(here.play(move))

    follow(start)


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_002_05_the_two_ply_tree(method):
    """MAX's best move is a1, worth 3."""
    tree = Tree({"moves": ["a1", "a2", "a3"], "children": AIMA})
    found = analyse(tree.start(), method=method, limit=FAR, compiled=False)
    assert (found.value, found.move, found.pv) == (3, "a1", ("a1", "1"))


def test_002_08_properties():
    """35^100 is about 10^154."""
    assert 100 * log10(35) == pytest.approx(154.41, abs=0.005)


@pytest.mark.parametrize("g", [-1.0, -0.5, 0.0, 0.3, 0.9])
def test_002_10_the_chess_example(g):
    """A = max(0.3, min(-0.5, G)) is 0.3 whatever G is, and G is cut."""
    done = Watched([{"name": "B", "payoff": 0.3}, {"name": "C", "children": [-0.5, {"name": "G", "payoff": g}]}])
    assert done.value == 0.3
    assert "G" not in done.visits
    assert done.visits["C"].left == "cut"


def test_002_11_the_interval_trace():
    named = [{"name": name, "children": row} for name, row in zip("BCD", AIMA, strict=True)]
    done = Watched(named)
    assert done.leaves == [3, 12, 8, 2, 14, 5, 2]  # 7 of 9
    assert [leaf.value for leaf in done.visits["B"].children] == [3, 12, 8]
    assert -done.visits["B"].children[1].beta == -3  # (a) after 3, B is at most 3
    assert -done.visits["B"].value == 3  # (c) B is 3, so the root is at least 3
    assert done.window("C") == (-inf, -3)
    assert (-done.visits["C"].value, done.visits["C"].left) == (2, "cut")  # (d) C is at most 2
    assert [leaf.beta for leaf in done.visits["D"].children] == [inf, 14, 5]  # (e) D is at most 14, then 5
    assert (-done.visits["D"].value, done.value) == (2, 3)  # (f)
    best = Watched([[3, 12, 8], [2, 4, 6], [2, 5, 14]])
    assert best.leaves == [3, 12, 8, 2, 2]  # 5 of 9 if D's third child comes first


def test_002_12_alpha_beta_search_as_written():
    """MAX-VALUE and MIN-VALUE, fail-soft: the same values and leaves as ours, in every window."""
    rng = random.Random(12)
    for tree in naive.random_trees(150, 12):
        look = Looker(tree, watch=2000)
        first = naive.max_value if tree.nodes[0].player == 0 else naive.min_value
        for alpha, beta in naive.windows(tree, rng, 5):
            if tree.nodes[0].player == 0:
                expected, leaves = first(tree, 0, alpha, beta)
                assert look.alphabeta(alpha, beta) == expected
            else:
                expected, leaves = first(tree, 0, -beta, -alpha)
                assert look.alphabeta(alpha, beta) == -expected
            assert look.visited_leaves == leaves


def test_002_15_depth_limited_search():
    """H-Minimax: Eval where CutOffTest says so. 35^(8/2) is 1.5 million, not 10^5 as the deck says."""
    assert 35**4 == 1_500_625
    tree = Tree([{"value": 1, "children": [[9, 8], [7, 6]]}, {"value": 2, "children": [[1, 0], 5]}])
    by_depth = [analyse(tree.start(), limit=Limit(depth=d), compiled=False) for d in (1, 2, 3)]
    assert [found.value for found in by_depth] == [2, 0, 7]
    assert [found.exact for found in by_depth] == [False, False, True]
    assert [found.move for found in by_depth[::2]] == ["2", "1"]


# --- 003 -------------------------------------------------------------------------------------------------------------


def test_003_01_types_of_games():
    """Perfect or hidden information, with or without chance, zero-sum or not: a game says what it is."""
    chess_like = load("connect4")
    assert (chess_like.hidden, chess_like.stochastic, chess_like.payoff_sum) == (False, False, 0)
    dice = Tree({"player": "chance", "children": [[1, 2], [3, 4]]})
    assert (dice.hidden, dice.stochastic) == (False, True)
    battleship = Tree([{"info": "somewhere", "children": [1, -1]}, {"info": "somewhere", "children": [-1, 1]}])
    assert (battleship.hidden, battleship.stochastic) == (True, False)
    prisoners = [{"info": "cell", "children": row} for row in ([(-1, -1), (-3, 0)], [(0, -3), (-2, -2)])]
    assert Tree(prisoners).payoff_sum is None
    assert not Tree(prisoners).two_player


def test_003_02_nim_split_from_seven():
    """14 states, 24 nodes, 7 leaves. MIN moves first, a leaf is 1 where MIN is stuck: a forced win for MAX."""
    start = load("split-nim:pile=7").start()
    found = survey(start, compiled=False)
    assert (found.nodes, found.leaves) == (24, 7)
    assert len(explore(start, compiled=False)) == len(naive.states(start)) == 14
    assert naive.count_tree(start) == (24, 7)
    for method in ("minimax", "alphabeta"):
        assert solve(start, method=method, compiled=False).value == -1  # for MIN, who moves first


def luger_7():
    """The tree of 003.2 as nested lists, MIN at the root."""

    def below(here):
        return [below(there) for there in naive.after(here)] if not here.over else int(here.mover == 0)

    return {"player": "MIN", "children": below(load("split-nim:pile=7").start())}


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_003_02_exhaustive_minimax(method):
    found = analyse(Tree(luger_7()).start(), method=method, limit=FAR, compiled=False)
    assert found.values == (1, -1)


def test_003_03_n_ply_look_ahead():
    """e(n) > 0 is good for MAX. The agent for the player to move turns the sign for MIN."""
    game = load(str(EXAMPLES / "open_lines.py"))
    for text, e in ((".../.X./... O", 4), (".../.O./X.. X", -1)):
        position = game.position(text)
        assert position.evaluate() == (e if position.mover == 0 else -e)
    one = analyse(game.start(), limit=Limit(depth=1), compiled=False, plain=True)
    assert (one.value, one.move, one.evaluations, one.exact) == (4, "b2", 9, False)


@pytest.mark.parametrize("method", ["minimax", "negamax", "alphabeta"])
def test_003_04_fixed_ply_tree(method):
    found = analyse(Tree(LUGER).start(), method=method, limit=FAR, lines=3, compiled=False)
    assert (found.value, found.move) == (3, "1")
    assert [line.value for line in found.lines] == [3, 2, 0]


def open_lines(text):
    """e(n), for X."""
    position = load(str(EXAMPLES / "open_lines.py")).position(text)
    return position.evaluate() * (1 if position.mover == 0 else -1)


def test_003_05_open_lines():
    """8-8=0, 6-4=2, 3-3=0; the opening with two plies: centre 1, corner -1, edge -2."""
    assert open_lines(".../.../... X") == 0
    assert open_lines(".O./.X./... X") == 2
    assert open_lines("X.X/..O/O.. X") == 0
    start = load(str(EXAMPLES / "open_lines.py")).start()
    found = analyse(start, limit=Limit(depth=2), lines=9, compiled=False)
    values = {line.move: line.value for line in found.lines}
    assert values == {
        **dict.fromkeys(("b2",), 1),
        **dict.fromkeys(("a1", "c1", "a3", "c3"), -1),
        **dict.fromkeys(("b1", "a2", "c2", "b3"), -2),
    }
    assert found.move == "b2"


def test_003_06_second_move_and_end_move():
    """After centre and edge two plies say: a corner, worth 1. Near the end they see the loss and block it."""
    game = load(str(EXAMPLES / "open_lines.py"))
    second = analyse(game.position(".O./.X./... X"), limit=Limit(depth=2), lines=7, compiled=False)
    assert {line.move for line in second.lines if line.value == 1} == {"a1", "c1", "a3", "c3"}
    assert {line.value for line in second.lines} == {0, 1}
    threatened = game.position("XO./.O./..X X")
    end = analyse(threatened, limit=Limit(depth=2), lines=5, compiled=False)
    assert end.move == "b3"
    assert [line.value for line in end.lines][1:] == [-9] * 4


def test_003_06_two_plies_never_lose_as_x():
    game = load(str(EXAMPLES / "open_lines.py"))
    seen = set()

    def play_on(position):
        if position.over:
            assert position.payoff[0] >= 0, position.text
        elif position not in seen:
            seen.add(position)
            if position.mover == 0:
                play_on(position.play(analyse(position, limit=Limit(depth=2), compiled=False).move))
            else:
                for move in position.moves:
                    play_on(position.play(move))

    play_on(game.start())


def test_003_07_alpha_beta_example():
    """6 of 11 leaves: B >= 5 is enough, then D <= 0, then E <= 2; C = 3."""
    done = Watched(LUGER)
    assert done.leaves == [2, 3, 5, 0, 2, 1]
    assert (done.value, number_of_leaves(done.tree)) == (3, 11)
    assert (done.visits["1.2"].value, done.visits["1.2"].left) == (5, "cut")  # B
    assert (-done.visits["2"].value, done.visits["2"].left) == (0, "cut")  # D
    assert (-done.visits["3"].value, done.visits["3"].left) == (2, "cut")  # E


@pytest.mark.parametrize(("root", "first", "second"), [("MAX", 6, 5), ("MAX", 6, 6), ("MIN", 6, 7), ("MIN", 6, 6)])
def test_003_08_the_pruning_rules(root, first, second):
    """MAX with alpha = 6 prunes below a MIN node with beta <= 6; MIN with beta = 6 below a MAX node with alpha >= 6."""
    done = Watched({"player": root, "children": [first, [second, 99 if root == "MIN" else -99]]})
    assert done.leaves == [first, second]
    assert done.found.cuts == 1
    open_ = Watched({"player": root, "children": [first, [7 if root == "MAX" else 5, 6.5 if root == "MAX" else 5.5]]})
    assert len(open_.leaves) == 3  # compatible: nothing is pruned


def test_003_09_wikipedias_code():
    """On trees whose players alternate: the same value and the same leaves, at every depth."""
    for tree in naive.random_trees(200, 9, equal_paths=True):
        alternating = all(tree.nodes[child].player != node.player for node in tree.nodes for child in node.children)
        if alternating and tree.nodes[0].player == 0:
            look = Looker(tree, watch=2000)
            for depth in (1, 2, 3, 200):
                value, leaves = naive.wikipedia(tree, 0, depth, -inf, inf, True)
                assert look.alphabeta(height=depth) == value
                assert look.visited_leaves == leaves


def test_003_10_the_walk_through():
    """X takes the centre: e = 2, then 1, so at least 1. X takes a corner and O the centre: e = -1, cut."""
    centre = [{"name": "edge", "payoff": open_lines(".O./.X./... X")}, open_lines("O../.X./... X")]
    corner = [open_lines("X../.O./... X"), {"name": "unseen", "payoff": open_lines("X.O/.../... X")}]
    assert (centre[0]["payoff"], centre[1], corner[0]) == (2, 1, -1)
    done = Watched([{"name": "centre", "children": centre}, {"name": "corner", "children": corner}])
    assert done.window("centre") == (-inf, inf)
    assert done.visits["centre"].children[1].beta == 2  # at most 2
    assert -done.visits["centre"].value == 1
    assert done.window("corner") == (-inf, -1)  # alpha = 1 in MAX's view
    assert (-done.visits["corner"].value, done.visits["corner"].left) == (-1, "cut")
    assert (done.value, "unseen" in done.visits) == (1, False)


def test_003_11_the_second_example():
    done = Watched(WIKIPEDIA)
    assert (done.value, number_of_leaves(done.tree), done.found.leaves) == (6, 14, 9)
    assert done.leaves == [5, 6, 7, 4, 3, 6, 6, 7, 5]  # without 5, 9, and 9 8 6
    unseen = [node.payoff[0] for node in done.tree.nodes if not node.children and node.name not in done.visits]
    assert unseen == [5, 9, 9, 8, 6]
    assert [-done.visits[name].value for name in "123"] == [3, 6, 5]


# --- 004: II-Nim -----------------------------------------------------------------------------------------------------

NIM = "nim:piles=2-2,misere=true"
SUCCS = {  # as printed: piles of 0, 1 or 2, the larger last
    "01 A": {"00 B"},
    "02 A": {"00 B", "01 B"},
    "11 A": {"01 B"},
    "12 A": {"01 B", "02 B", "11 B"},
    "22 A": {"02 B", "12 B"},
    "01 B": {"00 A"},
    "02 B": {"00 A", "01 A"},
    "11 B": {"01 A"},
    "12 B": {"01 A", "02 A", "11 A"},
    "22 B": {"02 A", "12 A"},
    "00 A": set(),
    "00 B": set(),
}
BACKED_UP = {"22 A": -1, "12 B": -1, "02 B": -1, "02 A": 1, "11 A": 1, "01 A": -1, "01 B": 1, "00 A": 1, "00 B": -1}


def nim(text):
    return load(NIM).position(f"{text[0]}-{text[1]} {text[3]}")


def printed(position):
    return position.text.replace("-", "")


def test_004_01_the_third_vocabulary():
    """(S, I, Succs, T, V): V is what A wins from B, and A moves first."""
    i = load(NIM).start()
    assert printed(i) == "22 A"
    assert {printed(there) for there in naive.after(i)} == SUCCS["22 A"]
    t = [here for here in naive.states(i) if here.over]
    assert {printed(here): here.payoff[0] for here in t} == {"00 A": 1, "00 B": -1}


def test_004_02_the_states_of_two_nim():
    """18 states; 12 if the larger pile is always on the right; and who follows whom."""
    every = {(a, b, mover) for a, b, mover in product(range(3), range(3), "AB")}
    canonical = {f"{min(a, b)}{max(a, b)} {mover}" for a, b, mover in every}
    assert (len(every), len(canonical)) == (18, 12)
    assert canonical == set(SUCCS)
    for text, succs in SUCCS.items():
        assert {printed(there) for there in naive.after(nim(text))} == succs
        assert len(nim(text).moves) == len(succs)
        assert nim(text).over == (not succs)


def test_004_03_the_tree_and_its_values():
    start = load(NIM).start()
    found = survey(start, compiled=False)
    assert (found.nodes, found.leaves) == (15, 6)
    assert {printed(here): value for here, value in naive.values(start).items()} == BACKED_UP | {"00 A": 1, "00 B": -1}
    for text, value in BACKED_UP.items():
        position = nim(text)
        assert analyse(position, limit=FAR, compiled=False).values[0] == value


def test_004_04_bottom_up():
    """Fill in the values of the whole tree, level by level from the deepest, without recursion."""
    levels = [[(load(NIM).start(), 0)]]  # positions, and where their children begin in the next level
    while levels[-1]:
        below: list[tuple[Position, int]] = []
        for place, (here, _) in enumerate(levels[-1]):
            levels[-1][place] = (here, len(below))
            below += [(there, 0) for there in naive.after(here)]
        levels.append(below)
    assert [len(level) for level in levels] == [1, 2, 5, 5, 2, 0]
    mmv: list[float] = []
    for level in reversed(levels):
        deeper, mmv = mmv, []
        for here, first in level:
            if here.over:
                mmv.append(here.payoff[0])
            else:
                mmv.append((max if here.mover == 0 else min)(deeper[first : first + len(here.moves)]))
            assert mmv[-1] == BACKED_UP[printed(here)]
    assert mmv == [-1]


class Token(Rules):
    """A token on the places 0 to 4, moved one step by A and B in turn: A wins on 4, B wins on 0, or it goes on."""

    players = ("A", "B")
    max_moves, max_plies = 2, 30

    class State:
        place: np.int8

    def start(s):
        s.place = 2

    def moves(s, out):
        out[0], out[1] = s.place - 1, s.place + 1
        return 2

    def play(s, place):
        s.place = place

    def over(s):
        return s.place in (0, 4)

    def payoff(s, out):
        out[0] = 1 if s.place == 4 else -1
        out[1] = -out[0]

    def read(s, text):
        place, mover = text.split()
        s.place, s.turn = int(place), "AB".index(mover)


def test_004_05_loops():
    """Recursion would not come back from 2 - 3 - 2 - 3...; values that flow backwards from the ends do."""
    game = Game(Token)
    assert solve(game.start(), method="retrograde", compiled=False).value == 0  # each undoes what the other does
    for text, value in (("3 A", 1), ("1 B", 1), ("3 B", 0), ("1 A", 0)):
        found = solve(game.position(text), method="retrograde", compiled=False)
        assert found.value == value, text
        assert found.values[0] == naive.values_with_loops(game.position(text))[game.position(text)]
    with pytest.raises(z.Problem, match="does not end within 30 plies; try retrograde"):
        solve(game.start(), compiled=False)


def test_004_06_dynamic_programming():
    """As many steps as there are states, not paths: tic-tac-toe 5,478 for 549,946."""
    start = load("tictactoe").start()
    space = explore(start, merge=False)
    valuation = settle_all(space)
    values, sweeps = valuation.values, valuation.sweeps
    assert (len(space), values[0]) == (5_478, 0)
    assert sweeps == 2  # the second one only finds that nothing changes
    assert len(space.successors) < 17_000 < 549_946
    assert solve(start, method="retrograde").nodes == 765


def test_004_08_stop_at_the_first_win():
    """Only -1 and +1 can come out, so nothing beats a win: one leaf of the six is saved."""
    start = load(NIM).start()
    full = analyse(start, method="minimax", limit=FAR, compiled=False)
    stopping = trace(start, window=(-1, 1), **PLAIN).analysis
    assert (full.leaves, stopping.leaves) == (6, 5)
    assert full.value == stopping.value == -1


def nim_tree(a, b, c, d, e, f):
    """The tree of II-Nim with any values at its leaves, laid out as on the slide."""
    one_two = [[[a], b], [[c]], [d]]  # (I II)B: to (- II)A, (I I)A, (- I)A
    none_two = [[e], f]  # (- II)B: to (- I)A, (- -)A
    return [one_two, none_two]


@pytest.mark.parametrize(("b", "d", "value"), [(-1.9, -0.3, -0.3), (-0.3, -1.9, -1.9)])
def test_004_09_arbitrary_leaf_values(b, d, value):
    """The text does not fix which of -1.9 and -0.3 hangs where; +3.7 is cut either way."""
    tree = Tree(nim_tree(2.4, b, 0.08, d, -8.1, 3.7))
    assert (len(tree.nodes), number_of_leaves(tree)) == (15, 6)
    done = Watched(tree)
    assert done.value == value
    assert done.leaves == [2.4, b, 0.08, d, -8.1]
    assert done.found.cuts == 1


def test_004_10_an_ancestor_causes_the_cut():
    """A has +2 at the root. Far below, B can have +1: nothing beside it matters, though no parent says so."""
    deep = [1, {"name": "X", "payoff": 5}]
    tree = Tree([2, [[deep, {"name": "Y", "payoff": 0}], {"name": "Z", "payoff": 7}]])
    done = Watched(tree)
    assert done.leaves == [2, 1, 0]
    assert (done.value, {"X", "Z"} & set(done.visits)) == (2, set())
    value, leaves = naive.without_deep_cuts(tree)
    assert value == 2
    assert [tree.nodes[leaf].payoff[0] for leaf in leaves] == [2, 1, 5, 0]  # a look at the parent alone is not enough


def test_004_10_the_general_rule():
    """At every node: alpha is the best that A has on the path, beta the best that B has; cut when beta <= alpha."""
    for source in (AIMA, LUGER, WIKIPEDIA, nim_tree(2.4, -1.9, 0.08, -0.3, -8.1, 3.7)):
        tree = Tree(source)

        def check(visit, number, alpha, beta, tree=tree):
            node = tree.nodes[number]
            window = (visit.alpha, visit.beta) if node.player == 0 else (-visit.beta, -visit.alpha)
            assert window == (alpha, beta)
            assert alpha < beta
            for child in visit.children:
                assert alpha < beta  # else it would have been cut
                below = node.children[child.move]
                check(child, below, alpha, beta)
                value = child.value if tree.nodes[below].player == 0 else -child.value
                if node.player == 0:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
            if node.children:
                assert (visit.left == "cut") == (len(visit.children) < len(node.children))
                assert visit.left != "cut" or beta <= alpha

        check(Watched(tree).root, 0, -inf, inf)


def test_004_11_russells_code():
    """max-value returns min(beta, the best for A), min-value max(alpha, the best for B)."""
    rng = random.Random(11)
    for tree in naive.random_trees(150, 11):
        look = Looker(tree, watch=2000)
        sign = 1 if tree.nodes[0].player == 0 else -1
        for alpha, beta in naive.windows(tree, rng, 5):
            value, leaves = naive.moore(tree, 0, alpha, beta)
            window = (alpha, beta) if sign > 0 else (-beta, -alpha)
            assert sign * look.alphabeta(*window, hard=True) == value
            assert look.visited_leaves == leaves
    look = Looker(Tree(AIMA))
    look.alphabeta()
    assert look.leaves < 9
