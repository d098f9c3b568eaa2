"""The record of a match: a file of JSON lines, first what the match is, then each finished game.

A match that was cut off goes on where its record ends.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from zermelo.arena.fixture import Fixture, Played
from zermelo.errors import Problem


class Record:
    """Reads what is there and adds to it; a line that a crash left unfinished is dropped."""

    def __init__(self, path: str | Path, header: Mapping[str, Any]) -> None:
        """`header` says what the match is, and must agree with that of a record which exists already."""
        self.path, self.header = Path(path), dict(header)
        self.played: dict[int, Played] = {}
        try:
            self.path.open("ab").close()  # whether it can be written, before much is played
            data = self.path.read_bytes()
        except OSError as error:
            raise Problem(f"record {str(path)!r}: {error.strerror}") from None
        self._whole = data.rfind(b"\n") + 1  # bytes in finished lines
        if data and not self._whole:
            raise self._no_record(1)
        for number, line in enumerate(data[: self._whole].splitlines(), 1):
            try:
                entry = json.loads(line)
                if number == 1:
                    self._compare(entry)
                else:
                    played = Played(**{key: _tuples(value) for key, value in entry.items()})
                    self.played[played.number] = played
            except (json.JSONDecodeError, UnicodeDecodeError, TypeError, AttributeError):
                raise self._no_record(number) from None

    def _compare(self, entry: Any) -> None:
        if not isinstance(entry, dict) or entry.keys() != self.header.keys():
            raise self._no_record(1)
        for key, value in self.header.items():
            if entry[key] != value:
                raise Problem(f"record {str(self.path)!r} is of another match: {key} is {entry[key]!r}, not {value!r}")

    def _no_record(self, line: int) -> Problem:
        return Problem(f"{str(self.path)!r} is not the record of a match (line {line})")

    def of(self, fixture: Fixture) -> Played | None:
        """The game of that fixture, if it was played already."""
        played = self.played.get(fixture.number)
        if played and (played.opening, played.seats) != (fixture.opening, fixture.seats):
            raise Problem(f"record {str(self.path)!r}: game {played.number} does not fit; have the rules changed?")
        return played

    def add(self, played: Played) -> None:
        """Write a game down, at once."""
        self.played[played.number] = played
        lines = [asdict(played)] if self._whole else [self.header, asdict(played)]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        with self.path.open("r+b") as file:
            file.seek(self._whole)
            file.write(text)
            file.truncate()
        self._whole += len(text)


def _tuples(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
