"""Which search plays games for many best? Any two of them share the seats, with the same number of nodes for a move."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from zermelo.arena.result import Match
from zermelo.core.catalogue import load
from zermelo.core.options import with_setting
from zermelo.draw.plot import bar_plot
from zermelo.experiments.matches import Pairing, series
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment

GAMES = ("virus:players=3", "focus:players=3", "chinese-checkers:players=3,board=small", "rolit:players=3")
METHODS = ("bestreply", "bestreply+", "paranoid", "maxn")
# Who won, as the papers say (Schadd & Winands 2011; Sturtevant 2002): (game, better, worse).
PUBLISHED = {
    ("chinese-checkers", "bestreply", "maxn"),
    ("chinese-checkers", "bestreply", "paranoid"),
    ("chinese-checkers", "paranoid", "maxn"),
    ("focus", "bestreply", "maxn"),
    ("focus", "bestreply", "paranoid"),
    ("rolit", "bestreply", "maxn"),
}


@experiment(
    "multiplayer",
    question="Which search plays games for more than two players best?",
    options=(
        choice("game", GAMES, "a game to play; may be given many times"),
        choice("method", METHODS, "a search that takes part; may be given many times"),
        choice("nodes", 3000, "for a move", low=1),
        choice("games", 60, "for each two searches, rounded up to all seatings", low=2),
        choice("opening", 6, "random plies to begin with", low=0),
        choice("record", "", "a folder that keeps the games, to go on from"),
        choice("workers", 1, "games at a time", low=1),
        choice("quick", False, "one round of few nodes, of the first game, to see how it works"),
    ),
)
def multiplayer(
    *,
    seed: int,
    tell: Tell,
    game: tuple[str, ...],
    method: tuple[str, ...],
    nodes: int,
    games: int,
    opening: int,
    record: str,
    workers: int,
    quick: bool,
) -> Findings:
    """Matches of any two searches."""
    if quick:
        games, nodes, game = 2, 100, game[:1]
    pairings = [
        Pairing(load(spec).spec, pair, [with_setting(one, "nodes", nodes) for one in pair])
        for spec in game
        for pair in combinations(method, 2)
    ]
    results, interrupted = series(
        pairings, tell=tell, games=games, seed=seed, opening=opening, record=record, workers=workers
    )
    rows = [row_of(pairing.game, pairing.labels, found) for pairing, found in results]
    return Findings(
        name="multiplayer",
        title="Which search plays games for many best?",
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=(
            f"Each two searches take the seats in every way that leaves neither out; {nodes} nodes for a move; "
            f"{opening} random plies to begin with, and each opening in all seatings.",
            "ahead: how often the first did better than the second in the same game (95 % interval; 50 % is even). "
            "share: what a seat of the first won, and of the second.",
            "published: who was better (Schadd & Winands 2011; Sturtevant 2002), with other programs and more time.",
        ),
        draw=lambda file: draw(file, rows),
        interrupted=interrupted,
    )


def row_of(spec: str, pair: Sequence[str], found: Match) -> dict[str, Any]:
    """The figures of one match."""
    tally, spent = found.tally(0), [found.effort(number) for number in (0, 1)]
    name = spec.partition(":")[0]
    published = next((one for one, other in (pair, pair[::-1]) if (name, one, other) in PUBLISHED), "")
    return {
        "game": spec,
        "first": pair[0],
        "second": pair[1],
        "games": len(found.played),
        "ahead": tally.score,
        "interval": [tally.low, tally.high],
        "shares": [found.share(number).mean for number in (0, 1)],
        "nodes_per_move": [effort.nodes / max(effort.moves, 1) for effort in spent],
        "published": published,
    }


def verdict(row: Mapping[str, Any]) -> str:
    """Who was better, if the interval says so."""
    low, high = row["interval"]
    return row["first"] if low > 0.5 else row["second"] if high < 0.5 else "undecided"


COLUMNS = (
    Column("game", lambda row: row["game"]),
    Column("first", lambda row: row["first"]),
    Column("second", lambda row: row["second"]),
    Column(">games", lambda row: str(row["games"])),
    Column(">ahead", lambda row: f"{100 * row['ahead']:.0f} %"),
    Column(">95 %", lambda row: "{:.0f} to {:.0f}".format(*(100 * end for end in row["interval"]))),
    Column(">share", lambda row: "{:.0f} : {:.0f} %".format(*(100 * share for share in row["shares"]))),
    Column("better", verdict),
    Column("published", lambda row: row["published"]),
)


def draw(file: Any, rows: list[dict[str, Any]]) -> None:
    """A bar for each match: how often the first was ahead of the second."""
    bar_plot(
        file,
        [f"{row['game'].partition(':')[0]}\n{row['first']}\n{row['second']}" for row in rows],
        [100 * row["ahead"] for row in rows],
        low=[100 * row["interval"][0] for row in rows],
        high=[100 * row["interval"][1] for row in rows],
        title="How often the upper search is ahead of the lower one",
        y="%",
    )
