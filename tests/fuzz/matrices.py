"""Matrix games as people write them, damaged or not, and any method with options: right answers, or one line."""

import json
from random import Random
from typing import Any

import zermelo as z
from fuzz.command import command
from fuzz.engine import Trial, must
from fuzz.texts import NUMBERS, damaged, number
from zermelo.equilibrium.matrix.nfg import write_nfg
from zermelo.equilibrium.matrix.page import page
from zermelo.equilibrium.solver import solvers

BY_COMMAND = 0.03
PAGES = 0.1
WORDS = (
    *NUMBERS,
    *"[ ] [[ ]] ( ) { } , : null true NaN 1/3 1/0 -1/2 1e400 NFG R D".split(),
    *('"payoffs":', '"players":', '"actions":', '"name":', '"x"', "[[[[", "9" * 60),
)
SIZES = ((2, 2), (2, 3), (3, 3), (1, 2), (4, 2), (1, 1), (2, 2, 2), (2, 1, 3), (3,), (2, 2, 2, 2))
VALUES = ("random", "centre", "1-1", "2-1-1", "1-x", "true", "sum", "least", "Row", "weak", "strict", "first", "")


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    text = some_game(rng)
    right = rng.random() < 0.7
    text = text if right else damaged(rng, text, WORDS)
    method = some_method(rng)
    if rng.random() < BY_COMMAND and not text.startswith("-"):
        words = ["--method", method] if method else []
        return (
            command(trial, "equilibrium", text if text.startswith(("[", "{", "NFG ")) else f"[{text}", *words).code == 0
        )
    trial.put(text, method)
    game = trial.ask(lambda: z.MatrixGame.read(text))
    if game is None:
        must(not right, "a game that is right is refused")
        return False
    must(z.MatrixGame.read(write_nfg(game)) == game, "it does not survive a file")
    answer = trial.ask(lambda: z.equilibrium(game, method) if method else z.equilibrium(game))
    if answer is None:
        return False
    for profile in answer.profiles:
        must(min(profile.regrets) >= 0, f"a negative regret: {profile}")
        if profile.exact and answer.method != "dominance":
            must(not any(profile.regrets), f"no equilibrium: {profile}")
    must(str(answer).startswith(answer.meaning), "it does not begin with what it means")
    json.dumps(answer.as_dict())
    if rng.random() < PAGES:
        json.dumps(page(game), allow_nan=False)
    return True


def some_game(rng: Random) -> str:
    """A small game as an expression, JSON or the text of a .nfg file."""
    sizes = rng.choice(SIZES)
    top = rng.choice((0, 1, 2, 9, 10**6, 10**15))

    def value() -> Any:
        if rng.random() < 0.05:
            return rng.choice(("1/3", "-7/2", 0.1, 1.5e-7, -0.0))
        return rng.randint(-top, top)

    def nested(left: tuple[int, ...]) -> Any:
        return [nested(left[1:]) for _ in range(left[0])] if left else [value() for _ in sizes]

    if len(sizes) == 1:
        return json.dumps([value() for _ in range(sizes[0])])
    if len(sizes) == 2 and rng.random() < 0.3:
        return json.dumps([[value() for _ in range(sizes[1])] for _ in range(sizes[0])])
    payoffs = nested(sizes)
    if rng.random() < 0.3:
        return write_nfg(z.MatrixGame(payoffs))
    if rng.random() < 0.3:
        return json.dumps({"payoffs": payoffs, "name": rng.choice(("", "mine", "é"))})
    return rng.choice((json.dumps, repr))(payoffs)


def some_method(rng: Random) -> str:
    """A method of matrix games, perhaps with options, most of which it may have."""
    known = [each for each in solvers().values() if each.form == z.MatrixGame.form]
    chosen = rng.choice([*known, None])
    if chosen is None:
        return ""
    options = []
    if "steps" in chosen.options:
        options.append(f"steps={rng.randrange(1, 60)}")
    for name in chosen.options:
        if name != "steps" and rng.random() < 0.3:
            options.append(f"{name}={rng.choice((number(rng), rng.choice(VALUES)))}")
    return f"{chosen.name}:{','.join(options)}" if options else chosen.name
