"""Logit quantal response equilibria (McKelvey & Palfrey 1995), followed from random choice to an equilibrium.

Everybody errs: an action is played in proportion to exp(rationality * what it gets). At rationality 0 all is random; as
it grows, the one path that begins there ends at an equilibrium. On its way it may turn back, so rationality is an
unknown like the others and the path is followed by its length: a step along the tangent, then Newton's method back to
the path (Allgower & Georg 1990; in logarithms of probabilities, which may become tiny: Turocy 2005).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, log
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, plainly
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.process import PAUSE, profile_at, regrets_of, replies_to, rounded, thinned
from zermelo.equilibrium.solver import Finds, Teller, solver

FAR = 50.0  # no logarithm of a probability: a step that leads so far is too long
OPTIONS = {
    "rationality": Option.of("rationality", inf, "where to end: at 0 all choose at random", low=0.0),
    "until": Option.of("until", 1e-8, "a regret that is small enough to end, where payoffs range over 1", low=1e-12),
    "steps": Option.of("steps", 20_000, "along the path, at most", low=1),
}
LARGE = 20_000  # payoffs of a game that takes more than a moment
FIRST, LONGEST, SHORTEST = 0.03, 1e9, 1e-8  # of a step: its length, which grows and shrinks with what Newton needs
CLOSE = 1e-9  # how small a correction of a point is, in proportion, that is on the path
TRIES = 12  # of Newton's method
BEND = 0.3  # radians by which the tangent may turn in one step


@dataclass(frozen=True)
class QuantalResponse:
    """A point of the path."""

    number: int  # of steps until now
    rationality: float
    mixes: tuple[np.ndarray, ...]
    game: MatrixGame = field(repr=False)

    @property
    def regret(self) -> float:
        """How far it is from an equilibrium."""
        return max(regrets_of(self.game, self.mixes))


class _Path:
    """The equations of the path: the unknowns are all logarithms of probabilities, and rationality."""

    def __init__(self, game: MatrixGame) -> None:
        self.game = game
        self.scale = float(np.ptp(game.numbers)) or 1.0
        self.tables = game.numbers / self.scale
        ends = np.cumsum(game.sizes)
        self.parts = [slice(end - size, end) for end, size in zip(ends, game.sizes, strict=True)]
        self.size = int(ends[-1])

    def start(self) -> np.ndarray:
        return np.concatenate([*(np.full(size, -log(size)) for size in self.game.sizes), [0.0]])

    def mixes(self, x: np.ndarray) -> list[np.ndarray]:
        return [np.exp(np.minimum(x[part], FAR)) for part in self.parts]

    def misses(self, x: np.ndarray) -> np.ndarray:
        """By how much a point misses each equation: logarithms differ as payoffs do; probabilities add up to 1.

        All is compared with the likeliest action: where that is a rare one, differences of large numbers lose digits.
        """
        mixes = self.mixes(x)
        found = np.empty(self.size)
        for player, part in enumerate(self.parts):
            values = replies_to(self.tables[player], mixes, player)
            top = int(np.argmax(x[part]))
            found[part] = (x[part] - x[part][top] - x[-1] * (values - values[top])) / (1 + abs(x[-1]))
            found[part.start + top] = mixes[player].sum() - 1
        return found

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """The derivative of each equation by each unknown."""
        mixes = self.mixes(x)
        found = np.zeros((self.size, self.size + 1))
        for player, part in enumerate(self.parts):
            top = int(np.argmax(x[part]))
            found[part, part] = np.eye(self.game.sizes[player])
            found[part, part.start + top] -= 1
            for other, columns in enumerate(self.parts):
                if other != player:
                    values = _between(self.tables[player], mixes, player, other)  # [own action, the other's]
                    found[part, columns] = -x[-1] * (values - values[top]) * mixes[other]
            values = replies_to(self.tables[player], mixes, player)
            found[part, -1] = values[top] - values
            found[part] /= 1 + abs(x[-1])
            found[part.start + top] = 0
            found[part.start + top, part] = mixes[player]
        return found


def _between(table: np.ndarray, mixes: Sequence[np.ndarray], player: int, other: int) -> np.ndarray:
    """What a player's actions get against each action of one other, and the mixtures of the rest."""
    for third in reversed(range(table.ndim)):
        if third not in (player, other):
            table = np.moveaxis(table, third, -1) @ mixes[third]
    return table if player < other else table.T


def _tangent(slopes: np.ndarray) -> np.ndarray:
    """The direction in which no equation changes."""
    return np.linalg.qr(slopes.T, mode="complete")[0][:, -1]


def _shortest(slopes: np.ndarray, misses: np.ndarray) -> np.ndarray:
    """The shortest step that takes all misses to 0, if slopes stay as they are."""
    across, triangle = np.linalg.qr(slopes.T)
    return across @ np.linalg.solve(triangle.T, misses)


