"""What does each option of Monte Carlo tree search gain? Players with it meet players without it, in many matches.

An option that makes simulations wiser makes them slower, too: so there is one match at equal simulations and one at
equal time.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.arena.players import player
from zermelo.arena.result import Match
from zermelo.core.catalogue import load
from zermelo.core.game import Game
from zermelo.core.options import parse, with_setting
from zermelo.draw.plot import bar_plot
from zermelo.errors import Problem, unknown
from zermelo.experiments.matches import Pairing, series
from zermelo.experiments.registry import Column, Findings, Tell, choice, experiment

OFF = "solver=false"  # every extra of `mcts` that is on by default
FLAT = "flat:games=1000000"  # for each move: as many as the limit allows
BOTH = ("simulations", "time")


def judged(game: Game) -> bool:
    return game.judges


class Contender(NamedTuple):
    """An option that is put to the test: settings of `mcts`, where everything else is off."""

    settings: str
    games: tuple[str, ...]
    against: str = ""  # settings of the opponent, or all of it; as a rule everything is off
    suits: Callable[[Game], bool] = lambda game: True
    limits: tuple[str, ...] = BOTH  # that are the same for both players


MIXED = ("breakthrough:size=6", "connect4", "hex:size=7")
PLACING = ("hex:size=7", "hex:size=9", "go:size=7")  # a move names a place
TRIALS = {
    "tree": Contender("", ("breakthrough:size=6", "connect4", "hex:size=7", "go:size=7"), FLAT),
    "solver": Contender("solver=true", ("breakthrough:size=6", "connect4")),
    "bounds": Contender(
        "solver=true,bounds=true",
        ("breakthrough:size=6", "connect4"),
        "solver=true,bounds=false",
        suits=lambda game: game.has("bounds") and game.two_player,
    ),
    "rave": Contender("amaf=rave", PLACING),
    "grave": Contender("amaf=grave", PLACING),
    "minimax": Contender("minimax=0.4", ("breakthrough", "kalah"), suits=judged),
    "bias": Contender("bias=1", ("breakthrough", "othello"), suits=judged),
    "cutoff": Contender("cutoff=4", ("breakthrough", "othello"), suits=judged),
    "fpu": Contender("fpu=0.5", MIXED),
    "transpositions": Contender(
        "transpositions=true", ("connect4", "othello"), suits=lambda game: game.rules.repetition != "forbidden"
    ),
    "policy": Contender(
        "policy=game",
        ("go:size=7", "chinese-checkers:players=2,board=small"),
        "policy=random",
        suits=lambda game: game.has("playout"),
    ),
    "margin": Contender("margin=0.1", ("othello", "kalah"), "margin=0", suits=lambda game: bool(game.rules.unit)),
    "reuse": Contender("reuse=true", MIXED, "reuse=false"),
    "value": Contender("final=value", MIXED),
    "secure": Contender("final=secure", MIXED),
    "threads": Contender("threads=2", MIXED, limits=("time",)),
    "root": Contender("threads=2,parallel=root", MIXED, "threads=2", limits=("time",)),
}


@experiment(
    "mcts",
    question="What does each option of Monte Carlo tree search gain?",
    options=(
        choice("game", (), "a game to try them in, if it suits, instead of each one's own; may be given many times"),
        choice("option", tuple(TRIALS), "what to try, or settings such as c=1.4; may be given many times"),
        choice("simulations", 1000, "for a move, in one match of each two players; 0: leave it out", low=0),
        choice("time", 0.1, "seconds for a move, in the other one; 0: leave it out", low=0.0),
        choice("games", 40, "in each match", low=2),
        choice("opening", 4, "random plies to begin with", low=0),
        choice("record", "", "a folder that keeps the games, to go on from"),
        choice("workers", 1, "games at a time; more than one blur what equal time means", low=1),
    ),
)
def mcts(
    *,
    seed: int,
    tell: Tell,
    game: tuple[str, ...],
    option: tuple[str, ...],
    simulations: int,
    time: float,
    games: int,
    opening: int,
    record: str,
    workers: int,
) -> Findings:
    """Matches of each option against a player without it."""
    limits = {name: value for name, value in zip(BOTH, (simulations, time), strict=True) if value}
    matches = pairings(game, option, limits)
    results, interrupted = series(
        matches, tell=tell, games=games, seed=seed, opening=opening, record=record, workers=workers
    )
    rows = rows_of(results)
    return Findings(
        name="mcts",
        title="What does each option of Monte Carlo tree search gain?",
        seed=seed,
        rows=rows,
        columns=COLUMNS,
        notes=(
            f"Both players are mcts:{OFF} but for what the row says; a move gets "
            f"{' or '.join(f'{name}={value:g}' for name, value in limits.items())}; {games} games in a match; "
            f"{opening} random plies to begin with, each opening from all sides.",
            "Points and Elo of the player with the option, with 95 % intervals. slower: its time for as many "
            "simulations; without the option it is 1.",
        ),
        draw=lambda file: draw(file, rows),
        interrupted=interrupted,
    )


def pairings(specs: Iterable[str], options: Iterable[str], limits: Mapping[str, float]) -> list[Pairing]:
    """The matches to play; a `Problem` before the first of them if something is wrong with any."""
    trials = {option: trial_of(option) for option in options}
    games = [load(spec) for spec in specs]
    made = [
        Pairing(
            game.spec,
            (option, limit),
            [with_setting(player_of(one), limit, limits[limit]) for one in (trial.settings, trial.against)],
        )
        for option, trial in trials.items()
        for game in games or map(load, trial.games)
        if trial.suits(game)
        for limit in trial.limits
        if limit in limits
    ]
    if not made:
        where = f" in {', '.join(game.spec for game in games)}" if games else ""
        raise Problem(f"no match to play: {', '.join(trials)}{where}, at equal {' or '.join(limits) or 'nothing'}")
    for pairing in made:
        for described in pairing.players:
            player(described)
    return made


def trial_of(option: str) -> Contender:
    """By name, or of settings that somebody wants to try."""
    if "=" in option:
        return Contender(option, MIXED)
    if option not in TRIALS:
        raise unknown("option", option, TRIALS, where=" of mcts")
    return TRIALS[option]


def player_of(settings: str) -> str:
    """A player that has these settings, and else everything off; or who is described."""
    if ":" in settings:
        return settings
    chosen = {**parse(OFF), **parse(settings)}
    return "mcts:" + ",".join(f"{name}={value}" for name, value in chosen.items())


def rows_of(results: Iterable[tuple[Pairing, Match]]) -> list[dict[str, Any]]:
    """The matches of an option in a game as one row."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for pairing, found in results:
        option, limit = pairing.labels
        trial = trial_of(option)
        blank = {"game": pairing.game, "option": option, "settings": trial.settings, "against": trial.against}
        row = rows.setdefault((pairing.game, option), {**blank, **dict.fromkeys(BOTH)})
        spent = [found.effort(number) for number in (0, 1)]
        row[limit] = {
            "players": list(pairing.players),
            **found.tally(0).as_dict(),
            "seconds_per_move": [effort.seconds / max(effort.moves, 1) for effort in spent],
        }
    return list(rows.values())


