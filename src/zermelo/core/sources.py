"""The files that a person's file of Python is made of: itself, and what it imports from its folder."""

import ast
from collections.abc import Iterator
from pathlib import Path


def sources(path: Path) -> Iterator[Path]:
    """A Python file, and all beside it that it imports, or that these import; of a package what is on the way, too."""
    seen, found = set(), [path]
    while found:
        file = found.pop()
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        yield file
        found += _imported(file, path.parent)


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    """The files that a file may import from beside it, or from the first one's folder; none if it cannot be read."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):  # who runs it says so
        return
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = [module, *(f"{module}.{name}".lstrip(".") for name in names)]
        for name in filter(None, names):
            parts = name.split(".")
            for root in {folder, file.parent}:
                for count in range(1, len(parts) + 1):
                    place = root.joinpath(*parts[:count])
                    yield from (place.with_suffix(".py"), place / "__init__.py")
