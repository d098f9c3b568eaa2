"""The record of a match: a file of JSON lines, first what the match is, then each finished game.

A match that was cut off goes on where its record ends. Nobody else can write to the record meanwhile. What it says must
be of the right kind, of these fixtures, rules and files, and pay what the game can pay. Its games are not played again
to see that every move was legal: between quick players that would take as long as the match, and whoever writes results
of their own can write moves that fit.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import IO, Any, get_args, get_type_hints
from weakref import WeakSet

from zermelo.arena.fixture import Fixture, Played
from zermelo.core.lock import lock
from zermelo.errors import Problem

LONGEST = 1 << 24  # bytes of a line: what is longer is something else
FIELDS = get_type_hints(Played)
PER_SEAT = ("payoff", "choices", "seconds", "nodes")
_open: "WeakSet[Record]" = WeakSet()


class Record:
    """Reads what is there and adds to it; a line that a crash left unfinished is dropped."""

    def __init__(self, path: str | Path, header: Mapping[str, Any]) -> None:
        """`header` says what the match is, and must agree with that of a record which exists already."""
        self.path, self.header = Path(path), dict(header)
        self.played: dict[int, Played] = {}
        try:
            self._file = _opened(self.path)
        except OSError as error:
            raise Problem(f"record {str(path)!r}: {error.strerror}") from None
        _open.add(self)
        try:
            if not lock(self._file):
                raise Problem(f"record {str(path)!r} is being written by another match; give each its own")
            self._whole = self._read()  # bytes in finished lines
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let others have it."""
        with suppress(OSError):  # of what could not be written
            self._file.close()

    def of(self, fixture: Fixture, lowest: float, highest: float) -> Played | None:
        """The game of that fixture, if it was played already; it paid between the lowest and the highest payoff."""
        played = self.played.get(fixture.number)
        if played is None:
            return None
        paid = all(lowest <= value <= highest for value in played.payoff)
        if not paid or any(getattr(played, name) != value for name, value in vars(fixture).items()):
            raise Problem(f"record {str(self.path)!r}: game {played.number} does not fit; have the rules changed?")
        return played

    def add(self, played: Played) -> None:
        """Write a game down, at once."""
        self.played[played.number] = played
        text = _line(asdict(played)) if self._whole else _line(self.header) + _line(asdict(played))
        try:
            self._file.seek(self._whole)
            self._file.write(text)
            self._file.truncate()
            self._file.flush()
        except OSError as error:
            raise Problem(f"record {str(self.path)!r}: game {played.number} is not written: {error.strerror}") from None
        self._whole += len(text)

    def _read(self) -> int:
        """Take in what is there; how many bytes of it are finished lines."""
        whole = number = 0
        try:
            while (line := self._file.readline(LONGEST)).endswith(b"\n"):
                number += 1
                if number == 1:
                    self._compare(json.loads(line))
                else:
                    played = _played(json.loads(line))
                    self.played[played.number] = played
                whole += len(line)
        except Problem:
            raise
        except (ValueError, TypeError, RecursionError):
            raise self._no_record(number) from None
        except OSError as error:
            raise Problem(f"record {str(self.path)!r}: {error.strerror}") from None
        if len(line) == LONGEST or (not whole and not _line(self.header).startswith(line)):
            raise self._no_record(number + 1)
        return whole

    def _compare(self, entry: Any) -> None:
        if not isinstance(entry, dict) or "match" not in entry:
            raise self._no_record(1)
        for key in {**self.header, **entry}:
            if entry.get(key) != self.header.get(key):
                different = self._different(key, entry.get(key))
                raise Problem(f"record {str(self.path)!r} is of another match: {different}")

    def _different(self, key: str, then: Any) -> str:
        now = self.header.get(key)
        if key == "rules":
            return f"the rules of {self.header['match']} were others"
        if key == "files" and isinstance(then, dict) and isinstance(now, dict):
            return f"{next(name for name in {**now, **then} if now.get(name) != then.get(name))} was another"
        return f"{key} is {then!r:.200}, not {now!r:.200}"

    def _no_record(self, line: int) -> Problem:
        return Problem(f"{str(self.path)!r} is not the record of a match (line {line})")


def _let_go() -> None:
    """A process that was forked off, to play, does not hold on to a record."""
    for record in list(_open):
        record.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _opened(path: Path) -> IO[bytes]:
    """The file, made if it is not there, to read and to write at once; a device may have no end."""
    if path.exists() and not path.is_file():
        raise OSError(0, "it is not a file")
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False).encode() + b"\n"


def _played(entry: Any) -> Played:
    """A game from its line; ValueError if it is none."""
    if not isinstance(entry, dict) or entry.keys() != FIELDS.keys():
        raise ValueError("other fields")
    if not all(_fits(entry[name], kind) for name, kind in FIELDS.items()):
        raise ValueError("other types")
    if any(len(entry[name]) != len(entry["seats"]) for name in PER_SEAT):
        raise ValueError("other seats")
    made: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    return Played(**made)


def _fits(value: Any, kind: Any) -> bool:
    if kinds := get_args(kind):
        return isinstance(value, list) and all(_fits(each, kinds[0]) for each in value)
    if kind is float:
        return type(value) in (int, float) and abs(value) < 1e300 and isfinite(value)
    return type(value) is kind
