"""zermelo gtp: an engine for graphical boards and other programs."""

import os
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from zermelo.cli.common import DepthOption, GameArgument, NodesOption, SeedOption, TimeOption, load


def gtp(
    game: GameArgument,
    method: Annotated[
        str, typer.Option("--method", "-m", help="Who moves: method[:key=value,...], greedy, random.", metavar="PLAYER")
    ] = "",
    depth: DepthOption = None,
    time: TimeOption = None,
    nodes: NodesOption = None,
    resign: Annotated[
        float | None,
        typer.Option(
            "--resign",
            min=0,
            max=1,
            help="Give up below this share of wins, twice: 0.05 in Go, else 0.",
            metavar="SHARE",
        ),
    ] = None,
    seed: SeedOption = None,
) -> None:
    """Speak the Go Text Protocol (version 2) on standard input and output: Go, Hex, Othello.

    It thinks as long as the client's clock allows, one second a move if there is none, and never beyond the limits
    given here.

    Examples:

      zermelo gtp go:size=9

      zermelo gtp hex:size=11,swap=true --time 5

      zermelo gtp othello --method alphabeta:depth=8
    """
    from zermelo.protocols.gtp import Engine
    from zermelo.search import Limit

    limited = (time, depth, nodes) != (None, None, None)
    limit = Limit(time=time, depth=depth, nodes=nodes) if limited else None
    Engine(load(game), _lines(), _say, method=method, limit=limit, seed=seed, resign=resign).run()


def _lines() -> Iterator[str]:
    """Standard input, past Python's own buffer: a thread that waits there would keep this process from ending."""
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode(errors="replace") for line in lines)
    yield rest.decode(errors="replace")


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
