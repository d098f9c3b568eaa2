"""The command line, in this process: what it answers, and whether its exit code and its words belong together."""

import io
import os
import sys
import threading
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from tempfile import TemporaryFile
from typing import NamedTuple
from unittest.mock import patch

from fuzz.engine import Trial, must, must_be_refusal
from zermelo.cli import main

REFUSED = 2


class Told(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def command(trial: Trial, *words: str, given: bytes = b"") -> Told:
    """Run `zermelo WORDS`: it answers and ends with 0, or refuses in one line on standard error, and ends with 2."""
    trial.put("zermelo", *words)
    out, err, code = io.StringIO(), io.StringIO(), None
    with patch.object(sys, "argv", ["zermelo", *words]), redirect_stdout(out), redirect_stderr(err), _reading(given):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    told = Told(-1 if code is None else code, out.getvalue(), err.getvalue())
    must(told.code in (0, REFUSED), f"the exit code is {code}: {told.err or told.out!r}")
    must("Traceback" not in told.out + told.err, f"a traceback: {told.err}")
    if told.code == REFUSED:
        trial.refused = True
        must(not told.out, f"it was refused, but says on standard output {told.out!r:.200}")
        must(told.err.startswith("zermelo: "), f"a refusal that does not say whose it is: {told.err!r}")
        must_be_refusal(told.err.removesuffix("\n"))
    else:
        must(told.out, f"no answer, but {told.err!r:.200}")
    return told


@contextmanager
def _reading(given: bytes):
    """What the command finds on its standard input, which it may read past Python, in a thread of its own."""
    threads = threading.enumerate()
    with TemporaryFile() as file:
        file.write(given)
        file.seek(0)
        before = os.dup(0)
        os.dup2(file.fileno(), 0)
        try:
            yield
        finally:
            file.seek(0, os.SEEK_END)
            for thread in threading.enumerate() if given else ():
                if thread not in threads:
                    thread.join(1)  # it would read what the next command is given
            os.dup2(before, 0)
            os.close(before)
