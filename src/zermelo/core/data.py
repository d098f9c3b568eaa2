"""What rules are given beside the position: evaluation weights, pattern tables, networks, endgame tables, komi.

A game names the arrays that it takes, with their defaults, in `class Data`, and its rules ask for them by these names:

    class Data:
        weights = (1.0, -0.5)
        patterns = np.zeros(100_000, np.int16)

    def evaluate(s, weights, patterns): ...

The default fixes dtype and shape; one without rows stands for any number of rows; a single number is given as such.
Other data never means another compilation. Data is read only and has a `version`, which tells whether what was
remembered under it still holds, without reading all of it again. `class Summary` declares, like `State`, a struct that
follows from a position (`summarise`) and can be kept up to date with every move (`update`): a network's first layer.
"""

import hashlib
import os
import struct
import zipfile
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.core.state import annotated, record, state_dtype
from zermelo.errors import Problem, RulesProblem, unknown

MAPPED = 1 << 20  # bytes from which on an array in a file is mapped into memory, not read
ALIGNED = 64  # bytes, as the array in an .npy file is
ZIP64, PADDING = 20, 0xD935  # in a zip file: the bytes of a field that large entries have; the field that aligns them
SUMMARY = "summary"  # what a rule calls it
FILES = (".npy", ".npz")
NUMERIC = "biufcV"  # kinds of dtypes: bool, whole numbers, floats, structs


class Data(Mapping[str, np.ndarray]):
    """Named arrays, read only.

    >>> data = Data(weights=[1.0, 2.0])
    >>> data["weights"].tolist(), data.replace(weights=[3.0]).version == data.version
    ([1.0, 2.0], False)
    """

    def __init__(self, arrays: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        """From arrays, numbers or lists by name; or from the paths of `.npy` and `.npz` files."""
        self._arrays: dict[str, np.ndarray] = {}
        self._marks: dict[str, str] = {}  # of arrays that stand for a file: which, and as of when
        for name, given in {**(arrays or {}), **more}.items():
            array, mark = _array(name, given)
            self._arrays[name] = array
            if mark:
                self._marks[name] = mark

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Data":
        """All arrays of an `.npz` file."""
        path = Path(path)
        if path.suffix != ".npz":
            raise Problem(f"a file of several arrays has a name in .npz, not {path.name!r}")
        return cls(dict.fromkeys(_members(path), f"{path}"))

    def save(self, path: str | os.PathLike) -> None:
        """Write an `.npz` file, so that large arrays can be mapped: each begins at a multiple of ALIGNED bytes."""
        with zipfile.ZipFile(path, "w") as archive:
            for name, array in self._arrays.items():
                member = zipfile.ZipInfo(f"{name}.npy")
                header = archive.start_dir + 30 + len(member.filename.encode()) + ZIP64 + 4
                padding = -header % ALIGNED
                member.extra = struct.pack("<HH", PADDING, padding) + bytes(padding)
                with archive.open(member, "w", force_zip64=True) as stream:
                    np.lib.format.write_array(stream, array, allow_pickle=False)

    def replace(self, **arrays: Any) -> "Data":
        """The same with some arrays replaced."""
        made = Data()
        made._arrays, made._marks = dict(self._arrays), dict(self._marks)
        other = Data(arrays)
        for name in other:
            made._marks.pop(name, None)
        made._arrays |= other._arrays
        made._marks |= other._marks
        return made

    def must_be_current(self) -> None:
        """Raise a `Problem` if a file has changed since it was mapped: nobody knows what is there now."""
        for name, mark in self._marks.items():
            path = Path(mark.rsplit(" ", 2)[0])
            if _mark(path) != mark:
                raise Problem(f"{path} has changed since {name!r} was taken from it: make the Data again")

    @cached_property
    def version(self) -> str:
        """Equal for equal data. Of a mapped file its name, size and time tell, of arrays their content."""
        digest = hashlib.sha256()
        for name, array in sorted(self._arrays.items()):
            digest.update(f"{name} {array.dtype} {array.shape} ".encode())
            digest.update(self._marks[name].encode() if name in self._marks else array.data)
        return digest.hexdigest()[:16]

    def __getitem__(self, name: str) -> np.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Data) and self.version == other.version

    def __hash__(self) -> int:
        return hash(self.version)

    def __repr__(self) -> str:
        listed = (f"{name} {array.dtype}{list(array.shape)}" for name, array in self.items())
        return f"<Data {self.version}: {', '.join(listed)}>"


