"""What does it cost that data is data, and not a constant? The three sketches of tests/given.py, both ways, in one run.

    python bench/data.py

A constant is frozen into machine code, so other numbers mean another compilation; data is read by its address. The
network is compared with itself, worked out anew at every position, too.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import given
import zermelo as z

rng = np.random.default_rng(1)
PATTERN_TABLE = rng.integers(-30_000, 30_000, given.PATTERNS).astype(np.int16)
FIRST = rng.normal(0, 0.5, (2 * given.CELLS, given.HIDDEN)).astype(np.float32)
SECOND = rng.normal(0, 0.3, given.HIDDEN).astype(np.float32)
SMALL_TABLE = rng.uniform(-0.1, 0.1, 100_000)  # a constant of more than 1 MB could not be kept in the cache


class ConstantPatterns(given.Row):
    def evaluate(s):
        total = 0
        for start in range(given.CELLS):
            total += int(PATTERN_TABLE[given.pattern(s, start)])
        value = min(max(total / 100_000, -0.9), 0.9)
        return value if s.turn == 0 else -value


class ConstantNetwork(given.Row):
    class Summary:
        hidden: (np.float32, given.HIDDEN)

    def summarise(s, summary):
        for unit in range(given.HIDDEN):
            summary.hidden[unit] = 0
        for cell in range(given.CELLS):
            if s.cells[cell] > 0:
                for unit in range(given.HIDDEN):
                    summary.hidden[unit] += FIRST[2 * cell + s.cells[cell] - 1, unit]

    def update(s, cell, summary):
        for unit in range(given.HIDDEN):
            summary.hidden[unit] += FIRST[2 * cell + s.turn, unit]

    def evaluate(s, summary):
        total = np.float32(0)
        for unit in range(given.HIDDEN):
            total += max(summary.hidden[unit], np.float32(0)) * SECOND[unit]
        value = min(max(float(total), -0.9), 0.9)
        return value if s.turn == 0 else -value


class NetworkAnew(given.WithNetwork):
    update = None


class ConstantTable(given.Row):
    def bounds(s):
        value = SMALL_TABLE[int(given.mix(np.uint64(given.worth(s)), np.uint64(s.count)) % np.uint64(100_000))]
        return value - 1.0, value + 1.0


class DataTable(given.Row):
    class Data:
        table = np.zeros(0)

    def bounds(s, table):
        value = table[int(given.mix(np.uint64(given.worth(s)), np.uint64(s.count)) % np.uint64(100_000))]
        return value - 1.0, value + 1.0


def speed(rules, data=None) -> float:
    """Nodes per second of plain alpha-beta, the best of five."""
    start = z.Game(rules).start()
    best = 0.0
    for depth in (2, 7, 7, 7, 7, 7):
        began = time.perf_counter()
        found = z.analyse(start, method=f"alphabeta:plain=true,bounds=true,depth={depth}", data=data)
        best = max(best, found.nodes / (time.perf_counter() - began))
    return best


def main() -> None:
    pairs = [
        ("100,000 patterns (int16)", given.WithPatterns, {"patterns": PATTERN_TABLE}, ConstantPatterns),
        ("network, first layer kept", given.WithNetwork, {"first": FIRST, "second": SECOND}, ConstantNetwork),
        ("table of 100,000 in bounds", DataTable, {"table": SMALL_TABLE}, ConstantTable),
    ]
    for name, rules, data, constant in pairs:
        ours, theirs = speed(rules, z.Data(data)), speed(constant)
        print(f"{name:30} {ours / 1e6:6.2f} M nodes/s as data, {theirs / 1e6:6.2f} as constants: {ours / theirs:.2f}")
    network = z.Data(pairs[1][2])
    kept, anew = speed(given.WithNetwork, network), speed(NetworkAnew, network)
    print(
        f"{'network worked out anew':30} {anew / 1e6:6.2f} M nodes/s; kept up to date {kept / anew:.2f} times as fast"
    )


if __name__ == "__main__":
    main()
