"""What rules and players are, beside their names: fingerprints of rules and data, and of the files of players."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from zermelo.core.binding import fingerprint
from zermelo.core.data import FILES
from zermelo.core.game import Game
from zermelo.core.sources import sources

FILE = re.compile(rf"[^\s:,=]+(?:{'|'.join(map(re.escape, ('.py', *FILES)))})")  # in the description of a player
LENGTH = 16  # of a fingerprint, in hexadecimal digits


def of_rules(game: Game) -> str:
    """Equal for rules that read the same, to themselves and to all functions and tables that they reach."""
    rules = [fingerprint(rule, game.replace) for rule in game.replace.values()]
    return hashlib.sha256(repr((rules, game.data.version)).encode()).hexdigest()[:LENGTH]


def of_files(players: Iterable[object]) -> dict[str, str]:
    """For each file that the description of a player names, its evaluation, its data, itself: what is in it."""
    texts = (_description(player) for player in players)
    named = {path: Path(path) for text in texts for path in FILE.findall(text)}
    return {name: _of_file(path) for name, path in sorted(named.items()) if path.is_file()}


def _description(player: object) -> str:
    """Also of one that is made already."""
    options = getattr(player, "options", None)
    settings = options.values() if isinstance(options, dict) else ()
    return player if isinstance(player, str) else " ".join(map(str, (getattr(player, "method", ""), *settings)))


def _of_file(path: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(sources(path)) if path.suffix == ".py" else (path,):
        with file.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:LENGTH]
