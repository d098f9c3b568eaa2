"""From an equilibrium in floats to one in fractions: guessed from the floats, then proven from the definition."""

from fractions import Fraction
from math import isclose
from typing import Any

import numpy as np

from zermelo.equilibrium.answer import Profile, Strategy
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.form import SequenceForm

FEW = 2_000  # ends and sequences: beyond that fractions take long
LARGEST = 10_000  # denominator of a probability
LARGEST_PAID = 10**6  # of what is paid, times the probability of chance
NEAR = 1e-9

Parts = list[Fraction]


def exactly(behaviour: Behaviour) -> Profile | None:
    """The profile of an equilibrium near `behaviour`, proven in fractions; None if there is no simple one."""
    form = behaviour.form
    if len(form.ends) > FEW or len(form.codes) > FEW:
        return None
    policy = _simple(behaviour)
    if policy is None:
        return None
    profile = profile_of(form, policy)
    return profile if profile.exact and not any(profile.regrets) else None


def profile_of(form: SequenceForm, policy: list[Any]) -> Profile:
    """What everybody gets by a policy and could gain: exact, if all of it is."""
    worth = worth_of(form)
    if worth is None or any(isinstance(part, float) for part in policy):
        return Behaviour(form, np.array(policy, float)).profile()
    regrets, payoffs = regrets_of(form, worth, policy)
    pure = all(part in (0, 1) for part in policy)
    return Profile(in_words(form, policy), payoffs, regrets, "pure" if pure else "mixed")


def worth_of(form: SequenceForm) -> list[Parts] | None:
    """What ends pay, times the probability of chance, in fractions; None if they are not simple ones."""
    worth = [[Fraction(value).limit_denominator(LARGEST_PAID) for value in row] for row in form.worth.tolist()]
    near = (
        isclose(given, value, rel_tol=1e-12, abs_tol=1e-15)
        for row, exact in zip(form.worth.tolist(), worth, strict=True)
        for given, value in zip(row, exact, strict=True)
    )
    return worth if all(near) else None


def in_words(form: SequenceForm, policy: Parts) -> tuple[Strategy, ...]:
    """The strategies of all players, by what they see."""
    words = form.words

    def told(number: int) -> Strategy:
        return dict(zip(words.moves(number), _of_set(form, number, policy), strict=True))

    return tuple({words.label(number): told(number) for number in sets.tolist()} for sets in form.sets_of)


def _simple(behaviour: Behaviour) -> Parts | None:
    """The policy in simple fractions, if there are any near it."""
    form, policy = behaviour.form, [Fraction(1)] * len(behaviour.policy)
    for one in form.sets:
        places = range(int(one.first), int(one.first + one.count))
        for place in places:
            given = float(behaviour.policy[place])
            policy[place] = Fraction(given).limit_denominator(LARGEST)
            if abs(policy[place] - given) > NEAR:
                return None
        if sum(policy[place] for place in places) != 1:
            return None
    return policy


def _of_set(form: SequenceForm, number: int, policy: Parts) -> Parts:
    one = form.sets[number]
    return policy[int(one.first) : int(one.first + one.count)]


def regrets_of(
    form: SequenceForm, worth: list[Parts], policy: Parts
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """How much each player could gain, and what they get: as in `sweeps`, in fractions."""
    sets = [(int(one.player), int(one.first), int(one.count), int(one.parent)) for one in form.sets]
    reach = [Fraction(1)] * len(policy)
    for _, first, count, parent in sets:
        for i in range(first, first + count):
            reach[i] = reach[parent] * policy[i]
    regrets, payoffs = [], []
    for player in range(form.players):
        best, now = [Fraction(0)] * len(policy), [Fraction(0)] * len(policy)
        for sequences, paid in zip(form.ends.tolist(), worth, strict=True):
            chance = paid[player]
            for other, sequence in enumerate(sequences):
                if other != player and chance:
                    chance *= reach[sequence]
            best[sequences[player]] += chance
            now[sequences[player]] += chance
        for owner, first, count, parent in reversed(sets):
            if owner == player:
                best[parent] += max(best[first : first + count])
                now[parent] += sum((policy[i] * now[i] for i in range(first, first + count)), Fraction(0))
        regrets.append(best[player] - now[player])
        payoffs.append(now[player])
    return tuple(regrets), tuple(payoffs)
