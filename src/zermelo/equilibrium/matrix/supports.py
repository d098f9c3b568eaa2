"""All equilibria of two players by their supports: which actions are played at all?

For each choice of actions I of one player and as many replies J of the other, one system of equations makes the
replies equally good. In a game that is not degenerate J must be what the other plays, and that is all there is to it
(Dickhaut & Kaplan 1991). In a degenerate one more replies than played ones can be best, and pairing each support with
one of the same size misses equilibria. So here J is only asked to be *among* the best replies; the solutions of either
player are then paired by the definition: what each plays must be a best reply to the other.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from zermelo.equilibrium.answer import Answer
from zermelo.equilibrium.matrix.found import Pair, all_equilibria, not_for_two
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.tableau import solved
from zermelo.equilibrium.solver import Finds, solver

Solved = dict[tuple[Fraction, ...], tuple[frozenset[int], frozenset[int]]]  # a mix: what it plays, its best replies


MOST_SYSTEMS = 1_000_000  # of equations, for either player: some minutes


def _refuses(game: MatrixGame) -> str:
    if why := not_for_two(game):
        return why
    systems = comb(sum(game.sizes), game.sizes[0])  # all supports of one size with all of as many replies
    return "too many actions for all to be found (lemke-howson finds some)" if systems > MOST_SYSTEMS else ""


@solver("supports", MatrixGame.form, finds=Finds.ALL, fits="two players", refuses=_refuses)
def by_supports(game: MatrixGame) -> Answer:
    """All equilibria of two players, support by support."""
    return all_equilibria(game, "supports", pairs_by_supports(game))


def pairs_by_supports(game: MatrixGame) -> list[Pair]:
    """All extreme equilibria, exact."""
    own, other = game.whole(0), game.whole(1)
    firsts = _indifferent([list(column) for column in zip(*other, strict=True)])
    seconds = _indifferent(own)
    return [
        (x, y)
        for x, (plays, best) in firsts.items()
        for y, (others, replies) in seconds.items()
        if others <= best and plays <= replies
    ]


def _indifferent(replies: Sequence[Sequence[int]]) -> Solved:
    """The mixes that are determined by which replies are equally good; `replies[j][i]` is what j gets against i."""
    found: Solved = {}
    for size in range(1, min(len(replies), len(replies[0])) + 1):
        for support in combinations(range(len(replies[0])), size):
            for mix in _on_support(replies, support):
                values = [sum(part * value for part, value in zip(mix, row, strict=True)) for row in replies]
                highest = max(values)
                best = frozenset(reply for reply, value in enumerate(values) if value == highest)
                found[mix] = frozenset(support), best
    return found


def _on_support(replies: Sequence[Sequence[int]], support: tuple[int, ...]) -> Iterator[tuple[Fraction, ...]]:
    """The mixes that play all of `support`, and make as many replies best."""
    ones = [1] * len(support) + [0]
    for tied in combinations(range(len(replies)), len(support)):
        rows = [[*(replies[reply][action] for action in support), -1] for reply in tied]
        solution = solved([*rows, ones], [0] * len(tied) + [1])
        if solution is None or min(solution[:-1]) <= 0:
            continue
        mix = [Fraction(0)] * len(replies[0])
        for action, part in zip(support, solution, strict=False):
            mix[action] = part
        best = solution[-1]
        if all(sum(part * value for part, value in zip(mix, row, strict=True)) <= best for row in replies):
            yield tuple(mix)
