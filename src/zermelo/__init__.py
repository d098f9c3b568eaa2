"""Write the rules of a game once, in plain Python; play, solve and study it at native speed.

import zermelo as z
position = z.load("othello").start()
z.analyse(position, limit=z.Limit(time=1.0)).move
"""

from importlib import import_module

TYPE_CHECKING = False  # but for those who check; `typing` takes ten times as long as all this

__version__ = "0.1.0"

_HOMES = {
    "core.game": "Rules Game Position CHANCE UNSEEN PAINT Board Cell option grid hexagons star pits lattice graph"
    " square_symmetries popcount lowest listed bit below copy simultaneous all_chosen",
    "core.hidden": "Sight",
    "core.catalogue": "load",
    "search": "analyse method methods Method Analysis Limit Line Progress SearchTree Table",
    "solving": "solve explore settle_all iterate Solution StateSpace Valuation Policy",
    "core.history": "History",
    "arena.players": "player",
    "arena.match": "match",
    "arena.result": "Match",
    "core.score": "win_probability lead_for",
    "core.data": "Data",
    "count": "perft survey playouts Perft Survey",
    "equilibrium.information": "information_sets perfect_information",
    "equilibrium.solver": "equilibrium",
    "equilibrium.exploitability": "exploitability Exploitability",
    "equilibrium.plan": "Plan",
    "equilibrium.matrix.game": "MatrixGame",
    "tree.explicit": "Tree",
    "tree.trace": "trace Trace",
    "check.conformance": "check_game",
    "errors": "Problem RulesProblem",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME)

if TYPE_CHECKING:
    from typing import Any

    from zermelo.arena.match import match
    from zermelo.arena.players import player
    from zermelo.arena.result import Match
    from zermelo.check.conformance import check_game
    from zermelo.core.catalogue import load
    from zermelo.core.data import Data
    from zermelo.core.game import (
        CHANCE,
        PAINT,
        UNSEEN,
        Board,
        Cell,
        Game,
        Position,
        Rules,
        all_chosen,
        below,
        bit,
        copy,
        graph,
        grid,
        hexagons,
        lattice,
        listed,
        lowest,
        option,
        pits,
        popcount,
        simultaneous,
        square_symmetries,
        star,
    )
    from zermelo.core.hidden import Sight
    from zermelo.core.history import History
    from zermelo.core.score import lead_for, win_probability
    from zermelo.count import Perft, Survey, perft, playouts, survey
    from zermelo.equilibrium.exploitability import Exploitability, exploitability
    from zermelo.equilibrium.information import information_sets, perfect_information
    from zermelo.equilibrium.matrix.game import MatrixGame
    from zermelo.equilibrium.plan import Plan
    from zermelo.equilibrium.solver import equilibrium
    from zermelo.errors import Problem, RulesProblem
    from zermelo.search import (
        Analysis,
        Limit,
        Line,
        Method,
        Progress,
        SearchTree,
        Table,
        analyse,
        method,
        methods,
    )
    from zermelo.solving import Policy, Solution, StateSpace, Valuation, explore, iterate, settle_all, solve
    from zermelo.tree.explicit import Tree
    from zermelo.tree.trace import Trace, trace


def __getattr__(name: str) -> "Any":
    """Import on first use: `import zermelo` costs nothing."""
    if name in _HOME:
        return getattr(import_module(f"zermelo.{_HOME[name]}"), name)
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_HOME]
