"""Counterfactual regret minimisation: play against yourself, regret, and do better; on average it is an equilibrium.

In each information set regrets are kept for each move, how much better it would have been, weighted by how likely
chance and the others lead there; moves are played as they are regretted. Between two players whose interests are
opposed the average of what was played comes as near to an equilibrium as one likes; how near is computed, not guessed.
For more players, or other interests, nothing is promised, and the regrets say what came of it.

CFR: Zinkevich, Johanson, Bowling, Piccione 2007. CFR+: Tammelin 2014. Linear and discounted CFR: Brown, Sandholm 2019.
Predictive CFR+: Farina, Kroer, Sandholm 2021. The players change one after the other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.core.numbers import on_numbers
from zermelo.core.options import Option
from zermelo.core.worker import work
from zermelo.equilibrium.answer import Answer, plainly
from zermelo.equilibrium.extensive.behaviour import WORTH_COMPILING, Behaviour, columns
from zermelo.equilibrium.extensive.course import Course
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form
from zermelo.equilibrium.extensive.keeping import Keeping, Kept, kept_in, name_of
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.extensive.sweeps import iterate, reach_all
from zermelo.equilibrium.solver import EXTENSIVE, Finds, solver

MORE = 1.25  # how much later the next look at the exploitability comes
ENOUGH = 1000  # iterations, if nobody says when to end
AT_FIRST = 10  # iterations until the second
LONGEST = 2.0  # seconds between two looks, about


@dataclass(frozen=True)
class Variant:
    """How regrets and strategies of long ago count: see `sweeps.improve` and `sweeps.iterate`."""

    about: str
    alpha: float
    beta: float
    gamma: float
    predicts: bool = False


VARIANTS = {
    "cfr": Variant("counterfactual regret minimisation", inf, inf, 0.0),
    "cfr+": Variant("CFR+: regrets never fall below 0, later strategies count more", inf, -inf, 1.0),
    "lcfr": Variant("linear CFR: what happened in iteration t counts t", 1.0, 1.0, 1.0),
    "dcfr": Variant("discounted CFR: early regrets fade away, those below 0 sooner", 1.5, 0.0, 2.0),
    "pcfr+": Variant("predictive CFR+: plays as if the last regret came again", inf, -inf, 2.0, True),
}
LIMITS = {
    option.name: option
    for option in (
        Option.of("iterations", 0, "after which it ends; 0: never, or 1000 if nothing else ends it", low=0),
        Option.of("target", 0.0, "the exploitability at which it ends", low=0.0),
        Option.of("time", 0.0, "seconds after which it ends; 0: never", low=0.0),
        Option.of("keep", "", "a file to go on from, if it is there, and to keep everything in"),
        Option.of("memory", 4000.0, "megabytes for the game", low=1.0),
    )
}


@dataclass(frozen=True)
class Stage:
    """How far a solver is."""

    iteration: int
    seconds: float
    exploitability: float  # by how much the players would gain by best replies, on average
    values: tuple[float, ...]  # what each player gets
    behaviour: Behaviour


class Regrets:
    """Regret minimisation under way: everything that it remembers."""

    def __init__(self, form: SequenceForm, variant: Variant, *, compiled: bool | None = None) -> None:
        """`compiled`: whether it runs as native code; None: where that takes less time than to compile."""
        self.form, self.variant, self.compiled = form, variant, compiled
        self.iteration = 0
        size = len(form.codes)
        self.policy = Behaviour.even(form).policy
        self.regrets, self.totals = np.zeros(size), np.zeros(size)
        self._reach, self._gain, self._latest = np.zeros(size), np.zeros(size), np.zeros(size)
        self._stop = np.zeros(1, np.int64)
        on_numbers(reach_all, compiled=size > WORTH_COMPILING)(*columns(form), self.policy, self._reach, form.players)

    def go_on(self, until: int) -> None:
        """Iterate, up to and with iteration `until`; `stop` may end it before."""
        form, variant = self.form, self.variant
        effort = form.players * (len(form.ends) + len(form.codes)) * (until - self.iteration)
        native = effort > WORTH_COMPILING if self.compiled is None else self.compiled
        arguments = (
            *columns(form),
            form.ends,
            form.worth,
            self.policy,
            self._reach,
            self._gain,
            self.regrets,
            self._latest,
            self.totals,
            self._stop,
            self.iteration + 1,
            until,
            variant.alpha,
            variant.beta,
            variant.gamma,
            int(variant.predicts),
        )
        run: Any = on_numbers(iterate, compiled=native)
        if native and not run.prepare(*arguments, given_up=lambda: self.stopped):
            return
        self.iteration = int(run(*arguments))

    def stop(self) -> None:
        """Let the iteration under way be the last."""
        self._stop[0] = 1

    @property
    def stopped(self) -> bool:
        return bool(self._stop[0])

    @property
    def behaviour(self) -> Behaviour:
        """What was played on average: what comes near an equilibrium."""
        return Behaviour.average(self.form, self.totals)

    def resume(self, kept: Kept) -> None:
        """Go on from what was kept, and fits."""
        self.iteration = kept.iteration
        for name in ("policy", "regrets", "totals"):
            getattr(self, name)[:] = kept.arrays[name]
        on_numbers(reach_all, compiled=False)(*columns(self.form), self.policy, self._reach, self.form.players)

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """What must be kept to go on later."""
        return {"policy": self.policy, "regrets": self.regrets, "totals": self.totals}


def stages(form: SequenceForm, variant: Variant, *, regrets: Regrets | None = None, last: int = 0) -> Iterator[Stage]:
    """One stage after the other, at longer and longer distances, up to iteration `last` (0: without end)."""
    regrets = regrets or Regrets(form, variant)
    began, seconds = perf_counter(), 0.0
    following, step = regrets.iteration + 1, 1
    while True:
        until = min(following, last) if last else following
        regrets.go_on(until)
        took = perf_counter() - began
        seconds += took
        behaviour = regrets.behaviour
        now, best = behaviour.values()
        exploitability = float(np.maximum(best - now, 0.0).mean())
        yield Stage(regrets.iteration, seconds, exploitability, tuple(now.tolist()), behaviour)
        if regrets.stopped or (last and regrets.iteration >= last):
            return
        began = perf_counter()
        more = max(int(regrets.iteration * (MORE - 1)), 1 if regrets.iteration < AT_FIRST else 10)
        following = regrets.iteration + (min(more, step) if took > LONGEST else more)
        step = following - regrets.iteration


def solve_by_regret(
    game: Any,
    name: str,
    *,
    tell: Callable[[str], None],
    iterations: int = 0,
    target: float = 0.0,
    time: float = 0.0,
    keep: str = "",
    memory: float = 4000.0,
) -> Answer:
    """A solver of this family, until one of its limits, or Ctrl-C."""
    start = start_of(game)
    if not (iterations or target or time):
        iterations = ENOUGH
    file = kept_in(keep)
    form = sequence_form(start, memory=memory, on_progress=lambda seen: tell(f"{seen:,} positions"))
    regrets = Regrets(form, VARIANTS[name])

    def resume(path: Path) -> None:
        kept = Kept.load(path, form.game.spec, name, name_of(form))
        kept.must_fit(path, {array: (np.dtype(np.float64), len(form.codes)) for array in regrets.arrays})
        regrets.resume(kept)

    def put_away(path: Path) -> None:
        Kept(regrets.iteration, regrets.arrays).save(path, form.game.spec, name, name_of(form))

    latest: list[Stage] = []
    course = Course("iterations")

    def job() -> None:
        for stage in stages(
            form, VARIANTS[name], regrets=regrets, last=iterations and max(iterations, regrets.iteration)
        ):
            latest[:] = [stage]
            course.add(stage.iteration, stage.seconds, stage.exploitability)
            tell(f"iteration {stage.iteration:,}: exploitability {stage.exploitability:.3g}")
            keeping.now_and_then()
            if stage.exploitability <= target or (time and stage.seconds >= time):
                return

    began = perf_counter()
    with Keeping(file, put_away, resume) as keeping:
        _, interrupted = work(
            job,
            regrets.stop,
            time_left=lambda: time - (perf_counter() - began) if time else None,
            begun=lambda: bool(latest),
        )
        keeping.at_last()
    return answer_of(latest[0], name, course, interrupted=interrupted)


def answer_of(stage: Stage, name: str, course: Course, *, interrupted: bool = False) -> Answer:
    """What a stage found, as an answer."""
    behaviour, form = stage.behaviour, stage.behaviour.form
    game = form.game
    meaning = (
        f"after {stage.iteration:,} iterations on {game.spec} who changes alone can gain"
        f" {plainly(stage.exploitability)} on average"
    )
    return Answer(
        game=game.spec,
        method=name,
        players=game.players,
        profiles=(behaviour.profile(),),
        meaning=meaning,
        value=stage.values[0] if form.has_value else None,
        notes=sizes(form),
        details={
            "iterations": stage.iteration,
            "exploitability": stage.exploitability,
            "seconds": stage.seconds,
            "course": course.as_dict(),
        },
        interrupted=interrupted,
        behaviour=behaviour,
    )


def sizes(form: SequenceForm) -> tuple[str, ...]:
    """How large a game is."""
    return (
        f"{form.game.spec}: {len(form.sets):,} information sets, {len(form.codes) - form.players:,} moves in them,"
        f" {form.nodes:,} positions, {form.leaves:,} ends; {form.bytes / 1e6:.3g} MB",
    )


def _register(name: str, variant: Variant) -> None:
    def run(game: Any, **options: Any) -> Answer:
        return solve_by_regret(game, name, **options)

    def watched(game: Any, iterations: int = 0, memory: float = 4000.0, **_: Any) -> Iterator[Stage]:
        return stages(sequence_form(start_of(game), memory=memory), variant, last=iterations)

    run.__doc__ = variant.about[:1].upper() + variant.about[1:] + "."
    solver(
        name,
        EXTENSIVE,
        finds=Finds.NEAR,
        fits="games that fit into memory",
        options=LIMITS,
        tells=True,
        watch=watched,
        usual=lambda game: 2 if name == "cfr+" and start_of(game).game.hidden else 0,
    )(run)


for _name, _variant in VARIANTS.items():
    _register(_name, _variant)
