"""The engine as a process of its own: each answer comes at once, and it ends when it should."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest


def start(*words: str, **options) -> subprocess.Popen:
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "zermelo", "gtp", *words], text=True, **pipes, **options)


class TestProcess:
    def test_answers_all_before_it_ends(self):
        with start("hex:size=3", "--method", "random", "--seed", "1") as process:
            out, err = process.communicate("1 boardsize 2\n2 genmove b\n\n3 showboard")
        assert (process.returncode, err) == (0, "")
        assert re.match(r"=1 \n\n=2 [ab][12]\n\n=3 \n  a b\n", out)

    def test_each_answer_comes_at_once(self):
        with start("hex:size=3", "--method", "random") as process:
            for line, answer in (("name", "= Zermelo"), ("5 play b a1", "=5 ")):
                process.stdin.write(f"{line}\n")
                process.stdin.flush()
                assert [process.stdout.readline() for _ in range(2)] == [f"{answer}\n", "\n"]
            process.stdin.write("quit\n")
            process.stdin.flush()
            assert process.wait(timeout=20) == 0  # though standard input is still open

    def test_a_client_that_hears_no_more(self):
        with start("hex:size=3", "--method", "random") as process:
            process.stdout.close()
            process.stdin.write("name\n" * 3)
            process.stdin.close()
            process.wait(timeout=20)
            assert process.stderr.read() == ""

    @pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
    def test_signals(self, number, code):
        with start("hex:size=3", "--method", "random") as process:
            process.stdin.write("name\n")
            process.stdin.flush()
            process.stdout.readline()
            process.send_signal(number)
            assert process.wait(timeout=20) == code
            assert "Traceback" not in process.stderr.read()

    def test_a_stream_goes_on_until_the_next_line(self):
        with start("tictactoe", "--method", "alphabeta", env={**os.environ}) as process:
            process.stdin.write("lz-analyze 1\n")
            process.stdin.flush()
            assert process.stdout.readline() == "=\n"
            assert process.stdout.readline().startswith("info move ")
            time.sleep(0.2)
            process.stdin.write("name\n")
            process.stdin.flush()
            rest = iter(process.stdout.readline, "= Zermelo\n")
            assert all(line == "\n" or line.startswith("info move ") for line in rest)
            process.stdin.write("lz-analyze 1\n")
            process.stdin.close()  # the end of the input ends it, too
            assert process.wait(timeout=20) == 0
            assert process.stdout.read().endswith("\n\n")
