"""Weights from examples: planted ones are found again, by whatever way."""

import numpy as np
import pytest
from scipy.sparse import csr_array

import zermelo as z
from zermelo.learn.regression import calibration, least_squares, logistic, probability

DICE = np.random.default_rng(3)
X = DICE.normal(size=(400, 5)) * [1, 2, 0.5, 3, 1]
PLANTED = np.array([1.5, -2.0, 0.25, 0.0, 4.0])


@pytest.mark.parametrize("method", ["normal", "gradient", "conjugate"])
@pytest.mark.parametrize("matrix", [np.asarray, csr_array])
def test_planted_weights_are_recovered(method, matrix):
    fitted = least_squares(matrix(X), X @ PLANTED, method=method)
    assert fitted.weights == pytest.approx(PLANTED, abs=1e-6)
    assert fitted.converged
    assert fitted.error < 1e-12


@pytest.mark.parametrize("ridge", [0.0, 0.1])
def test_the_closed_form_is_the_limit_of_all_steps(ridge):
    y = X @ PLANTED + DICE.normal(size=len(X))
    direct = least_squares(X, y, ridge=ridge).weights
    expected = np.linalg.solve(X.T @ X + ridge * len(y) * np.eye(5), X.T @ y)
    assert direct == pytest.approx(expected)
    for method in ("gradient", "conjugate"):
        assert least_squares(X, y, method=method, ridge=ridge).weights == pytest.approx(direct, abs=1e-6)
    assert least_squares(X, y, method="conjugate").steps <= 12
    early = least_squares(X, y, method="gradient", steps=3)
    assert not early.converged
    assert early.error > least_squares(X, y).error


def test_the_line_through_points_by_its_two_equations():
    """Deck 000: a sum(x^2) + b sum(x) = sum(x y), a sum(x) + b n = sum(y)."""
    x = DICE.normal(size=50)
    y = 3 * x - 2 + 0.1 * DICE.normal(size=50)
    a, b = np.linalg.solve([[(x**2).sum(), x.sum()], [x.sum(), 50]], [(x * y).sum(), y.sum()])
    assert least_squares(np.stack([x, np.ones(50)], axis=1), y).weights == pytest.approx([a, b])


def test_features_that_say_the_same_share_the_weight():
    twins = np.stack([X[:, 0], X[:, 0]], axis=1)
    assert least_squares(twins, 2 * X[:, 0]).weights == pytest.approx([1, 1])


def test_chances_are_recovered_and_calibrated():
    x = DICE.normal(size=(20_000, 3))
    planted = np.array([1.0, -0.5, 0.25])
    chances = probability(x @ planted)
    labels = (DICE.random(len(x)) < chances).astype(float)
    fitted = logistic(x, labels)
    assert fitted.converged
    assert fitted.weights == pytest.approx(planted, abs=0.06)
    for told, seen, count in calibration(probability(x @ fitted.weights), labels):
        assert abs(told - seen) < 4 * (told * (1 - told) / count) ** 0.5 + 0.01
    exact = logistic(csr_array(x), chances)  # labels may be chances themselves
    assert exact.weights == pytest.approx(planted, abs=1e-4)


def test_a_feature_that_decides_alone_gets_a_finite_weight():
    fitted = logistic([[1.0], [2.0], [-1.0]], [1, 1, 0])
    assert 5 < fitted.weights[0] < 100


def test_one_may_look_on_and_end_it():
    seen = []
    least_squares(X, X @ PLANTED, method="gradient", told=lambda step, error: seen.append(error) or len(seen) < 5)
    assert len(seen) == 5
    assert seen == sorted(seen, reverse=True)


@pytest.mark.parametrize(
    ("features", "labels", "message"),
    [
        ([[1.0, np.nan]], [1], "finite"),
        ([[1.0]], [np.inf], "finite"),
        ([[1.0]], [1, 2], "a row of features for each label"),
        (np.zeros((0, 2)), [], "no examples"),
        (np.zeros((2, 0)), [1, 2], "no features"),
    ],
)
def test_bad_examples_are_refused(features, labels, message):
    with pytest.raises(z.Problem, match=message):
        least_squares(features, labels)
    with pytest.raises(z.Problem, match="unknown method 'newton' of least squares"):
        least_squares([[1.0]], [1.0], method="newton")
    with pytest.raises(z.Problem, match="from 0 to 1"):
        logistic([[1.0]], [2.0])
