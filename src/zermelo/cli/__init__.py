"""The command line. One module per command; `main` turns every mistake into one line and exit code 2."""

import sys

import typer

from zermelo.cli.analyse import analyse
from zermelo.cli.bench import bench
from zermelo.cli.cache import cache
from zermelo.cli.check import check
from zermelo.cli.games import games
from zermelo.cli.perft import perft
from zermelo.cli.play import play
from zermelo.cli.solve import solve
from zermelo.cli.tree import tree

app = typer.Typer(
    name="zermelo",
    help="Write the rules of a game once, in plain Python; play, solve and study it at native speed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (games, play, analyse, perft, solve, tree, check, cache, bench):
    app.command()(command)


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


def main() -> None:
    """Run the command line."""
    import click

    try:
        code = app(standalone_mode=False)
    except click.ClickException as error:
        _complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        print("zermelo: interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except ValueError as error:
        from zermelo.errors import Problem

        if not isinstance(error, Problem):
            raise
        _complain(str(error))
    sys.exit(code if isinstance(code, int) else 0)


def _complain(message: str) -> None:
    print("zermelo:", " ".join(message.split()), file=sys.stderr)
    sys.exit(2)