def score_of(row: Mapping[str, Any], limit: str) -> str:
    if not (found := row[limit]):
        return ""
    low, high = found["interval"]
    return f"{100 * found['score']:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def elo_of(row: Mapping[str, Any], limit: str) -> str:
    if not (found := row[limit]):
        return ""
    return "{:+.0f} ({:+.0f} to {:+.0f})".format(found["elo"], *found["elo_interval"])


def slower(row: Mapping[str, Any]) -> str:
    if not (found := row["simulations"]):
        return ""
    with_it, without = found["seconds_per_move"]
    return f"x {with_it / max(without, 1e-9):.2f}"


COLUMNS = (
    Column("option", lambda row: row["option"]),
    Column("game", lambda row: row["game"]),
    Column("with", lambda row: row["settings"]),
    Column("against", lambda row: row["against"].partition(":")[0]),
    Column(">equal simulations", lambda row: score_of(row, "simulations")),
    Column(">Elo", lambda row: elo_of(row, "simulations")),
    Column(">equal time", lambda row: score_of(row, "time")),
    Column(">Elo", lambda row: elo_of(row, "time")),
    Column(">slower", slower),
)


def draw(file: str | Path, rows: list[dict[str, Any]]) -> None:
    """A bar for each match: the points of the player with the option."""
    matches = [(row, limit) for row in rows for limit in BOTH if row[limit]]
    bar_plot(
        file,
        ["\n".join((row["option"], *row["game"].split(":"), f"equal {limit}")) for row, limit in matches],
        [100 * row[limit]["score"] for row, limit in matches],
        low=[100 * row[limit]["interval"][0] for row, limit in matches],
        high=[100 * row[limit]["interval"][1] for row, limit in matches],
        title="Monte Carlo tree search with an option against without",
        y="% of the points; 50: it makes no difference",
    )