def _array(name: str, given: Any) -> tuple[np.ndarray, str]:
    """A read-only array from whatever was given, and its mark if it stands for a file."""
    if isinstance(given, str | os.PathLike):
        return _from_file(name, Path(given))
    try:
        array = np.array(given, order="C")
    except (TypeError, ValueError):
        array = np.array(None)
    if array.dtype.kind not in NUMERIC:
        raise Problem(f"data {name!r} must be numbers, not {given!r}")
    array.flags.writeable = False
    return array, ""


def _from_file(name: str, path: Path) -> tuple[np.ndarray, str]:
    if path.suffix not in FILES:
        raise Problem(f"data {name!r} comes from files in .npy or .npz, not {path.name!r}")
    try:
        path.stat()
        mark = _mark(path)
        array = np.load(path, mmap_mode="r") if path.suffix == ".npy" else _member(path, name)
        if not isinstance(array, np.ndarray):
            raise ValueError("it is an archive, which is called .npz")
        if array.dtype.hasobject or array.dtype.kind not in NUMERIC:
            raise ValueError("it holds something else than numbers")
        if array.nbytes < MAPPED or not array.flags.aligned or not array.flags.c_contiguous:
            array = np.array(array, order="C")
            array.flags.writeable = False
            return array, ""
    except FileNotFoundError:
        raise Problem(f"there is no file {str(path)!r} with data {name!r}") from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise Problem(f"{path} has no readable data {name!r} ({error})") from None
    return array, mark


def _mark(path: Path) -> str:
    """Which file it is, and as of when."""
    try:
        stat = path.stat()
    except OSError:
        return ""
    return f"{path.resolve()} {stat.st_size} {stat.st_mtime_ns}"


def _members(path: Path) -> list[str]:
    try:
        with zipfile.ZipFile(path) as archive:
            return [member.removesuffix(".npy") for member in archive.namelist()]
    except FileNotFoundError:
        raise Problem(f"there is no file {str(path)!r}") from None
    except (OSError, zipfile.BadZipFile) as error:
        raise Problem(f"{path} is not a readable .npz file ({error})") from None


def _member(path: Path, name: str) -> np.ndarray:
    """One array of an `.npz` file, mapped if it is stored as it is."""
    names = _members(path)
    if name not in names:
        raise ValueError(f"it has {', '.join(names) or 'nothing'}")
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(f"{name}.npy")
        if info.compress_type == zipfile.ZIP_STORED and info.file_size >= MAPPED:
            return _mapped(path, info.header_offset)
        with archive.open(info) as stream:
            return np.lib.format.read_array(stream, allow_pickle=False)


def _mapped(path: Path, header: int) -> np.ndarray:
    """Behind a zip entry's own header (30 bytes, its name, its extra field) comes the array's, then the array."""
    with open(path, "rb") as stream:
        stream.seek(header + 26)
        name, extra = np.frombuffer(stream.read(4), np.uint16)
        stream.seek(header + 30 + int(name) + int(extra))
        major, _ = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if major == 1 else np.lib.format.read_array_header_2_0
        shape, fortran, dtype = read(stream)
        if fortran or dtype.hasobject:
            raise ValueError("its array is not in rows")
        return np.memmap(path, dtype, "r", stream.tell(), shape)


