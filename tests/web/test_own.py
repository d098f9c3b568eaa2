"""The person's own game files: loaded by name, loaded anew when saved, never from the network."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from zermelo.core import catalogue
from zermelo.errors import Problem, RulesProblem
from zermelo.web import news as news_module
from zermelo.web import own as own_module
from zermelo.web.app import Settings, application
from zermelo.web.own import OwnGames

TAKE = """from numpy import int8
from zermelo import Rules, option
MOST = option("most", 2, low=1, high=9)

class Take(Rules):
    class State:
        left: int8

    def start(s):
        s.left = 7

    def moves(s, out):
        n = 0
        for take in range(1, min(MOST, s.left) + 1):
            out[n] = take
            n += 1
        return n

    def play(s, take):
        s.left -= take

    def payoff(s, out):
        out[s.turn] = -1
        out[1 - s.turn] = 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "take.py"
    file.write_text(TAKE)
    return file


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_names_and_options(file: Path):
    own = OwnGames([f"{file}:most=3"])
    assert own.names() == ["take:most=3", *catalogue.names()]
    assert list(own.load("take:most=3").start().moves) == ["1", "2", "3"]
    assert own.load("take").spec == "take"
    assert list(own.load("take").start().moves) == ["1", "2"]
    assert own.load("take") is own.load("take")
    assert own.load("hex:size=5").spec == "hex:size=5"
    with pytest.raises(Problem, match="unknown option 'least' of take"):
        own.load("take:least=3")


def test_names_are_unique_and_fit_in_a_description(tmp_path: Path):
    paths = [
        tmp_path / "one" / "take.py",
        tmp_path / "two" / "take.py",
        tmp_path / "connect4.py",
        tmp_path / "a b:c.py",
    ]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        path.write_text(TAKE)
    own = OwnGames([*map(str, paths), str(paths[0])])
    assert own.names()[: -len(catalogue.names())] == ["take", "take-2", "connect4-2", "a-b-c"]
    for name in own.names()[:4]:
        assert own.load(name).spec == name


def test_a_path_is_no_name(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(file.parent)
    own = OwnGames(["take.py"])
    for spec in (str(file), "take.py", "./take.py", "take.py:most=3", "..\\take.py", "../take", "file:take.py"):
        with pytest.raises(Problem, match="unknown game"):
            own.load(spec)
    (file.parent / "connect4:x=take.py").write_text(TAKE)  # what catalogue.load takes for a path
    with pytest.raises(Problem, match="unknown option 'x' of connect4"):
        own.load("connect4:x=take.py")
    with pytest.raises(Problem, match="did you mean take"):
        own.load("take2")


def test_what_is_no_file_is_refused(tmp_path: Path):
    for spec, why in (("missing.py", "there is no game file"), ("connect4", "is no game file")):
        with pytest.raises(Problem, match=why):
            OwnGames([spec])


def test_the_system_tells_of_a_saved_file(file: Path, monkeypatch: pytest.MonkeyPatch):
    """It is not looked at every now and then; but where the system tells of nothing, it is."""
    monkeypatch.setattr(own_module, "LOOK_EVERY", 600)
    own = OwnGames([str(file)])
    own.watch()
    try:
        wait_for(lambda: file.touch() or own.news()[0].version > 1)  # as soon as the watch has begun
    finally:
        monkeypatch.undo()
        own.close()
    assert not own._watcher.is_alive()


def test_a_saved_file_is_loaded_anew(file: Path):
    own = OwnGames([str(file)])
    own.watch()
    try:
        before = own.load("take")
        file.write_text(TAKE.replace("s.left = 7", "s.left = 9"))
        wait_for(lambda: own.news()[0].version == 2)
        assert own.load("take") != before
        assert own.load("take").start().state.left == 9
    finally:
        own.close()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (TAKE + "\n)", r"take\.py:26: unmatched '\)'"),
        (TAKE + "\n1 / 0", r"take\.py:26: ZeroDivisionError"),
        (TAKE.replace("s.left -= take", "s.gone -= take"), r"take\.py:20: play\(\) of take failed.*gone"),
        (TAKE.replace("(Rules)", ""), "take must define one class derived from zermelo.Rules"),
        ("", "take must define one class"),
    ],
    ids=["syntax", "top level", "in a rule", "no rules", "empty"],
)
def test_a_wrong_file_leaves_the_last_good_rules(file: Path, wrong: str, told: str):
    own = OwnGames([str(file)])
    good = own.load("take")
    file.write_text(wrong)
    own.look()
    [news] = own.news()
    assert news.version == 1
    assert own.problem("take") == news.problem
    with pytest.raises(RulesProblem, match=told):
        raise RulesProblem(news.problem)
    assert own.load("take") is good
    with pytest.raises(RulesProblem, match=told):
        own.load("take:most=3")  # never loaded before
    file.write_text(TAKE)
    own.look()
    assert (own.problem("take"), own.news()[0].version) == (None, 2)
    assert own.load("take:most=3").start().moves


