"""Gambit's .nfg files: games in normal form as text, in its two forms (outcomes or payoffs).

The format is described at https://gambitproject.readthedocs.io, "Game representation formats". Profiles come in the
order in which the first player's action changes fastest.
"""

import re
from fractions import Fraction
from itertools import product

import numpy as np

from zermelo.equilibrium.matrix.game import MatrixGame
from zermelo.equilibrium.matrix.payoffs import MOST, exact
from zermelo.errors import Problem
from zermelo.tree.gambit import GambitWords, quoted

MOST_PLAYERS = 20


def read_nfg(text: str) -> MatrixGame:
    """The game in a file's text."""
    words = GambitWords(text, ".nfg")
    words.take("word", "NFG")
    words.take("word", "1")
    if words.take("word") not in ("R", "D"):
        raise Problem("the .nfg file must begin with NFG 1 R")
    title = words.take("text")
    players = words.texts()
    actions = _actions(words, players)
    if words.peek()[0] == "text":
        words.take("text")  # a comment
    sizes = [len(names) for names in actions]
    if np.prod(sizes, dtype=object) * len(sizes) > MOST:
        raise Problem(f"the .nfg file has more than {MOST:,} payoffs")
    profiles = [profile[::-1] for profile in product(*(range(size) for size in reversed(sizes)))]
    by_outcome = words.peek() == ("brace", "{")
    values = _of_outcomes(words, len(sizes), len(profiles)) if by_outcome else _of_payoffs(words)
    if words.peek()[0] != "end":
        raise Problem(f"the .nfg file goes on with {words.peek()[1]!r:.40} after its payoffs")
    if len(values) != len(profiles) * len(sizes):
        raise Problem(f"the .nfg file has {len(values)} payoffs; {' x '.join(map(str, sizes))} actions need "
                      f"{len(profiles) * len(sizes)}")  # fmt: skip
    table = np.empty((*sizes, len(sizes)), dtype=object)
    rest = iter(values)
    for profile in profiles:
        for player in range(len(sizes)):
            table[(*profile, player)] = next(rest)
    return MatrixGame.of_table(table, players, actions, title)


def _actions(words: GambitWords, players: list[str]) -> list[list[str]]:
    """Either how many each player has, or their names."""
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise Problem(f"the .nfg file has {len(players)} players; 1 to {MOST_PLAYERS} can be read")
    words.take("brace", "{")
    if words.peek()[0] == "word":
        counts = words.numbers()
        if not all(re.fullmatch(r"[1-9]\d{0,5}", count) for count in counts):
            raise Problem(f"the .nfg file has {' '.join(counts)[:40]!r} where numbers of actions should stand")
        actions = [[str(number + 1) for number in range(int(count))] for count in counts]
    else:
        actions = []
        while words.peek() == ("brace", "{"):
            actions.append(_named(words.texts()))
    words.take("brace", "}")
    if len(actions) != len(players):
        raise Problem(f"the .nfg file has actions for {len(actions)} players, but {len(players)} players")
    if not all(actions):
        raise Problem("the .nfg file has a player without actions")
    return actions


def _named(names: list[str]) -> list[str]:
    """Actions may lack names there, or share them: then they are numbered."""
    return names if len(set(names)) == len(names) and all(map(str.strip, names)) else [
        str(number + 1) for number in range(len(names))
    ]  # fmt: skip


def _of_payoffs(words: GambitWords) -> list[Fraction]:
    return [exact(number) for number in words.numbers()]


def _of_outcomes(words: GambitWords, players: int, profiles: int) -> list[Fraction]:
    """Outcomes have payoffs; each profile has the number of an outcome, or 0 for none."""
    words.take("brace", "{")
    outcomes = [[Fraction(0)] * players]
    while words.peek() == ("brace", "{"):
        words.take("brace", "{")
        words.take("text")
        payoffs = [exact(number) for number in words.numbers()]
        if len(payoffs) != players:
            raise Problem(f"outcome {len(outcomes)} of the .nfg file has {len(payoffs)} payoffs for {players} players")
        outcomes.append(payoffs)
        words.take("brace", "}")
    words.take("brace", "}")
    chosen = words.numbers()
    if len(chosen) != profiles:
        raise Problem(f"the .nfg file names outcomes for {len(chosen)} profiles of {profiles}")
    for number in chosen:
        if not number.isdecimal() or int(number) >= len(outcomes):
            raise Problem(f"the .nfg file has no outcome {number!r:.20}: there are {len(outcomes) - 1}")
    return [payoff for number in chosen for payoff in outcomes[int(number)]]


def write_nfg(game: MatrixGame) -> str:
    """The game as the text of a file, in the payoff form."""
    players = " ".join(map(quoted, game.players))
    actions = "\n".join(f"{{ {' '.join(map(quoted, names))} }}" for names in game.actions)
    lines = [f"NFG 1 R {quoted(game.name)}", f"{{ {players} }}", "", f"{{ {actions}\n}}", '""', ""]
    for profile in product(*(range(size) for size in reversed(game.sizes))):
        lines.append(" ".join(str(value) for value in game.payoffs[profile[::-1]]))
    return "\n".join(lines) + "\n"
