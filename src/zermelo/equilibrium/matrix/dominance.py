"""Iterated elimination of dominated strategies, step by step, and by mixtures, too.

An action is strictly dominated if another one, or a mixture of others, is better whatever the others do: nobody plays
it, and without it others may be dominated. What is left of strict elimination does not depend on the order, and loses
no equilibrium. Weak domination (never worse, sometimes better) may lose some, and which ones are left depends on the
order; here all that are dominated at one time leave together. Mixtures are found by exact linear programs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, Profile, strategy_text
from zermelo.equilibrium.matrix.found import verified
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.pure import one_hot
from zermelo.equilibrium.matrix.tableau import maximum
from zermelo.equilibrium.matrix.zero_sum import exact_optimal
from zermelo.equilibrium.solver import Finds, solver

OPTIONS = {
    "kind": Option.of("kind", "strict", "of domination", choices=("strict", "weak")),
    "mixtures": Option.of("mixtures", True, "whether a mixture may dominate, too"),
}
Mixture = dict[int, Fraction]  # of actions by number


@dataclass(frozen=True)
class Removal:
    """An action that leaves, and what dominates it."""

    round: int  # from 1; all of one round leave together
    player: str
    action: str
    by: dict[str, Fraction]  # one action, or a mixture
    strict: bool

    def __str__(self) -> str:
        how = "strictly" if self.strict else "weakly"
        return f"{self.round}. {self.player}: {self.action} is {how} dominated by {strategy_text(self.by)}"

    def as_dict(self) -> dict:
        """For JSON."""
        by = {name: str(part) for name, part in self.by.items()}
        return {"round": self.round, "player": self.player, "action": self.action, "by": by, "strict": self.strict}


@dataclass(frozen=True)
class Reduced:
    """What is left of a game, and how it came to that."""

    game: MatrixGame
    removals: tuple[Removal, ...]
    kept: tuple[tuple[int, ...], ...]  # the actions of each player that are left, as numbers of the whole game

    @property
    def solved(self) -> bool:
        """Whether everybody has one action left."""
        return all(len(own) == 1 for own in self.kept)


@solver("dominance", MatrixGame.form, finds=Finds.NONE, options=OPTIONS)
def dominance(game: MatrixGame, *, kind: str = "strict", mixtures: bool = True) -> Answer:
    """Iterated elimination of dominated strategies, of any number of players."""
    left = eliminate(game, kind=kind, mixtures=mixtures)
    profiles: tuple[Profile, ...] = ()
    if left.solved:
        profiles = (verified(game, one_hot(game, tuple(own[0] for own in left.kept))),)
        result = f"solves {game.spec}"
    elif left.removals:
        result = f"leaves {' x '.join(map(str, left.game.sizes))} actions of {game.spec}"
    else:
        result = f"removes nothing from {game.spec}"
    return Answer(
        game=game.spec,
        method="dominance",
        players=game.players,
        profiles=profiles,
        meaning=f"elimination of {'strictly' if kind == 'strict' else 'weakly'} dominated strategies {result}",
        complete=left.solved and kind == "strict",
        notes=tuple(map(str, left.removals)),
        details={
            "kind": kind,
            "removals": [removal.as_dict() for removal in left.removals],
            "left": [list(names) for names in left.game.actions],
        },
    )


def eliminate(game: MatrixGame, *, kind: str = "strict", mixtures: bool = True) -> Reduced:
    """Remove what is dominated, round by round, until nothing is."""
    kept = [list(range(size)) for size in game.sizes]
    removals: list[Removal] = []
    number = 0
    while True:
        number += 1
        leaving: list[tuple[int, int]] = []
        for player, names in enumerate(game.actions):
            rows = _rows(game, kept, player)
            for place, action in enumerate(kept[player]):
                found = _dominating(rows, place, strict=kind == "strict", mixtures=mixtures)
                if found:
                    by = {names[kept[player][other]]: part for other, part in found.items()}
                    strict = _is_strict(rows, place, found)
                    removals.append(Removal(number, game.players[player], names[action], by, strict))
                    leaving.append((player, action))
        if not leaving:
            break
        for player, action in leaving:
            kept[player].remove(action)
    return Reduced(game.restricted(kept), tuple(removals), tuple(map(tuple, kept)))


def _rows(game: MatrixGame, kept: Sequence[Sequence[int]], player: int) -> list[list[int]]:
    """What each action of a player gets, in whole numbers, for all that the others may do."""
    table = np.moveaxis(game.payoffs[..., player][np.ix_(*kept)], player, 0)
    rows = table.reshape(len(kept[player]), -1)
    scale = lcm(*(value.denominator for value in rows.ravel()))
    return [[int(value * scale) for value in row] for row in rows]


def _dominating(rows: list[list[int]], action: int, *, strict: bool, mixtures: bool) -> Mixture | None:
    """What dominates an action: another one if there is one, else a mixture of others; None if nothing does."""
    own = rows[action]
    others = [other for other in range(len(rows)) if other != action]
    for other in others:
        if _better(rows[other], own, strict=strict):
            return {other: Fraction(1)}
    if not mixtures or len(others) < 2:
        return None
    gains = [[value - mine for value, mine in zip(rows[other], own, strict=True)] for other in others]
    if any(max(column) < (1 if strict else 0) for column in zip(*gains, strict=True)):
        return None  # against that, nothing is better
    parts = _surely_better(gains) if strict else _never_worse(gains)
    return {other: part for other, part in zip(others, parts, strict=True) if part} if parts else None


def _better(row: list[int], own: list[int], *, strict: bool) -> bool:
    if strict:
        return all(value > mine for value, mine in zip(row, own, strict=True))
    return row != own and all(value >= mine for value, mine in zip(row, own, strict=True))


def _surely_better(gains: list[list[int]]) -> list[Fraction] | None:
    """A mixture that gains against everything: it is that of a zero-sum game whose value is positive."""
    value, mix, _ = exact_optimal(gains)  # type: ignore[arg-type]
    return mix if value > 0 else None


def _never_worse(gains: list[list[int]]) -> list[Fraction] | None:
    """A mixture that never loses, and gains against something."""
    # maximise all gains together over mixtures of weight at most 1, none of which loses anywhere: 0 is one of them
    rows = [[-gain for gain in column] for column in zip(*gains, strict=True)]
    rows.append([1] * len(gains))
    found = maximum(rows, [0] * (len(rows) - 1) + [1], [sum(own) for own in gains])
    assert found is not None, "the weight is bounded"
    total = sum(found[1])
    return [part / total for part in found[1]] if found[0] > 0 else None


def _is_strict(rows: list[list[int]], action: int, mixture: Mixture) -> bool:
    """Whether it dominates strictly; that it dominates is seen from the definition again."""
    gains = [
        sum(part * rows[other][place] for other, part in mixture.items()) - mine
        for place, mine in enumerate(rows[action])
    ]
    assert min(gains) >= 0, "no mixture that dominates may lose"
    assert max(gains) > 0, "no mixture that dominates may gain nothing"
    return min(gains) > 0
