"""Games as a page tells them: where they began and the moves since; kept a while, so that the next move is quick."""

from collections import OrderedDict
from threading import Lock
from typing import Annotated

from pydantic import BaseModel, Field

from zermelo.core.game import Game
from zermelo.core.history import History
from zermelo.errors import Problem

MOST_MOVES = 5000
HISTORIES = 500  # that are kept


class GameSoFar(BaseModel):
    """A position, by the way that led to it."""

    game: str = Field(description="A game and its options, as in hex:size=7.", max_length=300, examples=["connect4"])
    start: str = Field(
        "", description="The first position in the game's notation; empty: the usual one.", max_length=20_000
    )
    moves: list[Annotated[str, Field(max_length=200)]] = Field(
        [], description="The moves since then, by name.", max_length=MOST_MOVES
    )


class Histories:
    """The games of late, by their moves."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple, History] = OrderedDict()
        self._lock = Lock()

    def of(self, game: Game, sofar: GameSoFar) -> History:
        """The game after its moves; not to be changed."""
        moves = tuple(sofar.moves)
        if found := self._find(game, sofar.start, moves):
            return found
        before = self._find(game, sofar.start, moves[:-1]) if moves else None
        history = before.copy() if before else History(game.position(sofar.start))
        for number in range(len(history.played), len(moves)):
            try:
                history.play(moves[number])
            except Problem as problem:
                raise Problem(f"move {number + 1}: {problem}") from None
        with self._lock:
            self._kept[id(game), sofar.start, moves] = history
            while len(self._kept) > HISTORIES:
                self._kept.popitem(last=False)
        return history

    def _find(self, game: Game, start: str, moves: tuple[str, ...]) -> History | None:
        key = id(game), start, moves  # not by equality: a file that was saved may differ in names only
        with self._lock:
            if history := self._kept.get(key):
                self._kept.move_to_end(key)
            return history
