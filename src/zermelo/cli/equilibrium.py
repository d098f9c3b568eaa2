"""zermelo equilibrium: what to do if one does not see what the others do."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import JsonOption, PositionOption, TimeOption, method_and_options, print_json

if TYPE_CHECKING:
    from zermelo.equilibrium.answer import Answer


def _names(incomplete: str) -> list[str]:
    from zermelo.core.catalogue import names
    from zermelo.equilibrium.matrix.shelf import SHELF

    return [name for name in (*SHELF, *names()) if name.startswith(incomplete)]


def _solvers(incomplete: str) -> list[str]:
    from zermelo.equilibrium.solver import solvers

    return [name for name in solvers() if name.startswith(incomplete)]


def equilibrium(
    source: Annotated[
        str,
        typer.Argument(
            metavar="GAME_OR_FILE", help="kuhn, rps, a .py, .json or .nfg file, [[3,0],[5,1]].", autocompletion=_names
        ),
    ],
    method: Annotated[
        str,
        typer.Option(
            "--method", "-m", help="sequence-form, cfr+, vertices, lp, ...", autocompletion=_solvers, metavar="METHOD"
        ),
    ] = "",
    position: PositionOption = "",
    time: TimeOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all information sets, not the first few.")] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw how exploitability fell: .svg or .png.", metavar="FILE")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Keep the strategy in this .npz file, to play from.", metavar="FILE")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Strategies from which nobody gains by departing alone, in games whose players do not see everything.

    GAME is a game (kuhn, leduc, a .py file), a tree (.json), or one in which all choose at the same time: a name
    (rps, prisoners, ...), a .json or .nfg file, or its payoffs. There one table of numbers is what the first player
    gets and the second loses; else each entry has one payoff for each player.

    Without --method: of payoffs, what elimination of dominated strategies leaves, and all equilibria (of large games,
    and of three or more players, some); of other games, what suits them: linear programs over sequences of moves, and
    CFR+ where they are too large or made for others. CFR and its relatives take iterations=, target= (exploitability),
    time=, and keep=FILE, a file to keep everything in and to go on from. Ctrl-C shows, and saves, the strategy so far.
    --position tells what to do there. See docs/hidden.md and docs/matrix-games.md.

    Examples:

      zermelo equilibrium kuhn

      zermelo equilibrium leduc --method cfr+:target=0.001,keep=leduc-cfr.npz --save leduc.npz

      zermelo equilibrium kuhn --position "K Q check bet"

      zermelo equilibrium kuhn:players=3 --time 2 --plot fall.svg

      zermelo equilibrium rps

      zermelo equilibrium "[[3,0],[5,1]]"

      zermelo equilibrium "[[[-1,-1],[-3,0]],[[0,-3],[-2,-2]]]" --method dominance

      zermelo equilibrium chicken --method lemke-howson:label=1 --json
    """
    from zermelo.equilibrium.matrix.game import MatrixGame
    from zermelo.equilibrium.matrix.overview import overview
    from zermelo.equilibrium.solver import equilibrium, read_game

    game = read_game(source)
    name, options = method_and_options(method)
    if not isinstance(game, MatrixGame):
        from zermelo.cli.extensive import Wishes, show_extensive

        show_extensive(game, Wishes(name, options, position, time, everything, save, plot, json))
        return
    _refuse_of_matrix({"position": position, "time": time, "save": save, "plot": plot, "all": everything}, game.spec)
    if name:
        found = equilibrium(game, name, **options)
        if json:
            print_json(found.as_dict())
        else:
            print(f"{game}\n\n{found}")
    else:
        answers = overview(game)
        if json:
            print_json({"game": game.as_dict(), "answers": [answer.as_dict() for answer in answers]})
        else:
            print("\n\n".join([str(game), *map(_told, answers)]))


def _refuse_of_matrix(given: dict[str, Any], spec: str) -> None:
    """A one-line problem for an option that is for games with moves one after the other."""
    from zermelo.errors import Problem

    for name in (name for name, value in given.items() if value):
        raise Problem(f"--{name} is for games in which players move in turn; in {spec} all choose at the same time")


def _told(answer: "Answer") -> str:
    text = str(answer)
    return text[:1].upper() + text[1:]
