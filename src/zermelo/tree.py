"""Games given as explicit trees: the worked examples of a lecture, and random trees for tests.

    Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])        MAX moves, then MIN; leaves are what MAX gets
    Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), ...]], players=("A", "B", "C"))       a tuple is a payoff vector
    Tree({"player": "chance", "probs": [0.5, 0.5], "children": [9, 100]})           a dictionary says more

A node is a number or a tuple (a leaf), a list (an inner node), a dictionary, or the name of a node defined elsewhere in
the tree, which makes a transposition. A dictionary may have `children`, `moves` (their names), `player` (a name, a
number, or "chance"; default: the next in turn), `probs`, `payoff` (a leaf), `value` (an estimate, on an inner node),
`info` (the information set) and `name`. The same in JSON, where a payoff vector is written {"payoff": [1, 2, 6]}.

All trees with the same number of players share one compiled game: the tree itself is data that a state points to.
"""

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.errors import Problem
from zermelo.game import Game, Position, Rules
from zermelo.primitives import CHANCE, mix, view
from zermelo.vocabulary import seats

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("player", np.int32),  # who moves here, or CHANCE; at a leaf: who would
                ("count", np.int32),  # children
                ("first", np.int64),  # the edge to the first of them
                ("info", np.int64),  # information set
            ],
            align=True,
        ),
    )
)
EDGE = np.dtype((np.record, np.dtype([("child", np.int64), ("prob", np.float64)], align=True)))


@dataclass
class Node:
    """One node of an explicit tree, as the user wrote it."""

    number: int
    player: int
    name: str = ""
    payoff: tuple[float, ...] = ()  # at a leaf; inside the tree an estimate, or nothing
    children: list[int] = field(default_factory=list)
    probs: list[float] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    info: str = ""


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

    def estimate(s, weights, out):  # what the user wrote on an inner node
        for player in range(out.shape[0]):
            out[player] = payoff_of(s, player, out.shape[0])

    def evaluate(s, weights):
        return payoff_of(s, node_of(s).player, seats())

    def key(s):
        return mix(np.uint64(0x243F6A8885A308D3), np.uint64(s.node))

    def show(s):
        raise NotImplementedError  # Tree.name_of does it


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
    header = view(s.tree, 6, np.dtype(np.uint64))
    return view(header[0], np.int64(header[1]), NODE)[s.node]


def edge_of(s, move):
    header = view(s.tree, 6, np.dtype(np.uint64))
    return view(header[2], np.int64(header[3]), EDGE)[node_of(s).first + move]


def payoff_of(s, player, players):
    header = view(s.tree, 6, np.dtype(np.uint64))
    return view(header[4], np.int64(header[5]), np.dtype(np.float64))[s.node * players + player]


class Tree(Game):
    """A game given as an explicit tree. `view`: whose payoff a bare number is, MAX's or the mover's."""

    def __init__(self, source: Any, *, players: Sequence[str] = (), view: str = "max", name: str = "tree") -> None:
        if isinstance(source, Mapping) and "tree" in source:
            if extra := set(source) - {"tree", "players", "view", "name"}:
                raise Problem(f"a tree has no {sorted(extra)[0]!r} (beside tree it may have players, view, name)")
            players = players or source.get("players", ())
            view = source.get("view", view)
            name = source.get("name", name)
            source = source["tree"]
        if view not in ("max", "mover"):
            raise Problem(f"view must be max or mover, not {view!r}")
        try:
            builder = _Builder(source, list(players), view)
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
        """Read a tree from the path of a JSON file, or from an expression such as `[[3,12,8],[2,4,6],[14,5,2]]`."""
        if not text.lstrip().startswith(("[", "{", "(")):
            path = Path(text)
            if not path.is_file():
                raise Problem(f"there is no tree file {text!r}; an expression starts with [ or {{")
            options.setdefault("name", path.stem)
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise Problem(f"the tree file {str(path)!r} is unreadable ({error})") from None
        try:
            source = json.loads(text)
        except (ValueError, RecursionError) as error:
            try:
                source = ast.literal_eval(text.strip())
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                raise Problem(f"unreadable tree {_shortened(text)!r} ({error})") from None
        return cls(source, **options)

    def name_of(self, number: int) -> str:
        return self.nodes[number].name

    def at(self, number: int) -> Position:
        """The position at a node."""
        s = self.blank()
        s.tree, s.node = self._header.ctypes.data, number
        return self.from_state(s)

    def from_state(self, s: Any) -> Position:
        return TreePosition(self, s.tobytes())

    def start(self) -> Position:
        return self.at(0)

    def position(self, text: str) -> Position:
        """The node of that name, or the one reached by `moves:`."""
        if text.strip() in ("", "start") or text.startswith("moves:"):
            return super().position(text)
        for node in self.nodes:
            if node.name == text.strip():
                return self.at(node.number)
        raise Problem(f"there is no node {text!r} in {self.spec}")

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
        self._nodes = np.zeros(len(self.nodes), NODE)
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

    def move_name(self, move: int) -> str:
        return self.node.labels[move]

    def __str__(self) -> str:
        return f"{self.node.name}: {self.status}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreePosition) and self.game == other.game and self.node.number == other.node.number

    def __hash__(self) -> int:
        return hash((self.game, self.node.number))

    def __reduce__(self) -> Any:
        return Tree.at, (self.game, self.node.number)


def _rebuild(source: Any, players: Sequence[str], view: str, name: str) -> Tree:
    return Tree(source, players=players, view=view, name=name)


