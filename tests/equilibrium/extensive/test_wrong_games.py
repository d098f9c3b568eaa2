"""Games that are not what they say: solvers tell it in a line, whatever their way."""

import subprocess
import sys
import time

import numpy as np
import pytest

import zermelo as z
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.mccfr import Sampler
from zermelo.equilibrium.extensive.walking import by_walking
from zermelo.equilibrium.plan import Plan

METHODS = ["sequence-form", "cfr+:iterations=5", "mccfr:games=20"]


def secret(pay, *, more=0, kind=np.uint8, secrets=(72, 200), odds=(0.5, 0.5)):
    """Chance draws a secret, which the first player sees; then both choose."""

    class Secret(z.Rules):
        players, max_plies, max_moves = ("A", "B"), 4, 8
        payoff_range = (-10, 10)

        class State:
            secret: kind
            chosen: (np.int8, 2)
            stage: np.int8

        def mover(s):
            return z.CHANCE if s.stage == 0 else (s.stage - 1) % 2

        def chance(s, out, probs):
            for k in range(2):
                out[k], probs[k] = k, odds[k]
            return 2

        def moves(s, out):
            count = 2
            if s.stage == 2 and s.secret == secrets[1]:
                count += more
            for k in range(count):
                out[k] = k
            return count

        def play(s, move):
            if s.stage == 0:
                s.secret = secrets[move]
            else:
                s.chosen[s.stage - 1] = move
            s.stage += 1

        def tells(s, move, player):
            if s.stage == 0:
                return z.UNSEEN
            return s.secret if s.stage == 1 and player == 0 else z.UNSEEN

        def over(s):
            return s.stage == 3

        def payoff(s, out):
            out[0], out[1] = pay(s)

    return z.Game(Secret)


def fair(s):
    return (1.0, -1.0) if s.chosen[0] == s.chosen[1] else (-1.0, 1.0)


@pytest.mark.parametrize("method", METHODS)
def test_payoffs_that_do_not_add_up(method):
    with pytest.raises(z.RulesProblem, match=r"payoff\(\) is .* adds up to 1 and not to payoff_sum = 0"):
        z.equilibrium(secret(lambda s: (1.0, 0.0)), method)


@pytest.mark.parametrize("method", METHODS)
def test_payoffs_that_are_no_numbers(method):
    with pytest.raises(z.RulesProblem, match=r"payoff\(\) is \(nan, -?nan\)"):
        z.equilibrium(secret(lambda s: (np.nan, np.nan)), method)


@pytest.mark.parametrize("method", METHODS)
def test_chances_that_do_not_add_up(method):
    with pytest.raises(z.RulesProblem, match=r"the probabilities of chance\(\) must be >= 0 and add up to 1"):
        z.equilibrium(secret(fair, odds=(0.2, 0.1)), method)


@pytest.mark.parametrize("method", METHODS)
def test_moves_that_give_away_the_secret(method):
    with pytest.raises(z.Problem, match="but the moves differ"):
        z.equilibrium(secret(fair, more=3), method)


@pytest.mark.parametrize("way", ["external", "outcome"])
def test_games_that_last_longer_than_they_say(way):
    sampler = Sampler(z.load("pig:target=100").start(), sampling_by=way)
    with pytest.raises(z.RulesProblem, match="goes on beyond max_plies = 64"):
        sampler.play(400)


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int16, np.int32, np.uint64])
def test_what_is_told_may_be_a_number_of_any_type(kind):
    secrets = (72, 100) if kind is np.int8 else (72, 200)
    game = secret(fair, kind=kind, secrets=secrets)
    start = game.start()
    after = [start.play(str(k)).play("0") for k in range(2)]
    assert after[0].sees(0) != after[1].sees(0)
    forms = [sequence_form(start, compiled=False), sequence_form(start, plain=0)]
    assert forms[0].sets["information"].tolist() == forms[1].sets["information"].tolist()


def test_own_moves_and_what_others_tell_are_told_apart():
    """A is told 5 with the own move, or by B's move after it: `heard` and the number of what A knows both differ."""

    class Echo(z.Rules):
        players, max_plies, max_moves = ("A", "B"), 4, 2

        class State:
            stage: np.int8
            late: np.int8

        def mover(s):
            return z.CHANCE if s.stage == 0 else (0, 1, 0)[s.stage - 1]

        def chance(s, out, probs):
            out[0], out[1] = 0, 1
            probs[0] = probs[1] = 0.5
            return 2

        def moves(s, out):
            out[0] = 0
            return 1

        def play(s, move):
            if s.stage == 0:
                s.late = move
            s.stage += 1

        def tells(s, move, player):
            return 5 if player == 0 and s.stage == 1 + s.late else z.UNSEEN

        def over(s):
            return s.stage == 4

        def payoff(s, out):
            out[0] = out[1] = 0

    start = z.Game(Echo).start()
    soon, late = (start.play(str(k)).play("0").play("0") for k in range(2))
    assert soon.sight(0).heard != late.sight(0).heard
    assert soon.sees(0) != late.sees(0)


