"""The theory of game trees as functions: how many leaves there are, which must be seen, and in which order."""

from zermelo.theory.counts import (
    Known,
    deepening_estimate,
    deepening_limit,
    deepening_overhead,
    depths_and_heights,
    minimal_leaves,
    minimal_nodes,
    reachable_depth,
    return_value_case,
    uniform_leaves,
    uniform_nodes,
)
from zermelo.theory.exercises import Exercise, exercise, visits_by_path
from zermelo.theory.growth import (
    Measured,
    exponent,
    growth_in_random_order,
    leaves_in_random_order,
    random_growth,
)
from zermelo.theory.orders import ORDERS, ordered, transformed, tree_of_widths, uniform_tree
from zermelo.theory.outcomes import outcomes
from zermelo.theory.proof import Path, Proof, node_types, smallest_proof, values
from zermelo.theory.worst import has_transpositions

__all__ = [
    "ORDERS",
    "Exercise",
    "Known",
    "Measured",
    "Path",
    "Proof",
    "deepening_estimate",
    "deepening_limit",
    "deepening_overhead",
    "depths_and_heights",
    "exercise",
    "exponent",
    "growth_in_random_order",
    "has_transpositions",
    "leaves_in_random_order",
    "minimal_leaves",
    "minimal_nodes",
    "node_types",
    "ordered",
    "outcomes",
    "random_growth",
    "reachable_depth",
    "return_value_case",
    "smallest_proof",
    "transformed",
    "tree_of_widths",
    "uniform_leaves",
    "uniform_nodes",
    "uniform_tree",
    "values",
    "visits_by_path",
]