def test_a_file_that_is_wrong_from_the_start(file: Path):
    file.write_text("nonsense")
    own = OwnGames([str(file)])
    with pytest.raises(RulesProblem, match=r"take\.py:1: NameError"):
        own.load("take")
    file.write_text(TAKE)
    own.look()
    assert own.load("take").start().moves


def test_modules_beside_it_count_too(file: Path):
    helper = file.with_name("amount.py")
    helper.write_text("LEFT = 7\n")
    file.write_text("from amount import LEFT\n" + TAKE.replace("s.left = 7", "s.left = LEFT"))
    own = OwnGames([str(file)])
    assert own.load("take").start().state.left == 7
    helper.write_text("LEFT = 11\n")
    own.look()
    assert own.load("take").start().state.left == 11
    file.unlink()
    own.look()
    assert "there is no game file" in (own.problem("take") or "")
    assert own.load("take").start().state.left == 11


@pytest.mark.parametrize(
    ("line", "helper"),
    [
        ("import other, amount", "amount.py"),
        ("from other import (\n    NOTHING,\n)\nimport amount", "amount.py"),
        ("import parts.amount as amount", "parts/amount.py"),
        ("from parts import amount", "parts/amount.py"),
        ("from parts.amount import LEFT as amount", "parts/amount.py"),
    ],
)
def test_every_module_that_it_imports_is_watched(file: Path, line: str, helper: str):
    file.with_name("other.py").write_text("NOTHING = 0\n")
    file.with_name("parts").mkdir()
    module = file.parent / helper
    module.write_text("LEFT = 7\n")
    file.write_text(f"{line}\nLEFT = getattr(amount, 'LEFT', amount)\n" + TAKE.replace("s.left = 7", "s.left = LEFT"))
    own = OwnGames([str(file)])
    assert own.load("take").start().state.left == 7
    module.write_text("LEFT = 11\n")
    own.look()
    assert own.load("take").start().state.left == 11


def test_a_rule_that_never_ends_is_named(file: Path):
    file.write_text(TAKE.replace("s.left -= take", "while True:\n            pass"))
    own = OwnGames([str(file)])
    assert re.search(r"take\.py:2[01]: play\(\) does not come to an end", own.problem("take") or "")


def test_a_file_that_never_ends_is_told(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("zermelo.web.own.LONGEST_TRIAL", 2.0)
    file.write_text("while True: pass\n" + TAKE)
    assert "take.py does not come to an end when it is loaded" in (OwnGames([str(file)]).problem("take") or "")


SLOW = """from numpy import int8
from zermelo import Rules, grid, square_symmetries

class Nine(Rules):
    board = grid(9, 9)
    symmetries = square_symmetries(9)

    class State:
        cells: (int8, 81)

    def moves(s, out):
        n = 0
        for cell in range(81):
            if s.cells[cell] == 0:
                out[n] = cell
                n += 1
        return n

    def play(s, cell):
        s.cells[cell] = s.turn + 1

    def payoff(s, out):
        out[s.turn] = -1
        out[1 - s.turn] = 1
"""


def test_a_game_is_not_refused_because_it_is_slow(file: Path):
    """81 cells and 8 symmetries, in plain Python: it is tried less."""
    file.write_text(SLOW)
    own = OwnGames([str(file)])
    assert own.problem("take") is None
    assert len(own.load("take").start().moves) == 81


def test_news_are_streamed(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(news_module, "NEWS_EVERY", 0.01)
    monkeypatch.setattr(news_module, "LONGEST_SILENCE", 0.05)
    own = OwnGames([str(file)])

    async def read() -> list[str]:
        stream = news_module._events(own)
        told = [await anext(stream), await anext(stream)]
        file.write_text(TAKE + "\n)")
        own.look()
        told.append(await anext(stream))
        await stream.aclose()
        return told

    first, silence, last = asyncio.run(read())
    assert json.loads(first.removeprefix("data: ")) == {"game": "take", "version": 1, "problem": None}
    assert silence == ": still here\n\n"
    assert "take.py:26" in json.loads(last.removeprefix("data: "))["problem"]


def test_no_file_is_loaded_from_the_network(file: Path, tmp_path: Path):
    mark = tmp_path / "loaded"
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(mark)!r}, 'w')\n" + TAKE)
    with TestClient(application(Settings(data=tmp_path, own=(str(file),))), base_url="http://localhost") as client:
        for spec in (
            str(evil),
            f"{evil}:most=2",
            "../evil.py",
            "take.py",
            f"take:most=2/../{evil}",
            f"hex:size=../{evil}",
        ):
            for ask in ({"game": spec, "client": "test"}, {"game": spec, "moves": []}):
                for path in ("position", "search"):
                    answer = client.post(f"/api/{path}", json=ask)
                    assert 400 <= answer.status_code < 500
    assert not mark.exists()
