"""The upper envelope: what the best replies to a player with two actions get, whatever the share of the second one.

Every reply is a straight line over that share, the best replies are the uppermost lines, and where they cross the
replier may mix. In a zero-sum game the lowest point of the envelope is all that the replier can be kept to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.equilibrium.answer import Profile
from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.errors import Problem

MIXES = 2  # actions of a player whose share can be drawn on a line


@dataclass(frozen=True)
class Corner:
    """A point of the envelope: at this share of the second action, what the best replies get, and which they are."""

    share: Fraction
    value: Fraction
    best: tuple[str, ...]


@dataclass(frozen=True)
class Envelope:
    """The replies to one player with two actions, as lines, and what is uppermost."""

    player: int  # whose share it is
    replier: int
    lines: dict[str, tuple[Fraction, Fraction]]  # what a reply gets if the share is 0, and if it is 1
    corners: tuple[Corner, ...]  # from share 0 to share 1; between two of them the envelope is straight
    equilibria: tuple[tuple[Fraction, Fraction], ...]  # share and value of those that are given

    @property
    def lowest(self) -> tuple[Corner, ...]:
        """Where the best reply gets least: one corner, or the two ends of a level part."""
        least = min(corner.value for corner in self.corners)
        return tuple(corner for corner in self.corners if corner.value == least)

    def as_dict(self, game: MatrixGame) -> dict[str, Any]:
        """For JSON: see `page`."""
        return {
            "player": game.players[self.player],
            "replier": game.players[self.replier],
            "actions": list(game.actions[self.player]),
            "lines": [{"reply": name, "ends": [float(end) for end in ends]} for name, ends in self.lines.items()],
            "corners": [
                {"share": float(each.share), "value": float(each.value), "best": list(each.best)}
                for each in self.corners
            ],
            "lowest": [{"share": float(each.share), "value": float(each.value)} for each in self.lowest],
            "equilibria": [{"share": float(share), "value": float(value)} for share, value in self.equilibria],
        }


def with_two_actions(game: MatrixGame) -> list[int]:
    """The players of a game of two over whose mixtures an envelope can be drawn."""
    return [player for player, size in enumerate(game.sizes) if size == MIXES] if len(game.sizes) == 2 else []


def envelope(game: MatrixGame, player: int = -1, profiles: Sequence[Profile] = ()) -> Envelope:
    """The envelope over the mixtures of a player with two actions; -1: of the first one who has two.

    >>> [(str(corner.share), str(corner.value)) for corner in envelope(MatrixGame([[3, 0], [1, 2]])).lowest]
    [('3/4', '-3/2')]
    """
    able = with_two_actions(game)
    if not able or (player >= 0 and player not in able):
        whose = "two players of whom one has" if player < 0 else "a first player with"
        raise Problem(f"an envelope needs {whose} two actions; {game.spec} has {' x '.join(map(str, game.sizes))}")
    player = able[0] if player < 0 else player
    replier = 1 - player
    table = game.payoffs[..., replier] if player == 0 else game.payoffs[..., replier].T
    ends = list(zip(*table.tolist(), strict=True))  # of each reply
    names = game.actions[replier]
    return Envelope(
        player=player,
        replier=replier,
        lines=dict(zip(names, ends, strict=True)),
        corners=tuple(_corners(names, ends)),
        equilibria=tuple(_shares(game, player, profiles)),
    )


def _corners(names: Sequence[str], ends: Sequence[tuple[Fraction, Fraction]]) -> list[Corner]:
    """Go along the uppermost line until another one, that rises more, crosses it."""
    found = []
    share = Fraction(0)
    while True:
        values = [low + share * (high - low) for low, high in ends]
        value = max(values)
        best = [number for number, own in enumerate(values) if own == value]
        found.append(Corner(share, value, tuple(names[number] for number in best)))
        if share == 1:
            return found
        rise = max(ends[number][1] - ends[number][0] for number in best)
        crossings = [
            (value - own) / (high - low - rise)
            for own, (low, high) in zip(values, ends, strict=True)
            if high - low > rise
        ]
        share = min([share + ahead for ahead in crossings] + [Fraction(1)])


def _shares(game: MatrixGame, player: int, profiles: Sequence[Profile]) -> list[tuple[Fraction, Fraction]]:
    second = game.actions[player][1]
    return sorted({(profile.strategies[player][second], profile.payoffs[1 - player]) for profile in profiles})
