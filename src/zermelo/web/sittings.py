"""Games in which players do not see all: the server keeps them, and a page has a seat, which learns what it may know.

Chance falls here and engines move here. Who knows the name of a sitting, which nobody can guess, sits in its seat. What
leaves is made of a `Sight` alone, until the game is over; only where no person plays all of it is shown.
"""

import asyncio
import logging
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from zermelo.core.game import CHANCE, Game
from zermelo.core.hidden import Sight
from zermelo.core.history import History
from zermelo.core.position import asking
from zermelo.errors import Problem, unknown
from zermelo.web.own import OwnGames
from zermelo.web.refusals import Failed
from zermelo.web.scene import cells_to_point_at, colours_for, scene, take_back_what_is_ambiguous
from zermelo.web.store import Store

YOU = "you"
MOST_SITTINGS = 1000  # that are kept; the oldest are forgotten
MOST_AT_HAND = 200  # of them in memory
LONGEST_KEPT = 90 * 86400.0  # seconds since the last move
NAME_BYTES = 18  # of chance, in a name


@dataclass
class KeptGame:
    """A game, and who sits where."""

    id: str
    history: History  # never changed: each move makes another one
    players: tuple[str, ...]  # YOU, or who plays
    codes: tuple[int, ...] = ()  # of the moves so far
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # who has it lets others move
    engines: str = field(default_factory=lambda: secrets.token_urlsafe(NAME_BYTES))  # at the desk: nobody else's name
    left: bool = False  # whether the person has gone for good

    @property
    def game(self) -> Game:
        return self.history.game

    @property
    def seat(self) -> int | None:
        """The person's; None if only engines play."""
        return self.players.index(YOU) if YOU in self.players else None

    @property
    def waits(self) -> bool:
        """Whether chance or an engine is to move."""
        return not self.history.over and self.history.position.mover != self.seat

    @property
    def made(self) -> int:
        """How many moves the person has made."""
        return sum(before.mover == self.seat for before in self.history.past)

    def play(self, name: str) -> None:
        """A move of whoever is to move, chance included."""
        code = self.history.moves[name]
        after = self.history.copy()
        after.play(code)
        self.codes, self.history = (*self.codes, code), after

    def roll(self, dice: random.Random) -> None:
        """Let chance fall; where only engines play, once."""
        while not self.history.over and self.history.position.mover == CHANCE:
            position = self.history.position
            chances = position.chances
            self.play(position.move_name(dice.choices(list(chances), list(chances.values()))[0]))
            if self.seat is None:
                return

    def move(self, name: str, number: int) -> None:
        """The person's move, the one after `number` earlier ones; a Problem says nothing but what they know."""
        seat = self.seat
        if seat is None:
            raise Problem("nobody has a seat in this game: engines play it")
        if self.history.over:
            raise Problem("the game is over: no move can be played")
        if self.history.position.mover != seat:
            raise Problem("it is not your turn")
        if number != self.made:
            raise Problem(f"this is your move {self.made + 1}, not {number + 1}: somebody has moved in another window")
        moves = self.history.position.sight(seat).moves
        if name not in moves:
            raise unknown("move", name, moves, where=f" in {self.game.spec}")
        self.play(name)

    def as_dict(self) -> dict[str, Any]:
        """To keep: all of it, so not for clients."""
        return {"game": self.game.spec, "players": self.players, "codes": self.codes}


