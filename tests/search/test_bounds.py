"""Native code reads and writes only where it may: every kernel on every game, with NUMBA_BOUNDSCHECK=1.

Out of bounds, native code is silent; so one pass of `make test-all` compiles all of it with checks.
"""

import os

import numpy as np
import pytest

import zermelo as z
from zermelo.check.conformance import check_game
from zermelo.core.catalogue import names

pytestmark = pytest.mark.bounds
SMALL = {"chinese-checkers": "chinese-checkers:players=3,board=small", "go": "go:size=5", "hex": "hex:size=5",
         "virus": "virus:players=3,size=5", "focus": "focus:players=3", "pig": "pig:target=20"}  # fmt: skip
LIMITS = {"nodes": 3000, "simulations": 60}
MORE = {  # options that put other parts into a kernel
    "alphabeta": ["", "extensions=true,reductions=true,adaptive=mtf,paths=true", "errors=0.1", "threads=2"],
    "mcts": ["", "amaf=grave", "transpositions=true", "parallel=root,threads=2"],
    "coalition": ["allies=1+2"],
    "bestreply": ["threats=mtf"],
}


def test_the_checks_are_on():
    """Otherwise this file would show nothing."""

    class Beyond(z.Rules):
        class State:
            cells: (np.int8, 4)

        def moves(s, out):
            out[0] = s.cells[4 + s.cells[0]]  # one too far
            return 1

        def play(s, move):
            s.cells[0] = 1

        def payoff(s, out):
            out[0] = out[1] = 0

    assert os.environ.get("NUMBA_BOUNDSCHECK") == "1"
    with pytest.raises(z.RulesProblem, match="IndexError"):
        z.playouts(z.Game(Beyond).start(), 1)


@pytest.mark.parametrize("name", names())
def test_every_kernel_stays_within_bounds(name):
    game = z.load(SMALL.get(name, name))
    start = game.start()
    check_game(game, games=2)
    z.perft(start, 2)
    z.survey(start, depth=2)
    z.playouts(start, 3)
    if not game.hidden:
        z.explore(start, depth=2)
    after = start
    for _ in range(3):  # some way into the game
        if not after.over:
            after = after.play(list(after.moves)[-1])
    for method in z.methods.values():
        if method.refuses(game):
            continue
        limit = "simulations" if "simulations" in method.limits else "nodes"
        for options in MORE.get(method.name, [""]):
            described = f"{method.name}:{limit}={LIMITS[limit]}" + (f",{options}" if options else "")
            for position in (start, after):
                if not position.over:
                    found = z.analyse(position, method=described, seed=1)
                    assert found.nodes > 0
