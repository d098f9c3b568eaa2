"""Who wins? Game-theoretic values, with the size of the proof."""

from zermelo.solving.retrograde import Valuation, settle_all
from zermelo.solving.solution import SOLVERS, Solution, solve
from zermelo.solving.states import StateSpace, explore

__all__ = ["SOLVERS", "Solution", "StateSpace", "Valuation", "explore", "settle_all", "solve"]
