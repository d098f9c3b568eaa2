"""Weights of a linear evaluation from examples, by least squares or, for the chance to win, by logistic regression.

Examples are the rows of a matrix of features, dense or sparse, with a label each. Least squares minimises the sum of
(label - row @ weights)^2 (+ ridge * weights^2): directly, by the normal equations, or by steps, gradient descent and
conjugate gradients, which find the same and need nothing but products with the matrix. Logistic regression maximises
the likelihood of labels from 0 to 1, where the chance is 1 / (1 + exp(-row @ weights)).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.errors import Problem, unknown

Told = Callable[[int, float], bool | None]
"""Hears of each step and of the error after it, and ends the fit with False."""

STEPS = 10_000
NEAR = 1e-10  # a gradient that is smaller, beside that of the first step, is none
NEWTON_STEPS = 60


@dataclass(frozen=True, eq=False)
class Fitted:
    """Weights, and how well they explain the examples."""

    weights: np.ndarray
    error: float  # of the examples, on average: squared, or the logarithm of how unlikely their labels are
    steps: int
    converged: bool

    def __repr__(self) -> str:
        return f"<Fitted {len(self.weights):,} weights: error {self.error:.6g} after {self.steps} steps>"


def least_squares(
    features: Any,
    labels: Any,
    *,
    method: str = "normal",
    ridge: float = 0.0,
    steps: int = STEPS,
    told: Told | None = None,
) -> Fitted:
    """The weights with the least squared error, by `normal` equations, `gradient` descent or `conjugate` gradients.

    Where several weights do equally well, the shortest ones.

    >>> least_squares([[0, 1], [1, 1], [2, 1]], [1, 3, 5]).weights.round(9).tolist()
    [2.0, 1.0]
    """
    x, y = examples(features, labels)
    if ridge < 0:
        raise Problem(f"ridge={ridge:g} must be at least 0")
    ways = {"normal": _normal, "gradient": _gradient, "conjugate": _conjugate}
    if method not in ways:
        raise unknown("method", method, ways, where=" of least squares")
    return ways[method](x, y, ridge * len(y), steps, told or (lambda step, error: None))


def logistic(
    features: Any, labels: Any, *, ridge: float = 1e-6, steps: int = NEWTON_STEPS, told: Told | None = None
) -> Fitted:
    """The weights that make labels from 0 (lost) to 1 (won) most likely, by Newton's method.

    A little `ridge` keeps weights finite where a feature decides by itself.
    """
    x, y = examples(features, labels)
    if ((y < 0) | (y > 1)).any():
        raise Problem("labels of logistic regression must be from 0 to 1")
    told = told or (lambda step, error: None)
    weights = np.zeros(x.shape[1])
    strength = ridge * len(y)
    error = _surprise(x, y, weights, strength)
    for step in range(1, steps + 1):
        chance = probability(x @ weights)
        gradient = x.T @ (chance - y) + strength * weights
        curvature = np.maximum(chance * (1 - chance), 1e-12)
        change = _solved(lambda v, c=curvature: x.T @ (c * (x @ v)) + strength * v, gradient)  # type: ignore[misc]
        length = 1.0
        while (tried := _surprise(x, y, weights - length * change, strength)) > error and length > 1e-9:
            length /= 2
        weights = weights - length * change
        better, error = error - tried, min(tried, error)
        stop = told(step, error / len(y)) is False
        if better < 1e-13 * max(abs(error), 1.0) or stop:
            return Fitted(weights, _surprise(x, y, weights, 0.0) / len(y), step, not stop)
    return Fitted(weights, _surprise(x, y, weights, 0.0) / len(y), steps, False)


def probability(score: Any) -> Any:
    """The chance to win that a logistic score means.

    >>> float(probability(0.0))
    0.5
    """
    return 0.5 * (1 + np.tanh(0.5 * np.asarray(score)))


def calibration(chances: Any, labels: Any, bins: int = 10) -> list[tuple[float, float, int]]:
    """For examples of like chances: the mean chance, the mean label, how many. Well calibrated: the first two agree."""
    chances, labels = np.asarray(chances, float), np.asarray(labels, float)
    places = np.minimum((chances * bins).astype(int), bins - 1)
    found = []
    for place in range(bins):
        chosen = places == place
        if chosen.any():
            found.append((float(chances[chosen].mean()), float(labels[chosen].mean()), int(chosen.sum())))
    return found


def examples(features: Any, labels: Any) -> tuple[Any, np.ndarray]:
    """Features as a matrix of floats (a sparse one stays sparse) and labels as a row; a Problem says what is wrong."""
    x = features.tocsr().astype(np.float64) if hasattr(features, "tocsr") else np.asarray(features, np.float64)
    y = np.asarray(labels, np.float64)
    if x.ndim != 2 or y.ndim != 1 or x.shape[0] != len(y):
        raise Problem(f"examples need a row of features for each label, not {x.shape} for {y.shape}")
    if not len(y) or not x.shape[1]:
        raise Problem("there are no examples to learn from" if not len(y) else "there are no features to learn with")
    numbers = x.data if hasattr(x, "tocsr") else x
    if not (np.isfinite(numbers).all() and np.isfinite(y).all()):
        raise Problem("features and labels must be finite numbers")
    return x, y


def _normal(x: Any, y: np.ndarray, strength: float, steps: int, told: Told) -> Fitted:
    """(X'X + strength) w = X'y."""
    square = x.T @ x
    square = np.asarray(square.todense()) if hasattr(square, "todense") else square
    weights, *_ = np.linalg.lstsq(square + strength * np.eye(len(square)), x.T @ y, rcond=None)
    return Fitted(weights, _squared(x, y, weights), 1, True)


def _gradient(x: Any, y: np.ndarray, strength: float, steps: int, told: Told) -> Fitted:
    """Downhill, by steps as long as the steepest direction allows."""
    weights = np.zeros(x.shape[1])
    length = 1 / (_steepest(x) + strength)
    first = 0.0
    for step in range(1, steps + 1):
        slope = x.T @ (x @ weights - y) + strength * weights
        first = first or float(np.linalg.norm(slope))
        if np.linalg.norm(slope) <= NEAR * first:
            return Fitted(weights, _squared(x, y, weights), step - 1, True)
        weights -= length * slope
        if told(step, _squared(x, y, weights)) is False:
            return Fitted(weights, _squared(x, y, weights), step, False)
    return Fitted(weights, _squared(x, y, weights), steps, False)


def _conjugate(x: Any, y: np.ndarray, strength: float, steps: int, told: Told) -> Fitted:
    """Downhill, by directions that do not spoil what earlier ones have done (Hestenes and Stiefel 1952)."""
    weights = np.zeros(x.shape[1])
    rest = x.T @ y
    way, size = rest.copy(), float(rest @ rest)
    first = size
    for step in range(1, min(steps, 10 * len(weights) + 10) + 1):
        if size <= NEAR**2 * first:
            return Fitted(weights, _squared(x, y, weights), step - 1, True)
        pushed = x.T @ (x @ way) + strength * way
        length = size / float(way @ pushed)
        weights += length * way
        rest -= length * pushed
        before, size = size, float(rest @ rest)
        way = rest + size / before * way
        if told(step, _squared(x, y, weights)) is False:
            break
    return Fitted(weights, _squared(x, y, weights), step, size <= NEAR**2 * first)


def _solved(apply: Callable[[np.ndarray], np.ndarray], right: np.ndarray) -> np.ndarray:
    """apply(v) = right, by conjugate gradients; near enough for one step of Newton's method."""
    v, rest = np.zeros_like(right), right.copy()
    way, size = rest.copy(), float(rest @ rest)
    first = size
    for _ in range(2 * len(right) + 10):
        if size <= 1e-16 * first or size == 0.0:
            break
        pushed = apply(way)
        length = size / float(way @ pushed)
        v += length * way
        rest -= length * pushed
        before, size = size, float(rest @ rest)
        way = rest + size / before * way
    return v


def _steepest(x: Any) -> float:
    """The largest eigenvalue of X'X, or a little more, by the power method."""
    v = np.random.default_rng(0).normal(size=x.shape[1])
    value = 0.0
    for _ in range(200):
        v /= np.linalg.norm(v) or 1.0
        v = x.T @ (x @ v)
        before, value = value, float(np.linalg.norm(v))
        if abs(value - before) <= 1e-6 * value:
            break
    return 1.01 * value or 1.0


def _squared(x: Any, y: np.ndarray, weights: np.ndarray) -> float:
    return float(np.mean((y - x @ weights) ** 2))


def _surprise(x: Any, y: np.ndarray, weights: np.ndarray, strength: float) -> float:
    """Minus the logarithm of the likelihood, and what the ridge adds."""
    score = x @ weights
    return float(np.sum(np.logaddexp(0.0, score) - y * score) + 0.5 * strength * weights @ weights)
