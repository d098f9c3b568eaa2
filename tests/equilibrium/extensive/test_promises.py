"""What answers and strategies promise: which game they are for, whether all is told, that nothing waits for long."""

import os
import signal
import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import zermelo as z
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.mccfr import Sampler
from zermelo.equilibrium.plan import Plan
from zermelo.equilibrium.solver import solvers

PENNIES = '''"""Both hide a coin; A wants them alike."""
import zermelo as z
from numpy import int8

class Pennies(z.Rules):
    max_moves, max_plies = 2, 2

    class State:
        chosen: (int8, 2)

    def moves(s, out):
        out[0], out[1] = 1, 2
        return 2

    def play(s, move):
        s.chosen[s.turn] = move

    def over(s):
        return s.chosen[1] > 0

    def payoff(s, out):
        out[0] = 1 if s.chosen[0] == s.chosen[1] else -1
        out[1] = -out[0]

    def sees(s, player):
        return s.chosen[player]
'''
COINS = {"player": "MAX", "children": [{"info": "?", "children": [1, -1]}, {"info": "?", "children": [-1, 1]}]}


@pytest.fixture
def pennies(tmp_path) -> Path:
    path = tmp_path / "pennies.py"
    path.write_text(PENNIES)
    return path


def test_a_position_that_is_reached_in_several_ways_has_one_strategy_or_no_plan():
    answer = z.equilibrium("nim:piles=1-2-3", "cfr+", iterations=60)
    told = z.exploitability("nim:piles=1-2-3", answer)
    assert told.regrets == pytest.approx(answer.profiles[0].regrets)
    assert max(told.regrets) < 0.01
    with pytest.raises(z.Problem, match=r"the same positions by several ways.* method backward has one for each"):
        answer.plan()
    even = Behaviour.even(sequence_form(z.load("nim:piles=1-2").start()))  # the same everywhere
    assert z.exploitability("nim:piles=1-2", even.plan()).payoffs == pytest.approx(even.values()[0])
    best = z.equilibrium("nim:piles=1-2-3")
    assert best.method == "backward"
    assert max(z.exploitability("nim:piles=1-2-3", best).regrets) == 0


def test_a_strategy_of_another_game_is_refused_whatever_tells_it():
    kuhn = z.equilibrium("kuhn", "cfr", iterations=1)
    for strategy in (kuhn, kuhn.behaviour, kuhn.plan()):
        with pytest.raises(z.Problem, match="the strategy is for kuhn, not for leduc"):
            z.exploitability("leduc", strategy)
    game = z.load("tictactoe")
    start, later = (game.position(text) for text in ("XO./OX./... X", "XO./OX./X.. O"))
    with pytest.raises(z.Problem, match=r"the strategy is for tictactoe from .*, not from "):
        z.exploitability(later, Behaviour.even(sequence_form(start, compiled=False)))


def test_a_strategy_of_other_rules_is_refused(pennies, tmp_path):
    game = z.load(str(pennies))
    answer = z.equilibrium(game)
    answer.plan().save(tmp_path / "it.npz")
    plan = Plan.load(tmp_path / "it.npz")
    plans = [plan, Sampler(game.start(), compiled=False).plan()]
    for each in plans:
        each.must_be_for(game)
    pennies.write_text(PENNIES.replace("else -1", "else -3"))
    changed = z.load(str(pennies))
    for strategy in (*plans, answer):
        with pytest.raises(z.Problem, match=r"is for other rules of .*pennies.py than it has now"):
            z.exploitability(changed, strategy)
    del plan.about["rules"]  # as older ones
    plan.must_be_for(changed)


def test_a_strategy_of_another_tree_is_refused():
    other = {"player": "MAX", "children": [{"info": "?", "children": [5, -1]}, {"info": "?", "children": [-1, 1]}]}
    plan = z.equilibrium(COINS).plan()
    assert max(z.exploitability(COINS, plan).regrets) == pytest.approx(0)
    with pytest.raises(z.Problem, match="is for other rules of tree"):
        z.exploitability(other, plan)


@pytest.mark.parametrize(("spec", "moves"), [("kuhn", "K Q"), ("kuhn", "K Q check"), ("repeated:rounds=2", "C")])
def test_a_position_that_not_all_know_is_not_solved_by_itself(spec, moves):
    position = z.load(spec).position(moves)
    for start in (position, z.History(position)):
        with pytest.raises(z.Problem, match=r"what players know at .* in .* is not the same"):
            z.equilibrium(start)


