"""Requests to a running server on this computer: what schemathesis makes of its description, and ours that go deeper.

The server is in this process, so nothing is compiled there either, and listens on the loopback device only.
"""

import atexit
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import httpx2 as httpx
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.generation import GenerationMode

from browsing import serving
from fuzz.engine import Trial, must, must_be_refusal
from fuzz.games import GAMES, SPECS, TINY, some_line
from fuzz.texts import damaged, letters, number
from fuzz.trees import some_tree

ENDLESS = ("/api/news",)  # a stream that does not end by itself
COMPILING = ("/api/prepare",)  # whose work it is to compile
OURS = 0.7  # the share that schemathesis does not make
BYTES = 4096  # that it draws from
SEARCHERS = ("minimax:depth=1", "maxn:depth=1")
OTHERS = ("random", "random", "level:0", "level:11", "human", "gtp:true", "x.py:y")
PATHS = "position read search tree saved stop game games saved exercise export presets sittings".split()
PATHS += ["matrix", "matrix/solve"]


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    request = _ours(rng) if rng.random() < OURS else _theirs(rng)
    if request is None:
        return False
    method, path, sent = request
    trial.put(method, path, sent)
    answer = _server().client.request(method, path, **sent)
    _look(answer)
    return answer.status_code < 400


def _look(answer: httpx.Response) -> None:
    """An answer that the description allows: JSON, or a stream with an end; a refusal says why in one line."""
    status, kind = answer.status_code, answer.headers.get("content-type", "")
    must(status < 500, f"{status}: {answer.text[:300]}")
    must(answer.headers.get("x-content-type-options") == "nosniff", "the headers that protect a page are missing")
    if status >= 400:
        must(kind == "application/json", f"{status} as {kind}: {answer.text[:200]}")
        must_be_refusal(str(answer.json()["problem"]))
    elif kind == "application/json":
        json.loads(answer.text, parse_constant=_no_number)
    elif kind.startswith("text/event-stream"):
        name, data = _last_event(answer.text)
        must(name in ("result", "problem"), f"a stream that ends with {name!r}")
        if name == "problem":
            must_be_refusal(data["problem"])
            must("the search failed" not in data["problem"], data["problem"])


def _no_number(text: str) -> None:
    must(False, f"{text} is not JSON")


def _last_event(stream: str) -> tuple[str, dict[str, Any]]:
    events = [each for each in stream.split("\n\n") if each]
    head, _, data = events[-1].partition("\ndata: ") if events else ("", "", "{}")
    return head.removeprefix("event: "), json.loads(data)


def _theirs(rng: Random) -> tuple[str, str, dict[str, Any]] | None:
    """What schemathesis draws: half of it as described, half of it not; None if it finds nothing in these bytes."""
    drawn: list[schemathesis.Case] = []
    rng.choice(_drawers())(rng.randbytes(BYTES), drawn)
    if not drawn:
        return None
    case = drawn[-1]
    sent = case.as_transport_kwargs(base_url=_server().address)
    url = sent.pop("url").removeprefix(_server().address)
    kept = {key: sent[key] for key in ("params", "json", "data", "headers") if sent.get(key)}
    if "data" in kept:
        kept["content"] = kept.pop("data")
    return sent["method"], url or "/", kept


@cache
def _drawers() -> list[Callable[[bytes, list], None]]:
    """For each operation: something that makes a case of bytes."""
    schema = schemathesis.openapi.from_dict(_server().app.openapi())
    made = []
    for each in schema.get_all_operations():
        operation = each.ok()
        if operation.path not in (*ENDLESS, *COMPILING):
            made += [_drawer(operation, mode) for mode in GenerationMode]
    return made


def _drawer(operation: Any, mode: GenerationMode) -> Callable[[bytes, list], None]:
    cases: list[Any] = []

    @settings(database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode))
    def draw(case: Any) -> None:
        cases.append(case)

    def from_bytes(data: bytes, drawn: list) -> None:
        cases.clear()
        draw.hypothesis.fuzz_one_input(data)
        drawn += cases

    return from_bytes


def _ours(rng: Random) -> tuple[str, str, dict[str, Any]]:
    """A request that makes sense, with a few things wrong with it."""
    path = rng.choice(PATHS)
    if path in ("position", "search", "read", "tree", "stop", "sittings", "matrix", "matrix/solve"):
        body = _body(rng, path)
        if rng.random() < 0.3:
            key = rng.choice([*body, "other"])
            body[key] = rng.choice(
                (None, 1, -1, 1e308, True, "", [], {}, [[]], "\x00", letters(rng), number(rng), [None], 10**30)
            )
        text = json.dumps(body)
        text = damaged(rng, text) if rng.random() < 0.1 else text
        return (
            "POST",
            f"/api/{path}",
            {"content": text.encode(errors="replace"), "headers": {"content-type": "application/json"}},
        )
    if path == "game":
        spec = rng.choice(SPECS) if rng.random() < 0.6 else damaged(rng, rng.choice(SPECS))
        return "GET", "/api/game", {"params": {"game": spec}}
    if path == "exercise":
        return (
            "GET",
            "/api/exercise",
            {"params": {key: number(rng) for key in ("seed", "depth", "moves") if rng.random() < 0.5}},
        )
    if path == "saved":
        return _saved(rng)
    return "GET", f"/api/{path}", {}


