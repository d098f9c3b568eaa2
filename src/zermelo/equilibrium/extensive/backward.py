"""Backward induction: where everybody sees everything, what is best last says what is best before (Zermelo 1913).

From the ends back, whoever moves takes what is best for themselves: then nobody gains by changing alone, wherever play
may have come to, so the equilibrium is subgame-perfect (Selten 1965). For any number of players, and with chance. Where
moves are equally good the first is taken; all that other choices could have led to is told, too.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isclose, prod
from typing import Any

import numpy as np

from zermelo.core.game import Position
from zermelo.core.likeness import of_rules
from zermelo.core.options import Option
from zermelo.core.primitives import CHANCE
from zermelo.equilibrium.answer import Answer, Profile, Strategy, plainly
from zermelo.equilibrium.extensive.reading import start_of
from zermelo.equilibrium.plan import MADE_FOR, Plan
from zermelo.equilibrium.solver import EXTENSIVE, Finds, solver
from zermelo.errors import Beyond, Problem
from zermelo.solving import StateSpace, explore

IN_PLAIN_PYTHON = 1.0  # megabytes of states: to compile takes as long
EXACT = 20_000  # states: of more, values are floats
MOST = 400_000  # states that are looked at one by one
OUTCOMES = 40  # different ways a game may end in equilibria that are told
LONG = 30  # moves of the line of best play that are told
NEAR = 1e-12  # values that are equal


def _refuses(game: Any) -> str:
    return "hidden information" if start_of(game).game.hidden else ""


@solver(
    "backward",
    EXTENSIVE,
    finds=Finds.ONE,
    fits="games in which everybody sees everything",
    refuses=_refuses,
    options={"memory": Option.of("memory", 200.0, "megabytes for the positions", low=1.0)},
    tells=True,
    usual=lambda game: 5,
)
def by_backward_induction(game: Any, *, tell: Callable[[str], None], memory: float = 200.0) -> Answer:
    """A subgame-perfect equilibrium of a game with perfect information, from the ends back."""
    start = start_of(game)
    spec = start.game.spec
    if start.over:
        raise Problem(f"{spec} is over at {start.text}: there is nothing to choose")
    choices = _choices(_explored(start, memory, tell))
    payoffs = tuple(value + 0 for value in choices.values[0])  # without -0.0
    regrets = tuple(Fraction(0) if isinstance(value, Fraction) else 0.0 for value in payoffs)
    count = len(start.game.players)
    profile = Profile(tuple(Moves(choices, player) for player in range(count)), payoffs, regrets, "pure")
    return Answer(
        game=spec,
        method="backward",
        players=start.game.players,
        profiles=(profile,),
        meaning=f"best play of {spec} brings {_told(start, payoffs)}",
        value=payoffs[0] if count == 2 and start.game.payoff_sum is not None else None,
        notes=(f"{spec}: {len(choices.space):,} positions", *_line(start, choices), *_ties(choices)),
        behaviour=choices,
    )


@dataclass(frozen=True)
class Choices:
    """What is best in each position, and what it brings everybody."""

    space: StateSpace
    values: list[list[Any]]  # [states][players]
    best: list[list[int]]  # [states] the edges that are equally good for who moves
    order: list[int]  # states, those that come after before those that come before

    def plan(self, **about: Any) -> Plan:
        """The first best move everywhere, to keep and to play from."""
        players, information, counts, codes, parts = [], [], [], [], []
        for number, best in enumerate(self.best):
            if best:
                position = self.space.position(number)
                first, end = self.space.first[number : number + 2].tolist()
                players.append(position.mover)
                information.append(position.identity % 2**64)
                counts.append(end - first)
                codes += self.space.moves[first:end].tolist()
                parts += [float(edge == best[0]) for edge in range(first, end)]
        return Plan(
            self.space.game.spec,
            np.array(players, np.int64),
            np.array(information, np.uint64),
            np.cumsum([0, *counts]),
            np.array(codes, np.int32),
            np.array(parts, np.float64),
            about={MADE_FOR: of_rules(self.space.game), **about},
        )


class Moves(Mapping[str, Any]):
    """What a player does, by position; which is put into words when somebody looks."""

    def __init__(self, choices: Choices, player: int) -> None:
        self._choices = choices
        self._numbers = [number for number, best in enumerate(choices.best)
                         if best and choices.space.movers[number] == player]  # fmt: skip
        self._known: dict[str, int] | None = None

    def __getitem__(self, text: str) -> Strategy:
        if self._known is None:
            self._known = {self._choices.space.position(number).text: number for number in self._numbers}
        number, space = self._known[text], self._choices.space
        position, best = space.position(number), self._choices.best[number]
        edges = range(space.first[number], space.first[number + 1])
        return {position.move_name(int(space.moves[edge])): int(edge == best[0]) for edge in edges}

    def __iter__(self) -> Iterator[str]:
        return (self._choices.space.position(number).text for number in self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __reduce__(self) -> Any:
        return dict, (dict(self),)


def _explored(start: Position, memory: float, tell: Callable[[str], None]) -> StateSpace:
    """All positions, each once; of a small game without compiling."""
    try:
        space = explore(start, merge=False, memory=IN_PLAIN_PYTHON, compiled=False)
    except Problem:
        try:
            space = explore(start, merge=False, memory=memory, on_progress=lambda seen: tell(f"{seen:,} positions"))
        except Problem as problem:
            if "do not fit" not in str(problem):
                raise
            raise _too_large(start) from None
    if len(space) > MOST:
        raise _too_large(start)
    return space


def _too_large(start: Position) -> Beyond:
    return Beyond(
        f"{start.game.spec} has too many positions to look at each: zermelo solve proves what it is worth, and "
        "zermelo analyse tells a good move"
    )


def _choices(space: StateSpace) -> Choices:
    """From the ends back."""
    order = _backwards(space)
    exact = _fractions(space) if len(space) <= EXACT else None
    payoffs, probs = exact or (space.payoffs.tolist(), space.probs.tolist())
    values: list[list[Any]] = [[]] * len(space)
    best: list[list[int]] = [[] for _ in range(len(space))]
    bounds, after, row = space.first.tolist(), space.successors.tolist(), space.row.tolist()
    movers = space.movers.tolist()
    for number in order:
        first, end = bounds[number : number + 2]
        if first == end:
            values[number] = payoffs[row[number]]
        elif movers[number] == CHANCE:
            parts = probs[row[number] : row[number] + end - first]
            each = [[part * value for value in values[after[first + k]]] for k, part in enumerate(parts)]
            values[number] = [sum(column) for column in zip(*each, strict=True)]
        else:
            mine = [values[after[edge]][movers[number]] for edge in range(first, end)]
            most = max(mine)
            best[number] = [first + k for k, value in enumerate(mine) if most - value <= (0 if exact else NEAR)]
            values[number] = values[after[best[number][0]]]
    return Choices(space, values, best, order)


def _backwards(space: StateSpace) -> list[int]:
    """The states, each after all that come behind it."""
    bounds, after = space.first.tolist(), space.successors.tolist()
    waiting = np.diff(space.first).tolist()  # successors that have not been settled
    before: list[list[int]] = [[] for _ in range(len(space))]
    for number in range(len(space)):
        for edge in range(bounds[number], bounds[number + 1]):
            before[after[edge]].append(number)
    order = [number for number, count in enumerate(waiting) if not count]
    for number in order:  # which grows meanwhile
        for earlier in before[number]:
            waiting[earlier] -= 1
            if not waiting[earlier]:
                order.append(earlier)
    if len(order) < len(space):
        raise Beyond(f"positions of {space.game.spec} can come again: zermelo solve copes with that")
    return order


def _fractions(space: StateSpace) -> tuple[list[list[Fraction]], list[Fraction]] | None:
    """Payoffs as the decimals that they are written as, and probabilities as simple fractions, if they are some."""
    payoffs = [[Fraction(repr(value)) for value in row] for row in space.payoffs.tolist()]
    probs = [Fraction(value).limit_denominator(10**6) for value in space.probs.tolist()]
    simple = all(isclose(value, part, rel_tol=1e-12) for value, part in zip(space.probs.tolist(), probs, strict=True))
    return (payoffs, probs) if simple else None


def _told(start: Position, payoffs: tuple[Any, ...]) -> str:
    return ", ".join(f"{player} {plainly(value)}" for player, value in zip(start.game.players, payoffs, strict=True))


def _line(start: Position, choices: Choices) -> Iterator[str]:
    """Best play until chance moves."""
    names, number, space = list[str](), 0, choices.space
    while choices.best[number] and len(names) < LONG:
        edge = choices.best[number][0]
        names.append(space.position(number).move_name(int(space.moves[edge])))
        number = int(space.successors[edge])
    if names:
        yield f"best play: {' '.join(names)}{' ...' * (len(names) == LONG)}"


def _ties(choices: Choices) -> Iterator[str]:
    """In how many positions moves are equally good, and what else that may lead to."""
    tied = sum(len(best) > 1 for best in choices.best)
    if not tied:
        yield "no moves are equally good: there is no other subgame-perfect equilibrium"
        return
    outcomes = _outcomes(choices)
    where = f"in {tied:,} position{'s' * (tied > 1)} moves are equally good"
    if outcomes is None:
        yield f"{where}; they may lead to more than {OUTCOMES} other results"
    elif len(outcomes) == 1:
        yield f"{where}; they lead to the same payoffs"
    else:
        told = " ".join(f"({', '.join(map(plainly, each))})" for each in outcomes)
        yield f"{where}; they lead to {told}"


def _outcomes(choices: Choices) -> list[tuple[Any, ...]] | None:
    """What everybody gets in each subgame-perfect equilibrium without mixing; None if there are too many.

    A result of a move can come about if the other moves may all lead to something that is no better for who moves.
    """
    space = choices.space
    bounds, after, movers = space.first.tolist(), space.successors.tolist(), space.movers.tolist()
    found: list[list[tuple[Any, ...]]] = [[]] * len(space)
    for number in choices.order:
        children = [found[after[edge]] for edge in range(bounds[number], bounds[number + 1])]
        player = movers[number]
        if not children:
            found[number] = [tuple(choices.values[number])]
        elif player == CHANCE:
            if prod(map(len, children)) > OUTCOMES**2:
                return None
            parts = _chances(space, number, len(children))
            combined = {
                tuple(
                    sum(part * value for part, value in zip(parts, column, strict=True))
                    for column in zip(*each, strict=True)
                )
                for each in product(*children)
            }
            found[number] = sorted(combined)
        else:
            least = max(min(value[player] for value in child) for child in children)
            found[number] = sorted({value for child in children for value in child if value[player] >= least - NEAR})
        if len(found[number]) > OUTCOMES:
            return None
    return found[0]


def _chances(space: StateSpace, number: int, count: int) -> list[Fraction]:
    row = int(space.row[number])
    return [Fraction(value).limit_denominator(10**6) for value in space.probs[row : row + count].tolist()]
