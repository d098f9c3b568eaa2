"""Records of matches: whole ones, cut ones and damaged ones, from which a match of two random players goes on."""

import json
from functools import cache

from fuzz.command import command
from fuzz.engine import Trial, must
from fuzz.sgf import _folder
from fuzz.texts import damaged, letters, number
from zermelo.arena.match import match
from zermelo.arena.result import Match
from zermelo.core.catalogue import load
from zermelo.jsonable import jsonable

BY_COMMAND = 0.02
GAME, PLAYERS, GAMES = "nim:piles=1-2", ["random:seed=1", "random:seed=2"], 4
WORDS = (
    '"seats": [0, 5]',
    "null",
    "[]",
    "{}",
    "true",
    '"x"',
    "NaN",
    "-1",
    "1e999",
    "[[1]]",
    '"payoff"',
    '"moves"',
    "\n",
    "\r",
    "9" * 400,
)


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    data = some_record(trial)
    file = _folder() / "match.jsonl"
    file.write_bytes(data)
    trial.put(data.decode(errors="replace"))
    if rng.random() < BY_COMMAND:
        words = ("match", GAME, *PLAYERS, "--games", str(GAMES), "--opening", "1", "--record", str(file))
        accepted = command(trial, *words).code == 0
    else:
        found = trial.ask(lambda: match(GAME, PLAYERS, games=GAMES, opening_plies=1, record=file))
        accepted = found is not None
        if found is not None:
            _check(found, data)
            again = match(GAME, PLAYERS, games=GAMES, opening_plies=1, record=file)
            must(again.played == found.played, "the record does not give the same games again")
    if not accepted:
        must(file.read_bytes() == data, "a record that is refused is changed")
    return accepted


def _check(found: Match, data: bytes) -> None:
    """All games are there, and what is told of them makes sense; those that were played just now are legal."""
    must(len(found.played) == GAMES, f"{len(found.played)} games instead of {GAMES}")
    must(json.dumps(jsonable(found.as_dict()), allow_nan=False), "it cannot be told")
    for played in found.played:
        must(len(played.payoff) == 2 and all(-1 <= value <= 1 for value in played.payoff), f"it pays {played.payoff}")
        if f'"number": {played.number},'.encode() in data:
            continue  # the record says so: its form is looked at, not every game of it played again
        position = load(GAME).start()
        for move in (*played.opening, *played.moves):
            must(move in position.moves, f"{move!r} of game {played.number} is not legal at {position.text!r}")
            position = position.play(move)
        must(position.over and position.payoff == played.payoff, f"game {played.number} pays {played.payoff}")


def some_record(trial: Trial) -> bytes:
    """The record of the match, with less, or with something else in it."""
    rng, whole, way = trial.random, _whole(), trial.random.random()
    if way < 0.15:
        return whole[: rng.randrange(len(whole) + 1)]
    if way < 0.3:
        lines = whole.splitlines(keepends=True)
        rng.shuffle(lines)
        return b"".join(lines)
    if way < 0.6:
        return damaged(rng, whole.decode(), WORDS).encode(errors="replace")
    if way < 0.9:
        return _changed(trial, whole)
    return rng.choice(
        (b"", b"\n", b"{}\n", b"[]\n", b"\xff\xfe\n", b"1\n2\n", letters(rng, 40).encode(errors="replace") + b"\n")
    )


def _changed(trial: Trial, whole: bytes) -> bytes:
    """With one value of one line changed."""
    rng = trial.random
    lines = [json.loads(line) for line in whole.splitlines()]
    line = rng.choice(lines)
    key = rng.choice(list(line))
    line[key] = rng.choice(
        (None, -1, 0, 1.5, True, "x", "random", [], [1], [0, 1], ["a"], {}, [[1]], [None, None], 10**30, number(rng))
    )
    if rng.random() < 0.1:
        del line[key]
    if rng.random() < 0.1:
        line[letters(rng)] = 1
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@cache
def _whole() -> bytes:
    file = _folder() / "whole.jsonl"
    match(GAME, PLAYERS, games=GAMES, opening_plies=1, record=file)
    return file.read_bytes()
