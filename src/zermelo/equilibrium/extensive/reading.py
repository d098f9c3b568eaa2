"""From what a person types, or from data, to a game in which players move in turn: a name, a file of rules, a tree."""

from pathlib import Path
from typing import Any

from zermelo.core.catalogue import load, names
from zermelo.core.game import Game, Position
from zermelo.core.history import History
from zermelo.equilibrium.extensive.middle import must_be_a_game
from zermelo.equilibrium.matrix.reading import read_if_matrix
from zermelo.equilibrium.solver import EXTENSIVE, reader
from zermelo.errors import Problem
from zermelo.tree.explicit import Tree
from zermelo.tree.reader import TREE_FILES


@reader(names(), EXTENSIVE)
def read_if_extensive(source: Any) -> Position | None:
    """The first position of a game by name (with options), of a file of rules or a tree; None if it is none.

    What is written as a matrix is one.
    """
    if isinstance(source, str) and source.strip().partition(":")[0] in names():
        return load(source.strip()).start()
    if read_if_matrix(source) is not None:
        return None
    if isinstance(source, dict):
        return Tree(source).start()
    if not isinstance(source, str):
        return None
    text = source.strip()
    if text.startswith(("[", "{", "EFG ")) or Path(text).suffix in TREE_FILES:
        return Tree.parse(text).start()
    if ".py" in text:
        return load(text).start()
    return None


def start_of(game: Any) -> Position:
    """Where a game that was given begins: a game, a position of one, or one under way.

    Where something is hidden a position is no game by itself, unless everybody knows that play is there.
    """
    if isinstance(game, Game):
        return game.start()
    if isinstance(game, History):
        game = game.position
    if isinstance(game, Position):
        must_be_a_game(game)
        return game
    raise Problem(f"a game is wanted, such as z.load('kuhn'), not {game!r:.60}")
