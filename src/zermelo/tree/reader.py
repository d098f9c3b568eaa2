"""Read an explicit tree, as a person writes it, into numbered nodes; `tree` says what may be written."""

import ast
import json
import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from zermelo.core.primitives import CHANCE
from zermelo.errors import Problem
from zermelo.tree.efg import SUFFIX, read_efg

TREE_FILES = (".json", SUFFIX)  # of trees
_quiet = Lock()  # which warnings are shown is a setting of the whole process


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
    named: bool = False  # whether the moves were given names


def read_source(text: str) -> tuple[Any, str]:
    """The tree in a file of JSON or of Gambit's, or an expression, not yet looked at, and a name for it."""
    name = "tree"
    if text.lstrip().startswith("EFG "):
        return read_efg(text), name
    if not text.lstrip().startswith(("[", "{", "(")):
        path = Path(text)
        try:
            if not path.is_file():
                raise Problem(f"there is no tree file {text!r}; an expression starts with [ or {{")
            name = path.stem
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Problem(
                f"the tree file {str(path)!r} is unreadable ({getattr(error, 'strerror', None) or error})"
            ) from None
        if path.suffix == SUFFIX:
            return {**read_efg(text), "name": name}, name
    return read_expression(text), name


def read_expression(text: str) -> Any:
    """The tree in an expression, not yet looked at."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        try:
            with _quiet, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Python's words about what looks like code
                return ast.literal_eval(text.strip())
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise Problem(f"unreadable tree {_shortened(text)!r} ({error})") from None


class Builder:
    """Turns what the user wrote into numbered nodes."""

    def __init__(self, source: Any, players: Any, view: str) -> None:
        self.players = _names(players) or ["MAX", "MIN"]
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
        self._match_sets()
        if not any(not node.children for node in self.nodes):
            raise Problem("the tree has no leaves")

    def _match_sets(self) -> None:
        """In an information set a player sees the same moves everywhere; those without names go by their places."""
        sets: dict[str, list[Node]] = {}
        for node in self.nodes:
            if node.info and node.children:
                sets.setdefault(node.info, []).append(node)
        for info, (first, *others) in sets.items():
            for node in others:
                where = f"nodes {first.name!r} and {node.name!r} of information set {info!r}"
                if node.player != first.player:
                    raise Problem(f"{where} belong to different players: what one sees is not what another sees")
                named = (first.named or node.named) and len(node.labels) == len(first.labels)
                if named and node.labels != first.labels:
                    told = " and ".join(", ".join(each.labels) for each in (first, node))
                    raise Problem(f"{where} must have the same moves in the same order, not {told}")
            if any(node.labels != first.labels for node in others) and not any(node.named for node in (first, *others)):
                for node in (first, *others):  # names of where a move leads would tell where it begins
                    node.labels = [str(k + 1) for k in range(len(node.labels))]

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
            raise Problem(f"a tree node has no {min(extra, key=str)!r} (it may have {', '.join(sorted(known))})")
        turn = node.player
        if "player" in item:
            node.player = self._player(item["player"])
        if "name" in item:
            node.name, usual = str(item["name"]), node.name
            if not node.name.strip():
                raise Problem(f"the name of node {usual!r} is empty")
            if node.name in self.named:
                raise Problem(f"two nodes of the tree are called {node.name!r}")
            self.named[node.name] = node.number
        node.info = str(item.get("info", ""))
        if bool(item.get("children")) == ("payoff" in item):
            raise Problem(f"node {node.name!r} must have either children or a payoff")
        estimate = item.get("payoff", item.get("value"))
        if estimate is not None or "payoff" in item:
            node.payoff = self._payoff(estimate, node.player, node.name)
        if "children" in item:
            self._children(node, item["children"], path, item.get("moves"), turn)
        elif node.player == CHANCE:
            raise Problem(f"node {node.name!r} is a leaf: chance has nothing to draw there")
        if node.player == CHANCE:
            node.probs = self._probs(node, item.get("probs"))

    def _children(self, node: Node, items: Any, path: str, labels: Any = None, turn: int = 0) -> None:
        if not isinstance(items, list) or not items:
            raise Problem(f"node {node.name!r} has no children; a leaf is a number")
        if labels is not None:
            if not isinstance(labels, list | tuple):
                raise Problem(f"the moves of node {node.name!r} must be a list of names, not {labels!r}")
            if len(labels) != len(items):
                raise Problem(f"node {node.name!r} has {len(items)} children, but {len(labels)} moves")
        node.named = bool(labels)
        turn = turn if node.player == CHANCE else (node.player + 1) % len(self.players)  # chance takes nobody's turn
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

    def _player(self, given: Any) -> int:
        if isinstance(given, str) and given.lower() in (names := [name.lower() for name in self.players]):
            return names.index(given.lower())
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
        return [p / sum(probs) for p in probs]


def _names(players: Any) -> list[str]:
    """Those of the players, as somebody wrote them."""
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) and name for name in players):
        raise Problem(f"the players of a tree must be a list of different names, not {_shortened(repr(players))}")
    if len({"chance", *map(str.lower, players)}) <= len(players):
        raise Problem(f"the players of a tree must be a list of different names, none of them chance: {players}")
    return list(players)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
