"""The method to begin with: on every shipped game, on the examples and on written trees; methods say it themselves."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

import zermelo as z
from lots import lots
from zermelo.core.catalogue import names
from zermelo.search import methods, usual_method
from zermelo.tree.watch import unpruned, usual_on_trees

TWO = ("alphabeta", "alphabeta", "minimax")  # to begin with; on trees; to compare with
DICE = ("star2", "star1", "expectimax")
MANY = ("bestreply", "maxn", "maxn:pruning=none")
AVERAGE = ("expectimax", "expectimax", "expectimax")

GAMES = {
    "backgammon": DICE,
    "breakthrough": TWO,
    "connect4": TWO,
    "dots": TWO,
    "draughts": TWO,
    "einstein": DICE,
    "go": ("mcts:amaf=rave,c=0.2", "alphabeta", "minimax"),
    "hex": TWO,
    "kalah": TWO,
    "nim": TWO,
    "othello": TWO,
    "split-nim": TWO,
    "synthetic": TWO,
    "tictactoe": TWO,
    **dict.fromkeys(("kuhn", "leduc", "liars-dice", "battleships", "blind-tictactoe"), ("ismcts", "", "")),
    **dict.fromkeys(("goofspiel", "rps", "repeated"), ("ismcts", "", "")),
    "tug": TWO,
    "tug:repetition=loss": TWO,
    "tug:repetition=forbidden": TWO,
    "examples/chomp.py": TWO,
    "examples/morris.py": TWO,
    "examples/open_lines.py": TWO,
    **{f"{name}:players=2": TWO for name in ("chinese-checkers", "focus", "rolit", "virus")},
    **{f"chinese-checkers:players={count}": MANY for count in (3, 4, 5, 6)},
    **{f"focus:players={count}": MANY for count in (3, 4)},
    **{f"rolit:players={count}": MANY for count in (3, 4)},
    **{f"virus:players={count}": MANY for count in (3, 4, 5, 6)},
    "pig:players=2": DICE,
    **{f"pig:players={count}": AVERAGE for count in (3, 4, 5, 6)},
}


def coin(*children):
    return {"player": "chance", "children": list(children)}


def unseen(*children):
    return {"info": "?", "children": list(children)}


ONE, THREE = ("A",), ("A", "B", "C")
TREES = {
    "two players": (z.Tree([[3, 12], [2, 4]]), TWO),
    "a leaf": (z.Tree(5), TWO),
    "interests that are not opposed": (z.Tree([[(1, 2), (3, 3)], [(0, 5), (2, 2)]]), ("maxn", *MANY[1:])),
    "one player": (z.Tree([[(1,), (2,)], [(3,)]], players=ONE), AVERAGE),
    "three players": (z.Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2)]], players=THREE), ("paranoid", *MANY[1:])),
    "chance": (z.Tree([coin(3, 4), 2]), DICE),
    "chance, not opposed": (z.Tree([coin((1, 2), (3, 3)), (0, 5)]), AVERAGE),
    "chance, one player": (z.Tree([coin((1,), (2,)), (3,)], players=ONE), AVERAGE),
    "chance, three players": (z.Tree([coin((1, 2, 6), (4, 2, 3)), (6, 1, 2)], players=THREE), AVERAGE),
    "hidden": (z.Tree([unseen(0, 1), unseen(1, 0)]), ("ismcts", "", "")),
    "hidden, chance": (z.Tree(coin(unseen(0, 1), unseen(1, 0))), ("ismcts", "", "")),
    "hidden, three players": (
        z.Tree([unseen((1, 2, 6), (4, 2, 3)), unseen((6, 1, 2), (0, 0, 0))], players=THREE),
        ("ismcts", "", ""),
    ),
}


def usual(game: z.Game) -> tuple[str, str, str]:
    return usual_method(game), usual_on_trees(game), unpruned(game)


def test_on_every_game():
    assert {spec.partition(":")[0] for spec in GAMES} >= set(names())
    assert {spec: usual(z.load(spec)) for spec in GAMES} == GAMES


@pytest.mark.parametrize("players", range(1, 7))
def test_with_any_number_of_players(players):
    assert usual(lots(players)) == {1: AVERAGE, 2: TWO}.get(players, MANY)


@pytest.mark.parametrize("tree", TREES)
def test_on_written_trees(tree):
    game, expected = TREES[tree]
    assert usual(game) == expected


def test_a_method_says_itself_where_it_is_the_usual_one(monkeypatch):
    for rank, expected in ((0, "alphabeta"), (9, "better")):
        better = replace(methods["mtdf"], name="better", usual=lambda game, rank=rank: rank)
        monkeypatch.setitem(methods, "better", better)
        assert usual_method(z.load("nim")) == expected
    assert usual_method(z.load("pig")) == "star2"  # for which it is not


SOURCE = Path(z.__file__).parent
RECIPES = {"bench.py", "solving/solution.py"}  # what is measured, and ways to solve, which have names of their own


def test_no_name_of_a_method_decides_anything():
    shipped = {name for name, each in methods.items() if each.run.__module__.startswith("zermelo.")}
    found = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            compared = node.comparators if isinstance(node, ast.Compare) else []
            looked_up = isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("methods")
            parts = [*compared, *([node.slice] if looked_up else [])]
            words = {word.value for part in parts for word in ast.walk(part) if isinstance(word, ast.Constant)}
            if words & shipped and path.relative_to(SOURCE).as_posix() not in RECIPES:
                found.append(f"{path}:{node.lineno}")
    named = re.compile(rf"""(==|includes\() *["'`]({"|".join(map(re.escape, shipped))})["'`:]""")
    for path in SOURCE.rglob("*.js"):
        found += [f"{path}: {line}" for line in path.read_text(encoding="utf-8").splitlines() if named.search(line)]
    assert found == []
