"""A tree as a picture with its title: what was searched, how, and what came out. For files and for notebooks."""

from zermelo.core.game import Position
from zermelo.tree.below import SHOWN, searched_below, unsearched_below
from zermelo.tree.explicit import TreePosition
from zermelo.tree.numbers import vector
from zermelo.tree.svg import as_svg
from zermelo.tree.trace import Trace
from zermelo.tree.view import MOST_DRAWN, Shown, fitting
from zermelo.tree.watch import pictured


def drawing(root: Shown, done: Trace | None) -> str:
    """The picture of a tree, and of a search on it if there was one."""
    assert root.position is not None
    if isinstance(root.position, TreePosition):
        visited = sum(not node.children and node.status != "unseen" for node in root.walk())
        title = f"{done.analysis.method}: {told_value(root)}, {visited} leaves visited" if done else ""
        return as_svg(root, title=title)
    game = root.position.game
    found = f"{done.analysis.method}, {told_value(root)}" if done else root.position.status
    return as_svg(root, title=f"{game.spec}: {found}", note=_key(root))


def drawing_of(position: Position, done: Trace | None = None) -> str:
    """The tree below a position for a notebook, as far as it can be shown, perhaps with a search on it."""
    if not isinstance(position, TreePosition):
        root = searched_below(position, done, SHOWN) if done else unsearched_below(position, SHOWN)
        return drawing(root, done)
    return drawing(pictured(position, done, plies=fitting(position, MOST_DRAWN)), done)


def told_value(root: Shown) -> str:
    """What the root is worth, and to whom."""
    assert root.position is not None
    game = root.position.game
    if root.value is None and root.payoff is not None:
        return f"value {vector(root.payoff)} for {', '.join(game.players)}"
    who = game.players[0] if game.two_player else root.kind
    return f"value {'' if root.bound == '=' else root.bound + ' '}{_signed(root.value or 0.0)} for {who}"


def _signed(value: float) -> str:
    value = round(value, 12) + 0.0
    return f"{value:+.4g}" if value else "0"


def _key(root: Shown) -> str:
    """How to read the picture of a game's tree."""
    assert root.position is not None
    game = root.position.game
    parts = []
    if game.two_player:
        first, second = game.players
        parts.append(f"△ {first}, ▽ {second}{', ○ chance' * game.stochastic}; values are those of {first}")
    if any(node.beyond and node.status == "leaf" for node in root.walk()):
        parts.append("a broken outline: estimated")
    return "; ".join(parts)
