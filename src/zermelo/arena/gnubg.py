"""GNU Backgammon as a player: the program thinks, in a process of its own that answers one question after the other."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Lock
from typing import ClassVar

from zermelo.arena.gate import View, seeing
from zermelo.core.game import Position
from zermelo.core.options import Option
from zermelo.errors import Problem

PLACE = "/usr/games"  # where Debian has it, even if PATH leaves that out
SCRIPT = Path(__file__).with_name("gnubg_side.py")


@dataclass
class GnuBackgammon:
    """Plays what GNU Backgammon does for money without a cube: gammons count twice, backgammons three times.

    With `plies=0` it plays to the position that its neural networks like best; each further ply is a roll and a reply
    that it looks ahead. `noise` is the standard deviation of an error added to every evaluation, the same whenever the
    position comes again: nothing depends on a seed.
    """

    options: ClassVar = {
        "plies": Option.of("plies", 0, "how far to look ahead", low=0, high=3),
        "noise": Option.of("noise", 0.0, "to play worse", low=0.0, high=1.0),
    }
    seed: int | None = None
    name: str = "gnubg"
    plies: int = 0
    noise: float = 0.0

    def choose(self, position: View, past: Sequence[Position] = ()) -> str:
        position = seeing(position, self.name)
        if position.game.name != "backgammon":
            raise Problem(f"gnubg plays backgammon, not {position.game.spec}")
        if len(position.moves) == 1:
            return next(iter(position.moves))
        identity, _, dice = position.text.split()
        answer = program().ask(f"{identity} {dice[0]} {dice[1]} {self.plies} {self.noise}")
        try:
            return position.move_name(position.read_move(answer))
        except Problem:
            raise Problem(f"GNU Backgammon answers {answer!r} in {position.text}, which is no play there") from None


class GnuBackgammonProgram:
    """GNU Backgammon at work. It ends when nobody can ask it any more, however that came about."""

    def __init__(self) -> None:
        found = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", os.defpath), PLACE]))
        if not found:
            raise Problem("the player gnubg is GNU Backgammon, which is not installed (Debian: apt install gnubg)")
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self._process = subprocess.Popen(
            [found, "--tty", "--quiet", "--no-rc", f"--python={SCRIPT.name}"],
            cwd=SCRIPT.parent,  # the program cannot run a script whose path contains a quotation mark
            env={**ours, "LC_ALL": "C"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C is not for it
        )
        self.end = Finalize(None, _end, (self._process,), exitpriority=0)  # at the latest when this process ends
        self._lock = Lock()

    def ask(self, question: str) -> str:
        """The answer to a question. If anything goes wrong, or Ctrl-C comes, the program is ended."""
        with self._lock:
            try:
                with suppress(BrokenPipeError):  # then what it said last tells why
                    self._process.stdin.write(question + "\n")  # type: ignore[union-attr]
                    self._process.stdin.flush()  # type: ignore[union-attr]
                answer = self._answer()
                if answer.startswith("!"):
                    raise Problem(f"GNU Backgammon cannot answer {question!r}: {answer[1:].strip()}")
            except BaseException:
                self.end()
                raise
        return answer

    def _answer(self) -> str:
        last = "it says nothing"
        for line in self._process.stdout or ():
            if line.startswith("= "):
                return line[2:].strip()
            last = line.strip() or last
        raise Problem(f"GNU Backgammon has ended: {last}")


_running: dict[
    int, GnuBackgammonProgram
] = {}  # for each process that asks: one that was forked must not use its parent's


def program() -> GnuBackgammonProgram:
    """The GNU Backgammon of this process, which all players share; it is started when it is needed."""
    one = _running.get(os.getpid())
    if one is None or not one.end.still_active():
        one = _running[os.getpid()] = GnuBackgammonProgram()
    return one


def _end(process: subprocess.Popen) -> None:
    process.kill()
    process.communicate()
