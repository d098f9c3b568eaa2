"""How light and quick the workbench is: `python bench/web.py`. Needs playwright and Chromium, as the tests do.

It says how much the first page weighs, when it can be played on, how soon a click is answered, how often the figures
of a search change, how 20 clients fare that search at once, and what a click takes while others do what they can to be
in the way (`python bench/web.py storm`: only that, in a minute; on Linux).
"""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import httpx2 as httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browsing import browsing, watched_page
from crowding import crowded, resident

GAMES = ("tictactoe", "connect4", "othello", "hex", "chinese-checkers", "backgammon", "go:size=19")
CLIENTS, SECONDS = 20, 5.0
LINES, LINE_MOVES = 45, 2500
CLICK = """
() => new Promise((done) => {
  const began = performance.now();
  const drawn = () => requestAnimationFrame(() => done(performance.now() - began));
  new MutationObserver((_, seen) => { seen.disconnect(); drawn(); })
    .observe(document.querySelector('.board-picture'), {childList: true});
  [...document.querySelectorAll('.board-moves button')].find((button) => !button.disabled).click();
})"""
CHANGES = """
() => new Promise((done) => {
  let changes = 0;
  new MutationObserver(() => changes++).observe(document.querySelector('.figures'), {childList: true});
  setTimeout(() => done(changes / 3), 3000);
})"""


def page_figures(browser, address: str) -> None:
    """The first page, cold; then clicks and live figures."""
    with watched_page(browser) as page:
        began = time.perf_counter()
        page.goto(address)
        page.locator(".board .spot.can").first.wait_for()
        seconds = time.perf_counter() - began
        sizes = page.evaluate("performance.getEntries().map((one) => one.decodedBodySize ?? 0)")
        print(f"first page: {sum(sizes) / 1000:.0f} kB, can be played on after {seconds:.2f} s")
        for game in GAMES:
            players = len(httpx.get(f"{address}api/game", params={"game": game}).json()["players"])
            page.goto("about:blank")
            page.goto(f"{address}#/play?game={game}&seats={'|'.join(['you'] * players)}")
            page.locator(".board .spot.can").first.wait_for()
            page.locator(".board-moves summary").click()
            page.locator(".board-moves button:enabled").first.wait_for()
            clicks = []
            for _ in range(4):
                page.wait_for_timeout(500)  # dice are rolled meanwhile
                clicks.append(page.evaluate(CLICK))
            print(f"{game}: a move is on the board after {statistics.median(clicks):.0f} ms, at most {max(clicks):.0f}")
        page.goto("about:blank")
        page.goto(f"{address}#/play?game=othello&seats=you|you")
        page.locator("#analyse").click()
        page.locator(".board .score").first.wait_for()
        print(f"the figures of a search change {page.evaluate(CHANGES):.1f} times a second")


async def ask(client: httpx.AsyncClient, number: int) -> tuple[float, float, int, bool]:
    """One client's search: progress reports per second, the longest silence, nodes, whether all of it was native."""
    question = {"client": f"client {number}", "game": "connect4", "player": f"alphabeta:time={SECONDS}", "lines": 0}
    times, last = [], {}
    async with client.stream("POST", "api/search", json=question) as answer:
        async for line in answer.aiter_lines():
            if line == "event: progress":
                times.append(time.perf_counter())
            elif line.startswith("data: "):
                last = json.loads(line[6:])
    gaps = [after - before for before, after in pairwise(times)]
    return len(times) / SECONDS, max(gaps), last["analysis"]["nodes"], last["analysis"]["code"] == "native"


async def crowd(address: str) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        while not (await ask(client, 0))[-1]:
            pass  # until the code is there, plain Python answers
        found = await asyncio.gather(*(ask(client, number) for number in range(CLIENTS)))
    rates, silences, nodes, _ = zip(*found, strict=True)
    print(
        f"{CLIENTS} clients at once: {min(rates):.1f} to {max(rates):.1f} reports a second each, "
        f"no silence longer than {max(silences):.2f} s, {min(nodes):,} to {max(nodes):,} nodes"
    )


def storm(address: str, pid: int, budget: float) -> None:
    """What a click takes while 20 search and 45 tell games of thousands of moves; and the memory for all of it."""
    before, seconds = resident(pid), 20.0
    taken, fared = crowded(address, searches=CLIENTS, lines=LINES, moves=LINE_MOVES, seconds=seconds)
    assert fared["ends"] == ["result"] * CLIENTS
    print(
        f"{CLIENTS} who search and {LINES} games of {LINE_MOVES:,} moves at once: a click of another is answered after "
        f"{statistics.median(taken) * 1000:.0f} ms, at most {max(taken) * 1000:.0f}; "
        f"memory from {before:.0f} to {resident(pid):.0f} MB, of {budget:,.0f} MB for all searches"
    )


@contextmanager
def served():
    """The workbench in a process of its own, as `zermelo serve` starts it; gives what it says, and the process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "zermelo", "serve", "--no-open", "--json", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            yield json.loads(server.stdout.readline()), server.pid
        finally:
            server.terminate()
            server.wait()


with served() as (said, pid):
    if "storm" not in sys.argv[1:]:
        with browsing() as browser:
            page_figures(browser, said["address"])
        asyncio.run(crowd(said["address"]))
    storm(said["address"], pid, said["memory"])
