"""What whoever starts the server may decide."""

from dataclasses import dataclass
from pathlib import Path

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


@dataclass
class Settings:
    """Where the server keeps things, and what it allows."""

    data: Path  # the folder that keeps the games
    own: tuple[str, ...] = ()  # game files, with options after a colon
    hosts: tuple[str, ...] = LOCAL_NAMES  # names under which the server may be called
    seconds: float = 600.0  # the longest search
    megabytes: float = 256.0  # the largest table or tree
    searches: int = 32  # at a time; others wait
    warm: bool = False  # whether code is compiled before it is wanted
