"""How far a counter can have come where a rule writes: as found before it runs, and as seen when it runs."""

import random
import sys

import numpy as np
import pytest
from numba import types

from zermelo.core import lean
from zermelo.core.counted import reach

HEAD = "def rule(s, out):\n    t = n = m = 0\n"
SIGNATURE = (types.int8[::1], types.int32[::1])


@pytest.fixture
def found(monkeypatch):
    """A function that compiles the text of a rule, and says for each line that writes what is known of it."""
    known: dict[int, int | None] = {}

    def spy(function, kinds, write):
        known[write.loc.line] = reach(function, kinds, write)
        return known[write.loc.line]

    def compiled(rule):
        known.clear()
        with lean.leaner():
            lean.jit(rule, allocates=False, guarded=True).compile(SIGNATURE)
        return dict(known)

    monkeypatch.setattr(lean, "reach", spy)
    return compiled


def rule_of(lines):
    text = HEAD + "\n".join(indented(lines))
    scope = {"CELLS": 6, "PLACES": np.arange(4), "SOME": (1, 2, 3), "__name__": __name__}
    exec(text, scope)
    return scope["rule"]


def indented(lines):
    return [f"    {line}" for line in lines]


def listed(over, by, after):
    return [f"for cell in {over}:", "    if s[cell] == 0:", "        out[n] = cell", f"        n += {by}", after]


EXAMPLES = {
    "each once": (listed(over="range(CELLS)", by="1", after=""), [6]),
    "and one more": (listed(over="range(CELLS)", by="1", after="out[n] = 9"), [6, 7]),
    "two at a time": (listed(over="range(CELLS)", by="2", after=""), [11]),
    "a table": (listed(over="PLACES", by="1", after="out[n] = 9"), [4, 5]),
    "a tuple": (listed(over="SOME", by="1", after=""), [3]),
    "a range in steps": (listed(over="range(8, 1, -2)", by="1", after=""), [4]),
    "a truth value": (listed(over="range(CELLS)", by="s[cell] == 1", after="out[n] = 9"), [6, 7]),
    "as many as it says": (listed(over="range(s[0])", by="1", after=""), [None]),
    "as much as it says": (listed(over="range(CELLS)", by="s[cell]", after="out[n] = 9"), [None, None]),
    "backwards": (listed(over="range(CELLS)", by="-1", after=""), [None]),
    "a constant": (["out[2] = 1"], [3]),
    "from behind": (["out[-1] = 1"], [None]),
    "before it grows": (["for i in range(5):", "    out[n] = 1", "    n += 1"], [5]),
    "when it has grown": (["for i in range(5):", "    n += 1", "    out[n] = 1"], [6]),
    "in two loops": (["for i in range(3):", "    for j in range(4):", "        out[n] = i", "        n += 1"], [12]),
    "started anew": (
        ["for i in range(3):", "    n = 0", "    for j in SOME:", "        n += 1", "    out[n] = 1"],
        [10],
    ),
    "once": (["out[n] = 1", "n += 1", "out[n] = 2"], [1, 2]),
    "never": (["out[n] = 1", "for i in range(0):", "    n += 1", "out[n] = 2"], [1, 1]),
    "while": (["while n < 5:", "    out[n] = 1", "    n += 1"], [None]),
    "by a copy": (["for i in range(3):", "    m = n", "    out[m] = i", "    n = m + 1"], [3]),
    "a difference": (["for i in range(3):", "    n += 1", "    out[n - 1] = i"], [None]),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_reach(found, example):
    lines, expected = EXAMPLES[example]
    assert list(found(rule_of(lines)).values()) == expected


def block(dice, depth, inside):
    """Lines of a random rule: loops, choices, counters that grow, start anew or are copied, and writes."""
    lines = []
    for _ in range(dice.randint(1, 4)):
        kind = dice.choice(["write", "write", "grow", "grow", "truth", "for", "for", "if", "if", "odd"])
        if kind == "write":
            lines += [f"out[{dice.choice('nnm')}] = 1"]
        elif kind == "grow":
            lines += [f"{dice.choice('nnm')} += {dice.choice((1, 1, 2))}"]
        elif kind == "truth":
            lines += ["t += 1", "n += s[t % 16] == 0"]
        elif kind == "odd":
            lines += [dice.choice(["n = 0", "m = n", "n = m", "n = n + 1", "n = n - 1", "n = 1"])]
        elif depth and kind == "for":
            over = dice.choice(["range(3)", "range(CELLS)", "PLACES", "range(2, 4)", "range(t % 3)"])
            lines += [f"for i{depth} in {over}:", *indented(block(dice, depth - 1, True))]
            lines += ["else:", *indented(block(dice, 0, inside))] if dice.random() < 0.2 else []
        elif depth and kind == "if":
            lines += ["t += 1", "if s[t % 16] == 0:", *indented(block(dice, depth - 1, inside))]
            lines += ["    " + dice.choice(["break", "continue"])] if inside and dice.random() < 0.4 else []
            lines += ["else:", *indented(block(dice, depth - 1, inside))] if dice.random() < 0.4 else []
    return lines or ["t += 1"]


class Written(dict):
    """Which index was the largest, by the line that wrote it."""

    def __setitem__(self, index, value):
        line = sys._getframe(1).f_lineno
        super().__setitem__(line, max(index, self.get(line, index)))


@pytest.mark.parametrize("seed", range(30))
def test_no_counter_comes_further_than_it_is_said_to(found, seed):
    dice = random.Random(seed)
    lines = [*block(dice, 3, False), "out[n] = 2", "return n"]
    rule = rule_of(lines)
    known = found(rule)
    assert known
    for _ in range(60):
        written = Written()
        rule(np.array([dice.randint(0, 1) for _ in range(16)], np.int8), written)
        for line, index in written.items():
            if known[line] is not None:
                assert 0 <= index < known[line], "\n".join([*lines, f"line {line - 2}: {index} of {known[line]}"])
