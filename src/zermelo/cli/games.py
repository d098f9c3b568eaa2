"""zermelo games: what is there to play?"""

from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import JsonOption, number, print_json, show, table

if TYPE_CHECKING:
    from zermelo.core.game import Game

CHANCE, INFORMATION = ("deterministic", "stochastic"), ("perfect", "hidden")
CELL = 46  # letters in a line of the square of kinds


def games(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Only this one, with its rules.")] = "",
    json: JsonOption = False,
) -> None:
    """Every game that comes with Zermelo, with its traits and options; last, what there is of each kind.

    Examples:

      zermelo games

      zermelo games draughts

      zermelo games --json
    """
    from zermelo.core.catalogue import load, names
    from zermelo.core.options import spelled

    if game:
        one = load(game)
        print_json(_traits(one)) if json else _tell(one)
        return
    games = [load(name) for name in names()]
    if json:
        print_json({"games": [_traits(each) for each in games], "matrix": _matrix(games)})
        return
    shown = table("", "game", ">players", "kind", ">value", "options")
    for each in games:
        value = "" if each.rules.solved is None else number(each.rules.solved)
        options = "\n".join(f"{key}={spelled(option.default)}" for key, option in each.options.items())
        shown.add_row(each.spec, str(len(each.players)), _kind(each), value, options)
    show(shown)
    print("value: of the first position for the player to move, where it is known. Options: zermelo play hex:size=7\n")
    square = table("", "", *(f"{information} information" for information in INFORMATION))
    for chance, row in _matrix(games).items():
        square.add_row(chance, *("\n".join(wrap(", ".join(row[information]), CELL)) for information in INFORMATION))
    show(square)


def _matrix(games: "list[Game]") -> dict[str, dict[str, list[str]]]:
    """What games there are of each kind: with or without chance, and whether all see everything."""
    return {
        chance: {
            information: [each.name for each in games if _kinds(each) == (chance, information)]
            for information in INFORMATION
        }
        for chance in CHANCE
    }


def _traits(game: "Game") -> dict[str, Any]:
    return {
        "game": game.spec,
        "players": len(game.players),
        "stochastic": game.stochastic,
        "hidden": game.hidden,
        "zero_sum": game.payoff_sum == 0,
        "value": game.rules.solved,
        "options": {
            key: {"default": o.default, "help": o.help, "low": o.low, "high": o.high, "choices": o.choices}
            for key, o in game.options.items()
        },
        "about": game.about,
    }


def _kinds(game: "Game") -> tuple[str, str]:
    return CHANCE[int(game.stochastic)], INFORMATION[int(game.hidden)]


def _kind(game: "Game") -> str:
    return ", ".join([*_kinds(game), *["zero-sum"] * (game.payoff_sum == 0)])


def _tell(game: "Game") -> None:
    """One game: its rules, its options and its first position."""
    from zermelo.core.options import spelled

    print(f"{game.description}\n\nPlayers: {', '.join(game.players)} ({_kind(game)})")
    if game.options:
        shown = table("", "option", "default", "")
        for key, option in game.options.items():
            range_of = f" ({option.low:g} to {option.high:g})" if option.low is not None and option.high else ""
            choices = f" ({', '.join(map(spelled, option.choices))})" if option.choices else ""
            shown.add_row(key, spelled(option.default), option.help + range_of + choices)
        show(shown)
    print(f"\n{game.start()}")
