"""zermelo perft: how many lines of play are there?"""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.common import GameArgument, JsonOption, PositionOption, position_of, print_json

if TYPE_CHECKING:
    from zermelo.count import Perft


def perft(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Plies.")],
    position: PositionOption = "",
    divide: Annotated[bool, typer.Option("--divide", help="Count below each move.")] = False,
    json: JsonOption = False,
) -> None:
    """Count the leaves at a depth: the test of every move generator, and of its speed.

    If Ctrl-C comes before all are counted, the exit code is 1.

    Examples:

      zermelo perft othello 9

      zermelo perft connect4 8 --divide --json
    """
    from zermelo import count

    root = position_of(game, position)
    counted = count.perft(root, depth)
    if json:
        data = {"game": root.game.spec, "position": root.text, **asdict(counted)}
        data["leaves_per_s"] = counted.leaves / max(counted.time_s, 1e-9)
        if not divide:
            del data["divide"]
        print_json(data)
    else:
        _report(counted, depth, divide)
    if counted.interrupted:
        raise typer.Exit(1)


def _report(counted: "Perft", depth: int, divide: bool) -> None:
    if divide:
        for name, leaves in counted.divide.items():
            print(f"{name:>8} {leaves:>16,}")
    print(
        f"{counted.leaves:,} leaves at depth {depth}, {counted.finished:,} games finished before; "
        f"{counted.time_s:.2f} s, {counted.leaves / max(counted.time_s, 1e-9) / 1e6:.1f} M/s"
        + ("  (interrupted: not complete)" if counted.interrupted else "")
    )
