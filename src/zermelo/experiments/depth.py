"""What is one ply more worth? A ladder of matches: each player looks one ply further than its opponent."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.arena.result import Match
from zermelo.core.catalogue import load
from zermelo.core.options import with_setting
from zermelo.draw.plot import Curve, line_plot
from zermelo.experiments.matches import Pairing, series
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment

# Elo of each ply more, and of further plies, as published by LKForge, negamax-search-depth-scaling (Hugging Face), for
# small programs with evaluations of their own.
PUBLISHED: Mapping[str, tuple[tuple[int, ...], str]] = {
    "othello": ((610, 160, 229, 174, 107), ""),
    "draughts": ((), "+50 to +100"),
    "connect4": ((953,), "+10 to +55"),
}
TOP = 1000.0  # Elo where the plot ends: a score of 99.7 %


@experiment(
    "depth",
    question="What is one ply more worth, in Elo?",
    options=(
        choice("game", tuple(PUBLISHED), "a game to play; may be given many times"),
        choice(
            "depths", 6, "the top of the ladder: 2 plies play against 1, 3 against 2, ... up to this", low=2, high=40
        ),
        choice("games", 40, "in each match", low=2),
        choice("player", "alphabeta", "who plays, without the depth: a search method with options"),
        choice("opening", 4, "random plies to begin with", low=0),
        choice("record", "", "a folder that keeps the games, to go on from"),
        choice("workers", 1, "games at a time", low=1),
    ),
)
def depth(
    *,
    seed: int,
    tell: Tell,
    game: tuple[str, ...],
    depths: int,
    games: int,
    player: str,
    opening: int,
    record: str,
    workers: int,
) -> Findings:
    """Matches of depth d + 1 against depth d."""
    pairings = [
        Pairing(load(spec).spec, (d + 1, d), [with_setting(player, "depth", plies) for plies in (d + 1, d)])
        for spec in game
        for d in range(1, depths)
    ]
    results, interrupted = series(
        pairings, tell=tell, games=games, seed=seed, opening=opening, record=record, workers=workers
    )
    rows = [row_of(pairing.game, pairing.labels[1], found) for pairing, found in results]
    return Findings(
        name="depth",
        title="What is one ply more worth?",
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=(
            f"{player} at depth d + 1 against depth d; {opening} random plies to begin with, each opening from both "
            "sides. Score and Elo of the deeper player with 95 % intervals.",
            "published: small programs with other evaluations (LKForge, negamax-search-depth-scaling).",
        ),
        draw=lambda file: draw(file, rows),
        interrupted=interrupted,
    )


def row_of(spec: str, d: int, found: Match) -> dict[str, Any]:
    """The figures of one match."""
    tally = found.tally(0)
    steps, further = PUBLISHED.get(spec, ((), ""))
    spent = [found.effort(number) for number in (0, 1)]
    return {
        "game": spec,
        "depth": d + 1,
        "against": d,
        **tally.as_dict(),
        "published": f"{steps[d - 1]:+d}" if d <= len(steps) else further,
        "nodes_per_move": spent[0].nodes / max(spent[0].moves, 1),
        "nodes_per_move_against": spent[1].nodes / max(spent[1].moves, 1),
        "plies": found.length,
        "wanted": found.wanted,
    }


COLUMNS = (
    Column("game", lambda row: row["game"]),
    Column(">depth", lambda row: f"{row['depth']} : {row['against']}"),
    Column(">games", lambda row: str(row["games"])),
    Column(">score", lambda row: f"{100 * row['score']:.1f} %"),
    Column(">95 %", lambda row: "{:.1f} to {:.1f}".format(*(100 * end for end in row["interval"]))),
    Column(">Elo", lambda row: f"{row['elo']:+.0f}"),
    Column(">95 %", lambda row: "{:+.0f} to {:+.0f}".format(*row["elo_interval"])),
    Column(">drawn", lambda row: f"{100 * row['draws'] / row['games']:.0f} %"),
    Column(">nodes", lambda row: f"x {row['nodes_per_move'] / max(row['nodes_per_move_against'], 1):.1f}"),
    Column(">published", lambda row: row["published"]),
)


def draw(file: str | Path, rows: list[dict[str, Any]]) -> None:
    """The Elo of every step, and what was published for it."""

    def shown(elo: float) -> float:
        return min(max(elo, -TOP), TOP)

    curves = []
    for spec in dict.fromkeys(row["game"] for row in rows):
        steps = [row for row in rows if row["game"] == spec]
        curves.append(
            Curve(
                spec,
                [row["depth"] for row in steps],
                [shown(row["elo"]) for row in steps],
                [shown(row["elo_interval"][0]) for row in steps],
                [shown(row["elo_interval"][1]) for row in steps],
            )
        )
    for spec, (published, _) in PUBLISHED.items():
        if len(published) > 1 and any(row["game"] == spec for row in rows):
            curves.append(Curve(f"{spec}, published", range(2, len(published) + 2), published, dashed=True))
    line_plot(
        file,
        curves,
        title="What one ply more is worth",
        x="depth, against one ply less",
        y=f"Elo (at most {TOP:.0f} shown)",
    )
