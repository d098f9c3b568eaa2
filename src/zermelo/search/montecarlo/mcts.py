"""Monte Carlo tree search: `uct` with everything that can be added to it, each by its name.

It needs no evaluation, grows its tree where play is good, and can be stopped at any time: prefer it where moves are
many and good judgement is hard to write down (Go, Hex), or where players are many or dice decide. Where tactics rule
and an evaluation is at hand, alpha-beta sees further.
"""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from zermelo.core.game import CHANCE, Game
from zermelo.core.history import payoff_of_repetition
from zermelo.core.options import Option
from zermelo.core.state import Struct
from zermelo.core.vocabulary import any_move, playout
from zermelo.core.worker import together
from zermelo.errors import Problem
from zermelo.search.alphabeta.deepening import NO_MOVE
from zermelo.search.alphabeta.repetition import trailing
from zermelo.search.driver import Search
from zermelo.search.events import Descent
from zermelo.search.method import SIMULATED, method
from zermelo.search.montecarlo import amaf, hints
from zermelo.search.montecarlo.nodes import BANNED, CLOSED, NO_NODE, NODE, SURE_EDGE, node_of, planting
from zermelo.search.montecarlo.searchtree import MOST_MEGABYTES, SearchTree, reserved
from zermelo.search.montecarlo.simulation import NO_END, set_up, simulating
from zermelo.search.montecarlo.trial import FINAL, Trial, added, tell
from zermelo.search.montecarlo.uct import AT_ONCE, TRANSPOSING, descending, think
from zermelo.search.report import FOLLOWED
from zermelo.search.workspace import LINE

ROUND_SECONDS = 0.03  # seconds that a round of simulations should take
TELLING = 0.2  # seconds between two reports
SMALL = 64.0  # MB for a tree that somebody watches: it is slow, and so it does not become large
FIRST_ROUND = 1  # simulations: the time that one takes in plain Python tells how many to make at once

LITTLE_MARGIN = 0.1  # of a reward, in games that are won by margins


PLAYOUTS = {
    option.name: option
    for option in (
        Option.of("policy", "game", "how random games are played: as the rules say (`playout`), or by any move",
                choices=("game", "random")),
        Option.of("cutoff", -1, "plies of a random game after which the evaluation takes over; -1: play to the end",
                low=-1),
        Option.of("margin", -1.0, "the part of a reward that is the payoff itself, the rest is for winning; -1: all,"
                " or 0.1 where two players win by margins", low=-1.0, high=1.0),
    )
}  # fmt: skip
OPTIONS = {
    option.name: option
    for option in (
        Option.of("c", 0.5, "how much to explore: mean reward + c sqrt(ln N / n), rewards from 0 to 1", low=0.0),
        Option.of("fpu", inf, "the mean reward to expect of a move not tried yet (first-play urgency); inf: they come"
                " first", low=0.0),
        Option.of("final", "visits", "the move to play: with most visits, the highest mean, or the highest lower bound",
                choices=FINAL),
        Option.of("solver", True, "prove values, and leave out moves that cannot matter (MCTS-Solver)"),
        Option.of("bounds", True, "let the solver know what the rules' `bounds` prove"),
        Option.of("amaf", "off", "count moves that come later in a simulation, too: from the node, or an ancestor",
                choices=("off", "rave", "grave")),
        Option.of("k", 0.001, "of amaf: how soon a move's own simulations outweigh the others", low=1e-9),
        Option.of("reference", 50, "of grave: the visits an ancestor must have", low=1),
        Option.of("minimax", 0.0, "the weight of implicit minimax backups of the evaluation", low=0.0, high=1.0),
        Option.of("bias", 0.0, "the weight of progressive bias by the evaluation", low=0.0),
        *PLAYOUTS.values(),
        Option.of("transpositions", False, "one node for a position, however it was reached"),
        Option.of("memory", 256.0, "MB for the tree; when it is full, what has few visits is forgotten", low=1,
                high=MOST_MEGABYTES, kept=SearchTree),
        Option.of("reuse", True, "whether a player goes on with the tree of the move before"),
        Option.of("threads", 1, "threads that search together", low=1, high=64),
        Option.of("parallel", "tree", "whether threads share a tree, or have one each and add up the roots",
                choices=("tree", "root")),
    )
}  # fmt: skip
DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


def beyond_simulations(game: Game) -> str:
    """Why simulations would be wrong about a game, or nothing."""
    if game.hidden:
        return "hidden information"
    return "repetitions that are lost" if game.rules.repetition == "loss" and not game.two_player else ""


ABOUT: dict[str, Any] = {
    "refuses": beyond_simulations,
    "fits": "any players, with or without chance, nothing hidden",
    "assumes": "if all play for themselves",
    "limits": ("time", "nodes", "simulations"),
    "random": True,
}


FIELDS = (simulating, planting, descending, trailing, amaf.counting_others, hints.hinting)


