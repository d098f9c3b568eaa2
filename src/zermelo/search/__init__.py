"""What should I play? One file per algorithm, all run by one driver: `analyse`."""

# They register their methods.
from zermelo.search.alphabeta import alphabeta, minimax, mtdf  # noqa: F401
from zermelo.search.alphabeta.table import Table
from zermelo.search.chance import expectimax, star  # noqa: F401
from zermelo.search.driver import Trace, analyse, methods, trace, usual_method
from zermelo.search.many import bestreply, maxn, paranoid  # noqa: F401
from zermelo.search.montecarlo import flat, mcts  # noqa: F401
from zermelo.search.montecarlo.searchtree import SearchTree
from zermelo.search.result import Analysis, Limit, Line, Progress

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
