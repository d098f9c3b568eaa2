"""Paranoid, max-n, best-reply search and coalitions against the obvious; lists that order themselves."""

import random

import numpy as np
import pytest
from numpy import int8

import naive
import zermelo as z
from lots import lots, positions
from zermelo.search.many.adaptive import ask_all, rule_of
from zermelo.search.many.maxn import PRUNING, TIES
from zermelo.theory import outcomes

# --- lists ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "asked", "expected"),
    [
        ("mtf", [3, 1, 1, 4], [4, 1, 3, 2, 5]),
        ("transposition", [3, 1, 1], [1, 3, 2, 4, 5]),
        ("transposition", [5, 5, 5, 5, 5], [5, 1, 2, 3, 4]),
        ("ahead(2)", [5, 5], [5, 1, 2, 3, 4]),
        ("ahead(2)", [2], [2, 1, 3, 4, 5]),
        ("pos(3)", [5, 5], [1, 5, 2, 3, 4]),
        ("pos(3)", [5, 5, 5, 5], [5, 1, 2, 3, 4]),
        ("none", [5, 3], [1, 2, 3, 4, 5]),
    ],
)
def test_lists(rule, asked, expected):
    assert ask_all([1, 2, 3, 4, 5], asked, rule) == expected


@pytest.mark.parametrize("size", [2, 3, 5])
def test_rules_of_lists_meet(size):
    """ahead(1) is transposition, ahead(n - 1) and pos(1) are mtf, pos(n - 1) is transposition."""
    rng = random.Random(size)
    items = list(range(size))
    for _ in range(50):
        asked = [rng.randrange(size) for _ in range(12)]
        assert ask_all(items, asked, "ahead(1)") == ask_all(items, asked, "transposition")
        assert ask_all(items, asked, f"ahead({size - 1})") == ask_all(items, asked, "mtf")
        assert ask_all(items, asked, "pos(1)") == ask_all(items, asked, "mtf")
        if size > 1:
            assert ask_all(items, asked, f"pos({size - 1})") == ask_all(items, asked, "transposition")


def test_wrong_lists_are_refused():
    for rule in ("front", "ahead", "ahead(0)", "pos(-1)", ""):
        with pytest.raises(z.Problem, match="unknown rule"):
            rule_of(rule)
    with pytest.raises(z.Problem, match="9 is not in the list"):
        ask_all([1, 2], [9], "mtf")


def test_mtf_costs_at_most_twice_the_best_fixed_order():
    """Sleator & Tarjan 1985, for the cost of looking through the list from the front."""
    rng = random.Random(1)
    for _ in range(20):
        weights = [rng.random() ** 3 for _ in range(6)]
        asked = rng.choices(range(6), weights, k=300)

        def cost(rule: str, items: list[int], asked: list[int] = asked) -> int:
            total = 0
            for item in asked:
                total += items.index(item) + 1
                items = ask_all(items, [item], rule)
            return total

        best = sorted(range(6), key=lambda item: -asked.count(item))
        assert cost("mtf", list(range(6))) <= 2 * cost("none", best) + 36


# --- max-n ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "ranked"), [(2, True), (3, False), (3, True), (4, False)])
def test_maxn_is_the_obvious_one(players, ranked):
    """With every way to break ties and every way to cut: the same vector."""
    game = lots(players, ranked)
    saved = 0
    for number, position in enumerate(positions(game, 40, seed=players)):
        height = 1 + number % 7
        for ties in TIES:
            expected = naive.maxn(position, height, ties)
            nodes = []
            for pruning in PRUNING:
                found = z.analyse(position, method="maxn", limit=z.Limit(depth=height), ties=ties, pruning=pruning)
                assert found.values == expected, (position.text, height, ties, pruning)
                assert found.value == expected[position.mover]
                nodes.append(found.nodes)
            assert nodes[1] <= nodes[0]
            saved += nodes[3] < nodes[2] < nodes[1] < nodes[0] if players > 2 else nodes[1] < nodes[0]
    assert saved > 2


def test_maxn_in_plain_python():
    game = lots(3)
    for position in positions(game, 5, seed=9):
        found = z.analyse(position, method="maxn", limit=z.Limit(depth=4), compiled=False)
        assert found.values == naive.maxn(position, 4)


def test_all_outcomes():
    """Whatever is done about ties, it is one of them; and each tie rule gives one."""
    for position in positions(lots(3), 40, seed=3):
        possible = outcomes(position, 4)
        for ties in TIES:
            assert naive.maxn(position, 4, ties) in possible
    with_ties = sum(len(outcomes(position, 4)) > 1 for position in positions(lots(3), 40, seed=3))
    assert with_ties > 5


