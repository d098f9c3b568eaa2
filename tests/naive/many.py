"""Searches for many players."""

import numpy as np

from naive.positions import worth_to_all
from zermelo.core.game import Position


def by_order(position: Position) -> list[int]:
    """The moves as the rules' `order` ranks them, equal ones as they are listed."""
    with np.errstate(all="ignore"):
        return sorted(position.codes, key=lambda move: -position.game.ask("order", position.state, move))


def maxn(position: Position, height: int, ties: str = "first", root: int | None = None) -> tuple[float, ...]:
    """Every player takes what is best for themselves; of equals the first, or the worst or best for the root."""
    root = position.mover if root is None else root
    if position.over or height == 0:
        return worth_to_all(position)
    player = position.mover
    found = [maxn(position.play(move), height - 1, ties, root) for move in by_order(position)]
    most = max(vector[player] for vector in found)
    equal = [vector for vector in found if vector[player] == most]
    if ties == "first":
        return equal[0]
    return (min if ties == "worst" else max)(equal, key=lambda vector: vector[root])


def paranoid(position: Position, height: int, root: int | None = None) -> float:
    """Everybody else minimises what the player at the root gets."""
    root = position.mover if root is None else root
    if position.over or height == 0:
        return worth_to_all(position)[root]
    found = [paranoid(after, height - 1, root) for after in after_each(position)]
    return max(found) if position.mover == root else min(found)


def after_each(position: Position) -> list[Position]:
    return [position.play(move) for move in position.codes]


def in_turn(position: Position, player: int) -> Position:
    """The same position with another player to move."""
    if position.mover == player:
        return position
    state = position.state
    position.game.rule("take_turn")(state, player)
    return position.game.from_state(state)


def best_reply(position: Position, height: int, root: int | None = None, last: int | None = None) -> float:
    """Between two moves of the root one opponent moves; whoever moves again by the rules does so."""
    root = position.mover if root is None else root
    if position.over or height == 0:
        return worth_to_all(position)[root]
    natural = position.mover
    if last in (None, root):
        movers = [root] if natural == root else [p for p in range(len(position.game.players)) if p != root]
    else:
        movers = [last] if natural == last else [root]
    found = []
    for player in movers:
        found += [best_reply(after, height - 1, root, player) for after in after_each(in_turn(position, player))]
    if not found:
        return worth_to_all(position)[root]
    return max(found) if movers == [root] else min(found)


def best_reply_in_order(position: Position, height: int, root: int | None = None) -> float:
    """A round: one opponent plays anything, the others what the rules' `order` puts first."""
    root = position.mover if root is None else root
    if position.over or height == 0 or (position.mover != root and not rounds(position, root)):
        return worth_to_all(position)[root]
    if position.mover == root:
        return max(best_reply_in_order(after, height - 1, root) for after in after_each(position))
    return min(best_reply_in_order(after, height - 1, root) for after in rounds(position, root))


def rounds(position: Position, root: int, free: bool = True, moved: tuple[int, ...] = ()) -> list[Position]:
    """Where a round can lead to; at most one opponent is `free`. (For games in which nobody moves twice.)

    A round ends when it is the turn of the root, or of somebody who has moved: the root is then out of the game.
    """
    if position.over or position.mover == root or position.mover in moved:
        return [position]
    moved += (position.mover,)
    first = position.play(by_order(position)[0])
    found = rounds(first, root, free, moved)
    if free:
        for after in after_each(position):
            found += rounds(after, root, False, moved)
    return found
