"""`make fuzz`: so many inputs of each kind, on all processors, and a table of what came of them.

Ctrl-C shows the table so far. The exit code is 1 if anything failed.
"""

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from tempfile import TemporaryDirectory

from fuzz.engine import Outcome, fuzzed
from fuzz.kinds import KINDS, kind

AT_ONCE = 100  # inputs, then a process tells what came of them
TOLD = 20  # failures of each kind that are printed
Part = tuple[str, int, int, int]
"""A kind, the seed, the first number, and how many."""


def main() -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background, too
    words = _words()
    outcomes = {name: Outcome(name) for name in words.kinds}
    began = time.perf_counter()
    interrupted = _run(list(_parts(words)), outcomes, words.workers)
    if words.json:
        print(
            json.dumps(
                {"seed": words.seed, "interrupted": interrupted, "kinds": [asdict(each) for each in outcomes.values()]}
            )
        )
    else:
        _show(outcomes, time.perf_counter() - began, interrupted)
    return 1 if interrupted or any(each.failures for each in outcomes.values()) else 0


def _words() -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    reader.add_argument("kinds", nargs="*", metavar="KIND", help=f"or KIND=INPUTS: {', '.join(KINDS)} (default: all)")
    reader.add_argument("--inputs", type=int, default=1000, help="of each kind (default: %(default)s)")
    reader.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same inputs (default: %(default)s)"
    )
    reader.add_argument("--first", type=int, default=0, help="the number of the first input (default: %(default)s)")
    reader.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: %(default)s)")
    reader.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    words = reader.parse_args()
    counts = {}
    for text in words.kinds or KINDS:
        name, _, count = text.partition("=")
        if name not in KINDS or not (count.isdecimal() or not count):
            reader.error(f"there is no kind {text!r} (choose from {', '.join(KINDS)}, or KIND=INPUTS)")
        counts[name] = int(count or words.inputs)
    words.kinds = counts
    return words


def _parts(words: argparse.Namespace) -> Iterator[Part]:
    """All kinds by turns, so that a table which comes early says something about each."""
    for start in range(0, max(words.kinds.values()), AT_ONCE):
        for name, count in words.kinds.items():
            if start < count:
                yield name, words.seed, words.first + start, min(AT_ONCE, count - start)


def _run(parts: list[Part], outcomes: dict[str, Outcome], workers: int) -> bool:
    """Try them all; whether somebody interrupted it."""
    with TemporaryDirectory(prefix="zermelo-fuzz-") as folder:
        os.environ.update(
            TMPDIR=folder, ZERMELO_CACHE=folder, ZERMELO_QUIET="1"
        )  # what is compiled here is compiled nowhere else
        pool = ProcessPoolExecutor(min(workers, len(parts)), initializer=_deaf)
        running = {pool.submit(_try, part): part for part in parts}
        try:
            for done in as_completed(running):
                name, seed, first, count = running[done]
                try:
                    outcomes[name].add(done.result())
                except BrokenProcessPool:
                    print(
                        f"a process died; it may have been at {name} --seed {seed} --first {first} --inputs {count}",
                        file=sys.stderr,
                    )
                    return True
                _tell(outcomes)
        except KeyboardInterrupt:
            return True
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    return False


def _deaf() -> None:
    """Ctrl-C is for the process that makes the table; the others end what they are at."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _try(part: Part) -> Outcome:
    name, seed, first, count = part
    return fuzzed(name, kind(name), seed=seed, inputs=count, first=first)


def _tell(outcomes: dict[str, Outcome]) -> None:
    if sys.stderr.isatty():
        done, failed = (
            sum(each.inputs for each in outcomes.values()),
            sum(len(each.failures) for each in outcomes.values()),
        )
        print(f"\r{done:,} inputs, {failed:,} failures", end="", file=sys.stderr, flush=True)


def _show(outcomes: dict[str, Outcome], seconds: float, interrupted: bool) -> None:
    """The failures, each with the words that make it again, and the table."""
    print(end="\r\x1b[K" if sys.stderr.isatty() else "", file=sys.stderr)
    for each in outcomes.values():
        for failure in each.failures[:TOLD]:
            print(failure)
        if more := len(each.failures[TOLD:]):
            print(f"{each.kind}: {more:,} more")
    print("| kind | inputs | accepted | refused | failures | ms each | slowest, s |\n|---|---|---|---|---|---|---|")
    whole = Outcome("**all**")
    for each in outcomes.values():
        whole.add(each)
    for each in (*outcomes.values(), whole):
        counts = f"{each.inputs:,} | {each.accepted:,} | {each.refused:,} | {len(each.failures):,}"
        mean = 1000 * each.seconds / max(each.inputs, 1)
        print(f"| {each.kind} | {counts} | {mean:.1f} | {each.slowest:.2f} |")
    print(f"{seconds / 60:.1f} minutes" + (" (interrupted)" if interrupted else ""))


if __name__ == "__main__":
    sys.exit(main())
