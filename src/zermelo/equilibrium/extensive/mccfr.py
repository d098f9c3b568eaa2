"""Monte Carlo counterfactual regret minimisation: a solver that learns by playing, for games of any size."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.core.binding import fingerprint
from zermelo.core.game import Position
from zermelo.core.hidden import check_knowledge
from zermelo.core.kernel import at_root, kernel, link
from zermelo.core.likeness import of_rules
from zermelo.core.numbers import on_numbers
from zermelo.core.options import Option
from zermelo.core.worker import work
from zermelo.equilibrium.answer import Answer, plainly
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.course import Course
from zermelo.equilibrium.extensive.form import SequenceForm, refuse, sequence_form
from zermelo.equilibrium.extensive.keeping import Keeping, Kept, kept_in
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.extensive.sampling import EXTERNAL, MET, OUTCOME, enter_met, kept_by, sample, sampling
from zermelo.equilibrium.extensive.unfolding import may_miss, walk
from zermelo.equilibrium.plan import GIST, INFORMATION, MADE_FOR, Plan
from zermelo.equilibrium.solver import EXTENSIVE, Finds, solver
from zermelo.errors import Beyond, Problem

WAYS = {"external": EXTERNAL, "outcome": OUTCOME}
KEPT = ("sets", "codes", "regrets", "totals")
FEW = 64  # games at a time at first, to see how long they take
ROUND_SECONDS = 0.2
IN_PLAIN_PYTHON = 200  # games of which so many are played without compiling
SMALL = 200.0  # megabytes: a game that can be unfolded in so many is, to tell how good the strategy is
OPTIONS = {
    option.name: option
    for option in (
        Option.of("sampling", "external", "try all moves of one player, or play single games", choices=tuple(WAYS)),
        Option.of("games", 0, "for each player, after which it ends; 0: never", low=0),
        Option.of("time", 0.0, "seconds after which it ends; 0: never, or 10 if nothing else ends it", low=0.0),
        Option.of(
            "by",
            INFORMATION,
            "keep a strategy for all that a player knows, or for the gist of it, if the rules say what that is",
            choices=(INFORMATION, GIST),
        ),
        Option.of("power", 1.0, "what is played in round t counts t to this power in the average", low=0.0, high=5.0),
        Option.of("curiosity", 0.6, "of outcome sampling: how often a move is drawn at random", low=0.01, high=1.0),
        Option.of("seed", 1, "of the random generator", low=0),
        Option.of("keep", "", "a file to go on from, if it is there, and to keep everything in"),
        Option.of("memory", 4000.0, "megabytes for the table", low=1.0),
    )
}


class Sampler:
    """Regrets of the information sets met so far, in a table that grows."""

    def __init__(
        self, start: Position, *, sampling_by: str = "external", power: float = 1.0, curiosity: float = 0.6,
        by: str = INFORMATION, seed: int = 1, memory: float = 4000.0, compiled: bool = True, room: int = 512,
    ) -> None:  # fmt: skip
        if start.over:
            raise Problem(f"{start.game.spec} is over at {start.text}: there is nothing to choose")
        self.start, self.way, self.power, self.memory, self.compiled = start, WAYS[sampling_by], power, memory, compiled
        if start.game.hidden:
            check_knowledge(start)
        if by == GIST and not start.game.has("gist"):
            raise Problem(f"{start.game.spec} has no rule `gist`: strategies are kept by all that players know")
        self.games, self.by = 0, by
        self.large = False  # whether a single game is so long that plain Python would not end it in time
        self.w = at_root(start, sampling)
        self.w["dice"]["random"] = np.random.default_rng(seed).integers(1, 2**63)
        self.w["curiosity"], self.w["tolerance"] = curiosity, may_miss(start.game)
        self.crowded = False  # whether it ended because memory was full
        self.arrays = {
            "sets": np.zeros(room, MET),
            "slots": np.full(4 * room, -1, np.int32),
            "codes": np.zeros(4 * room + start.game.max_moves, np.int32),
            "regrets": np.zeros(4 * room + start.game.max_moves),
            "totals": np.zeros(4 * room + start.game.max_moves),
        }
        self._link()

    def _link(self) -> None:
        for name, array in self.arrays.items():
            link(self.w, name, array)

    def play(self, games: int) -> None:
        """Go on for so many games of each player; `stop` ends it."""
        native = self.compiled and (self.large or games * len(self.start.game.players) > IN_PLAIN_PYTHON)
        run: Any = kernel(self.start.game, sample, kept_by(self.start.game, self.by), compiled=native)
        wanted = self.games + games
        while self.games < wanted and not self.stopped:
            arguments = self.w[0], wanted - self.games, self.games + 1, self.power, self.way
            if native and not run.prepare(*arguments, given_up=lambda: self.stopped):
                return
            self.games += int(run(*arguments))
            if self.w["fault"][0]:
                refuse(int(self.w["fault"][0]), self.start, self.w["path"][0, 1 : int(self.w["ply"][0]) + 1].tolist())
            if self.w["full"][0] and not self._grow():
                self.crowded = True
                self.stop()

    def stop(self) -> None:
        self.w["stop"] = 1

    @property
    def stopped(self) -> bool:
        return bool(self.w["stop"][0])

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays.values())

    def _grow(self) -> bool:
        """Twice the room, if there is memory for it."""
        arrays = self.arrays
        if 2 * self.bytes > self.memory * 1e6:
            return False
        for name in ("sets", "codes", "regrets", "totals"):
            larger = np.zeros(2 * len(arrays[name]), arrays[name].dtype)
            larger[: len(arrays[name])] = arrays[name]
            arrays[name] = larger
        arrays["slots"] = np.full(2 * len(arrays["slots"]), -1, np.int32)
        self._enter()
        return True

    def _enter(self) -> None:
        """Write the sets into the table in which they are found."""
        used, slots = int(self.w["sets_used"][0]), self.arrays["slots"]
        slots[:] = -1
        on_numbers(enter_met, compiled=self.compiled and used > IN_PLAIN_PYTHON)(slots, self.arrays["sets"], used)
        self._link()
        self.w["full"] = 0

    def keep(self, path: Path) -> None:
        """Write everything that is needed to go on later."""
        sets, moves = int(self.w["sets_used"][0]), int(self.w["moves_used"][0])
        arrays = {name: self.arrays[name][: sets if name == "sets" else moves] for name in KEPT}
        arrays["dice"] = self.w["dice"]["random"].copy()
        Kept(self.games, arrays).save(path, self.start.game.spec, "mccfr", self._rules)

    def resume(self, path: Path) -> None:
        """Go on from a file."""
        kept = Kept.load(path, self.start.game.spec, "mccfr", self._rules)
        moves = len(kept.arrays.get("codes", ()))
        floats = (np.dtype(np.float64), moves)
        kept.must_fit(path, {"sets": (MET, -1), "codes": (np.dtype(np.int32), moves), "regrets": floats,
                             "totals": floats, "dice": (np.dtype(np.uint64), 1)})  # fmt: skip
        sets = kept.arrays["sets"]
        fits = (np.append(sets["first"], moves) == np.cumsum([0, *sets["count"]])).all() and (sets["count"] > 0).all()
        if not fits:
            raise Problem(f"{path} cannot be gone on from: its sets do not fit its moves")
        while len(self.arrays["sets"]) < 2 * len(sets) or len(self.arrays["codes"]) < 2 * moves:
            if not self._grow():
                raise Problem(f"what {path} holds does not fit in {self.memory:g} MB")
        for name in KEPT:
            self.arrays[name][: len(kept.arrays[name])] = kept.arrays[name]
        self.w["sets_used"], self.w["moves_used"], self.games = len(sets), moves, kept.iteration
        self.w["dice"]["random"] = kept.arrays["dice"]
        self._enter()

    @property
    def _rules(self) -> str:
        """Equal for what can be gone on from: the same rules, and the same weights of what was sampled."""
        settings = self.by, self.way, self.power, float(self.w["curiosity"][0])
        return fingerprint(walk, self.start.game.replace, *settings)[:16]

    def plan(self, **about: Any) -> Plan:
        """What was played on average, even where nothing was."""
        used, moves = int(self.w["sets_used"][0]), int(self.w["moves_used"][0])
        sets, totals = self.arrays["sets"][:used], self.arrays["totals"][:moves]
        counts = sets["count"].astype(np.int64)
        sums = np.repeat(np.add.reduceat(totals, sets["first"]), counts)
        even = 1.0 / np.repeat(counts, counts)
        parts = np.divide(totals, sums, out=even, where=sums > 0)
        first = np.append(sets["first"], moves)
        players, information = sets["player"].astype(np.int64), sets["information"].copy()
        codes = self.arrays["codes"][:moves].copy()
        return Plan(
            self.start.game.spec,
            players,
            information,
            first,
            codes,
            parts,
            by=self.by,
            about={**about, "games": self.games, MADE_FOR: of_rules(self.start.game)},
        )


@dataclass(frozen=True)
class Sampled:
    """How far sampling is."""

    games: int
    seconds: float  # of playing
    sets: int  # met so far
    exploitability: float | None  # if the game is small enough to be unfolded
    plan: Plan


def sampled(sampler: Sampler, form: SequenceForm | None, *, games: int = 0) -> Iterator[Sampled]:
    """One stage after the other, each taking a little longer than the last, up to so many games (0: without end)."""
    began, at_once, seconds = perf_counter(), FEW, 0.0
    first = True
    while first or (not sampler.stopped and (not games or sampler.games < games)):
        first = False
        since = perf_counter()
        sampler.play(max(min(at_once, games - sampler.games), 0) if games else at_once)
        played = perf_counter() - since
        seconds += played
        if played < max(ROUND_SECONDS, 0.2 * (since - began)):
            at_once *= 2
        plan = sampler.plan()
        known = None if form is None else Behaviour.of_plan(form, plan).exploitability
        yield Sampled(sampler.games, seconds, len(plan), known, plan)


def small_form(start: Position) -> SequenceForm | None:
    """The sequence form of a game that is small enough."""
    try:
        return sequence_form(start, memory=SMALL)
    except Beyond:
        return None


@solver(
    "mccfr",
    EXTENSIVE,
    finds=Finds.NEAR,
    fits="games with information sets of any size",
    options=OPTIONS,
    tells=True,
    usual=lambda game: int(start_of(game).game.hidden),
    watch=lambda game, games=0, **given: _watched(start_of(game), games, given),
)
def by_sampling(
    game: Any,
    *,
    tell: Callable[[str], None],
    games: int = 0,
    time: float = 0.0,
    keep: str = "",
    memory: float = 4000.0,
    **given: Any,
) -> Answer:
    """Monte Carlo CFR: regret minimisation by playing, for games too large for everything else."""
    start, file = start_of(game), kept_in(keep)
    time = time or (0.0 if games else 10.0)
    form = small_form(start)
    sampler = Sampler(start, memory=memory, **_named(given))
    sampler.large = form is None
    latest: list[Sampled] = []
    course = Course("games")
    began = perf_counter()

    def job() -> None:
        for stage in sampled(sampler, form, games=games):
            latest[:] = [stage]
            if stage.exploitability is not None:
                course.add(stage.games, stage.seconds, stage.exploitability)
            known = "" if stage.exploitability is None else f", exploitability {stage.exploitability:.3g}"
            tell(f"{stage.games:,} games: {stage.sets:,} information sets{known}")
            keeping.now_and_then()
            if time and perf_counter() - began >= time:
                return

    left = (lambda: time - (perf_counter() - began)) if time else (lambda: None)
    with Keeping(file, sampler.keep, sampler.resume) as keeping:
        _, interrupted = work(job, sampler.stop, time_left=left, begun=lambda: bool(latest))
        keeping.at_last()
    return _answer(start, form, latest[0], sampler, course, interrupted=interrupted)


def _named(given: dict[str, Any]) -> dict[str, Any]:
    return {"sampling_by" if name == "sampling" else name: value for name, value in given.items()}


def _watched(start: Position, games: int, given: dict[str, Any]) -> Iterator[Sampled]:
    given = {name: value for name, value in given.items() if name not in ("time", "keep")}
    return sampled(Sampler(start, **_named(given)), small_form(start), games=games)


def _answer(
    start: Position, form: SequenceForm | None, stage: Sampled, sampler: Sampler, course: Course, *, interrupted: bool
) -> Answer:
    spec = start.game.spec
    size = f"{stage.sets:,} information sets met, {sampler.bytes / 1e6:.3g} MB{', which is all' * sampler.crowded}"
    meaning = f"after {stage.games:,} games of {spec} for each player, {size}"
    behaviour = Behaviour.of_plan(form, stage.plan) if form else None
    if behaviour:
        meaning += f", who changes alone can gain {plainly(behaviour.exploitability)} on average"
    return Answer(
        game=spec,
        method="mccfr",
        players=start.game.players,
        profiles=(behaviour.profile(),) if behaviour else (),
        meaning=meaning,
        notes=() if form else ("how good that is: z.exploitability(game, strategy), which walks through all of it",),
        details={"games": stage.games, "sets": stage.sets, "seconds": stage.seconds,
                 "exploitability": stage.exploitability, "course": course.as_dict()},
        interrupted=interrupted,
        behaviour=behaviour or stage.plan,
    )  # fmt: skip
