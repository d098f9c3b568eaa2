"""What an enhanced search must find."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zermelo.core.game import Game, Position

STEP = 2.0**-24  # what a win loses with every ply
LIKELY = 1.0 - 2.0**-9  # no estimate claims more
SURE = 1.0 - 2.0**-11  # a win that the rules can see is worth at least this, however far away


@dataclass
class FullWidth:
    """Every move, to a given height, with those options of alpha-beta that change values and none that only save work.

    Values are for the player to move, measured from the middle. Positions are states of the game, a path is a list of
    them: first those before the root, then the root, then one for each ply.
    """

    game: Game
    quiescence: int = 0  # plies of noisy moves that may follow at the horizon
    extensions: bool = False  # whether a forced move costs no height
    bounds: bool = False  # whether inner positions are worth no more and no less than the rules can prove
    quick: bool = False  # whether a win in d plies is worth 1 - d STEP
    root_height: int = 0
    before_root: int = 0  # positions of the past
    capped: bool = False  # whether a chain of forced moves was so long that it did cost height
    known: dict[tuple, float] = field(default_factory=dict)

    def value(self, position: Position, height: int, past: Sequence[Position] = ()) -> float:
        self.root_height, self.before_root = height, len(past)
        with np.errstate(all="ignore"):
            return self._inner([*(each.state for each in past), position.state], 0, height)

    def move_values(self, position: Position, height: int, past: Sequence[Position] = ()) -> dict[str, float]:
        """What each move of the root is worth to the player who makes it; without those that repetition forbids."""
        self.root_height, self.before_root = height, len(past)
        path = [*(each.state for each in past), position.state]
        with np.errstate(all="ignore"):
            below = height - (not self._is_forced(path[-1], 0))
            return {
                position.move_name(move): self._after(path, child, 0, below)
                for move in self._legal(path[-1])
                if not self._is_forbidden(path, child := self._play(path[-1], move))
            }

    def _inner(self, path: list[Any], ply: int, height: int) -> float:
        """Equal positions at equal places are walked once, unless the path to them matters."""
        if self.game.rules.repetition:
            return self._walk(path, ply, height)
        here = (path[-1].tobytes(), ply, height, self.root_height)
        if here not in self.known:
            self.known[here] = self._walk(path, ply, height)
        return self.known[here]

    def _walk(self, path: list[Any], ply: int, height: int) -> float:
        s = path[-1]
        if self._is_over(s):
            return self._payoff(s)
        if ply > 0 and self.game.rules.repetition == "draw" and self._comes_again(path):
            return 0.0
        if ply > 0 and self.game.rules.repetition == "loss" and self._comes_again(path):
            lost = self.game.lowest - self.game.middle
            return lost if self._mover(s) == self._mover(path[-2]) else -lost
        if height == 0:
            return self._resolve(s, self.quiescence)
        children = [self._play(s, move) for move in self._legal(s)]
        allowed = [child for child in children if not self._is_forbidden(path, child)]
        if not allowed:
            return self._payoff(s)
        below = height - (not self._is_forced(s, ply))
        best = max(self._after(path, child, ply, below) for child in allowed)
        if self.bounds and ply > 0:
            low, high = self._provable(s)
            best = min(max(best, low), high)
        return best

    def _after(self, path: list[Any], child: Any, ply: int, below: int) -> float:
        value = self._inner([*path, child], ply + 1, below)
        return self._one_ply_on(value if self._mover(child) == self._mover(path[-1]) else -value)

    def _resolve(self, s: Any, plies: int) -> float:
        here = (s.tobytes(), plies)
        if here not in self.known:
            self.known[here] = self._judge(s, plies)
        return self.known[here]

    def _judge(self, s: Any, plies: int) -> float:
        """At the horizon: noisy moves only, or the estimate if there is a quiet one."""
        if self._is_over(s):
            return self._payoff(s)
        noisy = self._listed("noisy", s) if plies else []
        values = []
        if not noisy or len(noisy) < len(self._legal(s)):
            values.append(self._estimate(s))
        for move in noisy:
            child = self._play(s, move)
            value = self._resolve(child, plies - 1)
            values.append(self._one_ply_on(value if self._mover(child) == self._mover(s) else -value))
        return max(values)

    def _one_ply_on(self, value: float) -> float:
        if self.quick and abs(value) > LIKELY:
            return value - STEP if value > 0 else value + STEP
        return value

    def _estimate(self, s: Any) -> float:
        value = self.game.from_state(s).evaluate() - self.game.middle
        return min(max(value, -LIKELY), LIKELY) if self.quick else value

    def _provable(self, s: Any) -> tuple[float, float]:
        low, high = (float(bound) - self.game.middle for bound in self.game.ask("bounds", s))
        if self.quick:  # a sure win may be far away, and no win is nearer than one ply, unless the mover may be stuck
            nearest = 1.0 if self.game.rules.repetition == "forbidden" else 1.0 - STEP
            low, high = max(min(low, SURE), -nearest), min(max(high, -SURE), nearest)
        return low, high

    def _is_forced(self, s: Any, ply: int) -> bool:
        if not self.extensions or len(self._legal(s)) != 1:
            return False
        self.capped = self.capped or ply >= 2 * self.root_height
        return ply < 2 * self.root_height

    def _is_forbidden(self, path: list[Any], child: Any) -> bool:
        return self.game.rules.repetition == "forbidden" and self._comes_again([*path, child])

    def _comes_again(self, path: list[Any]) -> bool:
        """Whether the last position of a path stood on it before, since the last move that cannot be undone.

        From the root on once is enough; before it, as often as the rules say.
        """
        *before, s = path
        identity, back = self.game.rule("identity"), int(self.game.rule("reversible")(s))
        rows = [row for row in range(max(len(before) - back, 0), len(before)) if identity(before[row]) == identity(s)]
        return any(row >= self.before_root for row in rows) or len(rows) >= self.game.rules.occurrences - 1

    def _is_over(self, s: Any) -> bool:
        return bool(self.game.rule("over")(s)) or not self._legal(s)

    def _mover(self, s: Any) -> int:
        return int(self.game.rule("mover")(s))

    def _payoff(self, s: Any) -> float:
        out = np.zeros(2)
        self.game.ask("payoff", s, out)
        return float(out[self._mover(s)]) - self.game.middle

    def _play(self, s: Any, move: int) -> Any:
        child = s.copy()
        self.game.rule("play")(child, move)
        return child

    def _legal(self, s: Any) -> list[int]:
        return self._listed("legal", s)

    def _listed(self, rule: str, s: Any) -> list[int]:
        out = np.zeros(self.game.max_moves, np.int32)
        return out[: self.game.rule(rule)(s, out)].tolist()
