"""Native code reads and writes only where it may: every kernel on every game, with NUMBA_BOUNDSCHECK=1.

Out of bounds, native code is silent; so one pass of `make test-all` compiles all of it with checks. What a search
writes down when it is watched, and solvers, which see only numbers of states, are the same on all games: one is enough.
In plain Python and with a few nodes the pass is quick; so run, it shows that it leaves out no kernel.
"""

import ast
import os
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

import naive
import zermelo as z
from circles import token
from zermelo.check import witness
from zermelo.check.conformance import check_game
from zermelo.core.catalogue import names
from zermelo.core.kernel import at_root, kernel
from zermelo.core.numbers import any_game
from zermelo.equilibrium.extensive.behaviour import Behaviour
from zermelo.equilibrium.extensive.cfr import VARIANTS, Regrets
from zermelo.equilibrium.extensive.form import sequence_form
from zermelo.equilibrium.extensive.mccfr import Sampler
from zermelo.equilibrium.extensive.walking import by_walking
from zermelo.search import seams
from zermelo.search.alphabeta.swindle import expected
from zermelo.tree.growing import grow

SMALL = {"chinese-checkers": "chinese-checkers:players=3,board=small", "go": "go:size=5", "hex": "hex:size=5",
         "virus": "virus:players=3,size=5", "focus": "focus:players=3", "pig": "pig:target=20"}  # fmt: skip
LIMITS = {"nodes": 3000, "simulations": 60}
FEW = {"nodes": 60, "simulations": 4}
MORE = {  # options that put other parts into a kernel, or let it go other ways
    "alphabeta": ["", "extensions=true,reductions=true,adaptive=mtf,paths=true", "plain=true,fail=hard", "threads=2"],
    "mcts": ["", "parallel=root,threads=2", "amaf=grave,transpositions=true,policy=random"],
    "coalition": ["allies=1+2"],
    "bestreply": ["", "threats=mtf", "threats=pos(2)"],
}
HINTS = ",minimax=0.2,bias=1"  # of mcts, where the rules judge
LOST = {"draughts": "B:W14:B5", "tug": ".o....... Right 1-0 0"}  # where random games are long, or end in a draw
DICE, MANY, TWO = "pig:target=20", "virus:players=3,size=4,cap=9", "tictactoe"
UNSEEN = "kuhn:players=4"  # whose rules draw what may be; of this one it is listed:
LISTED = z.Tree([{"info": "?", "children": [0, 1]}, {"info": "?", "children": [1, 0]}])


# --- the pass ---------------------------------------------------------------------------------------------------------


def run_on(game: z.Game, *, compiled: bool, limits: dict[str, int]) -> None:
    """What runs on every game: counting, random games, and all methods that suit it."""
    start = game.start()
    check_game(game, games=2, compiled=compiled)
    kernel(game, witness.testify, compiled=compiled)(at_root(start, witness.testifying)[0], -1)
    z.perft(start, 2, compiled=compiled)
    z.survey(start, depth=2, compiled=compiled)
    z.playouts(start, 3, compiled=compiled)
    if not game.hidden:
        z.explore(start, depth=2, compiled=compiled)
    line = [start]
    while len(line) < 4 and not line[-1].over:  # some way into the game
        line.append(line[-1].play(list(line[-1].moves)[-1]))
    z.player("greedy").choose(next(position for position in line if position.mover != z.CHANCE))
    for method, described in searches(game, limits):
        for position in (start, line[-1]):
            if not position.over and not (game.hidden and position.mover == z.CHANCE):
                assert z.analyse(position, method=described, seed=1, compiled=compiled).nodes > 0, method.name
    if game.win_or_lose and not z.methods["alphabeta"].refuses(game):
        hope_in(game, compiled=compiled, limits=limits)


def searches(game: z.Game, limits: dict[str, int]) -> Iterator[tuple[z.Method, str]]:
    """The methods that suit a game, described with their options."""
    for method in ours():
        if not method.refuses(game):
            limit = "simulations" if "simulations" in method.limits else "nodes"
            for options in MORE.get(method.name, [""]):
                described = f"{method.name}:{limit}={limits[limit]}" + (f",{options}" if options else "")
                yield method, described + (HINTS if "amaf" in options and game.judges else "")


def ours() -> list[z.Method]:
    """The methods of the house: other tests may have registered their own."""
    return [method for method in z.methods.values() if method.run.__module__.startswith("zermelo.")]


def hope_in(game: z.Game, *, compiled: bool, limits: dict[str, int]) -> None:
    """Lose, and hope for errors: that search runs only where it is certain that the mover loses."""
    name = game.spec.partition(":")[0]
    lost = [game.position(LOST[name])] if name in LOST else ends_of(game)
    for position in lost:
        described = f"alphabeta:nodes={limits['nodes']},paths=true,errors=0.1"
        z.analyse(position, method=described, seed=1, compiled=compiled)
        if expected in kernels(game):
            return
    raise AssertionError(f"nobody is lost in {game.spec}")


def ends_of(game: z.Game) -> Iterator[z.Position]:
    """Positions shortly before the end of some random games."""
    for seed in range(9):
        yield from naive.random_game(game, seed)[-4:-1]


