"""Positions of games in which players know less than the position: the way to it is a part of it, and who saw what.

What a player may know of one goes through a single gate, `sight`: nothing else of it reaches them.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from zermelo.core.lines import line_of
from zermelo.core.position import Position, asking
from zermelo.core.primitives import UNSEEN
from zermelo.core.state import KNOWN, record
from zermelo.core.written import as_text
from zermelo.errors import Problem, RulesProblem

if TYPE_CHECKING:
    from zermelo.core.game import Game

NO_MOVE_OF_THEIRS = -1
LOOKED_AT, FEW_CODES = 40, 8  # plies, and moves of each
DIE = record([("random", np.uint64)])


class Heard(NamedTuple):
    """What one player did and was told when somebody moved."""

    own: int  # the move that they made; NO_MOVE_OF_THEIRS if another did
    what: int  # they were told, or UNSEEN


class HiddenPosition(Position):
    """A position of a game whose rules say what each move `tells`. It is written as the moves that led to it."""

    __slots__ = ("_before", "way")
    way: tuple[int, ...] | None  # the codes of the moves since the start, if they are known
    _before: "HiddenPosition | None"  # where the last of them was made, if it was made here

    def __init__(self, game: "Game", data: bytes, way: tuple[int, ...] | None = None) -> None:
        super().__init__(game, data)
        object.__setattr__(self, "way", way)
        object.__setattr__(self, "_before", None)

    def play(self, move: str | int) -> "HiddenPosition":
        after = super().play(move)
        code = self.read_move(move) if isinstance(move, str) else int(move)
        made = HiddenPosition(self.game, after.data, None if self.way is None else (*self.way, code))
        object.__setattr__(made, "_before", self)
        return made

    @property
    def line(self) -> tuple[Position, ...]:
        """The positions from the start to this one."""
        if self.way is None:
            raise Problem(f"it is not known how this position of {self.game.spec} came about: tell its moves")
        line: list[Position] = [self]
        while isinstance(here := line[-1], HiddenPosition) and here.way:
            line.append(here._before or _played_again(here))
        return tuple(reversed(line))

    @property
    def played(self) -> tuple[str, ...]:
        """The names of the moves since the start."""
        return tuple(before.move_name(code) for before, code in zip(self.line, self.way or (), strict=False))

    @property
    def text(self) -> str:
        return super().text if self.way is None else as_text(self.played)

    def heard(self, player: int) -> tuple[Heard, ...]:
        """What a player did and was told since the start: what a move tells them nothing of is left out."""
        found = []
        for before, code in zip(self.line, self.way or (), strict=False):
            heard = hears(before, code, player)
            if heard != (NO_MOVE_OF_THEIRS, UNSEEN):
                found.append(heard)
        return tuple(found)

    def __reduce__(self) -> Any:
        return HiddenPosition, (self.game, self.data, self.way)


def _played_again(position: HiddenPosition) -> Position:
    """The position before the last move of one that came from elsewhere."""
    before = position.game.start()
    for code in (position.way or ())[:-1]:
        before = before.play(code)
    return before


def hears(before: Position, code: int, player: int) -> Heard:
    """What a player does and is told when a move is made."""
    with asking(before.game, "tells"):
        what = before.game.rule("tells")(before.state, code, player)
    if not isinstance(what, int | np.integer | np.bool_) or what < UNSEEN:
        told = f"tells() must return a number from 0, or UNSEEN, not {what!r}"
        raise RulesProblem(f"{line_of(before.game.rules, 'tells', name=before.game.spec)}{told}")
    return Heard(code if before.mover == player else NO_MOVE_OF_THEIRS, int(what))


def check_knowledge(start: Position) -> None:
    """Raise a RulesProblem if what players know is no number somewhere along the first moves from a position on.

    Algorithms believe it; `zermelo check` looks everywhere.
    """
    game, here = start.game, start
    for _ in range(LOOKED_AT):
        for player in range(len(game.players)):
            with asking(game, "sees"):
                said = game.rule("sees")(here.state, player)
            if not isinstance(said, int | np.integer):
                told = f"sees() must return a number, not {said!r:.60}"
                raise RulesProblem(f"{line_of(game.rules, 'sees', name=game.spec)}{told}")
            if game.has("tells") and not here.over:
                for code in here.codes[:FEW_CODES]:
                    hears(here, code, player)
        if here.over:
            return
        here = here.play(here.codes[0])


@dataclass(frozen=True)
class Sight:
    """What one player may know of a position of a game: all that reaches them, and nothing else.

    It has what a player needs of a position: `moves`, if it is their turn, `text`, `cells`, `svg()`.

    >>> import zermelo as z
    >>> sight = z.load("kuhn").position("K Q check bet").sight(0)
    >>> print(sight.text, "|", *sight.moves)
    K ? check B bets | fold call
    """

    game: "Game"
    player: int
    information: int  # the number of the information set
    gist: int  # of what matters of it
    heard: tuple[Heard, ...] | None  # what they did and were told, if the rules say what moves tell
    log: tuple[str, ...]  # the same in words
    moves: Mapping[str, int] = field(hash=False)  # the legal moves (name -> code), if it is their turn
    over: bool
    payoff: tuple[float, ...] | None
    words: str = ""  # of a position that has no other picture
    drawn: Position | None = field(default=None, repr=False)  # what they see, as a position with the rest blanked
    possible: Position | None = field(default=None, repr=False)  # what may be, drawn by the rule `imagine`

    @property
    def mover(self) -> int | None:
        """The player, if it is their turn; else nobody knows."""
        return self.player if self.moves else None

    @property
    def codes(self) -> list[int]:
        """The codes of the legal moves."""
        return list(self.moves.values())

    @property
    def name(self) -> str:
        """The player's name."""
        return self.game.players[self.player]

    @property
    def text(self) -> str:
        """What they see, in words."""
        if self.drawn is not None:
            return self.drawn.text
        return self.words or " ".join(self.log) or "nothing"

    @property
    def cells(self) -> list[str] | None:
        """The symbol on each cell of the board, as far as they see it."""
        return None if self.drawn is None else self.drawn.cells

    def where(self, name: str) -> list[list[str]]:
        """The cells that the name of a move lists."""
        board = self.game.board
        listed = board.cells_in(name) if board is not None and name in self.moves else []
        return [listed] if listed else []

    def svg(self, *, marked: tuple[str, ...] = (), labels: Mapping[str, str] | None = None) -> str:
        """What they see, as an SVG picture; `marked` and `labels` name cells."""
        from zermelo.draw.drawing import caption

        return caption(self.text) if self.drawn is None else self.drawn.svg(marked=marked, labels=labels)

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def status(self) -> str:
        """One line: whether it is their turn, or how it ended."""
        if self.over:
            results = zip(self.game.players, self.payoff or (), strict=True)
            return f"over: {', '.join(f'{player} {value + 0.0:+g}' for player, value in results)}"
        return f"{self.name} to move" if self.moves else f"{self.name} waits"

    def __str__(self) -> str:
        board = self.drawn is not None and self.game.board is not None and self.drawn.cells is not None
        picture = str(self.drawn).rpartition("\n")[0] if board else self.text
        return f"{picture}\n{self.status}"

    def __reduce__(self) -> Any:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return _sight, ({**values, "moves": dict(self.moves)},)


