"""Deck 000, row by row: its worked examples with their own numbers, and its errors done right."""

import random
from math import ceil, floor, inf, sqrt

import numpy as np
import pytest

import naive
import zermelo as z
from decks import AIMA, FAR, Watched, number_of_leaves
from direct import Looker
from zermelo import CHANCE, Game, Limit, Position, Rules, Tree, analyse, load, survey
from zermelo.core.kernel import kernel
from zermelo.search.alphabeta.minimax import negamax
from zermelo.search.alphabeta.table import EXACT, Table, flags_of


def minimal(b, d):
    """Leaves in the best case."""
    return b ** ceil(d / 2) + b ** floor(d / 2) - 1


# --- games and their trees -------------------------------------------------------------------------------------------


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
    poker = load("kuhn").start()
    assert not z.perfect_information(poker)
    assert [len(group) for player in (0, 1) for group in z.information_sets(poker, player)] == [2] * 12
    assert len({position.sees(0) for position in after}) == 3  # MAX can
    assert not seen.hidden
    with pytest.raises(z.Problem, match="tree has hidden information"):
        analyse(hidden.start(), method="alphabeta")


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


# --- transpositions, deepening, evaluation ---------------------------------------------------------------------------


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
