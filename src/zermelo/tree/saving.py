"""Write an explicit tree to a file: of JSON, or of Gambit's."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from zermelo.core.primitives import CHANCE
from zermelo.errors import Problem
from zermelo.tree.explicit import Tree
from zermelo.tree.gambit import quoted
from zermelo.tree.reader import TREE_FILES

WAYS = 50  # to each node, on average: a .efg file lists them all
SIMPLE = 10_000  # denominator of a fraction that is written as one


def save(tree: Tree, file: str | Path) -> None:
    """Write it as .json or .efg."""
    path = Path(file)
    if path.suffix not in TREE_FILES:
        raise Problem(f"a tree is written as {' or '.join(TREE_FILES)}, not {path.suffix or path.name!r}")
    text = write_efg(tree) if path.suffix == ".efg" else write_json(tree)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem(f"cannot write {path}: {error.strerror}") from None


def write_json(tree: Tree) -> str:
    """A tree as the text of a file, as it was given."""
    source, players, view, name = tree.source
    told = {"tree": _plain(source), "players": list(players), "view": view, "name": name}
    return json.dumps(told, ensure_ascii=False) + "\n"


def _plain(item: Any) -> Any:
    """What JSON has no word for: a payoff vector is told as one."""
    if isinstance(item, tuple):
        return {"payoff": list(item)}
    if isinstance(item, list):
        return [_plain(each) for each in item]
    if isinstance(item, Mapping) and "children" in item:
        return {**item, "children": _plain(item["children"])}
    return item


def write_efg(tree: "Tree") -> str:
    """A tree as the text of a file; what an estimate says of a node inside it is left out."""
    players = " ".join(map(quoted, tree.players))
    lines = [f"EFG 2 R {quoted(tree.spec)} {{ {players} }}", '""', ""]
    sets: dict[tuple[int, str], int] = {}
    outcomes: dict[tuple[float, ...], int] = {}
    waiting = [0]
    ways = 0
    while waiting:
        node = tree.nodes[waiting.pop()]
        ways += 1
        if ways > 50 * len(tree.nodes) + 1000:
            raise Problem(f"{tree.spec} has nodes that too many ways lead to: a .efg file lists each way")
        name = quoted(node.name)
        if not node.children:
            known = node.payoff in outcomes
            number = outcomes.setdefault(node.payoff, len(outcomes) + 1)
            paid = "" if known else f' "" {{ {" ".join(map(_written, node.payoff))} }}'
            lines.append(f"t {name} {number}{paid}")
            continue
        key = node.player, node.info or f"node {node.number}"
        number = sets.setdefault(key, 1 + sum(player == node.player for player, _ in sets))
        if node.player == CHANCE:
            parts = zip(node.labels, node.probs, strict=True)
            moves = " ".join(f"{quoted(label)} {_written(part)}" for label, part in parts)
            lines.append(f'c {name} {number} "" {{ {moves} }} 0')
        else:
            moves = " ".join(map(quoted, node.labels))
            lines.append(f"p {name} {node.player + 1} {number} {quoted(node.info)} {{ {moves} }} 0")
        waiting += reversed(node.children)
    return "\n".join(lines) + "\n"


def _written(value: float) -> str:
    """A number as text: a simple fraction if it is one."""
    simple = Fraction(value).limit_denominator(10_000)
    return str(simple) if float(simple) == value else repr(value)
