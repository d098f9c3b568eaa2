"""Who moves for an engine: a player, the time it has, and when it gives up."""

import time
from collections.abc import Callable
from dataclasses import replace
from math import inf

from zermelo.arena.players import RESIGN, Player, SearchPlayer, player
from zermelo.core.game import Game
from zermelo.core.history import History
from zermelo.errors import Problem
from zermelo.protocols.clock import Clock
from zermelo.protocols.stream import win_share
from zermelo.search import Analysis, Limit, Progress, usual_method
from zermelo.search.method import description, find

LINES = 5  # best moves that a method which does not simulate tells of
Watcher = Callable[[Progress], bool | None]


class Thinker:
    """Plays for both colours, with one memory.

    `method` describes it as in a match. Without a limit it thinks as long as the client's clock allows (see `clock`),
    or one second if there is none. It resigns when a colour's share of wins was below `resign` at two moves in a row.
    """

    def __init__(self, game: Game, method: str, limit: Limit | None, seed: int | None, resign: float) -> None:
        self.method, self.seed, self.resign = method or usual_method(game), seed, resign
        made = player(self.method)
        self.limit = limit
        if isinstance(made, SearchPlayer):
            find(made.method).must_suit(game)
            limits = description(self.method)[1]
            if limit and limits:
                raise Problem(f"limits may be part of the method ({method!r}) or given beside it, not both")
            self.limit = made.limit if limits else limit
            find(made.method).must_know(self.limit or Limit(time=1.0))
        self.settings: tuple[float, float, int] | None = None  # of the clocks
        self.begin()

    def begin(self, *, anew: bool = True) -> None:
        """Forget everything: another game comes, or the same with other rules, and the clocks go on."""
        self.player: Player = player(self.method, seed=self.seed)
        if anew:
            self.clocks: list[Clock | None] = [Clock(*self.settings) if self.settings else None for _ in range(2)]
        self.shares: dict[int, float] = {}  # of wins, when a colour moved last

    def choose(self, history: History, colour: int, watch: Watcher | None = None) -> str:
        """The name of a move, or RESIGN."""
        began = time.perf_counter()
        if not isinstance(self.player, SearchPlayer):
            return self.player.choose(history.position, history.past)
        self.player.limit, self.player.on_progress = self._limit(colour), watch
        found = self.player.think(history.position, history.past)
        if clock := self.clocks[colour]:
            clock.spent(time.perf_counter() - began)
        before, share = self.shares.get(colour, 1.0), win_share(history.game, found.lines[0])
        if found.exact:
            share = 0.0 if found.value < history.game.middle else 1.0
        self.shares[colour] = share
        return RESIGN if max(before, share) < self.resign else found.lines[0].move

    def analyse(self, history: History, most: int, watch: Watcher) -> Analysis:
        """Search until `watch` answers False."""
        if not isinstance(self.player, SearchPlayer):
            raise Problem(f"{self.player.name} does not analyse")
        simulates = "simulations" in find(self.player.method).limits
        self.player.limit, self.player.on_progress = Limit(), watch
        return self.player.think(history.position, history.past, lines=most if simulates else min(most, LINES))

    def _limit(self, colour: int) -> Limit:
        clock = self.clocks[colour]
        allowed = clock.for_a_move() if clock else None
        if allowed is None:
            return self.limit or Limit(time=1.0)
        return replace(self.limit or Limit(), time=min(allowed, (self.limit and self.limit.time) or inf))
