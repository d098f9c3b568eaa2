"""The house is in order: one noun has one meaning, files are small, methods register by standing in their folder."""

import ast
import re
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


def required(words: list[str]) -> set[str]:
    """The names of packages in a list of what is needed."""
    return {re.split(r"[\[<>=; ]", word)[0].lower().replace("_", "-") for word in words}


def imported(modules: list[ast.Module], *, deep: bool = True) -> set[str]:
    """The foreign packages that modules import, anywhere in them or at their top level only."""
    found = set()
    for node in [node for module in modules for node in (ast.walk(module) if deep else module.body)]:
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return {name.lower().replace("_", "-") for name in found - sys.stdlib_module_names}


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


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {name: required(words) for name, words in PROJECT["optional-dependencies"].items()}
DECLARED = required(PROJECT["dependencies"]).union(*(words for name, words in EXTRAS.items() if name != "dev"))
IN_OTHER_PROGRAMS = ("gnubg_side.py",)  # runs inside GNU Backgammon


def test_what_is_imported_is_declared():
    sources = [module for path, module in MODULES.items() if path.name not in IN_OTHER_PROGRAMS]
    assert imported(sources) - DECLARED == {"zermelo"}
    assert {"pydantic", "starlette", "llvmlite", "watchfiles"} <= imported(sources)


def test_extras_are_imported_where_they_are_needed():
    """Whoever lacks one can use all the rest."""
    at_once = {top for module in MODULES.values() for top in imported([ast.Module(module.body, [])], deep=False)}
    extras = set().union(*(words for name, words in EXTRAS.items() if name != "dev"))
    assert extras & at_once == set()


def test_methods_register_by_standing_in_their_folder():
    modules = {method.run.__module__ for method in z.methods.values()}  # of other tests, too
    homes_of_methods = {module.rpartition(".")[0] for module in modules if module.startswith("zermelo.")}
    assert homes_of_methods == {
        f"zermelo.search.{room}" for room in ("alphabeta", "many", "chance", "montecarlo", "hidden")
    }


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
