"""Every call of docs/lectures.md runs and gives what the page says that it gives."""

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "lectures.md").read_text()
ROWS = re.findall(r"^\| (00\d\.\d+) \| .* \| (.*) \| .*\|$", PAGE, re.MULTILINE)
CALLS = dict.fromkeys(call for _, row in ROWS for call in re.findall(r"`([^`]+)`(?: → ([^;`]*[^;` ]))?", row))
AT_ONCE = (
    "zermelo tree",
    "zermelo games",
    "zermelo equilibrium rps",
    "zermelo equilibrium prisoners",
)  # a game that another command searches is compiled for it
LONG = "theory.growth_in_random_order"


def calls(*, of_the_command_line: bool) -> list:
    """Calls and claims; those that take longer are marked."""
    return [
        pytest.param(call, claim, marks=pytest.mark.long if call.startswith(LONG) or slow else ())
        for call, claim in CALLS
        if of_the_command_line == call.startswith("zermelo ")
        for slow in [of_the_command_line and not call.startswith(AT_ONCE)]
    ]


@pytest.fixture(autouse=True)
def _at_home(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="module")
def names():
    """What the page says that its calls may use."""
    scope: dict = {}
    exec(re.search(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1], scope)
    return scope


@pytest.mark.parametrize(("command", "claims"), calls(of_the_command_line=True))
def test_commands(zermelo, command, claims):
    code, out, err = zermelo(*shlex.split(command)[1:])
    assert code == 0, err
    for claim in claims.split(", ") if claims else [""]:
        assert claim in out


@pytest.mark.parametrize(("expression", "claim"), calls(of_the_command_line=False))
def test_expressions(names, expression, claim):
    value = eval(expression, names)
    assert not claim or gives(value, claim), value


def test_every_item_that_is_built_has_a_call():
    for item, call in ROWS:
        assert call in ("*not yet*", "a fact") or re.search(r"`|\]\(", call), item


def gives(value, claim: str) -> bool:
    """Is it what the page says? Of a fraction, to as many digits as it has."""
    if claim in (str(value), f"{value:,}" if isinstance(value, int) else repr(value)):
        return True
    digits = re.fullmatch(r"-?\d+\.?(\d*)", claim)
    return bool(digits) and not isinstance(value, str) and abs(value - float(claim)) <= 0.51 * 10 ** -len(digits[1])
