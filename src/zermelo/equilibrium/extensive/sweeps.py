"""Sweeps over a sequence form: how likely players reach what they do, what they gain by it, and regret.

Arrays are indexed by information set (owners, firsts, counts, parents), by sequence (policy, reach, gain, regrets,
totals) or by end (ends, worth). A policy is a probability for each move of each set, so for each sequence but the empty
ones. Every sweep takes time proportional to the size of the form.
"""

import numpy as np


def reach_all(owners, firsts, counts, parents, policy, reach, players):
    """How likely each sequence is if its player alone decided: the product of the policy along it. In place."""
    for sequence in range(players):
        reach[sequence] = 1.0
    for number in range(len(owners)):
        first, own = firsts[number], reach[parents[number]]
        for i in range(first, first + counts[number]):
            reach[i] = own * policy[i]


def reach_of(player, owners, firsts, counts, parents, policy, reach):
    """The same for one player. In place."""
    for number in range(len(owners)):
        if owners[number] == player:
            first, own = firsts[number], reach[parents[number]]
            for i in range(first, first + counts[number]):
                reach[i] = own * policy[i]


def gains(player, ends, worth, reach, gain):
    """What each sequence of a player is paid at ends right after it, if the others play as they do. In place."""
    players = ends.shape[1]
    gain[:] = 0.0
    if players == 2:
        other = 1 - player
        for end in range(len(ends)):
            gain[ends[end, player]] += reach[ends[end, other]] * worth[end, player]
        return
    for end in range(len(ends)):
        chance = 1.0
        for other in range(players):
            if other != player:
                chance *= reach[ends[end, other]]
        gain[ends[end, player]] += chance * worth[end, player]


def value_of_best_reply(player, owners, firsts, counts, parents, policy, gain):
    """What a player gets by the best reply to the others, whose `gains` are given; it is written into `policy`."""
    for number in range(len(owners) - 1, -1, -1):
        if owners[number] == player:
            first = firsts[number]
            best = first
            for i in range(first, first + counts[number]):
                policy[i] = 0.0
                if gain[i] > gain[best]:
                    best = i
            policy[best] = 1.0
            gain[parents[number]] += gain[best]
    return gain[player]


def value_of_policy(player, owners, firsts, counts, parents, policy, gain):
    """What a player gets by their policy; afterwards `gain` is what each move leads to, times the others' reach."""
    for number in range(len(owners) - 1, -1, -1):
        if owners[number] == player:
            first, value = firsts[number], 0.0
            for i in range(first, first + counts[number]):
                value += policy[i] * gain[i]
            gain[parents[number]] += value
    return gain[player]


def improve(player, t, owners, firsts, counts, policy, gain, regrets, latest, alpha, beta, predicts):
    """Regret matching in all sets of a player, after `value_of_policy`. Modified in place.

    Regrets that are above 0 count t^alpha / (t^alpha + 1) from now on, those below 0 t^beta / (t^beta + 1): with an
    infinite alpha all, with beta = -infinity none. `predicts`: the policy matches what regrets will be if the next
    iteration is like the last one.
    """
    above = kept(t, alpha)
    below = kept(t, beta)
    for number in range(len(owners)):
        if owners[number] != player:
            continue
        first, count = firsts[number], counts[number]
        value = 0.0
        for i in range(first, first + count):
            value += policy[i] * gain[i]
        total = 0.0
        for i in range(first, first + count):
            regret = gain[i] - value
            regrets[i] += regret
            regrets[i] *= above if regrets[i] > 0.0 else below
            latest[i] = regrets[i] + regret if predicts else regrets[i]
            if latest[i] > 0.0:
                total += latest[i]
        for i in range(first, first + count):
            policy[i] = 1.0 / count if total <= 0.0 else max(latest[i], 0.0) / total


def kept(t, power):
    """The part of a regret that still counts after iteration t."""
    if power == np.inf:
        return 1.0
    if power == -np.inf:
        return 0.0
    weight = float(t) ** power
    return weight / (weight + 1.0)


def add_up(player, weight, owners, firsts, counts, parents, policy, reach, totals):
    """Add what a player does now to what they did on the way, by how likely they come to do it. In place."""
    for number in range(len(owners)):
        if owners[number] == player:
            first, own = firsts[number], weight * reach[parents[number]]
            for i in range(first, first + counts[number]):
                totals[i] += own * policy[i]


def average(firsts, counts, totals, policy):
    """The policy that plays as was played on average; even where a player never came. In place."""
    for number in range(len(firsts)):
        first, count = firsts[number], counts[number]
        total = 0.0
        for i in range(first, first + count):
            total += totals[i]
        for i in range(first, first + count):
            policy[i] = totals[i] / total if total > 0.0 else 1.0 / count


def iterate(
    owners, firsts, counts, parents, ends, worth, policy, reach, gain, regrets, latest, totals, stop, since, until,
    alpha, beta, gamma, predicts,
):  # fmt: skip
    """Counterfactual regret minimisation, iterations `since` to `until`, one player after the other; returns the last.

    What is played in iteration t counts t^gamma in the average. Modified in place.
    """
    players = ends.shape[1]
    for t in range(since, until + 1):
        if stop[0]:
            return t - 1
        for player in range(players):
            gains(player, ends, worth, reach, gain)
            value_of_policy(player, owners, firsts, counts, parents, policy, gain)
            add_up(player, float(t) ** gamma, owners, firsts, counts, parents, policy, reach, totals)
            improve(player, t, owners, firsts, counts, policy, gain, regrets, latest, alpha, beta, predicts)
            reach_of(player, owners, firsts, counts, parents, policy, reach)
    return until


def best_replies(owners, firsts, counts, parents, ends, worth, policy, reach, gain, values):
    """What each player gets by a policy of all, and by the best reply to it: rows 0 and 1 of `values`. In place.

    `policy` becomes the best replies.
    """
    players = ends.shape[1]
    reach_all(owners, firsts, counts, parents, policy, reach, players)
    for player in range(players):
        values[0, player] = 0.0
        for end in range(len(ends)):
            chance = 1.0
            for other in range(players):
                chance *= reach[ends[end, other]]
            values[0, player] += chance * worth[end, player]
        gains(player, ends, worth, reach, gain)
        values[1, player] = value_of_best_reply(player, owners, firsts, counts, parents, policy, gain)
