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
    numbers: bool = False  # whether it may be called by any numeric address
    seconds: float = 600.0  # the longest search
    megabytes: float = 256.0  # the largest table or tree
    memory: float = 2048.0  # MB of all tables, trees and games together
    searches: int = 32  # at a time; others wait
    warm: bool = False  # whether code is compiled before it is wanted

    @property
    def memory_for_games(self) -> float:
        """MB of the lines that are remembered."""
        return self.memory / 16

    @property
    def memory_for_trees(self) -> float:
        """MB of the table behind a tree that somebody watches; two are searched at a time."""
        return min(64.0, self.memory / 32)

    @property
    def memory_for_searches(self) -> float:
        """MB of all tables and trees of searches."""
        return self.memory - self.memory_for_games - 2 * self.memory_for_trees
