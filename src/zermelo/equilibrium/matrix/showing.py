"""A matrix game as a table: text for a terminal, HTML for a notebook."""

from collections.abc import Iterator
from html import escape
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from zermelo.equilibrium.answer import plainly

if TYPE_CHECKING:
    from zermelo.equilibrium.matrix.game import MatrixGame

MOST_SHOWN = 400  # cells


def as_text(game: "MatrixGame") -> str:
    """The table; of more than two players one table for each choice of the others."""
    if game.payoffs.size // len(game.sizes) > MOST_SHOWN:
        return f"{game.spec}: {' x '.join(map(str, game.sizes))} actions, too many to show"
    parts = []
    for title, rows in _tables(game):
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)) for row in rows]
        parts.append("\n".join([title, *lines] if title else lines))
    return "\n\n".join(parts)


def as_html(game: "MatrixGame") -> str:
    """The same for a notebook."""
    if game.payoffs.size // len(game.sizes) > MOST_SHOWN:
        return escape(as_text(game))
    found = []
    for title, (head, *rows) in _tables(game):
        top = "".join(f"<th>{escape(word)}</th>" for word in head)
        body = "".join(
            f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(word)}</td>' for word in row[1:])}</tr>"
            for row in rows
        )
        found.append(f"<p>{escape(title)}</p><table><tr>{top}</tr>{body}</table>")
    return "".join(found)


def _tables(game: "MatrixGame") -> Iterator[tuple[str, list[list[str]]]]:
    if len(game.sizes) == 1:
        choices = zip(game.actions[0], game.payoffs, strict=True)
        yield game.name, [[game.players[0], ""], *([name, _cell(game, value)] for name, value in choices)]
        return
    down, across, *others = game.actions
    for chosen in product(*map(range, game.sizes[2:])):
        rest = [
            f"{player}: {names[action]}" for player, names, action in zip(game.players[2:], others, chosen, strict=True)
        ]
        head = f"{game.players[0]} \\ {game.players[1]}"
        rows = [[head, *across]]
        rows += [
            [down[row], *(_cell(game, game.payoffs[(row, column, *chosen)]) for column in range(len(across)))]
            for row in range(len(down))
        ]
        yield ", ".join(filter(None, [game.name, *rest])), rows


def _cell(game: "MatrixGame", values: Any) -> str:
    if game.zero_sum:
        return plainly(values[0])
    return ", ".join(plainly(value) for value in np.atleast_1d(values))
