"""Coalitions: what if two players or more, but not all, play together?

Allies choose together what gives each of them more than playing alone; the others are for themselves, as in `maxn`.
"""

from typing import Any

import numpy as np

from zermelo.core.game import Game
from zermelo.core.kernel import Extent, Field, copy_row
from zermelo.core.options import Option
from zermelo.core.vocabulary import SEATS
from zermelo.errors import Problem
from zermelo.search.driver import Search
from zermelo.search.many.maxn import (
    FIELDS,
    ON_TREES,
    OPTIONS,
    UNPRUNED,
    always,
    breaks_tie,
    maxn,
    prefers,
    refuses,
    run_with,
)
from zermelo.search.method import VALUES, method


def refuses_alliances(game: Game) -> str:
    """An alliance needs somebody to stand against."""
    return refuses(game) or ("only two players" if len(game.players) < 3 else "")


def allying(extent: Extent) -> list[Field]:
    """Who is allied, and what they would get without each other."""
    return [("allies", np.int64), ("alone", np.float64, (extent.seats,))]


ALLIES = Option.of("allies", "", "who plays together, by name or number from 1: A+B")


@method("coalition", options={"allies": ALLIES, **{key: OPTIONS[key] for key in ("ties", "order", "deepening")}},
        fields=(*FIELDS, allying), refuses=refuses_alliances, fits="three players or more", draws=VALUES,
        vectors=always, on_trees=ON_TREES, assumes="if the allies play together")  # fmt: skip
def run(search: Search, *, allies: str = "", **given: Any) -> None:
    """Allied players choose together what gives each of them more than playing alone; the others are for themselves.

    To choose together means: to maximise the least gain of any ally, compared with max-n of the same height, and then
    the sum of their gains. If the least is not above 0, there is no alliance, and everybody plays alone.
    """
    w = search.work
    members = members_of(search.game, allies)
    mask = sum(1 << member for member in members)
    search.replaced.put("view", {prefers: prefers_together})
    vectors = search.kernel(maxn)
    agreed = {}  # by height from the root: whether there is an alliance

    def agree(height: int) -> None:
        """Leave the result of the root in row 0, from a search alone and one together."""
        w.allies, pruning = 0, w.pruning
        vectors(search.work, 0, height)
        alone, line, length = w.vectors[0].copy(), w.line[0].copy(), int(w.line_length[0])
        w.alone, w.allies, w.pruning = alone, mask, UNPRUNED
        vectors(search.work, 0, height)
        w.pruning = pruning
        gained = [w.vectors[0, member] - alone[member] for member in members]
        agreed[height] = min(gained) > 0
        if search.stopped:
            w.line_length[0] = 0  # half a look is none
        elif not agreed[height]:
            w.vectors[0], w.line[0], w.line_length[0] = alone, line, length

    def look(ply: int, height: int) -> None:
        if ply == 0:
            agree(height)
            return
        here = search.workspace.copy()
        if height + ply not in agreed:
            agree(height + ply)
        copy_row(here[0], w, ply)
        before = w.pruning
        w.allies = mask if agreed.get(height + ply) else 0
        w.pruning = UNPRUNED if w.allies else before
        vectors(search.work, ply, height)
        w.pruning = before

    run_with(search, look, **given)


def prefers_together(w, player, vector, other):
    """The same for allies, who look at the least gain among them."""
    if w.allies & (1 << player) == 0:
        return vector[player] > other[player] or (vector[player] == other[player] and breaks_tie(w, vector, other))
    least, total = gains(w, vector)
    other_least, other_total = gains(w, other)
    if least != other_least or total != other_total:
        return least > other_least or (least == other_least and total > other_total)
    return breaks_tie(w, vector, other)


def gains(w, vector):
    """What the ally with the least gain has of an alliance, and what all have together."""
    least, total = 1e300, 0.0
    for each in range(SEATS):
        if w.allies & (1 << each):
            gain = vector[each] - w.alone[each]
            least, total = min(least, gain), total + gain
    return least, total


def members_of(game: Game, text: str) -> list[int]:
    """Allied players from `A+B` or `1+2`."""
    seats = {str(number): number - 1 for number in range(1, len(game.players) + 1)}
    seats |= {name.lower(): seat for seat, name in enumerate(game.players)}
    found = set()
    for word in filter(None, map(str.strip, text.split("+"))):
        if word.lower() not in seats:
            raise Problem(f"unknown ally {word!r} in {game.spec} (players: {', '.join(game.players)})")
        found.add(seats[word.lower()])
    if not 2 <= len(found) < len(game.players):
        raise Problem(f"allies={text!r} must name two players or more, not all: {'+'.join(game.players[:2])}")
    return sorted(found)
