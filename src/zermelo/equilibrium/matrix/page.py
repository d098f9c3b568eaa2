"""All that a page about a matrix game shows, as one object for JSON."""

from typing import Any

import numpy as np

from zermelo.equilibrium.answer import plainly
from zermelo.equilibrium.matrix.envelope import envelope, with_two_actions
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.overview import overview
from zermelo.equilibrium.matrix.pareto import efficient
from zermelo.equilibrium.matrix.pure import best_replies, pure_equilibria
from zermelo.equilibrium.matrix.shelf import SHELF
from zermelo.equilibrium.solver import equilibrium, solvers
from zermelo.errors import Problem
from zermelo.jsonable import jsonable

MOST_CELLS = 2_500  # outcomes of a game that a page shows


def page(source: Any, dynamics: str = "") -> dict[str, Any]:
    """What a browser needs to show a game: all of it is ready for JSON, and a `Problem` says what is wrong in one line.

    `source`: a `MatrixGame`, or what `z.equilibrium` takes: payoffs, a name, an expression.
    `dynamics`: also run this process, as for `--method` (`fictitious:steps=500`, `replicator:start=2-1-1`, `logit`).

    The object has:

    - `game`: `name`, `players`, `actions` (names for each player), `payoffs` (nested lists: one level for each player's
      action, then one number for each player; fractions that are no decimals are text), `zero_sum`, `constant_sum`
      (a number or null). `MatrixGame.read(json.dumps(game))` takes the first four back.
    - `cells`: one for each outcome, in the order in which the last player's action changes fastest: `actions` (numbers
      from 0), `text` (payoffs as people write them), `best` (for each player whether it is a best reply to the others),
      `pure` (an equilibrium: best for all), `efficient` (nobody can get more without somebody getting less).
    - `answers`: what `zermelo equilibrium --json` gives without a method, each as in `Answer.as_dict()`: elimination
      (`method` dominance: `details.removals`, a list of `{round, player, action, by, strict}` with `by` a mixture as
      text; `details.left`, the names of the actions that stay; `details.kind`, strict or weak), and the
      equilibria (`profiles`: `strategies`, probability by action for each player; `payoffs`; `regrets`; `exact`, the
      same as text; `components`: which of them hang together, `complete`, `value`, `notes`).
    - `envelopes`: for each player with two actions in a game of two (else empty): `player`, `replier`, `actions`,
      `lines` (`reply`, `ends`: what it gets if the share of the second action is 0 and 1), `corners` of the upper
      envelope from share 0 to 1 (`share`, `value`, `best`), `lowest` (its minimum: `share`, `value`), `equilibria`
      (`share`, `value`).
    - `dynamics`: null, or the answer of the process as in `Answer.as_dict()`; `details.path` has `rounds` (of logit:
      `rationality`), and, each a list for each player of one mixture per point, `average` and `now`, `regrets` (a list
      for each player), and `drawn` (which of `average`, `now` a picture shows).
    - `methods`: what `dynamics` and `--method` may name for this game: `name`, `help`, `finds`, `process`, `options`
      (`name`, `default`, `help`, `choices`, `low`, `high`).
    - `shelf`: the games that are known by name: `name`, `what`.
    """
    game = source if isinstance(source, MatrixGame) else _read(source)
    cells = game.payoffs.size // len(game.sizes)
    if cells > MOST_CELLS:
        raise Problem(f"{game.spec} has {cells:,} outcomes; a page shows at most {MOST_CELLS:,}")
    answers = overview(game)
    profiles = answers[-1].profiles
    return jsonable(
        {
            "game": {
                **game.as_dict(),
                "zero_sum": game.zero_sum,
                "constant_sum": None if game.constant_sum is None else float(game.constant_sum),
            },
            "cells": _cells(game),
            "answers": [answer.as_dict() for answer in answers],
            "envelopes": [envelope(game, player, profiles).as_dict(game) for player in with_two_actions(game)],
            "dynamics": equilibrium(game, dynamics).as_dict() if dynamics else None,
            "methods": _methods(game),
            "shelf": [{"name": name, "what": what} for name, (what, *_) in SHELF.items()],
        }
    )


def _read(source: Any) -> MatrixGame:
    return MatrixGame.read(source) if isinstance(source, str) else MatrixGame(source)


def _cells(game: MatrixGame) -> list[dict[str, Any]]:
    best, unbeaten, pure = best_replies(game), set(efficient(game)), set(pure_equilibria(game))
    return [
        {
            "actions": list(place),
            "text": [plainly(value) for value in np.atleast_1d(game.payoffs[place])],
            "best": best[place].tolist(),
            "pure": place in pure,
            "efficient": place in unbeaten,
        }
        for place in game.profiles()
    ]


def _methods(game: MatrixGame) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "help": each.help,
            "finds": str(each.finds),
            "process": each.watch is not None,
            "options": [
                {
                    "name": option.name,
                    "default": option.default,
                    "help": option.help,
                    "choices": list(option.choices),
                    "low": option.low,
                    "high": option.high,
                }
                for option in each.options.values()
            ],
        }
        for each in solvers().values()
        if each.form == game.form and not each.refuses(game)
    ]
