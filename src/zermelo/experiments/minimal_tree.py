"""How far is alpha-beta from the smallest tree that proves a value? Exactly in uniform trees, and nearly in games.

Ebeling 1987 and Plaat et al. 1996 found good programs within 1.5 times the minimal tree.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from zermelo.core.catalogue import load
from zermelo.core.game import Position
from zermelo.draw.plot import Curve, line_plot
from zermelo.experiments.averages import geometric_mean
from zermelo.experiments.positions import SUITES, suite
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment
from zermelo.experiments.searches import ALL_OFF, ALL_ON, SETTINGS, TABLE_AND_HISTORY, cost, cost_of_minimal_tree, same
from zermelo.theory import minimal_leaves, minimal_nodes

SEARCHES = (ALL_ON, TABLE_AND_HISTORY, ALL_OFF)
DEPTHS = {4: range(9, 11), 8: range(3, 9), 16: range(5, 7), 32: range(4, 6)}  # of random trees, by the number of moves
BLURRED = 1000  # as much as a move can score
DRAWN = 8  # the number of moves of the trees in the plot


@experiment(
    "minimal-tree",
    question="How far is alpha-beta from the smallest tree that proves the value?",
    options=(
        choice("game", tuple(SUITES), "a game to search beside the random trees; may be given many times"),
        choice("positions", 8, "how many of each game", low=1),
        choice("trees", 20, "random trees of each size", low=1),
        choice("quick", False, "two positions and trees of each kind, two plies less deep"),
    ),
)
def minimal_tree(*, seed: int, tell: Tell, game: tuple[str, ...], positions: int, trees: int, quick: bool) -> Findings:
    """The leaves of the last iteration, and of all of them, for each leaf of the minimal tree."""
    rows: list[dict[str, Any]] = []
    faults: list[str] = []
    in_games: list[list[float]] = []
    interrupted = False
    try:
        for what, depth, facts, searched in chain(
            random_trees(min(trees, 2) if quick else trees, 2 * quick, seed),
            games(game, min(positions, 2) if quick else positions, 2 * quick, seed),
        ):
            tell(f"{what}, {depth} plies deep")
            found = list(searched)
            rows.append({"tree": what, "depth": depth, **facts, **row_of(found, seed)})
            if not facts:
                in_games.append([each[ALL_ON, "last"] for each in found])
            for number, each in enumerate(found, 1):
                if not each["agree"]:
                    faults.append(f"{what}, {depth} plies, number {number}: the searches find different values")
    except KeyboardInterrupt:
        interrupted = True
        if not rows:
            raise
    together = [f"All games together, last iteration: {geometric_mean(in_games, seed=seed)}."] if in_games else []
    return Findings(
        name="minimal-tree",
        title="Leaves that alpha-beta visits for each leaf of the minimal tree",
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=(*NOTES, *together),
        draw=lambda file: draw(file, rows),
        faults=tuple(faults),
        interrupted=interrupted,
    )


Distances = dict[Any, Any]
"""(search, "last" or "all" iterations) -> leaves for each leaf of the minimal tree; "agree": whether the values do."""

Families = Iterator[tuple[str, int, dict[str, Any], Iterable[Distances]]]
"""What is searched, how deep, what is known about it, and the searches themselves, still to be done."""


def random_trees(trees: int, less: int, seed: int) -> Families:
    """Uniform trees, where the size of the minimal tree is known; so many plies less deep than usual."""
    for noise in (0, BLURRED):
        for b, depths in DEPTHS.items():
            for d in (depth - less for depth in depths if depth - less >= 2):
                options = f"branching={b},depth={d},noise={noise}"
                starts = [load(f"synthetic:{options},seed={1000 * seed + k}").start() for k in range(trees)]
                floor = (minimal_nodes(b, d) - 1) / minimal_leaves(b, d)  # depths from 1 on; the root is depth 0
                yield (
                    f"{b} moves, {'blurred' if noise else 'clear'}",
                    d,
                    {"branching": b, "noise": noise, "floor": floor},
                    map(partial(distances, depth=d, least=minimal_leaves(b, d)), starts),
                )


def games(specs: Iterable[str], positions: int, less: int, seed: int) -> Families:
    """Positions of games, where the size of the minimal tree is estimated."""
    for spec in specs:
        chosen, usual = suite(spec, count=positions, seed=seed)
        depth = max(usual - less, 2)
        yield load(spec).spec, depth, {}, map(partial(distances, depth=depth), chosen)


def distances(position: Position, depth: int, least: int = 0) -> Distances:
    """How far each search of a position is from the minimal tree, which is estimated unless its size is given."""
    least = least or cost_of_minimal_tree(position, depth).leaves
    found: Distances = {"least": least}
    values = []
    for search in SEARCHES:
        whole = cost(position, depth, SETTINGS[search])
        # the same iterations but the last: what one does depends on no later one
        before = 0 if search == ALL_OFF else cost(position, depth - 1, SETTINGS[search]).leaves
        found[search, "all"] = whole.leaves / least
        found[search, "last"] = max(whole.leaves - before, 1) / least
        values.append(whole.value)
    found["agree"] = all(same(value, values[0]) for value in values)
    return found


def row_of(found: list[Distances], seed: int) -> dict[str, Any]:
    """Averages over the trees of one kind."""
    row: dict[str, Any] = {
        "count": len(found),
        "minimal": geometric_mean([[each["least"] for each in found]], seed=seed).value,
    }
    for measure in ("last", "all"):
        row[measure] = {}
        for search in SEARCHES:
            mean = geometric_mean([[each[search, measure] for each in found]], seed=seed)
            row[measure][search] = {"ratio": mean.value, "interval": [mean.low, mean.high]}
    return row


def _measured(measure: str, search: str) -> Callable[[Mapping[str, Any]], str]:
    def text(row: Mapping[str, Any]) -> str:
        found = row[measure][search]
        return "{:.2f} ({:.2f} to {:.2f})".format(found["ratio"], *found["interval"])

    return text


COLUMNS = (
    Column("tree", lambda row: row["tree"]),
    Column(">plies", lambda row: str(row["depth"])),
    Column(">number", lambda row: str(row["count"])),
    Column(">minimal", lambda row: f"{row['minimal']:,.0f}"),
    Column(">all on, last iteration", _measured("last", ALL_ON)),
    Column(">table, history", _measured("last", TABLE_AND_HISTORY)),
    Column(">plain", _measured("last", ALL_OFF)),
    Column(">all on, all iterations", _measured("all", ALL_ON)),
    Column(">at least", lambda row: f"{row['floor']:.2f}" if "floor" in row else ""),
)
NOTES = (
    "Geometric means with 95 % bootstrap intervals. 'at least': what all iterations take with the best move first.",
    "Random trees: the minimal tree has b^ceil(d/2) + b^floor(d/2) - 1 leaves. Every move scores at random for its "
    "mover; clear: the margin so far is a fair estimate and `order` knows the scores; blurred: another random number, "
    f"from -{BLURRED} to {BLURRED}, is added at the end, and nothing knows it before.",
    "Games: the minimal tree is estimated by a second search, led by the moves that the first one found.",
)


def draw(file: str | Path, rows: list[dict[str, Any]]) -> None:
    """The last iteration by depth, in random trees with the same number of moves."""
    curves = []
    for noise, kind in ((0, "clear"), (BLURRED, "blurred")):
        points = [row for row in rows if row.get("branching") == DRAWN and row["noise"] == noise]
        for search in SEARCHES if points else ():
            found = [row["last"][search] for row in points]
            curves.append(
                Curve(
                    f"{search} ({kind})",
                    [row["depth"] for row in points],
                    [each["ratio"] for each in found],
                    [each["interval"][0] for each in found],
                    [each["interval"][1] for each in found],
                    dashed=noise > 0,
                )
            )
    line_plot(
        file,
        curves,
        title=f"Leaves of the last iteration, minimal tree = 1; {DRAWN} moves at every node",
        x="plies",
        y="leaves",
        log_y=True,
    )
