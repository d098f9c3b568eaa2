"""The command line. One module per command; `commands` has them all."""

import os
import sys

INTERRUPTED = 130  # the exit code that shells give to Ctrl-C


def main() -> None:
    """Run the command line. What it is made of is imported here: a Ctrl-C that comes meanwhile is heard."""
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")  # somebody has closed it
    try:
        import signal

        heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not by what runs in the background
        if heard:
            signal.signal(signal.SIGINT, _leave)  # amid an import, Python may lose an exception
        from zermelo.cli.commands import run

        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:
        print("zermelo: interrupted", file=sys.stderr)
    sys.exit(code)


def _leave(*_: object) -> None:
    """At once: nothing has been done yet."""
    os.write(2, b"zermelo: interrupted\n")
    os._exit(INTERRUPTED)
