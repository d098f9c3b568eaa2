"""Deck 004, row by row, most of it on II-Nim: its worked examples with their own numbers, and its errors done right."""

import random
from itertools import product
from math import inf

import numpy as np
import pytest

import naive
import zermelo as z
from decks import AIMA, FAR, LUGER, PLAIN, WIKIPEDIA, Watched, number_of_leaves
from direct import Looker
from zermelo import Game, Position, Rules, Tree, analyse, explore, load, solve, survey, trace
from zermelo.solving.retrograde import settle_all

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
    assert len(explore(load(NIM).start(), compiled=False, merge=False)) == len(BACKED_UP) == 9  # that can come up


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
    assert solve(load(NIM).start(), method="retrograde", compiled=False).value == -1


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
