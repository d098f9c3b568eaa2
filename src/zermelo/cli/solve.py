"""zermelo solve: who wins?"""

from typing import Annotated

import typer

from zermelo.cli.common import (
    GameArgument,
    JsonOption,
    PositionOption,
    Ticker,
    line_of,
    method_and_options,
    number,
    position_of,
    print_json,
)


def solve(
    game: GameArgument,
    position: PositionOption = "",
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            help="alphabeta, minimax, retrograde or iteration. [default: what suits the game]",
            metavar="METHOD",
        ),
    ] = "",
    json: JsonOption = False,
) -> None:
    """The game-theoretic value of a position, proven, with the size of the proof.

    Where chance moves, or players are not two opposed ones, the value comes with a bound of its error (iteration).
    If Ctrl-C comes before the proof, the exit code is 1.

    Examples:

      zermelo solve tictactoe

      zermelo solve nim:piles=2-2,misere=true --json

      zermelo solve connect4:width=5,height=4 --method alphabeta:table=1000

      zermelo solve connect4:width=4,height=4 --method retrograde:memory=500

      zermelo solve pig:target=20 --method iteration:precision=1e-12
    """
    from zermelo import solving

    root = position_of(game, position)
    name, options = method_and_options(method)
    with Ticker() as ticker:
        found = solving.solve(root, method=name, on_progress=ticker, **options)
    what = "states" if found.states else "nodes"
    if json:
        print_json(found.as_dict())
    elif found.interrupted:
        print(f"Interrupted: not solved after {found.nodes:,} {what}, {found.time_s:.2f} s.")
    else:
        value = f"{found.value + 0.0:+.6g} ± {found.error:.1g}" if found.error else number(found.value)
        print(f"Value {value}: {found.meaning}")
        if found.move:
            print(f"Best move: {found.move}   Variation: {line_of(found.pv)}")
        print(f"Proof: {found.nodes:,} {what}, {found.time_s:.2f} s ({found.method})")
    if not found.exact:
        raise typer.Exit(1)
