"""zermelo tree GAME: the tree below a position of a game, as far as it can be shown."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.cli.common import position_of, print_json
from zermelo.cli.pictures import draw
from zermelo.cli.treestrategies import is_for_strategies, show_with_strategies
from zermelo.cli.treewords import told_choice

if TYPE_CHECKING:
    from zermelo.core.game import Position
    from zermelo.tree.trace import Trace
    from zermelo.tree.view import Shown


def is_game(source: str) -> bool:
    """Whether what was given is a game: neither an expression nor a file with a tree."""
    from zermelo.tree.reader import TREE_FILES

    path = Path(source)
    written = source.lstrip().startswith(("[", "{", "(", "EFG "))
    return not written and path.suffix not in TREE_FILES and (path.suffix == ".py" or not path.is_file())


def read_position(game: str, text: str) -> "Position":
    """A position of a game, or the problem that there is no such game, and no such tree either."""
    from zermelo.errors import Problem

    try:
        return position_of(game, text)
    except Problem as problem:
        if not str(problem).startswith("unknown game"):
            raise
        raise Problem(f"{problem}; a tree is an expression that starts with [ or {{, or a .json or .efg file") from None


def show_game(
    position: "Position",
    *,
    method: str,
    depth: int | None,
    window: tuple[float, float],
    most: int | None,
    files: list[Path],
    json: bool,
) -> None:
    """Search, and show what happened."""
    if is_for_strategies(position, method):
        show_with_strategies(position, method=method, depth=depth, most=most, files=files, json=json)
        return
    from zermelo.tree.below import SHOWN, shown_below
    from zermelo.tree.drawing import drawing
    from zermelo.tree.view import as_text

    found = shown_below(position, method=method, depth=depth, window=window, most=most or SHOWN)
    root, done = found.root, found.search
    if files:
        draw(drawing(root, done), files)
    if json:
        print_json(_data(position, root, done))
        return
    print(f"{position}\n\n{as_text(root)}\n")
    for line in _lines(position, root, done):
        print(line)


def _data(position: "Position", root: "Shown", done: "Trace | None") -> dict[str, Any]:
    """For JSON."""
    data: dict[str, Any] = {"game": position.game.spec, "position": position.text, "players": position.game.players}
    return data | (done.analysis.as_dict() if done else {}) | {"shown": _count(root), "tree": root.as_dict()}


def _lines(position: "Position", root: "Shown", done: "Trace | None") -> list[str]:
    """What there is to say below the tree."""
    from zermelo.tree.drawing import told_value

    game, lines = position.game, []
    if done:
        found = done.analysis
        lines += [
            told_value(root) + told_choice(done),
            f"{found.nodes:,} nodes visited ({found.method}, depth {found.depth}), {found.leaves:,} leaves, "
            f"{found.evaluations:,} estimates, {found.cuts:,} cuts, {found.hits:,} hits; {_count(root):,} nodes shown"
            + ("  (interrupted)" if found.interrupted else ""),
        ]
    if game.two_player:
        lines.append(f"{game.players[0]} is MAX, {game.players[1]} is MIN; values are those of {game.players[0]}")
    return lines


def _count(root: "Shown") -> int:
    return sum(1 for _ in root.walk())
