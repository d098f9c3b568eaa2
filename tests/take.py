"""A small game as a person would write it into a file, to edit it, break it and load it again."""

import textwrap
from pathlib import Path

import zermelo as z

GAME = """
    from numpy import int8
    from zermelo import Rules

    TAKES = (1, 2)

    def bonus():
        return 0

    class Take(Rules):
        '''Take 1 or 2 of n; who takes the last one wins.'''
        players = ("A", "B")

        class State:
            n: int8

        def start(s):
            s.n = 7

        def moves(s, out):
            k = 0
            for take in TAKES:
                if take <= s.n:
                    out[k] = take
                    k += 1
            return k

        def play(s, take):
            s.n -= take

        def payoff(s, out):
            out[s.turn] = -1 + bonus()
            out[1 - s.turn] = 1 - bonus()
"""


def write(path: Path, text: str, *changes: tuple[str, str]) -> str:
    """The game in a file, with some words changed."""
    text = textwrap.dedent(text)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    return str(path)


def leaves(path: str, depth: int = 3) -> int:
    """How many lines of a length there are, by native code."""
    return z.perft(z.load(path).start(), depth).leaves
