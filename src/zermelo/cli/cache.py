"""zermelo cache: where is the compiled code?"""

from enum import StrEnum
from typing import Annotated

import typer

from zermelo.cli.common import JsonOption, print_json


class Action(StrEnum):
    show = "show"
    clear = "clear"


def cache(
    action: Annotated[Action, typer.Argument(help="show or clear.")] = Action.show, json: JsonOption = False
) -> None:
    """Show or clear the folder of compiled code. ZERMELO_CACHE=FOLDER moves it; ZERMELO_CACHE= turns it off.

    Examples:

      zermelo cache

      zermelo cache clear
    """
    from zermelo.core.cache import clear, files, folder

    where = folder()
    if action is Action.clear:
        count, size = clear()
        if json:
            print_json({"folder": str(where or ""), "removed": count, "bytes": size})
        else:
            print(f"removed {count} files, {size / 1e6:.1f} MB, from {where or 'nowhere'}")
        return
    found = files()
    size = sum(file.stat().st_size for file in found)
    if json:
        print_json({"folder": str(where or ""), "files": len(found), "bytes": size})
    else:
        print(f"{len(found)} compiled kernels, {size / 1e6:.1f} MB, in {where or 'nowhere (ZERMELO_CACHE is empty)'}")
