"""Games given as explicit trees: the worked examples of a lecture, and random trees for tests.

    Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])        MAX moves, then MIN; leaves are what MAX gets
    Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), ...]], players=("A", "B", "C"))       a tuple is a payoff vector
    Tree({"player": "chance", "probs": [0.5, 0.5], "children": [9, 100]})           a dictionary says more

A node is a number or a tuple (a leaf), a list (an inner node), a dictionary, or the name of a node defined elsewhere in
the tree, which makes a transposition. A dictionary may have `children`, `moves` (their names), `player` (a name, a
number, or "chance"; default: the next in turn), `probs`, `payoff` (a leaf), `value` (an estimate, on an inner node),
`info` (the information set) and `name`. The same in JSON, where a payoff vector is written {"payoff": [1, 2, 6]}; and
Gambit's .efg files are read and written.

All trees with the same number of players share one compiled game: the tree itself is data that a state points to.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from zermelo.core.game import Game, Position, Rules
from zermelo.core.hidden import Sight
from zermelo.core.primitives import CHANCE, array_at, mix
from zermelo.core.state import record
from zermelo.errors import Problem
from zermelo.tree.reader import Builder, Node, read_source

TREE_NODE = record(
    [
        ("player", np.int32),  # who moves here, or CHANCE; at a leaf: who would
        ("count", np.int32),  # children
        ("first", np.int64),  # the edge to the first of them
        ("info", np.int64),  # information set
    ]
)
WAITS = -1  # the number of what somebody knows who is not to move
EDGE = record([("child", np.int64), ("prob", np.float64)])


class TreeRules(Rules):
    """The rules of every explicit tree: a state is a node, and the address of the tree."""

    class State:
        tree: np.uint64  # address of a header: three pairs of address and length
        node: np.int64

    def mover(s):
        return node_of(s).player

    def moves(s, out):
        count = node_of(s).count
        for move in range(count):
            out[move] = move
        return count

    def play(s, move):
        s.node = edge_of(s, move).child

    def over(s):
        return node_of(s).count == 0

    def payoff(s, out):
        for player in range(out.shape[0]):
            out[player] = payoff_of(s, player, out.shape[0])

    def estimate(s, out):  # what the user wrote on an inner node
        for player in range(out.shape[0]):
            out[player] = payoff_of(s, player, out.shape[0])

    def key(s):
        return mix(np.uint64(0x243F6A8885A308D3), np.uint64(s.node))


class WithChance:
    """Added to the rules of a tree that has chance nodes."""

    def chance(s, out, probs):
        count = node_of(s).count
        for move in range(count):
            out[move] = move
            probs[move] = edge_of(s, move).prob
        return count


class WithInformation:
    """Added to the rules of a tree that has information sets."""

    def sees(s, player):
        return node_of(s).info if node_of(s).player == player else -1 - s.node


def node_of(s):
    header = array_at(s.tree, 6, np.dtype(np.uint64))
    return array_at(header[0], np.int64(header[1]), TREE_NODE)[s.node]


def edge_of(s, move):
    header = array_at(s.tree, 6, np.dtype(np.uint64))
    return array_at(header[2], np.int64(header[3]), EDGE)[node_of(s).first + move]


def payoff_of(s, player, players):
    header = array_at(s.tree, 6, np.dtype(np.uint64))
    return array_at(header[4], np.int64(header[5]), np.dtype(np.float64))[s.node * players + player]


class Tree(Game):
    """A game given as an explicit tree. `view`: whose payoff a bare number is, MAX's or the mover's."""

    def __init__(self, source: Any, *, players: Sequence[str] = (), view: str = "max", name: str = "tree") -> None:
        if isinstance(source, Mapping) and "tree" in source:
            if extra := set(source) - {"tree", "players", "view", "name"}:
                raise Problem(f"a tree has no {sorted(extra)[0]!r} (beside tree it may have players, view, name)")
            players = players or source.get("players", ())
            view = source.get("view", view)
            name = str(source.get("name", name))
            source = source["tree"]
        if view not in ("max", "mover"):
            raise Problem(f"view must be max or mover, not {view!r}")
        try:
            builder = Builder(source, players, view)
        except RecursionError:
            raise Problem("the tree is nested too deeply") from None
        self.source = (source, builder.players, view, name)
        self.nodes = builder.nodes
        self._lay_out(len(builder.players))
        super().__init__(
            self._rules(builder.players), spec=name, origin=(_rebuild, (source, builder.players, view, name))
        )

    @classmethod
    def parse(cls, text: str, **options: Any) -> "Tree":
        """Read a tree from the path of a .json or .efg file, or an expression such as `[[3,12,8],[2,4,6],[14,5,2]]`."""
        source, name = read_source(text)
        return cls(source, **{"name": name, **options})

    def save(self, file: Any) -> None:
        """Write it to a file of JSON, or of Gambit's: .json or .efg."""
        from zermelo.tree.saving import save  # which knows trees

        save(self, file)

    def at(self, number: int) -> Position:
        """The position at a node."""
        s = self.blank()
        s.tree, s.node = self._header.ctypes.data, number
        return self.from_state(s)

    def from_state(self, s: Any) -> Position:
        return TreePosition(self, s.tobytes())

    @property
    def win_or_lose(self) -> bool:
        """Never: the leaves of a tree are numbers that mean just themselves."""
        return False

    @property
    def content(self) -> tuple[object, ...]:
        return self._nodes.tolist(), self._edges.tolist(), self._payoffs.tolist(), [node.labels for node in self.nodes]

    def start(self) -> Position:
        return self.at(0)

    def in_notation(self, text: str) -> Position:
        """The node of that name."""
        if text.strip() in ("", "start"):
            return self.start()
        for node in self.nodes:
            if node.name == text.strip():
                return self.at(node.number)
        raise Problem(f"there is no node {text!r} in {self.spec}")

    def _repr_svg_(self) -> str:
        return _drawn(self.start())

    def _rules(self, players: Sequence[str]) -> type[Rules]:
        payoffs = np.array([node.payoff for node in self.nodes if not node.children])
        sums = payoffs.sum(axis=1)
        known = [node.payoff for node in self.nodes if node.payoff]  # estimates too: a search must not cut at them
        bases: tuple[type, ...] = (TreeRules,)
        if any(node.player == CHANCE for node in self.nodes):
            bases += (WithChance,)
        if any(node.info for node in self.nodes):
            bases += (WithInformation,)
        settings: dict[str, Any] = {
            "players": tuple(players),
            "max_moves": max(len(node.children) for node in self.nodes) or 1,
            "max_plies": 256 if self._depth() <= 250 else self._depth() + 2,
            "payoff_range": (min(map(min, known)), max(map(max, known))),
            "payoff_sum": float(sums[0]) if np.ptp(sums) < 1e-9 else None,
        }
        settings["max_moves"] = max(16, settings["max_moves"])
        return type("Tree", bases, settings)

    def _depth(self) -> int:
        depth = {0: 0}
        for node in self._downwards():
            for child in node.children:
                depth[child] = max(depth.get(child, 0), depth[node.number] + 1)
        return max(depth.values())

    def _downwards(self) -> Iterator[Node]:
        """Parents before children."""
        waiting = [0] * len(self.nodes)
        for node in self.nodes:
            for child in node.children:
                waiting[child] += 1
        ready = [] if waiting[0] else [0]
        seen = 0
        while ready:
            node = self.nodes[ready.pop()]
            seen += 1
            yield node
            for child in node.children:
                waiting[child] -= 1
                if not waiting[child]:
                    ready.append(child)
        if seen < len(self.nodes):
            raise Problem(
                f"the tree runs in a circle, or has nodes that nothing leads to ({seen} of {len(self.nodes)})"
            )

    def _lay_out(self, players: int) -> None:
        """The arrays that the states point to."""
        sets = {
            name: number for number, name in enumerate(dict.fromkeys(node.info for node in self.nodes if node.info))
        }
        self._nodes = np.zeros(len(self.nodes), TREE_NODE)
        self._edges = np.zeros(max(sum(len(node.children) for node in self.nodes), 1), EDGE)
        leaf = next(node for node in self.nodes if not node.children)
        self._payoffs = np.full((len(self.nodes), players), sum(leaf.payoff) / players)  # where nobody says, even
        first = 0
        for node in self.nodes:
            info = sets[node.info] if node.info else len(sets) + node.number
            self._nodes[node.number] = (node.player, len(node.children), first, info)
            for k, child in enumerate(node.children):
                self._edges[first + k] = (child, node.probs[k] if node.probs else 0.0)
            first += len(node.children)
            if node.payoff:
                self._payoffs[node.number] = node.payoff
        for node in reversed(self.nodes):
            if node.probs and not node.payoff:  # the average, of what is said of the outcomes
                self._payoffs[node.number] = np.array(node.probs) @ self._payoffs[node.children]
        arrays = (self._nodes, self._edges, self._payoffs)
        self._header = np.array([[array.ctypes.data, array.size] for array in arrays], np.uint64).ravel()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Tree) and self.source == other.source)

    def __hash__(self) -> int:
        return hash(self.spec)


