"""What can be wrong with what a person typed, each told in one line."""

import os
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from inspect import isroutine
from pathlib import Path
from typing import TypeVar

_HERE = Path(__file__).parent
_PYTHON = Path(os.__file__).parent
LETTERS = 400  # of a Problem, at most
Wanted = TypeVar("Wanted")


class Problem(ValueError):
    """A mistake in the input. Its text is one line that names the thing, the place and a valid choice.

    It stays one line whatever it quotes: signs that cannot be printed are spelled out, and of a long text the middle
    is left out.
    """

    def __init__(self, text: object) -> None:
        super().__init__(_one_line(str(text)))


class RulesProblem(Problem):
    """A game whose rules cannot be used: something is missing, returns nonsense or does not compile."""


class Beyond(Problem):
    """A game is beyond one way of solving it: too large, or of another kind; another way may do."""


class Fault(RuntimeError):
    """A mistake of Zermelo's own: nothing that a person wrote was running. It is told with its traceback."""


def _one_line(text: str) -> str:
    """The text as a person can read it at a glance: what was wrong comes first, and what would be right last.

    >>> _one_line("unknown move 'a\\x1b' in hex")
    "unknown move 'a\\\\x1b' in hex"
    """
    text = " ".join(text.splitlines())
    text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
    return text if len(text) <= LETTERS else f"{text[: LETTERS // 2]} ... {text[5 - LETTERS // 2 :]}"


def unknown(kind: str, given: str, valid: Iterable[str], *, where: str = "") -> Problem:
    """The Problem for a name that is none of `valid`: the nearest ones are suggested, or all are listed."""
    names = [str(name) for name in valid]
    near = get_close_matches(given, names, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif not names:
        hint = "there are none"
    elif len(names) <= 24:
        hint = f"choose from {', '.join(names)}"
    else:
        hint = f"choose from {', '.join(names[:20])}, ..."
    return Problem(f"unknown {kind} {given!r}{where} ({hint})")


def place(error: BaseException) -> str:
    """Where in a person's own file an error arose, as `file:line: `; nothing if it was not there."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if is_own(frame.filename) and Path(frame.filename).is_file():
            return f"{frame.filename}:{frame.lineno}: "
    return ""


def is_own(filename: str) -> bool:
    """Whether code stands in a person's own file, typed in by them, or in the rules of a game: not in what runs it."""
    file = Path(filename)
    if file.is_relative_to(_HERE):
        return file.is_relative_to(_HERE / "games")
    return not file.is_relative_to(_PYTHON) and "site-packages" not in file.parts and filename[:7] != "<frozen"


def failure(error: Exception, what: str, raised: Sequence[tuple[str, int]] | None = None) -> Exception:
    """What to raise from an error while `what`, which a person wrote, was asked: whose mistake was it, and where?

    `raised`: the file and line of each frame, the innermost last, if the error's traceback does not know them.
    """
    told = f"{type(error).__name__}: {error}"
    if raised is None:
        raised = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    theirs = [(file, line) for file, line in raised if is_own(file)]
    if not theirs:
        return Fault(
            f"Zermelo's own code failed, not {what}: {told}; if `zermelo check` finds the rules fine, it is our mistake"
        )
    where = "".join([f"{file}:{line}: " for file, line in theirs if Path(file).is_file()][-1:])
    return RulesProblem(f"{where}{what} failed: {told}")


def own_file(function: object) -> str:
    """The file of a person's own that a function stands in; nothing if it is one of ours."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    return "" if not file or Path(file).is_relative_to(_HERE) else file


@contextmanager
def blaming(what: str, file: str = "") -> Iterator[None]:
    """What goes wrong in a person's own code is a Problem that names its line; what does so in ours is not.

    `file`: of a person's own that is called here, if it may be wrong how it can be called.
    """
    try:
        yield
    except Problem:
        raise
    except (Exception, SystemExit) as error:
        where = place(error) or (f"{file}: " if file else "")
        if not where:
            raise
        raise Problem(f"{where}{what} failed: {type(error).__name__}: {error}") from error


def demand(kind: type[Wanted], given: object, example: str) -> Wanted:
    """What was given, if it is of that kind; else a Problem that tells a beginner's slip."""
    if isinstance(given, kind):
        return given
    slip = f"{given.__name__} without its parentheses" if isroutine(given) else f"{given!r:.60}"
    raise Problem(f"a {kind.__name__} is wanted, such as {example}, not {slip}")
