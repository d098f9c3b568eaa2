"""A game as it is played: the positions so far, and what the rules say about those that come again.

A `Position` knows nothing of what came before it. Where the rules have a `repetition`, a `History` applies it: when the
game is over, who gets what, and which moves are allowed. Positions are the same if their identities are: numbers of
64 bits, as the searches compare, so that a game and its search never disagree. That two of the 80,000 pairs in a game
of 400 plies agree by chance happens in one of 10^14 games. Mirror images differ. They are compared no further back than
the last move that cannot be undone (the rule `reversible`).
"""

from collections.abc import Generator, Mapping, Sequence
from copy import copy
from functools import lru_cache

from zermelo.core.game import CHANCE, Game, Position, asking
from zermelo.core.written import line_from, neither, tells_moves
from zermelo.errors import Problem


class History:
    """A game under way: `play` and `undo` change it.

    >>> from zermelo import load
    >>> game = History(load("tictactoe").start())
    >>> for move in "a1 b1 a2 b2 a3".split():
    ...     game.play(move)
    >>> game.over, game.payoff, game.reason
    (True, (1.0, -1.0), 'by the rules')
    """

    def __init__(self, position: Position, past: Sequence[Position] = ()) -> None:
        """`past`: the positions before `position`, if the game began earlier."""
        self.game = position.game
        self.played: list[str] = []  # the moves since `position`
        self.payoff: tuple[float, ...] | None = None  # what each player gets, or None while the game goes on
        self.reason = ""  # why the game ended
        self._allowed: Mapping[str, int] | None = None  # where positions must not come again, once asked for
        self._positions = [*past, position]
        self._identities = [_identity(each) for each in self._positions] if self.game.rules.repetition else []
        self._look()

    @classmethod
    def read(cls, game: Game, text: str) -> "History":
        """A game from text, as `Game.position` reads it; if that tells moves from the start, it knows them.

        A text may be both moves and a position in the game's own notation: then it is moves if they lead there.
        """
        steps = cls.reading(game, text)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return end.value

    @classmethod
    def reading(cls, game: Game, text: str) -> Generator[None, None, "History"]:
        """`read` in steps, one for each move, for those who have other things to do."""
        history, position, unreadable = cls(game.start()), None, None
        try:
            position = game.in_notation(text)
        except Problem as problem:
            unreadable = problem
        if tells_moves(history.position, text):
            try:
                yield from history.following(text)
            except Problem as no_moves:
                if unreadable:
                    raise neither(text, unreadable, no_moves) from None
        elif unreadable:
            raise unreadable
        return history if position in (None, history.position) else cls(position)

    def following(self, text: str) -> Generator[None, None, "History"]:
        """Make the moves that a text tells, in as many steps."""
        for name in line_from(self.position, text):
            self.play(name)
            yield
        return self

    def copy(self, moves: int | None = None) -> "History":
        """The same game, or as it stood after so many moves, to go on with independently."""
        twin = copy(self)
        back = 0 if moves is None else len(self.played) - moves
        end = len(self._positions) - back
        twin.played, twin._positions = self.played[: len(self.played) - back], self._positions[:end]
        twin._identities = self._identities[:end]
        if back:
            twin._look()
        return twin

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._positions[-1]

    @property
    def start(self) -> Position:
        """Where the moves began."""
        return self._positions[-1 - len(self.played)]

    @property
    def past(self) -> tuple[Position, ...]:
        """All positions before this one."""
        return tuple(self._positions[:-1])

    @property
    def over(self) -> bool:
        return self.payoff is not None

    @property
    def moves(self) -> Mapping[str, int]:
        """The legal moves (where CHANCE moves: its outcomes): name -> code."""
        if self.over:
            return {}
        if not self._forbids:
            return self.position.moves
        if self._allowed is None:
            self._allowed = {name: code for name, code in self.position.moves.items() if self.allows(code)}
        return self._allowed

    def allows(self, move: int) -> bool:
        """Whether a move of the position does not bring back an earlier one where that is forbidden."""
        return not self._forbids or not self._repeats(self.position.play(move))

    @property
    def _forbids(self) -> bool:
        return self.game.rules.repetition == "forbidden" and self.position.mover != CHANCE

    def play(self, move: str | int) -> None:
        """Make a move, given by name or code."""
        if self.over:
            raise Problem(f"the game is over ({self.reason}): no move can be played")
        after = self.position.play(move)
        code = self.position.read_move(move) if isinstance(move, str) else int(move)
        if not self.allows(code):
            raise Problem(f"move {move!r} brings back a position, which {self.game.spec} forbids")
        self.played.append(self.position.move_name(code))
        self._positions.append(after)
        if self.game.rules.repetition:
            self._identities.append(_identity(after))
        self._look()

    def undo(self) -> None:
        """Take the last move back."""
        if not self.played:
            raise Problem("there is no move to take back")
        self.played.pop()
        self._positions.pop()
        if self._identities:
            self._identities.pop()
        self._look()

    def _look(self) -> None:
        """Settle what follows from the positions: the moves, and whether and how the game ended."""
        position, rules = self.position, self.game.rules
        self.payoff, self.reason, self._allowed = position.payoff, "", None
        if self.over:
            self.reason = "by the rules"
        elif self._forbids:
            if not any(map(self.allows, position.moves.values())):  # as in a game that ends for want of a move
                self.payoff, self.reason = position.paid(), "no move is left that does not repeat a position"
        elif rules.repetition in ("draw", "loss") and self._repeats(position, self._identities[:-1]):
            self.payoff, self.reason = self._payoff_of_repetition()

    def _repeats(self, position: Position, identities: list[int] | None = None) -> bool:
        """Whether a position stood among the earlier ones (default: all so far) as often as the rules bear."""
        identities = self._identities if identities is None else identities
        with asking(self.game, "reversible"):
            back = int(self.game.rule("reversible")(position.state))
        recent = identities[max(len(identities) - back, 0) :]
        return recent.count(_identity(position)) >= self.game.rules.occurrences - 1

    def _payoff_of_repetition(self) -> tuple[tuple[float, ...], str]:
        movers = (earlier.mover for earlier in reversed(self._positions[:-1]))
        blamed = next((mover for mover in movers if mover != CHANCE), CHANCE)
        draw = self.game.rules.repetition == "draw" or blamed == CHANCE
        result = "draw" if draw else f"{self.game.players[blamed]} loses"
        return payoff_of_repetition(self.game, blamed), f"repetition ({result})"


def payoff_of_repetition(game: Game, blamed: int) -> tuple[float, ...]:
    """What each player gets if a position comes again that one of them, or CHANCE, brought about."""
    if game.rules.repetition == "draw" or blamed == CHANCE:
        return (game.middle,) * len(game.players)
    shared = game.highest
    if game.payoff_sum is not None:
        shared = (game.payoff_sum - game.lowest) / max(len(game.players) - 1, 1)
    return tuple(game.lowest if seat == blamed else shared for seat in range(len(game.players)))


@lru_cache(maxsize=1 << 14)
def _identity(position: Position) -> int:
    return position.identity
