"""A game in normal form: every player chooses one action, at the same time, and a table says what each one gets.

Payoffs are exact. A float counts as the shortest decimal that denotes it, so 0.1 is one tenth; kernels that want speed
take `numbers`, the same payoffs as floats.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.equilibrium.matrix.payoffs import read_payoffs, written
from zermelo.errors import Problem, unknown

USUAL = ("Row", "Column")  # the players of a table on paper
Mix = Sequence[Any]  # one probability for each action of a player, exact or as floats


class MatrixGame:
    """Players, their actions, and the payoffs of every profile of actions.

    `payoffs`: for two players a table of pairs, one table (what the first gets and the second loses), or two tables
    as a tuple of lists, a list of NumPy arrays or a dictionary by player; for more players the same with one more
    level of nesting each.

    >>> game = MatrixGame([[(-1, -1), (-3, 0)], [(0, -3), (-2, -2)]], actions=(("C", "D"), ("C", "D")))
    >>> game.payoffs[0, 1].tolist(), game.zero_sum
    ([Fraction(-3, 1), Fraction(0, 1)], False)
    >>> MatrixGame([[3, 0], [5, 1]]).zero_sum
    True
    """

    form = "matrix"  # of a game, as solvers know it

    def __init__(
        self,
        payoffs: Any,
        players: Sequence[str] = (),
        actions: Sequence[Sequence[str]] = (),
        name: str = "",
    ) -> None:
        if isinstance(payoffs, Mapping):
            players = players or tuple(map(str, payoffs))
        self._fill(read_payoffs(payoffs), players, actions, name)

    @classmethod
    def of_table(
        cls, table: np.ndarray, players: Sequence[str] = (), actions: Sequence[Sequence[str]] = (), name: str = ""
    ) -> "MatrixGame":
        """A game from its payoffs as they are held: an array of Fractions, whose last axis are the players."""
        made = cls.__new__(cls)
        made._fill(table.copy(), players, actions, name)
        return made

    def _fill(self, table: np.ndarray, players: Sequence[str], actions: Sequence[Sequence[str]], name: str) -> None:
        self.sizes: tuple[int, ...] = table.shape[:-1]
        self.payoffs = table  # an array of Fractions: its last axis are the players
        self.payoffs.flags.writeable = False
        count = len(self.sizes)
        self.players = _names(players, count, "players") if players else _usual_players(count)
        given = actions or [()] * count
        if isinstance(given, str) or len(given) != count:
            raise Problem(f"actions are given for {len(given)} players, but the payoffs are for {count}")
        self.actions = tuple(
            _names(names, size, f"actions of {player}") if names else tuple(str(number + 1) for number in range(size))
            for names, size, player in zip(given, self.sizes, self.players, strict=True)
        )
        self.name = str(name)

    @classmethod
    def read(cls, source: str | Path) -> "MatrixGame":
        """A game from its name on the shelf, a .json or .nfg file, JSON or an expression: see docs/matrix-games.md.

        >>> MatrixGame.read("rps").actions[0]
        ('rock', 'paper', 'scissors')
        """
        from zermelo.equilibrium.matrix.reading import read

        return read(source)

    @property
    def spec(self) -> str:
        """What messages call it."""
        return self.name or f"the {' x '.join(map(str, self.sizes))} game"

    @cached_property
    def numbers(self) -> np.ndarray:
        """The payoffs as floats: the first axis are the players."""
        floats = np.ascontiguousarray(np.moveaxis(self.payoffs, -1, 0).astype(float))
        floats.flags.writeable = False
        return floats

    @cached_property
    def constant_sum(self) -> Fraction | None:
        """What the players get together, if that is the same whatever they do."""
        sums = self.payoffs.sum(axis=-1).ravel()
        return sums[0] if (sums == sums[0]).all() else None

    @property
    def zero_sum(self) -> bool:
        """Whether two players get 0 together, whatever they do."""
        return self.constant_sum == 0 and len(self.sizes) == 2

    def whole(self, player: int) -> list[list[int]]:
        """Of two players: the payoffs of one in whole numbers, in proportion and shifted to be at least 1."""
        own = self.payoffs[..., player]
        scale = lcm(*(value.denominator for value in own.ravel()))
        numbers = [[int(value * scale) for value in row] for row in own]
        least = min(map(min, numbers))
        return [[value - least + 1 for value in row] for row in numbers]

    def replies(self, profile: Sequence[Mix], player: int) -> np.ndarray:
        """What each action of a player gets against the others' mixed strategies."""
        exact = all(isinstance(part, Fraction | int) for mix in profile for part in mix)
        left = self.payoffs[..., player] if exact else self.numbers[player]
        for other in reversed(range(len(self.sizes))):
            if other != player:
                left = np.moveaxis(left, other, -1) @ np.asarray(profile[other], dtype=object if exact else float)
        return left

    def expected(self, profile: Sequence[Mix]) -> tuple[Any, ...]:
        """What each player gets if each follows a mixed strategy."""
        return tuple(
            sum(part * value for part, value in zip(mix, self.replies(profile, player), strict=True))
            for player, mix in enumerate(profile)
        )

    def regrets(self, profile: Sequence[Mix]) -> tuple[Any, ...]:
        """How much more each player could get by another choice, if all others stay: 0 for all in an equilibrium."""
        found = []
        for player, mix in enumerate(profile):
            values = self.replies(profile, player)
            found.append(max(values) - sum(part * value for part, value in zip(mix, values, strict=True)))
        return tuple(found)

    def secures(self, player: int, mix: Mix) -> Any:
        """What a mixed strategy is sure of, whatever the others do."""
        table = np.moveaxis(self.payoffs[..., player], player, -1)
        return min((table @ np.asarray(mix, dtype=object)).ravel())

    def profiles(self) -> product:
        """All profiles of actions, as numbers."""
        return product(*map(range, self.sizes))

    def named(self, profile: Sequence[int]) -> tuple[str, ...]:
        """A profile of actions by their names."""
        return tuple(names[action] for names, action in zip(self.actions, profile, strict=True))

    def number_of(self, player: int, action: str) -> int:
        """The number of an action."""
        if action not in self.actions[player]:
            raise unknown(f"action of {self.players[player]}", action, self.actions[player])
        return self.actions[player].index(action)

    def player_number(self, player: str) -> int:
        """The number of a player."""
        if player not in self.players:
            raise unknown("player", player, self.players, where=f" in {self.spec}")
        return self.players.index(player)

    def restricted(self, kept: Sequence[Sequence[int]]) -> "MatrixGame":
        """The game in which only some actions are left."""
        names = [[self.actions[player][action] for action in own] for player, own in enumerate(kept)]
        return MatrixGame.of_table(self.payoffs[np.ix_(*kept)], self.players, names, self.name)

    def as_dict(self) -> dict[str, Any]:
        """For JSON; `MatrixGame.read` understands it."""
        return {
            "name": self.name,
            "players": list(self.players),
            "actions": [list(names) for names in self.actions],
            "payoffs": _as_lists(self.payoffs if len(self.sizes) > 1 else self.payoffs[:, 0]),
        }

    def save(self, file: str | Path) -> None:
        """Write it as .json or .nfg."""
        from zermelo.equilibrium.matrix.reading import write

        write(self, Path(file))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatrixGame):
            return NotImplemented
        same = (self.players, self.actions, self.sizes) == (other.players, other.actions, other.sizes)
        return same and bool((self.payoffs == other.payoffs).all())

    def __hash__(self) -> int:
        return hash((self.players, self.actions, tuple(self.payoffs.ravel())))

    def __repr__(self) -> str:
        return f"<MatrixGame {self.name or 'without a name'}: {' x '.join(map(str, self.sizes))}>"

    def __str__(self) -> str:
        from zermelo.equilibrium.matrix.showing import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from zermelo.equilibrium.matrix.showing import as_html

        return as_html(self)


def _usual_players(count: int) -> tuple[str, ...]:
    return USUAL if count == 2 else tuple(str(number + 1) for number in range(count))


def _names(given: Sequence[str], count: int, what: str) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(map(str, given))
    if len(names) != count:
        raise Problem(f"{what}: {len(names)} names are given where {count} are needed")
    if len(set(names)) < count or not all(name.strip() for name in names):
        raise Problem(f"{what}: each needs a name of its own, not {', '.join(map(repr, names))}")
    return names


def _as_lists(table: np.ndarray) -> Any:
    return [_as_lists(part) if isinstance(part, np.ndarray) else written(part) for part in table]
