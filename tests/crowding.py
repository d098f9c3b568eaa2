"""A server under load: many who search, some who tell games of thousands of moves, and one who clicks."""

import asyncio
import json
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx2 as httpx

from zermelo import load
from zermelo.core.history import History
from zermelo.errors import Problem

CLICK_EVERY = 0.2  # seconds


def long_game(moves: int) -> list[str]:
    """A game of Go by chance that does not end so soon: nobody passes, but for who has to."""
    history, chance = History(load("go:size=19").start()), random.Random(1)
    while len(history.played) < moves:
        before = history.position
        for code in [*chance.sample(before.codes[:-1], len(before.codes) - 1), before.codes[-1]]:
            with suppress(Problem):  # it brings back a position
                history.play(code)
                break
        before.forget()
    return history.played


async def searching(client: httpx.AsyncClient, number: int, seconds: float) -> str:
    """The last event of a search."""
    question = {"client": f"client {number}", "game": "connect4", "player": f"alphabeta:time={seconds}", "lines": 0}
    last = ""
    async with client.stream("POST", "api/search", json=question) as answer:
        async for line in answer.aiter_lines():
            last = line[7:] if line.startswith("event: ") else last
    return last


async def telling(client: httpx.AsyncClient, number: int, moves: list[str]) -> int:
    """The status of the answer to a long game that nobody has told before."""
    question = {"game": f"go:size=19,komi={number + 0.5}", "moves": moves}
    return (await client.post("api/position", json=question)).status_code


async def clicking(address: str, seconds: float) -> list[float]:
    """How long each click took."""
    taken, until, chance = [], time.perf_counter() + seconds, random.Random(2)
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        while time.perf_counter() < until:
            question = {"game": "connect4", "moves": chance.choices("1234567", k=6)}  # no column is full
            began = time.perf_counter()
            answer = await client.post("api/position", json=question)
            taken.append(time.perf_counter() - began)
            assert answer.status_code == 200, answer.text
            await asyncio.sleep(CLICK_EVERY)
    return taken


async def crowding(address: str, searches: int, lines: int, moves: int, seconds: float) -> None:
    """So many search and tell at once; then those who tell go away."""
    game = long_game(moves)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=httpx.Limits(max_connections=None)) as client:
        await searching(client, -1, 0.5)  # from now on there is native code
        print("begun", flush=True)
        asked = [asyncio.create_task(searching(client, number, seconds)) for number in range(searches)]
        told = [asyncio.create_task(telling(client, number, game)) for number in range(lines)]
        ends = await asyncio.gather(*asked)
        answered = [line.result() for line in told if line.done()]
        for line in told:
            line.cancel()
        await asyncio.gather(*told, return_exceptions=True)
        print(json.dumps({"ends": ends, "answered": answered}))


def crowded(address: str, *, searches: int, lines: int, moves: int, seconds: float) -> tuple[list[float], dict]:
    """The seconds that clicks of one client take meanwhile, and how the others fared."""
    numbers = map(str, (searches, lines, moves, seconds))
    others = subprocess.Popen([sys.executable, __file__, address, *numbers], stdout=subprocess.PIPE, text=True)
    assert others.stdout
    assert others.stdout.readline() == "begun\n"
    taken = asyncio.run(clicking(address, seconds))
    fared = json.loads(others.stdout.read())
    others.wait()
    return taken, fared


def resident(pid: int) -> float:
    """MB that a process has in memory; on Linux."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


if __name__ == "__main__":
    asyncio.run(crowding(sys.argv[1], *map(int, sys.argv[2:5]), float(sys.argv[5])))
