"""What to do in each information set, as a table that can be kept in a file and played from.

It is for one game with its options, and knows the sets by the numbers that the rules give them: no tree is needed to
play from it. The file is `.npz` without pickles, so one may take it from strangers.
"""

import json
import os
import random
import zipfile
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.core.game import Game
from zermelo.core.hidden import Sight
from zermelo.core.likeness import of_rules
from zermelo.errors import Problem

FIELDS = {"players": np.int64, "information": np.uint64, "first": np.int64, "codes": np.int32, "parts": np.float64}
ABOUT = "about"
BY = "by"
INFORMATION, GIST = "information", "gist"  # by which number of a `Sight` the sets are known
MADE_FOR = "rules"  # in what is known about a plan: the fingerprint of those that it was made for
UNLIKELY = 1e-9  # what the probabilities of a set may miss to add up to 1


class Plan:
    """Probabilities of the moves of each information set that it knows, for some or all players of a game."""

    def __init__(
        self,
        game: str,
        players: np.ndarray,
        information: np.ndarray,
        first: np.ndarray,
        codes: np.ndarray,
        parts: np.ndarray,
        *,
        by: str = INFORMATION,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        """`game`: its name with options. Set k is of players[k], and its moves are codes[first[k]:first[k + 1]].

        `by`: the numbers in `information` are those of information sets, or of the gist of what a player knows.
        `about`: what else to know of it, such as who made it, ready for JSON.
        """
        self.game, self.by, self.about = game, by, dict(about or {})
        self.players, self.information, self.first = players, information, first
        self.codes, self.parts = codes, parts

    def __len__(self) -> int:
        return len(self.players)

    def __repr__(self) -> str:
        return f"<Plan for {self.game}: {len(self):,} information set{'s' * (len(self) != 1)}>"

    @cached_property
    def _number(self) -> dict[tuple[int, int], int]:
        keys = zip(self.players.tolist(), self.information.tolist(), strict=True)
        return {key: number for number, key in enumerate(keys)}

    def at(self, sight: Sight) -> dict[str, float]:
        """The probability of each move (by its name) for who sees that; even where the plan knows nothing of it."""
        number = self._number.get(self._key(sight))
        if number is None:
            return dict.fromkeys(sight.moves, 1 / max(len(sight.moves), 1))
        places = slice(int(self.first[number]), int(self.first[number + 1]))
        known = dict(zip(self.codes[places].tolist(), self.parts[places].tolist(), strict=True))
        if set(known) != set(sight.codes):
            raise Problem(f"the strategy for {self.game} has other moves than there are at {sight.text!r}")
        return {name: known[code] for name, code in sight.moves.items()}

    def knows(self, sight: Sight) -> bool:
        """Whether it says anything about what somebody sees."""
        return self._key(sight) in self._number

    def _key(self, sight: Sight) -> tuple[int, int]:
        return sight.player, (sight.gist if self.by == GIST else sight.information) & (2**64 - 1)

    def choose(self, sight: Sight, dice: random.Random) -> str:
        """A move, drawn by its probability."""
        parts = self.at(sight)
        return dice.choices(list(parts), list(parts.values()))[0]

    def plan(self, **about: Any) -> "Plan":
        """The same, with more to know of it."""
        arrays = {name: getattr(self, name) for name in FIELDS}
        return Plan(self.game, **arrays, by=self.by, about={**self.about, **about})

    def without(self, least: float) -> "Plan":
        """The same without moves that are less likely than that, which sampling leaves behind; the likeliest stays."""
        likeliest = np.maximum.reduceat(self.parts, self.first[:-1]) if len(self) else self.parts
        counts = np.diff(self.first)
        kept = np.where((self.parts >= least) | (self.parts == np.repeat(likeliest, counts)), self.parts, 0.0)
        sums = np.add.reduceat(kept, self.first[:-1]) if len(self) else kept
        arrays = {name: getattr(self, name) for name in FIELDS} | {"parts": kept / np.repeat(sums, counts)}
        return Plan(self.game, **arrays, by=self.by, about={**self.about, "least": least})

    def must_be_for(self, game: Game) -> None:
        """Raise a Problem if it is for another game, or for other rules of it, if it says for which."""
        if self.game != game.spec:
            raise Problem(f"the strategy is for {self.game}, not for {game.spec}")
        if self.about.get(MADE_FOR, rules := of_rules(game)) != rules:
            raise Problem(f"the strategy is for other rules of {self.game} than it has now: solve it again")

    def save(self, path: str | os.PathLike) -> None:
        """Write it as an `.npz` file."""
        path = Path(path)
        if path.suffix != ".npz":
            raise Problem(f"a strategy is kept in a file in .npz, not {path.name!r}")
        about = np.frombuffer(json.dumps({**self.about, "game": self.game, BY: self.by}).encode(), np.uint8)
        arrays = {name: np.asarray(getattr(self, name), kind) for name, kind in FIELDS.items()}
        partly = path.with_name(f".{path.name}.{os.getpid()}.npz")
        try:
            np.savez(partly, **{ABOUT: about}, **arrays)  # type: ignore[arg-type]
            os.replace(partly, path)
        except OSError as error:
            partly.unlink(missing_ok=True)
            raise Problem(f"cannot write {path}: {error.strerror}") from None

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Plan":
        """Read it from a file."""
        try:
            if Path(path).exists() and not (Path(path).is_file() and zipfile.is_zipfile(path)):
                raise ValueError("it is no .npz file")
            with np.load(path, allow_pickle=False) as file:
                about = json.loads(file[ABOUT].tobytes())
                arrays = {name: file[name] for name in FIELDS}
        except FileNotFoundError:
            raise Problem(f"there is no file {str(path)!r} with a strategy") from None
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise Problem(f"{path} holds no strategy ({error})") from None
        if why := _wrong(about, arrays):
            raise Problem(f"{path} holds no strategy: {why}")
        return cls(about.pop("game"), **arrays, by=about.pop(BY, INFORMATION), about=about)


def _wrong(about: Any, arrays: Mapping[str, np.ndarray]) -> str:
    """What is wrong with what a file holds, or nothing."""
    if not isinstance(about, dict) or not isinstance(about.get("game"), str):
        return "it does not say for which game"
    if about.get(BY, INFORMATION) not in (INFORMATION, GIST):
        return f"it is by {about[BY]!r:.40}, which is unknown"
    for name, kind in FIELDS.items():
        if arrays[name].dtype != kind or arrays[name].ndim != 1:
            return f"{name} must be a row of {np.dtype(kind)}"
    first, parts, sets = arrays["first"], arrays["parts"], len(arrays["players"])
    if len(arrays["information"]) != sets or len(first) != sets + 1 or len(arrays["codes"]) != len(parts):
        return "its arrays do not fit together"
    if sets and (first[0] != 0 or first[-1] != len(parts) or (np.diff(first) < 1).any()):
        return "its sets do not fit its moves"
    if not (np.isfinite(parts).all() and (parts >= 0).all()):
        return "a probability is below 0, or no number"
    if sets and (np.abs(np.add.reduceat(parts, first[:-1]) - 1) > UNLIKELY * 1000).any():
        return "probabilities do not add up to 1"
    return ""