def _saved(rng: Random) -> tuple[str, str, dict[str, Any]]:
    """Keep a game, look at it, export it, delete it."""
    one = rng.choice(("AAAAAAAA", "BBBBBBBB", "CCCC-CCC_", "../../etc", letters(rng) or "x"))
    path = f"/api/saved/{quote(one, safe='', errors='replace')}"
    way = rng.random()
    if way < 0.5:
        body = {**_so_far(rng), "title": letters(rng), "result": letters(rng), "data": {letters(rng): number(rng)}}
        return "PUT", path, {"json": {key: value for key, value in body.items() if rng.random() < 0.95}}
    if way < 0.6:
        return "DELETE", path, {}
    if way < 0.8:
        return "GET", path + rng.choice(("", "/export", "/export?form=text", "/export?form=x")), {}
    return (
        "GET",
        "/api/saved",
        {"params": {key: number(rng) for key in ("first", "most", "words", "game") if rng.random() < 0.5}},
    )


def _so_far(rng: Random, specs: list[str] = SPECS) -> dict[str, Any]:
    spec = rng.choice(specs)
    line = some_line(rng, GAMES[spec], 8)
    moves = list(line.played)
    if rng.random() < 0.2:
        moves.insert(rng.randrange(len(moves) + 1), letters(rng))
    start = "" if rng.random() < 0.7 else line.start.text
    return {"game": spec, "moves": moves, **({"start": start} if start else {})}


def _body(rng: Random, path: str) -> dict[str, Any]:
    if path == "read":
        so_far = _so_far(rng)
        text = rng.choice((" ".join(so_far["moves"]), "moves: " + ", ".join(so_far["moves"]), so_far.get("start", "")))
        return {"game": so_far["game"], "text": damaged(rng, text) if rng.random() < 0.6 else text}
    if path == "stop":
        return {"client": letters(rng)}
    if path.startswith("matrix"):
        table = [[rng.choice((number(rng), rng.randrange(-3, 4), "1/3")) for _ in range(2)] for _ in range(3)]
        names = [[letters(rng) or "x" for _ in range(size)] for size in (3, 2)]
        shelf = {"game": rng.choice(("rps", "prisoners", "voting", letters(rng)))}
        own = {"payoffs": table, **({"actions": names} if rng.random() < 0.5 else {})}
        return {
            **rng.choice((shelf, own)),
            "method": rng.choice(("", "lp", "supports", "fictitious:steps=9", letters(rng))),
        }
    if path == "sittings":
        players = [rng.choice(("you", "random", "level:1", "greedy", letters(rng))) for _ in range(2)]
        return {"game": rng.choice(("kuhn", "kuhn:cards=5", "tictactoe", letters(rng))), "players": players}
    asked: dict[str, Any]
    if path == "search":
        more = {"seed": rng.randrange(9)} if rng.random() < 0.3 else {}
        player = rng.choice(OTHERS if more else OTHERS + SEARCHERS)  # a search with a seed waits for native code
        asked = {"client": letters(rng) or "x", "player": player, "lines": rng.randrange(3)}
        return {**_so_far(rng, TINY), **asked, **more}
    if path == "tree":
        asked: dict[str, Any] = {
            "method": rng.choice(("", "", "minimax", "alphabeta:fail=hard", "maxn", "star1", letters(rng)))
        }
        if rng.random() < 0.7:
            source = some_tree(rng, rng.choice(("values", "two", "many", "chance", "wild")))
            asked["source"] = json.dumps(source) if rng.random() < 0.3 else json.loads(json.dumps(source))
            asked |= {
                "types": rng.random() < 0.5,
                "order": rng.choice(("given", "best", "worst", "sorted", "random", "x")),
            }
        else:
            asked |= {**_so_far(rng, ["tictactoe", "nim:piles=1-2", "pig:target=3,sides=2"]), "depth": 1}
        if rng.random() < 0.3:
            asked["window"] = [rng.choice((None, 0, -1, 1, 1e9)), rng.choice((None, 0, 1, -5))]
        return asked
    return _so_far(rng)


class _Server:
    """The workbench, for as long as this process lives."""

    def __init__(self) -> None:
        self.folder = TemporaryDirectory(prefix="zermelo-fuzz-")
        self.context = serving(Path(self.folder.name), seconds=0.3, megabytes=16, searches=4)
        address, self.app = self.context.__enter__()
        self.address = address.rstrip("/")
        self.client = httpx.Client(base_url=self.address, timeout=30, trust_env=False)
        atexit.register(self.close)

    def close(self) -> None:
        self.client.close()
        self.context.__exit__(None, None, None)
        self.folder.cleanup()


@cache
def _server() -> _Server:
    return _Server()


def begin() -> None:
    """Wait for the server, and for what schemathesis makes of its description."""
    _drawers()
