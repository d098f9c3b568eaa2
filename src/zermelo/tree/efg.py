"""Gambit's .efg files: trees with information sets and chance as text.

A node stands before the nodes below it. What is paid on the way to an end, at nodes inside the tree, is added up. Names
of nodes, moves and information sets that a tree must tell apart get a number where two are the same.
"""

import re
from fractions import Fraction
from typing import Any

from zermelo.core.primitives import CHANCE
from zermelo.tree.gambit import GambitWords

SUFFIX = ".efg"
MOST_PLAYERS = 20
NEAR = 1e-9  # what probabilities may miss to add up to 1
DIGITS = 300  # of a number


def read_efg(text: str) -> dict[str, Any]:
    """The tree in a file's text, as `Tree` takes it."""
    return _Reader(text).tree()


class _Reader:
    """Reads nodes one after the other, and remembers what was said of information sets and outcomes."""

    def __init__(self, text: str) -> None:
        self.words = GambitWords(text, SUFFIX)
        self.sets: dict[tuple[int, int], tuple[str, list[str], list[float]]] = {}  # name, moves, probabilities
        self.outcomes: dict[int, list[float]] = {}
        self.members: dict[tuple[int, int], list[dict[str, Any]]] = {}
        self.names: set[str] = set()

    def tree(self) -> dict[str, Any]:
        words = self.words
        words.take("word", "EFG")
        words.take("word", "2")
        if words.take("word") not in ("R", "D"):
            raise words.wrong("must begin with EFG 2 R")
        title = words.take("text")
        self.players = _apart(words.texts())
        if not 1 <= len(self.players) <= MOST_PLAYERS:
            raise words.wrong(f"has {len(self.players)} players; 1 to {MOST_PLAYERS} can be read")
        words.maybe("text")  # a comment
        root = self._nodes()
        if words.peek()[0] != "end":
            raise words.wrong(f"goes on with {words.peek()[1]!r:.40} after its last node")
        self._name_sets()
        return {"tree": root, "players": self.players, "name": title or "tree"}

    def _nodes(self) -> dict[str, Any]:
        """All of them: the children of a node follow it, each with all that is below."""
        holder: list[dict[str, Any]] = []
        waiting = [(holder, [0.0] * len(self.players))]  # where the next node belongs, and what was paid before it
        while waiting:
            place, before = waiting.pop()
            node, count, paid = self._node(before)
            place.append(node)
            if count:
                node["children"] = []
                waiting += [(node["children"], paid)] * count
            else:
                node["payoff"] = paid
        return holder[0]

    def _node(self, before: list[float]) -> tuple[dict[str, Any], int, list[float]]:
        """The next node, how many children it has, and what everybody has got by then."""
        words = self.words
        kind = words.take("word")
        if kind not in ("c", "p", "t"):
            raise words.wrong(f"has {kind!r:.20} where a node should begin: c, p or t")
        node: dict[str, Any] = {}
        name = words.take("text").strip()
        if name and name not in self.names:
            node["name"] = name
            self.names.add(name)
        count = 0
        if kind != "t":
            player = CHANCE if kind == "c" else self._player()
            key = player, self._whole("an information set")
            _, moves, probs = self._set(key)
            node |= {"player": "chance" if kind == "c" else player, "moves": moves}
            if kind == "c":
                node["probs"] = probs
            else:
                self.members.setdefault(key, []).append(node)
            count = len(moves)
        paid = self._outcome()
        return node, count, [was + more for was, more in zip(before, paid, strict=True)] if paid else before

    def _player(self) -> int:
        number = self._whole("a player")
        if not 1 <= number <= len(self.players):
            raise self.words.wrong(f"has no player {number}: there are {len(self.players)}")
        return number - 1

    def _set(self, key: tuple[int, int]) -> tuple[str, list[str], list[float]]:
        """An information set: what it is called, and its moves, are said where it comes first."""
        words = self.words
        chance = key[0] == CHANCE
        name = words.maybe("text").strip()
        if words.peek() != ("brace", "{"):
            if key not in self.sets:
                raise words.wrong(f"does not say which moves there are in information set {key[1]}")
            return self.sets[key]
        words.take("brace", "{")
        moves, probs = [], []
        while words.peek()[0] == "text":
            moves.append(words.take("text"))
            if chance:
                probs.append(self._number(words.take("word")))
        words.take("brace", "}")
        if not moves:
            raise words.wrong(f"has no moves in information set {key[1]}")
        if chance and (min(probs) < 0 or not abs(sum(probs) - 1) < NEAR):
            raise words.wrong(f"has probabilities {', '.join(f'{part:g}' for part in probs)}, which must add up to 1")
        found = name, _apart(moves), probs
        if key in self.sets and self.sets[key][1:] != found[1:]:
            raise words.wrong(f"tells information set {key[1]} twice, with other moves")
        return self.sets.setdefault(key, found)

    def _outcome(self) -> list[float]:
        """What is paid at a node; nothing at most nodes that are inside the tree."""
        words = self.words
        number = self._whole("an outcome")
        words.maybe("text")
        if words.peek() != ("brace", "{"):
            if number and number not in self.outcomes:
                raise words.wrong(f"does not say what outcome {number} pays")
            return self.outcomes.get(number, [])
        words.take("brace", "{")
        payoffs = [self._number(word) for word in words.numbers()]
        words.take("brace", "}")
        if len(payoffs) != len(self.players):
            raise words.wrong(f"has {len(payoffs)} payoffs for {len(self.players)} players in outcome {number}")
        if not number:
            raise words.wrong("pays something in outcome 0, which stands for none")
        self.outcomes[number] = payoffs
        return payoffs

    def _whole(self, what: str) -> int:
        word = self.words.take("word")
        if not re.fullmatch(r"\d{1,9}", word):
            raise self.words.wrong(f"has {word!r:.20} where the number of {what} should stand")
        return int(word)

    def _number(self, word: str) -> float:
        if len(word) <= DIGITS and re.fullmatch(r"[-+]?(\d+(/\d+)?|(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,2})?)", word):
            try:
                return float(Fraction(word))
            except (ZeroDivisionError, OverflowError):
                pass
        raise self.words.wrong(f"has {word!r:.40} where a number should stand")

    def _name_sets(self) -> None:
        """Sets are told in the tree if there is one of more than a node; one of a single node if it has a name."""
        taken: dict[str, int] = {}
        hidden = any(len(nodes) > 1 for nodes in self.members.values())
        for key, nodes in self.members.items():
            name = self.sets[key][0] or f"{self.players[key[0]]} {key[1]}"
            if len(nodes) == 1 and not (hidden and self.sets[key][0]):
                continue
            taken[name] = taken.get(name, 0) + 1
            for node in nodes:
                node["info"] = name if taken[name] == 1 else f"{name} #{taken[name]}"


def _apart(names: list[str]) -> list[str]:
    """Names that are told apart; who has none gets a number."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        name = name.strip() or str(number)
        found.append(name if name not in found else f"{name}#{number}")
    return found
