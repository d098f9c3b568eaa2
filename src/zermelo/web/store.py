"""The saved games: one SQLite file in the data folder.

What a game is made of (its branches, who played, the scores) is the page's own affair: the store keeps it as one JSON
object, and beside it what a list of games shows.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from threading import RLock
from typing import Any

from zermelo.errors import Problem
from zermelo.web.refusals import Failed

DATABASE = "games.sqlite"
PRIVATE = 0o600  # the mode of the file: what somebody plays is their own affair
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
PATIENCE = 10.0  # seconds to wait for another server
SITTINGS_TABLE = "CREATE TABLE IF NOT EXISTS sittings (id TEXT PRIMARY KEY, changed REAL NOT NULL, told TEXT NOT NULL)"


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
FOLDED = ", ".join(f"CAST({column} AS BLOB)" for column in ("title", "game", "result"))
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
        where = f"(? IN ('', game) OR instr(game, ? || ':') = 1) AND instr(folded({FOLDED}), ?) > 0"
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
        try:
            return SavedGame(**{**found, "moves": tuple(json.loads(found["moves"])), "data": json.loads(found["data"])})
        except (ValueError, TypeError) as error:
            raise Failed(f"the saved game {id} in {self.file} cannot be read: {error}") from None

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

    def ids(self) -> list[str]:
        """Of all games, the newest first."""
        with self._open() as games:
            return [id for (id,) in games.execute("SELECT id FROM games ORDER BY changed DESC, id")]

    def put_sitting(self, id: str, told: dict[str, Any], *, most: int, oldest: float) -> None:
        """Keep a game of which players do not see all; of those before `oldest`, and of more than `most`, none stay."""
        row = (id, time.time(), json.dumps(told))
        with self._open() as games:
            games.execute("BEGIN IMMEDIATE")
            games.execute("INSERT OR REPLACE INTO sittings (id, changed, told) VALUES (?, ?, ?)", row)
            newest = "SELECT id FROM sittings ORDER BY changed DESC LIMIT ?"
            games.execute(f"DELETE FROM sittings WHERE changed < ? OR id NOT IN ({newest})", (oldest, most))

    def sitting(self, id: str) -> dict[str, Any] | None:
        """What was kept of such a game."""
        with self._open() as games:
            row = games.execute("SELECT told FROM sittings WHERE id = ?", (id,)).fetchone()
        return json.loads(row[0]) if row else None

    def delete_sitting(self, id: str) -> None:
        with self._open() as games:
            games.execute("DELETE FROM sittings WHERE id = ?", (id,))

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
                raise Failed(f"the saved games in {self.file} cannot be used: {error}") from None


def _connect(file: Path) -> sqlite3.Connection:
    """The file, made if it is missing, and nobody else's to read."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))  # SQLite gives its other files the same mode
    if file.stat().st_mode & 0o777 != PRIVATE:
        file.chmod(PRIVATE)
    connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None, timeout=PATIENCE)
    try:
        connection.text_factory = _decoded
        connection.create_function("folded", -1, _folded, deterministic=True)
        _keep_a_log(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        with connection:
            connection.execute("BEGIN IMMEDIATE")  # another server may be making the table
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > FORMAT_VERSION:
                raise Failed(f"the saved games in {file} were written by a newer Zermelo")
            if version == 0:
                for statement in filter(str.strip, SAVED_TABLE.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
            connection.execute(SITTINGS_TABLE)  # an older Zermelo does not mind it
    except BaseException:
        connection.close()
        raise
    return connection


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """SQLite does not wait for another server that opens the file at the same moment: so this does."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _decoded(text: bytes) -> str:
    """A text of the file, where one wrong byte must not hide all games."""
    return text.decode(errors="replace")


def _folded(*texts: bytes) -> str:
    """Texts as they are looked for: small and capital letters are the same."""
    return _decoded(b" ".join(texts)).casefold()


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
