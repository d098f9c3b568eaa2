"""How long to think about a move, by the clocks of the Go Text Protocol."""

from dataclasses import dataclass

MOVES_TO_COME = 25  # a player thinks about each move as if that many of their own were still to come
LAG = 0.1  # seconds between our clock and the other side's
LEAST = 0.01


@dataclass
class Clock:
    """One player's time: `main` seconds, then again and again `period` seconds for every `stones` moves.

    The time for a move is 1/25 of the main time left, or that of one move in overtime if this is more; in overtime, the
    time left is divided among the moves to be made in it. A tenth of a second is kept back for the way of the messages.
    """

    main: float
    period: float = 0.0
    stones: int = 0

    def __post_init__(self) -> None:
        self.left = self.main
        self.due = 0  # moves to be made in the time left; 0 in main time
        if not self.main:
            self._new_period()

    @property
    def limited(self) -> bool:
        """By the protocol, a period in which nothing must be played sets no limit."""
        return not (self.period > 0 and self.stones == 0)

    def set(self, left: float, due: int) -> None:
        """What the other side's clock shows."""
        self.left, self.due = left, due

    def spent(self, seconds: float) -> None:
        """A move was made in that time: for programs that do not tell what their clock shows."""
        self.left -= seconds
        if self.due:
            self.due -= 1
            if not self.due:
                self._new_period()
        elif self.left <= 0:
            self._new_period()

    def for_a_move(self) -> float | None:
        """Seconds to think, or None if there is no limit."""
        if not self.limited:
            return None
        if self.due:
            share = self.left / self.due
        else:
            overtime = self.period / self.stones if self.stones else 0.0
            share = max(self.left / MOVES_TO_COME, min(overtime, self.left))
        return max(share - LAG, LEAST)

    def _new_period(self) -> None:
        if self.stones:
            self.left, self.due = self.period, self.stones
