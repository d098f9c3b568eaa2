"""zermelo solve: who wins?"""

from typing import Annotated

import typer

from zermelo.cli.common import (
    GameArgument,
    JsonOption,
    PositionOption,
    Ticker,
    method_and_options,
    number,
    position_of,
    print_json,
)


def solve(
    game: GameArgument,
    position: PositionOption = "",
    method: Annotated[
        str, typer.Option("--method", "-m", help="alphabeta, minimax or retrograde.", metavar="METHOD")
    ] = "alphabeta",
    json: JsonOption = False,
) -> None:
    """The game-theoretic value of a position, proven, with the size of the proof.

    If Ctrl-C comes before the proof, the exit code is 1.

    Examples:

      zermelo solve tictactoe

      zermelo solve nim:piles=2-2,misere=true --json

      zermelo solve connect4:width=5,height=4 --method alphabeta:table=1000

      zermelo solve connect4:width=4,height=4 --method retrograde:memory=500
    """
    from zermelo import solving

    root = position_of(game, position)
    name, options = method_and_options(method)
    with Ticker() as ticker:
        found = solving.solve(root, method=name, on_progress=ticker, **options)
    what = "states" if name == "retrograde" else "nodes"
    if json:
        print_json(found.as_dict())
    elif not found.exact:
        print(f"Interrupted: not solved after {found.nodes:,} {what}, {found.time_s:.2f} s.")
    else:
        print(f"Value {number(found.value)}: {found.meaning}")
        if found.move:
            print(f"Best move: {found.move}   Variation: {' '.join(found.pv)}")
        print(f"Proof: {found.nodes:,} {what}, {found.time_s:.2f} s ({found.method})")
    if not found.exact:
        raise typer.Exit(1)