def test_a_subgame_is_solved_by_itself(pennies):
    assert z.equilibrium(z.load("repeated:rounds=2").position("C D")).profiles[0].payoffs == (-5, -2)
    tree = z.Tree({"player": "MAX", "children": [COINS, 0]})
    assert z.equilibrium(tree.at(1)).value == 0
    for cut in (tree.at(2), z.load(str(pennies)).start().play("1")):
        with pytest.raises(z.Problem, match="is not the same: solve it from the start"):
            z.equilibrium(cut)


def test_all_equilibria_are_counted_and_so_many_are_told():
    """In the coordination game of n choices any of them, or several mixed, is an equilibrium: 2 ** n - 1."""
    n = 7
    rows = [{"info": "b", "children": [{"payoff": [int(i == j)] * 2} for j in range(n)]} for i in range(n)]
    found = z.equilibrium({"player": "MAX", "children": rows}, "plans")
    assert "has 127 equilibria, of which the first 100 are told" in found.meaning
    assert (found.complete, len(found.profiles), found.details["equilibria"]) == (False, 100, 127)


def test_the_method_and_the_strategy_say_which_rock_paper_scissors_is_meant():
    by_rules = z.equilibrium("rps", "cfr+", iterations=5)
    assert by_rules.players == ("A", "B")
    assert z.equilibrium("rps").players == ("Row", "Column")
    for strategy in (by_rules, by_rules.plan(), {"A": {"at the start": "rock"}}):
        assert z.exploitability("rps", strategy).players == ("A", "B")
    assert z.exploitability("rps", {"A": {"at the start": "rock"}}).best == (0, 1)
    assert z.exploitability("rps", {"Row": {"rock": 1}}).players == ("Row", "Column")
    assert repr(by_rules.plan()) == "<Plan for rps: 2 information sets>"


def test_sets_without_words_are_numbered(pennies):
    found = z.equilibrium(z.load(str(pennies)), "cfr", iterations=1)
    assert [list(strategy) for strategy in found.profiles[0].strategies] == [["set 1"], ["set 1"]]
    pennies.write_text(PENNIES + "\n    def hide(s, player):\n        s.chosen[1 - player] = 0\n"
                       "\n    def show(s):\n        return f'coins {s.chosen[0]} {s.chosen[1]}'\n")  # fmt: skip
    found = z.equilibrium(z.load(str(pennies)), "cfr", iterations=1)
    assert [list(strategy) for strategy in found.profiles[0].strategies] == [["coins 0 0"], ["coins 0 0"]]


class TestLinearPrograms:
    def test_a_large_one_is_left_to_regrets_unless_it_is_named(self, monkeypatch):
        chosen = solvers()["sequence-form"]
        monkeypatch.setitem(solvers(), "sequence-form", replace(chosen, unasked={"most": 20}))
        found = z.equilibrium("kuhn")
        assert found.method == "cfr+"
        assert found.notes[-1].startswith("not by sequence-form: kuhn has 26 sequences of moves, for which")
        assert z.equilibrium("kuhn", "sequence-form").value == Fraction(-1, 18)
        assert z.equilibrium("kuhn", most=26).value == Fraction(-1, 18)

    def test_ctrl_c_does_not_wait_for_it(self, monkeypatch):
        go_on = self._slow(monkeypatch)
        threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            z.equilibrium("kuhn", "sequence-form")
        assert not go_on.is_set()
        go_on.set()

    def test_it_ends_in_time(self, monkeypatch):
        go_on = self._slow(monkeypatch)
        with pytest.raises(z.Problem, match=r"the linear program of kuhn was not solved in 0.01 s; cfr\+ comes near"):
            z.equilibrium("kuhn", "sequence-form", time=0.01)
        assert not go_on.is_set()
        go_on.set()

    def _slow(self, monkeypatch) -> threading.Event:
        """Let HiGHS wait until it is told to go on."""
        go_on = threading.Event()
        monkeypatch.setattr("scipy.optimize.linprog", lambda **program: go_on.wait(60))
        return go_on


def test_each_thing_is_told_once():
    told: list[str] = []
    chosen = solvers()["cfr+"]

    def run(game, *, tell, **options):
        for line in ("3 positions", "3 positions", "iteration 1", "3 positions"):
            tell(line)
        return z.equilibrium("kuhn", "cfr", iterations=1)

    try:
        solvers()["cfr+"] = replace(chosen, run=run)
        z.equilibrium("kuhn", "cfr+", tell=told.append)
    finally:
        solvers()["cfr+"] = chosen
    assert told == ["3 positions", "iteration 1", "3 positions"]
