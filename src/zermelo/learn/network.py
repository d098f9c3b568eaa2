"""Small fully connected networks: what they say, and back-propagation, the chain rule from the last layer to the first.

A layer multiplies by weights, adds biases, and puts each sum through a link function. Written out in NumPy for a batch
of inputs at a time, one row each; larger networks are a matter for PyTorch.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from zermelo.errors import Problem, unknown


def _sigmoid(x: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + np.tanh(0.5 * x))


@dataclass(frozen=True)
class Link:
    """A link function, and its derivative in terms of its result."""

    value: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]
    spread: float  # of random weights, times 1 / sqrt(inputs), so that signals keep their size


LINKS = {
    "linear": Link(lambda x: x, lambda y: np.ones_like(y), 1.0),
    "sigmoid": Link(_sigmoid, lambda y: y * (1 - y), 1.0),
    "tanh": Link(np.tanh, lambda y: 1 - y * y, 1.0),
    "relu": Link(lambda x: np.maximum(x, 0.0), lambda y: (y > 0).astype(float), 2**0.5),
}


def _link(name: str) -> Link:
    if name not in LINKS:
        raise unknown("link", name, LINKS, where=" of a network")
    return LINKS[name]


class Network:
    """Layers of weights [inputs, outputs] and biases [outputs], each with the name of its link."""

    def __init__(self, weights: Sequence[np.ndarray], biases: Sequence[np.ndarray], links: Sequence[str]) -> None:
        for name in links:
            _link(name)
        self.weights = [np.asarray(each, float) for each in weights]
        self.biases = [np.asarray(each, float) for each in biases]
        self.links = list(links)
        sizes = [(len(w), len(b)) for w, b in zip(self.weights, self.biases, strict=True)]
        if any(w.shape[1:] != b.shape for w, b in zip(self.weights, self.biases, strict=True)) or any(
            left[1] != right[0] for left, right in pairwise(sizes)
        ):
            raise Problem(f"the layers of a network do not fit together: {[w.shape for w in self.weights]}")

    @classmethod
    def random(cls, sizes: Sequence[int], *, link: str = "relu", last: str = "linear", seed: int = 0) -> "Network":
        """Random weights for so many inputs, hidden units and outputs."""
        dice, links = np.random.default_rng(seed), [link] * (len(sizes) - 2) + [last]
        weights = [
            dice.normal(size=(a, b)) * _link(name).spread / a**0.5
            for (a, b), name in zip(pairwise(sizes), links, strict=True)
        ]
        return cls(weights, [np.zeros(size) for size in sizes[1:]], links)

    @property
    def parameters(self) -> list[np.ndarray]:
        """All weights and biases; to be changed in place."""
        return [*self.weights, *self.biases]

    def __len__(self) -> int:
        return sum(int((each != 0).sum()) for each in self.parameters)

    def layers(self, inputs: np.ndarray) -> list[np.ndarray]:
        """What each layer says, the inputs first."""
        said = [np.atleast_2d(np.asarray(inputs, float))]
        for weights, biases, link in zip(self.weights, self.biases, self.links, strict=True):
            said.append(LINKS[link].value(said[-1] @ weights + biases))
        return said

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """What the last layer says."""
        return self.layers(inputs)[-1]

    def error(self, inputs: np.ndarray, labels: np.ndarray) -> float:
        """Half the squared error, on average over the examples."""
        return 0.5 * float(np.mean(np.sum((self(inputs) - labels) ** 2, axis=1)))

    def gradient(self, inputs: np.ndarray, labels: np.ndarray) -> list[np.ndarray]:
        """How the error changes with each of the `parameters`, by back-propagation."""
        said = self.layers(inputs)
        blame = (said[-1] - labels) / len(said[0])
        weights, biases = [], []
        for k in range(len(self.weights) - 1, -1, -1):
            blame = blame * LINKS[self.links[k]].slope(said[k + 1])
            weights.append(said[k].T @ blame)
            biases.append(blame.sum(axis=0))
            blame = blame @ self.weights[k].T
        return [*reversed(weights), *reversed(biases)]

    def train(
        self, inputs: np.ndarray, labels: np.ndarray, *, rounds: int, rate: float = 0.01, batch: int = 32, seed: int = 0
    ) -> Iterator[float]:
        """Change the parameters downhill by Adam (Kingma and Ba 2014), a batch at a time; the error of each round."""
        dice, parameters = np.random.default_rng(seed), self.parameters
        means, squares = ([np.zeros_like(each) for each in parameters] for _ in range(2))
        step = 0
        for _ in range(rounds):
            order = dice.permutation(len(inputs))
            for places in np.array_split(order, max(len(order) // batch, 1)):
                step += 1
                gradient = self.gradient(inputs[places], labels[places])
                for value, slope, mean, square in zip(parameters, gradient, means, squares, strict=True):
                    mean += 0.1 * (slope - mean)
                    square += 0.001 * (slope * slope - square)
                    value -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
            yield self.error(inputs, labels)


def slopes_by_layer(network: Network, inputs: np.ndarray, labels: np.ndarray) -> list[float]:
    """The mean size of the error's gradient with regard to the weights of each layer.

    With the sigmoid, whose slope is a quarter at most, it falls by layers towards the inputs: the gradient vanishes.
    """
    gradient = network.gradient(inputs, labels)[: len(network.weights)]
    return [float(np.abs(each).mean()) for each in gradient]


def parity_network(bits: int) -> Network:
    """A network that says exactly whether an odd number of inputs is 1, with a number of weights linear in the bits.

    A tree of exclusive ors, xor(a, b) = relu(a + b) - 2 relu(a + b - 1): about log2(bits) hidden layers. (One hidden
    layer would do, too, contrary to what one reads, with as many units as bits: what is exponential is to list cases.)

    >>> parity_network(3)(np.array([[1, 0, 1], [1, 1, 1]])).ravel().tolist()
    [0.0, 1.0]
    """
    if bits < 1:
        raise Problem(f"parity of {bits} bits: there must be one at least")
    weights, biases, links = [], [], []
    mixing = np.eye(bits)  # from what the last layer says to the bits that are left
    while mixing.shape[1] > 1:
        left = mixing.shape[1]
        pairs, alone = left // 2, left % 2
        into, shift = np.zeros((left, 2 * pairs + alone)), np.zeros(2 * pairs + alone)
        out = np.zeros((2 * pairs + alone, pairs + alone))
        for pair in range(pairs):
            into[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = 1.0
            shift[2 * pair + 1] = -1.0
            out[2 * pair, pair], out[2 * pair + 1, pair] = 1.0, -2.0
        if alone:
            into[-1, -1] = out[-1, -1] = 1.0
        weights.append(mixing @ into)
        biases.append(shift)
        links.append("relu")
        mixing = out
    return Network([*weights, mixing], [*biases, np.zeros(1)], [*links, "linear"])
