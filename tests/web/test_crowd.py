"""Many at once: whoever clicks is answered, and the memory stays within the budget that the server prints."""

import json
import statistics
import subprocess
import sys

import pytest

from crowding import crowded, resident

MEMORY = 512  # MB
REST = 250  # MB that Python, native code and the threads take


@pytest.mark.long
def test_a_click_is_answered_while_many_search_and_tell_long_games(tmp_path):
    """A smaller version of `bench/web.py storm`, on a machine that may have other things to do."""
    command = [sys.executable, "-m", "zermelo", "serve", "--no-open", "--no-warm", "--json", "--port", "0"]
    command += ["--memory", str(MEMORY), "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            said = json.loads(server.stdout.readline())
            assert said["memory"] == MEMORY
            before = resident(server.pid)
            taken, fared = crowded(said["address"], searches=12, lines=45, moves=400, seconds=8)
            assert fared["ends"] == ["result"] * 12
            assert set(fared["answered"]) <= {200}
            assert statistics.median(taken) < 1
            assert max(taken) < 5
            if sys.platform == "linux":
                assert resident(server.pid) - before < MEMORY + REST
        finally:
            server.kill()
