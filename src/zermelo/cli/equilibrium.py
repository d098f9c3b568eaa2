"""zermelo equilibrium: what to do if one does not see what the others do."""

from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli.common import JsonOption, method_and_options, print_json

if TYPE_CHECKING:
    from zermelo.equilibrium.answer import Answer


def _names(incomplete: str) -> list[str]:
    from zermelo.equilibrium.matrix.shelf import SHELF

    return [name for name in SHELF if name.startswith(incomplete)]


def _solvers(incomplete: str) -> list[str]:
    from zermelo.equilibrium.solver import solvers

    return [name for name in solvers() if name.startswith(incomplete)]


def equilibrium(
    source: Annotated[
        str,
        typer.Argument(metavar="GAME_OR_FILE", help="rps, a .json or .nfg file, [[3,0],[5,1]].", autocompletion=_names),
    ],
    method: Annotated[
        str,
        typer.Option("--method", "-m", help="vertices, lp, correlated, ...", autocompletion=_solvers, metavar="METHOD"),
    ] = "",
    json: JsonOption = False,
) -> None:
    """The equilibria of a game in which all choose at the same time: from which nobody gains by departing alone.

    A game is a name (rps, prisoners, ...), a file, or its payoffs: one table of numbers is what the first player gets
    and the second loses; else each entry has one payoff for each player. Without --method: what elimination of
    dominated strategies leaves, and all equilibria (of large games, and of three or more players, some). See
    docs/matrix-games.md.

    Examples:

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
    if name or not isinstance(game, MatrixGame):
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


def _told(answer: "Answer") -> str:
    text = str(answer)
    return text[:1].upper() + text[1:]