def _sight(values: dict[str, Any]) -> "Sight":
    """One that was pickled."""
    return Sight(**{**values, "moves": MappingProxyType(values["moves"])})


def sight_of(position: Position, player: int, dice: random.Random | None = None) -> Sight:
    """What a player may know of a position; `dice` are those of the rule `imagine`, which the player must not know."""
    game = position.game
    if not 0 <= player < len(game.players):
        raise Problem(f"{game.spec} has players 0 to {len(game.players) - 1}, not {player}")
    theirs = position.mover == player and not position.over
    heard = position.heard(player) if isinstance(position, HiddenPosition) else None
    return Sight(
        game=game,
        player=player,
        information=position.sees(player) if game.hidden else position.identity,
        gist=_gist(position, player),
        heard=heard,
        log=_in_words(position, player),
        moves=MappingProxyType(dict(position.moves) if theirs else {}),
        over=position.over,
        payoff=position.payoff,
        words=position.seen_as(player),
        drawn=_drawn(position, player),
        possible=_possible(position, player, dice) if game.has("imagine") and not position.over else None,
    )


def _gist(position: Position, player: int) -> int:
    if not position.game.hidden:
        return position.identity
    with asking(position.game, "gist"):
        return int(position.game.rule("gist")(position.state, player))


def _in_words(position: Position, player: int) -> tuple[str, ...]:
    """What a player did and was told. Words for what others did depend on nothing but what was told."""
    if not isinstance(position, HiddenPosition):
        return ()
    game, log = position.game, []
    say = getattr(game.rules, "told", None)
    for before, code in zip(position.line, position.way or (), strict=False):
        own, what = hears(before, code, player)
        if own != NO_MOVE_OF_THEIRS:
            log.append(before.move_name(own))
        if what == UNSEEN or (own == what and own != NO_MOVE_OF_THEIRS):
            continue
        with asking(game, "told"):
            words = str(say(what, player)) if say else f"({what})"
        if words:
            log.append(words)
    return tuple(log)


def _drawn(position: Position, player: int) -> Position | None:
    """The position with what a player does not see blanked by the rule `hide`; None if there is none."""
    game = position.game
    hides = getattr(game.rules, "hide", None)
    if game.hidden and hides is None:
        return None
    s = position.state
    if hides is not None and not position.over:
        with asking(game, "hide"):
            hides(s, player)
    if KNOWN in (s.dtype.names or ()):
        s[KNOWN] = 0
    return Position(game, np.void.tobytes(s))


def _possible(position: Position, player: int, dice: random.Random | None) -> Position:
    """A position that may be the true one for all that a player knows, by the rule `imagine`.

    Nothing of what others know is left in it: that would tell the true one.
    """
    s = position.state
    redraw(position.game, s, player, dice or random.SystemRandom())
    return Position(position.game, np.void.tobytes(s))


def redraw(game: "Game", s: Any, player: int, dice: random.Random) -> None:
    """Let the rule `imagine` draw what a player does not know of a state. Modified in place."""
    die = np.zeros(1, DIE)[0]
    die["random"] = dice.getrandbits(64) | 1
    if KNOWN in (np.void.dtype.__get__(s).names or ()):
        s[KNOWN] = 0
    with asking(game, "imagine"):
        game.rule("imagine")(s, player, die)
