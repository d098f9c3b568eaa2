"""Correlated equilibria (Aumann 1974): a lottery tells each player what to do, and nobody gains by doing otherwise.

They are the solutions of linear conditions, for any number of players; mixtures of equilibria are among them. Which one
is found is for a `goal` to say. In a coarse one (Moulin & Vial 1978) a player must decide before being told whether to
follow, or to always do the same: there are more of these, and regret matching leads to them.
"""

from collections.abc import Iterator
from math import lcm
from typing import Any

import numpy as np

from zermelo.core.options import Option
from zermelo.equilibrium.answer import Answer, Profile, plainly
from zermelo.equilibrium.matrix.found import by_name
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.pareto import pareto_notes
from zermelo.equilibrium.matrix.program import Program, Row, best_lottery
from zermelo.equilibrium.solver import Finds, solver
from zermelo.errors import Fault, Problem, unknown

SUM, LEAST = "sum", "least"
MOST_ENTRIES = 2_000_000  # of the conditions
OPTIONS = {
    "goal": Option.of("goal", SUM, f"what is highest: the {SUM} of payoffs, the {LEAST} of them, or those of a player"),
    "coarse": Option.of("coarse", False, "whether one must decide to follow before being told what to do"),
}


@solver("correlated", MatrixGame.form, finds=Finds.ONE, options=OPTIONS)
def correlated(game: MatrixGame, *, goal: str = SUM, coarse: bool = False) -> Answer:
    """A lottery over what all do that nobody gains by leaving, of any number of players: the best one for a goal."""
    what, players = _aim(game, goal)
    total = game.payoffs[..., 0].size
    entries = total * sum(size if coarse else size - 1 for size in game.sizes)
    if entries > MOST_ENTRIES:
        raise Problem(
            f"correlated would need {entries:,} numbers for {game.spec}; at most {MOST_ENTRIES:,} can be held"
        )
    rows = list(conditions(game, coarse=coarse))
    payoffs = _on_one_scale(game)
    if goal == LEAST:  # one more variable, that nobody gets less than
        rows += [([*range(total + 1)], [*(-value for value in own), 1]) for own in payoffs]
        program = Program([*[0] * total, 1], rows, [*[1] * total, 0])
    else:
        program = Program(
            [sum(own) for own in zip(*(payoffs[each] for each in players), strict=True)], rows, [1] * total
        )
    best = best_lottery(program)
    joint = np.empty(total, dtype=object if best.exact else float)
    joint[:] = best.x[:total]
    profile = obeyed(game, joint.reshape(game.sizes), coarse=coarse)
    if best.exact and (any(profile.regrets) or joint.sum() != 1 or joint.min() < 0):
        raise Fault(f"what was found in {game.spec} is not a correlated equilibrium: {profile.text(game.players)}")
    reached = min(profile.payoffs) if goal == LEAST else sum(profile.payoffs[each] for each in players)
    notes = list(pareto_notes(game, (profile,))) if best.exact else []
    if not best.exact:
        notes.append(f"found in floating point: nobody could gain more than {plainly(profile.regret)}")
    elif not best.proven:
        notes.append(f"it is an equilibrium exactly; that {what} cannot be higher holds up to rounding")
    for_two = len(game.sizes) == 2 and game.constant_sum is not None
    return Answer(
        game=game.spec,
        method="correlated",
        players=game.players,
        profiles=(profile,),
        meaning=f"of all {profile.kind} equilibria of {game.spec} this has the highest {what}: {plainly(reached)}",
        value=profile.payoffs[0] if for_two else None,
        notes=tuple(notes),
    )


def _aim(game: MatrixGame, goal: str) -> tuple[str, list[int]]:
    """What is to be high, in words, and whose payoffs add up to it."""
    if goal == SUM:
        return "sum of payoffs", list(range(len(game.sizes)))
    if goal == LEAST:
        return "payoff of whoever gets least", []
    if goal in game.players:
        return f"payoff of {goal}", [game.players.index(goal)]
    raise unknown("goal", goal, (SUM, LEAST, *game.players), where=f" of a correlated equilibrium of {game.spec}")


def conditions(game: MatrixGame, *, coarse: bool = False) -> Iterator[Row]:
    """What a lottery must keep: none of these may be positive. Whole numbers, by the place of an outcome."""
    places = np.arange(game.payoffs[..., 0].size).reshape(game.sizes)
    for player, size in enumerate(game.sizes):
        own = np.moveaxis(places, player, 0).reshape(size, -1)  # each row: where one action is played
        payoffs = np.moveaxis(_whole(game.payoffs[..., player]), player, 0).reshape(size, -1)
        gains = [[payoffs[other] - payoffs[told] for told in range(size)] for other in range(size)]
        for other in range(size):
            others = [told for told in range(size) if told != other]
            if coarse and others:
                yield own[others].ravel().tolist(), [gain for told in others for gain in gains[other][told]]
            elif not coarse:
                yield from ((own[told].tolist(), list(gains[other][told])) for told in others)


def _whole(values: np.ndarray) -> np.ndarray:
    """Fractions in proportion, as whole numbers."""
    scale = lcm(*(value.denominator for value in values.ravel()))
    return values * scale // 1


def _on_one_scale(game: MatrixGame) -> list[list[int]]:
    """What each player gets in every outcome, as positive whole numbers that can be compared with each other's."""
    whole = _whole(game.payoffs)
    above = whole - whole.min() + 1
    return [list(above[..., player].ravel()) for player in range(len(game.sizes))]


def obeyed(game: MatrixGame, joint: np.ndarray, *, coarse: bool = False) -> Profile:
    """A lottery over what all do, with what each player gets, and could gain by not doing what they are told.

    `coarse`: by always doing the same, whatever they are told.
    """
    exact = joint.dtype == object
    payoffs, regrets, strategies = [], [], []
    for player, size in enumerate(game.sizes):
        told = np.moveaxis(joint, player, 0).reshape(size, -1)
        table = game.payoffs[..., player] if exact else game.numbers[player]
        gets = told @ np.moveaxis(table, player, 0).reshape(size, -1).T  # [told, done]
        obeying = gets.trace()
        payoffs.append(obeying)
        departing = gets.sum(axis=0).max() if coarse else gets.max(axis=1).sum()
        regrets.append(departing - obeying if departing > obeying else 0 * obeying)
        strategies.append(by_name(game, player, told.sum(axis=1).tolist()))
    return Profile(
        strategies=tuple(strategies),
        payoffs=tuple(payoffs if exact else map(float, payoffs)),
        regrets=tuple(regrets if exact else (max(0.0, float(regret)) for regret in regrets)),
        kind="coarse correlated" if coarse else "correlated",
        joint=_named(game, joint),
    )


def _named(game: MatrixGame, joint: np.ndarray) -> dict[tuple[str, ...], Any]:
    return {game.named(place): joint[place] for place in game.profiles() if joint[place]}
