"""Trees as people write them: random ones of every shape, compared with naive searches, and damaged ones."""

import json
from random import Random
from typing import Any

import naive
import zermelo as z
from fuzz.command import command
from fuzz.engine import Trial, must
from fuzz.texts import NUMBERS, damaged, letters, number
from zermelo.tree.explicit import Tree

BY_COMMAND = 0.04
SMALL = 150  # nodes that a naive search walks through
SHAPES = ("values", "two", "many", "chance", "wild")
FIELDS = "payoff children player probs name info moves value tree players view".split()
WORDS = (
    *NUMBERS,
    *(f'"{name}":' for name in FIELDS),
    *'"chance" "x" null true NaN Infinity [[[[ 1e400 {"children":[1,2]} [] {} ()'.split(),
    "9" * 400,
)
FOR_TWO = ("minimax", "negamax", "alphabeta", "alphabeta:fail=hard", "alphabeta:plain=true", "mtdf")


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    shape = rng.choice(SHAPES)
    source = some_tree(rng, shape)
    text = rng.choice((json.dumps, repr))(source)
    right = shape != "wild" and rng.random() < 0.6
    text = text if right else damaged(rng, text, WORDS)
    if rng.random() < BY_COMMAND and not text.startswith("-"):
        text = text if text.startswith(("[", "{", "(")) else f"[{text}"
        return command(trial, "tree", text).code == 0
    trial.put(text)
    tree = trial.ask(lambda: Tree.parse(text if text.lstrip().startswith(("[", "{", "(")) else f"[{text}"))
    if tree is None:
        must(not right, "a tree that is right is refused")
        return False
    position = tree.start()
    must(str(position) and position.text, "it has no text")
    if len(tree.nodes) <= SMALL and not position.over:
        _compare(trial, tree)
    return True


def some_tree(rng: Random, shape: str) -> Any:
    """A tree of a few nodes; `wild` ones have fields that are not for them."""
    most, players = rng.choice((2, 3, 4)), rng.choice((3, 4)) if shape == "many" else 2

    def payoff() -> Any:
        if shape == "wild" and rng.random() < 0.2:
            return rng.choice(
                (None, True, "x", [], {}, number(rng), 10**400, float("inf"), [1], (1, 2, 3), {"payoff": None})
            )
        value = rng.choice((rng.randrange(-9, 10), rng.randrange(-9, 10), round(rng.gauss(0, 5), 3)))
        if players > 2:
            return {"payoff": [rng.randrange(9) for _ in range(players)]}
        return {"payoff": [value, -value]} if shape == "two" and rng.random() < 0.3 else value

    def node(height: int) -> Any:
        if height == 0 or rng.random() < 0.15:
            return payoff()
        children = [node(height - 1) for _ in range(rng.randrange(1, most + 1))]
        if shape == "values" or rng.random() < 0.4:
            return children
        told: dict[str, Any] = {"children": children}
        if shape == "chance" and rng.random() < 0.5:
            told["player"] = "chance"
            if rng.random() < 0.7:
                shares = [rng.randrange(1, 9) for _ in children]
                told["probs"] = [share / sum(shares) for share in shares]
        elif rng.random() < 0.3:
            told["player"] = rng.randrange(players)
        if rng.random() < 0.3:
            told["moves"] = [f"m{k}" for k in range(len(children))]
        if shape == "wild":
            _spoil(rng, told)
        return told

    root = node(rng.choice((1, 2, 2, 3)))
    root = root if isinstance(root, list | dict) and "payoff" not in root else [root]
    if rng.random() < 0.2:
        names = ["one", "two", "three", "four"][:players]
        root = {"tree": root, "players": names, "name": "given"}
        if shape == "wild":
            _spoil(rng, root)
    return root


def _spoil(rng: Random, told: dict[str, Any]) -> None:
    """Add a field, or change one, so that it is most probably wrong."""
    key = rng.choice((*FIELDS, "other"))
    told[key] = rng.choice(
        (
            None,
            1,
            -1,
            2.5,
            True,
            "",
            "chance",
            "MAX",
            letters(rng),
            [],
            [1, 2],
            [0.5, 0.5],
            {},
            [[1], {}],
            ["a", "a"],
            10**30,
        )
    )


def _compare(trial: Trial, tree: Tree) -> None:
    """Every search finds the value that a naive one finds, and a move that leads there."""
    rng, position = trial.random, tree.start()
    if tree.hidden:
        return
    mover = max(position.mover, 0)
    if tree.two_player and not tree.stochastic:
        worth, method = naive.minimax(tree)[0], rng.choice(FOR_TWO)
        worth = tree.middle + (worth if mover == 0 else -worth)
    elif not tree.stochastic:
        worth, method = naive.maxn(position, 99)[mover], "maxn"
    else:
        worth, method = naive.expectimax(position)[mover], "expectimax"
    trial.put(method)
    found = trial.ask(lambda: z.analyse(position, method=method, limit=z.Limit(depth=99), compiled=False))
    if found is not None:
        near = 1e-6 * max(1.0, abs(worth))
        must(abs(found.values[mover] - worth) <= near, f"{method} finds {found.values}, a naive search {worth}")
        must(position.mover < 0 or found.move in position.moves, f"{method} plays {found.move!r}, which is not legal")
