"""Games as a page tells them: where they began and the moves since; kept a while, so that the next move is quick."""

from collections import OrderedDict
from hashlib import blake2b
from threading import Lock
from typing import Annotated

from pydantic import BaseModel, Field
from starlette.datastructures import State

from zermelo.core.game import Game
from zermelo.core.history import History
from zermelo.errors import Problem
from zermelo.web.turns import Work

MOST_MOVES = 5000
POSITION_BYTES = 500  # that a position takes beside its state, with the way to it
MOVE_BYTES = 200  # that the last position takes for each move that it may have, as their names are kept


class Asked(BaseModel, extra="forbid"):
    """What a page, or a program, asks. A field that there is not is refused: a slip would ask for something else."""


class GameSoFar(Asked):
    """A position, by the way that led to it."""

    game: str = Field(description="A game and its options, as in hex:size=7.", max_length=300, examples=["connect4"])
    start: str = Field(
        "", description="The first position in the game's notation; empty: the usual one.", max_length=20_000
    )
    moves: list[Annotated[str, Field(max_length=200)]] = Field(
        [], description="The moves since then, by name.", max_length=MOST_MOVES
    )


class GameToShow(GameSoFar):
    """A position to look at."""

    everything: bool = Field(
        False, description="Of a game in which players do not see all: show all of it to whoever tells its moves."
    )


def told(sofar: GameSoFar, state: State, *, everything: bool = False) -> Work[History]:
    """The game that a page tells of; whoever tells a long one waits, also for the game to be loaded."""
    yield len(sofar.moves) + 1
    game = state.own.load(sofar.game)
    if not everything:
        game.must_be_open()
    history = yield from state.lines.of(game, sofar.start, sofar.moves)
    return history


class _Line:
    """A game as far as anybody has told it, and the names of the ways to all its positions."""

    def __init__(self, history: History, names: list[bytes]) -> None:
        self.history, self.names = history, names

    @property
    def bytes(self) -> int:
        game = self.history.game
        return len(self.names) * (game.state.itemsize + POSITION_BYTES) + game.max_moves * MOVE_BYTES


class Lines:
    """The games of late: what is known of one, up to any of its moves, is not played again."""

    def __init__(self, megabytes: float) -> None:
        """`megabytes`: of all games; the oldest are forgotten."""
        self._most, self._bytes = megabytes * 1e6, 0
        self._kept: OrderedDict[_Line, None] = OrderedDict()  # the latest is last
        self._found: dict[bytes, _Line] = {}  # by the name of each way that they have
        self._lock = Lock()

    def of(self, game: Game, start: str, moves: list[str]) -> Work[History]:
        """The game after its moves, not to be changed; one step for each that is not known yet."""
        if start.startswith("moves:"):
            raise Problem("start: a position in the game's notation is wanted; moves are told by themselves")
        if len(moves) * game.state.itemsize > self._most:
            raise Problem(f"{len(moves):,} moves of {game.spec} are more than this server has memory for")
        names = _names(game, start, moves)
        line, history, known = self._longest(names)
        if history and known == len(moves) == len(history.played):
            return history
        yield len(moves) - known + 1
        history = history.copy(known) if history else History(game.position(start))
        for number in range(known, len(moves)):
            yield len(moves) - number
            before = history.position
            try:
                history.play(moves[number])
            except Problem as problem:
                raise Problem(f"move {number + 1}: {problem}") from None
            before.forget()
        self._keep(history, names, line)
        return history

    def _longest(self, names: list[bytes]) -> tuple[_Line | None, History | None, int]:
        """The line that has most of a way, as it is now, and how many of the moves."""
        with self._lock:
            for known in reversed(range(len(names))):
                if line := self._found.get(names[known]):
                    self._kept.move_to_end(line)
                    return line, line.history, known
        return None, None, 0

    def _keep(self, history: History, names: list[bytes], line: _Line | None) -> None:
        """Remember a way; in place of a line that ends on it."""
        with self._lock:
            if line and line in self._kept and names[: len(line.names)] == line.names:
                self._drop(line)
            line = _Line(history, names)
            self._kept[line] = None
            self._bytes += line.bytes
            self._found.update(dict.fromkeys(names, line))
            while len(self._kept) > 1 and self._bytes > self._most:
                self._drop(next(iter(self._kept)))

    def _drop(self, line: _Line) -> None:
        del self._kept[line]
        self._bytes -= line.bytes
        for name in line.names:
            if self._found.get(name) is line:
                del self._found[name]


def _names(game: Game, start: str, moves: list[str]) -> list[bytes]:
    """A name for the first position, and for the way to each of the others."""
    name = blake2b(f"{id(game)} {start}".encode(errors="surrogatepass"), digest_size=16).digest()
    names = [name]
    for move in moves:
        name = blake2b(name + move.encode(errors="surrogatepass"), digest_size=16).digest()
        names.append(name)
    return names