class Declared:
    """What a game says it takes: its default data, and the struct in which rules are given data and summary."""

    def __init__(self, rules: Any, game: str) -> None:
        self.game = game
        for part in ("Data", "Summary"):
            if not isinstance(getattr(rules, part, object), type):
                raise RulesProblem(f"{game}: {part} must be a class, as State is")
        named = {
            name: _default(value) for name, value in vars(getattr(rules, "Data", object)).items() if name[0] != "_"
        }
        for name in named:
            if name == SUMMARY or not name.isidentifier() or name.startswith(rows_of("")):
                raise RulesProblem(f"{game}: data cannot be called {name!r}")
        try:
            self.default = Data(named)
        except Problem as problem:
            raise RulesProblem(f"{game}: {problem}") from None
        fields: list[tuple] = []
        for name, array in self.default.items():
            fields += [(name, np.uint64), (rows_of(name), np.int64)] if _any_rows(array) else [(name, np.uint64)]
        self.summary: np.dtype | None = None
        if hasattr(rules, "Summary"):
            if not annotated(rules, "Summary"):
                raise RulesProblem(f"{game}: class Summary lists no fields, such as `count: int`")
            self.summary = state_dtype(annotated(rules, "Summary"))
            fields.append((SUMMARY, self.summary))
        self.struct = record(fields or [("nothing", np.uint64)])

    def names(self) -> list[str]:
        """What rules may ask for."""
        return [*self.default, *([SUMMARY] if self.summary else [])]

    def complete(self, given: Any) -> Data:
        """Data that was given, checked against what is declared; what is missing is the default."""
        if given is None or given is self.default:
            return self.default
        if not isinstance(given, Data):
            if isinstance(given, str | os.PathLike):
                given = Data.load(given)
            elif isinstance(given, Mapping):
                given = Data(given)
            else:
                raise Problem(f"data is a mapping from names to arrays or the path of an .npz file, not {given!r}")
        given.must_be_current()
        if given.__dict__.get("_complete_for") is self:
            return given
        fitting, changed = {}, False
        for name, array in given.items():
            if name not in self.default:
                raise unknown("data", name, self.default, where=f" of {self.game}")
            fitting[name] = self._fitting(name, array)
            changed |= fitting[name] is not array
        made = given if not changed and len(given) == len(self.default) else _completed(self.default, given, fitting)
        made.__dict__["_complete_for"] = self
        return made

    def _fitting(self, name: str, array: np.ndarray) -> np.ndarray:
        wanted = self.default[name]
        rows = slice(1, None) if _any_rows(wanted) else slice(None)
        if array.ndim != wanted.ndim or array.shape[rows] != wanted.shape[rows]:
            shape = f"{wanted.shape}" if rows == slice(None) else f"(any, {', '.join(map(str, wanted.shape[1:]))})"
            raise Problem(f"{self.game} has {name} of shape {shape}, not {array.shape}")
        if array.dtype == wanted.dtype:
            return array
        if not np.can_cast(array.dtype, wanted.dtype, "same_kind") and not (
            wanted.dtype.kind == "f" and array.dtype.kind in "iu"
        ):
            raise Problem(f"{self.game} has {name} of type {wanted.dtype}, not {array.dtype}")
        with np.errstate(all="ignore"):
            made = array.astype(wanted.dtype)
        if wanted.dtype.kind in "iu" and (made != array).any():
            raise Problem(f"{self.game} has {name} of type {wanted.dtype}: {array[made != array][0]} does not fit")
        made.flags.writeable = False
        return made

    def given(self, data: Data, rows: int = 1) -> np.ndarray:
        """The struct that rules are given, so many times; it lives no longer than the data."""
        made = np.zeros(rows, self.struct)
        for name, default in self.default.items():
            made[name] = data[name].ctypes.data
            if _any_rows(default):
                made[rows_of(name)] = len(data[name])
        return made

    def argument(self, name: str) -> tuple[str, dict[str, Any]]:
        """How a rule's argument is taken from `given`: an expression, and the constants in it."""
        if name == SUMMARY:
            return f"given.{SUMMARY}", {}
        default = self.default[name]
        shape: Any = default.shape
        text = f"shape_of_{name}"
        if _any_rows(default):
            text, shape = f"(given.{rows_of(name)}, *shape_of_{name})", default.shape[1:]
            if default.ndim == 1:
                text = f"given.{rows_of(name)}"
        elif default.ndim == 1:
            shape = len(default)
        elif default.ndim == 0:
            text, shape = "1", 1
        element = "[0]" if default.ndim == 0 else ""
        constants = {f"shape_of_{name}": shape, f"dtype_of_{name}": default.dtype}
        return f"data_at(given.{name}, {text}, dtype_of_{name}){element}", constants


def _default(value: Any) -> Any:
    """Numbers as one writes them are floats; an array is what it is."""
    if value is None or isinstance(value, np.ndarray | np.generic | str | os.PathLike):
        return value
    try:
        return np.array(value, np.float64)
    except (TypeError, ValueError):
        return value


def rows_of(name: str) -> str:
    """The field that says how many rows an array has."""
    return f"rows_of_{name}"


def _any_rows(array: np.ndarray) -> bool:
    return array.ndim > 0 and len(array) == 0


def _completed(default: Data, given: Data, fitting: Mapping[str, np.ndarray]) -> Data:
    made = Data()
    made._arrays = {**default._arrays, **fitting}
    made._marks = {**default._marks}
    for name, array in fitting.items():
        made._marks.pop(name, None)
        if name in given._marks and array is given[name]:
            made._marks[name] = given._marks[name]
    return made
