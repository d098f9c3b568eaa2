"""Openings: different first moves for each pair of games, so that players without luck do not repeat one game."""

import random
from collections.abc import Iterator
from itertools import cycle, repeat

from zermelo.core.game import Game, Position
from zermelo.core.history import History
from zermelo.errors import Problem
from zermelo.search import Limit, analyse

TRIES = 200  # in vain, before no other opening is thought to exist
LOPSIDED = 0.5  # of the way from a draw to a win


def openings(game: Game, *, plies: int = 4, seed: int = 0, balanced: bool = False) -> Iterator[tuple[str, ...]]:
    """Random moves from the start, as names, without end.

    Each leads to another position after `plies` moves (what chance does comes on top), in which the game is not over.
    When no other can be found they come again. `balanced`: without those where a search of two plies sees one side
    more than half way to a win. Where something is hidden, no plies are no opening: the dice of the match deal. The
    sequence depends on nothing but the arguments.
    """
    chooser = random.Random(f"openings {seed}")
    found: dict[int, tuple[str, ...]] = {}  # by the key of the position
    failures = 0
    if game.hidden and not plies:
        yield from repeat(())  # what is dealt comes from the dice of the match: as often as it is likely
    while failures < TRIES:
        history = _random_moves(game, plies, chooser)
        key = history.position.key
        if history.over or key in found or (balanced and decided(history.position)):
            failures += 1
        else:
            found[key] = tuple(history.played)
            yield found[key]
            failures = 0
    if not found:
        kind = "balanced opening" if balanced else "opening"
        raise Problem(f"no {kind} of {plies} plies leaves a game to play in {game.spec}; choose fewer plies")
    yield from cycle(found.values())


def _random_moves(game: Game, plies: int, chooser: random.Random) -> History:
    """A game after that many moves, or where it ended before; with chance having had its say."""
    history = History(game.start())
    while not history.over:
        if chances := history.position.chances:
            history.play(roll(chances, chooser))
        elif plies > 0:
            history.play(chooser.choice(list(history.moves.values())))
            plies -= 1
        else:
            break
    return history


def roll(chances: dict[int, float], dice: random.Random) -> int:
    """An outcome of chance, by its probabilities."""
    return dice.choices(list(chances), list(chances.values()))[0]


def decided(position: Position) -> bool:
    """Whether a look two plies ahead sees one side more than half way to a win; never in games beyond minimax."""
    game = position.game
    if game.beyond_minimax():
        return False
    lead = abs(analyse(position, limit=Limit(depth=2)).value - game.middle)
    return lead > LOPSIDED * (game.highest - game.middle)