def test_outcomes_by_trying_every_tie():
    """On small trees: all ways to choose among equals at every node."""

    def every_way(position: z.Position, height: int) -> set[tuple[float, ...]]:
        if position.over or height == 0:
            return {naive.worth_to_all(position)}
        below = [every_way(after, height - 1) for after in naive.after_each(position)]
        found = set()
        picks: list[tuple] = [()]
        for each in below:
            picks = [(*pick, outcome) for pick in picks for outcome in each]
        for pick in picks:
            most = max(vector[position.mover] for vector in pick)
            found |= {vector for vector in pick if vector[position.mover] == most}
        return found

    for position in positions(lots(3), 25, seed=4):
        assert outcomes(position, 3) == every_way(position, 3)


def test_lines_of_maxn():
    position = positions(lots(3), 1, seed=8)[0]
    found = z.analyse(position, method="maxn", limit=z.Limit(depth=5), lines=9)
    values = {position.move_name(move): naive.maxn(position.play(move), 4, root=position.mover)
              for move in position.codes}  # fmt: skip
    assert {line.move: line.values for line in found.lines} == values
    assert [line.value for line in found.lines] == sorted((line.value for line in found.lines), reverse=True)


# --- two sides --------------------------------------------------------------------------------------------------------

ORACLES = {"paranoid": naive.paranoid, "bestreply": naive.best_reply, "bestreply+": naive.best_reply_in_order}
SWITCHES = ("deepening", "aspiration", "pvs", "order", "killers", "history", "deeper")


def options(rng: random.Random) -> dict:
    chosen: dict = {name: rng.random() < 0.5 for name in SWITCHES}
    chosen |= {"table": rng.choice([0, 1]), "fail": rng.choice(["soft", "hard"])}
    return chosen | {"adaptive": rng.choice(["none", "mtf", "transposition", "ahead(2)", "pos(3)"])}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("method", ["paranoid", "bestreply", "bestreply+"])
def test_two_sides_of_many_players(players, method):
    """With every combination of enhancements: the value of the obvious search, and never more than max-n's."""
    oracle = ORACLES[method]
    rng = random.Random(players)
    for number, position in enumerate(positions(lots(players, ranked=True), 30 if players == 3 else 8, seed=players)):
        height = 1 + number % (6 if players == 3 else 4)
        expected = oracle(position, height)
        chosen = options(rng)
        how: dict = {"method": method, "limit": z.Limit(depth=height), "compiled": players == 3}
        found = z.analyse(position, **how, **chosen)
        assert found.value == expected, (position.text, height, chosen)
        if method == "paranoid":
            assert expected <= naive.maxn(position, height)[position.mover]
        assert z.analyse(position, **how, plain=True).value == expected
        lines = z.analyse(position, **how, lines=9).lines
        assert max(line.value for line in lines) == expected


@pytest.mark.parametrize("rule", ["mtf", "transposition", "ahead(2)", "pos(2)"])
def test_threats_change_only_the_nodes(rule):
    game = lots(4)
    differs = 0
    for position in positions(game, 30, seed=5):
        limit = z.Limit(depth=5)
        without = z.analyse(position, method="bestreply", limit=limit, plain=True)
        found = z.analyse(position, method="bestreply", limit=limit, plain=True, threats=rule)
        assert found.value == without.value
        differs += found.nodes != without.nodes
    assert differs > 10


def test_threads_agree():
    for position in positions(lots(3, ranked=True), 5, seed=7):
        for method in ("paranoid", "bestreply"):
            values = {z.analyse(position, method=method, limit=z.Limit(depth=7), threads=n).value for n in (1, 2, 4)}
            assert len(values) == 1


@pytest.mark.parametrize("spec", ["tictactoe", "kalah:pits=3,seeds=2", "connect4:width=4,height=4"])
@pytest.mark.parametrize("method", ["paranoid", "maxn", "bestreply", "bestreply+"])
def test_two_players_are_a_special_case(spec, method):
    """Where a player may move twice, too."""
    rng = random.Random(1)
    game = z.load(spec)
    for _ in range(5):
        position = game.start()
        for _ in range(rng.randint(0, 5)):
            if not (after := position.play(rng.choice(list(position.moves)))).over:
                position = after
        how: dict = {"limit": z.Limit(depth=3), "compiled": False}
        expected = z.analyse(position, **how, quiescence=0, quick=False, bounds=False).value
        assert z.analyse(position, method=method, **how).value == expected


