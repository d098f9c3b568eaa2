"""Lists that put themselves in order: an item that is asked for moves forward, so what is wanted often stands in front.

    mtf             to the front (McCabe 1965)
    transposition   past the one before it
    ahead(k)        k places forward (Rivest 1976); ahead(1) is transposition, ahead(n - 1) is mtf
    pos(k)          from beyond place k to place k, else past the one before it (Tenenbaum & Nemes 1982);
                    pos(1) is mtf, pos(n - 1) is transposition

Searches keep two: of opponents, the most dangerous first (Threat-ADS), and of moves (History-ADS), Polk & Oommen 2015.
A list here is an array and a length; the functions work as plain Python and inside compiled searches.
"""

import re

import numpy as np

from zermelo.errors import Problem

NO_RECALL, AHEAD, POS = range(3)
FRONT = 1 << 30  # further than any list is long


def rule_of(text: str) -> tuple[int, int]:
    """A rule by its name, as `query` wants it.

    >>> rule_of("mtf") == rule_of("pos(1)"), rule_of("ahead(2)")
    (False, (1, 2))
    """
    named = {"none": (NO_RECALL, 0), "mtf": (AHEAD, FRONT), "transposition": (AHEAD, 1)}
    if text in named:
        return named[text]
    if found := re.fullmatch(r"(ahead|pos)\((\d+)\)", text):
        if (k := int(found[2])) > 0:
            return (AHEAD if found[1] == "ahead" else POS), k
    raise Problem(f"unknown rule {text!r} of a list (choose from {', '.join(named)}, ahead(2), pos(2))")


def place_of(items, length, item):
    """Where an item stands; -1 if it does not."""
    for place in range(length):
        if items[place] == item:
            return place
    return -1


def query(items, length, item, kind, k):
    """Ask for an item: returns where it stood and moves it forward. Modified in place."""
    place = place_of(items, length, item)
    if place < 0:
        return place
    target = place
    if kind == AHEAD:
        target = max(place - k, 0)
    elif kind == POS:
        target = k - 1 if place > k - 1 else max(place - 1, 0)
    for i in range(place, target, -1):
        items[i] = items[i - 1]
    items[target] = item
    return place


def ask_all(items: list[int], asked: list[int], rule: str) -> list[int]:
    """The list after a sequence of queries.

    >>> ask_all([1, 2, 3, 4], [3, 1, 1, 4], "mtf")
    [4, 1, 3, 2]
    >>> ask_all([1, 2, 3, 4], [3, 1, 1], "transposition")
    [1, 3, 2, 4]
    """
    array, (kind, k) = np.array(items), rule_of(rule)
    for item in asked:
        if query(array, len(array), item, kind, k) < 0:
            raise Problem(f"{item} is not in the list {items}")
    return array.tolist()
