"""zermelo equilibrium: what to do if one does not see what the others do."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from zermelo.cli.common import JsonOption, PositionOption, TimeOption, method_and_options


def _names(incomplete: str) -> list[str]:
    from zermelo.core.catalogue import names
    from zermelo.equilibrium.matrix.shelf import SHELF

    return [name for name in (*SHELF, *names()) if name.startswith(incomplete)]


def _solvers(incomplete: str) -> list[str]:
    from zermelo.equilibrium.solver import solvers

    return [name for name in solvers() if name.startswith(incomplete)]


class WithMethods(TyperCommand):
    """A command whose help ends with all methods and their options: they are imported when somebody asks."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.epilog = "\n\n".join(["Methods, and after a colon their options:", *_methods_in_words()])
        super().format_help(ctx, formatter)


def _methods_in_words() -> list[str]:
    from zermelo.core.options import spelled
    from zermelo.equilibrium.solver import solvers

    found = []
    for each in sorted(solvers().values(), key=lambda each: (each.form, each.name)):
        options = []
        for option in each.options.values():
            choices = f": {', '.join(map(str, option.choices))}" if option.choices else ""
            options.append(f"{option.name}={spelled(option.default)} ({option.help}{choices})")
        found.append(f"{each.name} ({each.form} form): {each.help}" + f" Options: {', '.join(options)}" * bool(options))
    return found


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
        Path | None,
        typer.Option(
            "--plot",
            help="Draw a .svg or .png: how exploitability fell, the path of a process, a 2 x N game.",
            metavar="FILE",
        ),
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

      zermelo equilibrium chicken --method correlated:goal=least --json

      zermelo equilibrium rps --method replicator:start=3-2-1 --plot rps.svg
    """
    from zermelo.cli.extensive import Wishes, show_extensive
    from zermelo.cli.matrix import show_matrix
    from zermelo.equilibrium.matrix.game import MatrixGame
    from zermelo.equilibrium.solver import read_game

    name, options = method_and_options(method)
    game = read_game(source, name)
    if not isinstance(game, MatrixGame):
        show_extensive(game, Wishes(name, options, position, time, everything, save, plot, json))
        return
    _refuse_of_matrix({"position": position, "time": time, "save": save, "all": everything}, game.spec)
    show_matrix(game, name, options, plot=plot, json=json)


def _refuse_of_matrix(given: dict[str, Any], spec: str) -> None:
    """A one-line problem for an option that is for games with moves one after the other."""
    from zermelo.errors import Problem

    for name in (name for name, value in given.items() if value):
        raise Problem(f"--{name} is for games in which players move in turn; in {spec} all choose at the same time")
