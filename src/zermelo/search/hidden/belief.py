"""What may be, for all that a player knows, and how likely it is: followed from move to move.

What was told since is played on from what was possible before. Positions that are the same are one, whatever the others
know of them. Chance is as likely as the rules say, and all moves of others are taken for equally likely: what they mean
by them is for a search to find out. Rules that `imagine` need no list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.core.game import Game, Position
from zermelo.core.hidden import Heard, Sight
from zermelo.core.kernel import kernel, link, workspace
from zermelo.core.native import Native
from zermelo.core.state import KNOWN
from zermelo.core.worker import work
from zermelo.errors import Problem, RulesProblem
from zermelo.search.hidden.listing import ARRIVES, HEARS, KNOWS, WORLD, list_worlds, listing

MOST = 200_000  # positions
IN_PLAIN_PYTHON = 40  # positions to play on from: to compile takes as long
MOST_NODES = 50_000_000


@dataclass(frozen=True, eq=False)
class Worlds:
    """Positions that may be, with their probabilities; or one of them, from which the rules `imagine` all others."""

    game: Game
    player: int
    states: np.ndarray
    weights: np.ndarray
    imagined: bool = False
    time_s: float = 0.0  # that it took to list them, without compiling

    def __len__(self) -> int:
        return len(self.states)

    def position(self, number: int) -> Position:
        """One of them."""
        return self.game.from_state(self.states[number].copy())


class Belief:
    """What one player takes for possible, as a game goes on; at another game, or another player's, it begins anew."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._of: tuple[Game, int] | None = None
        self._heard: tuple[Heard, ...] = ()
        self._states = np.zeros(0)
        self._weights = np.zeros(0)

    def at(self, sight: Sight, *, compiled: bool = True) -> Worlds:
        """What may be where the player of that sight is to move. It takes the time that it takes, but hears Ctrl-C."""
        game, player = sight.game, sight.player
        if not sight.moves:
            raise Problem(f"{sight.name} is not to move in {game.spec}: what may be is asked of who has to choose")
        if sight.possible is not None:
            return Worlds(game, player, np.array([sight.possible.state]), np.ones(1), imagined=True)
        room = _Room(game, player, self.most, compiled)
        if sight.heard is None:
            start = game.start()
            found = room.played_on(*_alone(start), KNOWS, information=sight.information)
        else:
            self._follow(sight.heard, room, (game, player))
            found = room.played_on(self._states, self._weights, ARRIVES)
        if not len(found[0]):
            raise Problem(f"nothing that may be in {game.spec} fits what {sight.name} was told")
        return Worlds(game, player, found[0], found[1], time_s=room.time_s)

    def _follow(self, heard: tuple[Heard, ...], room: "_Room", whose: tuple[Game, int]) -> None:
        known = len(self._heard)
        if self._of != whose or heard[:known] != self._heard:
            self._of, self._heard, known = whose, (), 0
            self._states, self._weights = _alone(whose[0].start())
        for one in heard[known:]:
            self._states, self._weights = room.played_on(self._states, self._weights, HEARS, own=one.own, what=one.what)
            self._heard = (*self._heard, one)


def _alone(position: Position) -> tuple[np.ndarray, np.ndarray]:
    return np.array([position.state]), np.ones(1)


class _Room:
    """The workspace in which positions are listed."""

    def __init__(self, game: Game, player: int, most: int, compiled: bool) -> None:
        self.game, self.player, self.most, self.compiled = game, player, most, compiled
        self.w = workspace(game, listing)
        self.w["viewer"], self.w["node_limit"] = player, MOST_NODES
        self.new = np.zeros(0, game.state), np.zeros(0)
        self.time_s = 0.0

    def played_on(self, states: np.ndarray, weights: np.ndarray, wanted: int, **sought: Any) -> tuple:
        """Where play may have come to from these positions, each once, and how likely."""
        w = self.w
        w["wanted"] = wanted
        for name, value in sought.items():
            w[name] = np.asarray(value).astype(w[name].dtype)
        states = np.ascontiguousarray(states)
        link(w, "old_states", states)
        link(w, "old_weights", weights)
        few = len(states) * self.game.max_moves <= IN_PLAIN_PYTHON and wanted != KNOWS
        run = kernel(self.game, list_worlds, {WORLD: self.game.state}, compiled=self.compiled and not few,
                     parts=(listing,))  # fmt: skip
        if isinstance(run, Native):
            run.prepare(w[0], 0, 0)
        self._make_room(4 * len(states) + self.game.max_moves)
        w["listed"] = 0
        began = perf_counter()
        if isinstance(run, Native):
            _, interrupted = work(lambda: self._list(run, len(states)), self._stop)
            if interrupted:
                raise KeyboardInterrupt
        else:
            self._list(run, len(states))
        self.time_s += perf_counter() - began
        count = int(w["listed"][0])
        return self.new[0][:count].copy(), self.new[1][:count] / max(self.new[1][:count].sum(), 1e-300)

    def _list(self, run: Callable, last: int) -> None:
        """Run the kernel over the old positions, with more room as it is needed."""
        w, done = self.w, 0
        while done < last and not w["stop"][0]:
            before = done
            done = int(run(w[0], done, last))
            if done == last:
                break
            if w["deep"][0]:
                spec = self.game.spec
                raise RulesProblem(f"{spec} goes on beyond max_plies = {self.game.max_plies}: what may be has no end")
            if int(w["nodes"][0]) >= MOST_NODES:
                raise self._too_much()
            kept = self._merged()
            if done == before or 2 * kept > len(self.new[0]):
                self._make_room(2 * len(self.new[0]))
        self._merged()

    def _stop(self) -> None:
        self.w["stop"] = 1

    def _make_room(self, size: int) -> None:
        old, count = self.new, int(self.w["listed"][0])
        if len(old[0]) >= 4 * self.most:
            raise self._too_much()
        if len(old[0]) >= size:
            return
        self.new = np.zeros(min(size, 4 * self.most), self.game.state), np.zeros(min(size, 4 * self.most))
        for new, before in zip(self.new, old, strict=True):
            new[:count] = before[:count]
        link(self.w, "new_states", self.new[0])
        link(self.w, "new_weights", self.new[1])

    def _merged(self) -> int:
        """Write positions that are the same only once; returns how many are left."""
        states, weights = self.new
        count = int(self.w["listed"][0])
        if KNOWN in (states.dtype.names or ()):
            states[KNOWN][:count] = 0
        words = states[:count].view(np.uint64).reshape(count, states.dtype.itemsize // 8)
        _, first, which = np.unique(words, axis=0, return_index=True, return_inverse=True)
        kept = len(first)
        if kept > self.most:
            raise self._too_much()
        order = np.argsort(first)  # in the order in which they were found
        sums = np.bincount(which.ravel(), weights[:count], kept)
        states[:kept], weights[:kept] = states[first[order]], sums[order]
        self.w["listed"] = kept
        return kept

    def _too_much(self) -> Problem:
        name = self.game.players[self.player]
        return Problem(
            f"{self.game.spec}: more than {self.most:,} positions may be, for all that {name} knows; a rule imagine()"
            " can draw one where they are too many to list"
        )
