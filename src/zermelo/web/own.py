"""Which games there are: those that come with Zermelo, and the files that were named on the command line.

A file that is saved is loaded anew within a second. If that fails, the last rules that worked stay in use, and the
error is kept to be shown. Nothing that comes over the network is ever taken for a path.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread

from watchfiles import watch

from zermelo.check.conformance import check_game
from zermelo.core import catalogue
from zermelo.core.game import Game
from zermelo.core.sources import sources
from zermelo.errors import Problem, RulesProblem, place, unknown

LOOK_EVERY = 1.0  # seconds between two looks at the files, if the system tells of no change
MOST_CHOICES = 100  # choices of options of one file that are kept ready
TRIAL_GAMES, TRIAL_PLIES = 3, 60  # that try new rules
TRIAL_SECONDS = 4.0  # to spend on them: slow rules are tried less
LONGEST_TRIAL = 30.0  # seconds until a file must have been loaded and tried
TRIAL_PROGRAM = "import sys; from zermelo.web.own import try_rules; try_rules(*sys.argv[1:])"

Stamp = dict[Path, tuple[int, int]]
"""When files were written, and their sizes."""


@dataclass(frozen=True)
class News:
    """How it stands with a file."""

    game: str
    version: int  # rises with every change that works
    problem: str | None  # what is wrong with the file as it is now


@dataclass
class _File:
    path: Path
    offered: list[str] = field(default_factory=list)  # choices of options
    version: int = 0
    problem: str | None = None
    stamp: Stamp = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)  # by their options


class OwnGames:
    """The games that may be asked for by name."""

    def __init__(self, specs: Iterable[str] = ()) -> None:
        self._files: dict[str, _File] = {}
        self._lock = Lock()  # a file runs in one thread at a time
        self._closed = Event()
        self._watcher: Thread | None = None
        for spec in specs:
            self._add(spec)
        self.look()

    def names(self) -> list[str]:
        """The person's own games, with the options they were given, and the shipped ones."""
        own = [f"{name}:{options}" if options else name for name, f in self._files.items() for options in f.offered]
        return [*own, *catalogue.names()]

    def load(self, spec: str) -> Game:
        """A game by its name, with options after a colon."""
        name, _, options = spec.partition(":")
        if name not in self._files:
            if name not in catalogue.names():
                raise unknown("game", name, [*self._files, *catalogue.names()])
            return catalogue.load_shipped(spec)
        with self._lock:
            file = self._files[name]
            if options not in file.games:
                if file.problem:
                    raise RulesProblem(file.problem)
                if len(file.games) >= MOST_CHOICES:
                    del file.games[next(iter(file.games))]
                file.games[options] = catalogue.load_file(file.path, options, name)
            return file.games[options]

    def problem(self, spec: str) -> str | None:
        """What is wrong with the file of a game, if anything is."""
        file = self._files.get(spec.partition(":")[0])
        return file.problem if file else None

    def news(self) -> list[News]:
        """How it stands with each file."""
        return [News(name, file.version, file.problem) for name, file in self._files.items()]

    def watch(self) -> None:
        """From now on, look at the files when something changes in their folders."""
        self._closed.clear()
        self._watcher = Thread(target=self._watch, name="own games", daemon=True)
        self._watcher.start()

    def close(self) -> None:
        """Look at them no more."""
        self._closed.set()
        if self._watcher:
            self._watcher.join(LOOK_EVERY)

    def look(self) -> None:
        """Load what has been saved since the last look."""
        for name, file in self._files.items():
            try:
                stamp = _stamp(file.path)
            except OSError:  # it is being written
                continue
            if stamp != file.stamp:
                file.stamp = stamp
                self._reload(name, file)

    def _reload(self, name: str, file: "_File") -> None:
        """Load a file anew, unless it is wrong. Modified in place."""
        try:
            _must_work(name, file)
            with self._lock:
                file.games = {options: catalogue.load_file(file.path, options, name) for options in file.offered}
        except Exception as error:  # whatever a person may write
            file.problem = _told(error)
        else:
            file.problem = None
            file.version += 1

    def _watch(self) -> None:
        folders = {file.path.parent for file in self._files.values()}
        longest = int(1000 * LOOK_EVERY)
        if folders:
            for _ in watch(
                *folders, recursive=False, stop_event=self._closed, rust_timeout=longest, yield_on_timeout=True
            ):
                self.look()

    def _add(self, spec: str) -> None:
        found = catalogue.file_in(spec)
        if not found:
            raise Problem(f"{spec!r} is no game file: its name must end in .py (shipped games are there by themselves)")
        path, options = Path(found[0]), found[1]
        if not path.is_file():
            raise Problem(f"there is no game file {found[0]!r}")
        file = next((f for f in self._files.values() if f.path.samefile(path)), None)
        if file is None:
            file = self._files[_free(path.stem, {*self._files, *catalogue.names()})] = _File(path)
        if options not in file.offered:
            file.offered.append(options)


def _free(stem: str, taken: set[str]) -> str:
    """A name like that of a file, which nobody has and which fits in a description."""
    plain = re.sub(r"[^\w-]", "-", stem)
    names = (plain if number == 1 else f"{plain}-{number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _stamp(path: Path) -> Stamp:
    """The state of a file, and of the modules beside it that it imports."""
    return {file: (status.st_mtime_ns, status.st_size) for file in sources(path) if (status := file.stat())}


def _must_work(name: str, file: _File) -> None:
    """Raise a `Problem` if the rules of a file are wrong; they are tried in a process that can be ended."""
    command = [sys.executable, "-c", TRIAL_PROGRAM, name, str(file.path), *file.offered]
    try:
        tried = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_TRIAL, check=False)
    except subprocess.TimeoutExpired:
        raise RulesProblem(f"{file.path} does not come to an end when it is loaded") from None
    if tried.returncode:
        raise RulesProblem(tried.stderr.strip().rpartition("\n")[2] or f"{file.path} ends the program that loads it")


def try_rules(name: str, path: str, *choices: str) -> None:
    """Play some moves by chance, with each choice of options: most mistakes show at once. They go to standard error."""
    try:
        for options in choices:
            game, seconds = catalogue.load_file(Path(path), options, name), TRIAL_SECONDS / len(choices)
            check_game(game, games=TRIAL_GAMES, plies=TRIAL_PLIES, compiled=False, seconds=seconds)
    except Exception as error:  # whatever a person may write
        sys.exit(_told(error))


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, Problem) else f"{place(error)}{type(error).__name__}: {error}"
