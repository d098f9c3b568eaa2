"""The next rooms, sketched: a game or a method of each kind that is still to come must fit the core as it is.

Chance, many players and hidden information as games; max^n, expectimax and a Monte Carlo tree as kernels.
"""

from math import inf, log, sqrt

import numpy as np
import pytest
from numpy import int8, int16, uint64

import zermelo as z
from zermelo.check.conformance import check_game
from zermelo.core.kernel import at_root, given_at, kernel, make
from zermelo.core.primitives import CHANCE, bit, popcount
from zermelo.core.vocabulary import estimate, legal, mover, over, payoff
from zermelo.count.perft import successors
from zermelo.count.playouts import play_out


class Pig(z.Rules):
    """Roll as often as you dare: a 1 loses the turn's points. Chance, and a player who moves twice."""

    players = ("A", "B")
    max_moves = 6

    class State:
        score: (int16, 2)
        held: int16
        turn: int8
        rolling: int8

    def mover(s):
        return CHANCE if s.rolling else s.turn

    def moves(s, out):
        out[0], out[1] = 0, 1  # roll, hold
        return 2

    def chance(s, out, probs):
        for face in range(6):
            out[face], probs[face] = face + 1, 1 / 6
        return 6

    def play(s, move):
        if s.rolling:
            s.rolling = 0
            if move == 1:
                s.held, s.turn = 0, 1 - s.turn
            else:
                s.held += move
        elif move == 0:
            s.rolling = 1
        else:
            s.score[s.turn] += s.held
            s.held, s.turn = 0, 1 - s.turn

    def over(s):
        return not s.rolling and (s.score[0] >= 10 or s.score[1] >= 10)

    def payoff(s, out):
        out[0] = 1 if s.score[0] >= 10 else -1
        out[1] = -out[0]


class Race(z.Rules):
    """Three players, bitboards: take free cells of a row of nine; most neighbouring pairs wins. Not zero-sum."""

    players = ("A", "B", "C")
    payoff_range, payoff_sum = (0, 4), None

    class State:
        cells: (uint64, 3)

    def moves(s, out):
        free = ~(s.cells[0] | s.cells[1] | s.cells[2])
        n = 0
        for cell in range(9):
            if free & bit(cell):
                out[n] = cell
                n += 1
        return n

    def play(s, cell):
        s.cells[s.turn] |= bit(cell)

    def payoff(s, out):
        for player in range(3):
            out[player] = popcount(s.cells[player] & (s.cells[player] >> uint64(1)))

    def estimate(s, out):
        for player in range(3):
            out[player] = popcount(s.cells[player]) / 9


class Kuhn(z.Rules):
    """Kuhn poker: three cards, one bet. Chance deals, and each player sees only one card."""

    players = ("A", "B")
    payoff_range = (-2, 2)
    max_moves = 6

    class State:
        cards: (int8, 2)
        history: (int8, 3)  # 1 pass, 2 bet
        length: int8

    def mover(s):
        return CHANCE if s.cards[0] == s.cards[1] else s.length % 2

    def moves(s, out):
        out[0], out[1] = 1, 2
        return 2

    def chance(s, out, probs):
        n = 0
        for first in range(3):
            for second in range(3):
                if first != second:
                    out[n], probs[n] = 10 * first + second, 1 / 6
                    n += 1
        return n

    def play(s, move):
        if s.cards[0] == s.cards[1]:
            s.cards[0], s.cards[1] = move // 10, move % 10
        else:
            s.history[s.length] = move
            s.length += 1

    def over(s):
        h = s.history
        return s.length >= 2 and not (h[0] == 1 and h[1] == 2 and s.length == 2)

    def payoff(s, out):
        h = s.history
        if s.length == 3:
            stake, folded = (2 if h[2] == 2 else 1), (0 if h[2] == 1 else -1)
        else:
            stake, folded = (2 if h[0] == 2 and h[1] == 2 else 1), (1 if h[0] == 2 and h[1] == 1 else -1)
        winner = 1 - folded if folded >= 0 else (0 if s.cards[0] > s.cards[1] else 1)
        out[winner] = stake
        out[1 - winner] = -stake

    def sees(s, player):
        return ((s.cards[player] * 3 + s.history[0]) * 3 + s.history[1]) * 3 + s.history[2]


@pytest.mark.parametrize("rules", [Pig, Race, Kuhn])
def test_they_are_well_made(rules):
    check_game(rules, games=5)


def test_traits():
    pig, race, kuhn = z.Game(Pig), z.Game(Race), z.Game(Kuhn)
    assert [game.stochastic for game in (pig, race, kuhn)] == [True, False, True]
    assert [game.hidden for game in (pig, race, kuhn)] == [False, False, True]
    assert [game.two_player for game in (pig, race, kuhn)] == [True, False, True]
    with pytest.raises(z.Problem, match="has chance moves"):
        z.analyse(pig.start(), method="alphabeta")
    with pytest.raises(z.Problem, match="more than two players"):
        z.analyse(race.start(), method="alphabeta")


def test_kuhn_has_twelve_information_sets():
    start = z.Game(Kuhn).start()
    sets = z.information_sets(start, 0) + z.information_sets(start, 1)
    assert len(sets) == 12
    assert {len(group) for group in sets} == {2}
    assert not z.perfect_information(start)


def test_random_play_with_chance_and_three_players():
    mean, plies = z.playouts(z.Game(Race).start(), 2000, seed=1)
    assert plies == 9
    assert all(0 < value < 2 for value in mean)
    (first, second), _ = z.playouts(z.Game(Pig).start(), 2000, seed=1)
    assert first == -second


