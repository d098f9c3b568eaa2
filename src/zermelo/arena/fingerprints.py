"""What players are, beside their names: fingerprints of their files."""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from zermelo.core.data import FILES
from zermelo.core.likeness import LENGTH
from zermelo.core.sources import sources

FILE = re.compile(rf"[^\s:,=]+(?:{'|'.join(map(re.escape, ('.py', *FILES)))})")  # in the description of a player


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
