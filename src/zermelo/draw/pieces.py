"""What stands on the cells of a board, drawn: discs, stacks, numbers, letters, dice."""

import re
from collections.abc import Sequence
from html import escape

from zermelo.draw.board import Board

INK = "#1f2933"
RIM_INK = "#3b3426"
RIM = f'stroke="{RIM_INK}" stroke-width="1.2"'
GLYPH_COLOURS = ("#0b5fa5", "#b3261e")
PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}  # places of a die, row by row: abc def ghi
WIDE = 8  # letters in a line of a note


def piece(board: Board, shape: str, x: float, y: float, size: float, symbol: str, alphabet: Sequence[str]) -> str:
    """What a symbol means on this board."""
    if shape in ("across", "down"):
        return _line_drawn(shape, x, y, size)
    if shape == "dot":
        return ""
    if shape == "reserve":
        return _reserve(x, y, size, symbol, alphabet.index(symbol[0]), board.colours)
    initials = sorted({letter.lower() for letter in alphabet})
    if board.pieces == "stacks" and all(letter in alphabet for letter in symbol):
        return _stack(x, y, size, symbol, [alphabet.index(letter) for letter in symbol], board.colours)
    if board.pieces == "discs" and symbol[0] in alphabet and symbol[1:].isdecimal():
        player = alphabet.index(symbol[0])
        colour = board.colours[player]
        return _disc(x, y, size, symbol, player, colour) + _written(x, y, size, symbol[1:], colour)
    crowned = symbol.isupper() and symbol.lower() in alphabet
    player = alphabet.index(symbol.lower() if crowned else symbol) if symbol in alphabet else -1
    if board.pieces == "discs" and player >= 0:
        colour = board.colours[player % len(board.colours)]
        disc = _disc(x, y, size, symbol, player, colour)
        if crowned:
            return disc + _crown(x, y, size)
        return disc + _written(x, y, size, symbol, colour) if len(initials) > 2 else disc  # colour is never alone
    colour = GLYPH_COLOURS[player % 2] if player >= 0 else INK
    high, down = (0.4, 0.14) if board.pieces in ("counts", "stacks") else (0.66, 0.23)
    return (
        f'<text class="glyph {shape} player-{player}" x="{x:g}" y="{y + size * down:g}" font-size="{size * high:g}" '
        f'font-weight="600" fill="{colour}">{escape(symbol)}</text>'
    )


def note(x: float, y: float, size: float, text: str) -> str:
    """A text beside the board in short lines; what was `rolled 6-1` is shown by dice."""
    said, _, rolled = text.partition(" rolled ")
    lines = [""]
    for word in said.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > WIDE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    top = y - size * 0.25 * (len(lines) - 1) + size * 0.14 - (size * 0.45 if rolled else 0)
    parts = [
        f'<text class="note" x="{x:g}" y="{top + size * 0.5 * k:g}" font-size="{size * 0.46:g}" '
        f'fill="{INK}">{escape(line)}</text>'
        for k, line in enumerate(lines)
    ]
    numbers = [int(number) for number in re.findall(r"\d+", rolled)]
    for k, number in enumerate(numbers):
        parts.append(_die(x + size * 0.9 * (k - (len(numbers) - 1) / 2), y + size * 0.25, size * 0.76, number))
    return f"<g><title>{escape(text)}</title>{''.join(parts)}</g>"


def _die(x: float, y: float, size: float, number: int) -> str:
    dots = "".join(
        f'<circle cx="{x + size * 0.27 * (place % 3 - 1):g}" cy="{y + size * 0.27 * (place // 3 - 1):g}" '
        f'r="{size * 0.09:g}" fill="{INK}"/>'
        for place in ("abcdefghi".index(letter) for letter in PIPS.get(number, ""))
    )
    square = f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}" rx="{size / 6:g}"'
    return f'<g class="die"><rect {square} fill="#ffffff" {RIM}/>{dots}</g>'


def _line_drawn(shape: str, x: float, y: float, size: float) -> str:
    wide, high = (1.5 * size, 0.14 * size) if shape == "across" else (0.14 * size, 1.5 * size)
    corner = f'x="{x - wide / 2:g}" y="{y - high / 2:g}"'
    return f'<rect class="drawn" {corner} width="{wide:g}" height="{high:g}" rx="{size * 0.07:g}" fill="{INK}"/>'


def _disc(x: float, y: float, size: float, title: str, player: int, colour: str) -> str:
    return (
        f'<circle class="piece player-{player}" cx="{x:g}" cy="{y:g}" r="{size * 0.38:g}" fill="{colour}" {RIM}>'
        f"<title>{escape(title)}</title></circle>"
    )


def _written(x: float, y: float, size: float, text: str, colour: str) -> str:
    """What is written on a disc of some colour, dark on light or light on dark: R3 is a disc of R with a 3."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    ink = INK if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"
    return (
        f'<text class="written" x="{x:g}" y="{y + size * 0.15:g}" font-size="{size * 0.42:g}" font-weight="700" '
        f'fill="{ink}">{escape(text)}</text>'
    )


def _stack(x: float, y: float, size: float, title: str, players: Sequence[int], colours: Sequence[str]) -> str:
    """Flat discs on one another, seen from the side, listed from the top; it bears the letter of its owner."""
    step = 0.13 * size
    parts = []
    for level, player in enumerate(reversed(players)):
        middle = y + step * ((len(players) - 1) / 2 - level)
        parts.append(
            f'<ellipse class="piece player-{player}" cx="{x:g}" cy="{middle:g}" rx="{size * 0.37:g}" '
            f'ry="{size * 0.19:g}" fill="{colours[player]}" {RIM}/>'
        )
    top = y - step * (len(players) - 1) / 2
    parts.append(_written(x, top - size * 0.02, size * 0.75, title[0], colours[players[0]]))
    return f"<g><title>{escape(title)}</title>{''.join(parts)}</g>"


def _reserve(x: float, y: float, size: float, symbol: str, player: int, colours: Sequence[str]) -> str:
    """What a player keeps beside the board: a disc, and how much."""
    colour = colours[player]
    return (
        _disc(x - size * 0.3, y, size * 0.8, symbol, player, colour)
        + _written(x - size * 0.3, y, size * 0.8, symbol[0], colour)
        + f'<text class="note" x="{x + size * 0.1:g}" y="{y + size * 0.15:g}" font-size="{size * 0.44:g}" '
        f'text-anchor="start" fill="{INK}">{escape(symbol[1:])}</text>'
    )


def _crown(x: float, y: float, size: float) -> str:
    """The mark of a king: a piece whose symbol is the capital of its player's."""
    outline = ((-0.17, 0.15), (-0.23, -0.12), (-0.1, 0.0), (0.0, -0.19), (0.1, 0.0), (0.23, -0.12), (0.17, 0.15))
    points = " ".join(f"{x + size * dx:g},{y + size * dy:g}" for dx, dy in outline)
    return f'<polygon class="crown" points="{points}" fill="#e0a458" stroke="#3b3426" stroke-width="1"/>'
