"""What an experiment is, where it is registered, and what it brings back."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.core.options import Option, checked
from zermelo.errors import Problem, unknown

Tell = Callable[[str], None]
"""Called with one line of progress, again and again."""


@dataclass(frozen=True)
class Column:
    """One column of the table: its heading (to the right if it begins with >), and its text in a row."""

    heading: str
    text: Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Findings:
    """What an experiment found. `rows` hold all figures, with the ends of 95 % intervals; the table shows some."""

    name: str
    title: str
    seed: int
    rows: list[dict[str, Any]]
    columns: tuple[Column, ...]
    notes: tuple[str, ...]
    draw: Callable[[str | Path], None] = field(repr=False, compare=False)  # writes the plot
    faults: tuple[str, ...] = ()  # what must not be: whoever reads the figures has to know
    interrupted: bool = False

    def plot(self, file: str | Path) -> None:
        """Draw the findings as .svg or .png."""
        self.draw(file)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        names = ("title", "seed", "rows", "notes", "faults", "interrupted")
        return {"experiment": self.name, **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True)
class Experiment:
    """An experiment that can be asked for by name, and its options."""

    name: str
    question: str
    run: Callable[..., Findings]
    options: Mapping[str, Option]


experiments: dict[str, Experiment] = {}


def experiment(
    name: str, *, question: str, options: Iterable[Option] = ()
) -> Callable[[Callable[..., Findings]], Callable[..., Findings]]:
    """Register an experiment: a function of `seed`, of `tell` and of its options by name."""

    def register(run: Callable[..., Findings]) -> Callable[..., Findings]:
        experiments[name] = Experiment(name, question, run, {option.name: option for option in options})
        return run

    return register


def choice(name: str, default: Any, help: str, **limits: Any) -> Option:
    """An option of an experiment. It may be given many times if the default is a tuple."""
    return Option.of(name, default, help, **limits)


def record_in(folder: str, name: str) -> Path | None:
    """The file of a folder that keeps the games of one match; None without a folder."""
    if not folder:
        return None
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"record {folder!r}: {error.strerror}") from None
    return Path(folder) / f"{re.sub(r'[^a-zA-Z0-9+]+', '-', name)}.jsonl"


def run(name: str, *, seed: int = 0, tell: Tell = lambda line: None, **given: Any) -> Findings:
    """Run an experiment by its name. Ctrl-C ends it with what it has found so far.

    >>> run("depth", game="tictactoe", depths=2, games=4).rows[0]["games"]
    4
    """
    if name not in experiments:
        raise unknown("experiment", name, experiments)
    chosen = experiments[name]
    settings = {option.name: option.default for option in chosen.options.values()}
    for key, value in given.items():
        if key not in chosen.options:
            raise unknown("option", key, chosen.options, where=f" of {name}")
        settings[key] = _setting(f"{name}: {key}", value, chosen.options[key])
    return chosen.run(seed=seed, tell=tell, **settings)


def _setting(name: str, value: Any, option: Option) -> Any:
    if isinstance(option.default, tuple):
        return (value,) if isinstance(value, str) else tuple(value)
    return checked(name, value, option)
