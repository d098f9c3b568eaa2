"""The Go Text Protocol as a language: lines with their numbers and words, and answers. What it can say is in `gtp`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import signature
from math import isfinite
from queue import SimpleQueue
from threading import Thread

from zermelo.arena.vertices import colour_of
from zermelo.errors import Problem


class Refusal(Exception):
    """A command that cannot be obeyed; the text is the answer."""


class Inbox:
    """The lines of a client, read by a thread: a search can look whether the next one has come."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._lines.put(line)
        self._lines.put(None)

    @property
    def waiting(self) -> bool:
        """Whether a line has come, or the end."""
        return not self._lines.empty()

    def __iter__(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line


class Speaker:
    """Obeys the lines of its inbox; `say` gets the answers."""

    def __init__(self, lines: Iterable[str], say: Callable[[str], None]) -> None:
        self.inbox, self.say = Inbox(lines), say
        self.number = ""  # of the command that is being obeyed

    @property
    def commands(self) -> Mapping[str, Callable[..., str | None]]:
        """By name: what takes the words that follow it, and returns the answer, or None if it has said it already."""
        raise NotImplementedError

    def run(self) -> None:
        """Obey until the client goes or says `quit`."""
        for line in self.inbox:
            if not self.obey(line):
                break

    def obey(self, line: str) -> bool:
        """Answer one line; False after `quit`."""
        text = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.partition("#")[0]).strip()
        parts = re.match(r"(\d+(?=\s|$))?\s*(\S*)(.*)", text, re.ASCII)
        if not text or parts is None:
            return True
        self.number, name, words = parts[1] or "", parts[2], parts[3].split()
        try:
            told = self._obey(name, words)
        except (Refusal, Problem) as refusal:
            self.say(f"?{self.number} {' '.join(str(refusal).split())}\n\n")
        else:
            if told is not None:
                self.say(f"={self.number} {told}\n\n")  # HexGui insists on the space
        return name != "quit"

    def _obey(self, name: str, words: list[str]) -> str | None:
        if name not in self.commands:
            raise Refusal("unknown command")
        try:
            signature(self.commands[name]).bind(*words)
        except TypeError:
            raise Refusal("syntax error") from None
        return self.commands[name](*words)


def read_colour(word: str) -> int:
    """The player that a colour means."""
    if (player := colour_of(word)) is None:
        raise Refusal("syntax error")
    return player


def read_whole(word: str) -> int:
    """A whole number, not below 0."""
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise Refusal("syntax error")
    return int(word)


def read_number(word: str) -> float:
    """Any number, but not an infinite one."""
    try:
        value = float(word)
    except ValueError:
        raise Refusal("syntax error") from None
    if not isfinite(value):
        raise Refusal("syntax error")
    return value


def read_seconds(word: str) -> float:
    """A time, not below 0."""
    if (value := read_number(word)) < 0:
        raise Refusal("syntax error")
    return value
