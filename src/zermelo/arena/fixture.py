"""The games of a match: who sits where in which opening, and how one of them is played."""

import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

from zermelo.arena.gate import at_turn
from zermelo.arena.levels import LevelPlayer
from zermelo.arena.openings import roll
from zermelo.arena.players import RESIGN, Player, SearchPlayer, name_of, player
from zermelo.core.game import Game
from zermelo.core.history import History
from zermelo.errors import Problem
from zermelo.search.method import find


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int
    round: int  # of games with the same opening
    opening: tuple[str, ...]
    seats: tuple[int, ...]  # the number of the player in each seat


@dataclass(frozen=True)
class Played:
    """A game that was played to its end."""

    number: int
    round: int
    opening: tuple[str, ...]
    seats: tuple[int, ...]
    moves: tuple[str, ...]  # after the opening
    payoff: tuple[float, ...]  # for each seat, as all that follows
    choices: tuple[int, ...]  # moves that the player chose
    seconds: tuple[float, ...]  # spent on them
    nodes: tuple[int, ...]  # searched for them
    reason: str  # why the game ended


Seating = tuple[int, ...]
"""The number of the player in each seat."""


def seatings(players: int, seats: int, number: int = 0) -> list[list[Seating]]:
    """For each group of players that meets: the seatings of round `number`.

    A group fills the seats, and its players take every seat in turn; in the next round they sit in another order. Fewer
    players than seats take several each, in every way that leaves nobody out.

    >>> seatings(2, 2), seatings(2, 3)[0][:3]
    ([[(0, 1), (1, 0)]], [(0, 0, 1), (0, 1, 0), (0, 1, 1)])
    """
    if players < seats:
        return [[given for given in product(range(players), repeat=seats) if len(set(given)) == players]]
    groups = []
    for first, *others in combinations(range(players), seats):
        orders = list(permutations(others))
        order = (first, *orders[number % len(orders)])
        groups.append([order[turn:] + order[:turn] for turn in range(seats)])
    return groups


def schedule(players: int, seats: int, games: int, openings: Iterable[tuple[str, ...]]) -> Iterator[Fixture]:
    """A round robin: `games` for every group of players that meets.

    In one round every group plays the same opening in all its seatings. The number of a game does not depend on how
    many games there are: a longer match begins like a shorter one.
    """
    length = len(seatings(players, seats)[0])
    for number, opening in zip(range(-(-games // length)), openings, strict=False):
        groups = seatings(players, seats, number)
        for place, group in enumerate(groups):
            for turn, seating in enumerate(group[: games - number * length]):
                yield Fixture((number * len(groups) + place) * length + turn, number, opening, seating)


@dataclass(frozen=True)
class Contest:
    """All that a game of a match depends on, besides its fixture."""

    game: Game
    players: tuple[str | Player, ...]  # a description makes a new player for every game
    seed: int
    longest: int  # plies after which an unfinished game counts as even

    def play(self, fixture: Fixture) -> Played:
        """Play one game. KeyboardInterrupt also if Ctrl-C cuts a search short."""
        seats = [_Seat(self.seated(fixture, seat)) for seat in range(len(fixture.seats))]
        dice = random.Random(derived(self.seed, fixture.round, "dice"))  # the same in all seatings
        veil = random.Random(derived(self.seed, fixture.number, "veil"))  # of what a player may take for the truth
        history = History(self.game.start())
        for move in fixture.opening:
            history.play(move)
        resigned = None  # who gave up
        while not history.over and resigned is None and len(history.played) < self.longest:
            if chances := history.position.chances:
                history.play(roll(chances, dice))
            elif (move := seats[history.position.mover].choose(history, veil)) == RESIGN:
                resigned = history.position.mover
            else:
                history.play(move)
        if resigned is None:
            payoff = history.payoff or (self.game.middle,) * len(seats)
            reason = history.reason or f"unfinished after {self.longest} plies (draw)"
        else:
            payoff = payoff_of_resigning(self.game, resigned)
            reason = f"{self.game.players[resigned]} resigns"
        return Played(
            number=fixture.number,
            round=fixture.round,
            opening=fixture.opening,
            seats=fixture.seats,
            moves=tuple(history.played[len(fixture.opening) :]),
            payoff=tuple(value + 0.0 for value in payoff),  # no -0.0
            choices=tuple(seat.choices for seat in seats),
            seconds=tuple(round(seat.seconds, 6) for seat in seats),
            nodes=tuple(seat.nodes for seat in seats),
            reason=reason,
        )

    def seated(self, fixture: Fixture, seat: int) -> Player:
        """The player in that seat, whose luck depends on nothing but the match's seed, the game and the seat."""
        given = self.players[fixture.seats[seat]]
        if not isinstance(given, str):
            return given
        made = player(given)
        luck = derived(self.seed, fixture.number, seat)
        if not isinstance(made, SearchPlayer):
            other = player(given, seed=luck)
            if isinstance(other, LevelPlayer):
                other.meanwhile = False
            return other
        made.meanwhile = False  # a match compares what players are, not who was compiled first
        if find(made.method).random and made.seed is None:  # others without a seed: to break ties takes time
            made.seed = luck
        return made


@dataclass
class _Seat:
    """A player at the board, and what they have spent so far."""

    player: Player
    choices: int = 0
    seconds: float = 0.0
    nodes: int = 0

    def choose(self, history: History, veil: random.Random) -> str:
        view, past = at_turn(history, veil)
        began = time.perf_counter()
        move = self.player.choose(view, past)
        found = getattr(self.player, "found", None)
        if found and found.interrupted:
            raise KeyboardInterrupt
        self.choices += 1
        self.seconds += found.time_s if found else time.perf_counter() - began  # a search's own clock omits compiling
        self.nodes += found.nodes if found else 0
        if move not in history.moves and (move != RESIGN or not history.game.two_player):
            raise Problem(f"{name_of(self.player)} plays {move!r}, which is no move in {view.text}")
        return move


def payoff_of_resigning(game: Game, loser: int) -> tuple[float, ...]:
    """The other player wins: by one point where payoffs are margins, as nobody knows by how much it would have been."""
    win = game.middle + 1 if game.rules.unit else game.highest
    loss = 2 * game.middle - win
    return (loss, win) if loser == 0 else (win, loss)


def derived(seed: int, *parts: int | str) -> int:
    """A seed for one purpose, made from another: the same in every process."""
    return random.Random(" ".join(map(str, (seed, *parts)))).getrandbits(48)
