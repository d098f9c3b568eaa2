"""What the enhancements cost per node, and what a second thread brings: python bench/search.py.

Over the positions of `zermelo experiment enhancements`: nodes per second with everything on against plain alpha-beta,
and the time that one thread takes to a depth against two. Geometric means; needs two idle cores.
"""

import statistics

import zermelo as z
from zermelo.experiments.positions import SUITES, suite

MORE = {
    "connect4": 6,
    "othello": 3,
    "draughts": 4,
    "breakthrough": 2,
    "kalah": 6,
    "hex:size=7": 1,
}  # plies, for threads


TABLE = z.Table(32)  # kept, as a player does from move to move: new memory is slow


def search(position: z.Position, depth: int, **options: object) -> z.Analysis:
    TABLE.clear()
    return z.analyse(position, limit=z.Limit(depth=depth), **{"table": TABLE, **options})


def speed(position: z.Position, depth: int, **options: object) -> float:
    return max(search(position, depth, **options).nodes_per_s for _ in range(3))


def seconds(position: z.Position, depth: int, threads: int) -> float:
    return min(search(position, depth, threads=threads).time_s for _ in range(3))


def main() -> None:
    print("game            full / plain nodes per second    1 thread / 2 threads, seconds")
    for spec in SUITES:
        positions, depth = suite(spec, count=4)
        z.analyse(positions[0], limit=z.Limit(depth=2))
        rates = [speed(each, depth) / search(each, depth, plain=True, table=0).nodes_per_s for each in positions]
        deep = depth + MORE.get(spec, 2)
        gains = [seconds(each, deep, 1) / seconds(each, deep, 2) for each in positions]
        rate, gain = statistics.geometric_mean(rates), statistics.geometric_mean(gains)
        print(f"{spec:<16}{rate:>12.2f}{gain:>36.2f}", flush=True)


if __name__ == "__main__":
    main()
