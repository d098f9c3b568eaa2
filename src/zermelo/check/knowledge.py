"""What do players know? Positions that one of them cannot tell apart must look the same to them, and offer the same.

Every position is put beside the others of its information set, for each player. A game of few positions is listed as a
whole: then what `imagine` draws must be one of the set, and must not depend on which of the set is true.
"""

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from zermelo.check.promises import refusal
from zermelo.core.game import CHANCE, UNSEEN, Game, Position, asking
from zermelo.core.hidden import redraw
from zermelo.core.state import KNOWN, own_fields
from zermelo.errors import RulesProblem

LISTED = 1500  # positions of a game that is listed as a whole
ASKED = 12  # moves of a position of which is asked what they tell
DRAWS = 200  # imagined positions that are counted, in each of two positions of a set
COUNTED = 6  # sets in which they are
FEW = 6  # positions of a set, each of which should be drawn at some time

Own = tuple[tuple[int, int], ...]
"""What one player saw and did at each of their moves."""


@dataclass
class _Alike:
    """Positions that a player cannot tell apart."""

    player: int
    first: Position
    left: bytes | None  # by `hide`
    own: Own | None  # how the player came there
    members: dict[bytes, Position] = field(default_factory=dict)


class Knowledge:
    """All that was seen of what players know in one game."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.says = "tells" if game.has("tells") else "sees"
        self.sets: dict[tuple[int, int, bool], _Alike] = {}
        self.notes: dict[int, str] = {}  # by player: an example of what they forget
        self.whole = False  # whether all positions were seen

    def look(self, position: Position, own: list[Own] | None = None) -> None:
        """See what each player knows of a position; `own`: what each saw and did on the way, if that is known."""
        if not self.game.hidden or position.over:
            return
        if self.game.has("tells"):
            self._check_told(position)
        for player in range(len(self.game.players)):
            key = player, self._seen(position, player), position.mover == player
            left = self._left(position, player)
            mine = own[player] if own is not None and key[2] else None
            alike = self.sets.setdefault(key, _Alike(player, position, left, mine))
            alike.members.setdefault(_bare(position.state), position)
            self._compare(position, alike, left, mine)

    def list_all(self, start: Position, until: float) -> None:
        """See all positions, if there are few; then judge what is imagined."""
        if not self.game.hidden:
            return
        found: list[tuple[Position, list[Own]]] = []
        waiting: list[tuple[Position, list[Own]]] = [(start, [()] * len(self.game.players))]
        while waiting and len(found) <= LISTED and time.monotonic() < until:
            position, own = waiting.pop()
            found.append((position, own))
            if not position.over:
                waiting += [(position.play(code), self.after(position, code, own)) for code in reversed(position.codes)]
        if not waiting and len(found) <= LISTED:
            for position, own in found:
                self.look(position, own)
            self.whole = True
        if self.game.has("imagine"):
            self._check_imagined(until)

    def after(self, position: Position, code: int, own: list[Own]) -> list[Own]:
        """What each player has seen and done once a move is made. With `tells`, nobody can forget it."""
        mover = position.mover
        if mover == CHANCE or self.game.has("tells"):
            return own
        return [(*mine, (position.sees(mover), code)) if player == mover else mine for player, mine in enumerate(own)]

    def _seen(self, position: Position, player: int) -> int:
        s = position.state
        with asking(self.game, "sees"):
            said = int(self.game.rule("sees")(s, player))
        if np.void.tobytes(s) != position.data:
            raise refusal(self.game, "sees", "sees() changes the position", position)
        return said

    def _check_told(self, position: Position) -> None:
        """`tells` gives numbers, and `told` words for them."""
        game, s, codes = self.game, position.state, position.codes
        say = getattr(game.rules, "told", None)
        for code in codes[:: 1 + len(codes) // ASKED]:
            for player, name in enumerate(game.players):
                with asking(game, "tells"):
                    what = game.rule("tells")(s, code, player)
                if np.void.tobytes(s) != position.data:
                    raise refusal(game, "tells", "tells() changes the position", position)
                if not isinstance(what, int | np.integer) or what < UNSEEN:
                    told = f"tells() says {what!r} to {name} of {position.move_name(code)}"
                    raise refusal(game, "tells", f"{told}, and not a number from 0, or UNSEEN,", position)
                if say is not None and what != UNSEEN:
                    with asking(game, "told"):
                        words = say(int(what), player)
                    if not isinstance(words, str):
                        raise refusal(game, "told", f"told({what}, {player}) is {words!r}, and not a text,", position)

    def _left(self, position: Position, player: int) -> bytes | None:
        """What `hide` leaves to a player, which can be shown."""
        hides = getattr(self.game.rules, "hide", None)
        if hides is None:
            return None
        s = position.state
        with asking(self.game, "hide"):
            hides(s, player)
        left = _bare(s)
        try:
            drawn = Position(self.game, left)
            drawn.text, drawn.cells  # noqa: B018
        except RulesProblem as problem:
            name = self.game.players[player]
            raise RulesProblem(f"{problem}, of what hide() leaves to {name} at {position.text}") from None
        return left

    def _compare(self, position: Position, alike: _Alike, left: bytes | None, own: Own | None) -> None:
        game, other, name = self.game, alike.first, self.game.players[alike.player]
        if position.mover == alike.player:
            mine, theirs = (list(each.moves.values()) for each in (position, other))
            if sorted(mine) != sorted(theirs):
                same = f"{self.says}() is the same for {name} as at {other.text}"
                told = f"{same}, but the moves differ, which a player must know"
                raise refusal(game, self.says, told, position)
            same = f"at {other.text}, but {self.says}() does not tell {name} the difference"
            if mine != theirs:
                raise refusal(game, "moves", f"moves() lists them in another order than {same}", position)
            names = next((pair for pair in zip(position.moves, other.moves, strict=True) if pair[0] != pair[1]), None)
            if names:
                told = f"move_name() says {names[0]} for what is {names[1]} {same}"
                raise refusal(game, "move_name", told, position)
        self._compare_gist(position, other, alike.player)
        if left != alike.left:
            told = (
                f"hide() leaves {name} the field {_differing(game, left, alike.left)}, which is another at {other.text}"
            )
            raise refusal(game, "hide", f"{told}, but {self.says}() does not tell {name} the difference", position)
        if own != alike.own and alike.player not in self.notes and own is not None and alike.own is not None:
            self.notes[alike.player] = (
                f"{name} forgets what they did: {position.text} and {other.text} look the same to them. Without perfect"
                " recall most ways to find equilibria fail."
            )

    def _compare_gist(self, position: Position, other: Position, player: int) -> None:
        """What matters of what a player knows follows from what they know."""
        if not self.game.has("gist"):
            return
        numbers = []
        for each in (position, other):
            s = each.state
            with asking(self.game, "gist"):
                numbers.append(int(self.game.rule("gist")(s, player)))
            if np.void.tobytes(s) != each.data:
                raise refusal(self.game, "gist", "gist() changes the position", each)
        if numbers[0] != numbers[1]:
            told = f"gist() says {numbers[0]}, and {numbers[1]} at {other.text}, but {self.says}() does not tell"
            raise refusal(self.game, "gist", f"{told} {self.game.players[player]} the difference", position)

    def _imagine(self, position: Position, player: int, left: bytes | None) -> bytes:
        """Let the rule draw what a player does not know; returns what is drawn, but for what players were told."""
        game, name = self.game, self.game.players[player]
        s = position.state
        redraw(game, s, player, self.rng)
        if KNOWN in (s.dtype.names or ()):
            s[KNOWN][player] = position.state[KNOWN][player]
        drawn = Position(game, np.void.tobytes(s))
        if drawn.over or (drawn.mover == player) != (position.mover == player):
            raise refusal(game, "imagine", f"imagine() draws {drawn.text}, where it is not {name}'s turn", position)
        if position.mover == player and drawn.codes != position.codes:
            raise refusal(game, "imagine", f"imagine() draws {drawn.text}, where {name} has other moves", position)
        if (now := self._left(drawn, player)) != left:
            told = f"imagine() changes {_differing(game, now, left)}, which {name} sees"
            raise refusal(game, "imagine", told, position)
        if self._seen(drawn, player) != self._seen(position, player):
            told = f"imagine() draws {drawn.text}, of which sees() says something else to {name}"
            raise refusal(game, "imagine", told, position)
        return _bare(s)

    def _check_imagined(self, until: float) -> None:
        """What is drawn may be, and is drawn as often whatever is true."""
        every = [*self.sets.values()]
        self.rng.shuffle(every)
        for alike in every:
            for position in [*alike.members.values()][:2]:
                if time.monotonic() > until:
                    return
                self._check_possible(self._imagine(position, alike.player, alike.left), alike, position)
        groups = [alike for (_, _, to_move), alike in self.sets.items() if to_move and len(alike.members) > 1]
        groups.sort(key=lambda alike: -len(alike.members))
        some = [*groups[: COUNTED // 2], *groups[::-1][: COUNTED - COUNTED // 2]]  # large ones and small ones
        for alike in some:
            if time.monotonic() > until:
                return
            one, other = [*alike.members.values()][:: len(alike.members) - 1]
            here, there = self._drawn(one, alike), self._drawn(other, alike)
            self._check_alike(alike, one, other, here, there)

    def _drawn(self, position: Position, alike: _Alike) -> Counter[bytes]:
        found: Counter[bytes] = Counter()
        for _ in range(DRAWS):
            found[self._imagine(position, alike.player, alike.left)] += 1
        for data in found:
            self._check_possible(data, alike, position)
        return found

    def _check_possible(self, data: bytes, alike: _Alike, position: Position) -> None:
        if self.whole and data not in alike.members:
            told = f"imagine() draws {_shown(self.game, data)}, to which no way leads that fits what"
            raise refusal(self.game, "imagine", f"{told} {self.game.players[alike.player]} knows", position)

    def _check_alike(
        self, alike: _Alike, one: Position, other: Position, here: Counter[bytes], there: Counter[bytes]
    ) -> None:
        """Two samples of one distribution: a chi-square test that only fails where there is no doubt."""
        game, name = self.game, self.game.players[alike.player]
        gaps = {data: (here[data] - there[data]) ** 2 / (here[data] + there[data]) for data in here | there}
        freedom = len(gaps) - 1
        if sum(gaps.values()) > freedom + 8 * sqrt(2 * freedom) + 30:
            data = max(gaps, key=lambda each: (gaps[each], each))
            told = f"imagine() draws {_shown(game, data)} {here[data]} times of {DRAWS}, but {there[data]} times where"
            raise refusal(game, "imagine", f"{told} {other.text} is true, which {name} cannot know,", one)
        if self.whole and len(alike.members) <= FEW:
            never = [position for data, position in alike.members.items() if data not in here]
            if never:
                told = f"imagine() never draws {never[0].text}, which may be for all that {name} knows,"
                raise refusal(game, "imagine", told, one)


def _bare(s: Any) -> bytes:
    """A state without what players were told."""
    s = np.void.copy(s)
    if KNOWN in (np.void.dtype.__get__(s).names or ()):
        s[KNOWN] = 0
    return np.void.tobytes(s)


def _differing(game: Game, one: bytes | None, other: bytes | None) -> str:
    """The first field by which two states differ."""
    a, b = (np.frombuffer(data or b"", game.state)[0] for data in (one, other))
    return next(name for name in own_fields(game.state) if a[name].tobytes() != b[name].tobytes())


def _shown(game: Game, data: bytes) -> str:
    return Position(game, data).text
