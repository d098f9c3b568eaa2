"""Other people's programs as players: each runs in a process of its own and is spoken to in the Go Text Protocol."""

import os
import shlex
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.util import Finalize
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO

from zermelo.arena.gate import View, seeing
from zermelo.arena.gnubg import PLACE
from zermelo.arena.vertices import GTP_COLOURS, RESIGN, meant, must_have_vertices, side, written
from zermelo.core.game import Position
from zermelo.core.options import spelled
from zermelo.errors import Problem

PATIENCE = 600.0  # seconds to wait for an answer


@dataclass
class GtpPlayer:
    """Plays what the program behind a command line does. It knows its own time and strength."""

    command: str
    name: str

    def __post_init__(self) -> None:
        if not _words(self.command):
            raise Problem("the player gtp needs the command line of a program: gtp:gnugo --mode gtp")

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        line = [*past, seeing(position, self.name)]
        return program(self.command).choose(line)


class GtpProgram:
    """A program at work. It ends when nobody can ask it any more, however that came about."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.line: list[Position] = []  # the positions that the program knows of, the last one is on its board
        name, *words = _words(command)
        found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), PLACE]))
        if not found:
            raise Problem(f"the player gtp:{command} is a program that is not installed: {name!r}")
        try:
            self._process = subprocess.Popen(
                [found, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is not for it; and its children end with it
            )
        except OSError as error:
            raise Problem(f"the player gtp:{command} cannot be started: {error.strerror}") from None
        self.end = Finalize(None, _end, (self._process,), exitpriority=0)  # at the latest when this process ends
        self._lock = Lock()
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=1)
        Thread(target=_listen, args=(self._process.stdout, self._lines), daemon=True).start()
        self._grumbling = Thread(target=_overhear, args=(self._process.stderr, self._complaints), daemon=True)
        self._grumbling.start()

    def choose(self, line: list[Position]) -> str:
        """A move in the last of these positions. If anything goes wrong, or Ctrl-C comes, the program is ended."""
        with self._lock:
            try:
                self._follow(line)
                position = line[-1]
                answer = self.ask(f"genmove {GTP_COLOURS[position.mover]}")
                if answer.lower() == RESIGN:
                    return RESIGN
                try:
                    move = position.move_name(position.read_move(meant(answer)))
                except Problem:
                    raise Problem(
                        f"{self.command} plays {answer!r} in {position.text}, which is no move there"
                    ) from None
                self.line = [*line, position.play(move)]
                return move
            except BaseException:
                self.end()
                raise

    def _follow(self, line: list[Position]) -> None:
        """Make the program see the last of these positions, with no more words than needed."""
        known = len(self.line)
        if not known or line[:known] != self.line:
            self._set_up(line[0])
            known = 1
        for before, after in zip(line[known - 1 :], line[known:], strict=False):
            self.ask(f"play {GTP_COLOURS[before.mover]} {written(_between(before, after))}")
        self.line = line

    def _set_up(self, position: Position) -> None:
        """Begin a game. A game of Go may begin with stones on the board: in any order, none of them takes another."""
        game = position.game
        must_have_vertices(game)
        if not side(game):
            raise Problem(f"the Go Text Protocol has square boards only, and {game.spec} has none")
        if position != game.start() and game.name != "go":
            raise Problem(f"{self.command} must be told the moves from the start; {position.text} is given without")
        self.ask(f"boardsize {side(game)}")
        self.ask("clear_board")
        if "komi" in game.options:
            self.ask(f"komi {spelled(game.options['komi'].value)}")
        if position != game.start():
            for colour, vertex in _stones(position):
                self.ask(f"play {colour} {vertex}")

    def ask(self, question: str) -> str:
        """The answer to a command."""
        with suppress(BrokenPipeError):  # then its last words tell why
            self._process.stdin.write(question + "\n")  # type: ignore[union-attr]
            self._process.stdin.flush()  # type: ignore[union-attr]
        while not (first := self._hear(question)):
            pass
        if first[0] not in "=?":
            raise Problem(f"{self.command} answers {first!r} to {question!r}, which is not the Go Text Protocol")
        answer = [first[1:].strip()]
        while more := self._hear(question):
            answer.append(more)
        told = "\n".join(answer).strip()
        if first[0] == "?":
            raise Problem(f"{self.command} cannot answer {question!r}: {' '.join(told.split())}")
        return told

    def _hear(self, question: str) -> str:
        try:
            line = self._lines.get(timeout=PATIENCE)
        except Empty:
            raise Problem(f"{self.command} has not answered {question!r} for {PATIENCE:g} seconds") from None
        if line is None:
            self._lines.put(None)
            self._grumbling.join(timeout=1)
            last = self._complaints[0] if self._complaints else "it says nothing"
            raise Problem(f"{self.command} has ended: {last}")
        return line.strip()


_running: dict[tuple[int, str], GtpProgram] = {}  # one that was forked must not use its parent's


def program(command: str) -> GtpProgram:
    """The program behind a command line; all players of this process share it, and it is started when it is needed."""
    one = _running.get((os.getpid(), command))
    if one is None or not one.end.still_active():
        one = _running[os.getpid(), command] = GtpProgram(command)
    return one


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as error:
        raise Problem(f"unreadable command line {command!r} ({error})") from None


def _stones(position: Position) -> list[tuple[str, str]]:
    """What stands on the board: colours and vertices."""
    cells = zip(position.game.board.cells, position.cells, strict=True)  # type: ignore[union-attr, arg-type]
    colours = dict(zip(position.game.symbols[1:], GTP_COLOURS, strict=False))
    return [(colours[symbol], cell.name) for cell, symbol in cells if symbol in colours]


@lru_cache(maxsize=1 << 12)
def _between(before: Position, after: Position) -> str:
    """The move that leads from one position to the next."""
    for name, code in before.moves.items():
        if before.play(code) == after:
            return name
    raise Problem(f"no move of {before.game.spec} leads from {before.text} to {after.text}")


def _listen(stream: IO[str], lines: "SimpleQueue[str | None]") -> None:
    for line in stream:
        lines.put(line)
    lines.put(None)


def _overhear(stream: IO[str], complaints: deque[str]) -> None:
    for line in stream:
        if line.strip():
            complaints.append(line.strip())


def _end(process: subprocess.Popen) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
