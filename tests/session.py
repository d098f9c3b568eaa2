"""Sessions with the engine of the Go Text Protocol: what a client sends is `> `, the rest is what it reads."""

import re
from textwrap import dedent

import zermelo as z
from zermelo.protocols.gtp import Engine


def engine(spec: str, method: str = "random", **options) -> tuple[Engine, list[str]]:
    """An engine that plays at random, if one does not ask for more, and what it says."""
    said: list[str] = []
    options.setdefault("seed", 1)
    return Engine(z.load(spec), (), said.append, method=method, **options), said


def told(one: tuple[Engine, list[str]], *lines: str) -> str:
    """The answers to some lines."""
    for line in lines:
        one[0].obey(line)
    answers = "".join(one[1])
    one[1].clear()
    return answers


def holds(spec: str, script: str, **options) -> None:
    """A session goes as it is written: after each command, two spaces or a new line, the answer."""
    one = engine(spec, **options)
    exchanges = re.findall(r"^> (.*?)(?:  +|\n)(.*?)(?=^>|\Z)", dedent(script), re.MULTILINE | re.DOTALL)
    for command, answer in exchanges:
        assert (command, re.sub(r" *\n", "\n", told(one, command))) == (command, answer.strip() + "\n\n")
