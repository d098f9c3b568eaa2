"""Flat Monte Carlo: play some random games after each move, and choose the move after which they go best.

It looks no further than one move: it hopes that the others play at random, too. The simplest player that needs no
evaluation, and the measure for `mcts`, which is better almost everywhere.
"""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from zermelo.core.game import CHANCE, Position
from zermelo.core.history import History
from zermelo.core.kernel import Extent, Field, put
from zermelo.core.options import Option
from zermelo.core.vocabulary import SEATS
from zermelo.search.alphabeta.deepening import NO_MOVE
from zermelo.search.driver import Search
from zermelo.search.method import NOTHING_DRAWN, method
from zermelo.search.montecarlo.mcts import ABOUT, PLAYOUTS, equip_playouts
from zermelo.search.montecarlo.simulation import NO_END, share_out, simulate, simulating
from zermelo.search.montecarlo.trial import Trial, tell
from zermelo.search.workspace import enter

BATCH = 10  # games after one move before the next one's turn comes

OPTIONS = {"games": Option.of("games", 50, "random games for each move", low=1), **PLAYOUTS}
DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


def adding_up(extent: Extent) -> list[Field]:
    """Sums over random games: what each player got, and the rewards."""
    return [("sums", np.float64, (2, extent.seats))]


@method("flat", options=OPTIONS, fields=(simulating, adding_up), draws=NOTHING_DRAWN,
        **{**ABOUT, "assumes": "if all others play at random", "ends": True})  # fmt: skip
def run(search: Search, **given: Any) -> None:
    """As many random games for each move, until all had theirs or a limit is reached."""
    settings = SimpleNamespace(**{**DEFAULTS, **given})
    equip_playouts(search, settings)
    position, w, players = search.position, search.work, len(search.game.players)
    play_games = search.kernel(random_games)
    after = {NO_MOVE: position}
    if position.mover != CHANCE:
        codes = [move for move in position.codes if not search.forbidden(move)]
        search.random.shuffle(codes)  # there may be less to play than moves
        after = {move: position.play(move) for move in codes}
    ends = repetitions(search, after)
    played = dict.fromkeys(after, 0)
    sums = {move: np.zeros((2, players)) for move in after}
    wanted = search.limit.simulations or NO_END
    while not search.stopped and search.simulations < wanted and min(played.values()) < settings.games:
        share = batch_for_each(search, len(after), wanted)
        for move, reached in after.items():
            put(w, 0, reached)
            w.sums = sums[move]
            batch = min(share, settings.games - played[move], wanted - search.simulations)
            made = int(play_games(w, batch))
            sums[move] = w.sums.copy()
            played[move] += made
            search.simulations += made
        trials = [
            Trial(move, games, sums[move][1, position.mover] / games, ends.get(move, sums[move][0] / games))
            for move, games in played.items()
            if games
        ]
        tell(search, trials, final="value", depth=1)


def batch_for_each(search: Search, moves: int, wanted: int) -> int:
    """How many games to play after each move next, so that all have as many when a limit is reached, but for one."""
    if not search.simulations:
        return 1  # which tells how long they are
    w, made = search.work, search.simulations
    affordable = (int(w.node_limit) - int(w.nodes)) * made // int(w.nodes)
    return max(1, min(BATCH, min(wanted - made, affordable) // moves))


def repetitions(search: Search, after: Mapping[int, Position]) -> dict[int, np.ndarray]:
    """The moves that end the game since they bring back a position, and what each player gets then."""
    ends = {}
    if search.game.rules.repetition in ("draw", "loss") and NO_MOVE not in after:
        history = History(search.position, search.past)
        for move, reached in after.items():
            history.play(move)
            if history.over and not reached.over:
                ends[move] = np.array(history.payoff)
            history.undo()
    return ends


def random_games(w, games):
    """Random games from row 0; payoffs and rewards are added to the rows of `w.sums`."""
    for done in range(games):
        if not enter(w, 0):
            return done
        w.estimated = 0
        w.stack[1] = w.stack[0]
        if not simulate(w, 1):
            return done
        share_out(w)
        for player in range(SEATS):
            w.sums[0, player] += w.payoff[player]
            w.sums[1, player] += w.reward[player]
    return games
