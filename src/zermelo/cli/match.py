"""zermelo match: who is better?"""

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import GameArgument, JsonOption, Ticker, load, print_json, show, table
from zermelo.cli.pictures import PdfOption, PngOption, SvgOption, draw, files_for

if TYPE_CHECKING:
    from zermelo.arena.result import Match
    from zermelo.core.game import Game


def match(
    game: GameArgument,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            help="Two or more: method[:key=value,...], level:1 to level:10, greedy, random, equilibrium, plan:FILE.",
        ),
    ],
    games: Annotated[int, typer.Option("--games", min=1, help="Games for each pair (or group) of players.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Of openings, ties and dice.")] = 0,
    opening: Annotated[
        int | None,
        typer.Option("--opening", min=0, help="Random plies to begin with: 4, or 0 with dice.", metavar="PLIES"),
    ] = None,
    balanced: Annotated[
        bool, typer.Option("--balanced", help="No openings that a search of two plies sees half won.")
    ] = False,
    record: Annotated[
        str, typer.Option("--record", help="Keep the games in this file, and go on from it.", metavar="FILE")
    ] = "",
    workers: Annotated[int, typer.Option("--workers", min=1, help="Games at a time.")] = 1,
    svg: SvgOption = None,
    png: PngOption = None,
    pdf: PdfOption = None,
    json: JsonOption = False,
) -> None:
    """Let players meet: scores with 95 % intervals, and Elo. More than two meet each other in a round robin.

    Every opening is played twice, seats exchanged, or in a game for more players in all seatings; with the same dice.
    Ctrl-C shows the result so far.

    Examples:

      zermelo match connect4 alphabeta:depth=4 greedy --games 40

      zermelo match othello alphabeta:depth=2 alphabeta:depth=4 greedy random --record games.jsonl --workers 2

      zermelo match mygame.py alphabeta:time=0.1 alphabeta:time=0.2,table=0 --json

      zermelo match virus:players=3 bestreply:nodes=2000 maxn:nodes=2000 --games 30

      zermelo match tictactoe alphabeta:depth=3 greedy random --svg standings.svg
    """
    from zermelo.arena.match import match

    files = files_for(svg=svg, png=png, pdf=pdf)
    chosen = load(game)
    with Ticker() as ticker:
        found = match(
            chosen,
            players,
            games=games,
            seed=seed,
            opening_plies=opening,
            balanced=balanced,
            record=record or None,
            workers=workers,
            on_progress=lambda so_far: ticker.line(_progress(so_far)) if ticker.active else None,
        )
    if found.played:
        draw(found.svg(), files)
    if json:
        print_json(found.as_dict())
    elif not found.played:
        print("Interrupted before the first game was over.")
    else:
        _report(found, chosen)
    if not found.played:
        raise typer.Exit(1)


def _progress(found: "Match") -> str:
    return f"{len(found.played)} of {found.wanted} games   {found.standing}"


def _report(found: "Match", game: "Game") -> None:
    many, crowded = len(found.players) > 2, len(found.seats) > 2
    best_first = found.best_first
    plural = "ply" if found.opening_plies == 1 else "plies"
    begin = f"the first {found.opening_plies} {plural} at random, " if found.opening_plies else ""
    dice = "the same dice in all games of a round, " if game.stochastic else ""
    print(f"{found.game}: {len(found.played)} games of {found.length:.1f} plies, {begin}{dice}seed {found.seed}")
    results = _shares(found, best_first) if crowded else _results(found, best_first)
    tables = [results, _by_seat(found, best_first, game)]
    if many:
        tables.append(_against_each_other(found, best_first))
    show(*tables)
    if found.openings < found.rounds and not game.stochastic and not game.hidden:
        print(f"Only {found.openings} different openings: some games are the same, and the intervals too narrow.")
    print(_meaning_of_share(found, best_first[0], game) if crowded else _meaning(found, best_first[0], many))
    if game.hidden and game.rules.unit and not crowded:
        print(_meaning_in_units(found, best_first[0], game))
    if found.interrupted:
        print(f"Interrupted after {len(found.played)} of {found.wanted} games.")


