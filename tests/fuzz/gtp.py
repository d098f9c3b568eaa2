"""Sessions of the Go Text Protocol: commands with words that belong to them, in any order, and damaged lines."""

import re

import zermelo as z
from fuzz.command import command
from fuzz.engine import Trial, must, must_be_refusal
from fuzz.games import GTP, must_be_whole, some_game
from fuzz.texts import damaged, letters, number
from zermelo.arena.vertices import meant
from zermelo.core.game import Game
from zermelo.protocols.gtp import COMMANDS, Engine

BY_COMMAND = 0.02
SEARCHERS = ("mcts:simulations=4", "flat:nodes=30", "alphabeta:depth=1", "minimax:nodes=20")
COLOURS = ("b", "w", "black", "white", "B", "White", "x", "", "bw")
ANSWER = re.compile(r"(?:[=?]\d* [^\0]*?\n\n|=\d*\n(?:info [^\n]*\n|play [^\n]*\n)*\n)\Z")


def fuzz(trial: Trial) -> bool:
    rng = trial.random
    game = some_game(rng, GTP)
    lines = [some_line(trial, game) for _ in range(rng.randrange(1, 9))]
    if rng.random() < BY_COMMAND:
        text = "\n".join([*lines, "quit", ""]).encode(errors="surrogatepass")
        trial.put(*lines)
        return command(trial, "gtp", game.spec, "--method", "random", given=text).code == 0
    player, seed = rng.choice(SEARCHERS) if rng.random() < 0.1 else "random", rng.randrange(9)
    trial.put(game.spec, player, seed)
    said: list[str] = []
    engine = trial.ask(lambda: Engine(game, (), said.append, method=player, seed=seed))
    if engine is None:
        return False
    obeyed = [_obeyed(trial, engine, said, line) for line in lines]
    return any(obeyed)


def _obeyed(trial: Trial, engine: Engine, said: list[str], line: str) -> bool:
    """One answer to a line, by the standard; no move that is not legal; a position that is whole."""
    trial.put(line)
    said.clear()
    before = engine.table.history.position
    engine.obey(line)
    answer = "".join(said)
    if not answer:
        must(not re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.partition("#")[0]).strip(), f"no answer to {line!r}")
        return True
    must(ANSWER.match(answer), f"{answer!r} is not an answer of the protocol")
    must(answer[:-2].count("\n\n") == 0, f"{answer!r} is more than one answer")
    if answer[0] == "?":
        must_be_refusal(re.sub(r"^\?\d*", "", answer.removesuffix("\n\n")))
        must(engine.table.history.position == before, f"{line!r} is refused, but changes the position")
        return False
    must_be_whole(engine.table.history.position)
    words = line.split()
    if words[:1] == ["genmove"] and (found := re.match(r"=\d* (\S+)\n\n\Z", answer)):
        _legal(engine, before, found[1])
    return True


def _legal(engine: Engine, before: z.Position, move: str) -> None:
    """A move that the engine makes."""
    table = engine.table
    if move.lower() != "resign":
        must(
            table.moves and table.moves[-1][1].lower() == meant(move).lower(),
            f"{move} is told, {table.moves[-1:]} played",
        )
        must(table.history.position != before or move.lower() == "pass", f"{move} changes nothing")


def some_line(trial: Trial, game: Game) -> str:
    rng = trial.random
    name = rng.choice(("play", "play", "play", "genmove", "undo", *COMMANDS))
    words = [name, *_words(trial, name, game)]
    if rng.random() < 0.1:
        words.insert(rng.randrange(len(words) + 1), letters(rng, 5))
    if rng.random() < 0.2:
        words.insert(0, rng.choice(("1", "007", "999999", "-1", number(rng))))
    line = " ".join(words)
    return line if rng.random() < 0.85 else damaged(rng, line, list(COMMANDS))


def _words(trial: Trial, name: str, game: Game) -> list[str]:
    rng = trial.random
    if name == "play":
        return [rng.choice(COLOURS[:6] if rng.random() < 0.9 else COLOURS), _vertex(trial, game)]
    if "genmove" in name or "analyze" in name:
        return [rng.choice(COLOURS), *([number(rng)] if "analyze" in name and rng.random() < 0.5 else [])]
    if name == "boardsize":
        return [rng.choice(("2", "3", "4", "5", "9", "26", number(rng)))]
    if name == "time_settings":
        return [number(rng) for _ in range(3)]
    if name == "time_left":
        return [rng.choice(COLOURS), number(rng), number(rng)]
    if name == "set_free_handicap":
        return [_vertex(trial, game) for _ in range(rng.randrange(5))]
    if name == "known_command":
        return [rng.choice(list(COMMANDS))]
    if name == "final_status_list":
        return [rng.choice(("alive", "dead", "seki", "x"))]
    if name == "loadsgf":
        return [
            rng.choice(("/nowhere.sgf", "/", "\x00", "x" * 300, "/dev/null")),
            *([number(rng)] if rng.random() < 0.3 else []),
        ]
    return [number(rng)] if name in ("komi", "fixed_handicap", "place_free_handicap") else []


def _vertex(trial: Trial, game: Game) -> str:
    rng = trial.random
    if rng.random() < 0.7:
        return rng.choice([*game.start().moves, "pass", "swap-pieces"])
    return rng.choice(("A1", "i9", "j9", "T19", "Z26", "a0", "a100", "resign", "pass", number(rng), letters(rng, 4)))
