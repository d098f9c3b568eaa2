"""zermelo check: is my game well made?"""

import time
from dataclasses import asdict
from typing import Annotated

import typer

from zermelo.cli.common import GameArgument, JsonOption, Ticker, load, print_json

PATIENCE = 1.0  # seconds until progress is shown


def check(
    game: GameArgument,
    games: Annotated[int, typer.Option(min=1, help="Random games to play.")] = 30,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 0,
    seconds: Annotated[float, typer.Option("--time", "-t", min=0, help="Seconds to try, beside compiling.")] = 6.0,
    json: JsonOption = False,
) -> None:
    """Conformance of a game: random games in which every promise of the rules is tested, compiled and uncompiled.

    Examples:

      zermelo check mygame.py

      zermelo check hex:size=5 --games 100
    """
    from zermelo.check.conformance import check_game

    with Ticker() as ticker:
        report = check_game(load(game), games=games, seed=seed, seconds=seconds, tell=_Progress(ticker))
    if json:
        print_json({"ok": True, **asdict(report)})
        return
    fine = "fine" if report.ended else "nothing wrong found"
    print(
        f"{report.game}: {fine}. {report.games} random games, {report.positions} positions, at most "
        f"{report.longest} plies and {report.most_moves} moves; compiled code agrees with plain Python."
    )
    if not report.ended:
        print("No random game came to its end: payoff() was never asked.")
    for note in report.notes:
        print(note)


class _Progress:
    """A line now and then, once it takes long."""

    def __init__(self, ticker: Ticker) -> None:
        self.ticker, self.next = ticker, time.monotonic() + PATIENCE

    def __call__(self, games: int, positions: int) -> None:
        if time.monotonic() >= self.next:
            self.ticker.line(f"game {games}, {positions:,} positions")
            self.next = time.monotonic() + 0.1
