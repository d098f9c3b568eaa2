"""What do Star1 and Star2 save? The same positions of games with dice, searched to the same depth by each."""

import random
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from zermelo.arena.openings import roll
from zermelo.core.catalogue import load
from zermelo.core.game import Game, Position
from zermelo.draw.plot import bar_plot
from zermelo.errors import Problem
from zermelo.experiments.averages import geometric_mean
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment
from zermelo.search import Analysis, Limit, Table, analyse

FULL = "expectimax"
SEARCHES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    FULL: ("expectimax", {}),
    "star1": ("star1", {"plain": True}),
    "star2": ("star2", {"plain": True}),
    "star2, table": ("star2", {"plain": True, "table": 1.0}),
    "star1, ordered": ("star1", {"plain": True, "order": True}),
    "star2, ordered": ("star2", {"plain": True, "order": True}),
    "star2, table, ordered": ("star2", {"plain": True, "table": 1.0, "order": True}),
    "star2.5, table, ordered": ("star2", {"plain": True, "table": 1.0, "order": True, "probing": 3}),
    "star1, all on": ("star1", {"table": 1.0}),
    "star2, all on": ("star2", {"table": 1.0}),
}
# Nodes saved on trees of random numbers, in %: Ballard 1983.
PUBLISHED = {"star1": "25 to 30", "star2, table": "over 50"}
GAMES = {"backgammon": (3, 16), "einstein": (4, 8)}  # the depth to search, and how many random moves lead to a position


@experiment(
    "star",
    question="What do Star1 and Star2 save in games with dice?",
    options=(
        choice("game", tuple(GAMES), "a game with chance for two; may be given many times"),
        choice("positions", 12, "of each game", low=2),
        choice("depth", 0, "players' moves to look ahead; 0: what suits the game", low=0),
        choice("nodes", 1_000_000, "with which one sees how deep each search comes", low=1),
        choice("quick", False, "3 positions, one move less deep, few nodes"),
    ),
)
def star(
    *, seed: int, tell: Tell, game: tuple[str, ...], positions: int, depth: int, nodes: int, quick: bool
) -> Findings:
    """Search the positions of each game with every search."""
    if quick:
        positions, nodes = min(positions, 3), min(nodes, 10_000)
    rows: list[dict[str, Any]] = []
    faults: list[str] = []
    interrupted = False
    table = Table(32.0)  # kept, and forgotten each time: new memory is slow
    try:
        for spec in dict.fromkeys(load(spec).spec for spec in game):
            chosen = load(spec)
            usual, moves = GAMES.get(spec.partition(":")[0], (2, 6))
            height = max((depth or usual) - quick, 1)
            sample = drawn(chosen, moves=moves, count=positions, seed=seed)
            full: list[Analysis] = []
            for name, (method, given) in SEARCHES.items():
                options = {**given, **({"table": table} if given.get("table") else {})}
                if name != FULL:
                    options["deeper"] = False  # so that all find the same
                found, reached = [], []
                for number, position in enumerate(sample, 1):
                    tell(f"{spec}: {name}, position {number} of {len(sample)}, depth {height}")
                    found.append(searched(position, method, Limit(depth=height), table, options))
                    far = {**options, "deepening": True}
                    reached.append(searched(position, method, Limit(nodes=nodes), table, far).depth)
                full = full or found
                rows.append(row_of(spec, name, height, nodes, full, found, reached, seed))
                faults += [
                    f"{spec}: {name} finds {each.value:.9g} and {FULL} {wanted.value:.9g} in {each.position}"
                    for each, wanted in zip(found, full, strict=True)
                    if abs(each.value - wanted.value) > 1e-9
                ]
    except KeyboardInterrupt:
        interrupted = True
        if not rows:
            raise
    return Findings(
        name="star",
        title="What do Star1 and Star2 save in games with dice?",
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=(
            "Nodes compared with those of expectimax on the same positions after random moves: geometric means, 95 % "
            "bootstrap intervals. table: what a probe has found is not searched again; ordered: by the rules' `order`; "
            "all on: both, and deepening, killers, history.",
            "published: on trees of random numbers, leaves in random order (Ballard 1983). Hauk, Buro and Schaeffer "
            "(2004) reached depth 5 with Star2 where expectimax reached 3, in backgammon with the evaluation of GNU "
            "Backgammon and its ordering.",
            "depth: the last one that is finished within the given number of nodes, on average.",
        ),
        draw=lambda file: draw(file, rows),
        faults=tuple(faults),
        interrupted=interrupted,
    )


