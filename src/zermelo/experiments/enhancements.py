"""What is each enhancement of alpha-beta worth? Nodes with it and without it, over positions of many games.

Schaeffer 1989, *The history heuristic and alpha-beta search enhancements in practice*, is the model: every search finds
the same values, and what counts is how much it must look at for them.
"""

from collections import defaultdict
from collections.abc import Mapping
from math import log
from pathlib import Path
from statistics import fmean
from textwrap import fill
from typing import Any

from zermelo.core.catalogue import load
from zermelo.core.game import Position
from zermelo.draw.plot import bar_plot
from zermelo.experiments.averages import geometric_mean
from zermelo.experiments.positions import SUITES, suite
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment
from zermelo.experiments.searches import (
    ALL_OFF,
    ALL_ON,
    NO_ORDER,
    OTHER_VALUES,
    SETTINGS,
    TABLE_AND_HISTORY,
    Cost,
    cost,
    cost_of_minimal_tree,
    same,
)
from zermelo.theory import Measured

KNOWN = "best moves known"
BARS = 7  # of the plot
Costs = dict[str, Cost]
"""What each search of one position took."""


@experiment(
    "enhancements",
    question="What is each enhancement of alpha-beta worth?",
    options=(
        choice("game", tuple(SUITES), "a game to search; may be given many times"),
        choice("positions", 8, "how many of each game", low=1),
        choice("depth", 0, "plies to search; 0: what suits the game", low=0),
        choice("quick", False, "two positions of each game, two plies less deep"),
    ),
)
def enhancements(*, seed: int, tell: Tell, game: tuple[str, ...], positions: int, depth: int, quick: bool) -> Findings:
    """Search every position with everything on, with each enhancement off, and with few of them on."""
    suites = {}
    for spec in game:
        tell(f"choosing positions of {spec}")
        chosen, usual = suite(spec, count=min(positions, 2) if quick else positions, depth=depth, seed=seed)
        suites[load(spec).spec] = chosen, max(usual - 2 * quick, 1)
    depths = {spec: plies for spec, (_, plies) in suites.items()}
    measured: dict[str, list[Costs]] = defaultdict(list)
    interrupted = False
    try:
        for number in range(max(len(chosen) for chosen, _ in suites.values())):
            for spec, (chosen, plies) in suites.items():
                if number < len(chosen):
                    tell(f"{spec}: position {number + 1} of {len(chosen)}, {plies} plies deep")
                    found = costs(chosen[number], plies)
                    measured[spec].append(found)
    except KeyboardInterrupt:
        interrupted = True
        if not measured:
            raise
    rows = [row_of(name, measured, seed) for name in (*SETTINGS, KNOWN, *OTHER_VALUES)]
    games = ", ".join(f"{spec} ({len(found)}, {depths[spec]} plies)" for spec, found in measured.items())
    without_knowledge = ratio(TABLE_AND_HISTORY, NO_ORDER, "nodes", measured, seed)
    return Findings(
        name="enhancements",
        title="What is each enhancement of alpha-beta worth?",
        seed=seed,
        rows=rows,
        columns=columns(list(measured)),
        notes=(
            f"Positions: {games}.",
            *NOTES,
            f"'{TABLE_AND_HISTORY}' takes {without_knowledge} times the nodes of '{NO_ORDER}': neither is told by "
            "the rules which moves to try first.",
        ),
        draw=lambda file: draw(file, rows),
        faults=tuple(disagreements(measured)),
        interrupted=interrupted,
    )


NOTES = (
    f"nodes, leaves, time: geometric means, time as a multiple of that of '{ALL_ON}'. x all: nodes as a multiple of "
    f"those of '{ALL_ON}', with the 95 % bootstrap interval over positions, then for each game. saved: the part of the "
    f"nodes of '{ALL_OFF}' that '{ALL_ON}' need not look at, and neither does this search.",
    f"'only a table' and '{TABLE_AND_HISTORY}' have deepening too; '{ALL_OFF}' searches the full depth at once.",
    f"'{KNOWN}' stands for the minimal tree: a second search at full depth, led by the moves that the first one found.",
    "Searches below it may find other values; 'same' counts the positions where they do not. In those above it "
    "quiescence, bounds and quick wins are on; extensions, reductions and entries of deeper searches are off.",
)


def costs(position: Position, depth: int) -> Costs:
    """What every search of a position takes."""
    found = {name: cost(position, depth, options) for name, options in (SETTINGS | OTHER_VALUES).items()}
    found[KNOWN] = cost_of_minimal_tree(position, depth)
    return found


