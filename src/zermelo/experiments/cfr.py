"""How fast do the variants of CFR come near an equilibrium? Exploitability against iterations, and against seconds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.core.catalogue import load
from zermelo.equilibrium.extensive.cfr import VARIANTS, Regrets, stages
from zermelo.equilibrium.extensive.course import Course, draw_courses
from zermelo.equilibrium.extensive.form import SequenceForm, sequence_form
from zermelo.equilibrium.extensive.mccfr import Sampler, sampled
from zermelo.errors import unknown
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment

SAMPLED = "mccfr"
LOOKS = 10, 100, 200, 500, 1000  # iterations after which the table looks
# Exploitability with alternating updates, computed with other programs, and after how many iterations.
PUBLISHED: Mapping[tuple[str, str], Mapping[int, float]] = {
    ("leduc", "cfr"): dict(zip(LOOKS, (0.889, 0.0957, 0.0538, 0.0215, 0.0118), strict=True)),
    ("leduc", "cfr+"): dict(zip(LOOKS, (0.610, 0.0134, 0.00498, 8.8e-4, 2.4e-4), strict=True)),
    ("leduc", "lcfr"): dict(zip(LOOKS, (0.721, 0.0345, 0.0227, 0.0102, 0.0065), strict=True)),
    ("leduc", "dcfr"): dict(zip(LOOKS, (0.779, 0.00775, 0.00199, 4.4e-4, 1.6e-4), strict=True)),
    ("kuhn", "cfr"): {100: 8.2e-3, 1000: 9.4e-4},
    ("kuhn", "cfr+"): {100: 1.2e-3, 1000: 8.7e-5},
    ("kuhn", "lcfr"): {100: 1.1e-3, 1000: 9.4e-5},
    ("kuhn", "dcfr"): {100: 1.7e-3, 1000: 1.5e-4},
}
SURE = 100  # iterations: later figures hang on the last digit of numbers, see the notes
SECONDS = 1.0  # of mccfr alone
WARM = 300  # games after which it is compiled
NEAR = 0.1  # of a published figure
QUESTION = "How fast do the variants of CFR come near an equilibrium?"


@experiment(
    "cfr",
    question=QUESTION,
    options=(
        choice("game", ("kuhn", "leduc", "liars-dice"), "a game with information sets; may be given many times"),
        choice("variant", (*VARIANTS, SAMPLED), "may be given many times"),
        choice("iterations", 1000, "of each variant", low=1),
        choice("quick", False, "100 iterations"),
    ),
)
def cfr(
    *, seed: int, tell: Tell, game: tuple[str, ...], variant: tuple[str, ...], iterations: int, quick: bool
) -> Findings:
    """Every variant on every game; mccfr, which draws by `seed`, for as long as the slowest of the others."""
    iterations = min(iterations, 100) if quick else iterations
    for name in variant:
        if name not in (*VARIANTS, SAMPLED):
            raise unknown("variant", name, [*VARIANTS, SAMPLED])
    rows: list[dict[str, Any]] = []
    interrupted = False
    try:
        for spec in dict.fromkeys(load(each).spec for each in game):
            tell(f"{spec}: unfolding")
            form = sequence_form(load(spec).start())
            for name in variant:
                if name != SAMPLED:
                    rows.append(_row(form, name, iterations, tell))
            if SAMPLED in variant:
                seconds = max((row["seconds"] for row in rows if row["game"] == spec), default=SECONDS)
                rows.append(_by_sampling(form, seconds, seed, tell))
    except KeyboardInterrupt:
        interrupted = True
        if not rows:
            raise
    return Findings(
        name="cfr",
        title=QUESTION,
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=(
            "Exploitability after so many iterations (what a player could gain by the best reply, on average over the "
            "players); in brackets that of other programs, with alternating updates, too.",
            "Brown and Sandholm 2019: dcfr is ahead of cfr+ in every game they tried, and cfr+ ten times ahead of cfr. "
            "Farina, Kroer and Sandholm 2021: pcfr+ is far ahead in many games, and not in poker.",
            "All is reproducible, but figures beyond 100 iterations may hang on the last digit: in Leduc poker, adding "
            "1e-15 to the first regrets changes those of cfr by up to a seventh, of others by up to a half.",
            "seconds: of iterations alone, on this machine. mccfr plays games instead, for as long as the slowest of "
            "the others needed.",
        ),
        draw=lambda file: draw(file, rows),
        faults=tuple(_faults(rows)),
        interrupted=interrupted,
    )


def _row(form: SequenceForm, name: str, iterations: int, tell: Tell) -> dict[str, Any]:
    """One variant on one game."""
    spec = form.game.spec
    course, regrets, found = Course("iterations"), Regrets(form, VARIANTS[name]), dict[int, float]()
    seconds = 0.0
    for until in [look for look in LOOKS if look < iterations] + [iterations]:
        for stage in stages(form, VARIANTS[name], regrets=regrets, last=until):
            tell(f"{spec}: {name}, iteration {stage.iteration:,}: {stage.exploitability:.3g}")
            course.add(stage.iteration, seconds + stage.seconds, stage.exploitability)
        seconds = course.seconds[-1]
        found[until] = course.exploitability[-1]
    published = {look: value for look, value in PUBLISHED.get((spec, name), {}).items() if look in found}
    return {"game": spec, "variant": name, "steps": iterations, "exploitability": found, "published": published,
            "last": course.exploitability[-1], "seconds": seconds, "course": course.as_dict()}  # fmt: skip


def _by_sampling(form: SequenceForm, seconds: float, seed: int, tell: Tell) -> dict[str, Any]:
    """MCCFR for so many seconds."""
    spec, course = form.game.spec, Course("games")
    Sampler(form.start, seed=seed).play(WARM)
    for stage in sampled(Sampler(form.start, seed=seed), form):
        assert stage.exploitability is not None
        tell(f"{spec}: {SAMPLED}, {stage.games:,} games: {stage.exploitability:.3g}")
        course.add(stage.games, stage.seconds, stage.exploitability)
        if stage.seconds >= seconds:
            break
    return {"game": spec, "variant": SAMPLED, "steps": course.steps[-1], "exploitability": {}, "published": {},
            "last": course.exploitability[-1], "seconds": course.seconds[-1], "course": course.as_dict()}  # fmt: skip


def _faults(rows: list[dict[str, Any]]) -> list[str]:
    """Figures that are far from those of others, where they should be the same."""
    return [
        f"{row['game']}: {row['variant']} has {found:.3g} after {look:,} iterations, not {value:g}"
        for row in rows
        for look, value in row["published"].items()
        if (look <= SURE or row["variant"] == "cfr") and abs((found := row["exploitability"][look]) / value - 1) > NEAR
    ]


def _told(row: Mapping[str, Any], look: int) -> str:
    if look not in row["exploitability"]:
        return ""
    beside = f" ({row['published'][look]:.3g})" if look in row["published"] else ""
    return f"{row['exploitability'][look]:.3g}{beside}"


COLUMNS = (
    Column("game", lambda row: row["game"]),
    Column("variant", lambda row: row["variant"]),
    *(Column(f">after {look:,}", lambda row, look=look: _told(row, look)) for look in LOOKS),  # type: ignore[misc]
    Column(">steps", lambda row: f"{row['steps']:,}"),
    Column(">in the end", lambda row: f"{row['last']:.3g}"),
    Column(">seconds", lambda row: f"{row['seconds']:.2f}"),
)


def draw(file: str | Path, rows: list[dict[str, Any]]) -> None:
    """Curves of the largest game; those of others are in the rows."""
    last = rows[-1]["game"]
    courses = {row["variant"]: row["course"] for row in rows if row["game"] == last}
    draw_courses(file, f"Exploitability in {last}", courses)
