"""The house is in order: one noun has one meaning, files are small, methods register by standing in their folder."""

import ast
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from types import FunctionType

import pytest

import zermelo as z
from zermelo.core import primitives
from zermelo.core.vocabulary import RULES, order
from zermelo.search.seams import Replaced, seam

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "zermelo"
MODULES = {path.relative_to(SOURCE): ast.parse(path.read_text()) for path in SOURCE.rglob("*.py")}
CONVENTIONS = {"OPTIONS", "FIELDS", "ON_TREES", "router"}  # what every method, or every part of the server, has


def names_of(module: ast.Module, *, classes: bool) -> set[str]:
    """The public classes, or constants, that a module defines at its top level."""
    found = set()
    for node in module.body:
        if isinstance(node, ast.ClassDef) and classes:
            found.add(node.name)
        if isinstance(node, ast.Assign | ast.AnnAssign) and not classes:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                found |= {part.id for part in parts if isinstance(part, ast.Name)}
    return {name for name in found if not name.startswith("_")}


def homes(*, classes: bool) -> dict[str, list[str]]:
    found = defaultdict(list)
    for path, module in MODULES.items():
        if "games" not in path.parts:  # a game is a world of its own
            for name in names_of(module, classes=classes):
                found[name].append(str(path))
    return found


def test_no_two_classes_have_the_same_name():
    assert {name: where for name, where in homes(classes=True).items() if len(where) > 1} == {}


def test_a_constant_that_others_import_means_one_thing():
    """What stays in its file may be called as one likes; but nobody should import the same word from two places."""
    places = defaultdict(set)
    for module in MODULES.values():
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("zermelo."):
                home = MODULES.get(Path(*node.module.split(".")[1:]).with_suffix(".py"))
                constants = names_of(home, classes=False) if home else set()
                for alias in node.names:
                    if alias.name in constants - CONVENTIONS and "games" not in node.module:
                        places[alias.name].add(node.module)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_a_word_of_the_rules_means_nothing_else():
    """Nobody else is called like a rule, or like an operation that rules use."""
    words = {*RULES, *(name for name, value in vars(primitives).items() if isinstance(value, FunctionType))}
    theirs = {"games", "experiments", "cli", "web", "core/vocabulary.py", "core/primitives.py"}
    for path, module in MODULES.items():
        if not {str(path), *path.parts} & theirs:
            called = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
            assert called & words == set(), path


def test_no_file_is_long():
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js"), *SOURCE.rglob("*.css"), *(ROOT / "docs").glob("*.py")]
    files += [file for folder in ("tests", "bench", "examples") for file in (ROOT / folder).rglob("*.py")]
    own = [file for file in files if ".venv" not in file.parts]
    assert [str(file) for file in own if len(file.read_text().splitlines()) > 500] == []


def test_what_is_imported_is_declared():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [word for words in declared["optional-dependencies"].values() for word in words]
    named = {
        word.split(">")[0].split(";")[0].split("=")[0].strip().lower() for word in [*declared["dependencies"], *extras]
    }
    tops = {
        (node.module or "").partition(".")[0]
        if isinstance(node, ast.ImportFrom)
        else node.names[0].name.partition(".")[0]
        for path, module in MODULES.items()
        if path.name != "gnubg_side.py"  # it runs inside GNU Backgammon
        for node in ast.walk(module)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    foreign = {top for top in tops if top not in sys.stdlib_module_names and top not in ("zermelo", "")}
    assert {top.lower().replace("_", "-") for top in foreign} - {name.replace("_", "-") for name in named} == set()


def test_methods_register_by_standing_in_their_folder():
    modules = {method.run.__module__ for method in z.methods.values()}  # of other tests, too
    homes_of_methods = {module.rpartition(".")[0] for module in modules if module.startswith("zermelo.")}
    assert homes_of_methods == {f"zermelo.search.{room}" for room in ("alphabeta", "many", "chance", "montecarlo")}


def test_only_seams_can_be_replaced_by_their_layer_and_once():
    @seam("view")
    def here():
        pass

    def elsewhere():
        pass

    replaced = Replaced()
    with pytest.raises(TypeError, match="elsewhere is not a seam"):
        replaced.put("options", {elsewhere: here})
    with pytest.raises(TypeError, match="here is a seam of the layer view, not of options"):
        replaced.put("options", {here: elsewhere})
    with pytest.raises(TypeError, match="order is a seam of the layer options, not of view"):
        replaced.put("view", {order: elsewhere})
    replaced.put("view", {here: elsewhere})
    replaced.put("options", {order: elsewhere})
    with pytest.raises(TypeError, match="here is replaced twice"):
        replaced.put("view", {here: here})
    assert replaced.all == {here: elsewhere, order: elsewhere}