def test_a_plan_with_other_moves_is_refused():
    plan = z.equilibrium("kuhn").plan()
    start = z.load("kuhn").start()
    for change in (
        {"codes": plan.codes[::-1].copy()},
        {"codes": plan.codes[::2].copy(), "parts": np.ones(len(plan)), "first": np.arange(len(plan) + 1)},
    ):
        arrays = {name: getattr(plan, name) for name in ("players", "information", "first", "codes", "parts")}
        with pytest.raises(z.Problem, match="has other moves than the rules have now"):
            by_walking(start, Plan("kuhn", **(arrays | change)), compiled=False)


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_payoffs_may_be_tiny_or_huge(scale):
    pennies = [{"player": "MIN", "info": "b", "children": [scale * a, scale * b]} for a, b in ((1, -1), (-1, 3))]
    found = z.equilibrium(z.Tree({"player": "MAX", "children": pennies}))
    assert float(found.value) == pytest.approx(scale / 3)
    assert found.regret <= 1e-9 * scale


def test_an_answer_without_profiles_claims_nothing():
    from zermelo.equilibrium.answer import Answer

    empty = Answer("game", "method", ("A", "B"), (), "nothing")
    assert not empty.exact
    assert np.isnan(empty.regret)


@pytest.mark.parametrize("file", ["nowhere/kept.npz", "kept.txt"])
def test_where_nothing_can_be_kept_is_told_before_the_work(file, tmp_path):
    began = time.monotonic()
    with pytest.raises(z.Problem, match=r"cannot write|in \.npz"):
        z.equilibrium("kuhn", "cfr+", iterations=0, time=30.0, keep=str(tmp_path / file))
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("method", ["cfr+:iterations=0", "mccfr:time=600"])
def test_what_was_kept_survives_a_kill(method, tmp_path):
    file = tmp_path / "kept.npz"
    code = f"import zermelo as z; z.equilibrium('kuhn', {method!r}, keep={str(file)!r})"
    working = subprocess.Popen([sys.executable, "-c", code])
    try:
        until = time.monotonic() + 60
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        working.kill()
        working.wait()
    name = method.partition(":")[0]
    with np.load(file) as kept:
        assert set(kept.files) > {"about", "regrets", "totals"}
    limit = {"iterations": 1} if name == "cfr+" else {"games": 1}
    assert z.equilibrium("kuhn", name, keep=str(file), **limit).regret < 0.2


def test_a_file_is_gone_on_from_with_the_same_settings_only(tmp_path):
    file = str(tmp_path / "kept.npz")
    z.equilibrium("kuhn", "mccfr", games=50, keep=file)
    with pytest.raises(z.Problem, match="is of other rules"):
        z.equilibrium("kuhn", "mccfr", games=90, sampling="outcome", keep=file)
    np.save(tmp_path / "row.npy", np.zeros(3))
    (tmp_path / "row.npz").write_bytes((tmp_path / "row.npy").read_bytes())
    with pytest.raises(z.Problem, match=r"it is no \.npz file"):
        z.equilibrium("kuhn", "mccfr", games=90, keep=str(tmp_path / "row.npz"))
    with pytest.raises(z.Problem, match=r"it is no \.npz file"):
        Plan.load(tmp_path / "row.npz")


@pytest.mark.parametrize(
    ("said", "message"),
    [(None, "not None"), ("x", "not 'x'"), (-5, "not -5"), (0.5, r"not 0\.5"), ((1,), r"not \(1,\)")],
)
@pytest.mark.parametrize("method", ["cfr+:iterations=5", "mccfr:games=5"])
def test_what_is_told_must_be_a_number(said, message, method):
    class Wrong(secret(fair).rules):
        def tells(s, move, player):
            return said

    with pytest.raises(z.RulesProblem, match=rf"tells\(\) must return a number from 0, or UNSEEN, {message}"):
        z.equilibrium(z.Game(Wrong), method)


def test_what_is_seen_must_be_a_number():
    class Wrong(secret(fair).rules):
        tells = None

        def sees(s, player):
            return s.chosen

    with pytest.raises(z.RulesProblem, match=r"sees\(\) must return a number, not array"):
        z.equilibrium(z.Game(Wrong), "cfr+:iterations=5")


def test_a_file_belongs_to_one_solver_at_a_time(tmp_path):
    from zermelo.equilibrium.extensive.keeping import Keeping

    file = tmp_path / "kept.npz"
    with Keeping(file, lambda path: None, lambda path: None), pytest.raises(z.Problem, match=r"kept\.npz is in use"):
        z.equilibrium("kuhn", "cfr+", iterations=5, keep=str(file))
    assert z.equilibrium("kuhn", "cfr+", iterations=5, keep=str(file)).details["iterations"] == 5
    assert [each.name for each in tmp_path.iterdir()] == ["kept.npz"]
