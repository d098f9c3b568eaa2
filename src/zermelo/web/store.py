"""The saved games: one SQLite file in the data folder.

What a game is made of (its branches, who played, the scores) is the page's own affair: the store keeps it as one JSON
object, and beside it what a list of games shows.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from threading import RLock
from typing import Any

from zermelo.errors import Problem

DATABASE = "games.sqlite"
FORMAT_VERSION = 1  # of the table below
MOST_SAVED = 5000  # games
LARGEST_DATA = 500_000  # bytes of a game's data
DEEPEST_DATA = 100  # objects and lists within each other
SAVED_TABLE = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, result TEXT NOT NULL, created REAL NOT NULL,
    changed REAL NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL, length INTEGER NOT NULL, data TEXT NOT NULL
);
CREATE INDEX newest ON games (changed DESC, id);
"""


@dataclass(frozen=True)
class ListedGame:
    """A saved game as a list shows it."""

    id: str
    game: str
    title: str
    result: str
    created: float  # seconds since 1970
    changed: float
    length: int  # moves of the line that was on the board


@dataclass(frozen=True)
class SavedGame(ListedGame):
    """A saved game."""

    start: str
    moves: tuple[str, ...]
    data: dict[str, Any]


LISTED_COLUMNS = ", ".join(field.name for field in fields(ListedGame))
SAVED_COLUMNS = ", ".join(field.name for field in fields(SavedGame))


class Store:
    """Saved games. Every thread may use it, and so may several servers at a time."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / DATABASE
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None

    def listed(
        self, *, game: str = "", words: str = "", first: int = 0, most: int = 50
    ) -> tuple[list[ListedGame], int]:
        """The newest first, from number `first` on, and how many there are; of one game, or with these words."""
        where = "(? IN ('', game) OR instr(game, ? || ':') = 1) AND instr(folded(title, game, result), ?) > 0"
        given = (game, game, words.casefold())
        with self._open() as games:
            (total,) = games.execute(f"SELECT count(*) FROM games WHERE {where}", given).fetchone()
            found = games.execute(
                f"SELECT {LISTED_COLUMNS} FROM games WHERE {where} ORDER BY changed DESC, id LIMIT ? OFFSET ?",
                (*given, most, first),
            )
            return [ListedGame(*row) for row in found], total

    def get(self, id: str) -> SavedGame | None:
        with self._open() as games:
            row = games.execute(f"SELECT {SAVED_COLUMNS} FROM games WHERE id = ?", (id,)).fetchone()
        if not row:
            return None
        found = dict(zip(SAVED_COLUMNS.split(", "), row, strict=True))
        return SavedGame(**{**found, "moves": tuple(json.loads(found["moves"])), "data": json.loads(found["data"])})

    def put(
        self,
        id: str,
        *,
        game: str,
        title: str,
        result: str,
        start: str,
        moves: Sequence[str],
        data: dict[str, Any],
        created: float | None = None,
        changed: float | None = None,
    ) -> ListedGame:
        """Keep a game, in place of the one of that id if there is one; its times only if it had been kept before."""
        texts = (_text_of(list(moves)), _text_of(data))
        now = time.time()
        with self._open() as games:
            games.execute("BEGIN IMMEDIATE")
            before = games.execute("SELECT created FROM games WHERE id = ?", (id,)).fetchone()
            if not before and games.execute("SELECT count(*) FROM games").fetchone()[0] >= MOST_SAVED:
                raise Problem(
                    f"{MOST_SAVED:,} games are saved already, which is all there is room for: delete some first"
                )
            began = created or (before[0] if before else now)
            listed = ListedGame(id, game, title, result, began, changed or now, len(moves))
            row = (*(getattr(listed, field.name) for field in fields(ListedGame)), start, *texts)
            games.execute(f"INSERT OR REPLACE INTO games ({SAVED_COLUMNS}) VALUES ({','.join('?' * len(row))})", row)
        return listed

    def delete(self, id: str) -> bool:
        """Whether there was such a game."""
        with self._open() as games:
            return games.execute("DELETE FROM games WHERE id = ?", (id,)).rowcount > 0

    def all(self) -> Iterator[SavedGame]:
        """Every game, the newest first, one in memory at a time."""
        with self._open() as games:
            ids = [id for (id,) in games.execute("SELECT id FROM games ORDER BY changed DESC, id")]
        return (game for id in ids if (game := self.get(id)))

    def close(self) -> None:
        with self._lock:
            if self._connection:
                self._connection.close()
            self._connection = None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The file, for one thread at a time; all that is done with it counts, or nothing."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = _connect(self.file)
                with self._connection:
                    yield self._connection
            except (sqlite3.Error, OSError) as error:
                self.close()
                raise Problem(f"the saved games in {self.file} cannot be used: {error}") from None


def _connect(file: Path) -> sqlite3.Connection:
    """The file, made if it is missing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=10)
    try:
        connection.create_function("folded", -1, lambda *texts: " ".join(texts).casefold(), deterministic=True)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        with connection:
            connection.execute("BEGIN IMMEDIATE")  # another server may be making the table
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > FORMAT_VERSION:
                raise Problem(f"the saved games in {file} were written by a newer Zermelo")
            if version == 0:
                for statement in filter(str.strip, SAVED_TABLE.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


def _text_of(data: dict[str, Any] | list[str]) -> str:
    """What belongs to a game as JSON, if it is small, shallow and nothing but JSON."""
    if _depth(data) > DEEPEST_DATA:
        raise Problem(f"the data of a game may be nested {DEEPEST_DATA} deep, not deeper")
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(text.encode())
    except ValueError as error:  # infinite numbers, half characters
        raise Problem(f"the data of a game must be JSON: {error}") from None
    if size > LARGEST_DATA:
        raise Problem(f"the data of a game may have {LARGEST_DATA:,} bytes, not {size:,}")
    return text


def _depth(data: Any) -> int:
    """How deep objects and lists lie within each other, counted little further than DEEPEST_DATA."""
    depth, layer = 0, [data]
    while layer and depth <= DEEPEST_DATA:
        depth += 1
        inner = (value for each in layer for value in (each.values() if isinstance(each, dict) else each))
        layer = [value for value in inner if isinstance(value, dict | list)]
    return depth