def drawn(game: Game, *, moves: int, count: int, seed: int) -> list[Position]:
    """Positions after some random moves of both players, in which there is a choice."""
    if not game.stochastic or not game.two_player:
        raise Problem(f"{game.spec} is no game with chance for two opposed players")
    rng = random.Random(seed)
    found: list[Position] = []
    for _ in range(100 * count):
        position, left = game.start(), moves
        while not position.over and (position.chances or left > 0 or len(position.moves) < 2):
            if position.chances:
                position = position.play(roll(position.chances, rng))
            else:
                position, left = position.play(rng.choice(list(position.moves))), left - 1
        if not position.over:
            found.append(position)
        if len(found) == count:
            return found
    raise Problem(f"{game.spec}: after {moves} random moves hardly a game is still going on")


def searched(position: Position, method: str, limit: Limit, table: Table, options: Mapping[str, Any]) -> Analysis:
    """One search with an empty table. KeyboardInterrupt if Ctrl-C cuts it short."""
    table.clear()
    found = analyse(position, method=method, limit=limit, **options)
    if found.interrupted:
        raise KeyboardInterrupt
    return found


def row_of(
    spec: str,
    name: str,
    height: int,
    budget: int,
    full: list[Analysis],
    found: list[Analysis],
    reached: list[int],
    seed: int,
) -> dict[str, Any]:
    """The figures of one search."""
    nodes = geometric_mean([[each.nodes / all_.nodes for each, all_ in zip(found, full, strict=True)]], seed=seed)
    seconds = [max(each.time_s, 1e-6) / max(all_.time_s, 1e-6) for each, all_ in zip(found, full, strict=True)]
    return {
        "game": spec,
        "search": name,
        "depth": height,
        "positions": len(found),
        "nodes": geometric_mean([[each.nodes for each in found]], seed=seed).value,
        "saved": 1 - nodes.value,
        "interval": [1 - nodes.high, 1 - nodes.low],
        "time": geometric_mean([seconds], seed=seed).value,
        "budget": budget,
        "reached": fmean(reached),
        "published": PUBLISHED.get(name, ""),
    }


COLUMNS = (
    Column("game", lambda row: f"{row['game']}, depth {row['depth']}"),
    Column("search", lambda row: row["search"]),
    Column(">nodes", lambda row: f"{row['nodes']:,.0f}"),
    Column(">saved", lambda row: f"{100 * row['saved']:.1f} %" if row["search"] != FULL else ""),
    Column(
        ">95 %",
        lambda row: "{:.1f} to {:.1f}".format(*(100 * end for end in row["interval"])) if row["search"] != FULL else "",
    ),
    Column(">published", lambda row: row["published"]),
    Column(">time", lambda row: f"x {row['time']:.2f}"),
    Column(">depth reached", lambda row: f"{row['reached']:.1f}"),
)


def draw(file: str | Path, rows: list[dict[str, Any]]) -> None:
    """A bar for each search and game."""
    shown = [row for row in rows if row["search"] != FULL]
    bar_plot(
        file,
        ["\n".join([row["game"].partition(":")[0], *row["search"].split(", ")]) for row in shown],
        [100 * row["saved"] for row in shown],
        low=[100 * row["interval"][0] for row in shown],
        high=[100 * row["interval"][1] for row in shown],
        title="Nodes saved, compared with expectimax",
        y="%",
    )
