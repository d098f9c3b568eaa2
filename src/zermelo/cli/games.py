"""zermelo games: what is there to play?"""

from typing import Any

from zermelo.cli.common import JsonOption, number, print_json, show, table


def games(json: JsonOption = False) -> None:
    """Every game that comes with Zermelo, with its traits and options.

    Examples:

      zermelo games

      zermelo games --json
    """
    from zermelo.catalogue import load, names
    from zermelo.options import spelled

    rows: list[dict[str, Any]] = []
    for name in names():
        game = load(name)
        rows.append(
            {
                "game": name,
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
        )
    if json:
        print_json({"games": rows})
        return
    shown = table("", "game", ">players", "kind", ">value", "options")
    for row in rows:
        kind = ", ".join(
            ["stochastic" if row["stochastic"] else "deterministic", "hidden" if row["hidden"] else "perfect"]
            + (["zero-sum"] if row["zero_sum"] else [])
        )
        options = "\n".join(f"{key}={spelled(o['default'])}" for key, o in row["options"].items())
        value = "" if row["value"] is None else number(row["value"])
        shown.add_row(row["game"], str(row["players"]), kind, value, options)
    show(shown)
    print("value: of the first position for the player to move, where it is known. Options: zermelo play hex:size=7")
