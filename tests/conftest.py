"""All tests of one run share a cache of compiled code that starts empty, so a stale one cannot hide a fault.

Tests compile in their own process, where the rules of a game are compiled once for all its kernels; those about the
helper process say so. A test marked `long` runs in `make test-all` only. In CI no test may be skipped: what it needs is
installed there.
"""

import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

skipped: dict[str, str] = {}  # of this run: why


def pytest_configure(config):
    """The first process to arrive makes the folder; workers inherit its name. Ctrl-C is heard in the background too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(50_000, 20, 20)  # compiling makes millions of objects that stay: looking for waste costs 6 %
    if "ZERMELO_TEST_CACHE" not in os.environ:
        os.environ["ZERMELO_TEST_CACHE"] = tempfile.mkdtemp(prefix="zermelo-tests-")
    os.environ["ZERMELO_CACHE"] = os.environ["ZERMELO_TEST_CACHE"]
    os.environ.setdefault("ZERMELO_COMPILE", "here")
    os.environ.setdefault("ZERMELO_QUIET", "1")
    if "/usr/games" not in os.environ["PATH"]:
        os.environ["PATH"] += ":/usr/games"  # where Debian has GNU Go and GNU Backgammon


def pytest_unconfigure(config):
    if not hasattr(config, "workerinput") and "ZERMELO_TEST_CACHE" in os.environ:
        shutil.rmtree(os.environ.pop("ZERMELO_TEST_CACHE"), ignore_errors=True)


def pytest_collection_modifyitems(config, items):
    """Some tests run only when they are asked for."""
    for mark in ("long", "bounds"):
        if mark not in (config.option.markexpr or ""):
            config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
            items[:] = [item for item in items if not item.get_closest_marker(mark)]


def pytest_runtest_logreport(report):
    if report.skipped:
        skipped[report.nodeid] = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)


def pytest_collectreport(report):
    if report.skipped:
        skipped[report.nodeid] = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)


def pytest_sessionfinish(session, exitstatus):
    """A silent skip is a failure in CI."""
    if skipped and os.environ.get("CI") and not hasattr(session.config, "workerinput") and exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter):
    for test, why in sorted(skipped.items()):
        terminalreporter.write_line(f"skipped: {test}: {why}")
    if skipped and os.environ.get("CI"):
        terminalreporter.write_line("in CI nothing may be skipped: install what is missing")


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
