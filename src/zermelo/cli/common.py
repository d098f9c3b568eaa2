"""What the commands share: how a game and a position are given, and where output goes."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

if TYPE_CHECKING:
    from zermelo.core.game import Game, Position
    from zermelo.core.history import History
    from zermelo.search import Progress


def _game_names(incomplete: str) -> list[str]:
    from zermelo.core.catalogue import names

    return [name for name in names() if name.startswith(incomplete)]


def _method_names(incomplete: str) -> list[str]:
    from zermelo.search import methods

    return [name for name in methods if name.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game (hex, hex:size=7) or the path of a game file.", autocompletion=_game_names
    ),
]
PositionOption = Annotated[
    str,
    typer.Option(
        "--position", "-p", help="In the game's notation, or moves: and the moves from the start.", metavar="POSITION"
    ),
]
MethodOption = Annotated[
    str, typer.Option("--method", "-m", help="The search method.", autocompletion=_method_names, metavar="METHOD")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")]
TimeOption = Annotated[float | None, typer.Option("--time", "-t", help="Seconds to think.", metavar="SECONDS")]
DepthOption = Annotated[int | None, typer.Option("--depth", "-d", help="Plies to look ahead.", metavar="PLIES")]
NodesOption = Annotated[int | None, typer.Option("--nodes", "-n", help="Nodes to search.", metavar="NODES")]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Break ties at random, repeatably.")]


def load(spec: str) -> "Game":
    """The game of that name."""
    from zermelo.core.catalogue import load

    return load(spec)


def position_of(game: str, text: str) -> "Position":
    return load(game).position(text)


def history_of(game: str, text: str) -> "History":
    """A position, and what came before it, if that is known."""
    from zermelo.core.history import History

    return History.read(load(game), text)


def method_and_options(text: str) -> tuple[str, dict[str, Any]]:
    """`alphabeta:table=16,fail=hard` as a name and options."""
    from zermelo.core.options import parse

    name, _, options = text.partition(":")
    return name, parse(options)


_answers: TextIO | None = None  # standard output, while what is printed goes elsewhere


def answers() -> TextIO:
    """Where the answer to a command goes."""
    return _answers or sys.stdout


def print_json(data: Any) -> None:
    """One object."""
    from zermelo.jsonable import jsonable

    print(json.dumps(jsonable(data), ensure_ascii=False), file=answers(), flush=True)


def alone(command: Callable) -> Callable:
    """A command whose JSON is alone on standard output, whatever its game, its players or a library print."""

    @wraps(command)
    def run(**given: Any) -> Any:
        if not given.get("json") or not sys.stdout:
            return command(**given)
        with _aside():
            return command(**given)

    return run


@contextmanager
def _aside() -> Iterator[None]:
    """What is printed goes to standard error: by Python, and where standard output is ours, by anybody."""
    global _answers
    usual = _answers = sys.stdout
    usual.flush()
    try:
        with ExitStack() as afterwards:
            if _number(usual) == 1:
                _answers = afterwards.enter_context(os.fdopen(os.dup(1), "w", -1, usual.encoding, usual.errors))
                afterwards.callback(os.dup2, _answers.fileno(), 1)
                os.dup2(2, 1)
                afterwards.callback(usual.flush)
            afterwards.enter_context(redirect_stdout(sys.stderr))
            yield
    finally:
        _answers = None


def _number(stream: TextIO) -> int | None:
    """What the system knows a stream by, if it does."""
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


def line_of(moves: Sequence[str], most: int = 1000) -> str:
    """A variation; with commas if the names of moves have spaces."""
    dots = ["..."] if len(moves) > most else []
    return (", " if any(" " in move for move in moves) else " ").join([*moves[:most], *dots])


def number(value: float) -> str:
    """A score with its sign, as people write it: +1, -0.25, 0."""
    value = round(value, 12) + 0.0
    return f"{value:+.4g}" if value else "0"


def table(title: str, *columns: str) -> Any:
    """An empty table; a column that begins with > is set to the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(title=title or None, box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        made.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left")
    return made


def show(*things: Any) -> None:
    """Print to standard output; a table as wide as it needs to be, so that nothing is cut short."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True, markup=False)
    for thing in things:
        if isinstance(thing, Table):
            thing.width = Console(width=1000).measure(thing).maximum
        console.print(thing)


class Ticker:
    """Progress on standard error: one line that rewrites itself, only where somebody is looking.

    The first answer that plain Python gives before native code is there gets a line of its own, whoever looks.
    """

    def __init__(self) -> None:
        self.active = sys.stderr.isatty()
        self.width = 0
        self.answered = False

    def __enter__(self) -> "Ticker":
        return self

    def __exit__(self, *_: object) -> None:
        self.line("")

    def line(self, text: str) -> None:
        if self.active:
            print(f"\r{text[:118].ljust(self.width)}", end="" if text else "\r", file=sys.stderr, flush=True)
            self.width = min(len(text), 118)

    def __call__(self, progress: "Progress | int") -> None:
        if isinstance(progress, int):
            self.line(f"{progress:,} states")
            return
        if not progress.nodes or not progress.time_s:
            return  # still waiting for code
        rate = progress.nodes / max(progress.time_s, 1e-9)
        best = f"{progress.move or ''} {number(progress.value)}".strip() if progress.value is not None else ""
        if best and progress.code == "plain" and not self.answered:
            self.answered = True
            self.line("")
            print(f"zermelo: {best} by plain Python; native code follows", file=sys.stderr, flush=True)
        plain = "plain Python  " if progress.code == "plain" else ""
        speed = f"{progress.nodes:,} nodes  {rate / 1e6:.2f} M/s"
        self.line(f"{progress.time_s:6.1f} s  {plain}depth {progress.depth}  {speed}  {best}")
