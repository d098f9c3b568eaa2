"""Descriptions of methods and of games, with every option and with values that nobody should give them; limits, too."""

import time
from math import isfinite

import zermelo as z
from fuzz.command import command
from fuzz.engine import Trial, must
from fuzz.games import SPECS, TINY, must_be_whole, some_game, some_line
from fuzz.texts import damaged, letters, number
from zermelo.core.options import Option
from zermelo.search import methods
from zermelo.search.method import LIMITS

BY_COMMAND = 0.02
NODES = 60  # of a search that nothing else limits
SECONDS = 2.0


def fuzz(trial: Trial) -> bool:
    return _game(trial) if trial.random.random() < 0.25 else _method(trial)


def _game(trial: Trial) -> bool:
    """A game with options."""
    rng = trial.random
    name = rng.choice(SPECS).partition(":")[0]
    known = [option for option in z.load(name).options.values() if option.name != "size" or name != "chinese-checkers"]
    text = f"{name}:" + ",".join(_setting(trial, option) for option in rng.sample(known, rng.randrange(1 + len(known))))
    text = text if rng.random() < 0.6 else damaged(rng, text)
    if ".py" in text or "/" in text:
        return False
    trial.put(text)
    game = trial.ask(lambda: z.load(text))
    if game is None:
        return False
    must(z.load(game.spec) == game, f"{game.spec!r} is not the same game")
    must_be_whole(game.start())
    return True


def _method(trial: Trial) -> bool:
    """A search with options and limits, at a position of a tiny game."""
    rng = trial.random
    game = some_game(rng, TINY)
    position = some_line(rng, game).position
    method = methods[rng.choice(list(methods))]
    options = rng.sample(list(method.options.values()), rng.randrange(min(4, len(method.options)) + 1))
    given = [_setting(trial, option) for option in options]
    given += [f"{limit}={_value(trial, kind)}" for limit, kind in LIMITS.items() if rng.random() < 0.15]
    if not any(each.startswith(("nodes=", "simulations=")) for each in given):
        given.append(f"nodes={NODES}")
    rng.shuffle(given)
    text = f"{method.name}:{','.join(given)}"
    text = text if rng.random() < 0.7 else damaged(rng, text)
    if ".py" in text:
        return False
    lines, seed = rng.choice((1, 1, 1, 2, 100)), rng.choice((None, 0, 7, 2**70))
    if rng.random() < BY_COMMAND:
        return command(trial, "analyse", game.spec, f"--position={position.text}", f"--method={text}").code == 0
    trial.put(game.spec, position.text, text, lines, seed)
    found = trial.ask(lambda: z.analyse(position, method=text, lines=lines, seed=seed, on_progress=_patience()))
    if found is not None:
        _check(position, found)
    return found is not None


def _patience():
    """A search that its own limits let go on for ever is ended."""
    end = time.monotonic() + SECONDS
    return lambda progress: time.monotonic() < end


def _check(position: z.Position, found: z.Analysis) -> None:
    game = position.game
    must(all(map(isfinite, (found.value, *found.values))), f"values {found.value}, {found.values}")
    must(
        game.lowest <= found.value <= game.highest, f"the value {found.value} is outside {game.lowest}, {game.highest}"
    )
    if position.over or position.mover < 0:
        return
    must(found.move in position.moves, f"{found.move!r} is not legal at {position.text!r}")
    for line in found.lines:
        here = position
        for move in line.pv:
            if move.startswith(tuple(f"{player}:" for player in game.players)):
                break  # best-reply search lets players move out of turn
            must(move in here.moves, f"{move!r} of the variation {line.pv} is not legal at {here.text!r}")
            here = here.play(move)


def _setting(trial: Trial, option: Option) -> str:
    return f"{option.name}={_value(trial, option.default, option)}"


def _value(trial: Trial, default: object, option: Option | None = None) -> str:
    """Of the right type as a rule."""
    rng, way = trial.random, trial.random.random()
    if way < 0.1:
        return letters(rng, 6)
    if way < 0.25:
        return number(rng)
    if isinstance(default, bool):
        return rng.choice(("true", "false", "yes", "no", "True", "1"))
    if option and option.choices:
        return str(rng.choice(option.choices))
    if isinstance(default, int):
        low = option.low if option and option.low is not None else 0
        return str(int(low) + rng.choice((0, 1, 2, 3, 5, 8)))
    if isinstance(default, float):
        return f"{rng.random():.3g}" if rng.random() < 0.7 else str(rng.randrange(1, 9))
    return rng.choice((str(default), "1-2", "3", "0,1", "A", letters(rng, 5)))
