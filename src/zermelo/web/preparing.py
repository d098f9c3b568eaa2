"""Code before it is wanted: the server has compiled what is looked at, and, while nobody searches, what many play.

The helper process does it, one order at a time and at low priority; a search that waits for its own code goes first,
then the game that was looked at last.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Condition, Thread
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.datastructures import State

from zermelo.core.catalogue import load_shipped
from zermelo.core.game import Game
from zermelo.core.workshop import Order, workshop
from zermelo.errors import Problem
from zermelo.search import usual_method
from zermelo.search.warm import warm
from zermelo.web.sofar import Asked
from zermelo.web.thinkers import method_behind
from zermelo.web.turns import at_once

router = APIRouter(tags=["games"])
POPULAR = ("connect4", "tictactoe", "othello", "hex", "go", "draughts", "backgammon", "breakthrough", "virus")
QUIET_SECONDS = 3.0  # seconds since somebody last looked at a game, before the popular ones are thought of
ORDER_GLANCE = 0.2  # seconds between two looks at an order
MOST_LOOKED_AT = 20  # of games and methods that are still to be prepared, the latest


class LookedAt(Asked):
    """A game on somebody's screen."""

    game: str = Field(description="A game and its options, as in hex:size=7.", max_length=300, examples=["connect4"])
    players: list[Annotated[str, Field(max_length=500)]] = Field(
        [],
        description="Who may be asked for a move there: level:5, or a method as in alphabeta:depth=6.",
        max_length=20,
    )


@router.post("/prepare")
async def prepare(looked_at: LookedAt, request: Request) -> dict[str, bool]:
    """Say which game is looked at: if the server may, it has compiled what searches of it need before they begin."""
    state = request.app.state
    await state.turns.take(request, at_once(lambda: _look_at(looked_at, state)))
    return {"prepares": state.preparer is not None}


def _look_at(looked_at: LookedAt, state: State) -> None:
    game = state.own.load(looked_at.game)
    behind = []
    for player in looked_at.players:
        with suppress(Problem):  # what is wrong with a player is said when they are asked
            behind.append(method_behind(player, game, state.settings))
    if state.preparer:
        state.preparer.look_at(game, filter(None, behind))


class Preparer:
    """Orders code in idle time, in a thread of its own."""

    def __init__(self, busy: Callable[[], Any], popular: Iterable[str] = POPULAR) -> None:
        """`busy`: whether somebody searches."""
        self._busy = busy
        self._popular = deque(popular)
        self._looked_at: deque[tuple[Game, str]] = deque(maxlen=MOST_LOOKED_AT)  # what comes next is last
        self._order: Order | None = None
        self._newer = False  # whether somebody has looked at a game since it was placed
        self._asked = time.monotonic()
        self._closed = False
        self._change = Condition()
        self._thread: Thread | None = None

    def look_at(self, game: Game, methods: Iterable[str] = ()) -> None:
        """Prepare a game before all others: these methods, then its usual one."""
        wanted = list(dict.fromkeys([*methods, usual_method(game)]))
        with self._change:
            self._asked, self._newer = time.monotonic(), True
            for pair in reversed([(game, method) for method in wanted]):
                if pair in self._looked_at:
                    self._looked_at.remove(pair)
                self._looked_at.append(pair)
            self._change.notify()

    def start(self) -> None:
        self._thread = Thread(target=self._work, name="preparer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Order no more."""
        with self._change:
            self._closed = True
            self._change.notify()
        if self._thread:
            self._thread.join(1.0)

    @property
    def idle(self) -> bool:
        """Whether all is done."""
        return not (self._looked_at or self._popular or self._order)

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait(None if self.idle else ORDER_GLANCE)
                if self._closed:
                    return
            try:
                self._go_on()
            except Exception as error:  # rules that fail, or a method that is not for the game: a search will say so
                logging.getLogger("zermelo").debug("cannot prepare: %s", error)

    def _go_on(self) -> None:
        """Take what is done; order what comes next. A game that is looked at does not wait for one that was."""
        before = self._order
        if before and before.done.is_set():
            self._order = None
            before.native.take(before)  # at once in memory
            before = None
        with self._change:
            if before and not self._newer:
                return
            game, method = self._looked_at.pop() if self._looked_at else (None, "")
            self._newer = self._newer and game is not None
            quiet = time.monotonic() - self._asked > QUIET_SECONDS
        if game and (order := warm(game, method)):
            self._order, self._newer = order, False
            if before and before is not order:
                workshop.put_off(before)
        elif not game and not before and self._popular and quiet and not self._busy():
            game = load_shipped(self._popular.popleft())
            self._order = warm(game)
