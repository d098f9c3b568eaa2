"""How many more simulations two threads make than one, on this machine: `python bench/threads.py [GAME...]`.

Rounds of one second take turns; each side keeps its best. Two idle cores are needed to say anything.
"""

import sys

import zermelo as z
from zermelo.search import Limit

ROUNDS, SECONDS = 5, 1.0


def speed(position: z.Position, **options) -> float:
    """Simulations per second, from a new tree."""
    found = z.analyse(position, method="mcts", limit=Limit(time=SECONDS), solver=False, memory=1000, seed=1, **options)
    return found.simulations / found.time_s


for spec in sys.argv[1:] or ["connect4", "hex", "go:size=9"]:
    start = z.load(spec).start()
    best = dict.fromkeys(("one thread", "tree", "root"), 0.0)
    for _ in range(ROUNDS):
        best["one thread"] = max(best["one thread"], speed(start))
        for parallel in ("tree", "root"):
            best[parallel] = max(best[parallel], speed(start, threads=2, parallel=parallel))
    ratios = ", ".join(f"{name} {best[name] / best['one thread']:.2f}" for name in ("tree", "root"))
    print(f"{spec}: one thread {best['one thread']:,.0f} simulations/s; two threads, times as many: {ratios}")
