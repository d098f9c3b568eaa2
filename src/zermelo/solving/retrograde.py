"""Dynamic programming over all states: every state is valued once, and loops do no harm.

Values flow backwards from the ends of the game in sweeps, until a sweep changes nothing; what is still unvalued then is
play that neither side can force to an end, a draw. Start every value at 0, the draw. A sweep can then only move values
away from 0: "the mover can force at least x > 0" and "... cannot avoid x < 0" become true of more and more states and
never false again, so any order of updates ends at the same values. Latest states first makes most games need one sweep.

Ströhlein 1970, Thompson 1986; the sweeps are those of deck 004.
"""

from collections.abc import Callable

import numpy as np

from zermelo.game import Position
from zermelo.search.work import kernel
from zermelo.solving.states import StateSpace


def settle_all(
    space: StateSpace, *, compiled: bool = True, on_progress: Callable[[int], None] | None = None
) -> tuple[np.ndarray, int]:
    """The value of every state for its mover (measured from the middle), and how many sweeps it took."""
    run = kernel(space.game, sweep, compiled=compiled)
    values = space.values.copy()
    sweeps = 0
    while True:
        sweeps += 1
        changed = run(values, space.movers, space.first, space.successors)
        if on_progress:
            on_progress(int(changed))
        if not changed:
            return values, sweeps


def sweep(values, movers, first, successors):
    """Value each state by its successors, last state first; returns how many values changed. Modified in place."""
    changed = 0
    for number in range(len(values) - 1, -1, -1):
        if first[number] == first[number + 1]:
            continue
        best = -np.inf
        for edge in range(first[number], first[number + 1]):
            child = successors[edge]
            value = values[child] if movers[child] == movers[number] else -values[child]
            best = max(best, value)
        if best != values[number]:
            values[number] = best
            changed += 1
    return changed


def best_moves(space: StateSpace, values: np.ndarray, number: int) -> list[int]:
    """The moves of a state that keep its value."""
    edges = range(space.first[number], space.first[number + 1])
    same = [1 if space.movers[space.successors[edge]] == space.movers[number] else -1 for edge in edges]
    worth = [sign * values[space.successors[edge]] for sign, edge in zip(same, edges, strict=True)]
    return [int(space.moves[edge]) for edge, value in zip(edges, worth, strict=True) if value == values[number]]


def strategy(space: StateSpace, values: np.ndarray, player: int) -> dict[Position, str]:
    """A whole plan for `player`: what to play in each position that can come up, whatever the opponent does."""
    plan: dict[Position, str] = {}
    waiting = [space.position(0)]
    seen = set(waiting)
    while waiting:
        position = waiting.pop()
        if position.over:
            continue
        following = list(position.moves.values())
        if position.mover == player:
            following = [_keeping(space, values, position)]
            plan[position] = position.move_name(following[0])
        for move in following:
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return plan


def _keeping(space: StateSpace, values: np.ndarray, position: Position) -> int:
    """A move that keeps the value; the position may be a mirror image of the state that was explored."""
    value = values[space.number(position)]
    for move in position.moves.values():
        after = position.play(move)
        sign = 1 if after.mover == position.mover else -1
        if sign * values[space.number(after)] == value:
            return move
    raise AssertionError("no move keeps the value")
