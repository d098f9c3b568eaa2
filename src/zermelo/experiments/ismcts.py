"""Who plays best what one cannot see? Searches, an equilibrium and a random player meet, in seats that change."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from zermelo.arena.result import Match
from zermelo.arena.strategies import solved
from zermelo.core.catalogue import load
from zermelo.draw.plot import bar_plot
from zermelo.errors import Problem
from zermelo.experiments.matches import Pairing, series
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment

GAMES = ("liars-dice", "blind-tictactoe", "leduc", "kuhn")
EQUILIBRIUM, RANDOM = "equilibrium", "random"
PLAYERS = ("ismcts", "pimc", EQUILIBRIUM, RANDOM)


@experiment(
    "ismcts",
    question="Who plays best what one cannot see: ismcts, pimc or an equilibrium?",
    options=(
        choice("game", GAMES, "a game to play; may be given many times"),
        choice("player", PLAYERS, "who takes part; may be given many times"),
        choice("simulations", 4000, "of ismcts, for a move", low=1),
        choice("worlds", 20, "that pimc searches for a move", low=1),
        choice("nodes", 20_000, "of pimc, in all of them together", low=1),
        choice("games", 300, "for each two players", low=2),
        choice("record", "", "a folder that keeps the games, to go on from"),
        choice("workers", 1, "games at a time", low=1),
        choice("quick", False, "a few games of the last game with little thought, to see how it works"),
    ),
)
def ismcts(
    *,
    seed: int,
    tell: Tell,
    game: tuple[str, ...],
    player: tuple[str, ...],
    simulations: int,
    worlds: int,
    nodes: int,
    games: int,
    record: str,
    workers: int,
    quick: bool,
) -> Findings:
    """Matches of any two players."""
    if quick:
        games, simulations, worlds, nodes, game = 4, 50, 3, 300, game[-1:]
    described = {"ismcts": f"ismcts:simulations={simulations}", "pimc": f"pimc:worlds={worlds},nodes={nodes}"}
    pairings, notes = [], []
    for spec in game:
        here = list(player)
        if EQUILIBRIUM in here and (why := _too_large(spec, tell)):
            here.remove(EQUILIBRIUM)
            notes.append(f"No equilibrium: {why}.")
        pairings += [
            Pairing(load(spec).spec, pair, [described.get(one, one) for one in pair]) for pair in combinations(here, 2)
        ]
    results, interrupted = series(
        pairings, tell=tell, games=games, seed=seed, opening=0, record=record, workers=workers
    )
    rows = [row_of(pairing.game, pairing.labels, found) for pairing, found in results]
    return Findings(
        name="ismcts",
        title="Who plays best what one cannot see?",
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=(
            f"{simulations:,} simulations for a move of ismcts; {worlds} positions, and {nodes:,} nodes in all, for one"
            " of pimc. Both players get the same deals, in both seats.",
            "payoff: what the first got for a game, on average (95 % interval).",
            *notes,
        ),
        draw=lambda file: draw(file, rows),
        interrupted=interrupted,
    )


def _too_large(spec: str, tell: Tell) -> str:
    """Why a game is not solved before it is played, or nothing."""
    tell(f"{spec}: solving")
    try:
        solved(load(spec))
    except Problem as problem:
        return str(problem)
    return ""


def row_of(spec: str, pair: Sequence[str], found: Match) -> dict[str, Any]:
    """The figures of one match."""
    tally, spent = found.tally(0), [found.effort(number) for number in (0, 1)]
    return {
        "game": spec,
        "first": pair[0],
        "second": pair[1],
        "games": len(found.played),
        "score": tally.score,
        "payoff": tally.payoff,
        "interval": [tally.payoff_low, tally.payoff_high],
        "ms_per_move": [1000 * effort.seconds / max(effort.moves, 1) for effort in spent],
    }


def verdict(row: Mapping[str, Any]) -> str:
    """Who was better, if the interval says so."""
    low, high = row["interval"]
    return row["first"] if low > 0 else row["second"] if high < 0 else "undecided"


COLUMNS = (
    Column("game", lambda row: row["game"]),
    Column("first", lambda row: row["first"]),
    Column("second", lambda row: row["second"]),
    Column(">games", lambda row: str(row["games"])),
    Column(">payoff", lambda row: f"{row['payoff']:+.3f}"),
    Column(">95 %", lambda row: "{:+.3f} to {:+.3f}".format(*row["interval"])),
    Column(">ms/move", lambda row: "{:.1f} : {:.1f}".format(*row["ms_per_move"])),
    Column("better", verdict),
)


def draw(file: Any, rows: list[dict[str, Any]]) -> None:
    """A bar for each match: what the first got."""
    bar_plot(
        file,
        [f"{row['game']}\n{row['first']}\n{row['second']}" for row in rows],
        [row["payoff"] for row in rows],
        low=[row["interval"][0] for row in rows],
        high=[row["interval"][1] for row in rows],
        title="What the upper player gets from the lower one",
        y="payoff for a game",
    )
