"""How exploitability fell while a strategy was being found, to be told and drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.draw.plot import Curve, log_plots
from zermelo.errors import Problem


@dataclass
class Course:
    """How far it was, when, and how exploitable what was found: one of each for every look."""

    counts: str  # what its steps are: iterations, or games
    steps: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    exploitability: list[float] = field(default_factory=list)

    def add(self, step: int, seconds: float, exploitability: float) -> None:
        """One look."""
        self.steps.append(step)
        self.seconds.append(seconds)
        self.exploitability.append(exploitability)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"counts": self.counts, self.counts: self.steps, "seconds": self.seconds,
                "exploitability": self.exploitability}  # fmt: skip


def draw_courses(file: str | Path, title: str, courses: Mapping[str, Mapping[str, Any]]) -> None:
    """Exploitability against steps and against seconds, as .svg or .png; `courses` as dictionaries, by name."""
    if not any(course["exploitability"] for course in courses.values()):
        raise Problem(f"nothing to draw of {title}: how exploitable its strategies were is not known")
    counts = " or ".join(dict.fromkeys(course["counts"] for course in courses.values()))
    panels = [
        (counts, [_curve(name, course[course["counts"]], course) for name, course in courses.items()]),
        ("seconds", [_curve(name, course["seconds"], course) for name, course in courses.items()]),
    ]
    log_plots(file, panels, title=title, y="exploitability")


def _curve(name: str, x: Sequence[float], course: Mapping[str, Any]) -> Curve:
    """What can be drawn on logarithmic scales."""
    points = [(a, b) for a, b in zip(x, course["exploitability"], strict=True) if a > 0 and b > 0]
    return Curve(name, [a for a, _ in points], [b for _, b in points])
