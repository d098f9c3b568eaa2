"""Perfect information Monte Carlo: draw positions that may be, search each as if all were seen, and average.

Prefer it where little is hidden and a search of what is seen is strong: it took bridge programs far (Levy 1989;
Ginsberg 2001). It errs in two ways (Frank & Basin 1998): it believes that it will know later which position it is, and
so puts off what it should settle now (strategy fusion); and that others, who know, would lead it there all the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from zermelo.core.game import Game, Position
from zermelo.core.hidden import redraw
from zermelo.core.opened import in_the_open, opened
from zermelo.core.options import Option
from zermelo.search.driver import Search, analyse
from zermelo.search.method import NOTHING_DRAWN, Method, description, find, method, usual_method
from zermelo.search.result import Analysis, Limit

AVERAGE, VOTES = "average", "votes"
OPTIONS = {
    option.name: option
    for option in (
        Option.of("worlds", 30, "how many positions that may be to search; all, if they are no more", low=1),
        Option.of("by", "", "the method that searches them, such as alphabeta or mcts; empty: what suits the game"),
        Option.of("choose", AVERAGE, "the move that is best on average, or in most of them", choices=(AVERAGE, VOTES)),
    )
}  # fmt: skip
DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


@method(
    "pimc",
    options=OPTIONS,
    draws=NOTHING_DRAWN,
    refuses=lambda game: "",
    fits="all games",
    assumes="if all see everything from now on",
    limits=("time", "depth", "nodes"),
    random=True,
)
def run(search: Search, **given: Any) -> None:
    """Search one position after another; the limits of time and nodes are for all together."""
    settings = SimpleNamespace(**{**DEFAULTS, **given})
    inner = _Inner(search, settings.by)
    drawn = list(positions(search, settings.worlds))
    inner.prepare(drawn[0][0])
    search.started = perf_counter()
    sums = {code: np.zeros(len(search.game.players)) for code in search.position.codes}
    votes = dict.fromkeys(sums, 0.0)
    depth = 0
    for number, (position, weight) in enumerate(drawn):
        found = inner.search(position, len(drawn) - number)
        values = {position.moves[line.move]: line.values for line in found.lines}
        if len(values) < len(sums):
            if search.halted:
                break
            if search.lines:
                continue  # there was no time for all moves
            values = {code: values.get(code, found.values) for code in sums}
        best = max(each[search.position.mover] for each in values.values())
        winners = [code for code, each in values.items() if each[search.position.mover] == best]
        for code, each in values.items():
            sums[code] += weight * np.array(each)
            votes[code] += weight / len(winners) if code in winners else 0.0
        depth = max(depth, found.depth)
        _tell(search, sums, votes, settings.choose, depth)
        if search.stopped:
            break


def positions(search: Search, most: int) -> Iterator[tuple[Position, float]]:
    """Positions that may be, for those who see everything, and how much each counts."""
    worlds = search.worlds
    if worlds is None:
        yield in_the_open(search.position), 1.0
    elif worlds.imagined:
        for _ in range(most):
            s = worlds.states[0].copy()
            redraw(search.game, s, worlds.player, search.random)
            yield in_the_open(search.game.from_state(s)), 1.0
    elif len(worlds) <= most:
        for number, weight in enumerate(worlds.weights.tolist()):
            yield in_the_open(worlds.position(number)), weight * len(worlds)
    else:
        for number in search.random.choices(range(len(worlds)), worlds.weights.tolist(), k=most):
            yield in_the_open(worlds.position(number)), 1.0


class _Inner:
    """The search of one position that may be, where all is seen."""

    def __init__(self, search: Search, by: str) -> None:
        self.outer = search
        twin = opened(search.game)
        name, limits, given = description(by or open_method(twin))
        self.method: Method = find(name)
        self.method.must_suit(twin)
        self.limit = Limit(**limits)
        kept = {key: option.kept for key, option in self.method.options.items() if option.kept}
        settings = self.method.settings(given)
        if "solver" in self.method.options:  # which is content with one good move: here all are compared
            settings.setdefault("solver", False)
        self.options = {**settings, **{key: kind(settings.get(key, self.method.options[key].default))
                                       for key, kind in kept.items()}}  # fmt: skip

    def prepare(self, position: Position) -> None:
        """Have the code ready, before the clock runs."""
        if self.outer.compiled:
            limit = next(name for name in ("nodes", "simulations", "depth") if name in self.method.limits)
            self._analyse(position, Limit(**{limit: 1}))
        w = self.outer.work
        w.nodes = w.leaves = w.evaluations = w.hits = w.cuts = 0

    def search(self, position: Position, left: int) -> Analysis:
        """Search it with the part of the limits that is its share where so many are left."""
        outer, w = self.outer, self.outer.work
        limit, wanted = self.limit, outer.limit
        if (time := outer.time_left()) is not None:
            limit = replace(limit, time=max(time, 1e-3) / left)
        if wanted.nodes:
            limit = replace(limit, nodes=max(1, (wanted.nodes - int(w.nodes)) // left))
        if wanted.depth:
            limit = replace(limit, depth=wanted.depth)
        found = self._analyse(position, limit)
        outer.simulations += found.simulations
        for counter in ("nodes", "leaves", "evaluations", "hits", "cuts"):
            w[counter] += getattr(found, counter)
        outer.ended = perf_counter()
        return found

    def _analyse(self, position: Position, limit: Limit) -> Analysis:
        self.method.must_know(limit)
        return analyse(
            position,
            method=self.method.name,
            limit=limit,
            lines=len(position.codes),
            seed=self.outer.random.getrandbits(32),
            data=self.outer.data,
            compiled=self.outer.compiled,
            meanwhile=False,
            on_progress=lambda progress: not self.outer.halted,
            **self.options,
        )


def open_method(twin: Game) -> str:
    """What searches a game in which nothing is hidden any more: its usual method, or what suits every game."""
    usual = usual_method(twin)
    return "mcts" if find(description(usual)[0]).refuses(twin) else usual


def _tell(search: Search, sums: Mapping[int, np.ndarray], votes: Mapping[int, float], choose: str, depth: int) -> None:
    """Report the averages so far, the best first."""
    searched = sum(votes.values())
    values = {code: search.vector_found(code, (each / searched).tolist()) for code, each in sums.items()}
    search.trials = {code: (round(votes[code]), votes[code] / searched) for code in sums} if choose == VOTES else {}
    order = sorted(values, key=lambda code: (votes[code] if choose == VOTES else 0.0, values[code]), reverse=True)
    search.found([(code, values[code], [code]) for code in order], depth=depth, exact=False)