def grow(search: Search, told: Callable[[Descent], bool], **given: Any) -> bool:
    """Simulate, one by one: `told` hears of each, and says whether to go on. Returns whether the root is solved."""
    settings = SimpleNamespace(**{**DEFAULTS, "memory": SMALL, **given, "threads": 1})
    equip(search, settings)
    simulate = search.kernel(think)
    crew = crew_of(search, settings)
    w, tree = crew[0]
    while simulated(search, simulate, crew, 1):
        path = w.node_path[: w.nodes_passed].tolist()
        moves = tree.edges["move"][w.edge_path[: w.nodes_passed - 1]].tolist()
        visits, payoffs = tree.nodes["visits"][path], tree.nodes["payoffs"][path]
        means = map(tuple, (payoffs / visits[:, None]).tolist())
        if not told(Descent(tuple(path), tuple(moves), tuple(w.payoff.tolist()), tuple(visits.tolist()), tuple(means))):
            break
    return bool(settings.solver and tree.proven(tree.top))


@method("mcts", options=OPTIONS, fields=FIELDS, draws=SIMULATED, grows=grow, on_trees={"solver": False}, **ABOUT)
def run(search: Search, **given: Any) -> None:
    """Simulate until time is up, the limit is reached or the root is solved."""
    settings = SimpleNamespace(**{**DEFAULTS, **given})
    equip(search, settings)
    simulate = search.kernel(think, resumes=True)
    search.started = perf_counter()  # to move on with an old tree takes time
    crew = crew_of(search, settings)
    trees = list({id(tree): tree for _, tree in crew}.values())
    search.filled = lambda: sum(tree.filled() for tree in trees) / len(trees)
    wanted = search.limit.simulations or NO_END
    at_once, told = FIRST_ROUND, perf_counter()
    while True:
        began = perf_counter()
        asked = min(at_once, wanted - search.simulations)
        made = simulated(search, simulate, crew, asked)
        search.simulations += made
        if made == asked and perf_counter() - began < ROUND_SECONDS:
            at_once *= 2
        cramped = [tree for tree in trees if tree.full(crew[0][0])]
        solved = settings.solver and any(tree.proven(tree.top) for tree in trees)
        done = search.stopped or search.simulations >= wanted or solved or not _have_time(search, cramped)
        if done or perf_counter() - told > TELLING:
            search.work.deepest = max(w.deepest for w, _ in crew)
            _report(search, trees, settings, search.lines_wanted if done else 0)
            told = perf_counter()
        if done:
            break
        for tree in cramped:
            tree.recycle()
    if not search.lines:  # no time at all: a glance at the moves, all the same
        for w, _ in crew:
            w.stop = 0
        search.simulations += simulated(search, simulate, crew, FIRST_ROUND)
        _report(search, trees, settings, search.lines_wanted)


def _have_time(search: Search, cramped: list[SearchTree]) -> bool:
    """Whether there is time to make room in trees that are full."""
    left = search.time_left()
    return left is None or left >= sum(tree.seconds for tree in cramped)


Member = tuple[Struct, SearchTree]
"""Of a thread: its workspace, and the tree it works on."""


def equip(search: Search, settings: SimpleNamespace) -> None:
    """Put the parts that the options ask for into the kernel."""
    game = search.game
    equip_playouts(search, settings)
    if (settings.minimax > 0 or settings.bias > 0) and not game.judges:
        raise Problem(f"{game.spec} has no evaluate: minimax and bias have nothing to go by")
    hints_wanted = settings.minimax > 0 or settings.bias > 0
    shared = _shares(search, settings)
    search.replaced.put("options", {NODE: node_of(game)})
    also = settings.amaf != "off"
    for wanted, real in ((hints_wanted, hints.REAL), (also, amaf.REAL), (shared, TRANSPOSING)):
        search.replaced.put("options", real if wanted else {})


def _shares(search: Search, settings: SimpleNamespace) -> bool:
    """Whether positions have one node each; not where what may be played depends on the way to them."""
    return settings.transpositions and search.game.rules.repetition != "forbidden"


