"""How fast best-reply search is on the star of Chinese Checkers with six players: python bench/many.py.

One thread; the same search compiled and in plain Python, in one run. Nodes per second, the best of three.
"""

import zermelo as z


def main() -> None:
    start = z.load("chinese-checkers:players=6").start()
    table = z.Table(32)  # kept, as a player does from move to move: new memory is slow

    def speed(*, compiled: bool, nodes: int) -> float:
        def once() -> float:
            table.clear()
            limit = z.Limit(nodes=nodes)
            return z.analyse(start, method="bestreply", limit=limit, table=table, compiled=compiled).nodes_per_s

        return max(once() for _ in range(3))

    native, plain = speed(compiled=True, nodes=2_000_000), speed(compiled=False, nodes=10_000)
    print(f"native {native / 1e6:.2f} M nodes/s, plain Python {plain / 1e3:.1f} k nodes/s: {native / plain:.0f} times")


if __name__ == "__main__":
    main()
