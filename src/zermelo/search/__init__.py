"""What should I play? One file per algorithm, all run by one driver: `analyse`.

Whatever stands in the folders below is imported here, and so registers its methods (see `method`).
"""

from importlib import import_module
from pkgutil import iter_modules

from zermelo.search import alphabeta, chance, hidden, many, montecarlo
from zermelo.search.alphabeta.table import Table
from zermelo.search.driver import analyse
from zermelo.search.method import Method, method, methods, usual_method
from zermelo.search.montecarlo.searchtree import SearchTree
from zermelo.search.result import Analysis, Limit, Line, Progress

for folder in (alphabeta, many, chance, montecarlo, hidden):
    for module in iter_modules(folder.__path__):
        import_module(f"{folder.__name__}.{module.name}")

__all__ = [
    "Analysis",
    "Limit",
    "Line",
    "Method",
    "Progress",
    "SearchTree",
    "Table",
    "analyse",
    "method",
    "methods",
    "usual_method",
]
