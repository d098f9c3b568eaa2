"""Is this game well made? The conformance test for anybody's rules; Zermelo's own games pass it too.

Random games are played in plain Python; every position is asked everything (`promises`), and what players know of it
(`knowledge`); the ends of these games are searched (`endings`); then native code is asked the same (`witness`). A rule
that does not come to an end is stopped (`endless`). The first promise that is broken is told with the line of the rule
that breaks it.
"""

import pickle
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from zermelo.check.endings import Endings, check_lengths, check_no_way_back, never_ends
from zermelo.check.endless import ending
from zermelo.check.knowledge import Knowledge, Own
from zermelo.check.promises import check_game_as_a_whole, check_move, check_position, dice, refusal
from zermelo.check.witness import Moment, Witness
from zermelo.core.game import CHANCE, Game, Position, Rules, asking
from zermelo.core.history import History
from zermelo.errors import RulesProblem

ENOUGH = 3000  # positions; each is asked everything, so this takes a while
FEW = 1000  # positions in which an end is looked for, if the first game has none
SECONDS = 6.0  # to spend on a game, beside compiling
PLAYING, SEARCHING, KNOWING = 0.5, 0.7, 0.85  # of the time: until games, searches of their ends, and lists are over
TURNS = 5  # moves for each player, after which all of them should have been seen to move
LEAST = 20  # positions that are tried however long they take


@dataclass(frozen=True)
class Report:
    """What was tried."""

    game: str
    games: int
    ended: int  # how many of them came to their end
    positions: int
    longest: int  # plies of the longest random game
    most_moves: int
    compiled: bool
    notes: tuple[str, ...] = ()  # what is no mistake, but good to know


Tell = Callable[[int, int], None]
"""Is told every now and then how many games have been begun, and how many positions were tried."""


@dataclass
class _Tried:
    """What random games have shown so far."""

    knowledge: Knowledge
    facts: dict[int, tuple] = field(default_factory=dict)  # by key: what must not differ
    movers: set[int] = field(default_factory=set)
    moments: list[Moment] = field(default_factory=list)
    longest: int = 0
    most_moves: int = 0
    ended: int = 0


def check_game(
    game: Game | type[Rules],
    *,
    games: int = 30,
    seed: int = 0,
    compiled: bool = True,
    plies: int = 400,
    seconds: float = SECONDS,
    tell: Tell = lambda games, positions: None,
) -> Report:
    """Play random games and test that the rules keep every promise; a RulesProblem names the first that they break.

    With `compiled`, native code must agree with plain Python. Games are cut off after `plies`, and no more are begun
    after ENOUGH positions, or when the `seconds` are spent: slow rules are tried less.

    >>> import zermelo as z
    >>> check_game(z.load("tictactoe"), games=3, compiled=False).longest <= 9
    True
    """
    if isinstance(game, type):
        game = Game(game)
    began = time.monotonic()
    tried, endings, rng = _Tried(Knowledge(game, seed)), Endings(game), random.Random(seed)
    lines: list[list[Position]] = []
    with ending(game):
        check_game_as_a_whole(game)
        start = game.start()
        if start.over:
            raise refusal(game, "over", "the game is over before it begins")
        if game.origin and pickle.loads(pickle.dumps(start)) != start:
            raise RulesProblem(f"{game.spec}: a pickled position comes back different; does the file give the same "
                               "rules each time it is run?")  # fmt: skip
        while len(lines) < games and len(tried.moments) <= ENOUGH:
            lines.append(_random_game(start, rng, tried, len(lines), plies, began + PLAYING * seconds, tell))
            if len(lines) == 1 and not tried.ended and (count := never_ends(start, FEW)):
                told = f"no game ends: none of the {count} positions that can come about is over"
                raise refusal(game, "over", told)
            check_lengths(lines[-1])
            check_no_way_back(lines[-1])
            if len(tried.moments) >= LEAST and time.monotonic() > began + PLAYING * seconds:
                break
        _check_length(game, tried, len(lines))
        for line in lines:
            if line[-1].over:
                endings.check(line)
            if time.monotonic() > began + SEARCHING * seconds:
                break
        endings.check_solved(start)
        tried.knowledge.list_all(start, began + KNOWING * seconds)
        if compiled:
            rng.shuffle(tried.moments)  # if there is no time for all
            Witness(game).check(tried.moments, LEAST, began + seconds)
    notes = tuple(tried.knowledge.notes.values())
    counts = len(lines), tried.ended, len(tried.moments), tried.longest, tried.most_moves
    return Report(game.spec, *counts, compiled, notes)


def _random_game(
    start: Position, rng: random.Random, tried: _Tried, number: int, plies: int, until: float, tell: Tell
) -> list[Position]:
    """The positions of one game; every other one is played by the rule `playout`, if there is one."""
    game, history = start.game, History(start)
    line = [start]
    own: list[Own] = [()] * len(game.players)
    while True:
        position = history.position
        check_position(position)
        _check_against(position, tried)
        tried.knowledge.look(position, own)
        name = None if history.over else _chosen(history, rng, by_rule=number % 2 == 1 and game.has("playout"))
        tried.moments.append((position, -1 if name is None else position.moves[name]))
        tell(number + 1, len(tried.moments))
        late = time.monotonic() > until and len(tried.moments) >= LEAST
        if name is None or len(line) > plies or late:
            break
        tried.most_moves = max(tried.most_moves, len(position.moves))
        own = tried.knowledge.after(position, position.moves[name], own)
        history.play(name)
        check_move(position, name, history.position)
        line.append(history.position)
    tried.longest = max(tried.longest, len(line) - 1)
    tried.ended += name is None
    return line


def _chosen(history: History, rng: random.Random, *, by_rule: bool) -> str | None:
    """A move for a random game, or None if all would bring back a position where that is forbidden."""
    position = history.position
    names = list(position.moves)
    rng.shuffle(names)
    if by_rule and position.mover != CHANCE:
        out, random_numbers = np.zeros(position.game.max_moves, np.int32), dice(rng.getrandbits(63))
        with asking(position.game, "playout"):
            code = int(position.game.ask("playout", position.state, out, random_numbers))
        names.insert(0, position.move_name(code))
    return next((name for name in names if history.allows(position.moves[name])), None)


def _check_against(position: Position, tried: _Tried) -> None:
    """What one position shows only beside others."""
    game = position.game
    facts = (position.mover, position.over, len(position.moves), position.payoff)
    if tried.facts.setdefault(position.key, facts) != facts:
        raise refusal(game, "key", "key() is the same for positions that differ", position)
    tried.movers.add(position.mover)


def _check_length(game: Game, tried: _Tried, games: int) -> None:
    """What all games show together: who moves, and how long it takes."""
    idle = [name for seat, name in enumerate(game.players) if seat not in tried.movers]
    moves = sum(position.mover != CHANCE and move >= 0 for position, move in tried.moments)
    if idle and moves >= TURNS * len(game.players):
        twice = "; the turn passes on by itself after play(), which must not pass it too" if game.automatic_turn else ""
        raise refusal(game, "play", f"{idle[0]} never moves in {games} random games{twice}")
    bounded = game.has("remaining") or not (game.stochastic or game.rules.repetition)
    if bounded and tried.ended and tried.longest > game.max_plies:
        told = f"a random game lasts {tried.longest} plies, but max_plies is {game.max_plies}"
        raise refusal(game, "max_plies", f"{told}: no search can see its end")
