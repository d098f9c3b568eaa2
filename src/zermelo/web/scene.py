"""What the page needs to know of a position: its picture, what can be pointed at, and which clicks make which move."""

from collections import Counter
from typing import Any

from zermelo.core.game import CHANCE, Game, Position
from zermelo.core.hidden import HiddenPosition
from zermelo.core.history import History
from zermelo.draw.board import colours_of
from zermelo.draw.drawing import layout
from zermelo.draw.pieces import GLYPH_COLOURS

MOVES_TRIED = 200  # whether they bring back a position, where that is forbidden; of more, it shows when one is made


def scene(history: History, *, everything: bool = False) -> dict[str, Any]:
    """A game as it stands; everything in it can be written as JSON.

    `everything`: also what players of the game do not see, for those who may.
    """
    position, game = history.position, history.game
    if not everything:
        game.must_be_open()
    looked = (
        Position(game, position.data) if isinstance(position, HiddenPosition) else position
    )  # as a board, not moves
    begins, chances = history.start, position.chances
    tried = history.over or len(position.moves) <= MOVES_TRIED
    legal = () if position.mover == CHANCE else history.moves if tried else position.moves
    moves = [{"name": name, "steps": position.where(name)} for name in legal]
    take_back_what_is_ambiguous(moves)
    last = _last(history)
    return {
        "game": game.spec,
        "start": "" if begins == game.start() else begins.text,
        "played": list(history.played),
        "text": looked.text,
        "diagram": str(looked).rpartition("\n")[0],
        "status": f"over: {history.reason}" if history.over and not position.over else position.status,
        "over": history.over,
        "reason": history.reason,
        "payoff": list(history.payoff) if history.payoff else None,
        "mover": position.mover,
        "movers": [earlier.mover for earlier in _earlier(history)],
        "players": list(game.players),
        "colours": colours_for(game),
        "picture": looked.svg(marked=tuple(position.decided or last)),
        "cells": cells_to_point_at(position, moves),
        "last": last,
        "moves": moves,
        "chances": [{"name": name, "prob": chances[code]} for name, code in history.moves.items()] if chances else None,
    }


def take_back_what_is_ambiguous(moves: list[dict[str, Any]]) -> None:
    """Moves that the same clicks would make are left to their names. Modified in place."""
    clicks = [tuple(sorted(map(tuple, move["steps"]))) for move in moves]
    common = Counter(clicks)
    for move, same in zip(moves, clicks, strict=True):
        if common[same] > 1:
            move["steps"] = []


def _earlier(history: History) -> tuple[Position, ...]:
    """The positions in which the moves were played."""
    return history.past[len(history.past) - len(history.played) :]


def _last(history: History) -> list[str]:
    """The cells of the last move that a player made."""
    for before, name in zip(reversed(_earlier(history)), reversed(history.played), strict=True):
        if before.mover != CHANCE:
            return list(dict.fromkeys(cell for way in before.where(name) for cell in way))
    return []


def colours_for(game: Game) -> list[str]:
    """One for each player: that of their pieces, if they have any."""
    board, count = game.board, len(game.players)
    own = () if board is None else GLYPH_COLOURS if board.pieces == "glyphs" else board.colours
    return list((own if len(own) >= count else colours_of(game.players))[:count])


def cells_to_point_at(position: Position, moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells that a person can point at, where they are in the picture, and what they hold.

    `parts` are further places that count as the same cell; `means` is another cell that a click stands for, such as the
    free one of a column.
    """
    board, symbols = position.game.board, position.cells
    if board is None or symbols is None:
        return []
    plan, useful = layout(board), {cell for move in moves for way in move["steps"] for cell in way}
    column = {label: x for label, x in board.columns if not board.cells_in(label)}
    means = {column[move["name"]]: move["steps"][0][0] for move in moves if move["name"] in column and move["steps"]}
    found: dict[str, dict[str, Any]] = {}
    held: dict[str, Counter[str]] = {}
    for cell, symbol, (x, y), reach in zip(board.cells, symbols, plan.centres, plan.reaches, strict=True):
        shape, name = cell.shape or board.shape, cell.of or cell.name
        if shape == "dot" or (shape in ("room", "note", "bar") and not symbol.strip(" .") and name not in useful):
            continue
        held.setdefault(name, Counter()).update([symbol])
        place = {"x": round(x, 1), "y": round(y, 1), "r": round(reach, 1)}
        if name in found:
            found[name]["parts"].append(place)
        else:
            found[name] = {"name": name, **place, "parts": [], "means": means.get(cell.x, name)}
    for name, cell_found in found.items():
        cell_found["holds"] = _spoken(position, held[name])
    return list(found.values())


def _spoken(position: Position, symbols: Counter[str]) -> str:
    """What stands on a cell, in words."""
    game = position.game
    names = dict(zip(game.symbols[1:], game.players, strict=False))
    words = [
        (f"{count} " if count > 1 else "") + names.get(symbol, symbol)
        for symbol, count in symbols.items()
        if symbol.strip() and symbol != game.symbols[0]
    ]
    return ", ".join(words)
