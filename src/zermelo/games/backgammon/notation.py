"""Plays as backgammon players write them: `13/7 8/7`, `bar/22*`, `24/18*/13`, `6/off(2)`, and in other usual ways."""

import re
from collections import Counter
from functools import lru_cache
from typing import Any

import numpy as np

from zermelo.games.backgammon.plays import BAR, BASE, MOST, list_plays

NO_PLAY = "no play"
PART = re.compile(r"(bar|off|\d+)((?:/(?:bar|off|\d+)\*?)+)(?:\((\d)\))?")
Hop = tuple[int, int, bool]  # from, to, and whether it hits


def play_name(s: Any, move: int) -> str:
    """The men's ways, from the back; a way names the points where it hits, and how many men go it if there are more."""
    ways: list[list[Hop]] = []
    for hop in hops(s, move):
        way = next((way for way in reversed(ways) if way[-1][1] == hop[0] > 0), None)
        if way is None:
            ways.append([hop])
        else:
            way.append(hop)
    written: dict[str, str] = {}  # without the hits -> with them
    men: Counter[str] = Counter()
    for way in sorted(ways, key=lambda way: (-way[0][0], -way[-1][1])):
        stops = [hop for hop in way[:-1] if hop[2]] + way[-1:]
        text = _point(way[0][0]) + "".join(f"/{_point(end)}{'*' * hits}" for _, end, hits in stops)
        plain = text.replace("*", "")
        written.setdefault(plain, text)
        men[plain] += 1
    return " ".join(text + (f"({men[plain]})" if men[plain] > 1 else "") for plain, text in written.items()) or NO_PLAY


def ways_on_board(s: Any, move: int) -> list[list[str]]:
    """The cells where each man begins, hits and ends. The board shows the points as X counts them."""
    player = int(s.turn)
    aside = {"bar": ("bar1", "bar12")[player], "off": ("note3", "note1")[player]}
    ways = []
    for part in filter(None, map(PART.fullmatch, play_name(s, move).split())):
        stops = (part[1] + part[2].replace("*", "")).split("/")
        way = [aside.get(stop) or str(25 - int(stop) if player else int(stop)) for stop in stops]
        ways += [way] * int(part[3] or 1)
    return ways


def read_play(s: Any, text: str) -> int:
    """The legal play that leads where the text says: men's ways in any order, with or without hits and stops."""
    text = " ".join(text.lower().replace(",", " ").split())
    names = _named(s.tobytes(), s.dtype)
    if text in names:
        return names[text]
    if text in ("pass", "cannot move", "no move"):
        return names[NO_PLAY]
    wanted = _meant(text)
    fitting = [move for move in names.values() if _fits(hops(s, move), *wanted)]
    if len(fitting) != 1:
        raise ValueError(f"{text!r} is {'no legal play' if not fitting else 'more than one play: say where it hits'}")
    return fitting[0]


def _meant(text: str) -> tuple[Counter[int], set[int], set[int]]:
    """How the men on each point change, the points where men arrive on their way, and where they hit."""
    change: Counter[int] = Counter()
    stops: dict[int, bool] = {}
    for part in text.split() or [text]:
        found = PART.fullmatch(part)
        if not found:
            raise ValueError(f"{part!r} is not a way such as 13/7, bar/22* or 6/off(2)")
        ends = [(_number(end.rstrip("*")), end.endswith("*")) for end in found[2].split("/")[1:]]
        change[_number(found[1])] -= int(found[3] or 1)
        change[ends[-1][0]] += int(found[3] or 1)
        for end, hits in ends:
            stops[end] = hits or stops.get(end, False)
    return change, set(stops), {end for end, hits in stops.items() if hits}


def _fits(way: list[Hop], change: Counter[int], stops: set[int], hit: set[int]) -> bool:
    """Whether these steps are a play that was meant."""
    made = Counter(end for _, end, _ in way)
    made.subtract(start for start, _, _ in way)
    return (
        all(made[point] == change[point] for point in {*made, *change})
        and stops <= {end for _, end, _ in way}
        and hit <= {end for _, end, hits in way if hits}
    )


@lru_cache(4)
def _named(state: bytes, kind: np.dtype) -> dict[str, int]:
    """The legal plays of a position by their names."""
    s, out = np.frombuffer(state, kind)[0], np.zeros(MOST, np.int32)
    return {play_name(s, move): move for move in out[: int(list_plays(s, out))].tolist()}


def hops(s: Any, move: int) -> list[Hop]:
    """The single steps of a play in the order in which they are made."""
    high, low = map(int, s.dice)
    if high == low:
        steps = []
        while move:
            steps.append((move % BASE, high))
            move //= BASE
    else:
        steps = sorted([(move % BASE, high), (move // BASE, low)], reverse=True)
    way, theirs = [], s.points[1 - s.turn].tolist()
    for point, die in steps:
        if point:
            end = max(point - die, 0)
            hits = end > 0 and theirs[25 - end] == 1
            if hits:
                theirs[25 - end] = 0
            way.append((point, end, hits))
    return way


def _point(number: int) -> str:
    return {0: "off", BAR: "bar"}.get(number, str(number))


def _number(point: str) -> int:
    number = {"off": 0, "bar": BAR}.get(point)
    return int(point) if number is None else number
