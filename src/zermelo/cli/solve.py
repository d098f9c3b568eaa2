"""zermelo solve: who wins?"""

from typing import Annotated

import typer

from zermelo.cli.common import GameArgument, JsonOption, PositionOption, Ticker, number, position_of, print_json


def solve(
    game: GameArgument,
    position: PositionOption = "",
    method: Annotated[
        str, typer.Option("--method", "-m", help="alphabeta, minimax or retrograde.", metavar="METHOD")
    ] = "alphabeta",
    table: Annotated[float, typer.Option(help="MB for the transposition table.", min=0)] = 256.0,
    memory: Annotated[float, typer.Option(help="MB for the states of retrograde.", min=1)] = 4000.0,
    json: JsonOption = False,
) -> None:
    """The game-theoretic value of a position, proven, with the size of the proof.

    Examples:

      zermelo solve tictactoe

      zermelo solve nim:piles=2-2,misere=true --json

      zermelo solve connect4:width=5,height=4 --method retrograde
    """
    from zermelo import solving

    root = position_of(game, position)
    with Ticker() as ticker:
        found = solving.solve(root, method=method, table=table, memory=memory, on_progress=ticker)
    if json:
        print_json(found.as_dict())
        return
    what = "states" if method == "retrograde" else "nodes"
    if not found.exact:
        print(f"Interrupted: not solved after {found.nodes:,} {what}, {found.time_s:.2f} s.")
        raise typer.Exit(1)
    print(f"Value {number(found.value)}: {found.meaning}")
    if found.move:
        print(f"Best move: {found.move}   Variation: {' '.join(found.pv)}")
    print(f"Proof: {found.nodes:,} {what}, {found.time_s:.2f} s ({found.method})")
