"""The equilibria of a game between two whose interests are opposed, as a linear program over sequences.

Realisation plans, how likely a player makes each sequence as far as it depends on them, obey linear equations, and
what is paid is bilinear in the two plans: so the best plan against the best reply is a linear program about as large as
the game (Romanovsky 1962; Koller, Megiddo, von Stengel 1994). HiGHS solves it; where the numbers are simple, the
solution is made exact, and that nobody can gain is computed anew.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.core.options import Option
from zermelo.core.worker import GLANCE, begin
from zermelo.equilibrium.answer import Answer, Profile, plainly
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.cfr import sizes
from zermelo.equilibrium.extensive.exact import exactly
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.solver import EXTENSIVE, Finds, solver
from zermelo.errors import Beyond, Problem

MOST_SEQUENCES = 7_000  # for which a linear program takes some 3 seconds; of twice as many, ten times as long
OUT_OF_TIME = 1  # a status of linprog
LATE = 0.5  # seconds that it may need to notice
OPTIONS = {
    option.name: option
    for option in (
        Option.of("memory", 200.0, "megabytes for the game", low=1.0),
        Option.of("most", 0, "sequences of moves: more take long; 0: any number", low=0),
        Option.of("time", 0.0, "seconds after which it gives up; 0: never", low=0.0),
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
    usual=lambda game: 4 if start_of(game).game.hidden else 0,
    unasked={"most": MOST_SEQUENCES},
)
def by_sequence_form(
    game: Any,
    *,
    tell: Callable[[str], None],
    memory: float = 200.0,
    most: int = 0,
    time: float = 0.0,
    exact: bool = True,
) -> Answer:
    """An equilibrium by linear programs over sequences of moves."""
    form = sequence_form(start_of(game), memory=memory, on_progress=lambda seen: tell(f"{seen:,} positions"))
    if most and len(form.codes) > most:
        raise Beyond(
            f"{form.game.spec} has {len(form.codes):,} sequences of moves, for which a linear program takes long:"
            " cfr+ comes near (sequence-form:most=0 tries all the same)"
        )
    tell(f"a linear program with {len(form.codes):,} sequences")
    behaviour = optimal(form, seconds=time)
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


def optimal(form: SequenceForm, *, seconds: float = 0.0) -> Behaviour:
    """An equilibrium of two opposed players; a Problem if it is not found in so many seconds (0: however many).

    Maximise what the second player's empty sequence is worth to the first, over the first player's plans, where what
    each sequence of the second leads to, ends and further sets, is worth at least the value of its set. What these
    conditions cost (the dual solution) is the second player's plan.
    """
    from scipy.sparse import coo_array

    mine, theirs = _sequences(form, 0), _sequences(form, 1)
    x, y = (np.full(len(form.codes), -1) for _ in range(2))  # the columns of plans, the rows of the other's sequences
    x[mine], y[theirs] = np.arange(len(mine)), np.arange(len(theirs))
    plays, sets = len(mine), [form.sets[numbers] for numbers in form.sets_of]
    worth_of_empty = plays  # the columns: plans, this, values of the second player's sets
    values = plays + 1 + np.arange(len(sets[1]))
    # 1. for each sequence of the second: value of its set - values of the sets behind it - what is paid <= 0
    paid = _Table()
    paid.add(y[[1]], [worth_of_empty], [1.0])
    for value, one in zip(values, sets[1], strict=True):
        paid.add(y[one.first : one.first + one.count], value, 1.0)
    paid.add(y[sets[1]["parent"]], values, -1.0)
    scale = float(np.abs(form.worth[:, 0]).max()) or 1.0  # what is much smaller than 1 counts as nothing
    paid.add(y[form.ends[:, 1]], x[form.ends[:, 0]], -form.worth[:, 0] / scale)
    # 2. a plan: 1 for the empty sequence; what comes after a set adds up to what leads there
    flows = _Table()
    flows.add([0], x[[0]], [1.0])
    for row, one in enumerate(sets[0], 1):
        flows.add(row, x[one.first : one.first + one.count], 1.0)
    flows.add(np.arange(1, len(sets[0]) + 1), x[sets[0]["parent"]], -1.0)
    columns = plays + 1 + len(values)
    aim = np.zeros(columns)
    aim[worth_of_empty] = -1.0
    found = _solved(
        form,
        seconds,
        c=aim,
        A_ub=coo_array(paid.entries, (len(theirs), columns)).tocsr(),
        b_ub=np.zeros(len(theirs)),
        A_eq=coo_array(flows.entries, (1 + len(sets[0]), columns)).tocsr(),
        b_eq=np.eye(1, 1 + len(sets[0]))[0],
        bounds=[(0, None)] * plays + [(None, None)] * (columns - plays),
    )
    totals = np.zeros(len(form.codes))
    totals[mine], totals[theirs] = found.x[:plays], -found.ineqlin.marginals
    return Behaviour.average(form, np.maximum(totals, 0.0))


def _solved(form: SequenceForm, seconds: float, **program: Any) -> Any:
    """What HiGHS finds. It cannot be interrupted: on Ctrl-C its thread is left behind, and ends some time."""
    from scipy.optimize import linprog

    end = perf_counter() + seconds if seconds else None
    task = begin(lambda: linprog(**program, method="highs", options={"time_limit": seconds} if seconds else {}))
    while not task.done.wait(GLANCE):
        if end and perf_counter() > end + LATE:
            break
    if task.failure:
        raise task.failure
    found = task.answer
    if found is None or found.status == OUT_OF_TIME:
        raise Beyond(f"the linear program of {form.game.spec} was not solved in {seconds:g} s; cfr+ comes near it")
    if found.status:
        raise Problem(f"the linear program of {form.game.spec} was not solved: {found.message}")
    return found


class _Table:
    """The entries of a sparse matrix."""

    def __init__(self) -> None:
        self._rows: list[np.ndarray] = []
        self._columns: list[np.ndarray] = []
        self._numbers: list[np.ndarray] = []

    def add(self, rows: Any, columns: Any, numbers: Any) -> None:
        """Some entries; a number alone stands for all."""
        for kept, given in zip(
            (self._rows, self._columns, self._numbers), np.broadcast_arrays(rows, columns, numbers), strict=True
        ):
            kept.append(given)

    @property
    def entries(self) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
        numbers, rows, columns = map(np.concatenate, (self._numbers, self._rows, self._columns))
        return numbers, (rows, columns)


def _sequences(form: SequenceForm, player: int) -> list[int]:
    """A player's sequences, the empty one first."""
    listed = [player]
    for number in form.sets_of[player]:
        one = form.sets[number]
        listed += range(int(one.first), int(one.first + one.count))
    return listed
