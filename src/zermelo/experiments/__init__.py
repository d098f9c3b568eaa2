"""Experiments: questions about searching, each answered by one seeded and reproducible run with a table and a plot.

A module of this package that registers a function with `@experiment` is found by itself: there is no list to extend.
"""

from importlib import import_module
from pkgutil import iter_modules

from zermelo.experiments.registry import Column, Experiment, Findings, experiment, experiments, run

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

__all__ = ["Column", "Experiment", "Findings", "experiment", "experiments", "run"]