class TreePosition(Position):
    """A node of an explicit tree."""

    __slots__ = ()
    game: Tree

    @property
    def node(self) -> Node:
        return self.game.nodes[int(self.state.node)]

    @property
    def text(self) -> str:
        return self.node.name

    def seen_as(self, player: int) -> str:
        if self.game.hidden and self.node.player != player and not self.over:
            return ""  # a tree says what players see when they are to move, and only then
        return self.node.info if self.node.player == player and self.node.info else self.node.name

    def sight(self, player: int, dice: Any = None) -> Sight:
        seen = super().sight(player, dice)
        return seen if seen.moves or self.over or not self.game.hidden else replace(seen, information=WAITS, gist=WAITS)

    def move_name(self, move: int) -> str:
        return self.node.labels[move]

    def _repr_svg_(self) -> str:
        return _drawn(self)

    def __str__(self) -> str:
        return f"{self.node.name}: {self.status}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreePosition) and self.game == other.game and self.node.number == other.node.number

    def __hash__(self) -> int:
        return hash((self.game, self.node.number))

    def __reduce__(self) -> Any:
        return Tree.at, (self.game, self.node.number)


def _drawn(position: Position) -> str:
    """The tree below a node for a notebook; imported late, as a drawing is made of trees."""
    from zermelo.tree.drawing import drawing_of

    return drawing_of(position)


def _rebuild(source: Any, players: Sequence[str], view: str, name: str) -> Tree:
    return Tree(source, players=players, view=view, name=name)
