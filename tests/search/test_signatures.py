"""Every method enters the nodes that it always did; a change of behaviour is a diff of tests/positions/methods.json."""

import json

import pytest

import zermelo as z
from signatures import FILE, all_searches, signature

KNOWN = json.loads(FILE.read_text())


@pytest.mark.parametrize(("method", "where"), all_searches())
def test_a_search_is_what_it_was(method, where):
    assert signature(method, where) == KNOWN[f"{where} | {method}"]


def test_every_method_has_a_signature():
    signed = {method.partition(":")[0] for method, _ in all_searches()}
    assert signed == set(z.methods)
