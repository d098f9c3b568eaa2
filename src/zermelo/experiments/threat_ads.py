"""How many nodes does Threat-ADS save? One player searches with best-reply search, the others move at random.

The protocol of Polk & Oommen 2013: count the nodes of the first player's searches over its first turns, from the start
and from the middle of games. Here every rule of the list searches the very same positions: the first player always
makes the move that the search without the list has found.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.core.catalogue import load
from zermelo.core.game import Game, Position
from zermelo.core.options import with_setting
from zermelo.draw.plot import bar_plot
from zermelo.errors import Problem
from zermelo.experiments.averages import RESAMPLES
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment, record_in
from zermelo.experiments.searches import same
from zermelo.search import Analysis, Limit, analyse
from zermelo.theory import Measured

MAX = 0  # the player who searches
STARTS = ("initial", "midgame")
TURNS = {"virus": 10, "focus": 3, "chinese-checkers": 5}  # to count, of MAX
USUAL_TURNS = 5
# Reduction in percent from the start and from the middle of games, from the node counts of Polk's slides (2015).
PUBLISHED = {"virus": (10.2, 10.4), "focus": (6.1, 9.8), "chinese-checkers": (11.9, 6.0)}
WITHOUT = "none"


@experiment(
    "threat-ads",
    question="How many nodes does a list of the opponents, the most dangerous first, save best-reply search?",
    options=(
        choice("game", tuple(PUBLISHED), "a game to play; may be given many times"),
        choice("start", STARTS, "where to begin: initial, midgame; may be given many times"),
        choice("games", 50, "from each start", low=1),
        choice("turns", 0, "of the first player to count; 0: what suits the game", low=0),
        choice("midgame", 10, "rounds of random moves that lead to the middle of a game", low=1),
        choice("depth", 4, "plies to search", low=1),
        choice(
            "rules",
            ("mtf", "transposition", "ahead(2)", "pos(2)"),
            "how the list moves, or any options of the search, as adaptive=mtf; may be given many times",
        ),
        choice("player", "bestreply:plain=true", "the search without the list: a method with options"),
        choice("record", "", "a folder that keeps the counts, to go on from"),
        choice("quick", False, "5 games from each start, one ply less deep"),
    ),
)
def threat_ads(
    *,
    seed: int,
    tell: Tell,
    game: tuple[str, ...],
    start: tuple[str, ...],
    games: int,
    turns: int,
    midgame: int,
    depth: int,
    rules: tuple[str, ...],
    player: str,
    record: str,
    quick: bool,
) -> Findings:
    """Count the nodes of the same searches with every rule."""
    if unknown := set(start) - set(STARTS):
        raise Problem(f"unknown start {min(unknown)!r} (choose from {', '.join(STARTS)})")
    if quick:
        games, depth = min(games, 5), max(depth - 1, 1)
    methods = {WITHOUT: player, **{rule: with_rule(player, rule) for rule in rules}}
    series = [
        Series(load(spec), place, turns, midgame, depth, methods, seed, record)
        for spec in dict.fromkeys(load(spec).spec for spec in game)
        for place in dict.fromkeys(start)
    ]
    interrupted = False
    try:
        for number in range(games):
            for each in series:
                tell(f"{each.game.spec}, {each.start}: game {number + 1} of {games}, {depth} plies deep")
                each.count(number)
    except KeyboardInterrupt:
        interrupted = True
        if not any(each.counts for each in series):
            raise
    rows = [row_of(each, rule, games, seed) for each in series if each.counts for rule in dict.fromkeys(rules)]
    return Findings(
        name="threat-ads",
        title="What does Threat-ADS save best-reply search?",
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=notes(series, player),
        draw=lambda file: draw(file, rows),
        faults=tuple(fault for each in series for found in each.first(games) for fault in found["faults"]),
        interrupted=interrupted,
    )


def with_rule(player: str, rule: str) -> str:
    """A player with one more option, or with the list.

    >>> with_rule("bestreply:plain=true", "mtf"), with_rule("bestreply", "adaptive=mtf")
    ('bestreply:plain=true,threats=mtf', 'bestreply:adaptive=mtf')
    """
    name, _, value = rule.partition("=") if "=" in rule else ("threats", "=", rule)
    return with_setting(player, name, value)


class Series:
    """Games of one kind from one start, and the nodes that each search took in them."""

    def __init__(
        self,
        game: Game,
        start: str,
        turns: int,
        midgame: int,
        depth: int,
        methods: Mapping[str, str],
        seed: int,
        folder: str,
    ) -> None:
        self.game, self.start, self.methods = game, start, methods
        self.name = game.spec.partition(":")[0]
        self.turns = turns or TURNS.get(self.name, USUAL_TURNS)
        self.rounds = midgame if start == "midgame" else 0
        self.depth, self.seed = depth, seed
        header = {
            "game": game.spec,
            "start": start,
            "turns": self.turns,
            "rounds": self.rounds,
            "depth": depth,
            "searches": list(methods.values()),
            "seed": seed,
        }
        self.file = record_in(folder, f"{game.spec}-{start}")
        self.counts: dict[int, dict[str, Any]] = restored(self.file, header) if self.file else {}

    def first(self, games: int) -> list[dict[str, Any]]:
        """The counts of the first games."""
        return [self.counts[number] for number in sorted(self.counts) if number < games]

    def count(self, number: int) -> None:
        """Play one game, unless it was played before."""
        if number in self.counts:
            return
        rng = np.random.default_rng((self.seed, STARTS.index(self.start), number))
        nodes, leaves = dict.fromkeys(self.methods, 0), dict.fromkeys(self.methods, 0)
        faults, played = [], 0
        position: Position | None = self.begin(rng)
        while position is not None and played < self.turns:
            found = {name: searched(position, method, self.depth) for name, method in self.methods.items()}
            usual = found[WITHOUT]
            for name, each in found.items():
                nodes[name] += each.nodes
                leaves[name] += each.leaves
                if not same(each.value, usual.value):
                    faults.append(f"{position.text}: {name} finds {each.value:g}, without it {usual.value:g}")
            played += 1
            position = to_turn(position.play(usual.move or ""), rng)
        self.counts[number] = {"game": number, "turns": played, "nodes": nodes, "leaves": leaves, "faults": faults}
        if self.file:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.counts[number]) + "\n")

    def begin(self, rng: np.random.Generator) -> Position:
        """The start, or after some rounds of random moves a position in which MAX is to move."""
        for _ in range(200):
            position: Position | None = self.game.start()
            for _ in range(self.rounds * len(self.game.players)):
                position = None if position is None or position.over else position.play(any_move(position, rng))
            position = position and to_turn(position, rng)
            if position is not None:
                return position
        raise Problem(f"{self.game.spec}: after {self.rounds} random rounds hardly a game is still going on")


def searched(position: Position, method: str, depth: int) -> Analysis:
    """Search a position. KeyboardInterrupt if Ctrl-C cuts it short."""
    found = analyse(position, method=method, limit=Limit(depth=depth))
    if found.interrupted:
        raise KeyboardInterrupt
    return found


def any_move(position: Position, rng: np.random.Generator) -> str:
    """A move at random, all equally likely."""
    names = list(position.moves)
    return names[rng.integers(len(names))]


def to_turn(position: Position, rng: np.random.Generator) -> Position | None:
    """Let the others move at random until it is MAX's turn; None if the game ends before, or goes round without MAX."""
    for _ in range(len(position.game.players)):
        if position.over:
            return None
        if position.mover == MAX:
            return position
        position = position.play(any_move(position, rng))
    return None


