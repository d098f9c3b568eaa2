"""A match to look at: its standings as a table and as a chart, best player first, with 95 % intervals."""

from typing import TYPE_CHECKING

from zermelo.draw.intervals import Bar, interval_chart
from zermelo.draw.table import html_table

if TYPE_CHECKING:
    from zermelo.arena.result import Match

SCORES = ("player", ">score", ">95 %", ">Elo", ">95 %", ">won", ">drawn", ">lost")
SHARES = ("player", ">share won", ">95 %", ">seats")


def as_html(match: "Match") -> str:
    """The standings for a notebook."""
    return html_table(_columns(match), [row.words for row in _rows(match)], caption=_caption(match))


def as_svg(match: "Match") -> str:
    """The standings as a picture."""
    many = len(match.seats) > 2
    said = "share of what there was to win" if many else "score"
    even = 1 / len(match.seats) if many else 0.5
    note = f"{said} with its 95 % interval; {100 * even:.0f} % would be even"
    return interval_chart(_columns(match), _rows(match), title=_caption(match), note=note, even=even)


def _caption(match: "Match") -> str:
    missing = f" of {match.wanted}" if len(match.played) < match.wanted else ""
    return f"{match.game}: {len(match.played)}{missing} games, seed {match.seed}"


def _columns(match: "Match") -> tuple[str, ...]:
    return SHARES if len(match.seats) > 2 else SCORES


def _rows(match: "Match") -> list[Bar]:
    if len(match.seats) > 2:
        return [_share(match, player) for player in match.best_first]
    return [_score(match, player) for player in match.best_first]


def _share(match: "Match", player: int) -> Bar:
    share = match.share(player)
    words = (match.players[player], _percent(share.mean), _range(share.low, share.high), str(share.seats))
    return Bar(words, share.mean, share.low, share.high)


def _score(match: "Match", player: int) -> Bar:
    tally, (elo, low, high) = match.tally(player), match.elo(player)
    words = (
        match.players[player],
        _percent(tally.score),
        _range(tally.low, tally.high),
        f"{elo:+.0f}",
        f"{low:+.0f} to {high:+.0f}",
        *map(str, (tally.wins, tally.draws, tally.losses)),
    )
    return Bar(words, tally.score, tally.low, tally.high)


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"


def _range(low: float, high: float) -> str:
    return f"{100 * low:.1f} to {100 * high:.1f}"
