"""The sequence form, and what it says of strategies, against walks through all positions and open_spiel."""

import random

import numpy as np
import pytest

import zermelo as z
from equilibrium.extensive import naive_extensive
from zermelo.equilibrium.extensive.behaviour import Behaviour, behaviour_of
from zermelo.equilibrium.extensive.form import sequence_form

UNSEEN_FIRST = {"player": "MAX", "moves": ["l", "r"], "children": [
    {"player": "MIN", "info": "b", "moves": ["x", "y"], "children": [2, -1]},
    {"player": "MIN", "info": "b", "moves": ["x", "y"], "children": [-3, 1]},
]}  # fmt: skip


def random_behaviour(form, rng):
    return Behaviour.average(form, np.array([rng.random() + 1e-3 for _ in form.codes]))


def as_policy(behaviour):
    form = behaviour.form

    def policy(position):
        number = form.number_of[position.mover, position.sees(position.mover) % 2**64]
        return behaviour.at(number)

    return policy


@pytest.mark.parametrize("seed", range(5))
def test_values_and_best_replies_are_those_of_all_positions(seed):
    rng = random.Random(seed)
    start = random.Random(seed).choice([z.Tree(UNSEEN_FIRST).start(), z.load("kuhn").start()])
    behaviour = random_behaviour(sequence_form(start), rng)
    now, best = behaviour.values()
    policy = as_policy(behaviour)
    assert now == pytest.approx(naive_extensive.expected(start, policy))
    for player in range(2):
        assert best[player] == pytest.approx(naive_extensive.best_reply(start, policy, player))
    replies = behaviour.best_replies()
    for player in range(2):
        mixed = np.where(owners(behaviour.form) == player, replies.policy, behaviour.policy)
        assert Behaviour(behaviour.form, mixed).values()[0][player] == pytest.approx(best[player])


def owners(form):
    """Whose each sequence is."""
    found = np.arange(len(form.codes))
    for one in form.sets:
        found[int(one.first) : int(one.first + one.count)] = one.player
    return found


def test_kuhn_poker():
    form = sequence_form(z.load("kuhn").start())
    assert (len(form.sets), form.leaves) == (12, 30)
    assert Behaviour.even(form).regrets.sum() == pytest.approx(11 / 12)
    assert form.labels[:3] == ["J", "Q checks", "J check bets"]


@pytest.mark.parametrize("alpha", [0.0, 0.1, 1 / 3])
def test_the_family_of_equilibria_of_kuhn_poker(alpha):
    """Kuhn 1950: A may bluff up to a third of the time, and bets a king three times as often."""
    form = sequence_form(z.load("kuhn").start())
    a = {
        "J": {"bet": alpha, "check": 1 - alpha}, "J check bets": "fold",
        "Q": "check", "Q check bets": {"call": alpha + 1 / 3, "fold": 2 / 3 - alpha},
        "K": {"bet": 3 * alpha, "check": 1 - 3 * alpha}, "K check bets": "call",
    }  # fmt: skip
    b = {
        "J checks": {"bet": 1 / 3, "check": 2 / 3}, "J bets": "fold",
        "Q checks": "check", "Q bets": {"call": 1 / 3, "fold": 2 / 3},
        "K checks": "bet", "K bets": "call",
    }  # fmt: skip
    played = behaviour_of(form, {"A": a, "B": b})
    assert played.regrets == pytest.approx([0, 0], abs=1e-12)
    assert played.values()[0] == pytest.approx([-1 / 18, 1 / 18])
    other = behaviour_of(form, {"A": {**a, "J": {"bet": 0.4, "check": 0.6}}, "B": b})
    assert other.exploitability > 0.001


def test_who_forgets_is_told_with_two_positions():
    forgets = {"player": "MAX", "moves": ["l", "r"], "children": [
        {"player": "MAX", "info": "a", "name": "after l", "children": [1, 2]},
        {"player": "MAX", "info": "a", "name": "after r", "children": [3, 4]},
    ]}  # fmt: skip
    with pytest.raises(
        z.Problem, match="to MAX 'after l' looks like 'after r', but came about by other moves of their"
    ):
        sequence_form(z.Tree(forgets).start())


def test_moves_that_give_something_away_are_told():
    gives_away = {"player": "MAX", "children": [
        {"player": "MIN", "info": "b", "name": "two", "children": [1, 2]},
        {"player": "MIN", "info": "b", "name": "three", "children": [3, 4, 5]},
    ]}  # fmt: skip
    with pytest.raises(z.Problem, match="to MIN 'two' looks like 'three', but the moves differ"):
        sequence_form(z.Tree(gives_away).start())


def test_a_game_that_is_too_large_is_told():
    with pytest.raises(z.Problem, match=r"connect4 does not fit in 1 MB: .* information sets so far"):
        sequence_form(z.load("connect4").start(), memory=1)


def test_positions_of_an_open_game_are_sets_of_their_own():
    form = sequence_form(z.load("nim:piles=1-1-1").start())
    assert (form.nodes, len(form.sets), form.leaves) == (4, 3, 1)


def test_strategies_in_words_are_checked():
    form = sequence_form(z.load("kuhn").start())
    with pytest.raises(z.Problem, match="unknown information set 'X' of A in kuhn"):
        behaviour_of(form, {"A": {"X": "check"}})
    with pytest.raises(z.Problem, match="there is no move 'raise' at 'J'"):
        behaviour_of(form, {"A": {"J": "raise"}})
    with pytest.raises(z.Problem, match=r"must be >= 0 and add up to 1, not 0\.5"):
        behaviour_of(form, {"A": {"J": {"check": 0.5}}})
