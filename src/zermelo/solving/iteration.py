"""Value iteration with bounds: what every state of a game with dice is worth, and how well that is known.

A state is worth the best of its moves, or the average of the outcomes of chance. Where positions can come again, these
equations are circular. Every state gets a lower and an upper bound, first the worst and the best end of the game, then

    lower(s) <- the best, or the average, of the lower bounds of its successors; the same for upper(s)

until they meet: at every moment  lower(s) <= value(s) <= upper(s), rounding included. Components of states that lead to
each other are settled one after the other, ends of the game first, so that a state that cannot come again costs one
update. Two opposed players; see `many` for others.

Bounds alone do not meet where players can stay for ever: the one says that nobody leaves because it is good, the other
because it is bad. Play without end is a draw, as it is to `retrograde`. So a set of states that a player can refuse to
leave is worth no more to the other than a draw or their best way out. Sets that are closed under the moves that look
best are tried: they exist wherever bounds are kept apart.

Shapley 1953, Condon 1992; from both sides: Haddad & Monmege 2014; ways out: Kelmendi et al. 2018.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from zermelo.core.game import CHANCE, Game, Position
from zermelo.core.numbers import on_numbers
from zermelo.core.worker import work
from zermelo.errors import Problem
from zermelo.solving.components import Components, components_of
from zermelo.solving.many import AT, SETTLED, STOP, SWEEPS, settle_many
from zermelo.solving.states import StateSpace

HERE, WAIT, STILL, GIVEN_UP = range(4, 8)  # of `control`
FIRST_LOOK = 16  # sweeps over a component before it is asked whether players can stay in it for ever


@dataclass(frozen=True, repr=False)
class Policy:
    """What every state is worth, with bounds, and what to play there."""

    space: StateSpace
    lower: np.ndarray  # [n, 1] bounds of what the first of two opposed players gets, from the middle;
    upper: np.ndarray  # or [n, players] of what each gets if all follow the policy
    choice: np.ndarray  # [n] the edge to follow; -1 where chance moves, where the game is over, and where all is one
    sweeps: int  # over the component that needed the most
    precision: float
    interrupted: bool = False

    def __repr__(self) -> str:
        return f"Policy({self.space.game.spec!r}, {len(self.space)} states)"

    def values(self, position: Position) -> tuple[float, ...]:
        """What each player can expect from a position on."""
        return self._values(self.space.number(position))

    def value(self, position: Position) -> float:
        """What the player to move can expect; where chance moves, the first player."""
        return self.values(position)[max(position.mover, 0)]

    def error(self, position: Position) -> float:
        """By how much the values of a position can be wrong at most."""
        number = self.space.number(position)
        apart = self.upper[number] - self.lower[number]
        if (apart < 0).any():
            raise RuntimeError(f"the bounds of {position.text} are crossed")
        return float(apart.max() / 2)

    def moves(self, position: Position) -> dict[str, float]:
        """Every move and what the player to move can expect after it, the one to play first."""
        number, player = self.space.number(position), position.mover
        if player == CHANCE or position.over:
            return {}
        edge = int(self.choice[number])
        chosen = self.space.successors[edge] if edge >= 0 else -1
        found = []
        for name, code in position.moves.items():  # the position may be a mirror image of the state that was explored
            child = self.space.number(position.play(code))
            found.append((child != chosen, -self._values(child)[player], name))
        return {name: -value for _, value, name in sorted(found, key=lambda each: each[:2])}

    def move(self, position: Position) -> str | None:
        """What to play; None where chance moves or the game is over."""
        return next(iter(self.moves(position)), None)

    def _values(self, number: int) -> tuple[float, ...]:
        game = self.space.game
        middle = (self.lower[number] + self.upper[number]) / 2 + game.middle
        if len(middle) == len(game.players):
            return tuple(middle.tolist())
        return float(middle[0]), 2 * game.middle - float(middle[0])


def refuse(game: Game) -> None:
    """What a position is worth must not depend on the moves before it."""
    if game.rules.repetition and (game.stochastic or not game.two_player or game.rules.repetition != "draw"):
        raise Problem(f"{game.spec} has a rule for repetition: what a state is worth depends on the moves before it")


def iterate(
    space: StateSpace,
    *,
    precision: float = 1e-9,
    compiled: bool = True,
    on_progress: Callable[[int], bool | None] | None = None,
) -> Policy:
    """Narrow the bounds of all states until each value is known to `precision`, in units of the payoff.

    `on_progress` hears how many states are not yet settled, and stops it with False; what is known by then is returned.
    """
    game = space.game
    refuse(game)
    if not space.complete:
        raise Problem(f"{game.spec} was explored only to a depth: values need all states")
    control = np.zeros(8, np.int64)
    control[[WAIT, GIVEN_UP]] = FIRST_LOOK, -1
    bounds = _Bounds(space, precision)
    job = bounds.narrow if game.two_player else bounds.settle_many
    _, interrupted = work(
        lambda: job(control, compiled),
        lambda: control.__setitem__(STOP, 1),
        on_glance=on_progress and (lambda: on_progress(len(space) - int(control[SETTLED]))),
    )
    stopped = interrupted or bool(control[STOP])
    return Policy(space, bounds.lower, bounds.upper, bounds.choice, int(control[SWEEPS]), precision, stopped)


class _Bounds:
    """The arrays that the kernels work on, and what is done between them."""

    def __init__(self, space: StateSpace, precision: float) -> None:
        self.space, self.precision = space, precision
        game = space.game
        columns = 1 if game.two_player else len(game.players)
        payoffs = space.payoffs - game.middle
        if game.two_player:
            payoffs = 0.5 * (space.payoffs[:, :1] - space.payoffs[:, 1:])
        self.lowest, self.highest = min(0.0, payoffs.min(initial=0)), max(0.0, payoffs.max(initial=0))
        self.lower = np.full((len(space), columns), self.lowest)
        self.upper = np.full((len(space), columns), self.highest)
        ends = space.ends
        self.lower[ends] = self.upper[ends] = payoffs[space.row[ends]]
        self.choice = np.full(len(space), -1, np.int64)
        self.slack = 2.0**-53 * max(-self.lowest, self.highest)  # by which one operation can be off

    def order(self, compiled: bool) -> Components:
        """The components, which have circles, and which share of the precision each of these may use up."""
        space = self.space
        parts = components_of(space.first, space.successors, compiled=compiled)
        levels, self.circles = np.zeros(len(parts), np.int32), np.zeros(len(parts), np.int8)
        run = on_numbers(longest_chain, compiled=compiled)
        longest = run(parts.order, parts.starts, parts.part, space.first, space.successors, levels, self.circles)
        self.share = self.precision / max(int(longest), 1)
        return parts

    def narrow(self, control: np.ndarray, compiled: bool) -> None:
        """For two opposed players."""
        space = self.space
        parts = self.order(compiled)
        group = np.full(len(space), -1, np.int32)  # sets of states that can be held for ever, in one component
        grouped = -1  # which
        exits = np.zeros((1, 2))
        run = on_numbers(narrow, compiled=compiled)
        while not run(
            control, parts.order, parts.starts, parts.part, self.circles, self.lower[:, 0], self.upper[:, 0],
            self.choice, group, exits, space.movers, space.first, space.successors, space.row, space.probs,
            self.share, self.slack,
        ):  # fmt: skip
            if control[STOP]:
                return
            members = parts.members(int(control[AT]))
            found, count = self.closed_sets(members, compiled)
            if grouped != control[AT]:
                group[:], grouped = -1, int(control[AT])
            if not np.array_equal(found, group[members]):
                group[members] = found
                exits = np.zeros((max(count, 1), 2))
            elif control[STILL]:
                control[GIVEN_UP] = control[AT]
            control[WAIT] = 2 * control[HERE]

    def closed_sets(self, members: np.ndarray, compiled: bool) -> tuple[np.ndarray, int]:
        """For each of these states the number of the set it is in, or -1; and how many sets there are.

        A set is closed under the moves that look best to their players, and under chance: see above.
        """
        space, lower, upper = self.space, self.lower[:, 0], self.upper[:, 0]
        local = np.full(len(space), -1, np.int32)
        local[members] = np.arange(len(members))
        counts = space.first[members + 1] - space.first[members]
        source = np.repeat(members, counts)
        begin = np.repeat(space.first[members] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        target = space.successors[begin + np.arange(len(source))]
        nearly = 0.01 * self.share
        mover = space.movers[source]
        best = (mover == CHANCE) | ((mover == 0) & (upper[target] >= upper[source] - nearly))
        best |= (mover == 1) & (lower[target] <= lower[source] + nearly)
        source, target = local[source[best]], local[target[best]]  # a target elsewhere is -1
        inside = target >= 0
        first = np.concatenate(([0], np.cumsum(np.bincount(source[inside], minlength=len(members)))))
        part = components_of(first, target[inside], compiled=compiled).part
        closed = np.ones(len(members), bool)  # by number of the part
        closed[part[source[part[source] != np.where(inside, part[target], -1)]]] = False
        closed[part[np.bincount(source, minlength=len(members)) == 0]] = False
        kept = closed[part]
        numbers = np.full(len(members), -1, np.int32)
        names, numbers[kept] = np.unique(part[kept], return_inverse=True)
        return numbers, len(names)

    def settle_many(self, control: np.ndarray, compiled: bool) -> None:
        """For any number of players, each for themselves."""
        space = self.space
        parts = self.order(compiled)
        alive = np.zeros(len(space), np.int8)
        settled = on_numbers(settle_many, compiled=compiled)(
            control, parts.order, parts.starts, parts.part, self.circles, self.lower, self.upper, self.choice, alive,
            space.movers, space.first, space.successors, space.row, space.probs, self.lowest, self.highest,
            self.precision, self.share, self.slack,
        )  # fmt: skip
        if not settled and not control[STOP]:
            where = space.position(int(parts.members(int(control[AT]))[0])).text
            raise Problem(
                f"around {where}, players of {space.game.spec} keep changing their minds: no way to play was found "
                "from which nobody would deviate"
            )


def longest_chain(order, starts, part, first, successors, levels, circles):
    """Mark the components with circles; returns how many of them can follow each other. Modified in place."""
    longest = 0
    for c in range(len(starts) - 1):
        level = 0
        for i in range(starts[c], starts[c + 1]):
            for edge in range(first[order[i]], first[order[i] + 1]):
                other = part[successors[edge]]
                if other == c:
                    circles[c] = 1
                elif levels[other] > level:
                    level = levels[other]
        levels[c] = level + circles[c]
        longest = max(longest, levels[c])
    return longest


def narrow(
    control, order, starts, part, circles, lower, upper, choice, group, exits,
    movers, first, successors, row, probs, share, slack,
):  # fmt: skip
    """Settle one component after the other; False if it stops before the last. Modified in place.

    A component is settled when its bounds are at most `share` further apart than those of the states that it leads to.
    """
    while control[AT] < len(starts) - 1:
        if control[STOP]:
            return False
        c = control[AT]
        begin, end = starts[c], starts[c + 1]
        aim = share
        if circles[c]:
            aim += gap_beyond(c, order, begin, end, part, lower, upper, first, successors)
        elif first[order[begin]] < first[order[begin] + 1]:
            improve(order[begin], lower, upper, choice, movers, first, successors, row, probs, slack)
        while circles[c]:
            moved = 0.0
            for i in range(begin, end):
                gain = improve(order[i], lower, upper, choice, movers, first, successors, row, probs, slack)
                moved = max(moved, gain)
            moved = max(moved, look_for_exits(order, begin, end, lower, upper, choice, group, exits, movers, first,
                                              successors))  # fmt: skip
            control[HERE] += 1
            control[SWEEPS] = max(control[SWEEPS], control[HERE])
            apart = 0.0
            for i in range(begin, end):
                apart = max(apart, upper[order[i]] - lower[order[i]])
            if apart <= aim or control[GIVEN_UP] == c:
                break
            control[STILL] = moved == 0.0
            if control[STOP] or moved == 0.0 or (moved < 0.001 * share and control[HERE] >= control[WAIT]):
                return False
        control[AT] += 1
        control[SETTLED] = end
        control[HERE] = 0
        control[WAIT] = FIRST_LOOK
    return True


def gap_beyond(c, order, begin, end, part, lower, upper, first, successors):
    """How far apart the bounds are of the states that a component leads to, at the most."""
    widest = 0.0
    for i in range(begin, end):
        for edge in range(first[order[i]], first[order[i] + 1]):
            child = successors[edge]
            if part[child] != c:
                widest = max(widest, upper[child] - lower[child])
    return widest


def improve(number, lower, upper, choice, movers, first, successors, row, probs, slack):
    """Narrow the bounds of one state by those of its successors; returns by how much. Modified in place.

    A choice changes only when it improves what a player is sure of: then it leads on, and never in a circle.
    """
    begin, end = first[number], first[number + 1]
    player = movers[number]
    if player == CHANCE:
        low = high = 0.0
        for edge in range(begin, end):
            p = probs[row[number] + edge - begin]
            low += p * lower[successors[edge]]
            high += p * upper[successors[edge]]
        low -= slack * (end - begin + 2)
        high += slack * (end - begin + 2)
        chosen = -1
    else:
        sign = 1.0 if player == 0 else -1.0
        low, high = lower[successors[begin]], upper[successors[begin]]
        chosen = begin
        for edge in range(begin + 1, end):
            child = successors[edge]
            if player == 0:
                if lower[child] > low:
                    chosen = edge
            elif upper[child] < high:
                chosen = edge
            low = sign * max(sign * low, sign * lower[child])
            high = sign * max(sign * high, sign * upper[child])
    gain = 0.0
    if low > lower[number]:
        gain = low - lower[number]
        lower[number] = low
        if player == 0:
            choice[number] = chosen
    if high < upper[number]:
        gain = max(gain, upper[number] - high)
        upper[number] = high
        if player == 1:
            choice[number] = chosen
    return gain


def look_for_exits(order, begin, end, lower, upper, choice, group, exits, movers, first, successors):
    """Sets that can be held for ever are worth a draw, or a way out; returns how much that improves. In place.

    With the second player staying in the set, the first has no more than max(draw, the best of their own exits); and
    the other way round.
    """
    found = False
    for i in range(begin, end):
        if group[order[i]] >= 0:
            exits[group[order[i]], 0] = exits[group[order[i]], 1] = 0.0
            found = True
    if not found:
        return 0.0
    for i in range(begin, end):
        number = order[i]
        g = group[number]
        if g < 0 or movers[number] == CHANCE:
            continue
        for edge in range(first[number], first[number + 1]):
            child = successors[edge]
            if group[child] != g:
                if movers[number] == 0:
                    exits[g, 1] = max(exits[g, 1], upper[child])
                else:
                    exits[g, 0] = min(exits[g, 0], lower[child])
    gain = 0.0
    for i in range(begin, end):
        number = order[i]
        g = group[number]
        if g < 0:
            continue
        inside = -1
        for edge in range(first[number], first[number + 1]):
            if group[successors[edge]] == g and inside < 0:
                inside = edge
        if exits[g, 0] > lower[number]:
            gain = max(gain, exits[g, 0] - lower[number])
            lower[number] = exits[g, 0]
            if movers[number] == 0:
                choice[number] = inside
        if exits[g, 1] < upper[number]:
            gain = max(gain, upper[number] - exits[g, 1])
            upper[number] = exits[g, 1]
            if movers[number] == 1:
                choice[number] = inside
    return gain
