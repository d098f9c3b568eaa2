"""Slow and obvious: what players get, and could get, found by walking through all positions."""

from itertools import product

import zermelo as z


def expected(position, policy):
    """What each player gets if all play by `policy(position)`, a probability for each move."""
    if position.over:
        return list(position.payoff)
    parts = position.chances if position.mover == z.CHANCE else policy(position)
    total = [0.0] * len(position.game.players)
    for code, part in parts.items():
        if part:
            for player, value in enumerate(expected(position.play(code), policy)):
                total[player] += part * value
    return total


def sets_of(position, player):
    """The information sets of a player below a position: number -> codes of the moves."""
    found = {}
    if position.over:
        return found
    if position.mover == player:
        found[position.sees(player)] = list(position.codes)
    for code in position.codes:
        found |= sets_of(position.play(code), player)
    return found


def best_reply(position, policy, player):
    """What a player gets by the best of all their pure plans: all ways to choose everywhere are tried."""
    sets = sets_of(position, player)
    best = -float("inf")
    for choice in product(*sets.values()):
        plan = dict(zip(sets, choice, strict=True))

        def played(here, plan=plan):
            return {plan[here.sees(player)]: 1.0} if here.mover == player else policy(here)

        best = max(best, expected(position, played)[player])
    return best
