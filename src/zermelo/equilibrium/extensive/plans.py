"""A game as a matrix: each player chooses a plan for all that may happen before it begins, and all plans meet.

A reduced plan says what to do wherever its player may come if they follow it (Kuhn 1953; von Stengel 1996). There are
exponentially many, so this is for small games; but there everything known of matrix games can be asked, for interests
of any kind and for any number of players. What is found is told as behaviour, and its regrets are computed anew.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, Profile
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.cfr import sizes
from zermelo.equilibrium.extensive.exact import profile_of, worth_of
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.solver import EXTENSIVE, Finds, equilibrium, solver, usual_solvers
from zermelo.errors import Beyond, Problem

MOST = 20_000
TOLD = 100  # equilibria: of more, the first
MEMORY = 100.0  # megabytes: what needs more has too many plans anyway
OPTIONS = {
    option.name: option
    for option in (
        Option.of("by", "", "the method for the matrix of plans, such as supports; if none is said, what suits it"),
        Option.of("most", MOST, "payoffs in the matrix", low=1),
    )
}


def _rank(game: Any) -> int:
    rules = start_of(game).game
    return 3 if rules.hidden and not (len(rules.players) == 2 and rules.payoff_sum is not None) else 0


@solver(
    "plans",
    EXTENSIVE,
    finds=Finds.SOME,
    fits="small games of any number of players with any interests",
    options=OPTIONS,
    tells=True,
    usual=_rank,
)
def by_plans(game: Any, *, tell: Callable[[str], None], by: str = "", most: int = MOST) -> Answer:
    """Equilibria of the matrix in which every player chooses a plan for the whole game."""
    form = sequence_form(start_of(game), memory=MEMORY)
    plans = [Plans(form, player) for player in range(form.players)]
    size = " x ".join(f"{each.count:,}" for each in plans)
    if prod(each.count for each in plans) * form.players > most:
        raise Beyond(
            f"{form.game.spec} has {size} plans, with more than {most:,} payoffs; "
            "cfr+ needs no plans, and its regrets tell how good it is"
        )
    tell(f"{size} plans")
    matrix = normal_form(form, plans)
    found = _solved(matrix, by, tell)
    policies = list(dict.fromkeys(tuple(_policy(form, plans, mixes)) for mixes in found.profiles))
    several = "one equilibrium" if len(policies) == 1 else f"{len(policies):,} equilibria"
    cut = f", of which the first {TOLD} are told" if len(policies) > TOLD else ""
    profiles = [profile_of(form, list(policy)) for policy in policies[:TOLD]]
    return Answer(
        game=form.game.spec,
        method="plans",
        players=form.game.players,
        profiles=tuple(profiles),
        meaning=f"the matrix of {size} plans of {form.game.spec} has {several}{cut}, by {found.method}",
        complete=not cut and found.complete and all(part.isolated for part in found.components),
        value=profiles[0].payoffs[0] if form.has_value else None,
        notes=(*sizes(form), *_infinite(found)),
        details={"plans": [each.count for each in plans], "by": found.method, "equilibria": len(policies)},
        behaviour=Behaviour(form, np.array(policies[0], float)),
    )


def _solved(matrix: MatrixGame, by: str, tell: Callable[[str], None]) -> Answer:
    """What a method, or the first of the usual ones that finds something, says of the matrix."""
    methods = [by] if by else [each.name for each in usual_solvers(matrix)]
    if not by and len(matrix.sizes) > 2:
        methods.insert(0, "pure")  # which is exact, where others only come near
    for method in methods:
        found = equilibrium(matrix, method, tell=tell)
        if any(profile.joint is not None for profile in found.profiles):
            raise Problem(f"{method} tells players what to do together: plans are for those who choose alone")
        if found.profiles:
            return found
    raise Beyond(f"{matrix.name} has no equilibrium that {', '.join(methods)} would find among plans; try cfr+")


def _infinite(found: Answer) -> tuple[str, ...]:
    loose = [part for part in found.components if not part.isolated]
    return ("some of them may be mixed with each other: there are infinitely many",) if loose else ()


@dataclass
class Plans:
    """The reduced plans of a player: each the sequences that it makes, the empty one first."""

    form: SequenceForm
    player: int

    def __post_init__(self) -> None:
        self.behind: dict[int, list[int]] = {}  # the sets that a sequence may lead to
        for number in self.form.sets_of[self.player].tolist():
            self.behind.setdefault(int(self.form.sets[number]["parent"]), []).append(number)
        counts: dict[int, int] = {}
        for number in reversed(self.form.sets_of[self.player].tolist()):
            for sequence in self._moves(number):
                counts[sequence] = self._product(sequence, counts)
        self.count = self._product(self.player, counts)

    def _product(self, sequence: int, counts: dict[int, int]) -> int:
        return prod(sum(counts[move] for move in self._moves(number)) for number in self.behind.get(sequence, ()))

    def _moves(self, number: int) -> range:
        one = self.form.sets[number]
        return range(int(one.first), int(one.first + one.count))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self._after(self.player)

    def _after(self, sequence: int) -> Iterator[tuple[int, ...]]:
        """All ways to go on after a sequence, which comes first."""
        ways = [
            [way for move in self._moves(number) for way in self._after(move)]
            for number in self.behind.get(sequence, ())
        ]
        for chosen in product(*ways):
            yield (sequence, *(made for way in chosen for made in way))

    def named(self) -> list[str]:
        """What each plan does, by the names of its moves."""
        form = self.form
        move_of: dict[int, str] = {}
        for number in form.sets_of[self.player].tolist():
            move_of |= dict(zip(self._moves(number), form.names(number), strict=True))
        names = [" ".join(move_of[sequence] for sequence in plan[1:]) or "nothing" for plan in self]
        return names if len(set(names)) == len(names) else [f"{k}: {name}" for k, name in enumerate(names, 1)]


def normal_form(form: SequenceForm, plans: list[Plans]) -> MatrixGame:
    """The reduced normal form, with exact payoffs."""
    worth = worth_of(form) or [[Fraction(repr(value)) for value in row] for row in form.worth.tolist()]
    scale = lcm(*(value.denominator for row in worth for value in row))
    users: list[dict[int, list[int]]] = []  # the plans that make a sequence
    for each in plans:
        users.append({})
        for number, plan in enumerate(each):
            for sequence in plan:
                users[-1].setdefault(sequence, []).append(number)
    table = np.zeros((*(each.count for each in plans), form.players), dtype=object)
    for sequences, paid in zip(form.ends.tolist(), worth, strict=True):
        where = np.ix_(*(own[sequence] for own, sequence in zip(users, sequences, strict=True)))
        for player, value in enumerate(paid):
            table[..., player][where] += int(value * scale)
    exact = np.vectorize(lambda number: Fraction(number, scale), otypes=[object])(table)
    return MatrixGame.of_table(exact, form.game.players, [each.named() for each in plans], form.game.spec)


def _policy(form: SequenceForm, plans: list[Plans], mixes: Profile) -> list[Any]:
    """What mixtures of plans come to in each set; even where none of them comes."""
    totals: list[Any] = [Fraction(0)] * len(form.codes)
    for each, mix in zip(plans, mixes.strategies, strict=True):
        for plan, part in zip(each, mix.values(), strict=True):
            if part:
                for sequence in plan:
                    totals[sequence] += part
    policy: list[Any] = [Fraction(1)] * len(form.codes)
    for one in form.sets:
        places = range(int(one.first), int(one.first + one.count))
        total = sum(totals[place] for place in places)
        for place in places:
            policy[place] = totals[place] / total if total else Fraction(1, len(places))
    return policy
