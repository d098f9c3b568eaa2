"""Every method enters the nodes that it always did; a change of behaviour is a diff of tests/positions/methods.json."""

import json

import pytest

import zermelo as z
from signatures import FILE, SEARCHES, signature

KNOWN = json.loads(FILE.read_text())


FIRST = [(method, where) for method, places in SEARCHES.items() for where in places[:1]]
OTHERS = [(method, where) for method, places in SEARCHES.items() for where in places[1:]]


@pytest.mark.parametrize(("method", "where"), FIRST)
def test_a_search_is_what_it_was(method, where):
    assert signature(method, where) == KNOWN[f"{where} | {method}"]


@pytest.mark.long  # each is compiled for its game
@pytest.mark.parametrize(("method", "where"), OTHERS)
def test_a_search_is_what_it_was_in_other_games(method, where):
    assert signature(method, where) == KNOWN[f"{where} | {method}"]


def test_every_method_has_a_signature():
    signed = {method.partition(":")[0] for method in SEARCHES}
    assert signed == {name for name, each in z.methods.items() if each.run.__module__.startswith("zermelo.")}
