"""Networks: back-propagation against finite differences, vanishing gradients, and parity."""

from itertools import product

import numpy as np
import pytest

import zermelo as z
from zermelo.learn.network import LINKS, Network, parity_network, slopes_by_layer

DICE = np.random.default_rng(5)


def by_differences(network, inputs, labels, step=1e-6):
    """Slow and obvious: each parameter is moved a little to both sides."""
    found = []
    for values in network.parameters:
        slope = np.zeros_like(values)
        for place in np.ndindex(values.shape):
            before = values[place]
            errors = []
            for moved in (before + step, before - step):
                values[place] = moved
                errors.append(network.error(inputs, labels))
            values[place] = before
            slope[place] = (errors[0] - errors[1]) / (2 * step)
        found.append(slope)
    return found


@pytest.mark.parametrize("link", LINKS)
def test_back_propagation_is_the_gradient(link):
    network = Network.random([4, 6, 5, 2], link=link, last="sigmoid", seed=1)
    inputs, labels = DICE.normal(size=(7, 4)), DICE.random(size=(7, 2))
    for found, expected in zip(network.gradient(inputs, labels), by_differences(network, inputs, labels), strict=True):
        assert np.abs(found - expected).max() < 1e-6


def test_gradients_vanish_behind_sigmoids_and_not_behind_relus():
    inputs, labels = DICE.normal(size=(100, 20)), DICE.random(size=(100, 1))
    sizes = [20, *[20] * 8, 1]
    fading = slopes_by_layer(Network.random(sizes, link="sigmoid"), inputs, labels)
    lasting = slopes_by_layer(Network.random(sizes, link="relu"), inputs, labels)
    assert fading[0] < 1e-4 * fading[-1]
    assert lasting[0] > 1e-2 * lasting[-1]


@pytest.mark.parametrize("bits", range(1, 17))
def test_parity_is_exact_with_a_linear_number_of_weights(bits):
    network = parity_network(bits)
    inputs = np.array(list(product((0, 1), repeat=bits)))
    assert (network(inputs).ravel() == inputs.sum(axis=1) % 2).all()
    assert len(network) <= 14 * bits
    assert len(network.weights) == 1 + int(np.ceil(np.log2(bits)))


def test_parity_with_one_hidden_layer_and_as_many_units_as_bits():
    """The deck says that this takes exponentially many weights."""
    bits = 8
    steps = np.arange(bits)
    signs = np.array([1.0] + [2.0 * (-1) ** k for k in range(1, bits)])
    flat = Network([np.ones((bits, bits)), signs[:, None]], [-steps.astype(float), np.zeros(1)], ["relu", "linear"])
    inputs = np.array(list(product((0, 1), repeat=bits)))
    assert (flat(inputs).ravel() == inputs.sum(axis=1) % 2).all()


def test_a_network_learns_what_no_line_can_tell():
    inputs = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
    labels = np.array([[0], [1], [1], [0]], float)
    network = Network.random([2, 8, 1], link="tanh", seed=2)
    errors = list(network.train(inputs, labels, rounds=400, batch=4, rate=0.02))
    assert errors[-1] < 1e-3 < errors[0]
    assert (network(inputs).round() == labels).all()


def test_layers_that_do_not_fit_are_refused():
    with pytest.raises(z.Problem, match="do not fit together"):
        Network([np.zeros((2, 3)), np.zeros((4, 1))], [np.zeros(3), np.zeros(1)], ["relu", "linear"])
    with pytest.raises(z.Problem, match="unknown link 'rely'"):
        Network.random([2, 3, 1], link="rely")