class _Builder:
    """Turns what the user wrote into numbered nodes."""

    def __init__(self, source: Any, players: list[str], view: str) -> None:
        self.players = players or ["MAX", "MIN"]
        if not players:
            self._count_players(source)
        self.view = view
        self.nodes: list[Node] = []
        self.named: dict[str, int] = {}
        self.references: list[tuple[Node, int, str]] = []
        self._add(source, 0, "")
        for node, place, name in self.references:
            if name not in self.named:
                raise Problem(f"the tree refers to a node {name!r} that is not in it")
            node.children[place] = self.named[name]
        if not any(not node.children for node in self.nodes):
            raise Problem("the tree has no leaves")

    def _count_players(self, source: Any) -> None:
        """Without names, the length of the payoff vectors says how many players there are."""
        stack, longest = [source], 0
        while stack:
            item = stack.pop()
            if isinstance(item, Mapping):
                payoff = item.get("payoff")
                longest = max(longest, len(payoff) if isinstance(payoff, list | tuple) else 0)
                stack += item["children"] if isinstance(item.get("children"), list) else []
            elif isinstance(item, tuple):
                longest = max(longest, len(item))
            elif isinstance(item, list):
                stack += item
        if longest > 2:
            self.players = [chr(ord("A") + k) for k in range(longest)]

    def _add(self, item: Any, turn: int, path: str) -> int:
        """Number `item` and everything below it."""
        number = len(self.nodes)
        node = Node(number, turn, path or "root")
        self.nodes.append(node)
        if isinstance(item, Mapping):
            self._describe(node, item, path)
        elif isinstance(item, list):
            self._children(node, item, path)
        else:
            node.payoff = self._payoff(item, turn, node.name)
        return number

    def _describe(self, node: Node, item: Mapping[str, Any], path: str) -> None:
        known = {"children", "moves", "player", "probs", "payoff", "value", "info", "name"}
        if extra := set(item) - known:
            raise Problem(f"a tree node has no {sorted(extra)[0]!r} (it may have {', '.join(sorted(known))})")
        if "player" in item:
            node.player = self._player(item["player"])
        if "name" in item:
            node.name = str(item["name"])
            if node.name in self.named:
                raise Problem(f"two nodes of the tree are called {node.name!r}")
            self.named[node.name] = node.number
        node.info = str(item.get("info", ""))
        if bool(item.get("children")) == ("payoff" in item):
            raise Problem(f"node {node.name!r} must have either children or a payoff")
        estimate = item.get("payoff", item.get("value"))
        if estimate is not None:
            node.payoff = self._payoff(estimate, node.player, node.name)
        if "children" in item:
            self._children(node, item["children"], path, item.get("moves"))
        if node.player == CHANCE:
            node.probs = self._probs(node, item.get("probs"))

    def _children(self, node: Node, items: Any, path: str, labels: Any = None) -> None:
        if not isinstance(items, list) or not items:
            raise Problem(f"node {node.name!r} has no children; a leaf is a number")
        if labels is not None:
            if not isinstance(labels, list | tuple):
                raise Problem(f"the moves of node {node.name!r} must be a list of names, not {labels!r}")
            if len(labels) != len(items):
                raise Problem(f"node {node.name!r} has {len(items)} children, but {len(labels)} moves")
        turn = self._next(node.player)
        for k, item in enumerate(items):
            if isinstance(item, str):
                node.children.append(-1)
                self.references.append((node, k, item))
                name = item
            else:
                child = self._add(item, turn, f"{path}.{k + 1}" if path else str(k + 1))
                node.children.append(child)
                name = self.nodes[child].name if isinstance(item, Mapping) and "name" in item else str(k + 1)
            label = str(labels[k]) if labels else name
            if label in node.labels:
                if labels:
                    raise Problem(f"two moves of node {node.name!r} are called {label!r}")
                label = f"{label}#{k + 1}"  # another way to the same node
            node.labels.append(label)

    def _next(self, player: int) -> int:
        """Who moves after `player`; after chance, the first player unless the node says."""
        return (player + 1) % len(self.players) if player >= 0 else 0

    def _player(self, given: Any) -> int:
        if given == "chance":
            return CHANCE
        if given in self.players:
            return self.players.index(given)
        if isinstance(given, int) and 0 <= given < len(self.players):
            return given
        raise Problem(f"unknown player {given!r} in the tree (choose from {', '.join(self.players)}, chance)")

    def _payoff(self, value: Any, turn: int, path: str) -> tuple[float, ...]:
        if _is_number(value):
            if len(self.players) != 2:
                raise Problem(f"node {path!r} needs a payoff for each of {len(self.players)} players, not one number")
            sign = -1.0 if self.view == "mover" and turn == 1 else 1.0
            return (sign * value, -sign * value)
        if isinstance(value, list | tuple) and all(map(_is_number, value)):
            if len(value) != len(self.players):
                raise Problem(f"node {path!r} has {len(value)} payoffs for {len(self.players)} players")
            return tuple(float(v) for v in value)
        raise Problem(f"node {path!r} is {_shortened(repr(value))}, not a number, a payoff, a list or a node")

    def _probs(self, node: Node, probs: Any) -> list[float]:
        count = len(node.children)
        if probs is None:
            return [1.0 / count] * count
        right = isinstance(probs, list | tuple) and len(probs) == count and all(map(_is_number, probs))
        if not right or min(probs) < 0 or abs(sum(probs) - 1) > 1e-9:
            raise Problem(f"the probabilities of node {node.name!r} must be {count} numbers >= 0 that add up to 1")
        return [float(p) for p in probs]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
