"""May a position in the middle of a game be solved by itself? Where something is hidden, only if it begins a subgame.

Players who do not know where they are choose for all that may be: a solver that begins at one of these positions would
let them know. It may begin where everybody knows that play is there, so that no information set is cut.
"""

from collections.abc import Iterator
from functools import lru_cache

from zermelo.core.game import CHANCE, Position
from zermelo.core.hidden import Heard, HiddenPosition, hears
from zermelo.core.primitives import UNSEEN
from zermelo.errors import Problem

MOST = 5_000  # positions that are looked at to make sure


def must_be_a_game(position: Position) -> None:
    """Raise a Problem if a position is one that some player cannot tell from others."""
    if position.game.hidden and not position.over and (why := _why_not(position)):
        raise Problem(f"what players know at {position.text!r} in {position.game.spec} {why}: solve it from the start")


@lru_cache(maxsize=64)
def _why_not(position: Position) -> str:
    """Nothing if everybody knows that play is there."""
    if position == position.game.start():
        return ""
    try:
        if isinstance(position, HiddenPosition):
            same = all(_has_heard_all(position, player) for player in range(len(position.game.players)))
        else:
            same = _holds_its_sets(position)
    except _TooMuch:
        return "is too much to compare"
    return "" if same else "is not the same"


class _TooMuch(Exception):
    """There are too many positions to look at."""


def _has_heard_all(position: HiddenPosition, player: int) -> bool:
    """Whether what a player has heard may have come about in this one way only."""
    heard, line, left = position.heard(player), position.line, MOST
    before, last = line[-2], (position.way or ())[-1]
    if _nothing(hears(before, last, player)) and len(before.codes) > 1:
        return False  # another move there may look like one that is made later
    waiting: list[tuple[Position, int]] = [(line[0], 0)]
    while waiting:
        here, known = waiting.pop()
        left -= 1
        if not left:
            raise _TooMuch
        if known == len(heard) and here not in line:
            return False
        if here.over or here == position:
            continue
        for code in here.codes:
            one = hears(here, code, player)
            if _nothing(one):
                waiting.append((here.play(code), known))
            elif known < len(heard) and one == heard[known]:
                waiting.append((here.play(code), known + 1))
    return True


def _nothing(heard: Heard) -> bool:
    return heard.own < 0 and heard.what == UNSEEN


def _holds_its_sets(position: Position) -> bool:
    """Whether no information set has positions both after this one and elsewhere."""
    inside = set(_sets(position, None))
    return inside.isdisjoint(_sets(position.game.start(), position))


def _sets(start: Position, without: Position | None) -> Iterator[tuple[int, int]]:
    """The information sets from a position on, without what comes after another."""
    waiting, left = [start], MOST
    while waiting:
        here = waiting.pop()
        left -= 1
        if not left:
            raise _TooMuch
        if here.over or here == without:
            continue
        if here.mover != CHANCE:
            yield here.mover, here.sees(here.mover)
        waiting += map(here.play, here.codes)
