"""What should I play? One file per algorithm, all run by one driver: `analyse`."""

# They register their methods.
from zermelo.search import alphabeta, bestreply, expectimax, flat, maxn, mcts, minimax, mtdf, paranoid, star  # noqa: F401
from zermelo.search.driver import Trace, analyse, methods, trace, usual_method
from zermelo.search.result import Analysis, Limit, Line, Progress
from zermelo.search.searchtree import SearchTree
from zermelo.search.table import Table

__all__ = [
    "Analysis",
    "Limit",
    "Line",
    "Progress",
    "SearchTree",
    "Table",
    "Trace",
    "analyse",
    "methods",
    "trace",
    "usual_method",
]
