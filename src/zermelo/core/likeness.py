"""Are two games the same? A fingerprint of all that their rules are and reach, to keep beside what is made for them."""

import hashlib

from zermelo.core.binding import fingerprint
from zermelo.core.game import Game

LENGTH = 16  # of a fingerprint, in hexadecimal digits


def of_rules(game: Game) -> str:
    """Equal for rules that read the same, to themselves and to all functions and tables that they reach."""
    kept = game.__dict__.setdefault("_fingerprints", {})
    if (version := game.data.version) not in kept:
        rules = [fingerprint(rule, game.replace) for rule in game.replace.values()]
        told = repr((rules, version, *game.content))
        kept[version] = hashlib.sha256(told.encode()).hexdigest()[:LENGTH]
    return kept[version]