def test_lines_name_who_moves_out_of_turn():
    position = positions(lots(3, ranked=True), 1, seed=2)[0]
    found = z.analyse(position, method="bestreply", limit=z.Limit(depth=4))
    assert ":" not in found.pv[0]
    assert found.depth == 4
    in_order = z.analyse(position, method="bestreply+", limit=z.Limit(depth=4), table=0)
    end = position
    for name in in_order.pv:
        end = end.play(name)  # every move is legal
    assert in_order.value == naive.worth_to_all(end)[position.mover]
    assert len(in_order.values) == 3


# --- coalitions and refusals ------------------------------------------------------------------------------------------


def test_an_alliance_is_for_the_good_of_each():
    gains = 0
    for position in positions(lots(4), 80, seed=12):
        limit = z.Limit(depth=4)
        alone = z.analyse(position, method="maxn", limit=limit).values
        found = z.analyse(position, method="coalition", allies="A+C", limit=limit)
        better = [found.values[member] > alone[member] for member in (0, 2)]
        assert all(better) or found.values == alone
        gains += all(better)
    assert gains > 3


@pytest.mark.parametrize(
    ("spec", "options", "problem"),
    [
        ("tug:repetition=forbidden", {"method": "maxn"}, "repetitions that are not draws"),
        ("tictactoe", {"method": "coalition:allies=X+O"}, "coalition is for three players or more"),
        (None, {"method": "coalition:allies=A"}, "must name two players or more"),
        (None, {"method": "coalition:allies=A+B+C"}, "not all"),
        (None, {"method": "coalition:allies=A+Z"}, "unknown ally 'Z'"),
        (None, {"method": "coalition:allies=1+²"}, "unknown ally '²'"),
        (None, {"method": "alphabeta"}, "more than two players"),
        (None, {"method": "bestreply:threats=most"}, "unknown rule 'most'"),
        (None, {"method": "maxn:ties=mine"}, "unknown value of option"),
    ],
)
def test_refusals(spec, options, problem):
    game = z.load(spec) if spec else lots(3)
    with pytest.raises(z.Problem, match=problem):
        z.analyse(game.start(), **options)


def test_nobody_misses_a_turn_where_that_makes_no_sense():
    start = z.Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], players=("A", "B", "C")).start()
    with pytest.raises(z.Problem, match=r"no rule take_turn\(s, player\)"):
        z.analyse(start, method="bestreply")
    assert z.analyse(start, method="bestreply+", compiled=False).value == 6
    assert z.analyse(start, compiled=False).method == "paranoid"
    assert z.analyse(lots(3).start(), limit=z.Limit(depth=3), compiled=False).method == "bestreply"


def test_the_speed_is_native():
    """A search in compiled code is far quicker than the same in plain Python: a wide margin, not a measurement."""
    position = positions(lots(4), 1, seed=3)[0]
    compiled = z.analyse(position, method="bestreply", limit=z.Limit(depth=8))
    plain = z.analyse(position, method="bestreply", limit=z.Limit(depth=3), compiled=False)
    assert compiled.nodes_per_s > 10 * plain.nodes_per_s
    assert np.isfinite(compiled.values).all()


def test_what_was_cut_on_speculation_is_looked_at_as_if_it_came_first():
    position = lots(5, ranked=True).position("luck=86824881664443773 plies=0 turn=1")
    options = {"ties": "best", "deepening": False, "compiled": False}
    for pruning in ("last-branch", "speculative"):
        found = z.analyse(position, method="maxn", limit=z.Limit(depth=8), pruning=pruning, **options)
        assert found.values == (1, 6, 3, 2, 0), pruning


def test_who_has_everything_looks_no_further():
    tree = z.Tree([[(6, 0, 0), (0, 6, 0)], [(0, 3, 3), (0, 0, 6)]], players=("A", "B", "C"))
    found = z.analyse(tree.start().play(0), method="maxn", compiled=False)
    assert (found.values, found.nodes) == ((0, 6, 0), 3)
    found = z.analyse(z.Tree([(6, 0, 0), (0, 6, 0)]).start(), method="maxn", compiled=False)
    assert (found.values, found.nodes) == ((6, 0, 0), 2)


@pytest.mark.parametrize("method", ["maxn", "coalition:allies=A+b"])
def test_a_value_is_that_of_its_vector_wherever_it_stops(method):
    position = lots(3, ranked=True).start()
    for nodes in range(1, 400, 7):
        found = z.analyse(position, method=method, limit=z.Limit(nodes=nodes), compiled=False)
        assert found.value == found.values[position.mover]


def test_an_alliance_forms_within_a_limit_of_nodes():
    for position in positions(lots(4), 80, seed=12):
        allied = {"method": "coalition:allies=A+C", "compiled": False}
        limited = z.analyse(position, limit=z.Limit(nodes=400), **allied)
        assert limited.values == z.analyse(position, limit=z.Limit(depth=limited.depth), **allied).values
        alone = z.analyse(position, method="maxn", limit=z.Limit(depth=limited.depth), compiled=False)
        if limited.values != alone.values:
            return
    pytest.fail("no alliance was formed")


