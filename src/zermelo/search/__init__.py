"""What should I play? One file per algorithm, all run by one driver: `analyse`."""

from zermelo.search import alphabeta, minimax  # noqa: F401  (they register their methods)
from zermelo.search.driver import Trace, analyse, methods, trace
from zermelo.search.result import Analysis, Limit, Line, Progress

__all__ = ["Analysis", "Limit", "Line", "Progress", "Trace", "analyse", "methods", "trace"]
