"""What a match showed: results of each pair of players and of each player, with intervals."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zermelo.arena.fixture import Played
from zermelo.arena.rating import Rating, elo, estimated, likely_mean, ratings
from zermelo.errors import unknown


@dataclass(frozen=True)
class Encounter:
    """One game as one player met one opponent in it."""

    player: int
    opponent: int
    seat: int
    round: int
    points: float  # 1 for more than the opponent, one half for as much
    payoff: float


@dataclass(frozen=True)
class Tally:
    """Games counted by how they ended, and what that says about the long run."""

    wins: int
    draws: int
    losses: int
    low: float  # the 95 % interval of the score: see `rating.estimate`
    high: float
    superiority: float  # how likely it is that the long-run score is above one half
    payoff: float  # on average
    payoff_low: float  # its 95 % interval
    payoff_high: float

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points; one half before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> tuple[float, float, float]:
        """The rating difference that explains the score, and the ends of its 95 % interval."""
        return elo(self.score), elo(self.low), elo(self.high)

    def as_dict(self) -> dict[str, Any]:
        difference, *interval = self.elo
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "interval": [self.low, self.high],
            "elo": difference,
            "elo_interval": interval,
            "superiority": self.superiority,
            "payoff": self.payoff,
            "payoff_interval": [self.payoff_low, self.payoff_high],
        }


@dataclass(frozen=True)
class Share:
    """What a player got of what there was to win: 0 is the least payoff and 1 the greatest."""

    seats: int  # taken, in all games
    mean: float
    low: float  # the 95 % interval
    high: float

    def as_dict(self) -> dict[str, Any]:
        return {"share": self.mean, "share_interval": [self.low, self.high]}


@dataclass(frozen=True)
class Effort:
    """What a player spent on its moves."""

    moves: int
    seconds: float
    nodes: int


@dataclass(frozen=True, repr=False)
class Match:
    """Games played, and everything that can be told from them."""

    game: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    opening_plies: int
    wanted: int  # games
    played: tuple[Played, ...]
    interrupted: bool = False
    scale: tuple[float, float] = (-1.0, 1.0)  # the least and the greatest payoff

    def __repr__(self) -> str:
        return f"<Match of {self.game}: {len(self.played)} of {self.wanted} games, {self.standing}>"

    @property
    def standing(self) -> str:
        """What each player has won so far, in a few words: points, or the shares of the seats taken."""
        numbers = range(len(self.players))
        if len(self.seats) > 2:
            points = [share.mean * share.seats for share in map(self.share, numbers)]
        else:
            points = [tally.wins + tally.draws / 2 for tally in map(self.tally, numbers)]
        return ", ".join(f"{name} {won:g}" for name, won in zip(self.players, points, strict=True))

    @cached_property
    def encounters(self) -> tuple[Encounter, ...]:
        return tuple(encounter for played in self.played for encounter in _encounters(played))

    def tally(self, player: int | str, opponent: int | str | None = None, *, seat: int | None = None) -> Tally:
        """The results of a player, by number or name: against everybody or one opponent, in all seats or one."""
        player = self._number(player)
        opponent = None if opponent is None else self._number(opponent)
        met = [
            one
            for one in self.encounters
            if one.player == player and opponent in (None, one.opponent) and seat in (None, one.seat)
        ]
        rounds: dict[tuple[int, int], list[Encounter]] = defaultdict(list)
        for one in met:
            rounds[one.opponent, one.round].append(one)
        likely = estimated([(sum(one.points for one in games), len(games)) for games in rounds.values()])
        low, high = likely_mean([(sum(one.payoff for one in games), len(games)) for games in rounds.values()])
        ended = [one.points for one in met]
        return Tally(
            wins=ended.count(1.0),
            draws=ended.count(0.5),
            losses=ended.count(0.0),
            low=likely.low,
            high=likely.high,
            superiority=likely.superiority,
            payoff=sum(one.payoff for one in met) / max(len(met), 1),
            payoff_low=low,
            payoff_high=high,
        )

    def _number(self, player: int | str) -> int:
        """The place of a player among the players."""
        if player in self.players:
            return self.players.index(str(player))
        if not isinstance(player, int) or not 0 <= player < len(self.players):
            raise unknown("player", str(player), self.players)
        return player

    @cached_property
    def ratings(self) -> list[Rating]:
        """Elo of each player, 0 on average."""
        points, games = np.zeros((2, len(self.players), len(self.players)))
        for one in self.encounters:
            points[one.player, one.opponent] += one.points
            games[one.player, one.opponent] += 1
        return ratings(points, games)

    def elo(self, player: int | str) -> tuple[float, float, float]:
        """Elo over the opponent, or in a round robin over the average, and the ends of its 95 % interval."""
        if len(self.players) == 2:
            return self.tally(player).elo
        rating = self.ratings[self._number(player)]
        return rating.elo, rating.elo - rating.margin, rating.elo + rating.margin

    @cached_property
    def best_first(self) -> list[int]:
        """The players by what they won: of what there was to win, if more than two sit at the table."""
        order = sorted(range(len(self.players)), key=lambda player: -self.ratings[player].elo)
        return sorted(order, key=lambda player: -self.share(player).mean) if len(self.seats) > 2 else order

    def share(self, player: int | str, *, seat: int | None = None) -> Share:
        """What a player got on average, in all seats or one; with two opposed players that is the score."""
        low, high = self.scale
        rounds: dict[int, list[float]] = defaultdict(list)
        for played, place in self._places(self._number(player)):
            if seat in (None, place):
                rounds[played.round].append((played.payoff[place] - low) / (high - low))
        likely = estimated([(sum(got), len(got)) for got in rounds.values()], even=1 / max(len(self.seats), 2))
        got = [value for values in rounds.values() for value in values]
        return Share(len(got), sum(got) / max(len(got), 1), likely.low, likely.high)

    def _places(self, player: int) -> list[tuple[Played, int]]:
        """The games of a player, and the seats; a player may have several."""
        return [(played, seat) for played in self.played for seat, one in enumerate(played.seats) if one == player]

    def effort(self, player: int) -> Effort:
        """What a player spent in all games."""
        places = self._places(player)
        return Effort(
            moves=sum(played.choices[seat] for played, seat in places),
            seconds=sum(played.seconds[seat] for played, seat in places),
            nodes=sum(played.nodes[seat] for played, seat in places),
        )

    @property
    def rounds(self) -> int:
        """How often an opening was chosen."""
        return len({one.round for one in self.played})

    @property
    def openings(self) -> int:
        """How many different openings there were."""
        return len({one.opening for one in self.played})

    @property
    def length(self) -> float:
        """Plies of a game on average, its opening included."""
        return sum(len(one.opening) + len(one.moves) for one in self.played) / max(len(self.played), 1)

    def svg(self) -> str:
        """The standings as a picture."""
        from zermelo.arena.standings import as_svg

        return as_svg(self)

    def _repr_html_(self) -> str:
        from zermelo.arena.standings import as_html

        return as_html(self)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        numbers = range(len(self.players))
        return {
            "game": self.game,
            "players": self.players,
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "openings": self.openings,
            "wanted": self.wanted,
            "games": len(self.played),
            "plies": self.length,
            "interrupted": self.interrupted,
            "standings": [self._standing(number) for number in numbers],
            "pairs": [
                {"player": self.players[a], "opponent": self.players[b], **self.tally(a, b).as_dict()}
                for a in numbers
                for b in numbers
                if a < b
            ],
        }

    def _standing(self, number: int) -> dict[str, Any]:
        spent, rating = self.effort(number), self.ratings[number]
        results = self.tally(number).as_dict()
        del results["elo"], results["elo_interval"]  # of a pair; a player has a rating
        return {
            "player": self.players[number],
            **results,
            **self.share(number).as_dict(),
            "rating": rating.elo,
            "rating_margin": rating.margin,
            "seats": {name: self.tally(number, seat=seat).as_dict() for seat, name in enumerate(self.seats)},
            "moves": spent.moves,
            "time_s": spent.seconds,
            "nodes": spent.nodes,
        }


def _encounters(played: Played) -> Iterator[Encounter]:
    """A game between many is one between any two of them."""
    for seat, player in enumerate(played.seats):
        for other, opponent in enumerate(played.seats):
            if opponent != player:
                own, theirs = played.payoff[seat], played.payoff[other]
                points = 1.0 if own > theirs else 0.5 if own == theirs else 0.0
                yield Encounter(player, opponent, seat, played.round, points, own)
