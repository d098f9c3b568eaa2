"""Fuzzers: texts, trees, methods, sessions, files and requests that nobody would think of, made by the million.

A kind of input is a function of a `Trial` in a module of its own. The trial has random numbers that follow from the
kind, the seed and the number of the input, so that each input can be made again alone. What is wrong is the same for
all kinds: anything but an answer or a `Problem` of one line, a wrong exit code, an answer that is not legal, and what
takes more than five seconds. Nothing is compiled: the same sources run as plain Python.

    make fuzz INPUTS=1000 SEED=2 KINDS="trees http=200"
"""

from fuzz.engine import Failure, Outcome, Trial, fuzzed
from fuzz.kinds import KINDS

__all__ = ["KINDS", "Failure", "Outcome", "Trial", "fuzzed"]
