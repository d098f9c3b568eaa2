"""Perfect information Monte Carlo: draw positions that may be, search each as if all were seen, and average.

Prefer it where little is hidden and a search of what is seen is strong: it took bridge programs far (Levy 1989;
Ginsberg 2001). It errs in two ways (Frank & Basin 1998): it believes that it will know later which position it is, and
so puts off what it should settle now (strategy fusion); and that others, who know, would lead it there all the same.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from threading import Timer
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from zermelo.core.game import CHANCE, Game, Position
from zermelo.core.hidden import redraw
from zermelo.core.opened import in_the_open, opened
from zermelo.core.options import Option
from zermelo.errors import RulesProblem
from zermelo.search.alphabeta.deepening import NO_MOVE
from zermelo.search.driver import Search, analyse
from zermelo.search.handover import GivenUp
from zermelo.search.method import NOTHING_DRAWN, Method, description, find, method, usual_method
from zermelo.search.report import in_units
from zermelo.search.result import Limit

COUNTERS = ("nodes", "leaves", "evaluations", "hits", "cuts")
FOREVER = 1e6  # seconds
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
    by_chance = search.position.mover == CHANCE
    viewer = max(search.position.mover, 0)
    sums = {code: np.zeros(len(search.game.players)) for code in ([NO_MOVE] if by_chance else search.position.codes)}
    votes = dict.fromkeys(sums, 0.0)
    for number, (position, weight) in enumerate(drawn):
        values = inner.search(position, len(drawn) - number)
        if len(values) < len(sums):
            if search.halted:
                break
            if search.lines:
                continue  # there was no time for all moves
            values = {code: values.get(code, np.array(position.estimate())) for code in sums}
        best = max(each[viewer] for each in values.values())
        winners = [code for code, each in values.items() if each[viewer] == best]
        for code, each in values.items():
            sums[code] += weight * each
            votes[code] += weight / len(winners) if code in winners else 0.0
        _tell(search, sums, votes, settings.choose, inner.depth)
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
        self.outer, self.depth = search, 0
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
            self._order(position, Limit(**{limit: 1}))

    def search(self, position: Position, left: int) -> dict[int, np.ndarray]:
        """What each player gets after each move of one of so many positions that are left, with its share of limits.

        Of moves for which there was no time nothing is said.
        """
        outer, w = self.outer, self.outer.work
        limit, wanted = self.limit, outer.limit
        if wanted.nodes:
            limit = replace(limit, nodes=max(1, (wanted.nodes - int(w.nodes)) // left))
        if wanted.depth:
            limit = replace(limit, depth=wanted.depth)
        self.method.must_know(limit)
        codes = len(position.codes)
        inner = Search(position, self.method, limit, lines=codes, data=outer.data, seed=self._seed(),
                       compiled=outer.compiled)  # fmt: skip
        outer.others = [inner.workspace]  # so that it stops, too
        time = outer.time_left()
        clock = Timer(max(time, 1e-3) / left if time is not None else FOREVER, inner.stop)
        clock.daemon = True
        if time is not None:
            clock.start()
        try:
            if outer.halted:
                inner.stop()
            with suppress(GivenUp):
                self.method.run(inner, **self.options)
        finally:
            clock.cancel()
            outer.others = []
        if inner.total("unsound"):
            raise RulesProblem(f"{outer.game.spec}: evaluate() is not a number somewhere below {position.text}")
        outer.simulations += inner.simulations
        for counter in COUNTERS:
            w[counter] += inner.total(counter)
        self.depth = max(self.depth, inner.depth)
        outer.ended = perf_counter()
        return {move: _to_all(inner, move, value) for move, value, _ in inner.lines}

    def _seed(self) -> int:
        return self.outer.random.getrandbits(32)

    def _order(self, position: Position, limit: Limit) -> None:
        analyse(
            position,
            method=self.method.name,
            limit=limit,
            lines=len(position.codes),
            data=self.outer.data,
            meanwhile=False,
            on_progress=lambda progress: not self.outer.halted,
            **self.options,
        )


def _to_all(search: Search, move: int, value: float) -> np.ndarray:
    """What each player gets by a line that was found; where only one's payoff is known, the others share the rest."""
    if (move, value) in search.vectors:
        return np.array(search.vectors[move, value])
    players, mine = len(search.game.players), in_units(search, value)
    rest = (search.game.middle * players - mine) / max(players - 1, 1)
    return np.array([mine if seat == max(search.position.mover, 0) else rest for seat in range(players)])


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
    lines = [(code, values[code], [] if code == NO_MOVE else [code]) for code in order]
    search.found(lines, depth=depth, exact=False)
