"""A machine that has never run a game: when does the first answer come, when native code, and what does it cost?

    python bench/cold.py [GAME...]

Each game is analysed by its usual method with an empty cache. First: seconds until `zermelo analyse GAME` shows a move
(in plain Python, if need be), from the start of the process. Native, CPU: seconds until native code answers and all
processor time that took, starting Python included, in this process and in the helper. Warm: the whole of `zermelo
analyse GAME --depth 1` when the code is there.
"""

import os
import subprocess
import sys
import tempfile
import time

from zermelo.core.catalogue import names

NATIVE = """
import resource, sys, time
began = time.perf_counter()
import zermelo as z
from zermelo.core.workshop import workshop
z.analyse(z.load(sys.argv[1]).start(), limit=z.Limit(time=0.01), meanwhile=False)
wall = time.perf_counter() - began
helper = workshop._helper
workshop.close()
helper.wait()
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(wall, sum(each.ru_utime + each.ru_stime for each in used))
"""
ZERMELO = [sys.executable, "-m", "zermelo"]


def first_answer(game: str, cache: str) -> float:
    """Seconds until a move is shown."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [*ZERMELO, "analyse", game], env={**os.environ, "ZERMELO_CACHE": cache}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout
    seconds = float("nan")
    for line in process.stdout:
        if "by plain Python" in line or line.startswith("Best move"):
            seconds = time.perf_counter() - began
            break
    process.kill()
    process.wait()
    return seconds


def to_native(game: str, cache: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", NATIVE, game], env={**os.environ, "ZERMELO_CACHE": cache, "ZERMELO_QUIET": "1"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    wall, used = map(float, done.stdout.split())
    return wall, used


def warm(game: str, cache: str) -> float:
    """Seconds of the quickest of three."""
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        words = [*ZERMELO, "analyse", game, "--time", "0.001"]
        subprocess.run(words, env={**os.environ, "ZERMELO_CACHE": cache}, capture_output=True, check=True)
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def main() -> None:
    print(f"{'game':18} {'first':>6} {'native':>7} {'CPU':>6} {'warm':>6}   seconds")
    for game in sys.argv[1:] or names():
        with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as other:
            first = first_answer(game, empty)
            time.sleep(6)  # the helper of the first run ends what it began
            wall, used = to_native(game, other)
            print(f"{game:18} {first:6.2f} {wall:7.2f} {used:6.2f} {warm(game, other):6.2f}", flush=True)


if __name__ == "__main__":
    main()