def vectors(extent):
    """What `backward` needs in its workspace: what each player gets, in every row."""
    return [("values", np.float64, (extent.rows, extent.seats))]


def backward(w, ply: int, height: int) -> int:
    """Max^n and expectimax in one: players take what is best for themselves, chance takes the mean.

    Returns the positions below that were valued.
    """
    s = w.stack[ply]
    out = w.moves[ply]
    values = w.values
    count = successors(w, ply)
    players = values.shape[1]
    if count == 0 or height == 0:
        if count == 0:
            payoff(s, w.payoff, given_at(w, ply))
        else:
            estimate(s, w.payoff, given_at(w, ply))
        for player in range(players):
            values[ply, player] = w.payoff[player]
        return 1
    to_move = mover(s)
    valued = 1
    for player in range(players):
        values[ply, player] = 0.0 if to_move == CHANCE else -inf
    for i in range(count):
        make(w, ply, out[i])
        valued += backward(w, ply + 1, height - 1)
        if to_move == CHANCE:
            for player in range(players):
                values[ply, player] += w.probs[ply, i] * values[ply + 1, player]
        elif values[ply + 1, to_move] > values[ply, to_move]:
            for player in range(players):
                values[ply, player] = values[ply + 1, player]
    return valued


def backed_up(position, height=30, compiled=True):
    w = at_root(position, vectors)
    valued = kernel(position.game, backward, compiled=compiled)(w[0], 0, height)
    assert valued == z.survey(position, depth=height, compiled=False).nodes
    return tuple(w[0].values[0].tolist())


@pytest.mark.parametrize("compiled", [False, True])
def test_vectors_and_chance_on_trees(compiled):
    three = [[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]]
    assert backed_up(z.Tree(three).start(), compiled=compiled) in [(1, 2, 6), (1, 5, 2)]
    coin = [{"player": "chance", "children": [[2, 4], [7, 4]]}, {"player": "chance", "children": [[6, 0], [5, -2]]}]
    for node in coin:
        node["children"] = [{"player": "MIN", "children": leaves} for leaves in node["children"]]
    assert backed_up(z.Tree(coin).start(), compiled=compiled)[0] == 3


def test_estimates_of_many_players():
    assert backed_up(z.Game(Race).start(), height=3, compiled=False) == pytest.approx((1 / 9, 1 / 9, 1 / 9))


def uct(w, simulations, exploration, first, count, visits, wins, moves):
    """UCT with the tree as a struct of arrays: select, expand, play out, back up. Returns the nodes in use."""
    used = 1
    path = np.zeros(w.stack.shape[0], np.int64)
    totals = np.zeros(2)
    for _ in range(simulations):
        node, ply = 0, 0
        path[0] = 0
        while count[node] > 0:  # select
            best, choice = -inf, first[node]
            for child in range(first[node], first[node] + count[node]):
                urge = inf if visits[child] == 0 else wins[child] / visits[child]
                if visits[child]:
                    urge += exploration * sqrt(log(visits[node]) / visits[child])
                if urge > best:
                    best, choice = urge, child
            node = choice
            make(w, ply, moves[node])
            ply += 1
            path[ply] = node
        if visits[node] > 0 and not over(w.stack[ply]):  # expand
            found = legal(w.stack[ply], w.moves[ply])
            first[node], count[node] = used, found
            for i in range(found):
                moves[used + i] = w.moves[ply, i]
            used += found
        root = w.stack[0].turn
        w.stack[w.stack.shape[0] - 1] = w.stack[0]  # play out from here, in row 0
        w.stack[0] = w.stack[ply]
        totals[:] = 0
        play_out(w, 1, totals)
        w.stack[0] = w.stack[w.stack.shape[0] - 1]
        for k in range(ply + 1):  # back up: a node's wins are those of the player who moved there
            visits[path[k]] += 1
            wins[path[k]] += totals[(root + k + 1) % 2]
    return used


def test_a_monte_carlo_tree():
    """Enough simulations find the only move that does not lose."""
    position = z.load("tictactoe").position("X../.O./..X O")
    w = at_root(position)
    w["dice"]["random"] = 1
    size = 200_000
    arrays = [np.zeros(size, np.int64) for _ in range(3)] + [np.zeros(size), np.zeros(size, np.int64)]
    first, count, visits, wins, moves = arrays
    used = kernel(position.game, uct)(w[0], 20_000, 1.0, first, count, visits, wins, moves)
    assert used < size
    children = range(first[0], first[0] + count[0])
    chosen = position.move_name(int(moves[max(children, key=lambda child: visits[child])]))
    assert chosen in ("b1", "a2", "c2", "b3")
    assert visits[0] == 20_000


def test_a_learned_evaluation_may_be_any_array():
    """Weights of another type than the default's are a mistake of the caller only if they cannot be converted."""

    class Learned(z.load("tictactoe").rules):
        class Data:
            weights = np.zeros(20_000, np.float32)

        def evaluate(s, weights):
            index = 0
            for cell in range(9):
                index = 3 * index + s.cells[cell]
            return weights[index]

    weights = np.zeros(20_000)
    position = z.Game(Learned).start()
    weights[3**4 * 1] = -0.75  # X in the centre is bad for O
    found = z.analyse(position, method="minimax", limit=z.Limit(depth=1), weights=weights)
    assert (found.move, found.value) == ("b2", 0.75)
