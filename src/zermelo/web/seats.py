"""Who sits where, with what memory: a player is kept for its seat, so that it goes on with its table or tree; all that
search share one budget.

A client's seat is a player of the game, or the one who advises. The player there is another one as soon as the client
describes it differently or plays another game. One with a seed is made anew for every move: it is asked for by those
who want the same answer to the same question.
"""

from collections import OrderedDict
from dataclasses import dataclass

from zermelo.arena.players import Player, SearchPlayer
from zermelo.core.game import Game
from zermelo.web.refusals import Busy
from zermelo.web.settings import Settings
from zermelo.web.thinkers import memory_behind, thinker_of

SHARE = 1 / 8  # of the memory that is free, which is all that a search takes of its own accord
CONTENT = 0.5  # of what it would like: less than that, and the players that only wait are sent away
LEAST = 1.0  # MB

Seat = tuple[str, int]
"""A client, and the number of a player in their game; ADVISER for who values moves for a person."""
ADVISER = -1


@dataclass
class Seated:
    """A player, and the memory that belongs to it."""

    thinker: Player
    spec: str
    game: Game
    seat: Seat
    megabytes: float
    stays: bool


class Seats:
    """All who search, and those who are kept for their next move. It is used in the event loop only."""

    def __init__(self, settings: Settings, megabytes: float) -> None:
        """`megabytes`: for all of them together."""
        self._settings = settings
        self.free = megabytes
        self._kept: OrderedDict[Seat, Seated] = OrderedDict()  # nobody searches for these now; the latest is last

    def take(self, seat: Seat, spec: str, game: Game, *, seed: int | None = None) -> Seated:
        """Who is asked for a move: who has sat there before, or a new player."""
        kept = self._kept.pop(seat, None)
        if kept and kept.spec == spec and kept.game is game and seed is None:
            return kept
        if kept:
            self._dismiss(kept)
        megabytes = self._reserve(*memory_behind(spec, game, self._settings))
        try:
            thinker = thinker_of(spec, game, megabytes, seed=seed, advises=seat[1] == ADVISER)
        except BaseException:
            self.free += megabytes
            raise
        stays = isinstance(thinker, SearchPlayer) and thinker.seed is None
        return Seated(thinker, spec, game, seat, megabytes, stays)

    def leave(self, seated: Seated) -> None:
        """The search is over: keep who has learned something for the next one."""
        if not seated.stays or seated.seat in self._kept:
            self._dismiss(seated)
        else:
            self._kept[seated.seat] = seated

    def _reserve(self, wanted: float, exactly: bool) -> float:
        """So much memory, or what there is; who waits for their next move goes first."""

        def share() -> float:
            return wanted if exactly or wanted <= self.free * SHARE else self.free * SHARE

        while self._kept and (share() > self.free or share() < wanted * CONTENT):
            self._dismiss(self._kept.popitem(last=False)[1])
        if share() > self.free or share() < min(wanted, LEAST):
            left = f"{self.free:,.0f} of {self._settings.memory:,.0f} MB are left for all searches"
            raise Busy(f"there is no room for {wanted:g} MB: {left}; try again in a moment")
        self.free -= (megabytes := share())
        return megabytes

    def _dismiss(self, seated: Seated) -> None:
        self.free += seated.megabytes
