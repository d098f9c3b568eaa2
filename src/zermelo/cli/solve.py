"""zermelo solve: who wins?"""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.common import (
    GameArgument,
    JsonOption,
    PositionOption,
    Ticker,
    line_of,
    load,
    method_and_options,
    number,
    position_of,
    print_json,
)

if TYPE_CHECKING:
    from zermelo.solving import Solution

WORTH_TELLING = 1e-6  # a chance


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
    time: Annotated[
        float | None,
        typer.Option("--time", "-t", help="Seconds after which it gives up. [default: never]", metavar="SECONDS"),
    ] = None,
    json: JsonOption = False,
) -> None:
    """The game-theoretic value of a position, proven, with the size of the proof.

    Where chance moves, or players are not two opposed ones, the value comes with a bound of its error (iteration).
    Where something is hidden there is no best move, but strategies: it answers as zermelo equilibrium does.
    If Ctrl-C comes before the proof, or time is up, the exit code is 1.

    Examples:

      zermelo solve tictactoe

      zermelo solve nim:piles=2-2,misere=true --json

      zermelo solve connect4:width=5,height=4 --method alphabeta:table=1000

      zermelo solve connect4:width=4,height=4 --method retrograde:memory=500

      zermelo solve pig:target=20 --method iteration:precision=1e-12

      zermelo solve connect4:width=5,height=4 --time 60

      zermelo solve kuhn
    """
    from zermelo import solving
    from zermelo.errors import Problem

    name, options = method_and_options(method)
    if load(game).hidden and name not in solving.SOLVERS:
        from zermelo.cli.extensive import Wishes, show_extensive

        show_extensive(load(game).start(), Wishes(name, options, position, time, json=json))
        return
    root = position_of(game, position)
    if "time" in options:
        raise Problem(f"time is not an option of {name}: write --time {options['time']}")
    with Ticker() as ticker:
        found = solving.solve(root, method=name, time=time, on_progress=ticker, **options)
    if json:
        print_json(found.as_dict())
    else:
        _report(found)
    if not found.exact:
        raise typer.Exit(1)


def _report(found: "Solution") -> None:
    from zermelo.solving.solution import HELPS

    what = "states" if found.method in ("retrograde", "iteration") else "nodes"
    size = f"{found.nodes:,} {what}, {found.time_s:.2f} s"
    if found.interrupted:
        print(f"Interrupted: not solved after {size}.")
        return
    if found.time_up:
        print(found.meaning[:1].upper() + found.meaning[1:])
    else:
        value = f"{found.value + 0.0:+.6g} ± {found.error:.1g}" if found.error else number(found.value)
        print(f"Value {value}: {found.meaning}")
    if found.move:
        print(f"Best move{' so far' * found.time_up}: {found.move}   Variation: {line_of(found.pv)}")
    print(f"{'No proof yet' if found.time_up else 'Proof'}: {size} ({found.method})")
    if found.doubt > WORTH_TELLING:
        print(f"The chance that the table took two positions for one is below {found.doubt:.0e}: see docs/search.md")
    if found.time_up:
        print(f"What may help: {HELPS[found.method]}")
