"""zermelo check: is my game well made?"""

from dataclasses import asdict
from typing import Annotated

import typer

from zermelo.cli.common import GameArgument, JsonOption, load, print_json


def check(
    game: GameArgument,
    games: Annotated[int, typer.Option(min=1, help="Random games to play.")] = 30,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 0,
    json: JsonOption = False,
) -> None:
    """Conformance of a game: random games in which every promise of the rules is tested, compiled and uncompiled.

    Examples:

      zermelo check mygame.py

      zermelo check hex:size=5 --games 100
    """
    from zermelo.check.conformance import check_game

    report = check_game(load(game), games=games, seed=seed)
    if json:
        print_json({"ok": True, **asdict(report)})
        return
    print(
        f"{report.game}: fine. {report.games} random games, {report.positions} positions, at most "
        f"{report.longest} plies and {report.most_moves} moves; compiled code agrees with plain Python."
    )
