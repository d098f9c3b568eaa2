"""Every method enters the nodes that it always did; a change of behaviour is a diff of tests/positions/methods.json."""

import json

import pytest

import zermelo as z
from signatures import FILE, MANY, all_searches, signature

KNOWN = json.loads(FILE.read_text())


SEARCHES = [  # a second game for many is compiled in `make test-all` only
    pytest.param(method, where, marks=[pytest.mark.long] if where == MANY[1] else [])
    for method, where in all_searches()
]


@pytest.mark.parametrize(("method", "where"), SEARCHES)
def test_a_search_is_what_it_was(method, where):
    assert signature(method, where) == KNOWN[f"{where} | {method}"]


def test_every_method_has_a_signature():
    signed = {method.partition(":")[0] for method, _ in all_searches()}
    assert signed == set(z.methods)
