"""Matches: who is better? Every opening is played from each seat, and everything random comes from one seed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from zermelo.arena.fingerprints import of_files
from zermelo.arena.fixture import Contest, Fixture, Played, schedule, seatings
from zermelo.arena.openings import openings
from zermelo.arena.players import Human, Player, name_of, player
from zermelo.arena.record import Record
from zermelo.arena.result import Match
from zermelo.arena.workers import play_all
from zermelo.core.catalogue import load
from zermelo.core.game import Game
from zermelo.core.likeness import of_rules
from zermelo.errors import Problem, demand

MOST_WORKERS = 256


def match(
    game: Game | str,
    players: Sequence[str | Player],
    *,
    games: int = 100,
    seed: int = 0,
    opening_plies: int | None = None,
    balanced: bool = False,
    longest: int = 1000,
    record: str | Path | None = None,
    workers: int = 1,
    on_progress: Callable[[Match], bool | None] | None = None,
) -> Match:
    """Let players meet, all of them each other: `games` for each pair, or for each group that fills the seats.

    Players are descriptions such as `alphabeta:depth=6`, or objects that choose moves. Every two games begin with the
    same random opening of `opening_plies` moves, seats exchanged (see `openings`, also about `balanced`), and have the
    same dice; where there are dice, or something is hidden, the openings are empty unless one asks for more. Where
    something is hidden, players are handed their `Sight`, not the position; but as deals come again with the seats
    exchanged, a player that is an object and remembers the last game could know what others hold. With more seats, the
    games with one opening are all its seatings (see `seatings`), and `games` is rounded up to whole rounds; fewer
    players than seats take several each. A game that is not over after `longest` plies counts as even. The same
    arguments give the same games, unless players think for a given time; `workers` processes only make it quicker, but
    they take time from each other.

    With a `record`, every finished game is written to that file, and games that it holds already are not played again:
    a match can be cut off and resumed, or prolonged, by one program at a time, as long as the rules, the players and
    their files are what they were (of a player that is an object, only the name is known). Ctrl-C ends it with the
    result so far, and so does an `on_progress` (called after each game) that returns False.

    >>> match("tictactoe", ["greedy", "random"], games=20).tally("greedy").wins
    12
    """
    game = load(game) if isinstance(game, str) else demand(Game, game, 'z.load("othello")')
    if opening_plies is None:
        opening_plies = 0 if game.stochastic or game.hidden else 4
    least = {"games": (games, 1), "opening_plies": (opening_plies, 0), "workers": (workers, 1)}
    for name, (value, lowest) in least.items():
        if value < lowest:
            raise Problem(f"{name}={value} must be at least {lowest}")
    if workers > MOST_WORKERS:
        raise Problem(f"workers={workers} must be at most {MOST_WORKERS}")
    if longest <= opening_plies:
        raise Problem(f"longest={longest} must be more than the {opening_plies} plies of an opening")
    if len(players) < 2:
        raise Problem("a match needs two players or more")
    groups = seatings(len(players), len(game.players))
    if len(game.players) > 2:
        games = -(-games // len(groups[0])) * len(groups[0])
    names = _names(players)
    book: Record | None = None
    played: dict[int, Played] = {}
    wanted = games * len(groups)

    def missing() -> Iterator[Fixture]:
        """The games to play, after a look at those that were played before."""
        drawn = openings(game, plies=opening_plies, seed=seed, balanced=balanced)
        for fixture in schedule(len(players), len(game.players), games, drawn):
            if book and (one := book.of(fixture, game.lowest, game.highest)):
                played[one.number] = one
            else:
                yield fixture

    def result(interrupted: bool = False) -> Match:
        return Match(
            game=game.spec,
            seats=game.players,
            scale=(game.lowest, game.highest),
            players=tuple(names),
            seed=seed,
            opening_plies=opening_plies,
            wanted=wanted,
            played=tuple(played[number] for number in sorted(played)),
            interrupted=interrupted,
        )

    contest = Contest(game, tuple(players), seed, longest)
    try:
        with ExitStack() as afterwards:
            if record is not None:
                header = {
                    "match": game.spec,
                    "rules": of_rules(game),
                    "players": names,
                    "files": of_files(players),
                    "seed": seed,
                    "opening_plies": opening_plies,
                    "balanced": balanced,
                    "longest": longest,
                }
                book = afterwards.enter_context(closing(Record(record, header)))
            finished = afterwards.enter_context(closing(play_all(contest, missing(), workers=workers)))
            for one in finished:
                played[one.number] = one
                if book:
                    book.add(one)
                if on_progress and on_progress(result()) is False:
                    return result(interrupted=len(played) < wanted)
    except KeyboardInterrupt:
        return result(interrupted=True)
    return result()


def _names(players: Sequence[str | Player]) -> list[str]:
    """What the players are called; those of the same name are numbered."""
    made = [player(given) if isinstance(given, str) else given for given in players]
    if any(isinstance(each, Human) for each in made):
        raise Problem("a human cannot play a match; zermelo play is for people")
    names = [name_of(each) for each in made]
    return [
        f"{name} #{names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
