"""What tests of compiled code share."""

from collections import OrderedDict

import pytest

from zermelo.core import native


@pytest.fixture
def compiled(monkeypatch, tmp_path_factory) -> list[str]:
    """The kernels that are compiled in this process from now on; nothing is there."""
    from zermelo.core import compile as compiler

    made: list[str] = []
    really = compiler.compile_kernel
    monkeypatch.setenv("ZERMELO_COMPILE", "here")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr(native, "_loaded", OrderedDict())
    monkeypatch.setattr(compiler, "compile_kernel", lambda asked: made.append(repr(asked)) or really(asked))
    return made