def _results(found: "Match", players: list[int]) -> Any:
    """The score of each player, and its Elo: over the opponent, or in a round robin over the average."""
    shown = table("", "player", ">score", ">95 %", ">Elo", ">95 %", ">won", ">drawn", ">lost")
    for player in players:
        tally = found.tally(player)
        elo, low, high = found.elo(player)
        shown.add_row(
            found.players[player],
            f"{100 * tally.score:.1f} %",
            f"{100 * tally.low:.1f} to {100 * tally.high:.1f}",
            f"{elo:+.0f}",
            f"{low:+.0f} to {high:+.0f}",
            str(tally.wins),
            str(tally.draws),
            str(tally.losses),
        )
    return shown


def _shares(found: "Match", players: list[int]) -> Any:
    """What each player won, and how often they did better than another in the same game."""
    shown = table("", "player", ">share won", ">95 %", ">seats", ">ahead of others", ">95 %")
    for player in players:
        share, tally = found.share(player), found.tally(player)
        shown.add_row(
            found.players[player],
            f"{100 * share.mean:.1f} %",
            f"{100 * share.low:.1f} to {100 * share.high:.1f}",
            str(share.seats),
            f"{100 * tally.score:.1f} %",
            f"{100 * tally.low:.1f} to {100 * tally.high:.1f}",
        )
    return shown


def _by_seat(found: "Match", players: list[int], game: "Game") -> Any:
    """Wins, draws and losses in each seat, and what the moves cost."""
    margin = [f">{game.rules.unit}/game", ">95 %"] if game.rules.unit else []
    shown = table("", "player", *(f">as {seat}" for seat in found.seats), *margin, ">ms/move", ">nodes/move")
    for player in players:
        effort = found.effort(player)
        tally = found.tally(player)
        mean, low, high = (value - game.middle for value in (tally.payoff, tally.payoff_low, tally.payoff_high))
        shown.add_row(
            found.players[player],
            *(_in_seat(found, player, seat) for seat in range(len(found.seats))),
            *([f"{mean:+.3g}", f"{low:+.3g} to {high:+.3g}" if math.isfinite(low) else "too few"] if margin else []),
            f"{1000 * effort.seconds / max(effort.moves, 1):.2f}",
            f"{effort.nodes / max(effort.moves, 1):,.0f}",
        )
    return shown


def _in_seat(found: "Match", player: int, seat: int) -> str:
    if len(found.seats) > 2:
        return f"{100 * found.share(player, seat=seat).mean:.0f} %"
    tally = found.tally(player, seat=seat)
    return f"+{tally.wins} ={tally.draws} -{tally.losses}"


def _against_each_other(found: "Match", players: list[int]) -> Any:
    """The score of every player (row) against every other (column)."""
    shown = table("score, % against", "", "player", *(f">{place}" for place, _ in enumerate(players, 1)))
    for place, player in enumerate(players, 1):
        scores = ("" if other == player else f"{100 * found.tally(player, other).score:.1f}" for other in players)
        shown.add_row(str(place), found.players[player], *scores)
    return shown


def _meaning_of_share(found: "Match", player: int, game: "Game") -> str:
    """The result of a game for many in one sentence."""
    share = found.share(player)
    even = (game.middle - game.lowest) / (game.highest - game.lowest)
    return (
        f"a seat of {found.players[player]} wins {100 * share.mean:.0f} % of what there is (95 %: "
        f"{100 * share.low:.0f} to {100 * share.high:.0f}); {100 * even:.0f} % would be even."
    )


def _meaning_in_units(found: "Match", by_wins: int, game: "Game") -> str:
    """Where one plays for amounts, such as chips, they say who is better, and not how often somebody won."""
    best = max(range(len(found.players)), key=lambda player: found.tally(player).payoff)
    tally, unit = found.tally(best), game.rules.unit
    low, high = tally.payoff_low - game.middle, tally.payoff_high - game.middle
    interval = f" (95 %: {low:+.3g} to {high:+.3g})" if math.isfinite(low) else ""
    told = f"{found.players[best]} gets {tally.payoff - game.middle:+.3g} {unit} a game{interval}"
    return f"{told}: that counts here, not who wins more often." if best != by_wins else f"{told}."


def _meaning(found: "Match", player: int, many: bool) -> str:
    """The result in one sentence."""
    tally, (elo, low, high) = found.tally(player), found.elo(player)
    compared = " above the average" if many else ""
    return (
        f"{found.players[player]} scores {100 * tally.score:.0f} % (95 %: {100 * tally.low:.0f} to "
        f"{100 * tally.high:.0f}), {elo:+.0f} Elo{compared} ({low:+.0f} to {high:+.0f})."
    )