def watch(*, compiled: bool, limits: dict[str, int]) -> None:
    """Every method while it writes down what it does, on the first of these games that it is for."""
    for method in ours():
        position = next(z.load(spec).start() for spec in (DICE, MANY, TWO) if not method.refuses(z.load(spec)))
        if method.grows:
            grow(position, limits["simulations"], method=method.name, compiled=compiled)
        elif method.draws and not method.undrawn(position.game):
            options = {"allies": "1+2"} if method.name == "coalition" else {}
            for rows in (20, 20_000):  # a log that is too short, and one that is not
                limit = z.Limit(nodes=limits["nodes"])
                z.trace(position, method=method.name, limit=limit, rows=rows, compiled=compiled, **options)


def settle(*, compiled: bool) -> None:
    """Every solver that works on states, on graphs with and without circles, dice, and ways out."""
    z.settle_all(z.explore(z.load(TWO).start(), merge=False, compiled=compiled), compiled=compiled)
    for spec in ("pig:target=6", "pig:target=4,players=3"):
        z.iterate(z.explore(z.load(spec).start(), compiled=False), compiled=compiled)
    # dice, then A and B, who had better go round for ever than to the ends; also with C, who looks on
    arrows = np.array([[1, 2, -1], [3, 2, -1], [4, 1, -1], [-1, -1, -1], [-1, -1, -1]])
    owner, odds = np.array([z.CHANCE, 0, 1, 0, 0]), np.where(arrows >= 0, 0.5, 0.0)
    ends = np.array([[0, 0, 0], [0, 0, 0], [0, 0, 0], [-1, 1, 0], [1, -1, 0]])
    for players in (2, 3):
        game = token(arrows, owner, ends[:, :players], odds)
        policy = z.iterate(z.explore(game.start(), compiled=False), compiled=compiled)
        assert policy.value(game.start()) == 0
    for position in (LISTED.start().play(0), z.load(UNSEEN).position("moves: T J Q K")):
        z.analyse(position, method="ismcts:simulations=9", compiled=compiled)
    form = sequence_form(z.load(UNSEEN).start(), compiled=compiled, plain=0)
    assert Behaviour.even(form).exploitability > 0
    Regrets(form, VARIANTS["cfr+"], compiled=compiled).go_on(1)
    for by in ("external", "outcome"):
        sampler = Sampler(z.load(UNSEEN).start(), sampling_by=by, compiled=compiled, room=16)
        sampler.play(300)
        by_walking(z.load(UNSEEN).start(), sampler.plan(), compiled=compiled)


def kernels(game: z.Game) -> dict[Callable, set]:
    """What was bound to a game, and the seams in which something else was put."""
    found: dict[Callable, set] = {}
    for function, _, _, *replaced in game.__dict__.get("_kernels", {}):
        found.setdefault(function, set()).update(place for place, _ in replaced)
    return found


# --- with checks ------------------------------------------------------------------------------------------------------


@pytest.mark.bounds
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
    with pytest.raises(z.RulesProblem, match="out of bounds"):
        z.playouts(z.Game(Beyond).start(), 1)


@pytest.mark.bounds
@pytest.mark.parametrize("name", names())
def test_every_kernel_stays_within_bounds(name):
    run_on(z.load(SMALL.get(name, name)), compiled=True, limits=LIMITS)


@pytest.mark.bounds
def test_a_search_that_is_watched_stays_within_bounds():
    watch(compiled=True, limits=LIMITS)


@pytest.mark.bounds
def test_solvers_stay_within_bounds():
    settle(compiled=True)


# --- without ----------------------------------------------------------------------------------------------------------


def test_no_kernel_and_no_seam_is_left_out():
    """In plain Python, on three games, of which other tests have left no trace."""
    games = [z.load(spec) for spec in (DICE, MANY, TWO)]
    for game in (*games, LISTED, z.load(UNSEEN), any_game()):
        game.__dict__.pop("_kernels", None)
    for game in games:
        run_on(game, compiled=False, limits=FEW)
    watch(compiled=False, limits=FEW)
    settle(compiled=False)
    ran: dict[Callable, set] = {}
    for game in (*games, LISTED, z.load(UNSEEN), any_game()):
        for function, replaced in kernels(game).items():
            ran.setdefault(function, set()).update(replaced)
    assert handed_over() - set(ran) == set()
    places = {seam for seam in seams._layer_of if seam.__module__.startswith("zermelo.")}
    assert places - set().union(*ran.values()) == set()


def handed_over() -> set[Callable]:
    """The functions of all modules that are handed to `kernel`, or to what hands them on, to become native code."""
    folder, found = Path(z.__file__).parent, set()
    for file in folder.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text())):
            if not isinstance(call, ast.Call):
                continue
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            plain = any(word.arg == "compiled" and ast.unparse(word.value) == "False" for word in call.keywords)
            if called in ("kernel", "on_numbers", "look_with") and not plain:
                module = import_module(".".join(("zermelo", *file.relative_to(folder).with_suffix("").parts)))
                given = [getattr(module, word.id, None) for word in call.args if isinstance(word, ast.Name)]
                found |= {each for each in given if isinstance(each, FunctionType)}
    return found
