"""One whole random game of every shipped game as readable text: a change of the rules shows as a change of these files.

python tests/playthrough.py      writes tests/playthroughs/<game>.txt
"""

import random
from pathlib import Path

from zermelo.core.catalogue import load, names
from zermelo.core.game import Game, Position

FOLDER = Path(__file__).with_name("playthroughs")
SMALLER = {  # games whose default board would fill a book
    "hex": "hex:size=5",
    "chinese-checkers": "chinese-checkers:players=3,board=small,plies=40",
    "focus": "focus:players=3,cap=40",
    "go": "go:size=4",
    "pig": "pig:target=20",
    "rolit": "rolit:size=6",
    "virus": "virus:size=4,cap=40",
}


def playthrough(name: str) -> str:
    """The game's traits, then every position of a random game with its moves and the move that was played."""
    game = load(SMALLER.get(name, name))
    rng = random.Random(name)
    parts = [_traits(game)]
    position = game.start()
    for ply in range(game.max_plies + 1):
        parts.append(f"--- {ply} ---\n{_picture(position)}")
        if position.over:
            break
        move = rng.choice(list(position.moves))
        parts.append(f"{_moves(position)}\nplayed: {move}")
        position = position.play(move)
    return "\n\n".join(parts) + "\n"


def _traits(game: Game) -> str:
    facts = {
        "game": game.spec,
        "players": ", ".join(game.players),
        "options": ", ".join(f"{option.name}={option.value}" for option in game.options.values()) or "none",
        "chance": "yes" if game.stochastic else "no",
        "information": "hidden" if game.hidden else "perfect",
        "payoffs": f"from {game.lowest:g} to {game.highest:g}, "
        + ("sum varies" if game.payoff_sum is None else f"sum {game.payoff_sum:g}"),
        "solved": "unknown" if game.rules.solved is None else f"{game.rules.solved:+g} for the first player",
        "state": f"{game.state.itemsize} bytes",
    }
    return "\n".join(f"{name}: {fact}" for name, fact in facts.items())


def _picture(position: Position) -> str:
    picture = str(position)
    return picture if position.text in picture else f"{position.text}\n{picture}"


def _moves(position: Position) -> str:
    if position.chances:
        chances = position.chances
        return "outcomes: " + " ".join(f"{name} ({chances[move]:.4g})" for name, move in position.moves.items())
    return f"moves: {' '.join(position.moves)}"


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        (FOLDER / f"{name}.txt").write_text(playthrough(name))


if __name__ == "__main__":
    write()
