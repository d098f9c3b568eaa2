"""The tree that a Monte Carlo search grows: positions and the moves between them, in two arrays of fixed size.

As a game moves on, so does the root (`top`), and what was learned below it is kept. When an array is full, what does
not hang on the root is forgotten, then what hangs on positions with few visits; the rest moves together, and the search
goes on. One node for each simulation: Coulom 2006.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np

from zermelo.core.game import Game, Position
from zermelo.core.kernel import link
from zermelo.core.state import Struct
from zermelo.errors import Problem
from zermelo.search.montecarlo.nodes import FIRST_NODE, NO_NODE, Edge, node_of

MOST_MEGABYTES = 1_000_000  # megabytes
FULL_SHARE = 0.5  # of the memory for the arrays; the rest is for the copies that are made when they move together
RESERVED = 256
KEPT_SHARE = 0.5  # of the arrays that may still be in use afterwards


def reserved(game: Game, threads: int) -> tuple[int, int]:
    """How many nodes and edges each of so many threads takes at a time.

    Many, so that threads do not write to neighbouring places; one thread alone takes no more than it needs.
    """
    return (1, game.max_moves) if threads == 1 else (RESERVED, max(RESERVED, game.max_moves))


class SearchTree:
    """A tree that serves one search after the other, within a limit of memory."""

    def __init__(self, megabytes: float) -> None:
        if not isinstance(megabytes, int | float) or not 0 < megabytes <= MOST_MEGABYTES:
            raise Problem(f"the memory of a tree is up to {MOST_MEGABYTES:,} MB, not {megabytes!r}")
        self.megabytes = megabytes
        self.purpose: Any = None
        self.root: Position | None = None
        self.past: tuple[Position, ...] = ()  # before the root, where that matters
        self.parts: list[SearchTree] = []
        self.seconds = 0.0  # that the last recycling took
        self.recycled = 0  # how often it was full

    def prepare(
        self, purpose: Any, position: Position, past: Sequence[Position] | None, *, shared: bool, threads: int = 1
    ) -> int:
        """Make `position` the root for so many threads; returns the visits that it has already: none without a `past`.

        `shared`: nodes are found by their key.
        """
        same = self.root is not None and self.purpose == purpose
        if not same:
            self._allocate(position.game, shared, threads)
        self.purpose = purpose
        self.top = self._find(position, past) if same and past is not None else NO_NODE
        if self.top == NO_NODE or (self.nodes["count"][self.top] == 0 and self.proven(self.top)):
            self.clear(position)  # also where a value is proven, but not by a move that could be played
        self.root = position
        self.past = tuple(past or ()) if position.game.rules.repetition else ()
        return int(self.nodes["visits"][self.top])

    def divided(self, parts: int) -> list["SearchTree"]:
        """So many trees that share the memory, and are kept with this one."""
        if len(self.parts) != parts:
            self.parts = [SearchTree(self.megabytes / parts) for _ in range(parts)]
        return self.parts

    def _allocate(self, game: Game, shared: bool, threads: int) -> None:
        node = node_of(game)
        edges_per_node = 1 + sqrt(game.max_moves)  # most positions never get edges
        places_per_node = 2 if shared else 0
        each = node.itemsize + edges_per_node * Edge.itemsize + places_per_node * 4
        count = int(self.megabytes * 1e6 * FULL_SHARE / each)
        edges = int(count * edges_per_node)
        # what a root and its children take must be half of it at most, and every thread must have room for a node
        more_nodes, more_edges = (threads * number for number in reserved(game, threads))
        if count < 2 * (game.max_moves + 1) + more_nodes or edges < 2 * game.max_moves + more_edges:
            raise Problem(f"{self.megabytes:g} MB are not enough for a tree of {game.spec}")
        try:
            self.nodes = np.zeros(count, node)
            self.edges = np.zeros(edges, Edge)
            self.places = np.zeros(1 << (places_per_node * count).bit_length() - 1 if shared else 1, np.int32)
        except MemoryError:
            raise Problem(f"there is not enough memory for a tree of {self.megabytes:g} MB") from None
        self.used = np.zeros(2, np.int64)  # nodes, edges

    def clear(self, position: Position) -> None:
        """Forget everything: only a root is left."""
        game, self.top, root = position.game, FIRST_NODE, self.nodes[FIRST_NODE]
        self.nodes[:1] = np.zeros(1, self.nodes.dtype)
        root.player = position.mover
        root.low, root.high = game.lowest, game.highest
        self.used[:] = (1, 0)
        self.places[:] = 0

    def filled(self) -> float:
        """The part of the nodes or edges in use, whichever is scarcer."""
        return float(max(self.used[0] / len(self.nodes), self.used[1] / len(self.edges)))

    def link(self, w: np.ndarray) -> None:
        """Let a workspace know where the tree is."""
        for name in ("nodes", "edges", "places", "used"):
            link(w, f"tree_{name}", getattr(self, name))

    def full(self, w: Struct) -> bool:
        """Whether there is no room for a simulation in each of a search's threads."""
        return bool(
            self.used[0] + w.threads * w.nodes_reserved > len(self.nodes)
            or self.used[1] + w.threads * w.edges_reserved > len(self.edges)
        )

    def recycle(self) -> None:
        """Make room. What does not hang on the root goes; if that is too little, so do the edges of positions with few
        visits, and of those whose value is proven. The rest moves together, the root to the front.
        """
        began = perf_counter()
        self.recycled += 1
        fewest = 0 if self.top != FIRST_NODE else self._enough()
        most = int(self.nodes["visits"][: self.used[0]].max())  # other ways than the root's may lead to its children
        while True:
            widths = self._widths(fewest)
            kept = self._below_top(widths)
            few_nodes = len(kept) <= KEPT_SHARE * len(self.nodes)
            few_edges = int(widths[kept].sum()) <= KEPT_SHARE * len(self.edges)
            if (few_nodes and few_edges) or fewest > most:
                break
            fewest = max(2 * fewest, self._enough())
        widths = widths[kept]
        nodes, edges = self.nodes[kept], self.edges[self._edges_of(kept, widths)]
        number = np.full(int(self.used[0]), NO_NODE, np.int32)
        number[kept] = np.arange(len(kept), dtype=np.int32)
        old = edges["child"]
        edges["child"] = np.where(old == NO_NODE, NO_NODE, number[old])
        nodes["first"] = np.cumsum(widths) - widths
        nodes["count"] = widths
        nodes["tried"][widths == 0] = 0
        self.nodes[: len(nodes)], self.edges[: len(edges)] = nodes, edges
        self.used[:] = len(nodes), len(edges)
        self.top = FIRST_NODE
        if len(self.places) > 1:
            self.places[:] = 0
            self.places[nodes["key"] & np.uint64(len(self.places) - 1)] = np.arange(len(nodes))
        self.seconds = perf_counter() - began

    def _enough(self) -> int:
        """How many visits a node should have to keep its edges, if they are to fill the share that may be kept."""
        nodes = self.nodes[: self.used[0]]
        visits, counts = nodes["visits"][nodes["count"] > 0], nodes["count"][nodes["count"] > 0]
        most_first = np.argsort(-visits)
        fits = int(np.searchsorted(np.cumsum(counts[most_first]), KEPT_SHARE * len(self.edges)))
        return max(int(visits[most_first[min(fits, len(visits) - 1)]]) + 1, 2)

    def _widths(self, fewest: int) -> np.ndarray:
        """How many edges each node keeps: all or none; the root keeps them."""
        nodes = self.nodes[: self.used[0]]
        keeps = nodes["visits"] >= fewest
        if fewest > 0:
            keeps &= (nodes["low"] < nodes["high"]).any(axis=1)
        keeps[self.top] = True
        return np.where(keeps, nodes["count"], 0)

    def _below_top(self, widths: np.ndarray) -> np.ndarray:
        """The nodes that can be reached from the root, which is the first of them; level by level."""
        seen = np.zeros(len(widths), bool)
        level = np.array([self.top])
        levels = []
        while len(level):
            seen[level] = True
            levels.append(level)
            children = self.edges["child"][self._edges_of(level, widths[level])]
            level = children[children != NO_NODE]
            if len(self.places) > 1:  # a node may have several parents
                level = np.unique(level[~seen[level]])
        return np.concatenate(levels)

    def _edges_of(self, nodes: np.ndarray, widths: np.ndarray) -> np.ndarray:
        """The numbers of the nodes' edges."""
        starts = self.nodes["first"][nodes] - (np.cumsum(widths) - widths)
        return np.repeat(starts, widths) + np.arange(int(widths.sum()))

    def _find(self, position: Position, past: Sequence[Position]) -> int:
        """The node of a position that came about, or may have, from the root; NO_NODE if it is not in the tree."""
        if tuple(past[: len(self.past)]) != self.past:  # what must not come again is something else
            return NO_NODE
        if self.root == position and (not self.past or len(past) == len(self.past)):
            return self.top
        if self.root not in past:
            return NO_NODE
        way = [*past[len(past) - 1 - past[::-1].index(self.root) :], position]
        here = self.top
        for before, after in pairwise(way):
            first, count = self.nodes["first"][here], self.nodes["count"][here]
            edges = self.edges[first : first + count]
            reached = (
                int(edge["child"])
                for edge in edges
                if edge["child"] != NO_NODE and before.play(int(edge["move"])) == after
            )
            here = next(reached, NO_NODE)
            if here == NO_NODE:
                break
        return here

    def edges_of(self, node: int) -> np.ndarray:
        """The edges of a node, to read."""
        first = int(self.nodes["first"][node])
        return self.edges[first : first + int(self.nodes["count"][node])]

    def expected(self, numbers: np.ndarray) -> np.ndarray:
        """What each player gets from some nodes on, a row for each node: what is proven, or the average."""
        nodes = self.nodes[numbers]
        means = nodes["payoffs"] / np.maximum(nodes["visits"], 1)[:, None]
        return np.clip(means, nodes["low"], nodes["high"])

    def proven(self, node: int) -> bool:
        """Whether what every player gets from a node on is known."""
        return bool((self.nodes["low"][node] >= self.nodes["high"][node]).all())