def shown(sitting: KeptGame) -> dict[str, Any]:
    """What the person may know, as JSON has it: the same in all worlds that they cannot tell apart."""
    history, seat, game = sitting.history, sitting.seat, sitting.game
    common = {
        "id": sitting.id,
        "game": game.spec,
        "seat": seat,
        "players": list(game.players),
        "seats": list(sitting.players),
        "colours": colours_for(game),
    }
    if seat is None or history.over:
        number = sitting.made if seat is not None else 0
        told = scene(history, everything=True)
        log = list(told["played"]) if seat is None else list(history.position.sight(seat).log)
        return {**told, **common, "everything": True, "waits": sitting.waits, "number": number, "log": log, "moves": []}
    sight = history.position.sight(seat)
    moves = [{"name": name, "steps": _steps(sight, name)} for name in sight.moves]
    take_back_what_is_ambiguous(moves)
    drawn = sight.drawn
    return {
        **common,
        "everything": False,
        "start": "",
        "played": [],
        "text": sight.text,
        "diagram": str(sight).rpartition("\n")[0],
        "status": "Your turn" if sight.moves else "The others move",
        "over": False,
        "reason": "",
        "payoff": None,
        "mover": seat if sight.moves else None,
        "waits": not sight.moves,
        "number": sitting.made,
        "log": list(sight.log),
        "picture": sight.svg(),
        "cells": cells_to_point_at(drawn, moves) if drawn is not None else [],
        "last": [],
        "moves": moves,
    }


def _steps(sight: Sight, name: str) -> list[list[str]]:
    """The cells that a move goes through, as far as one can say it of what is seen."""
    game, drawn = sight.game, sight.drawn
    asks = getattr(game.rules, "where", None)
    if drawn is not None and asks:
        with asking(game, "where"):
            return [[str(cell) for cell in way] for way in asks(drawn.state, sight.moves[name])]
    listed = game.board.cells_in(name) if game.board is not None else None
    return [listed] if listed else []


class Sittings:
    """All of them, in memory and in the store; who is asked for an old one looks there."""

    def __init__(self, own: OwnGames, store: Store) -> None:
        self._own, self._store = own, store
        self._at_hand: OrderedDict[str, KeptGame] = OrderedDict()  # the latest is last
        self._lock = Lock()
        self.dice: random.Random = random.SystemRandom()

    def begin(self, game: Game, players: Sequence[str]) -> KeptGame:
        """A new game."""
        sitting = KeptGame(secrets.token_urlsafe(NAME_BYTES), History(game.start()), tuple(players))
        sitting.roll(self.dice)
        self.keep(sitting)
        return sitting

    def find(self, id: str) -> KeptGame | None:
        """The one of that name, wherever it is kept."""
        with self._lock:
            if sitting := self._at_hand.get(id):
                self._at_hand.move_to_end(id)
                return sitting
            if kept := self._store.sitting(id):
                self._hold(sitting := self._restored(id, kept))
        return sitting

    def _restored(self, id: str, kept: dict[str, Any]) -> KeptGame:
        try:
            sitting = KeptGame(id, History(self._own.load(kept["game"]).start()), tuple(kept["players"]))
            for code in kept["codes"]:
                sitting.play(sitting.history.position.move_name(code))
        except (Problem, KeyError):  # which may say more than the person knows
            raise Problem(f"the rules of {kept['game']} have changed: this game cannot go on") from None
        return sitting

    def keep(self, sitting: KeptGame) -> None:
        """Remember how it stands; without a store that works, until the server ends. What was left stays away."""
        if sitting.left:
            return
        with self._lock:
            self._hold(sitting)
        try:
            oldest = time.time() - LONGEST_KEPT
            self._store.put_sitting(sitting.id, sitting.as_dict(), most=MOST_SITTINGS, oldest=oldest)
        except Failed as problem:
            logging.getLogger("zermelo").warning("%s", problem)

    def end(self, sitting: KeptGame) -> None:
        """Forget it."""
        sitting.left = True
        with self._lock:
            self._at_hand.pop(sitting.id, None)
        self._store.delete_sitting(sitting.id)

    def _hold(self, sitting: KeptGame) -> None:
        self._at_hand[sitting.id] = sitting
        self._at_hand.move_to_end(sitting.id)
        while len(self._at_hand) > MOST_AT_HAND:
            self._at_hand.popitem(last=False)
