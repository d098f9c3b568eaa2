"""The equilibria of a game between two whose interests are opposed, as a linear program over sequences.

Realisation plans, how likely a player makes each sequence as far as it depends on them, obey linear equations, and
what is paid is bilinear in the two plans: so the best plan against the best reply is a linear program about as large as
the game (Romanovsky 1962; Koller, Megiddo, von Stengel 1994). HiGHS solves it; where the numbers are simple, the
solution is made exact, and that nobody can gain is computed anew.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, Profile, plainly
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.cfr import sizes
from zermelo.equilibrium.extensive.exact import exactly
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.solver import EXTENSIVE, Finds, solver
from zermelo.errors import Problem

OPTIONS = {
    option.name: option
    for option in (
        Option.of("memory", 4000.0, "megabytes for the game", low=1.0),
        Option.of("exact", True, "whether to look for fractions where the game is small"),
    )
}


def _refuses(game: Any) -> str:
    rules = start_of(game).game
    count = len(rules.players)
    if count != 2:
        return f"{count} player{'s' * (count != 1)}"
    return "" if rules.payoff_sum is not None else "payoffs that do not always add up to the same"


@solver(
    "sequence-form",
    EXTENSIVE,
    finds=Finds.ONE,
    fits="two players whose payoffs always add up to the same",
    refuses=_refuses,
    options=OPTIONS,
    tells=True,
    usual=lambda game: 3,
)
def by_sequence_form(game: Any, *, tell: Callable[[str], None], memory: float = 4000.0, exact: bool = True) -> Answer:
    """An equilibrium by linear programs over sequences of moves."""
    form = sequence_form(start_of(game), memory=memory, on_progress=lambda seen: tell(f"{seen:,} positions"))
    tell(f"a linear program with {len(form.codes):,} sequences")
    behaviour = optimal(form)
    found = exactly(behaviour) if exact else None
    profile = found or behaviour.profile()
    return Answer(
        game=form.game.spec,
        method="sequence-form",
        players=form.game.players,
        profiles=(profile,),
        meaning=f"{form.game.spec} is worth {plainly(profile.payoffs[0])} to {form.game.players[0]}{_doubt(profile)}",
        value=profile.payoffs[0],
        notes=sizes(form),
        behaviour=behaviour,
    )


def _doubt(profile: Profile) -> str:
    gap = sum(float(regret) for regret in profile.regrets)
    return "" if profile.exact else f", up to {max(gap, 1e-15):.1g}"


def optimal(form: SequenceForm) -> Behaviour:
    """An equilibrium of two opposed players."""
    totals = np.zeros(len(form.codes))
    for player in (0, 1):
        totals += _plan(form, player)
    return Behaviour.average(form, np.maximum(totals, 0.0))


def _plan(form: SequenceForm, player: int) -> np.ndarray:
    """The realisation plan of a player that is best against the best reply to it.

    Maximise q[empty] where q are values of the other's sets (and of their empty sequence), x the plan:
    what the other's sequence leads to, ends and further sets, is worth at least the value of its set to the player.
    """
    from scipy.optimize import linprog
    from scipy.sparse import coo_array

    other = 1 - player
    mine, theirs = (_sequences(form, who) for who in (player, other))
    x = {sequence: column for column, sequence in enumerate(mine)}
    row_of = {sequence: row for row, sequence in enumerate(theirs)}
    my_sets, their_sets = form.sets_of[player], form.sets_of[other]
    columns, plays = len(mine) + 1 + len(their_sets), len(mine)
    # 1. for each sequence of the other: value of its set - values of the sets behind it - what is paid <= 0
    rows, cols, numbers = [row_of[other]], [plays], [1.0]
    for k, number in enumerate(their_sets):
        one = form.sets[number]
        for sequence in range(int(one.first), int(one.first + one.count)):
            rows.append(row_of[sequence])
            cols.append(plays + 1 + k)
            numbers.append(1.0)
        rows.append(row_of[int(one.parent)])
        cols.append(plays + 1 + k)
        numbers.append(-1.0)
    rows += [row_of[int(sequence)] for sequence in form.ends[:, other]]
    cols += [x[int(sequence)] for sequence in form.ends[:, player]]
    numbers += (-form.worth[:, player]).tolist()
    paid = coo_array((numbers, (rows, cols)), (len(theirs), columns)).tocsr()
    # 2. the plan: 1 for the empty sequence; what comes after a set adds up to what leads there
    rows, cols, numbers = [0], [x[player]], [1.0]
    for k, number in enumerate(my_sets, 1):
        one = form.sets[number]
        for sequence in range(int(one.first), int(one.first + one.count)):
            rows.append(k)
            cols.append(x[sequence])
            numbers.append(1.0)
        rows.append(k)
        cols.append(x[int(one.parent)])
        numbers.append(-1.0)
    flows = coo_array((numbers, (rows, cols)), (1 + len(my_sets), columns)).tocsr()
    right = np.zeros(1 + len(my_sets))
    right[0] = 1.0
    aim = np.zeros(columns)
    aim[plays] = -1.0
    found = linprog(
        aim,
        A_ub=paid,
        b_ub=np.zeros(len(theirs)),
        A_eq=flows,
        b_eq=right,
        bounds=[(0, None)] * plays + [(None, None)] * (columns - plays),
        method="highs",
    )
    if found.status:
        raise Problem(f"the linear program of {form.game.spec} was not solved: {found.message}")
    plan = np.zeros(len(form.codes))
    plan[mine] = found.x[:plays]
    return plan


def _sequences(form: SequenceForm, player: int) -> list[int]:
    """A player's sequences, the empty one first."""
    listed = [player]
    for number in form.sets_of[player]:
        one = form.sets[number]
        listed += range(int(one.first), int(one.first + one.count))
    return listed