def disagreements(measured: Mapping[str, list[Costs]]) -> list[str]:
    """Positions in which searches that must agree found different values."""
    found = []
    for spec, positions in measured.items():
        for number, each in enumerate(positions, 1):
            for name in (*SETTINGS, KNOWN):
                if not same(each[name].value, each[ALL_ON].value):
                    found.append(
                        f"{spec}, position {number}: '{name}' finds {each[name].value:g}, "
                        f"'{ALL_ON}' finds {each[ALL_ON].value:g}"
                    )
    return found


def ratio(name: str, reference: str, measure: str, measured: Mapping[str, list[Costs]], seed: int) -> Measured:
    """What one search takes as a multiple of what another takes: the geometric mean over positions."""
    groups = [
        [getattr(each[name], measure) / getattr(each[reference], measure) for each in positions]
        for positions in measured.values()
    ]
    return geometric_mean(groups, seed=seed)


def row_of(name: str, measured: Mapping[str, list[Costs]], seed: int) -> dict[str, Any]:
    """The figures of one search over all positions, and for each game."""

    def mean(measure: str) -> float:
        return geometric_mean([[getattr(each[name], measure) for each in p] for p in measured.values()], seed=0).value

    row: dict[str, Any] = {"search": name, "same_value_required": name not in OTHER_VALUES}
    row |= {"nodes": mean("nodes"), "leaves": mean("leaves")}
    for measure in ("nodes", "leaves", "seconds"):
        found = ratio(name, ALL_ON, measure, measured, seed)
        row[f"{measure}_ratio"], row[f"{measure}_interval"] = found.value, [found.low, found.high]
    everything = [each for positions in measured.values() for each in positions]
    possible = [each for each in everything if each[ALL_OFF].nodes > each[ALL_ON].nodes]
    shares = [
        (each[ALL_OFF].nodes - each[name].nodes) / (each[ALL_OFF].nodes - each[ALL_ON].nodes) for each in possible
    ]
    row["saved"] = fmean(shares) if shares else None
    row["same_values"] = sum(same(each[name].value, each[ALL_ON].value) for each in everything)
    row["positions"] = len(everything)
    row["games"] = {}
    for spec, positions in measured.items():
        found = ratio(name, ALL_ON, "nodes", {spec: positions}, seed)
        row["games"][spec] = {"nodes_ratio": found.value, "nodes_interval": [found.low, found.high]}
        row["games"][spec]["leaves_ratio"] = ratio(name, ALL_ON, "leaves", {spec: positions}, seed).value
        row["games"][spec]["depth"] = max(each[name].depth for each in positions)
    return row


def saved(row: Mapping[str, Any]) -> str:
    return f"{100 * row['saved']:.1f} %" if row["saved"] is not None and row["same_value_required"] else ""


def columns(games: list[str]) -> tuple[Column, ...]:
    def of_game(spec: str) -> Column:
        return Column(f">{spec.partition(':')[0]}", lambda row: f"{row['games'][spec]['nodes_ratio']:.2f}")

    return (
        Column("search", lambda row: row["search"]),
        Column(">nodes", lambda row: f"{row['nodes']:,.0f}"),
        Column(">leaves", lambda row: f"{row['leaves']:,.0f}"),
        Column(">time", lambda row: f"{row['seconds_ratio']:.2f}"),
        Column(">x all", lambda row: f"{row['nodes_ratio']:.2f}"),
        Column(">95 %", lambda row: "{:.2f} to {:.2f}".format(*row["nodes_interval"])),
        Column(">saved", saved),
        Column(">same", lambda row: f"{row['same_values']}/{row['positions']}"),
        *map(of_game, games),
    )


def draw(file: str | Path, rows: list[dict[str, Any]]) -> None:
    """Bars for the searches that differ most from the one with everything on; the plain one would dwarf them all."""
    compared = [row for row in rows if row["same_value_required"] and row["search"] not in (ALL_OFF, ALL_ON)]
    most = sorted(compared, key=lambda row: -abs(log(row["nodes_ratio"])))[:BARS]
    shown = [row for row in compared if row in most]
    bar_plot(
        file,
        [fill(row["search"], 11) for row in shown],
        [row["nodes_ratio"] for row in shown],
        low=[row["nodes_interval"][0] for row in shown],
        high=[row["nodes_interval"][1] for row in shown],
        title="Nodes of alpha-beta: what differs most from everything on (1)",
        y="nodes",
    )
