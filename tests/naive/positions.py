"""On the positions of any game: random games, what follows, all that can be reached and what it is worth."""

import random
from functools import cache

from zermelo.core.game import Game, Position


def random_game(game: Game, seed: int) -> list[Position]:
    """The positions of a game of random moves, from the first to the last."""
    rng = random.Random(seed)
    line = [game.start()]
    while not line[-1].over:
        line.append(line[-1].play(rng.choice(list(line[-1].moves))))
    return line


def square_name(square: tuple[int, int]) -> str:
    """What the square in a column and a row is called."""
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def worth_to_all(position: Position) -> tuple[float, ...]:
    return position.payoff or position.estimate()


def after(position: Position) -> list[Position]:
    return [position.play(move) for move in position.codes]


def count_tree(position: Position) -> tuple[int, int]:
    """Nodes and leaves of the game tree; equal positions are walked once and counted as often as they occur."""

    @cache
    def count(here: Position) -> tuple[int, int]:
        below = [count(there) for there in after(here)]
        return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below) or 1

    return count(position)


def states(position: Position) -> set[Position]:
    """Every position that can be reached."""
    found, waiting = {position}, [position]
    while waiting:
        for there in after(waiting.pop()):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


def values(position: Position) -> dict[Position, float]:
    """What the first player gets from each position that can be reached, in a game without loops."""
    known: dict[Position, float] = {}

    def value(here: Position) -> float:
        if here not in known:
            if here.over:
                known[here] = here.payoff[0]
            else:
                known[here] = (max if here.mover == 0 else min)(map(value, after(here)))
        return known[here]

    value(position)
    return known


def values_with_loops(position: Position) -> dict[Position, float]:
    """The same where play may go round in circles, which is worth 0.

    A player gets at least x > 0 where x can be forced in a finite number of moves: mark the ends that pay so much, then
    every position from which one move (ours) or all moves (the opponent's) lead to a mark, until no mark is added.
    """
    everything = states(position)
    result = dict.fromkeys(everything, 0.0)
    for player in (0, 1):
        wins = sorted({here.payoff[player] for here in everything if here.over and here.payoff[player] > 0})
        for x in wins:  # the largest that can be forced is written last
            marked = {here for here in everything if here.over and here.payoff[player] >= x}
            grown = True
            while grown:
                enough = {0: all, 1: all, player: any}
                new = {
                    here
                    for here in everything - marked
                    if not here.over and enough[here.mover](there in marked for there in after(here))
                }
                marked |= new
                grown = bool(new)
            result.update(dict.fromkeys(marked, x if player == 0 else -x))
    return result
