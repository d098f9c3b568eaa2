"""The words of Gambit's files, which .efg and .nfg share: texts in quotation marks, braces, numbers.

The formats are described at https://gambitproject.readthedocs.io, "Game representation formats".
"""

import re

from zermelo.errors import Problem

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([{}])|([^\s{}",]+)|,')


class GambitWords:
    """The words of a file, one after the other."""

    def __init__(self, text: str, suffix: str) -> None:
        self.suffix = suffix
        self.tokens: list[tuple[str, str]] = []
        text = text.removeprefix("\ufeff")
        place = 0
        for match in _TOKEN.finditer(text):
            if text[place : match.start()].strip():
                break
            place = match.end()
            if match[0] != ",":
                kind = "text" if match[0].startswith('"') else "brace" if match[2] else "word"
                self.tokens.append((kind, re.sub(r"\\(.)", r"\1", match[1]) if kind == "text" else match[0]))
        if text[place:].strip():
            raise self.wrong(f"cannot be read at {text[place:].strip()[:30]!r}")
        self.next = 0

    def wrong(self, what: str) -> Problem:
        """What to raise if the file is not as it should be."""
        return Problem(f"the {self.suffix} file {what}")

    def peek(self) -> tuple[str, str]:
        """What kind of word comes next, and the word."""
        return self.tokens[self.next] if self.next < len(self.tokens) else ("end", "the end")

    def take(self, kind: str, value: str = "") -> str:
        """The next word, which must be of that kind."""
        found, word = self.peek()
        if found != kind or (value and word != value):
            raise self.wrong(f"has {word!r:.40} where {value or 'a ' + kind!s} should stand")
        self.next += 1
        return word

    def maybe(self, kind: str) -> str:
        """The next word if it is of that kind, else nothing."""
        return self.take(kind) if self.peek()[0] == kind else ""

    def texts(self) -> list[str]:
        """A list of texts in braces."""
        self.take("brace", "{")
        found = []
        while self.peek()[0] == "text":
            found.append(self.take("text"))
        self.take("brace", "}")
        return found

    def numbers(self) -> list[str]:
        """Words up to something else."""
        found = []
        while self.peek()[0] == "word":
            found.append(self.take("word"))
        return found


def quoted(text: str) -> str:
    """A text as it stands in such a file."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
