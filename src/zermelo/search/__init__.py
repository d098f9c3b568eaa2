"""What should I play? One file per algorithm, all run by one driver: `analyse`."""

from zermelo.search import alphabeta, bestreply, maxn, minimax, mtdf, paranoid  # noqa: F401  (they register their methods)
from zermelo.search.driver import Trace, analyse, methods, trace, usual_method
from zermelo.search.result import Analysis, Limit, Line, Progress
from zermelo.search.table import Table

__all__ = ["Analysis", "Limit", "Line", "Progress", "Table", "Trace", "analyse", "methods", "trace", "usual_method"]
