"""Analysis as Leela Zero and KataGo stream it: a line of `info` for the best moves, again and again."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from zermelo.arena.vertices import colour_of, written
from zermelo.core.game import Game
from zermelo.core.score import win_probability
from zermelo.search import Line

FLAGS = "rootinfo ownership ownershipstdev movesownership movesownershipstdev pvvisits pvedgevisits".split()
"""What KataGo can add to its output if it is told `true`, and we have not."""


@dataclass(frozen=True)
class Wanted:
    """What a client asked of a stream: `[colour] [interval] {key value}`."""

    colour: int | None = None
    interval: float = 1.0  # seconds
    most: int = 1000  # moves to tell of

    @classmethod
    def read(cls, words: Sequence[str]) -> "Wanted":
        """ValueError if that is no such request."""
        rest = [word.lower() for word in words]
        given: dict[str, str] = {}
        if (colour := colour_of(rest[0]) if rest else None) is not None:
            rest.pop(0)
        if rest and rest[0][0].isdigit():
            given["interval"] = rest.pop(0)
        given |= dict(zip(rest[::2], rest[1::2], strict=True))
        interval, most = float(given.pop("interval", "100")), int(given.pop("maxmoves", "1000"))
        given.pop("minmoves", None)
        if not set(given) <= set(FLAGS) or not isfinite(interval) or interval < 0 or most < 1:
            raise ValueError(given)
        return cls(colour, interval / 100, most)


def info(game: Game, lines: Sequence[Line], nodes: int, *, kata: bool) -> str:
    """One line about the best moves. A method that does not simulate tells its nodes instead of visits."""
    told = []
    for order, line in enumerate(line for line in lines if line.visits != 0):
        share = win_share(game, line)
        fields = {"move": written(line.move), "visits": nodes if line.visits is None else line.visits}
        if kata:
            fields |= {"winrate": f"{share:.6f}"}
            if game.rules.unit:
                lead = f"{line.value - game.middle:.3f}"
                fields |= {"scoreMean": lead, "scoreLead": lead}
        else:
            fields |= {"winrate": round(10_000 * share)}
        fields |= {"prior": 0, "order": order, "pv": " ".join(map(written, line.pv or (line.move,)))}
        told.append("info " + " ".join(f"{key} {value}" for key, value in fields.items()))
    return " ".join(told)


def win_share(game: Game, line: Line) -> float:
    """The mover's chance to win: the share of simulations won, else what goes with the value.

    A value that is a margin is read with `win_probability`; an eighth of the largest margin makes it 73 %.
    """
    if line.wins is not None:
        return line.wins
    if not game.rules.unit:
        return (line.value - game.lowest) / (game.highest - game.lowest)
    return win_probability(line.value - game.middle, (game.highest - game.middle) / 8)
