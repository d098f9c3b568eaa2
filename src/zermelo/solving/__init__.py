"""Who wins? Game-theoretic values, with the size of the proof."""

from zermelo.solving.iteration import Policy, iterate
from zermelo.solving.retrograde import Valuation, settle_all
from zermelo.solving.solution import SOLVERS, Solution, solve, usual_solver
from zermelo.solving.states import StateSpace, explore

__all__ = [
    "SOLVERS",
    "Policy",
    "Solution",
    "StateSpace",
    "Valuation",
    "explore",
    "iterate",
    "settle_all",
    "solve",
    "usual_solver",
]
