"""The games play as recorded. After a change that was meant to change that: `make playthroughs`, and read the diff."""

from difflib import unified_diff

import pytest

from playthrough import FOLDER, playthrough
from zermelo.core.catalogue import names


@pytest.mark.parametrize("name", names())
def test_playthrough(name):
    file = FOLDER / f"{name}.txt"
    recorded = file.read_text() if file.exists() else ""
    lines = unified_diff(recorded.splitlines(), playthrough(name).splitlines(), str(file), "now", lineterm="")
    assert not (difference := "\n".join(lines)), f"{name} plays differently\n{difference}"


def test_no_playthrough_is_left_over():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(names())
