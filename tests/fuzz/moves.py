"""Moves by name, one at a time and in lists, at positions of games at random."""

from fuzz.command import command
from fuzz.engine import Trial, must
from fuzz.games import SPECS, TINY, must_be_whole, must_go_on, some_game, some_line
from fuzz.texts import damaged, letters, number
from zermelo.core.history import History

BY_COMMAND = 0.02


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    asked = rng.random() < BY_COMMAND
    game = some_game(rng, TINY if asked else SPECS)
    line = some_line(rng, game)
    if rng.random() < 0.4 or asked:
        return _listed(trial, line, asked)
    return _one(trial, line)


def _one(trial: Trial, line: History) -> bool:
    rng, position = trial.random, line.position
    name = _name(trial, list(position.moves) or ["a1"])
    move = int(name) if name.isdecimal() and rng.random() < 0.3 else name
    trial.put(position.game.spec, "moves: " + ", ".join(line.played), move)
    after = trial.ask(lambda: position.play(move))
    if after is None:
        must(move not in position.moves, f"a legal move is refused at {position.text!r}")
        return False
    code = move if isinstance(move, int) else position.read_move(move)
    must(code in position.codes, f"{move!r} is played at {position.text!r}, but not legal")
    must_be_whole(after)
    must(must_go_on(position, position.move_name(code)) == after, f"{move!r} is not {position.move_name(code)!r}")
    return True


def _listed(trial: Trial, line: History, asked: bool) -> bool:
    rng, game = trial.random, line.game
    names = list(line.played)
    right = rng.random() < 0.4
    if not right:
        names.insert(rng.randrange(len(names) + 1), _name(trial, names or ["a1"]))
    spaced = any(" " in name for name in names) or rng.random() < 0.3
    text = rng.choice(("moves:", "moves: ")) + (", " if spaced else " ").join(names)
    if spaced and len(names) == 1:
        text += ","
    text = text if right or rng.random() < 0.7 else damaged(rng, text)
    if asked:
        return command(trial, "analyse", game.spec, "--depth", "1", f"--position={text}").code == 0
    trial.put(game.spec, text)
    history = trial.ask(lambda: History.read(game, text))
    if history is None:
        must(not right, f"{line.played} was played, but is refused")
        return False
    must(len(history.played) == len(history.past), f"{len(history.played)} moves, {len(history.past)} positions before")
    for before, name in zip(history.past, history.played, strict=True):
        must(name in before.moves, f"{name!r} is not legal at {before.text!r}")
    must_be_whole(history.position)
    return True


def _name(trial: Trial, legal: list[str]) -> str:
    """A name of a move, perhaps a legal one, perhaps one that looks like it."""
    rng, way = trial.random, trial.random.random()
    if way < 0.3:
        return rng.choice(legal)
    return damaged(rng, rng.choice(legal), legal) if way < 0.8 else number(rng) if way < 0.9 else letters(rng)
