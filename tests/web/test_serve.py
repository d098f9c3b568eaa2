"""zermelo serve as a person starts it: a process of its own, an address, a page, and Ctrl-C."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Start = Callable[..., subprocess.Popen]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a server that keeps its games in a folder of its own."""
    started: list[subprocess.Popen] = []
    surroundings = {**os.environ, "ZERMELO_DATA": str(tmp_path / "games"), "DISPLAY": ":0", "PYTHONUNBUFFERED": ""}

    def run(*words: str) -> subprocess.Popen:
        command = [sys.executable, "-m", "zermelo", "serve", *words]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        started.append(subprocess.Popen(command, env=surroundings, **pipes))
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


def address_of(process: subprocess.Popen) -> str:
    line = process.stdout.readline()
    assert line, process.stderr.read()
    assert line.startswith("Zermelo is at http://"), line
    return line.split()[3]


def fetch(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def end(process: subprocess.Popen) -> float:
    """Press Ctrl-C; the seconds until it has ended."""
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    return time.monotonic() - began


def test_it_prints_its_address_serves_the_page_and_ends_with_ctrl_c(start: Start, tmp_path: Path):
    process = start("--port", "0", str(ROOT / "examples" / "chomp.py:columns=5"))
    address = address_of(process)
    assert address.startswith("http://127.0.0.1:")
    status, page = fetch(address)
    assert status == 200
    assert "<title>Zermelo" in page
    status, games = fetch(f"{address}api/games")
    assert "chomp:columns=5" in games
    assert fetch(f"{address}api/saved") == (200, '{"games":[],"total":0}')
    assert (tmp_path / "games" / "games.sqlite").exists()
    with urllib.request.urlopen(f"{address}api/news", timeout=20) as news:
        assert b'"chomp"' in news.readline()
        assert end(process) < 1.5  # though somebody still listens
    assert process.communicate() == ("", "")


def test_the_only_way_in_is_this_computer(start: Start):
    address = address_of(start("--port", "0"))
    port = int(address.rstrip("/").rpartition(":")[2])
    sockets = [line.split() for table in ("tcp", "tcp6") for line in _lines(Path(f"/proc/net/{table}"))]
    listening = {local for _, local, _, state, *_ in sockets if state == "0A" and local.endswith(f":{port:04X}")}
    assert listening in ({f"0100007F:{port:04X}"}, set())  # 127.0.0.1, backwards; no /proc elsewhere
    status, answer = fetch(address, Host="zermelo.example")
    assert status == 400
    assert json.loads(answer)["problem"].startswith("this server is not called 'zermelo.example'")
    assert fetch(address, Origin="http://zermelo.example")[0] == 403


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines()[1:] if file.exists() else []


def test_a_taken_port(start: Start):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        process = start("--port", str(port))
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err == f"zermelo: port {port} is taken: choose another, or leave --port out for one that is free\n"


def test_two_servers_without_a_port_find_one_each(start: Start):
    first, second = start(), start()
    assert len({address_of(first), address_of(second)}) == 2


def test_another_host_must_be_asked_for_and_is_warned_about(start: Start):
    process = start("--port", "0", "--host", "0.0.0.0", "--allow-host", "Chess.example", "--json")
    answer = json.loads(process.stdout.readline())
    for name, status in [("192.0.2.7:80", 200), ("[2001:db8::1]", 200), ("chess.example:1", 200), ("localhost", 200)]:
        assert fetch(answer["address"], Host=name)[0] == status
    for name in ("zermelo.example", "192.0.2.7.evil.example", "1.evil.example", ""):  # a page may lead its name here
        status, said = fetch(answer["address"], Host=name)
        assert status == 400
        assert "--allow-host" in json.loads(said)["problem"]
    end(process)
    assert process.stderr.read() == (
        "zermelo: who reaches 0.0.0.0, by a number or Chess.example, may play, search, and see, change and delete "
        "saved games\n"
    )


def test_two_servers_on_one_folder_keep_what_both_are_told(start: Start):
    addresses = [address_of(start("--port", "0")) for _ in range(2)]

    def save(number: int) -> int:
        body = json.dumps({"game": "connect4", "moves": ["4"] * (number % 5)}).encode()
        url = f"{addresses[number % 2]}api/saved/number-{number // 2:03}"  # each game by both
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"}, method="PUT")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(save, range(80))) == {200}
    lists = [json.loads(fetch(f"{address}api/saved")[1]) for address in addresses]
    assert lists[0] == lists[1]
    assert lists[0]["total"] == 40


def test_a_wrong_file_is_shown_in_the_page_and_a_missing_one_refused(start: Start, tmp_path: Path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import zermelo\n1 / 0\n")
    status, games = fetch(f"{address_of(start('--port', '0', str(wrong)))}api/games")
    assert status == 200
    assert "wrong.py:2: ZeroDivisionError" in games
    process = start("missing.py")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (2, "", "zermelo: there is no game file 'missing.py'\n")
    process = start("--host", "nowhere.invalid")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err.startswith("zermelo: cannot listen on nowhere.invalid: ")
