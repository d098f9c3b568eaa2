"""Positions as text: those of games at random, damaged; fields of states with any numbers; anything at all."""

from fuzz.command import command
from fuzz.engine import Trial
from fuzz.games import SPECS, TINY, must_be_whole, must_go_on, some_game, some_line
from fuzz.texts import damaged, letters, number
from zermelo.core.game import Game
from zermelo.core.state import own_fields

BY_COMMAND = 0.02  # the share that goes by the command line


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    asked = rng.random() < BY_COMMAND
    game = some_game(rng, TINY if asked else SPECS)
    text = some_text(trial, game)
    if asked:
        return command(trial, "analyse", game.spec, "--depth", "1", f"--position={text}").code == 0
    trial.put(game.spec, text)
    position = trial.ask(lambda: game.position(text))
    if position is None:
        return False
    must_be_whole(position)
    if not position.over:
        must_go_on(position, rng.choice(list(position.moves)))
    return True


def some_text(trial: Trial, game: Game) -> str:
    rng, way = trial.random, trial.random.random()
    if way < 0.7:
        return damaged(rng, some_line(rng, game).position.text, [some_line(rng, game).position.text, *game.players])
    if way < 0.85:
        return " ".join(f"{name}={_numbers(trial, game, name)}" for name in own_fields(game.state))
    return letters(rng, 30)


def _numbers(trial: Trial, game: Game, name: str) -> str:
    rng, count = trial.random, 1
    for size in game.state[name].shape:
        count *= size
    return ",".join(number(rng) if rng.random() < 0.3 else "0" for _ in range(count if rng.random() < 0.9 else 3))
