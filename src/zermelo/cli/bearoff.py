"""zermelo bearoff: how many rolls to bear off?"""

from typing import Annotated

import typer

from zermelo.cli.common import JsonOption, print_json

EXAMPLES = {"one man on 6": (0, 0, 0, 0, 0, 1), "one on each point": (1,) * 6, "fifteen on the ace point": (15,)}


def bearoff(
    men: Annotated[
        list[int] | None, typer.Argument(metavar="[MEN...]", min=0, help="Men on the points 1, 2, ..., 6.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Backgammon's one-sided bear-off table: the expected number of rolls, at best, to bear off men from home.

    The effective pip count is that number times 49/6, the pips of an average roll. The table is made the first time and
    kept with the compiled code.

    Examples:

      zermelo bearoff

      zermelo bearoff 1 1 1 1 1 1
    """
    from zermelo.core.cache import folder
    from zermelo.errors import Problem
    from zermelo.games.backgammon.bearoff import FILE, PIPS_PER_ROLL, POSITIONS, expected_rolls, table

    if men:
        try:
            rolls = expected_rolls(men)
        except ValueError as error:
            raise Problem(str(error)) from None
        pips = sum(point * count for point, count in enumerate(men, 1))
        if json:
            print_json({"men": men, "pips": pips, "rolls": rolls, "effective_pips": rolls * PIPS_PER_ROLL})
        else:
            print(f"{rolls:.6f} rolls expected, {rolls * PIPS_PER_ROLL:.2f} effective pips ({pips} pips)")
        return
    table()
    where = folder()
    file = str(where / FILE) if where else ""
    known = {name: expected_rolls(example) for name, example in EXAMPLES.items()}
    if json:
        print_json({"positions": POSITIONS, "file": file, "rolls": known})
        return
    print(f"{POSITIONS} positions, in {file or 'no file (ZERMELO_CACHE is empty)'}")
    for name, rolls in known.items():
        print(f"{name}: {rolls:.6f} rolls, {rolls * PIPS_PER_ROLL:.2f} effective pips")
