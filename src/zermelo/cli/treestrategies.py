"""zermelo tree where something is hidden: information sets, and strategies on the branches."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.cli.common import Ticker, print_json
from zermelo.cli.pictures import draw

if TYPE_CHECKING:
    from zermelo.core.game import Position
    from zermelo.equilibrium.answer import Answer
    from zermelo.tree.view import Shown

HINT = "--method sequence-form, cfr+, or another of zermelo equilibrium solves it"


def is_for_strategies(position: "Position", method: str) -> bool:
    """Whether a tree is to show strategies, not a search: if something is hidden, or an equilibrium is asked for."""
    if position.game.hidden:
        return True
    if not method:
        return False
    from zermelo.search import methods

    if method.partition(":")[0] in methods or ".py" in method:
        return False
    from zermelo.equilibrium.solver import solvers

    return method.partition(":")[0] in solvers()


def show_with_strategies(
    position: "Position",
    *,
    method: str,
    depth: int | None = None,
    most: int | None = None,
    files: list[Path],
    json: bool,
    usual: bool = False,
) -> None:
    """Draw a tree with its information sets, solved if a method is named, or by the `usual` one if there is one."""
    from zermelo.equilibrium.extensive.shown import put_strategies
    from zermelo.errors import Problem
    from zermelo.tree.below import SHOWN, unsearched_below
    from zermelo.tree.explicit import TreePosition
    from zermelo.tree.svg import as_svg
    from zermelo.tree.view import MOST_DRAWN, as_text

    written = isinstance(position, TreePosition)
    root = unsearched_below(position, MOST_DRAWN if written else most or SHOWN, depth)
    found, why = None, "" if usual else HINT
    if (method or usual) and not position.over:
        try:
            found = _solved(position, method)
            put_strategies(root, found)
        except Problem as problem:
            if method:
                raise
            why = str(problem)
    if files:
        title = f"{found.meaning[:1].upper()}{found.meaning[1:]} ({found.method})" if found else position.game.spec
        draw(as_svg(root, title=title, note="dashed: who moves cannot tell these apart"), files)
    if json:
        data: dict[str, Any] = {"game": position.game.spec, "players": position.game.players, "position": position.text}
        print_json(data | (found.as_dict() if found else {"problem": why}) | {"tree": root.as_dict()})
        return
    if not written:
        print(f"{position}\n")
    print(as_text(root) + "\n")
    for line in _lines(root, found, why):
        print(line)


def _solved(position: "Position", method: str) -> "Answer":
    """What is played in all of the game, of which the tree may be a part."""
    from zermelo.equilibrium.solver import equilibrium

    start = position.game.start() if position.game.hidden else position
    with Ticker() as ticker:
        return equilibrium(start, method or None, tell=ticker.line)


def _lines(root: "Shown", found: "Answer | None", why: str) -> list[str]:
    from zermelo.equilibrium.answer import plainly
    from zermelo.tree.view import sets_in

    lines = [f"information sets of several nodes: {len(sets_in(root))}"]
    if found is None:
        return [*lines, why]
    lines.append(f"{found.meaning[:1].upper()}{found.meaning[1:]} ({found.method})")
    for profile in found.profiles[:1]:
        paid = zip(found.players, profile.payoffs, profile.regrets, strict=True)
        lines += [f"{player} gets {plainly(pay)}, and could gain {plainly(more)}" for player, pay, more in paid]
    return [*lines, *found.notes[:1]]
