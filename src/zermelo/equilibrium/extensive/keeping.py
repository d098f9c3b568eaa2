"""What a solver has so far, in a file: it goes on from there, in another process, or after a kill."""

import hashlib
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import IO

import numpy as np

from zermelo.core.lock import lock
from zermelo.equilibrium.extensive.form import SequenceForm
from zermelo.errors import Problem

ABOUT = "about"
EVERY = 2.0  # seconds between two times that it is written, at least


class Keeping:
    """Writes what a solver has so far, every now and then: at most a twentieth of the time goes into that.

    As long as it is entered, the file belongs to this solver: a second one is refused.
    """

    def __init__(self, file: Path | None, keep: Callable[[Path], None], resume: Callable[[Path], None]) -> None:
        """`keep` writes everything to a file, if there is to be one; `resume` goes on from it, if it is there."""
        self._file, self._keep, self._resume = file, keep, resume
        self._last, self._took = perf_counter(), 0.0
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> "Keeping":
        if self._file:
            self._lock = open(_beside(self._file), "wb")
            if not lock(self._lock):
                self._lock.close()
                raise Problem(f"{self._file} is in use: another solver keeps what it has there")
            if self._file.exists():
                self._resume(self._file)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file and self._lock:
            _beside(self._file).unlink(missing_ok=True)
            self._lock.close()

    def now_and_then(self) -> None:
        """Write it if it is time to."""
        if self._file and perf_counter() - self._last > max(EVERY, 20 * self._took):
            self.at_last()

    def at_last(self) -> None:
        """Write it now."""
        if self._file:
            began = perf_counter()
            self._keep(self._file)
            self._last = perf_counter()
            self._took = self._last - began


def _beside(file: Path) -> Path:
    """The file that is locked, as the other one is replaced each time."""
    return file.with_name(f".{file.name}.lock")


def kept_in(text: str) -> Path | None:
    """The file that is meant, which can be written; None if there is to be none."""
    if not text:
        return None
    path = Path(text)
    folder = path.parent
    if path.suffix != ".npz":
        raise Problem(f"what a solver has so far is kept in a file in .npz, not {path.name!r}")
    if path.is_dir():
        raise Problem(f"cannot write {path}: it is a folder")
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise Problem(f"cannot write {path}: there is no folder {str(folder)!r} that one may write to")
    return path


@dataclass(frozen=True)
class Kept:
    """Arrays by name, and how many iterations are behind them."""

    iteration: int
    arrays: Mapping[str, np.ndarray]

    def save(self, path: Path, game: str, method: str, rules: str) -> None:
        """Write it; a file that was there is replaced when all is written. `rules`: equal for equal ones."""
        about = {"game": game, "method": method, "iteration": self.iteration, "rules": rules}
        partly = path.with_name(f".{path.name}.{os.getpid()}.npz")
        try:
            about_it = np.frombuffer(json.dumps(about).encode(), np.uint8)
            np.savez(partly, **{ABOUT: about_it, **self.arrays})  # type: ignore[arg-type]
            os.replace(partly, path)
        except OSError as error:
            partly.unlink(missing_ok=True)
            raise Problem(f"cannot write {path}: {error.strerror}") from None

    @classmethod
    def load(cls, path: Path, game: str, method: str, rules: str) -> "Kept":
        """Read it, if it is for the same game and method."""
        try:
            if not (path.is_file() and zipfile.is_zipfile(path)):
                raise ValueError("it is no .npz file")
            with np.load(path, allow_pickle=False) as file:
                about = json.loads(file[ABOUT].tobytes())
                arrays = {name: file[name] for name in file.files if name != ABOUT}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise Problem(f"{path} cannot be gone on from ({error})") from None
        wanted = {"game": game, "method": method, "rules": rules}
        if not isinstance(about, dict) or not isinstance(about.get("iteration"), int):
            raise Problem(f"{path} cannot be gone on from (it does not say what it is)")
        for name, value in wanted.items():
            if about.get(name) != value:
                had = "other rules, or settings" if name == "rules" else f"{name} {about.get(name)}"
                raise Problem(f"{path} is of {had}: it cannot be gone on from with {method} on {game}")
        return cls(about["iteration"], arrays)

    def must_fit(self, path: Path, shapes: Mapping[str, tuple[np.dtype, int]]) -> None:
        """Raise a Problem if the arrays are not of these types and lengths (-1: of any length), or hold no numbers."""
        for name, (kind, length) in shapes.items():
            array = self.arrays.get(name)
            if array is None or array.dtype != kind or array.ndim != 1 or length not in (-1, len(array)):
                raise Problem(f"{path} cannot be gone on from: its numbers ({name}) do not fit")
            if kind.kind == "f" and not np.isfinite(array).all():
                raise Problem(f"{path} cannot be gone on from: its numbers ({name}) do not fit")


def name_of(form: SequenceForm) -> str:
    """Equal for equal games: the same sets, moves and payoffs."""
    digest = hashlib.sha256()
    for array in (
        form.sets["information"],
        form.sets["player"],
        form.sets["parent"],
        form.codes,
        form.ends,
        form.worth,
    ):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]
