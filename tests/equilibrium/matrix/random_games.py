"""Random games of two players for the tests: most have ties, so that many are degenerate."""

import random

import zermelo as z


def random_games(count, *, least=1, most=5, seed=0, zero_sum=False):
    """Games of two with `least` to `most` actions each; payoffs are whole, in half of the games 0, 1 or 2 only."""
    rng = random.Random(seed)
    for _ in range(count):
        rows, columns = rng.randint(least, most), rng.randint(least, most)
        top = rng.choice((1, 2, 2, 3, 9, 99))
        own, other = ([[rng.randint(0, top) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
        yield z.MatrixGame(own if zero_sum else (own, other))


def tables(game):
    """The payoffs of the first and of the second player, as lists."""
    return game.payoffs[..., 0].tolist(), game.payoffs[..., 1].tolist()
