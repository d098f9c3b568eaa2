"""The tree below a position of a game, as far as it can be shown: whole levels, and where they end, how much is left.

A tree of a game is too large to be shown whole, unlike one that somebody wrote down. So branches that the search left
out are shown, but not what is below them, and the levels that are shown have no more nodes than are wanted.
"""

from dataclasses import dataclass
from math import inf

from zermelo.core.game import CHANCE, Position
from zermelo.errors import Problem
from zermelo.search.events import Visit
from zermelo.search.method import NOTHING_DRAWN, SIMULATED, find
from zermelo.tree.trace import Trace
from zermelo.tree.view import Shown, fitting, picture
from zermelo.tree.watch import plainly, showable, usual_on_trees, watched

SHOWN = 250  # nodes, unless more are asked for
WIDEST = 4  # one part in so many of them, at most, are moves of one position
LARGE = 20_000  # positions
ROWS = 1_000_000  # of the log of a search


@dataclass(frozen=True)
class Below:
    """The tree below a position, and the search that was watched there; None where no method is for the game."""

    root: Shown
    search: Trace | None


def shown_below(
    position: Position,
    *,
    method: str = "",
    depth: int | None = None,
    window: tuple[float, float] = (-inf, inf),
    most: int = SHOWN,
) -> Below:
    """Search a position, as deep as can be shown if nothing else is said, and show at most so many nodes of it."""
    game = position.game
    game.must_be_open()
    method = method or usual_on_trees(game)
    if depth is None:
        depth = deep(position, fitting(position, most))
    if not method or position.over:
        return Below(unsearched_below(position, most), None)
    must_be_shown(method, position)
    compiled = worth_compiling(position, depth)
    done = watched(position, method, depth=depth, window=window, rows=ROWS, compiled=compiled)
    if not done.complete:
        raise Problem(f"a search to depth {depth} does more at {game.spec} than can be kept: choose a smaller depth")
    return Below(searched_below(position, done, most), done)


def deep(position: Position, plies: int) -> int:
    """How deep a search looks that many plies down: a roll costs no depth."""
    return (plies + 1) // 2 if position.game.stochastic else plies


def worth_compiling(position: Position, depth: int) -> bool:
    """Whether a search is so large that a compiler's time is well spent."""
    return len(position.codes) ** min(depth, LARGE.bit_length()) > LARGE


def must_be_shown(method: str, position: Position) -> None:
    """Raise a `Problem` if a tree of windows and values can show nothing of a method."""
    name, _, _ = plainly(method)
    if find(name).draws in (SIMULATED, NOTHING_DRAWN):
        fit = ", ".join(each for each in showable(position.game) if find(each).draws != SIMULATED)
        raise Problem(f"{name} has no windows or values at the nodes of a tree (choose from {fit})")


def unsearched_below(position: Position, most: int, plies: int | None = None) -> Shown:
    """The first levels of a tree: so many, or as many as can be shown."""
    return picture(position, None, plies=plies or fitting(position, most), widest=_widest(most))


def searched_below(position: Position, done: Trace, most: int) -> Shown:
    """The first levels of a tree, with what the last iteration of a search did there."""
    if not done.iterations:
        return unsearched_below(position, most)
    visit, widest = done.iterations[-1], _widest(most)
    vectors = done.method.vectors(position.game)
    plies = _plies_of(position, visit, most, widest)
    pv = done.analysis.pv
    return picture(position, visit, pv, vectors=vectors, plies=plies, widest=widest, only_visited=True)


def _widest(most: int) -> int:
    return max(most // WIDEST, 2)


def _plies_of(position: Position, visit: Visit, most: int, widest: int) -> int:
    """How many plies of a search, one at least, have no more nodes than are wanted; a branch left out is one node."""
    level, nodes, plies = [(position, [visit])], 1, 0
    while level:
        below: list[tuple[Position, list[Visit]]] = []
        for here, visits in level:
            nodes += len(here.moves) if here.mover == CHANCE else min(len(here.moves), widest)
            if plies and nodes > most:
                return plies
            entered: dict[int, list[Visit]] = {}
            for child in (child for visit in visits for child in visit.children if child.children):
                entered.setdefault(child.move, []).append(child)
            below += [(here.play(move), children) for move, children in entered.items()]
        level, plies = below, plies + 1
    return plies