def quantal_responses(game: MatrixGame) -> Iterator[QuantalResponse]:
    """The points of the path, from random choice on, as far as somebody wants to follow it, or floats can."""
    path = _Path(game)
    x = path.start()
    slopes = path.slopes(x)
    direction = _tangent(slopes)
    direction *= 1 if direction[-1] > 0 else -1
    length = FIRST
    number = 0
    yield _point(path, number, x)
    while True:
        found = _corrected(path, x + length * direction)
        if found is not None:
            tangent = _tangent(found[1])
            along = float(tangent @ direction)
            tangent *= 1 if along > 0 else -1
            if abs(along) < np.cos(BEND) or np.linalg.norm(found[0] - x) > 2 * length:
                found = None
        if found is None:
            length /= 2
            if length < SHORTEST:
                return  # where payoffs are tied, it may become too thin for floats
            continue
        x, direction = found[0], tangent
        number += 1
        yield _point(path, number, x)
        length = min(LONGEST, length * (1.5 if found[2] <= 4 else 1.0))


def _corrected(path: _Path, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, int] | None:
    """The nearest point of the path, the slopes there, and how many steps of Newton's it took; None if none is near."""
    last = inf
    for tries in range(TRIES):
        misses = path.misses(x)
        slopes = path.slopes(x)
        try:
            step = _shortest(slopes, misses)
        except np.linalg.LinAlgError:
            return None
        size = float((np.abs(step) / (1 + np.abs(x))).max())
        if not np.isfinite(size) or size > 0.9 * last or size > 0.5:
            return None
        x = x - step
        if size <= CLOSE:
            return x, path.slopes(x), tries + 1
        last = size
    return None


def response_at(point: QuantalResponse, rationality: float) -> QuantalResponse:
    """The quantal response of the path near a point where rationality is just so."""
    path = _Path(point.game)
    x = np.concatenate([*(np.log(np.maximum(mix, 1e-300)) for mix in point.mixes), [rationality * path.scale]])
    for _ in range(TRIES):
        step = np.linalg.solve(path.slopes(x)[:, :-1], path.misses(x))
        x[:-1] -= step
        if np.abs(step / (1 + np.abs(x[:-1]))).max() <= CLOSE:
            break
    return _point(path, point.number, x)


def _point(path: _Path, number: int, x: np.ndarray) -> QuantalResponse:
    mixes = tuple(mix / mix.sum() for mix in path.mixes(x))
    return QuantalResponse(number, float(x[-1]) / path.scale, mixes, path.game)


@solver(
    "logit",
    MatrixGame.form,
    finds=Finds.ONE,
    options=OPTIONS,
    tells=True,
    usual=lambda game: 2 if len(game.sizes) > 2 and game.payoffs.size <= LARGE else 0,
    watch=lambda game, **_: quantal_responses(game),
)
def logit(
    game: MatrixGame, *, tell: Teller, rationality: float = inf, until: float = 1e-8, steps: int = 20_000
) -> Answer:
    """Quantal responses of any number of players, from random choice along a path that ends near an equilibrium."""
    spread = float(np.ptp(game.numbers)) or 1.0
    points: list[QuantalResponse] = []
    told = perf_counter()
    interrupted = ended = False
    try:
        for point in quantal_responses(game):
            if point.rationality >= rationality:
                points.append(response_at(point, rationality))
                ended = True
            else:
                points.append(point)
                ended = rationality == inf and point.regret <= until * spread
            if ended or point.number >= steps:
                break
            if perf_counter() - told > PAUSE:
                told = perf_counter()
                tell(f"{point.number:,} steps  rationality {point.rationality:.3g}  regret {point.regret:.3g}")
    except KeyboardInterrupt:
        if not points:
            raise
        interrupted = True
    last = points[-1]
    notes = [f"rationality is {plainly(last.rationality)} after {last.number:,} steps along the path"]
    if interrupted:
        notes.append("interrupted: this is what there was until then")
    elif not ended:
        notes.append("the path could not be followed further: its limit may be elsewhere")
    return Answer(
        game=game.spec,
        method="logit",
        players=game.players,
        profiles=(profile_at(game, last.mixes),),
        meaning=_meaning(last, ended and rationality == inf),
        notes=tuple(notes),
        details={"rationality": last.rationality, "path": _told(thinned(points))},
        interrupted=interrupted,
    )


def _meaning(last: QuantalResponse, arrived: bool) -> str:
    where = "this equilibrium" if arrived else f"rationality {plainly(last.rationality)}"
    return f"the quantal responses of {last.game.spec} lead to {where}, with a regret of {plainly(last.regret)}"


def _told(points: Sequence[QuantalResponse]) -> dict[str, Any]:
    """The path for JSON."""
    players = range(len(points[0].mixes))
    return {
        "rationality": [point.rationality for point in points],
        "drawn": ["now"],
        "now": [[rounded(point.mixes[player]) for point in points] for player in players],
        "regrets": [[float(f"{regret:.6g}") for regret in own] for own in zip(*map(_regrets, points), strict=True)],
    }


def _regrets(point: QuantalResponse) -> tuple[float, ...]:
    return regrets_of(point.game, point.mixes)