class Stuck(z.Rules):
    """Whoever cannot move ends the game: there is no `over`. Player C is stuck after one ply."""

    players = ("A", "B", "C")
    payoff_range, payoff_sum = (0, 3), 3
    max_moves, max_plies = 2, 8

    class State:
        cells: (int8, 3)
        turn: int8

    def moves(s, out):
        if s.cells[s.turn] >= 1 + (s.turn == 1):
            return 0
        out[0], out[1] = 0, 1
        return 2

    def play(s, move):
        s.cells[s.turn] += 1 + move
        s.turn = (s.turn + 1) % 3

    def payoff(s, out):
        for player in range(3):
            out[player] = 1.0
        out[s.turn] += 0.5
        out[0] -= 0.5

    def take_turn(s, player):
        s.turn = player


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_best_replies_end_where_the_rules_end(depth):
    game = z.Game(Stuck)
    for text in ("cells=0,0,0 turn=0", "cells=0,0,1 turn=0", "cells=0,2,0 turn=0", "cells=0,1,1 turn=0"):
        position = game.position(text)
        found = z.analyse(position, method="bestreply", limit=z.Limit(depth=depth), compiled=False)
        assert found.value == naive.best_reply(position, depth), text


@pytest.mark.parametrize("method", ["bestreply", "bestreply+", "paranoid"])
def test_players_who_are_out(method):
    """Transpositions and eliminated players, the one at the root among them."""
    obvious = {"bestreply": naive.best_reply, "bestreply+": naive.best_reply_in_order, "paranoid": naive.paranoid}[
        method
    ]
    game = z.load("virus:players=4,size=4")
    for text in (
        "R.../..../.B../...Y R 20",
        "R..G/..B./..../Y... R 8",
        "RB../..../..../Y..G B 9",
        "R.../.B../..../.... R 30",
    ):
        position = game.position(text)
        for depth in (1, 2, 3):
            found = z.analyse(position, method=method, limit=z.Limit(depth=depth), compiled=False, table=0.1)
            assert found.value == pytest.approx(obvious(position, depth)), (text, depth)


class Large(z.Rules):
    """From some ply on, moves have large codes: both are fields of the state, so that one kernel does for all."""

    players = ("A", "B", "C")
    payoff_range, payoff_sum, max_plies = (0, 1), 1, 6

    class State:
        plies: int8
        last: np.int32
        turn: int8
        first: int8
        code: np.int32

    def moves(s, out):
        out[0] = 0
        out[1] = s.code if s.plies >= s.first else 1
        return 2

    def play(s, move):
        s.last = move
        s.plies += 1
        s.turn = (s.turn + 1) % 3

    def over(s):
        return s.plies == 6

    def payoff(s, out):
        for player in range(3):
            out[player] = 1 if player == s.last % 3 else 0

    def take_turn(s, player):
        s.turn = player


LARGE = z.Game(Large)


@pytest.mark.parametrize("method", ["bestreply", "bestreply+"])
def test_captures_of_draughts_whose_codes_are_large(method):
    """Between two players it is a search for two, which has room for every code: below the root, too."""
    for text in ("W:WK2,K23:BK8,12", "B:W18,19,26,27,K32:B9,10,11,K1", "W:W21,22,30:B13,14,5,6"):
        position = z.load("draughts").position(text)
        for depth in (1, 2, 3):
            found = z.analyse(position, method=method, limit=z.Limit(depth=depth), compiled=False)
            assert found.value == pytest.approx(naive.best_reply(position, depth)), (text, depth)


@pytest.mark.parametrize("method", ["bestreply", "bestreply+"])
@pytest.mark.parametrize(("plies", "code"), [(0, 1 << 27), (2, 1 << 27), (9, 1 << 27), (0, (1 << 27) - 1), (1, -3)])
def test_moves_that_leave_no_room_for_their_player_are_refused(method, plies, code):
    """Wherever a search meets them, it says so."""
    start = LARGE.position(f"plies=0 last=0 turn=0 first={plies} code={code}")
    for compiled in (False, True):
        if plies < 6 and not 0 <= code < 1 << 27:
            with pytest.raises(z.Problem, match=r"needs moves from 0 to 134,217,727; .* has others"):
                z.analyse(start, method=f"{method}:depth=6", compiled=compiled)
        else:
            assert z.analyse(start, method=f"{method}:depth=6", compiled=compiled).move