def crew_of(search: Search, settings: SimpleNamespace) -> list[Member]:
    """The threads, ready to simulate."""
    game, shared = search.game, _shares(search, settings)
    w = search.work
    w.opposed = game.two_player
    w.c, w.minimax, w.bias = settings.c, settings.minimax, settings.bias
    w.urgency = AT_ONCE if settings.fpu == inf else settings.fpu
    w.in_turn = settings.fpu == inf and settings.amaf == "off" and settings.bias == 0
    w.solver, w.clips = settings.solver, settings.solver and not game.stochastic
    w.use_bounds = settings.solver and settings.bounds and game.has("bounds") and game.two_player
    w.also = 0.0 if settings.amaf == "off" else settings.k
    w.reference = settings.reference if settings.amaf == "grave" else 0
    w.threads = settings.threads if settings.parallel == "tree" else 1
    w.nodes_reserved, w.edges_reserved = reserved(game, int(w.threads))
    w.stamp = -1
    tree = settings.memory if isinstance(settings.memory, SearchTree) else SearchTree(settings.memory)
    trees = [tree] * settings.threads
    if settings.parallel == "root":
        trees = tree.divided(settings.threads)
    learned = {name: value for name, value in vars(settings).items() if name not in ("memory", "c", "final")}
    purpose = (game, search.data.version, learned)
    for one in {id(tree): tree for tree in trees}.values():
        one.prepare(
            purpose,
            search.position,
            search.past if settings.reuse else None,
            shared=bool(shared),
            threads=int(w.threads),
        )
    if search.work.node_limit < np.iinfo(np.int64).max:
        search.work.node_limit = max(1, search.work.node_limit // settings.threads)
    search.others = [search.workspace.copy() for _ in range(settings.threads - 1)]
    crew: list[Member] = []
    for workspace, tree in zip((search.workspace, *search.others), trees, strict=True):
        if crew:
            workspace["dice"]["random"] = search.random.getrandbits(64) | 1
        tree.link(workspace)
        crew.append((workspace[0], tree))
    return crew


def equip_playouts(search: Search, settings: SimpleNamespace) -> None:
    """Random games as the options say."""
    if settings.policy == "random" and search.game.has("playout"):
        search.replaced.put("options", {playout: any_move})
    if settings.cutoff >= 0 and not search.game.judges:
        raise Problem(f"{search.game.spec} has no evaluate: random games cannot be cut off")
    game, w = search.game, search.work
    w.dice.random |= np.uint64(1)
    set_up(w, game)
    if settings.cutoff >= 0:
        w.cutoff = settings.cutoff
    by_margins = game.two_player and game.rules.unit and not game.stochastic
    w.margin = settings.margin if settings.margin >= 0 else LITTLE_MARGIN if by_margins else 1.0


def simulated(search: Search, simulate: Callable, crew: list[Member], simulations: int) -> int:
    """Let all threads make their part of so many simulations; returns how many were made."""

    def take_part(number: int) -> int:
        w, tree = crew[number]
        w.root_node = tree.top
        w.next_node = w.last_node = w.next_edge = w.last_edge = 0
        share = simulations // len(crew) + (number < simulations % len(crew))
        return int(simulate(w, share))

    return sum(together(take_part, len(crew), search.stop))


def _report(search: Search, trees: list[SearchTree], settings: SimpleNamespace, lines: int) -> None:
    """Tell the driver what the trees say, with so many variations; one that has solved the root speaks for all."""
    solved = [tree for tree in trees if settings.solver and tree.proven(tree.top)][:1]
    trees = solved or trees
    depth = int(search.work.deepest)
    if search.position.mover == CHANCE:
        expected = np.mean([tree.expected(np.array([tree.top]))[0] for tree in trees], axis=0)
        value = search.vector_found(NO_MOVE, expected.tolist())
        search.found([(NO_MOVE, value, [])], depth=depth, exact=bool(solved))
        return
    by_move: dict[int, list[Trial]] = {}
    for tree in trees:
        for trial in _trials(search.game, tree, settings.solver, max(FOLLOWED, lines)):
            by_move.setdefault(trial.move, []).append(trial)
    tell(search, map(added, by_move.values()), final=settings.final, depth=depth, exact=bool(solved))


def _trials(game: Game, tree: SearchTree, solver: bool, followed: int) -> Iterator[Trial]:
    """What a tree says about the moves of the root that were tried; with variations for those most visited."""
    root, edges = tree.nodes[tree.top], tree.edges_of(tree.top)
    edges = edges[(edges["visits"] > 0) & (edges["state"] != BANNED)]
    edges = edges[np.argsort(-edges["visits"], kind="stable")]
    nodes, expected, means = tree.nodes[edges["child"]], tree.expected(edges["child"]), edges["total"] / edges["visits"]
    proven = (nodes["low"] >= nodes["high"]).all(axis=1) & solver
    if solver and tree.proven(tree.top):  # by a move that secures what the root is worth, though it may be worth more
        secured = nodes["low"][:, root.player] >= root.low[root.player]
        expected[secured], proven = root.low, proven | secured
    ends = edges["child"] == NO_NODE  # a position came again
    if ends.any():
        expected[ends], proven[ends] = payoff_of_repetition(game, int(root.player)), False
    columns = (edges["move"], edges["visits"], means, proven, edges["state"] == CLOSED, edges["child"])
    for place, (move, visits, mean, sure, closed, child) in enumerate(zip(*(c.tolist() for c in columns), strict=True)):
        line = variation(tree, child) if place < followed else ()
        yield Trial(move, visits, mean, expected[place], sure, closed, line)


def variation(tree: SearchTree, node: int) -> tuple[int, ...]:
    """How play may go on from a node: the moves with most visits."""
    line: list[int] = []
    while node != NO_NODE and len(line) < LINE - 1:
        edges = tree.edges_of(node)
        if len(edges) == 0 or tree.nodes["player"][node] == CHANCE:
            break
        best = edges[int(np.argmax(np.where(edges["state"] <= SURE_EDGE, edges["visits"], -1)))]
        if best.visits == 0:
            break
        line.append(int(best.move))
        node = int(best.child)
    return tuple(line)
