"""All tests of one run share a cache of compiled code that starts empty, so a stale one cannot hide a fault."""

import gc
import os
import signal
import tempfile
from pathlib import Path

import pytest


def pytest_configure(config):
    """The first process to arrive makes the folder; workers inherit its name. Ctrl-C is heard in the background too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(50_000, 20, 20)  # compiling makes millions of objects that stay: looking for waste costs 6 %
    if "ZERMELO_TEST_CACHE" not in os.environ:
        os.environ["ZERMELO_TEST_CACHE"] = tempfile.mkdtemp(prefix="zermelo-tests-")
    os.environ["ZERMELO_CACHE"] = os.environ["ZERMELO_TEST_CACHE"]


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput") and "ZERMELO_TEST_CACHE" in os.environ:
        import shutil

        shutil.rmtree(os.environ.pop("ZERMELO_TEST_CACHE"), ignore_errors=True)


@pytest.fixture
def zermelo(capfd, monkeypatch):
    """Run the command line in this process: zermelo("perft", "othello", "3") -> (exit code, stdout, stderr)."""
    from zermelo.cli import main

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["zermelo", *words])
        capfd.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capfd.readouterr()
        return int(stop.value.code or 0), out, err

    return run


@pytest.fixture
def data() -> Path:
    """Other people's test positions, beside the checkout; a test that needs them is skipped where they are absent."""
    folder = Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("../shared/data is not here")
    return folder
