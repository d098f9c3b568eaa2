"""Scenes: what the page is told of a position. Whoever follows its clicks reaches every legal move, and no other."""

import json
import random
from itertools import permutations

import pytest

from zermelo import History, load
from zermelo.core.catalogue import names
from zermelo.web.scene import scene

OPEN = [name for name in names() if name != "synthetic" and not load(name).hidden]
GAMES = [
    *OPEN,
    "hex:size=4,swap=true",
    "einstein:start=free",
    "chinese-checkers:board=small,players=3",
    "focus:players=2",
    "nim:piles=2-2-4",
    "examples/chomp.py",
    "examples/morris.py",
]


def positions(spec: str, plies: int = 60, seed: str = ""):
    """A random game as it goes on."""
    history, rng = History(load(spec).start()), random.Random(spec + seed)
    for _ in range(plies):
        yield history
        if history.over:
            return
        history.play(rng.choice(list(history.moves)))


def fits(ways, clicked) -> bool | None:
    """Whether the clicks are all of a move (True), some of it (False), or do not belong to it (None)."""
    found = None
    for k, way in enumerate(ways):
        if tuple(way) == tuple(clicked[: len(way)]):
            rest = fits([*ways[:k], *ways[k + 1 :]], clicked[len(way) :])
            found = found or rest if rest is not None else found
        elif clicked == way[: len(clicked)]:
            found = found or False
    return found if ways or clicked else True


def played(moves, clicks) -> str | None:
    """The move that these clicks make as the page understands them; the last one is repeated if need be."""
    for n in range(1, len(clicks) + 1):
        fitting = {move["name"]: fits(move["steps"], clicks[:n]) for move in moves if move["steps"]}
        fitting = {name: complete for name, complete in fitting.items() if complete is not None}
        if len(fitting) == 1 and any(fitting.values()):
            return next(iter(fitting)) if n == len(clicks) else None
    complete = [name for name, whole in fitting.items() if whole]
    further = any(fits(move["steps"], [*clicks, clicks[-1]]) is not None for move in moves if move["steps"])
    return complete[0] if len(complete) == 1 and not further else None


@pytest.mark.parametrize("spec", GAMES)
def test_every_move_is_made_by_its_clicks(spec):
    for history in positions(spec):
        seen = scene(history)
        cells = {cell["name"]: cell for cell in seen["cells"]}
        assert json.loads(json.dumps(seen))["text"] == history.position.text
        assert set(seen["last"]) <= {cell.name for cell in (history.game.board.cells if history.game.board else ())}
        if history.position.mover < 0:
            assert seen["moves"] == []
            continue
        assert [move["name"] for move in seen["moves"]] == list(history.moves)
        rng = random.Random(spec)
        for move in rng.sample(seen["moves"], min(20, len(seen["moves"]))):
            assert all(cell in cells and cells[cell]["means"] == cell for way in move["steps"] for cell in way)
            for order in list(permutations(move["steps"]))[:3] if move["steps"] else ():
                assert played(seen["moves"], [cell for way in order for cell in way]) == move["name"], order


@pytest.mark.parametrize("spec", [name for name in OPEN if name not in ("pig", "tug")])
def test_moves_have_a_place(spec):
    """Only a pass, and the like, is left to a button."""
    for history in positions(spec, 30):
        for move in scene(history)["moves"]:
            assert move["steps"] or move["name"] in ("pass", "swap", "no play"), move["name"]


def test_scene_of_connect4():
    """A click anywhere in a column means its free cell; the last stone is marked."""
    history = History(load("connect4").start())
    history.play("4")
    seen = scene(history)
    assert seen["moves"][3] == {"name": "4", "steps": [["d2"]]}
    assert {cell["means"] for cell in seen["cells"] if cell["name"].startswith("d")} == {"d2"}
    assert seen["last"] == ["d1"]
    assert seen["picture"].count('class="mark"') == 1
    assert next(cell for cell in seen["cells"] if cell["name"] == "d1")["holds"] == "X"
    assert (seen["status"], seen["mover"], seen["start"], seen["played"]) == ("O to move", 1, "", ["4"])


def test_pits_are_themselves():
    history = History(load("kalah").start())
    history.play("A")
    assert all(cell["means"] == cell["name"] for cell in scene(history)["cells"])


def test_scene_of_backgammon():
    """O counts from the other side, enters from the upper bar and bears off at the upper note."""
    history = History(load("backgammon").position("4HPwATDgc/ABMA O 32"))
    seen = scene(history)
    steps = {move["name"]: move["steps"] for move in seen["moves"]}
    assert steps["24/22 13/10"] == [["1", "3"], ["12", "15"]]
    assert next(cell for cell in seen["cells"] if cell["name"] == "12")["holds"] == "5 O"
    assert seen["start"] == "4HPwATDgc/ABMA O 32"
    assert seen["picture"].count('class="die"') == 2


def test_chances():
    """Where chance moves there is nothing to click, and every outcome has its probability."""
    seen = scene(History(load("einstein").start()))
    assert seen["moves"] == []
    assert seen["mover"] == -1
    assert sum(outcome["prob"] for outcome in seen["chances"]) == pytest.approx(1)


def test_an_end_by_repetition():
    history = History(load("examples/morris.py").start())
    for move in "a1 b2 c3 a2 c2 a3 c3-b3 b2-b1 b3-c3 b1-b2".split():
        history.play(move)
    seen = scene(history)
    assert (seen["over"], seen["payoff"], seen["moves"]) == (True, [0, 0], [])
    assert seen["status"] == "over: repetition (draw)"


def test_what_decided_the_game_is_marked():
    history = History.read(load("connect4"), "12233434464")
    assert history.position.decided == ["a1", "b2", "c3", "d4"]
    assert scene(history)["picture"].count('class="mark"') == 4
    history.undo()
    assert history.position.decided == []
    assert scene(history)["movers"] == [0, 1] * 5
