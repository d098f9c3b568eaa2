"""Every enhancement of alpha-beta, alone and with all others, against `naive.FullWidth`: they save work, not truth."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import naive
import zermelo as z
from direct import FULL, NO_TABLE, ROOMY, SMALL, TINY, Looker, keeps_contract
from zermelo.core.kernel import kernel
from zermelo.core.primitives import mix
from zermelo.search import Limit, analyse
from zermelo.search.alphabeta.alphabeta import alphabeta
from zermelo.search.alphabeta.distance import STEP
from zermelo.search.alphabeta.enhancements import equip
from zermelo.search.alphabeta.table import Table
from zermelo.search.alphabeta.threads import look_with
from zermelo.search.driver import Search, run
from zermelo.tree.explicit import Tree, TreeRules, edge_of, node_of

# --- random trees ----------------------------------------------------------------------------------------------------


OPEN = 1000  # a bound, in halves, beyond all values


class WithOpinions:
    """Added to the rules of a tree: an order of the moves and noisy moves at random, and bounds that are true."""

    def order(s, move):
        return float(mix(np.uint64(s.node), np.uint64(move)) % np.uint64(3)) - 1.0

    def noisy(s, out):
        n = 0
        for move in range(node_of(s).count):
            out[n] = move
            n += mix(np.uint64(edge_of(s, move).child), np.uint64(7)) % np.uint64(5) < np.uint64(3)
        return n

    def bounds(s):
        packed = node_of(s).info
        return (packed // 4096 - OPEN) / 2, (packed % 4096 - OPEN) / 2


class OpinionatedTree(Tree):
    def __init__(self, tree: Tree, rng: random.Random) -> None:
        super().__init__(tree.source[0])
        for node in self.nodes:
            value = round(2 * naive.negamax(self, node.number)[0])
            low = rng.choice((-OPEN, value, value - 1, value - 4))
            high = rng.choice((OPEN, value, value + 1, value + 4))
            self._nodes[node.number]["info"] = (low + OPEN) * 4096 + high + OPEN

    def _rules(self, players: Any) -> type[z.Rules]:
        plain = super()._rules(players)
        assert plain.__bases__ == (TreeRules,)
        return type("Tree", (WithOpinions, plain), {})


@cache
def shared_kernel() -> Any:
    """One for all trees."""
    return kernel(OpinionatedTree(Tree([0, 1]), random.Random(0)), alphabeta)


class OpinionatedLooker(Looker):
    two_level = 1

    def _run(self, function: Any, *args: Any) -> float:
        self.workspace["two_level"] = self.two_level
        self.workspace["lowest"] = min(-1.0, self.tree.lowest - self.tree.middle)
        for counter in self.counters:
            counter[0] = 0
        return float(shared_kernel()(self.w, *args))


SAVES_WORK = ("pvs", "use_order", "use_killers", "use_history")


def trees(count: int, seed: int) -> Iterator[OpinionatedTree]:
    rng = random.Random(seed)
    for tree in naive.random_trees(count, seed):
        yield OpinionatedTree(tree, rng)


def full_width(tree: Tree, rng: random.Random) -> naive.FullWidth:
    few = all(node.payoff is None or max(map(abs, node.payoff)) <= 1 for node in tree.nodes)
    return naive.FullWidth(
        tree,
        quiescence=rng.choice((0, 0, 1, 2, 16)),
        extensions=rng.random() < 0.4,
        bounds=rng.random() < 0.5,
        quick=few and rng.random() < 0.7,
    )


def changes_values(oracle: naive.FullWidth) -> dict[str, float]:
    """The same as settings of a `Looker`."""
    return {
        "quiescence": oracle.quiescence,
        "extensions": oracle.extensions,
        "use_bounds": oracle.bounds,
        "step": STEP if oracle.quick else 0.0,
    }


def windows(tree: Tree, rng: random.Random, quick: bool) -> list[tuple[float, float]]:
    """Around the values of the tree, and around wins and losses a few plies away."""
    chosen = naive.windows(tree, rng, 6)
    if quick:
        near = [sign * (1 - distance * STEP / 2) for sign in (-1, 1) for distance in range(12)]
        chosen += [(min(pair), max(pair)) for pair in (rng.sample(near, 2) for _ in range(6))]
    return chosen


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))])
def test_all_combinations_in_many_windows(seed):
    rng = random.Random(seed)
    for tree in trees(150, seed):
        look = OpinionatedLooker(tree)
        oracle = full_width(tree, rng)
        kept, crowded = Table(SMALL), Table(TINY)
        for height in range(naive.depth_of(tree) + 2):
            value = oracle.value(tree.start(), height)
            for alpha, beta in windows(tree, rng, oracle.quick):
                settings = {name: rng.random() < 0.5 for name in SAVES_WORK} | changes_values(oracle)
                table = rng.choice((NO_TABLE, kept, crowded)) if not oracle.capped else NO_TABLE
                hard = rng.random() < 0.5
                look.two_level = rng.random() < 0.5
                result = look.alphabeta(alpha, beta, height=height, hard=hard, table=table, **settings)
                where = (tree.source, oracle, height, value, alpha, beta, hard, result, settings)
                assert keeps_contract(result, value, alpha, beta, hard=hard), where


def test_reductions_and_deeper_entries_prove_nothing_false():
    """They may change an estimate, but not what is proven, nor what a search to the end finds."""
    rng = random.Random(0)
    wide = (naive.uniform(rng, 6, 4, draw) for draw in (naive.few_values, naive.many_values) for _ in range(4))
    for tree in [*trees(60, 9), *(OpinionatedTree(tree, rng) for tree in wide)]:
        look = OpinionatedLooker(tree)
        value = naive.negamax(tree)[0]
        worths = [abs(naive.worth(tree, node.number)) for node in tree.nodes]
        for settings in ({"reductions": 1}, {"deeper": 1}, {"reductions": 1, "deeper": 1, "quiescence": 2}):
            table = Table(SMALL)
            settings |= dict.fromkeys((*SAVES_WORK, "use_bounds", "extensions"), 1)
            for height in (*range(1, 6), FULL, 2, 3):
                result = look.alphabeta(height=height, table=table, **settings)
                assert abs(result) <= max(worths)
                assert result == value or (look.w.horizon and height < FULL), (tree.source, height, settings)


# --- the shipped games -----------------------------------------------------------------------------------------------


GAMES = {  # and how high to search: the oracle is slow
    "tictactoe": 4,
    "nim:piles=2-3-4": 4,
    "connect4": 3,
    "othello:size=6": 3,
    "hex:size=3": 3,
    "draughts": 3,
    "breakthrough:size=5": 2,
    "kalah": 3,
    "dots:rows=2,columns=2": 3,
    "tug": 7,
}


COUNT = 6  # positions of each


def random_positions(game: z.Game, rng: random.Random, count: int) -> Iterator[tuple[z.Position, list[z.Position]]]:
    """Positions that are not over, from random games, and the positions before them."""
    while count:
        played = [game.start()]
        while not played[-1].over and len(played) < 60:
            played.append(played[-1].play(rng.choice(played[-1].codes)))
        position = played[rng.randrange(len(played))]
        if not position.over:
            yield position, played[: played.index(position)]
            count -= 1


def random_oracle(game: z.Game, rng: random.Random) -> naive.FullWidth:
    return naive.FullWidth(
        game,
        quiescence=rng.choice((0, 1, 2, 3)),
        extensions=rng.random() < 0.5,
        bounds=rng.random() < 0.5,
        quick=game.win_or_lose and rng.random() < 0.7,
    )


def random_options(oracle: naive.FullWidth, rng: random.Random) -> dict[str, Any]:
    """Options of `analyse`: those of the oracle, and all that must not change the value at random."""
    switches = ("deepening", "aspiration", "pvs", "order", "killers", "history")
    chosen: dict[str, Any] = {name: rng.random() < 0.5 for name in switches}
    chosen["fail"] = rng.choice(("soft", "hard"))
    chosen["replacement"] = rng.choice(("two-level", "always"))
    chosen["table"] = 0 if oracle.capped else rng.choice((0, TINY, SMALL, ROOMY))
    chosen["threads"] = rng.choice((1, 1, 2, 4)) if chosen["table"] else 1
    for name in ("quiescence", "extensions", "bounds", "quick"):
        chosen[name] = getattr(oracle, name)
    return chosen | {"deeper": False, "paths": bool(oracle.game.rules.repetition)}


def found(position: z.Position, height: int, past: Any = (), *, lines: int = 1, **options: Any) -> list[float]:
    """The values of the best lines, measured from the middle and with the distance of wins."""
    search = Search(position, z.methods["alphabeta"], Limit(depth=height), past=past, lines=lines)
    run(search, options)
    return [value for _, value, _ in search.lines]


@pytest.mark.parametrize("spec", GAMES)
def test_all_combinations_in_every_game(spec):
    rng = random.Random(spec)
    game = z.load(spec)
    for position, past in random_positions(game, rng, COUNT):
        oracle = random_oracle(game, rng)
        for height in range(1, GAMES[spec] + 1):
            value = oracle.value(position, height, past)
            for _ in range(4):
                options = random_options(oracle, rng)
                assert found(position, height, past, **options) == [value], (position, past, height, options)
            check_windows(position, past, height, value, oracle, rng)


def check_windows(position: z.Position, past: Any, height: int, value: float, oracle: Any, rng: random.Random) -> None:
    """The kernel itself, in windows around the value."""
    distances = (STEP / 2, STEP, 2 * STEP, 0.01, 0.5, 1.0, 30.0)
    edges = [value, *(value + sign * distance for sign in (-1, 1) for distance in distances)]
    for _ in range(8):
        alpha, beta = sorted(rng.sample(edges, 2))
        options = random_options(oracle, rng) | {"threads": 1}
        search = Search(position, z.methods["alphabeta"], Limit(), past=past)
        equip(search, options)
        result = look_with(search, alphabeta, 1)(0, height, alpha, beta)
        where = (position, past, height, value, alpha, beta, result, options)
        assert keeps_contract(result, value, alpha, beta, hard=options["fail"] == "hard"), where


def test_without_symmetries():
    rng = random.Random(0)
    game = z.load("tictactoe")
    for position, _ in random_positions(game, rng, 10):
        oracle = random_oracle(game, rng)
        value = oracle.value(position, 4)
        for symmetries in (True, False):
            options = random_options(oracle, rng) | {"table": ROOMY, "symmetries": symmetries}
            assert found(position, 4, **options) == [value], (position, options)


def test_symmetries_save_nodes():
    start = z.load("tictactoe").start()
    nodes = {same: analyse(start, symmetries=same, limit=Limit(depth=9)).nodes for same in (True, False)}
    assert nodes[True] < nodes[False]


@pytest.mark.parametrize("spec", ["tictactoe", "dots:rows=2,columns=2", "nim:piles=2-3-4"])
def test_what_is_proven_is_true(spec):
    """To the end of the game every way of searching finds the value; before that, `exact` is a promise."""
    rng = random.Random(spec)
    game = z.load(spec)
    for position, _ in random_positions(game, rng, 12):
        truth = analyse(position, plain=True, table=ROOMY, limit=Limit()).value
        for _ in range(6):
            switches = ("reductions", "deeper", "extensions", "quick", "bounds", "pvs", "deepening", "order", "history")
            options = {name: rng.random() < 0.5 for name in switches}
            options |= {
                "table": rng.choice((TINY, ROOMY)),
                "quiescence": rng.choice((0, 3)),
                "lines": rng.choice((1, 2)),
            }
            for depth in (1, 2, 4, 6, 60):
                answer = analyse(position, limit=Limit(depth=depth), **options)
                assert game.lowest <= answer.value <= game.highest
                assert answer.value == truth or not answer.exact, (position, depth, options)
                assert answer.exact or depth < 60


# --- several lines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["connect4", "othello:size=6", "draughts", "kalah"])
def test_lines_are_the_values_of_the_moves(spec):
    rng = random.Random(spec)
    game = z.load(spec)
    for position, past in random_positions(game, rng, 5):
        oracle = random_oracle(game, rng)
        worth = oracle.move_values(position, 3, past)
        best_first = sorted(worth.values(), reverse=True)
        for lines in (2, 3, len(worth), len(worth) + 1):
            options = random_options(oracle, rng)
            search = Search(position, z.methods["alphabeta"], Limit(depth=3), past=past, lines=lines)
            run(search, options)
            where = (position, past, lines, options)
            assert [value for _, value, _ in search.lines] == best_first[:lines], where
            for move, value, variation in search.lines:
                assert worth[position.move_name(move)] == value, where
                assert variation[0] == move


def test_lines_equal_separate_searches():
    """Each of the best moves played, and searched one ply less high."""
    position = z.load("connect4").position("4433")
    for threads in (1, 2):
        answer = analyse(position, lines=7, limit=Limit(depth=9), deeper=False, extensions=False, threads=threads)
        alone = {
            move: -analyse(position.play(move), limit=Limit(depth=8), deeper=False, extensions=False).value
            for move in position.moves
        }
        assert {line.move: line.value for line in answer.lines} == alone
        assert [line.value for line in answer.lines] == sorted(alone.values(), reverse=True)


# --- quick wins ------------------------------------------------------------------------------------------------------


def test_the_distance_of_every_win_and_loss_in_tictactoe():
    """The oracle knows it: a win in d plies is worth 1 - d STEP."""
    rng = random.Random(5)
    game = z.load("tictactoe")
    lengths = set()
    for position, _ in random_positions(game, rng, 150):
        if list(position.cells or ()).count(".") > 6:
            continue
        worth = naive.FullWidth(game, quick=True).move_values(position, 9)
        best = max(worth.values())
        answer = analyse(position, limit=Limit(depth=9))
        assert (answer.value, answer.exact) == (round(best), True)
        assert worth[answer.move or ""] == best, "the quickest win, the longest resistance"
        plies = round((1 - abs(best)) / STEP) if round(best) else None
        assert answer.plies == plies
        assert plies is None or len(answer.pv) == plies
        lengths.add(plies)
        lines = analyse(position, limit=Limit(depth=9), lines=9).lines
        assert [line.plies for line in lines] == [
            round((1 - abs(value)) / STEP) if round(value) else None for value in sorted(worth.values(), reverse=True)
        ]
    assert lengths >= {None, 1, 2, 3, 4, 5}


def sees(position: z.Position, height: int) -> float:
    """What full width sees at a height: a win in d plies not before height d."""
    return analyse(position, method="negamax", limit=Limit(depth=height)).value


def test_the_distance_of_wins_in_connect_four():
    rng = random.Random(11)
    game = z.load("connect4")
    lengths: dict[int, int] = {}
    table = Table(4)
    while len(lengths) < 7:
        [(position, _)] = random_positions(game, rng, 1)
        answer = analyse(position, limit=Limit(depth=7), table=table)
        if answer.plies is None or lengths.get(answer.plies, 0) > 2:
            continue
        lengths[answer.plies] = lengths.get(answer.plies, 0) + 1
        assert answer.value == (1 if answer.plies % 2 else -1)
        assert sees(position, answer.plies) == answer.value
        assert answer.plies == 1 or abs(sees(position, answer.plies - 1)) < 1
        for kept in (table, Table(ROOMY), 0):  # both sides keep to it
            here, left = position, answer.plies
            while not here.over:
                found = analyse(here, limit=Limit(depth=7), table=kept)
                assert (found.plies, found.value) == (left, 1 if left % 2 else -1)
                here, left = here.play(found.move or ""), left - 1
            assert left == 0
