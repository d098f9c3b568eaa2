"""The documentation is true: every snippet runs, every link leads somewhere, every lecture item is accounted for."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from zermelo.cli.commands import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "bench" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def files(page: Path) -> list[tuple[str, str]]:
    """Blocks that are to be copied to a file of that name."""
    return re.findall(r"^```python (\S+)\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name)
def test_python_snippets_run(page):
    """All snippets of a page, one after the other; a comment `# value` after an expression is what it must give."""
    scope: dict = {"__name__": "snippet"}
    for block in blocks(page, "python"):
        exec(compile(block, name(page), "exec"), scope)
        for line in block.splitlines():
            if match := re.match(r"(z\..*?)  # (-?[\d.]+)", line):
                assert eval(match[1], scope) == float(match[2]), line


def commands(pages: list[Path]) -> list[str]:
    lines = [line for page in pages for block in blocks(page, "sh") for line in block.splitlines()]
    slow = ("zermelo bench", "zermelo play othello", "zermelo serve")  # measured, played and served elsewhere
    return [line for line in dict.fromkeys(lines) if line.startswith("zermelo") and not line.startswith(slow)]


PAGES_FIRST = ("README", "first-", "write-", "trees", "matches", "matrix-")
FIRST = commands([page for page in PAGES if page.name.startswith(PAGES_FIRST)])
FILES = {file: text for page in PAGES for file, text in files(page)}
OTHERS = [line for line in commands(PAGES) if line not in FIRST]  # many are the only ones to search their game so


@pytest.mark.parametrize("line", [*FIRST, *(pytest.param(line, marks=pytest.mark.long) for line in OTHERS)])
def test_commands_run(zermelo, line, monkeypatch, tmp_path):
    quicker = line.replace(":time=3", ":time=0.01").replace("play go:size=9", "play go:size=4")  # to the end of a game
    words = shlex.split(quicker, comments=True)[1:]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for file, text in FILES.items():
        (tmp_path / file).write_text(text)
    code, out, err = zermelo(*words)
    assert code == 0, err
    assert out


IN_PASSING = {
    command: name(page)
    for page in PAGES
    for command in re.findall(
        r"`(zermelo [a-z][^`]*)`", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    )
}


@pytest.mark.parametrize("command", IN_PASSING)
def test_commands_that_the_text_names_exist_with_their_options(command):
    words = shlex.split(command)[1:]
    chosen = typer.main.get_command(app)
    context = chosen.make_context("zermelo", words)
    while words and isinstance(chosen, typer.core.TyperGroup) and re.match("[a-z]", words[0]):
        chosen = chosen.get_command(context, words.pop(0))
        assert chosen, IN_PASSING[command]
    options = {name for parameter in chosen.params for name in (*parameter.opts, *parameter.secondary_opts)} | {
        "--help"
    }
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert used <= options, IN_PASSING[command]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_readme_shows_the_shipped_tic_tac_toe():
    """What the README calls all of tic-tac-toe plays as the shipped one does, which has at most 30 lines of code."""
    import zermelo as z

    scope: dict = {"__name__": "snippet"}
    exec(blocks(ROOT / "README.md", "python")[0], scope)
    own, shipped = z.Game(scope["TicTacToe"]).start(), z.load("tictactoe").start()
    for depth in (4, 9):
        ours, theirs = z.perft(own, depth), z.perft(shipped, depth)
        assert (ours.leaves, ours.finished) == (theirs.leaves, theirs.finished)


def test_tic_tac_toe_has_thirty_lines():
    source = (ROOT / "src/zermelo/games/tictactoe.py").read_text()
    code = [line for line in source.splitlines() if line.strip() and not line.strip().startswith(("#", '"""'))]
    assert len(code) <= 30


def lecture_rows() -> dict[str, str]:
    """Item -> the rest of its row in docs/lectures.md."""
    text = (ROOT / "docs" / "lectures.md").read_text()
    return dict(re.findall(r"^\| (00\d\.\d+) \|(.*)\|$", text, re.MULTILINE))


def test_every_lecture_item_is_on_the_map(data):
    mission = (data.parent / "MISSION.md").read_text()
    assert list(lecture_rows()) == re.findall(r"^\|(00\d\.\d+)\|", mission, re.MULTILINE)


def test_the_map_of_the_lectures_is_true():
    """An item is either shown by the test that its row names, or marked as not yet built, or a fact."""
    files = sorted((ROOT / "tests" / "lectures").glob("test_decks*.py"))
    tests = [name for file in files for name in re.findall(r"^def (test_00\d_\d+)", file.read_text(), re.MULTILINE)]
    for item, row in lecture_rows().items():
        deck, number = item.split(".")
        test = f"test_{deck}_{int(number):02}"
        if "*not yet*" in row or "| a fact |" in row:
            assert test not in tests, f"{item} has a test: say in docs/lectures.md what does it"
        else:
            assert f"`{test}`" in row
            assert test in tests, f"{item} is on the map, but nothing shows it"


def test_the_readme_says_where_the_command_is():
    """Right below `make run`, after which people type `zermelo`."""
    assert ". .venv/bin/activate" in (ROOT / "README.md").read_text().partition("make run")[2][:500]
