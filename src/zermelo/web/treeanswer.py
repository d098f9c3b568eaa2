"""What is told of a tree and of a search on it."""

from collections import Counter
from math import isfinite
from typing import Any

from pydantic import BaseModel, Field

from zermelo.core.game import Position
from zermelo.core.hidden import HiddenPosition
from zermelo.tree.explicit import Tree
from zermelo.tree.steps import Step, side_of
from zermelo.tree.view import Shown

BOARDS_SHOWN = 40  # nodes that come with a picture of the board, by whole levels

Ends = tuple[float | None, float | None]
"""A window: alpha and beta, or nothing where it is open."""


class TreeNode(BaseModel):
    """One node, and how the search left it in the end; values are those of the viewer."""

    parent: int | None
    move: str
    name: str
    kind: str = Field(description="Max, min, chance or the player's name.")
    side: str = Field(description="What the search does there: max, min or chance; nothing if all play for themselves.")
    payoff: tuple[float, ...] | None = Field(description="If the game ends there.")
    prob: float | None
    info: str
    beyond: int = Field(description="Moves that are not shown.")
    board: str = Field(description="A picture, if the node is among the first.")
    status: str = "unseen"
    window: Ends | None = None
    value: float | None = None
    bound: str = "="
    type: str = ""
    best: bool = False


class Moment(BaseModel):
    """One step of the search, and what it changes at the node above."""

    node: int
    event: str
    window: Ends | None
    value: float | None
    bound: str
    payoff: tuple[float, ...] | None
    parent_best: float | None
    parent_window: Ends | None
    says: str


class Iteration(BaseModel):
    """One search from the root, of several if it deepens."""

    depth: int
    nodes: int
    leaves: int
    cuts: int
    hits: int
    steps: list[Moment]


class Frame(BaseModel):
    """One simulation: its path, and what is known of the nodes on it afterwards."""

    path: tuple[int, ...]
    added: bool
    outcome: tuple[float, ...]
    visits: tuple[int, ...]
    means: tuple[tuple[float, ...], ...]
    says: str


class Watchable(BaseModel):
    """A method, and what a tree can show of it."""

    name: str
    draws: str = Field(description="Windows, values, or how its tree grows: simulated.")


class TreeAnswer(BaseModel):
    """A tree with all that a search did there: iterations, or simulations."""

    players: tuple[str, ...]
    two: bool = Field(description="Two opposed players: one number says it all.")
    method: str
    methods: list[Watchable] = Field(description="That can be watched here.")
    unpruned: str = Field(description="The method that looks at everything.")
    options: list[dict[str, Any]] = Field(description="Of the method.")
    written: bool
    solvers: list[str] = Field(default=[], description="That find strategies for all players here.")
    values: tuple[float, ...] = Field(default=(), description="Of the root, one for each player.")
    bound: str = "="
    pv: tuple[str, ...] = ()
    nodes: list[TreeNode]
    iterations: list[Iteration] = []
    simulations: list[Frame] = []
    notes: list[str] = []


def nodes_of(root: Shown, viewer: int) -> list[TreeNode]:
    """The picture as a list, parents first."""
    return listed(by_number(root), viewer)


def by_number(root: Shown) -> list[tuple[Shown, int | None]]:
    """The nodes of a picture, parents first, each with the number of its parent."""
    parents = {id(child): number for number, node in enumerate(root.walk()) for child in node.children}
    return [(node, parents.get(id(node))) for node in root.walk()]


def listed(nodes: list[tuple[Shown, int | None]], viewer: int) -> list[TreeNode]:
    """Nodes with the numbers of their parents; those nearest to the root get boards."""
    depths: list[int] = []
    for _, parent in nodes:
        depths.append(0 if parent is None else depths[parent] + 1)
    levels = Counter(depths)
    with_boards = [depth for depth in levels if sum(levels[above] for above in range(depth + 1)) <= BOARDS_SHOWN]
    return [
        _node(shown, parent, viewer, depth in with_boards) for (shown, parent), depth in zip(nodes, depths, strict=True)
    ]


def _node(shown: Shown, parent: int | None, viewer: int, near: bool) -> TreeNode:
    position = shown.position
    assert position is not None
    game = position.game
    looked = (
        Position(game, position.data) if isinstance(position, HiddenPosition) else position
    )  # as a board, not moves
    drawn = near and not isinstance(game, Tree) and not (game.hidden and game.board is None)
    return TreeNode(
        parent=parent,
        move=shown.edge,
        name=shown.name,
        kind=shown.kind,
        side=side_of(shown, viewer),
        payoff=position.payoff,
        prob=shown.prob,
        info=shown.info,
        beyond=shown.beyond,
        board=looked.svg() if drawn else "",
        status=shown.status,
        window=_ends(shown.window),
        value=shown.value,
        bound=shown.bound,
        type=shown.type,
        best=shown.best,
    )


def moment(step: Step) -> Moment:
    """A step as it is told."""
    return Moment(**{**vars(step), "window": _ends(step.window), "parent_window": _ends(step.parent_window)})


def _ends(window: tuple[float, float] | None) -> Ends | None:
    """JSON knows no infinite numbers."""
    if window is None:
        return None
    low, high = window
    return low if isfinite(low) else None, high if isfinite(high) else None
