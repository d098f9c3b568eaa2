"""How games play their random moves: any legal move, all equally likely; or, where that is no use, with some sense."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt

import numpy as np
import pytest

from zermelo import Position, load
from zermelo.core.kernel import at_root, given_at, kernel
from zermelo.core.vocabulary import over, play, playout

DRAWS = 3000
SMALL = "chinese-checkers:players=2,board=small"


def draw(w, moves_drawn):
    """Fill `moves_drawn` with moves for the position in row 0. Modified in place."""
    for i in range(moves_drawn.shape[0]):
        moves_drawn[i] = playout(w.stack[0], w.moves[0], w.dice, given_at(w, 0))


def play_to_the_end(w, path):
    """Play a random game from row 0, write its moves into `path` and return how many they were. Modified in place."""
    w.stack[1] = w.stack[0]
    s = w.stack[1]
    length = 0
    while not over(s):
        path[length] = playout(s, w.moves[1], w.dice, given_at(w, 1))
        play(s, path[length])
        length += 1
    return length


def with_seed(position: Position, seed: int) -> np.void:
    w = at_root(position)
    w["dice"]["random"] = np.random.default_rng(seed).integers(1, 2**63)
    return w[0]


def drawn(position: Position, seed: int = 1) -> Counter[str]:
    codes = np.zeros(DRAWS, np.int32)
    kernel(position.game, draw, compiled=False)(with_seed(position, seed), codes)
    names = {code: name for name, code in position.moves.items()}
    return Counter(names[code] for code in codes.tolist())


def random_game(position: Position, seed: int) -> list[Position]:
    path = np.zeros(position.game.max_plies, np.int32)
    length = kernel(position.game, play_to_the_end, compiled=False)(with_seed(position, seed), path)
    positions = [position]
    for code in path[:length].tolist():
        assert code in positions[-1].codes
        positions.append(positions[-1].play(code))
    return positions


def even(counts: Iterable[int]) -> bool:
    """Pearson's test: equally likely draws differ more than this once in a thousand times."""
    counts = list(counts)
    mean, free = sum(counts) / len(counts), len(counts) - 1
    return sum((count - mean) ** 2 / mean for count in counts) < free + 3.09 * sqrt(2 * free) + 2 / 3 * (3.09**2 - 1)


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("hex:size=4", ".... / RB.. / .RB. / B..R R"),
        ("hex:size=4", "RBRB / RB.B / .RBB / BRRR R"),
        ("hex:size=3,swap=true", "... / .R. / ... B"),
        ("connect4", ".X.X.O. / .O.O.X. / .X.X.O. / .O.O.X. / .X.X.O. / .OXOXO. X"),
        ("connect4:width=4,height=2", ".X.. / OXO. X"),
        ("breakthrough:size=5", "BB.BB / B.B.. / ..W.W / W..W. / W.W.W W"),
        ("breakthrough:size=5", "BB.BB / B.B.. / ..W.W / W..W. / W.W.W B"),
        ("breakthrough:columns=2,rows=5", ".B / .. / W. / .. / W. W"),
    ],
)
def test_all_moves_are_equally_likely(spec, text):
    position = load(spec).position(text)
    found = drawn(position)
    assert set(found) == set(position.moves)
    assert even(found.values())


@pytest.mark.parametrize(
    ("text", "urgent"),
    [
        ("BB.BB / B.W.. / ..B.W / WB.W. / W.W.W W", {"c4xb5", "c4c5", "c4xd5"}),
        ("BB.BB / B.W.. / ..B.W / WB.W. / W.W.W B", {"b2xa1", "b2b1", "b2xc1"}),
        ("BB.BB / B.... / ..B.W / WB.W. / W.W.W W", {"a1xb2", "c1xb2"}),
    ],
    ids=["White gets through", "Black gets through", "White stops Black"],
)
def test_random_games_of_breakthrough_do_what_is_urgent(text, urgent):
    found = drawn(load("breakthrough:size=5").position(text))
    assert set(found) == urgent
    assert even(found.values())


@pytest.mark.parametrize(
    "spec", ["hex:size=4", "hex:size=3,swap=true", "connect4:width=5,height=4", "breakthrough:size=5", SMALL]
)
def test_random_games_are_legal_to_the_end(spec):
    for seed in range(1, 4):
        game = random_game(load(spec).start(), seed)
        assert game[-1].over
        assert not any(position.over for position in game[:-1])


def test_random_games_of_chinese_checkers_arrive():
    """A corner is filled long before the last ply that is allowed."""
    for seed in range(1, 4):
        end = random_game(load(SMALL).start(), seed)[-1]
        assert end.state.winner > 0
        assert end.state.plies < end.game.max_plies


def test_random_games_of_chinese_checkers_prefer_what_leads_ahead():
    """Of the ten first moves, four hops lead twice as far as six steps: eight draws miss them by 0.6^8 = 1.7 %."""
    found = drawn(load(SMALL).start())
    hops = [found.pop(name) for name in ("l1-j4", "l1-j6", "l2-j5", "l2-j7")]
    assert even(hops)
    assert 0.01 < found.total() / DRAWS < 0.025
