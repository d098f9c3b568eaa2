"""Pig, where a turn may come again: against its equations; and what cannot be iterated."""

import json

import numpy as np
import pytest

import zermelo as z
from circles import value_iteration
from zermelo import CHANCE, Game, Problem, Rules, Tree, explore, iterate, solve

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
    monkeypatch.setattr("zermelo.cli.common.load", lambda spec: pig(TARGET))
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
