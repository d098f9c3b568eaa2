"""A series of matches: what experiments that let players play have in common."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from zermelo.arena.match import match
from zermelo.arena.result import Match
from zermelo.core.catalogue import load
from zermelo.experiments.registry import Tell, record_in


class Pairing(NamedTuple):
    """One match of a series."""

    game: str
    labels: Sequence[Any]  # what tells the players from others in the series: 3 and 2, for plies
    players: Sequence[str]


def series(
    pairings: Iterable[Pairing],
    *,
    tell: Tell,
    games: int,
    seed: int,
    opening: int,
    record: str,
    workers: int,
) -> tuple[list[tuple[Pairing, Match]], bool]:
    """Play one match after another; the results, and whether Ctrl-C ended the series early."""
    results: list[tuple[Pairing, Match]] = []
    for pairing in pairings:
        game = load(pairing.game)
        head = f"{game.spec}: {' against '.join(pairing.players)}"

        def progress(so_far: Match, head: str = head) -> None:
            tell(f"{head}, {len(so_far.played)} of {so_far.wanted} games")

        found = match(
            game,
            list(pairing.players),
            games=games,
            seed=seed,
            opening_plies=opening,
            record=record_in(record, f"{game.spec}-{'-'.join(map(str, pairing.labels))}"),
            workers=workers,
            on_progress=progress,
        )
        if found.played:
            results.append((pairing, found))
        if found.interrupted:
            if not results:
                raise KeyboardInterrupt
            return results, True
    return results, False
