"""Information set Monte Carlo tree search: for games in which players do not see everything.

It needs nothing but the rules, and any number of players and dice will do. Prefer it where a game is too large to be
solved (see `equilibrium`). It does not bluff as an equilibrium does: it finds the best move against others who, as it
learns, know what it holds. Where nothing is hidden it is `mcts` without its solver.
"""

from collections.abc import Iterator
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from zermelo.core.game import CHANCE, Game
from zermelo.core.kernel import link
from zermelo.core.options import Option
from zermelo.search.alphabeta.deepening import NO_MOVE
from zermelo.search.driver import Search
from zermelo.search.hidden.belief import Worlds
from zermelo.search.hidden.informed import (
    CHOICE,
    begin_to_tell,
    blind_descending,
    draw_world,
    everything,
    imagine_world,
    knowledge,
    simulate_blind,
    tell_apart,
)
from zermelo.search.hidden.listing import WORLD
from zermelo.search.method import NOTHING_DRAWN, method
from zermelo.search.montecarlo.mcts import PLAYOUTS, ROUND_SECONDS, TELLING, equip_playouts
from zermelo.search.montecarlo.simulation import NO_END, simulating
from zermelo.search.montecarlo.trial import FINAL, Trial, tell

OPTIONS = {
    option.name: option
    for option in (
        Option.of("c", 0.7, "how much to explore: mean reward + c sqrt(ln a / n), rewards from 0 to 1", low=0.0),
        Option.of("final", "visits", "the move to play: with most visits, the highest mean, or the highest lower bound",
                choices=FINAL),
        Option.of("others", "know", "of what was hidden before: whether the others know it, or nothing of it",
                choices=("know", "guess")),
        *PLAYOUTS.values(),
        Option.of("memory", 128.0, "MB for the trees; when they are full they grow no more", low=1, high=100_000),
    )
}  # fmt: skip
DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


def where_positions_come_again(game: Game) -> str:
    """Why it would be wrong about a game, or nothing."""
    return "positions that come again" if game.rules.repetition else ""


@method(
    "ismcts",
    options=OPTIONS,
    fields=(simulating, blind_descending),
    draws=NOTHING_DRAWN,
    refuses=where_positions_come_again,
    fits="any players, with or without chance, whatever is hidden",
    assumes="if all play for themselves",
    limits=("time", "nodes", "simulations"),
    random=True,
    usual=lambda game: 3 if game.hidden else 0,
)
def run(search: Search, **given: Any) -> None:
    """Simulate until time is up or the limit is reached."""
    settings = SimpleNamespace(**{**DEFAULTS, **given})
    kept = equip(search, settings)
    w = search.work
    search.filled = lambda: float(w.taken) / len(kept[0])
    simulate = search.kernel(simulate_blind, resumes=True)
    wanted = search.limit.simulations or NO_END
    at_once, told = 1, perf_counter()
    while True:
        began = perf_counter()
        asked = min(at_once, wanted - search.simulations)
        made = int(simulate(w, asked))
        search.simulations += made
        if made == asked and perf_counter() - began < ROUND_SECONDS:
            at_once *= 2
        done = search.stopped or search.simulations >= wanted
        if done or perf_counter() - told > TELLING:
            _report(search, settings)
            told = perf_counter()
        if done:
            break
    if not search.lines:  # no time at all: a glance at the moves, all the same
        w.stop, w.node_limit = 0, np.iinfo(np.int64).max
        search.simulations += int(simulate(w, 1))
        _report(search, settings)


def _report(search: Search, settings: SimpleNamespace) -> None:
    """Tell the driver what the simulations say; before chance moves, what everybody gets on average."""
    w = search.work
    if search.position.mover != CHANCE:
        tell(search, _trials(search), final=settings.final, depth=int(w.deepest))
    elif visits := int(w.root_visits[0]):
        value = search.vector_found(NO_MOVE, (w.root_sums[0, 0] / visits).tolist())
        search.found([(NO_MOVE, value, [])], depth=int(w.deepest), exact=False)


def equip(search: Search, settings: SimpleNamespace) -> tuple[np.ndarray, ...]:
    """Put the parts that the game needs into the kernel, and what may be into its workspace; the arrays to keep."""
    game, w, position = search.game, search.work, search.position
    equip_playouts(search, settings)
    if settings.margin < 0:
        w.margin = 1.0  # what counts is the average
    alone = np.array([position.state]), np.ones(1)
    worlds = search.worlds or Worlds(game, position.mover, *alone, imagined=game.has("imagine"))
    search.replaced.put("options", {WORLD: game.state})
    if worlds.imagined:
        search.replaced.put("options", {draw_world: imagine_world})
    if not game.hidden:
        search.replaced.put("options", {knowledge: everything})
    if game.has("tells"):
        search.replaced.put("options", {tell_apart: begin_to_tell})
    room = int(settings.memory * 1e6 / CHOICE.itemsize)
    most = min(search.limit.simulations or NO_END, search.limit.nodes or NO_END)  # each adds one choice
    places = 1 << min(room.bit_length() - 1, (2 * most).bit_length())
    likelihoods = np.cumsum(worlds.weights)
    likelihoods[-1] = 1.0
    kept = np.zeros(places, CHOICE), np.ascontiguousarray(worlds.states), likelihoods
    for name, array in zip(("choices", "worlds", "likelihoods"), kept, strict=True):
        link(search.workspace, name, array)
    w.c, w.apart = settings.c, settings.others == "know"
    codes = [NO_MOVE] if position.mover == CHANCE else position.codes
    w.root_count = len(codes)
    w.root_codes[: w.root_count] = codes
    return kept


def _trials(search: Search) -> Iterator[Trial]:
    """What the simulations say about the moves of the root that were tried."""
    w, mover = search.work, search.position.mover
    for i in range(int(w.root_count)):
        if visits := int(w.root_visits[i]):
            reward = float(w.root_sums[1, i, mover]) / visits
            yield Trial(int(w.root_codes[i]), visits, reward, w.root_sums[0, i] / visits)
