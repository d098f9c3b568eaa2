"""Measure and draw the figures of docs/theory.md: python docs/plots/make.py [FOLDER], some five minutes.

Prints the table of the page. Everything is seeded: the same figures come out every time.
"""

import sys
from pathlib import Path

from zermelo import theory
from zermelo.draw.plot import Curve, line_plot

TREES = 100
WIDTHS = [2, 3, 5, 8, 12, 20, 35, 50]
DEEPEST = {2: 20, 3: 14, 5: 10, 8: 8, 12: 6, 20: 6}  # where a tree still takes well under a second


def growth(folder: Path) -> None:
    """The growth of alpha-beta in random order by branching factor."""
    shallow = {b: theory.growth_in_random_order(b, 4, trees=TREES) for b in WIDTHS}
    deep = {b: theory.growth_in_random_order(b, d, trees=TREES) for b, d in DEEPEST.items()}
    limit = {b: theory.random_growth(b) for b in WIDTHS}
    print(
        "| b | growth per ply at depth 4 | = b to the | at depth | growth per ply | = b to the | limit | = b to the |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for b in WIDTHS:
        there = f"{DEEPEST[b]} | {in_words(deep[b], b)}" if b in deep else "| | "
        print(f"| {b} | {in_words(shallow[b], b)} | {there} | {limit[b]:.2f} | {theory.exponent(limit[b], b):.3f} |")
    line_plot(
        folder / "random-order.svg",
        [
            measured("measured, depth 4", shallow),
            measured("measured, depths 6 (b = 20) to 20 (b = 2)", deep),
            Curve("limit for deep trees (Pearl 1982)", WIDTHS, [theory.exponent(limit[b], b) for b in WIDTHS]),
            Curve("the lectures: 3/4", WIDTHS, [0.75] * len(WIDTHS), dashed=True),
            Curve("best move first: 1/2", WIDTHS, [0.5] * len(WIDTHS), dashed=True),
        ],
        title="One ply more costs alpha-beta b^x times the leaves, moves in random order",
        x="b, moves at every node",
        y="x",
        log_x=True,
    )


def in_words(found: theory.Measured, b: int) -> str:
    power, low, high = (theory.exponent(value, b) for value in (found.value, found.low, found.high))
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f}) | {power:.3f} ({low:.3f} to {high:.3f})"


def measured(name: str, growths: dict[int, theory.Measured]) -> Curve:
    """Growths as powers of b."""
    points = [[theory.exponent(value, b) for value in (g.value, g.low, g.high)] for b, g in growths.items()]
    value, low, high = zip(*points, strict=True)
    return Curve(name, list(growths), value, low, high)


def depth(folder: Path, b: int = 8) -> None:
    """The leaves by depth for one branching factor."""
    depths = list(range(1, 10))
    measured = [theory.leaves_in_random_order(b, d, trees=TREES) for d in depths]
    line_plot(
        folder / "leaves.svg",
        [
            Curve("minimax: 8^d", depths, [theory.uniform_leaves(b, d) for d in depths]),
            Curve(
                "alpha-beta, moves in random order",
                depths,
                [found.value for found in measured],
                [found.low for found in measured],
                [found.high for found in measured],
            ),
            Curve("the lectures: 8^(3d/4)", depths, [b ** (0.75 * d) for d in depths], dashed=True),
            Curve("best move first: the minimal tree", depths, [theory.minimal_leaves(b, d) for d in depths]),
        ],
        title="Leaves visited in uniform trees with 8 moves at every node",
        x="depth",
        y="leaves",
        log_y=True,
    )


def deepening(folder: Path, b: int = 36) -> None:
    """The overhead of iterative deepening with the best move first."""
    depths = list(range(1, 13))
    line_plot(
        folder / "deepening.svg",
        [
            Curve("exact", depths, [theory.deepening_overhead(b, d, minimal=True) for d in depths]),
            Curve("the deck's estimate", depths, [theory.deepening_estimate(b)] * len(depths), dashed=True),
            Curve("limit, even depth", depths, [theory.deepening_limit(b, odd=False)] * len(depths), dashed=True),
            Curve("limit, odd depth", depths, [theory.deepening_limit(b, odd=True)] * len(depths), dashed=True),
        ],
        title="Iterative deepening with the best move first, b = 36",
        x="depth",
        y="leaves for each leaf of the last search",
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    deepening(folder)
    depth(folder)
    growth(folder)
