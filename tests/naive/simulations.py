"""Monte Carlo tree search, with the dice of the real one."""

import random
from math import log, sqrt

import numpy as np

from zermelo.core.game import Position, below


class Dice:
    """The source of random numbers that searches use, with the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = np.uint64(random.Random(seed).getrandbits(64) | 1)

    def below(self, count: int) -> int:
        with np.errstate(all="ignore"):
            return int(below(self, count))

    def outcome(self, chances: dict[int, float]) -> int:
        point = self.below(1 << 30) / (1 << 30)
        for move, share in chances.items():
            point -= share
            if point < 0:
                return move
        return list(chances)[-1]


class Visited:
    """A position in the tree of `uct`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.visits = 0
        self.moves: list[int] = []
        self.children: dict[int, Visited] = {}
        self.tried: dict[int, int] = {}  # visits of each move
        self.won: dict[int, float] = {}  # sum of rewards of each move, for who makes it
        self.also: dict[int, list[float]] = {}  # rewards of simulations in which the mover made the move later


def uct(position: Position, simulations: int, seed: int, c: float, *, k: float = 0.0, reference: int = 0) -> Visited:
    """The root of the tree after so many simulations; with `k`, all moves as first (RAVE, or GRAVE by `reference`)."""
    dice, root = Dice(seed), Visited(position)
    low, high = position.game.lowest, position.game.highest

    def expand(node: Visited) -> None:
        node.moves = list(node.position.chances or node.position.codes)
        if not node.position.chances:
            for first in range(len(node.moves)):
                other = first + dice.below(len(node.moves) - first)
                node.moves[first], node.moves[other] = node.moves[other], node.moves[first]

    def urgency(node: Visited, source: Visited, move: int) -> float:
        n = node.tried.get(move, 0)
        others = source.also.get(move, []) if k else []
        value = node.won[move] / n if n else 1e9
        if others:
            weight = len(others) / (len(others) + n + k * len(others) * n) if n else 1.0
            value = (1 - weight) * value + weight * sum(others) / len(others)
        return value + c * sqrt(log(node.visits)) / sqrt(max(n, 1))

    for _ in range(simulations):
        node, sources = root, {}
        root.visits += 1
        path, played = [root], []
        while not node.position.over and (node is root or node.visits > 1):
            if not node.moves:
                expand(node)
            if node.visits >= reference > 0:
                sources[node.position.mover] = node
            source = sources.get(node.position.mover, node)
            if chances := node.position.chances:
                move = dice.outcome(chances)
            elif not k and len(node.tried) < len(node.moves):
                move = node.moves[len(node.tried)]
            else:
                move = max(node.moves, key=lambda move: urgency(node, source, move))
            node.tried[move] = node.tried.get(move, 0) + 1
            played.append((node.position.mover, move))
            node = node.children.setdefault(move, Visited(node.position.play(move)))
            node.visits += 1
            path.append(node)
        now = node.position
        while not now.over:
            legal = now.codes
            move = dice.outcome(now.chances) if now.chances else legal[dice.below(len(legal))]
            played.append((now.mover, move))
            now = now.play(move)
        for step, node in enumerate(path[:-1]):
            mover, move = played[step]
            reward = (now.payoff[mover] - low) / (high - low)
            node.won[move] = node.won.get(move, 0.0) + reward
            first: dict[int, int] = {}
            for player, later in played[step:]:
                first.setdefault(later, player)
            for later, player in first.items():
                if player == mover and later in node.moves:
                    node.also.setdefault(later, []).append(reward)
    return root