# --- the record -------------------------------------------------------------------------------------------------------


def restored(file: Path, header: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """What a record holds by number of the game; begins it if there is none, and drops a line left unfinished."""
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else json.dumps(header) + "\n"
        whole = text[: text.rfind("\n") + 1]
        first, *lines = [json.loads(line) for line in whole.splitlines()]
        differs = [key for key in header if first[key] != header[key]]
        counts = {line["game"]: line for line in lines}
        if not differs:
            file.write_text(whole, encoding="utf-8")
    except OSError as error:
        raise Problem(f"record {str(file)!r}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise Problem(f"{str(file)!r} is not a record of threat-ads") from None
    for key in differs:
        raise Problem(f"record {str(file)!r} is of another experiment: {key} is {first[key]!r}, not {header[key]!r}")
    return counts


# --- the table --------------------------------------------------------------------------------------------------------


def reduction(without: list[int], with_it: list[int], seed: int) -> Measured:
    """By what percentage the second sum is smaller than the first; 95 % bootstrap interval over games.

    >>> reduction([100, 300], [90, 270], seed=0)
    Measured(value=10.0, low=10.0, high=10.0)
    """
    before, after = np.array(without, float), np.array(with_it, float)
    drawn = np.random.default_rng(seed).integers(len(before), size=(RESAMPLES, len(before)))
    ratios = after[drawn].sum(1) / before[drawn].sum(1)
    ends = np.percentile(100 * (1 - ratios), [2.5, 97.5])
    value, low, high = (round(float(x), 9) for x in (100 * (1 - after.sum() / before.sum()), *ends))
    return Measured(value, low, high)


def row_of(series: Series, rule: str, games: int, seed: int) -> dict[str, Any]:
    """The figures of one rule."""
    found = series.first(games)
    without, with_it = ([each["nodes"][name] for each in found] for name in (WITHOUT, rule))
    inner, inner_with = ([each["nodes"][name] - each["leaves"][name] for each in found] for name in (WITHOUT, rule))
    saved, saved_inner = reduction(without, with_it, seed), reduction(inner, inner_with, seed)
    published = PUBLISHED.get(series.name, ()) if "=" not in rule else ()
    return {
        "game": series.game.spec,
        "players": len(series.game.players),
        "start": series.start,
        "rule": rule,
        "games": len(found),
        "turns": sum(each["turns"] for each in found) / len(found),
        "nodes_without": sum(without) / len(found),
        "nodes_with": sum(with_it) / len(found),
        "reduction": saved.value,
        "interval": [saved.low, saved.high],
        "fewer": sum(a > b for a, b in zip(without, with_it, strict=True)),
        "inner_reduction": saved_inner.value,
        "inner_interval": [saved_inner.low, saved_inner.high],
        "published": published[STARTS.index(series.start)] if published else None,
    }


COLUMNS = (
    Column("game", lambda row: row["game"]),
    Column(">players", lambda row: str(row["players"])),
    Column("start", lambda row: row["start"]),
    Column("rule", lambda row: row["rule"]),
    Column(">games", lambda row: str(row["games"])),
    Column(">without", lambda row: f"{row['nodes_without']:,.0f}"),
    Column(">with", lambda row: f"{row['nodes_with']:,.0f}"),
    Column(">saved %", lambda row: f"{row['reduction']:.1f}"),
    Column(">95 %", lambda row: "{:.1f} to {:.1f}".format(*row["interval"])),
    Column(">fewer in", lambda row: f"{row['fewer']}/{row['games']}"),
    Column(">deck", lambda row: f"{row['published']:.1f}" if row["published"] is not None else ""),
)


def notes(series: list[Series], player: str) -> tuple[str, ...]:
    """What was done, above all where the deck leaves it open."""
    turns = ", ".join(dict.fromkeys(f"{each.turns} ({each.name})" for each in series))
    return (
        f"One player, the first to move, searches {series[0].depth} plies with {player}, with and without the list; "
        f"the others move at random. Nodes: leaves too, summed over its first turns: {turns}; mean over games.",
        "All rules search the same positions: the first player makes the move that the search without the list finds. "
        "Interval: bootstrap over games. 'fewer in': games in which the rule takes fewer nodes.",
        "midgame: after "
        + (", ".join(dict.fromkeys(str(each.rounds) for each in series if each.rounds)) or "no")
        + " rounds of random moves by everybody, the game still on and the first player too.",
        "The list begins every search in the order of turns, the next player first; moves inside a group come as the "
        "rules list them. At every node of the opponents the one with the best move there is moved forward.",
        "deck: Polk 2015, who leaves open depth, boards, turns, players, evaluation, rule and what a midgame is.",
    )


def draw(file: str | Path, rows: list[dict[str, Any]]) -> None:
    """A bar for every game and start, with the first rule."""
    rule = rows[0]["rule"]
    shown = [row for row in rows if row["rule"] == rule]

    def name(row: Mapping[str, Any]) -> str:
        game = row["game"].replace("-", "-\n").replace(":", ":\n")
        deck = f"\ndeck: {row['published']:.1f}" if row["published"] is not None else ""
        return f"{game}\n{row['start']}{deck}"

    bar_plot(
        file,
        [name(row) for row in shown],
        [row["reduction"] for row in shown],
        low=[row["interval"][0] for row in shown],
        high=[row["interval"][1] for row in shown],
        title=f"Nodes that a list of opponents saves best-reply search ({rule})",
        y="nodes saved, %",
    )
