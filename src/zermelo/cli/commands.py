"""All commands, and what becomes of a mistake."""

import os
import sys

import typer

from zermelo.cli import INTERRUPTED
from zermelo.cli.analyse import analyse
from zermelo.cli.bearoff import bearoff
from zermelo.cli.bench import bench
from zermelo.cli.cache import cache
from zermelo.cli.check import check
from zermelo.cli.common import alone
from zermelo.cli.equilibrium import WithMethods, equilibrium
from zermelo.cli.experiment import Experiments, experiment
from zermelo.cli.games import games
from zermelo.cli.gtp import gtp
from zermelo.cli.match import match
from zermelo.cli.perft import perft
from zermelo.cli.play import play
from zermelo.cli.serve import serve
from zermelo.cli.solve import solve
from zermelo.cli.tree import tree

app = typer.Typer(
    name="zermelo",
    help="Write the rules of a game once, in plain Python; play, solve and study it at native speed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (serve, games, play, analyse, perft, solve, match, tree, equilibrium, check, cache, bench, bearoff, gtp):
    app.command(cls=WithMethods if command is equilibrium else None)(alone(command))
experiments = typer.Typer(cls=Experiments, invoke_without_command=True, context_settings=app.info.context_settings)
experiments.callback()(alone(experiment))
app.add_typer(experiments, name="experiment")


def _version(wanted: bool) -> None:
    if wanted:
        from zermelo import __version__

        typer.echo(f"zermelo {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """GAME is a shipped name with options after a colon (hex:size=7), or the path of a Python file with a game."""


def run() -> int:
    """Do what the words of the command line say; the exit code. Every mistake is one line, and 2."""
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.filename is not None:
            print(f"zermelo: {error.filename}: {error.strerror}", file=sys.stderr)
        else:  # of standard output: there is no room for what is still to be written
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            print(f"zermelo: cannot write the answer: {error.strerror}", file=sys.stderr)
        return 2
    except Exception as error:
        if (message := _in_words(error)) is None:
            raise
        if message:
            print("zermelo:", " ".join(message.split()), file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


def _in_words(error: Exception) -> str | None:
    """What is wrong with what a person typed; None if the mistake is ours."""
    from zermelo.errors import Problem

    if explain := getattr(error, "format_message", None):  # of the command line, whichever click it comes from
        return explain()
    return str(error) if isinstance(error, Problem) else None
