"""The kinds of input, by name: each module is imported when it is wanted."""

from importlib import import_module

from fuzz.engine import Kind

KINDS = ("positions", "moves", "trees", "matrices", "methods", "gtp", "sgf", "records", "http")


def kind(name: str) -> Kind:
    """The function of a `Trial` that makes one input and looks at what comes of it; whether it was accepted."""
    module = import_module(f"fuzz.{name}")
    if begin := getattr(module, "begin", None):  # what it needs takes longer than an input may
        begin()
    return module.fuzz
