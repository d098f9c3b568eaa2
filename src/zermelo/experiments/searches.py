"""Searches to compare: what is switched on in each, and how many nodes, leaves and seconds they take.

What changes the value of a position is the same in all of them (`FIXED`), so that all must find the same value.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.core.game import Position
from zermelo.search import Limit, Table, analyse
from zermelo.search.alphabeta.enhancements import OPTIONS
from zermelo.search.alphabeta.table import PROVEN

FIXED: Mapping[str, Any] = {
    "bounds": True,
    "quiescence": OPTIONS["quiescence"].default,
    "quick": True,
    "extensions": False,  # how far they go depends on the depth of the iteration
    "reductions": False,
    "deeper": False,  # an entry of a higher search is better than what was asked for
    "paths": True,  # a repetition depends on how a position was reached
}
SMALL = 0.1  # MB: a table that is soon full
MEMORY = 64.0  # MB: a table that forgets next to nothing


def bare(**on: Any) -> dict[str, Any]:
    """Nothing switched on but what is named."""
    return {"plain": True, **FIXED, **on}


def all_but(**changed: Any) -> dict[str, Any]:
    """Everything switched on but what is named."""
    return {**FIXED, **changed}


TABLE = OPTIONS["table"].default
ALL_ON, NO_ORDER, ALL_OFF, TABLE_AND_HISTORY = "all on", "no order", "plain", "table, history"
SETTINGS: dict[str, dict[str, Any]] = {
    ALL_OFF: bare(),
    "only a table": bare(deepening=True, table=TABLE),
    TABLE_AND_HISTORY: bare(deepening=True, table=TABLE, history=True),
    ALL_ON: all_but(),
    "no deepening": all_but(deepening=False),
    "no aspiration": all_but(aspiration=False),
    "no null windows": all_but(pvs=False),
    "no table": all_but(table=0.0),
    "no symmetries": all_but(symmetries=False),
    NO_ORDER: all_but(order=False),
    "no killers": all_but(killers=False),
    "no history": all_but(history=False),
    "fail-hard": all_but(fail="hard"),
    "small table": all_but(table=SMALL),
    "small, latest only": all_but(table=SMALL, replacement="always"),
    "MTD(f)": all_but(method="mtdf"),
}
OTHER_VALUES: dict[str, dict[str, Any]] = {
    "no quiescence": all_but(quiescence=0),
    "no bounds": all_but(bounds=False),
    "no quick wins": all_but(quick=False),
    "extensions": all_but(extensions=True),
    "reductions": all_but(reductions=True),
    "deeper entries": all_but(deeper=True),
    "as shipped": {},
}


@dataclass(frozen=True)
class Cost:
    """What a search took, and the value it found."""

    nodes: int
    leaves: int
    seconds: float
    depth: int
    value: float


def cost(position: Position, depth: int, options: Mapping[str, Any]) -> Cost:
    """Search a position. KeyboardInterrupt if Ctrl-C cuts it short."""
    found = analyse(position, limit=Limit(depth=depth), **options)
    if found.interrupted:
        raise KeyboardInterrupt
    return Cost(found.nodes, max(found.leaves, 1), max(found.time_s, 1e-6), found.depth, found.value)


def cost_of_minimal_tree(position: Position, depth: int) -> Cost:
    """A search that knows the best moves beforehand: the usual estimate of the minimal tree (Plaat et al. 1996).

    A first search fills a table, which then only names moves: the second one tries at every node the move that was
    best or made the cut. Transpositions are still used: strictly it is the minimal graph. A third search would be of
    the same size. It is an estimate, as another refutation might take fewer leaves.
    """
    table = Table(MEMORY)
    cost(position, depth, all_but(table=table))
    forget_values(table)
    return cost(position, depth, all_but(table=table, deepening=False))


def forget_values(table: Table) -> None:
    """Leave nothing in a table but moves: no search is as high as its entries now claim to be. Modified in place."""
    before = table.entries["meta"]
    unreachable, proven = np.uint64(0xFFFF << 32), np.uint64(PROVEN << 48)
    after = (before | unreachable) & ~proven
    table.entries["check"] ^= before ^ after
    table.entries["meta"] = after


def same(first: float, second: float) -> bool:
    """Whether two values differ by no more than rounding."""
    return abs(first - second) <= 1e-9 * max(1.0, abs(first))
