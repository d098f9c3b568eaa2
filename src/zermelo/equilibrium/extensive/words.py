"""The information sets of a form in words: what their player sees, and the names of the moves.

They are found one after the other, when somebody looks: of millions of sets people read a few.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.equilibrium.extensive.form import SequenceForm


class Words:
    """What each set is called, different for each of a player, and its moves."""

    def __init__(self, form: "SequenceForm") -> None:
        self._told: list[tuple[str, tuple[str, ...]]] = []
        self._number: dict[tuple[int, str], int] = {}
        self._coming = self._name(form)

    def label(self, number: int) -> str:
        """What the player of a set sees."""
        self._until(number)
        return self._told[number][0]

    def moves(self, number: int) -> tuple[str, ...]:
        """The moves in a set, by name, in the order of its sequences."""
        self._until(number)
        return self._told[number][1]

    def number(self, player: int, label: str) -> int | None:
        """The set of a player that is called so, if there is one."""
        key = player, label
        while key not in self._number and next(self._coming, None) is not None:
            pass
        return self._number.get(key)

    def _until(self, number: int) -> None:
        while len(self._told) <= number:
            next(self._coming)

    def _name(self, form: "SequenceForm") -> Iterator[int]:
        """Name one set after the other, in their order."""
        times: dict[tuple[int, str], int] = {}
        counts = [0] * form.players
        for number, (one, position) in enumerate(zip(form.sets, form.positions(), strict=True)):
            sight = position.sight(int(one.player))
            counts[sight.player] += 1
            nothing = "at the start" if form.game.has("tells") else f"set {counts[sight.player]}"
            drawn = sight.drawn.text if sight.drawn and not form.game.has("tells") else ""
            seen = " ".join(sight.log) or sight.words or drawn or nothing
            key = int(one.player), seen
            times[key] = times.get(key, 0) + 1
            label = key[1] if times[key] == 1 else f"{key[1]} #{times[key]}"
            self._told.append((label, tuple(sight.moves)))
            self._number[key[0], label] = number
            yield number
